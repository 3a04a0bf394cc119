/* A picture in one of these games: it is made to fit, and planned. */
#include "real_games.h"

#include <string.h>

#include "core/base/bits.h"
#include "core/base/error.h"

enum {
    REAL_COLUMNS = 10, /* of every game */
    /* Nodes of a search with the pieces of a seed while other pieces may be tried, for each
     * unit of effort. */
    REAL_SHARE_NODES = 150000000
};

/* Returns the first row from this one on that would clear, or the height. */
static unsigned real_find_full(const df_picture *picture, unsigned y)
{
    const size_t width = picture->width;
    while (y < picture->height &&
           (width < REAL_COLUMNS || memchr(&picture->cell[y * width], 0, width) != NULL))
        y++;
    return y;
}

/* Returns how little a square would be missed: most at the rim of a large area, least if it is
 * a detail of its own. 0: it has to stay, since its row or its colour has no other. */
static unsigned real_rate_square(const df_picture *picture, unsigned x, unsigned y)
{
    const unsigned around = 8; /* squares */
    const uint8_t *cell = picture->cell;
    const uint8_t color = cell[y * picture->width + x];
    size_t in_row = 0, in_color = 0;
    for (size_t i = 0; i < (size_t)picture->width * picture->height; i++) {
        in_row += i / picture->width == y && cell[i] != 0;
        in_color += cell[i] == color;
    }
    if (color == 0 || in_row < 2 || in_color < 2)
        return 0;
    unsigned empty = 0, same = 0;
    for (int dy = -1; dy <= 1; dy++) {
        for (int dx = -1; dx <= 1; dx++) {
            const unsigned left = x + (unsigned)dx, top = y + (unsigned)dy;
            const bool is_inside = left < picture->width && top < picture->height;
            const uint8_t near = is_inside ? cell[top * picture->width + left] : 0;
            empty += near == 0;
            same += (dx != 0 || dy != 0) && near == color;
        }
    }
    /* What is left of its surroundings is of another colour. */
    const unsigned other = around - empty - same;
    return 1 + around + (same >= 2 ? 2 * around : 0) + (empty > 0 ? around : 0) + empty - other;
}

/* Leaves out the square of these rows that is missed least. False if each is needed. */
static bool real_leave_out(df_picture *picture, unsigned from, unsigned end)
{
    unsigned best = 0;
    size_t place = 0;
    for (unsigned y = from; y < end; y++) {
        for (unsigned x = 0; x < picture->width; x++) {
            const unsigned rate = real_rate_square(picture, x, y);
            if (rate > best) {
                best = rate;
                place = (size_t)y * picture->width + x;
            }
        }
    }
    if (best > 0)
        picture->cell[place] = 0;
    return best > 0;
}

/* Leaves out a square of each row that would clear, and one if their number is odd. */
static df_status real_adapt(df_real_choice *choice, df_picture *picture, size_t anchors,
                            bool exact, df_error *error)
{
    size_t squares = anchors;
    for (size_t i = 0; i < (size_t)picture->width * picture->height; i++)
        squares += picture->cell[i] != 0;
    choice->left_out = 0;
    for (unsigned y = 0; !exact && (y = real_find_full(picture, y)) < picture->height; y++)
        choice->left_out += real_leave_out(picture, y, y + 1);
    if ((squares - choice->left_out) % 2 == 0)
        return DF_OK;
    if (exact || !real_leave_out(picture, 0, picture->height))
        return df_error_set(error, DF_ERROR_PICTURE,
                            "10 columns only hold pictures of an even number of squares, and "
                            "it has %zu; add one%s%s",
                            squares, squares > 1 ? " or leave one out" : "",
                            squares > 1 && exact ? ", or print without --exact" : "");
    choice->left_out++;
    return DF_OK;
}

df_status df_real_game_fit(df_real_choice *choice, df_picture *picture, size_t anchors,
                           bool exact, df_error *error)
{
    const df_real_game *game = &df_real_games[choice->game];
    if (picture->width > game->width || picture->height > game->height) {
        df_error_set(error, DF_ERROR_LIMIT,
                     "the game has %u columns and %u rows, and the picture %u and %u",
                     game->width, game->height, picture->width, picture->height);
        df_error_advise(error, DF_OPTION_FIT, "%ux%u", game->width, game->picture_height);
        return DF_ERROR_LIMIT;
    }
    const df_status status = real_adapt(choice, picture, anchors, exact, error);
    if (status != DF_OK)
        return status;
    if (picture->color_count > game->max_colors) {
        df_error_set(error, DF_ERROR_LIMIT, "the game has %u colours and the picture %u",
                     game->max_colors, picture->color_count);
        df_error_advise(error, DF_OPTION_COLORS, "%u", game->max_colors);
        return DF_ERROR_LIMIT;
    }
    if (choice->game == DF_REAL_NES)
        df_real_nes_share(choice, picture);
    return DF_OK;
}

/* Ends a search after its nodes, and says if it was stopped. */
static bool real_watch(void *context, const df_progress *progress)
{
    real_print *self = context;
    const df_print_options *given = self->given;
    self->stopped |= given->watch != NULL && !given->watch(given->watch_context, progress);
    return !self->stopped && (self->max_nodes == 0 || progress->done < self->max_nodes);
}

static df_status real_print_plan(real_print *self)
{
    return self->choice->game == DF_REAL_NES ? df_real_nes_print(self)
           : df_real_games[self->choice->game].deal == DF_DEALS
               ? real_print_find(self, self->plan, self->report, self->error)
               : df_real_deal_print(self);
}

/* Plans with one piece for each colour, so that the game shows the picture in the colours
 * nearest to its own; with more where that leads to no plan, and at last with those that the
 * planner chooses. */
static df_status real_print_shared(real_print *self)
{
    const unsigned colors = self->picture->color_count;
    const unsigned counts[] = {colors, colors + 1, 2 * colors, DF_TETROMINOES};
    const char *asked = self->options.pieces;
    df_status status = DF_ERROR_LIMIT;
    if (asked != NULL && strcmp(asked, "single") != 0)
        return real_print_plan(self);
    for (unsigned i = 0, tried = 0; i < 4 && !self->stopped; i++) {
        const unsigned count = unsigned_min(counts[i], DF_TETROMINOES);
        if (count == tried)
            continue;
        tried = count;
        df_real_share(self->choice, self->picture, count);
        self->options.pieces = self->choice->pieces;
        self->whole_nodes = (uint64_t)REAL_SHARE_NODES * unsigned_max(self->given->effort, 1);
        status = real_print_plan(self);
        if (status != DF_ERROR_LIMIT && status != DF_ERROR_PICTURE)
            return status;
    }
    self->options.pieces = NULL;
    self->whole_nodes = 0;
    return self->stopped ? status : real_print_plan(self);
}

/* Puts a picture that fits in place of another width, which no game has. */
static void real_advise(df_error *error, const df_real_game *game)
{
    if (error == NULL || error->advice_count == 0 || error->advice[0].option != DF_OPTION_WIDTH)
        return;
    error->advice_count = 0;
    df_error_advise(error, DF_OPTION_FIT, "%ux%u", REAL_COLUMNS - 1, game->picture_height);
}

df_status df_real_game_print(df_real_choice *choice, df_plan **plan, const df_picture *picture,
                             const df_piece_set *tetrominoes, const df_print_options *options,
                             df_print_report *report, df_error *error)
{
    const df_real_game *game = &df_real_games[choice->game];
    df_plan *made = NULL;
    real_print self = {.choice = choice,
                       .picture = picture,
                       .set = tetrominoes,
                       .options = *options,
                       .given = options,
                       .plan = &made,
                       .report = report,
                       .error = error};
    self.options.method = NULL;
    self.options.deal = NULL;
    self.options.begin = NULL;
    self.options.width = game->width;
    self.options.height = game->height;
    self.options.rules = game->rules;
    self.options.watch = real_watch;
    self.options.watch_context = &self;
    if (choice->game == DF_REAL_NES)
        self.options.pieces = choice->pieces;
    const df_status status =
        choice->game == DF_REAL_NES ? real_print_plan(&self) : real_print_shared(&self);
    if (status != DF_OK) {
        real_advise(error, game);
        df_plan_free(made);
        return status;
    }
    for (unsigned i = 0; choice->game != DF_REAL_NES && i < DF_TETROMINOES; i++)
        made->colors[i] = (df_plan_color){true, df_guideline_colors[i]};
    *plan = made;
    return DF_OK;
}
