#define SANDBOX_ITSELF
#include "bounds.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "clear/solve/solver.h"
#include "dropforge/bot.h"
#include "dropforge/clear.h"
#include "dropforge/game.h"
#include "dropforge/omino.h"
#include "dropforge/picture.h"
#include "dropforge/tile.h"
#include "dropforge/view.h"

enum {
    MAX_WATCHES = 20, /* reports of a count before it is stopped */
    MAX_SQUARES = 7,  /* squares of polyominoes that are listed */
    MAX_COUNTED = 10, /* squares of polyominoes that are counted otherwise */
    MAX_UNIFORM =
        16, /* up to this size, polyominoes of a size are counted before one is drawn */
    MAX_DESCRIBED = 24, /* of a polyomino that is written as JSON with all its features */
    MAX_STEPS = 2000,   /* of a walk, or of a search */
    MAX_WALKS = 8,      /* that may lose their way */
    MAX_COLORS = 64,    /* that are kept */
    MAX_BOARD = 96,     /* squares that are tiled */
    MAX_SHORT_SIDE = 6,
    MAX_MEMORY = 1 << 20, /* bytes of states */
    MAX_VISITS = 50,
    MAX_BUILT = 20,      /* squares of a board on which a target is built */
    MAX_ASKED = 10,      /* queues of a solver, and nodes of their cover */
    MAX_AREA = 400,      /* squares of a board that is played on */
    MAX_GAMES = 4,       /* in one run */
    MAX_PIECES = 30,     /* of a game */
    MAX_TICKS = 1200,    /* in one run */
    MAX_IMAGE = 1 << 16, /* pixels */
    MAX_FILM = 1 << 20   /* of all frames together */
};

/* The work that one run has done, and its callbacks. */
static struct {
    unsigned watches;
    unsigned walks;
    unsigned visits;
    unsigned games;
    unsigned ticks;
    size_t image;
    df_watch *tile; /* or NULL */
} used;

/* The same types, or this is not compiled. */
__typeof__(df_ominoes_count) bounded_ominoes_count;
__typeof__(df_ominoes_list) bounded_ominoes_list;
__typeof__(df_ominoes_piece_set) bounded_ominoes_piece_set;
__typeof__(df_omino_count) bounded_omino_count;
__typeof__(df_omino_uniform_create) bounded_omino_uniform_create;
__typeof__(df_omino_write) bounded_omino_write;
__typeof__(df_omino_path) bounded_omino_path;
__typeof__(df_omino_walk) bounded_omino_walk;
__typeof__(df_omino_pieces_create) bounded_omino_pieces_create;
__typeof__(df_omino_colors) bounded_omino_colors;
__typeof__(df_omino_plan_colors) bounded_omino_plan_colors;
__typeof__(df_tile_count) bounded_tile_count;
__typeof__(df_tile_count_parts) bounded_tile_count_parts;
__typeof__(df_tilings_create) bounded_tilings_create;
__typeof__(df_tilings_list) bounded_tilings_list;
__typeof__(df_tilings_random) bounded_tilings_random;
__typeof__(df_tiling_orders) bounded_tiling_orders;
__typeof__(df_clear_find) bounded_clear_find;
__typeof__(df_clear_pattern_read) bounded_clear_pattern_read;
__typeof__(df_clear_solver_create) bounded_clear_solver_create;
__typeof__(df_clear_solver_best) bounded_clear_solver_best;
__typeof__(df_clear_solver_ask) bounded_clear_solver_ask;
__typeof__(df_clear_catalog_create) bounded_clear_catalog_create;
__typeof__(df_clear_catalog_minimize) bounded_clear_catalog_minimize;
__typeof__(df_bot_create) bounded_bot_create;
__typeof__(df_bot_game_create) bounded_game_create;
__typeof__(df_bot_games_play) bounded_games_play;
__typeof__(df_train_create) bounded_train_create;
__typeof__(df_train_play) bounded_train_play;
__typeof__(df_game_create) bounded_play_create;
__typeof__(df_game_tick) bounded_play_tick;
__typeof__(df_raster_begin) bounded_raster_begin;
__typeof__(df_film_create) bounded_film_create;
__typeof__(df_sheet_begin) bounded_sheet_begin;

void bounds_begin(void)
{
    memset(&used, 0, sizeof used);
    bounds_begin_print();
}

/* True if one more of what is counted in `count` is allowed. */
static bool take(unsigned *count, unsigned max)
{
    return (*count)++ < max;
}

static uint64_t lower(uint64_t limit, uint64_t max)
{
    return limit == 0 || limit > max ? max : limit;
}

/* --- omino --- */

df_status bounded_ominoes_count(uint64_t *count, unsigned size, const df_ominoes_filter *filter,
                                const df_count_options *options, uint64_t *nodes)
{
    return size <= MAX_SQUARES ? df_ominoes_count(count, size, filter, options, nodes)
                               : DF_ERROR_MEMORY;
}

df_status bounded_ominoes_list(uint64_t *count, unsigned size, const df_ominoes_filter *filter,
                               const df_count_options *options, uint64_t limit,
                               df_ominoes_visit *visitor, void *context)
{
    return size <= MAX_SQUARES
               ? df_ominoes_list(count, size, filter, options, limit, visitor, context)
               : DF_ERROR_MEMORY;
}

df_status bounded_ominoes_piece_set(df_piece_set **set, unsigned size,
                                    const df_ominoes_filter *filter)
{
    return size < MAX_SQUARES ? df_ominoes_piece_set(set, size, filter) : DF_ERROR_MEMORY;
}

df_status bounded_omino_count(df_natural numbers[][DF_OMINO_NUMBERS], unsigned size,
                              bool classes, const df_count_options *options,
                              df_count_effort *effort, df_error *error)
{
    return size <= MAX_COUNTED ? df_omino_count(numbers, size, classes, options, effort, error)
                               : DF_ERROR_MEMORY;
}

df_status bounded_omino_uniform_create(df_omino_uniform **uniform, unsigned size,
                                       const df_count_options *options, df_error *error)
{
    return size <= MAX_COUNTED ? df_omino_uniform_create(uniform, size, options, error)
                               : DF_ERROR_MEMORY;
}

df_outcome bounded_omino_path(const df_omino *omino, uint64_t nodes, uint16_t *walk)
{
    return df_omino_path(omino, lower(nodes, MAX_STEPS), walk);
}

/* The search for a path takes a hundred thousand steps at most, each in time proportional to
 * the number of squares. */
void bounded_omino_write(df_text *text, const df_omino *omino, df_omino_text what)
{
    df_omino_write(text, omino,
                   what == DF_OMINO_JSON_ALL && omino->size > MAX_DESCRIBED ? DF_OMINO_JSON
                                                                            : what);
}

df_status bounded_omino_walk(df_omino *omino, unsigned size, uint64_t nodes, df_random *random,
                             df_outcome *outcome)
{
    return take(&used.walks, MAX_WALKS)
               ? df_omino_walk(omino, size, lower(nodes, MAX_STEPS), random, outcome)
               : DF_ERROR_MEMORY;
}

df_status bounded_omino_pieces_create(df_omino_pieces **pieces, unsigned size, bool path)
{
    return path || size <= MAX_COUNTED || size > MAX_UNIFORM
               ? df_omino_pieces_create(pieces, size, path)
               : DF_ERROR_MEMORY;
}

/* To choose colours takes a millisecond, longer than most else that is done with a few pieces.
 * They are really chosen for 3 pieces, and for very many; for others they are from a list that
 * was made once. */
static bool copy_colors(df_color *colors, size_t count)
{
    static df_color kept[MAX_COLORS];
    static bool is_made;
    if (count == 3 || count > MAX_COLORS)
        return false;
    is_made = is_made || df_omino_colors(kept, NULL, MAX_COLORS) == DF_OK;
    memcpy(colors, kept, count * sizeof kept[0]);
    return is_made;
}

df_status bounded_omino_colors(df_color *colors, const df_piece_set *set, size_t count)
{
    return copy_colors(colors, count) ? DF_OK : df_omino_colors(colors, set, count);
}

df_status bounded_omino_plan_colors(df_plan_color **colors, const df_piece_set *set)
{
    df_color chosen[MAX_COLORS];
    if (*colors != NULL || !copy_colors(chosen, set->count))
        return df_omino_plan_colors(colors, set);
    *colors = calloc(set->count, sizeof **colors);
    for (size_t i = 0; *colors != NULL && i < set->count; i++)
        (*colors)[i] = (df_plan_color){.given = true, .color = chosen[i]};
    return *colors != NULL ? DF_OK : DF_ERROR_MEMORY;
}

/* --- tile --- */

static bool watch_tiles(void *context, const df_progress *progress)
{
    return take(&used.watches, MAX_WATCHES) &&
           (used.tile == NULL || used.tile(context, progress));
}

static df_count_options bound_tiles(const df_count_options *options)
{
    df_count_options bounded = *options;
    bounded.memory = lower(options->memory, MAX_MEMORY);
    bounded.watch = watch_tiles;
    used.tile = options->watch;
    return bounded;
}

static bool is_small_board(uint64_t width, uint64_t height)
{
    return width <= MAX_BOARD && height <= MAX_BOARD && width * height <= MAX_BOARD;
}

df_status bounded_tile_count(df_natural *number, const df_piece_set *set, unsigned width,
                             unsigned height, bool symmetric, const df_count_options *options,
                             df_count_effort *effort, df_error *error)
{
    const df_count_options bounded = bound_tiles(options);
    return is_small_board(width, height)
               ? df_tile_count(number, set, width, height, symmetric, &bounded, effort, error)
               : DF_ERROR_MEMORY;
}

/* The work grows with the cube of the width. */
df_status bounded_tile_count_parts(df_natural numbers[DF_TILE_PARTS], const df_piece_set *set,
                                   unsigned width, unsigned height,
                                   const df_count_options *options,
                                   df_tile_components_visit *visit, void *context,
                                   df_count_effort *effort, df_error *error)
{
    const df_count_options bounded = bound_tiles(options);
    return is_small_board(width, height)
               ? df_tile_count_parts(numbers, set, width, height, &bounded, visit, context,
                                     effort, error)
               : DF_ERROR_MEMORY;
}

df_status bounded_tilings_create(df_tilings **tilings, const df_piece_set *set, unsigned width,
                                 unsigned height, const df_tilings_options *options,
                                 df_error *error)
{
    df_tilings_options bounded = *options;
    bounded.memory = (size_t)lower(options->memory, MAX_MEMORY);
    return is_small_board(width, height)
               ? df_tilings_create(tilings, set, width, height, &bounded, error)
               : DF_ERROR_MEMORY;
}

df_status bounded_tilings_list(const df_tilings *tilings, const df_natural *skip,
                               uint64_t limit, df_tiling_visit *visitor, void *context)
{
    return df_tilings_list(tilings, skip, lower(limit, MAX_VISITS), visitor, context);
}

df_status bounded_tilings_random(const df_tilings *tilings, df_random *random, df_drop *pieces,
                                 size_t *count)
{
    return take(&used.visits, MAX_VISITS) ? df_tilings_random(tilings, random, pieces, count)
                                          : DF_ERROR_MEMORY;
}

df_status bounded_tiling_orders(const df_tiling *tiling, size_t limit, df_natural *orders)
{
    return df_tiling_orders(tiling, (size_t)lower(limit, MAX_STEPS), orders);
}

df_status bounded_clear_find(const df_clear_request *request, df_clear_visit *visit,
                             void *context, df_clear_report *report, df_error *error)
{
    df_clear_request bounded = *request;
    bounded.nodes = lower(request->nodes, MAX_STEPS);
    return df_clear_find(&bounded, visit, context, report, error);
}

/* Two draws of seven pieces are 25 million queues. */
df_status bounded_clear_pattern_read(df_clear_pattern *pattern, const char *text, size_t length,
                                     size_t most, bool any_order, df_error *error)
{
    unsigned draws = 0;
    for (size_t i = 0; i < length; i++)
        draws += text[i] == '*' || text[i] == '[' ? 1 : 0;
    return draws <= 1 ? df_clear_pattern_read(pattern, text, length, most, any_order, error)
                      : DF_ERROR_MEMORY;
}

df_status bounded_clear_solver_create(df_clear_solver **solver, const df_clear_request *request,
                                      bool is_open, unsigned *drops, df_error *error)
{
    df_clear_request bounded = *request;
    if (is_open && (uint64_t)request->field->width * request->rows > MAX_BUILT)
        return DF_ERROR_MEMORY;
    if (!is_open)
        bounded.memory = lower(request->memory, MAX_MEMORY);
    return df_clear_solver_create(solver, &bounded, is_open, drops, error);
}

df_status bounded_clear_solver_best(df_clear_solver *solver, const df_clear_request *request,
                                    df_clear_choice **choices, size_t *count,
                                    df_clear_tally *tally, df_error *error)
{
    return solver->board.drops <= request->count
               ? df_clear_solver_best(solver, request, choices, count, tally, error)
               : DF_ERROR_MEMORY;
}

df_status bounded_clear_catalog_create(df_clear_catalog **made, df_clear_solver *solver,
                                       const df_clear_queues *request, df_error *error)
{
    return request->count <= MAX_ASKED ? df_clear_catalog_create(made, solver, request, error)
                                       : DF_ERROR_MEMORY;
}

df_status bounded_clear_catalog_minimize(const df_clear_catalog *catalog, uint64_t nodes,
                                         bool *chosen, size_t *count, size_t *least)
{
    return df_clear_catalog_minimize(catalog, lower(nodes, MAX_ASKED), chosen, count, least);
}

df_status bounded_clear_solver_ask(df_clear_solver *solver, const df_clear_queues *queues,
                                   bool *clears, df_error *error)
{
    return queues->count <= MAX_ASKED ? df_clear_solver_ask(solver, queues, clears, error)
                                      : DF_ERROR_MEMORY;
}

/* --- bot and game --- */

static df_bot_options bound_bot(const df_bot_options *options)
{
    df_bot_options bounded = *options;
    bounded.lookahead = options->lookahead < 3 ? options->lookahead : 3;
    bounded.beam = (unsigned)lower(options->beam, 4);
    return bounded;
}

static bool is_small_area(uint64_t width, uint64_t height)
{
    return width <= MAX_AREA && height <= MAX_AREA && width * height <= MAX_AREA;
}

df_status bounded_bot_create(df_bot **bot, const df_bot_options *options, df_error *error)
{
    const df_bot_options bounded = bound_bot(options);
    return is_small_area(options->width, options->height) ? df_bot_create(bot, &bounded, error)
                                                          : DF_ERROR_MEMORY;
}

/* False where the board is too large, or there have been too many games. */
static bool bound_game(df_bot_game_options *game, uint64_t games)
{
    if (games > MAX_GAMES || !is_small_area(game->bot.width, game->bot.height))
        return false;
    used.games += (unsigned)games;
    game->bot = bound_bot(&game->bot);
    game->max_pieces = lower(game->max_pieces, MAX_PIECES);
    return used.games <= MAX_GAMES;
}

df_status bounded_game_create(df_bot_game **game, const df_bot_game_options *options,
                              df_error *error)
{
    df_bot_game_options bounded = *options;
    return bound_game(&bounded, 1) ? df_bot_game_create(game, &bounded, error)
                                   : DF_ERROR_MEMORY;
}

df_status bounded_games_play(df_bot_game_result *results, const df_bot_game_options *options,
                             df_bot_games_summary *summary, df_error *error)
{
    df_bot_game_options bounded = *options;
    return bound_game(&bounded, options->count)
               ? df_bot_games_play(results, &bounded, summary, error)
               : DF_ERROR_MEMORY;
}

df_status bounded_train_create(df_train **train, const df_train_options *options,
                               df_error *error)
{
    df_train_options bounded = *options;
    bounded.max_pieces = lower(options->max_pieces, MAX_PIECES);
    return df_train_create(train, &bounded, error);
}

df_status bounded_train_play(const df_train *train, const df_piece_set *set, unsigned jobs,
                             df_watch *watch, void *context, df_bot_game_result *results)
{
    const df_train_options *options = df_train_get_state(train)->options;
    uint64_t area = 0;
    for (unsigned b = 0; b < options->board_count; b++)
        area += (uint64_t)options->boards[b].width * options->boards[b].height;
    if (df_train_get_state(train)->items > MAX_VISITS ||
        options->max_pieces != lower(options->max_pieces, MAX_PIECES) || area > MAX_AREA ||
        !take(&used.games, MAX_GAMES))
        return DF_ERROR_MEMORY;
    return df_train_play(train, set, jobs, watch, context, results);
}

df_status bounded_play_create(df_game **play, const df_game_options *options, df_error *error)
{
    return is_small_area(options->width, options->height) ? df_game_create(play, options, error)
                                                          : DF_ERROR_MEMORY;
}

df_status bounded_play_tick(df_game *play)
{
    return take(&used.ticks, MAX_TICKS) ? df_game_tick(play) : DF_ERROR_MEMORY;
}

/* --- view --- */

df_status bounded_raster_begin(df_raster *raster, const df_plan *plan,
                               const df_raster_options *options)
{
    const df_status status = df_raster_begin(raster, plan, options);
    if (status != DF_OK)
        return status;
    used.image = (size_t)raster->width * raster->height;
    if (used.image <= MAX_IMAGE)
        return DF_OK;
    df_raster_free(raster);
    return DF_ERROR_MEMORY;
}

df_status bounded_film_create(df_film **film, const df_plan *plan,
                              const df_film_options *options, df_error *error)
{
    df_film_options bounded = *options;
    const size_t frames = MAX_FILM / (used.image + 1000) + 1;
    bounded.max_frames = (size_t)lower(options->max_frames, frames);
    return df_film_create(film, plan, &bounded, error);
}

df_status bounded_sheet_begin(df_sheet *sheet)
{
    const df_status status = df_sheet_begin(sheet);
    const bool is_large =
        status == DF_OK && (uint64_t)sheet->width * sheet->height > MAX_IMAGE * 4;
    return is_large ? DF_ERROR_LIMIT : status;
}
