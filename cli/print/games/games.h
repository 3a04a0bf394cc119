/* Games that people have, in which a picture is drawn: one entry in a table for each. */
#pragma once

#include <string.h>

#include "cli/base/options.h"
#include "cli/base/report.h"
#include "cli/formats/picture_options.h"
#include "cli/picture/sprite_options.h"
#include "dropforge/print.h"
#include "dropforge/replay.h"

typedef struct game_entry game_entry;

/* The option --game as given, and what becomes of it. All zero bytes: there is no game. */
typedef struct game_choice {
    const game_entry *entry; /* NULL: none */
    unsigned level;    /* at which the game begins; PICTURE_MAX_LEVEL + 1: the one that suits */
    bool fits;         /* the picture is scaled, as no size is given */
    unsigned left_out; /* squares of the picture */
    char pieces[DF_PRINT_PIECES_SIZE]; /* for its colours */
    uint64_t max_nodes;                /* of a search of the planner; 0: its own limit */
    uint64_t *scores;  /* before the first drop and after each; owned; NULL: unknown */
    unsigned palette;  /* of the NES game: the level modulo 10 whose colours suit the picture */
    df_plan_deal deal; /* of a game that deals its pieces, */
    size_t seeds_tried; /* and its seeds; 0: one was given */
    df_replay_end end;  /* when the picture is finished */
} game_choice;

/* A picture that is to be drawn in a game. */
typedef struct game_task {
    const char *name; /* in messages */
    df_picture *sprite;
    bool exact;              /* nothing is left out */
    size_t anchors;          /* squares that stand beside it */
    df_print_options *print; /* of the planner; they borrow the choice */
    bool has_seed;           /* a seed is given */
    /* Plans it with these options. The caller frees *plan. */
    df_status (*find)(void *context, df_plan **plan, df_print_report *result, df_error *error);
    /* Does the same, shows how far it is, and says why it cannot. */
    cli_status (*plan)(void *context, df_plan **plan, df_print_report *result);
    void *context;
} game_task;

struct game_entry {
    const char *name;            /* as --game has it */
    const char *summary;         /* for the help */
    df_rules rules;              /* by which drops are planned */
    df_deal deal;                /* DF_DEALS: it deals any piece, in the right frame */
    const output_format *format; /* of the file that the game opens */
    unsigned levels;             /* from 0 on; 0: it has none to choose */
    unsigned width, height;      /* of its playfield */
    unsigned picture_height;     /* rows to which a picture is scaled down */
    unsigned max_colors;         /* that its pieces have */
    /* Chooses the pieces of the colours, and the other options of the planner. */
    cli_status (*prepare)(game_choice *chosen, const game_task *task);
    /* Plans until the game can play it. *plan becomes that of the game. */
    cli_status (*plan)(game_choice *chosen, const game_task *task, df_plan **plan,
                       df_print_report *result);
    /* Checks that the game can play a plan by the seed of the choice, and finds its end; of
     * games with game_deal_plan. */
    df_status (*play)(game_choice *chosen, const df_plan *plan);
    /* Replaces the advice of an error about a plan by what helps here; may be NULL. */
    void (*advise)(df_error *error, df_status status, const df_picture *sprite);
    /* Adds figures of the end; may be NULL. */
    void (*report)(const game_choice *chosen, figure_list *report);
    /* True if a plan may be one of this game; makes the choice that it was printed with. */
    bool (*recognize)(game_choice *chosen, const df_plan *plan);
};

extern const game_entry game_entry_nes, game_entry_nullpomino, game_entry_tetrio;

/* `prepare` and `plan` of games that deal their pieces from a seed. */
cli_status game_deal_prepare(game_choice *chosen, const game_task *task);
cli_status game_deal_plan(game_choice *chosen, const game_task *task, df_plan **plan,
                          df_print_report *result);

/* True if each piece of the plan, a tetromino, is given that colour. */
static inline bool game_has_colors(const df_plan *plan, const df_color colors[DF_TETROMINOES])
{
    bool has_all = plan->set->count >= DF_TETROMINOES;
    for (unsigned i = 0; has_all && i < DF_TETROMINOES; i++)
        has_all = plan->colors[i].given &&
                  memcmp(&plan->colors[i].color, &colors[i], sizeof colors[i]) == 0;
    return has_all;
}

extern const option_spec game_option_specs[];

/* Writes the games, one on each line, for the help. */
void game_table_put(FILE *stream);

/* Takes the level of a game out of the options of pictures, where it is put back once known. */
void game_choice_take_level(game_choice *chosen, picture_options *options);

/* Refuses options that the game leaves no choice, of which `dealt` may be one. */
cli_status game_choice_check(const game_choice *chosen, const char *command,
                             const df_print_options *print, const char *dealt);

/* Limits the preparation to what the game can show. */
void game_choice_limit(game_choice *chosen, df_preparation *how);

/* Does the same as source_sprite and source_say. A picture that is scaled for a game leaves a
 * column free if a row would clear. */
cli_status game_choice_read(const game_choice *chosen, const char *path,
                            sprite_options *options, df_picture **sprite, df_prepared *report);

/* Fits the picture to the game, and plans it. Leaves out a square of each row that would clear,
 * and one if their number, with the anchors, is odd, which 10 columns do not allow, unless the
 * picture has to stay exact. */
cli_status game_choice_plan(game_choice *chosen, const game_task *task, df_plan **plan,
                            df_print_report *result);

/* Replaces the advice of an error about a plan by what helps in the game, if there is one. */
void game_choice_advise(const game_choice *chosen, df_error *error, df_status status,
                        const df_picture *sprite);

/* Makes the choice that a plan was printed with, if it is of a game. */
void game_choice_recognize(game_choice *chosen, const df_plan *plan);

/* Prepares a picture for a comparison with that plan, and gives the pieces the colours that
 * they stand for. */
cli_status game_choice_paint(game_choice *chosen, const char *name, df_picture *sprite,
                             bool exact, size_t anchors, df_plan *plan);

/* Adds the end of the game to the figures. */
void game_choice_report(const game_choice *chosen, figure_list *report);

void game_choice_free(game_choice *chosen);
