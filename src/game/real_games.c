/* The games in which a picture is drawn: a table, and their files. */
#include "dropforge/replay.h"

#include <stdlib.h>

#include "nes_console.h"
#include "real_games.h"

enum { REAL_WIDTH = 10, REAL_HEIGHT = 20, REAL_ROWS = 16 /* of a picture */ };

const df_real_game df_real_games[DF_REAL_GAMES] = {
    [DF_REAL_NES] = {.name = "nes",
                     .title = "NES, 1989",
                     .summary = "the NES game of 1989: up to 18 rows in the three colours of a "
                                "level; .fm2",
                     .ending = "fm2",
                     .width = DF_NES_WIDTH,
                     .height = DF_NES_HEIGHT,
                     .picture_height = DF_NES_HEIGHT - 2, /* the next piece appears above it */
                     .max_colors = 3,
                     .levels = DF_NES_LEVELS,
                     .rules = DF_RULES_HARDDROP,
                     .deal = DF_DEALS},
    [DF_REAL_NULLPOMINO] = {.name = "nullpomino",
                            .title = "NullpoMino",
                            .summary = "NullpoMino 7.5, rule STANDARD: up to 20 rows and seven "
                                       "colours; .rep",
                            .ending = "rep",
                            .width = DF_NULLPOMINO_WIDTH,
                            .height = DF_NULLPOMINO_HEIGHT,
                            .picture_height = REAL_ROWS,
                            .max_colors = DF_TETROMINOES,
                            .rules = DF_RULES_SRS,
                            .deal = DF_DEAL_NULLPOMINO},
    [DF_REAL_TETRIO] = {.name = "tetrio",
                        .title = "TETR.IO",
                        .summary = "TETR.IO: up to 20 rows and seven colours; .ttr",
                        .ending = "ttr",
                        .width = REAL_WIDTH,
                        .height = REAL_HEIGHT,
                        .picture_height = REAL_ROWS,
                        .max_colors = DF_TETROMINOES,
                        .rules = DF_RULES_SRS_180,
                        .deal = DF_DEAL_TETRIO},
    [DF_REAL_TECHMINO] = {.name = "techmino",
                          .title = "Techmino",
                          .summary = "Techmino: up to 20 rows and six colours, any pieces; "
                                     ".techmino",
                          .ending = "techmino",
                          .width = REAL_WIDTH,
                          .height = REAL_HEIGHT,
                          .picture_height = REAL_ROWS,
                          .max_colors = DF_PRINT_MAX_COLORS,
                          .rules = DF_RULES_HARDDROP,
                          .deal = DF_DEALS},
};

/* Reads the file of a game, as df_real_game_read does; *end is zero before. */
typedef df_status real_game_reader(df_plan **plan, const df_piece_set *set, const char *text,
                                   size_t length, df_replay_end *end, df_error *error);

static real_game_reader *const real_game_readers[DF_REAL_GAMES] = {
    [DF_REAL_NES] = df_nes_movie_read,
    [DF_REAL_NULLPOMINO] = df_nullpomino_read,
    [DF_REAL_TETRIO] = df_tetrio_read,
    [DF_REAL_TECHMINO] = df_techmino_read,
};

df_status df_real_game_read(df_plan **plan, const df_piece_set *set, df_real_game_kind game,
                            const char *text, size_t length, df_replay_end *end,
                            df_error *error)
{
    df_replay_end found = {0};
    df_plan *made = NULL;
    const df_status status = real_game_readers[game](&made, set, text, length, &found, error);
    if (status != DF_OK)
        return status;
    *plan = made;
    if (end != NULL) {
        *end = found;
    } else {
        free(found.scores);
        free(found.levels);
    }
    return DF_OK;
}

df_status df_real_game_write(df_text *text, df_real_game_kind game, const df_plan *plan,
                             unsigned level, df_replay_end *end, df_error *error)
{
    df_text unused = {0};
    df_text *into = text != NULL ? text : &unused;
    if (end != NULL)
        *end = (df_replay_end){.locks = (uint32_t)plan->count};
    if (game == DF_REAL_NES)
        return df_nes_movie_write(text, plan, level, NULL, end, error);
    if (game == DF_REAL_NULLPOMINO)
        return df_nullpomino_write(text, plan, end, error);
    const df_status status =
        (game == DF_REAL_TETRIO ? df_tetrio_write : df_techmino_write)(into, plan, error);
    df_text_free(&unused);
    return status;
}
