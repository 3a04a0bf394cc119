/* The passes that a beam has kept, each linked to the one before it, and the levels in which
 * they wait to be continued. */
#pragma once

#include "band.h"
#include "dropforge/plan.h"
#include "stage.h"

enum { PASS_LEVEL_MAX = 256 }; /* nodes of a level */

/* A pass. */
typedef struct pass_node {
    size_t parent;     /* the node before it; the first node is its own */
    print_stage stage; /* to which it leads */
    int64_t rank;      /* of the stage after it: the least is the most promising */
    unsigned cleared;  /* rows, with those of the passes before */
    bool is_rescued;   /* the beam has been restarted from it */
    bool is_grounded;  /* the fallback has gone on from it */
    bool builds;       /* it begins a platform */
    bool closes;       /* it ends with the platform's last drop */
    pack_placed hole;  /* that drop; set while there is a platform */
    size_t count;
    pack_placed *pieces; /* owned */
} pass_node;

/* Passes that wait to be continued. */
typedef struct pass_level {
    unsigned spent; /* those that have been continued, */
    unsigned top;   /* and the furthest row of the picture to which they lead */
    unsigned count;
    size_t index[PASS_LEVEL_MAX]; /* of nodes */
} pass_level;

typedef struct pass_tree {
    pass_node *nodes;
    size_t count;
    size_t capacity;
} pass_tree;

/* Returns the place for a node in its level: an unused one, or that of the least promising
 * node; PASS_LEVEL_MAX if all are as promising. A level gets at most `breadth` nodes, and one
 * more when all have been continued each time that one leads to a further row. */
unsigned df_pass_tree_find_place(const pass_tree *self, const pass_level *level,
                                 unsigned breadth, const pass_node *made);

/* Adds a node with the pieces of a tiling that waits in no level. *index gets its number. */
df_status df_pass_tree_add(pass_tree *self, const pass_node *made, const band_tiling *tiling,
                           size_t *index);

/* Puts a node with the pieces of a tiling into that place of its level. */
df_status df_pass_tree_put(pass_tree *self, const pass_node *made, const band_tiling *tiling,
                           pass_level *level, unsigned place);

/* Returns the place of the most promising node of a level. */
unsigned df_pass_tree_next(const pass_tree *self, const pass_level *level);

/* Turns the links from a node to the first one around, so that `parent` is the node after each,
 * and 0 after the last. Returns the second node: the first one is no pass. */
size_t df_pass_tree_turn(pass_tree *self, size_t end);

void df_pass_tree_free(pass_tree *self);
