/* Polyominoes the obvious way: lists of squares that are searched through for everything. */
#pragma once

#include "dropforge/base.h"
#include "dropforge/omino.h"

enum { SLOW_MAX = 64 };

/* Sorted by y and then x; the least x and the least y are 0. */
typedef struct slow_omino {
    unsigned size;
    int x[SLOW_MAX];
    int y[SLOW_MAX];
} slow_omino;

/* All fixed ones of a size, each once. The caller frees *list. */
size_t slow_ominoes(unsigned size, slow_omino **list);

/* Grows a random polyomino, each time by a random square beside the present ones. */
void slow_random(slow_omino *omino, df_random *random, unsigned size);

/* Sorts and shifts. */
void slow_settle(slow_omino *omino);

bool slow_has(const slow_omino *omino, int x, int y);
bool slow_same(const slow_omino *a, const slow_omino *b);
int slow_compare(const void *a, const void *b);
int slow_width(const slow_omino *omino);
int slow_height(const slow_omino *omino);

/* Image 0 … 7 as in omino.h, by turning and reflecting step by step. */
void slow_image(slow_omino *to, const slow_omino *from, unsigned image);

void slow_to_omino(df_omino *omino, const slow_omino *from);
void slow_from_omino(slow_omino *to, const df_omino *from);

unsigned slow_perimeter(const slow_omino *omino);
unsigned slow_holes(const slow_omino *omino);

/* Empty squares beside squares. */
unsigned slow_site_perimeter(const slow_omino *omino);

/* Holes where empty squares that touch at a corner hang together, and the outside is none. */
unsigned slow_inner_holes(const slow_omino *omino);
bool slow_column_convex(const slow_omino *omino);

/* Reached from one square by steps up and to the right, as it lies. */
bool slow_directed(const slow_omino *omino);

/* Leaf after leaf can be taken off. */
bool slow_tree_like(const slow_omino *omino);

/* By walking. */
bool slow_path(const slow_omino *omino);
