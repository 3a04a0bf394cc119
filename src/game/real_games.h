/* Pictures in games that people have, for all files about them. */
#pragma once

#include "dropforge/replay.h"

/* A picture that is being planned for a game. */
typedef struct real_print {
    df_real_choice *choice;
    const df_picture *picture;
    const df_piece_set *set;
    df_print_options options; /* of the planner, whose watch is this one's */
    const df_print_options *given;
    uint64_t max_nodes;   /* of a search; 0: the planner's own limit; */
    uint64_t whole_nodes; /* and of one with the pieces of a seed that is no quick one */
    bool stopped;         /* by the watch that is given */
    df_plan **plan;       /* results */
    df_print_report *report;
    df_error *error;
} real_print;

/* Plans with these options. The caller frees *plan. */
static inline df_status real_print_find(const real_print *self, df_plan **plan,
                                        df_print_report *report, df_error *error)
{
    return df_print(plan, self->picture, self->set, &self->options, report, error);
}

/* Plan until the game can play it: the NES game, and games that deal from a seed, of which many
 * are tried. */
df_status df_real_nes_print(real_print *self);
df_status df_real_deal_print(real_print *self);

/* Chooses the pieces of the colours for the NES game, as df_print_options has them, and the
 * level modulo 10 in which their colours are nearest to the picture by the sum of squared
 * differences in OKLab over its squares; of choice->level if that is one. */
void df_real_nes_share(df_real_choice *choice, const df_picture *picture);

/* Does the same for games with the usual colours: one piece for each colour, those nearest to
 * it, and then up to `count` in all. */
void df_real_share(df_real_choice *choice, const df_picture *picture, unsigned count);

/* Read the files as df_real_game_read; *end is all zero before. */
df_status df_nes_movie_read(df_plan **plan, const df_piece_set *set, const char *text,
                            size_t length, df_replay_end *end, df_error *error);
df_status df_nullpomino_read(df_plan **plan, const df_piece_set *set, const char *text,
                             size_t length, df_replay_end *end, df_error *error);
df_status df_tetrio_read(df_plan **plan, const df_piece_set *set, const char *text,
                         size_t length, df_replay_end *end, df_error *error);
df_status df_techmino_read(df_plan **plan, const df_piece_set *set, const char *content,
                           size_t size, df_replay_end *end, df_error *error);

/* Write them as df_real_game_write; `text` may be NULL for the first two. For each piece of the
 * NES game it looks for frames that deal the one after the next: it waits in the air before
 * Down is pressed, or else in a pause; of the ways that it finds, the shortest is taken. The
 * movie ends before the piece after the last drop comes; *played and *end, unless `played` is
 * NULL, are what df_nes_movie_read makes of it. */
df_status df_nes_movie_write(df_text *text, const df_plan *plan, unsigned level,
                             df_plan **played, df_replay_end *end, df_error *error);
df_status df_nullpomino_write(df_text *text, const df_plan *plan, df_replay_end *end,
                              df_error *error);
df_status df_tetrio_write(df_text *text, const df_plan *plan, df_error *error);
df_status df_techmino_write(df_text *text, const df_plan *plan, df_error *error);
