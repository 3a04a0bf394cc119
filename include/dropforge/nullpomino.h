/* Replays of the game NullpoMino 7.5, which hold a seed, rules and the buttons of each frame. A
 * replay is played frame by frame, as docs/format/rep.md says, and becomes a plan; and a plan
 * becomes a replay in which the game makes its drops. */
#ifndef DROPFORGE_NULLPOMINO_H
#define DROPFORGE_NULLPOMINO_H

#include "dropforge/plan.h"

DF_BEGIN_DECLARATIONS

enum { DF_NULLPOMINO_WIDTH = 10, DF_NULLPOMINO_HEIGHT = 20 };

/* A game at the end of a replay. */
typedef struct df_nullpomino_end {
    unsigned level;  /* from 0; 0 in modes without levels */
    unsigned lines;  /* cleared */
    uint32_t locks;  /* pieces that have been put into the playfield */
    uint32_t frames; /* since the game began */
    bool over;       /* by the rules, or as its goal was reached */
} df_nullpomino_end;

/* Reads a replay, plays it by the rules that it names, and makes a plan of its drops: 10
 * columns by 20 rows, or more if pieces came to rest above, with the first of
 * DF_RULES_HARDDROP, DF_RULES_SRS and DF_RULES_SRS_180 that can follow, among `set`, the
 * tetrominoes, which is borrowed. The deal of the plan is DF_DEAL_NULLPOMINO, or DF_DEAL_GIVEN
 * if the rules deal in another way. *end (may be NULL) is the game then. The plan is compared
 * with the game after each lock; should it differ it ends before, with plan->count below
 * end->locks. DF_ERROR_INPUT: it is damaged, or has rules or a mode that cannot be played. */
df_status df_nullpomino_read(df_plan **plan, const df_piece_set *set, const char *text,
                             size_t length, df_nullpomino_end *end, df_error *error);

/* Appends a replay of an endless game in the mode MARATHON by the rule STANDARD in which just
 * the drops of a plan are made: 10 columns by 20 rows, dealt by DF_DEAL_NULLPOMINO. The replay
 * ends when the last drop has counted; *end (may be NULL) is the game then. DF_ERROR_LIMIT: the
 * plan has another size, another deal, rows at first or no drop, or a piece would fall before
 * it gets to its place. */
df_status df_nullpomino_write(df_text *text, const df_plan *plan, df_nullpomino_end *end,
                              df_error *error);

DF_END_DECLARATIONS

#endif
