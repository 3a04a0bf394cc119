#include "play_match.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cli/terminal/screen.h"

enum {
    MIN_PANEL = 18, /* columns of the panel beside a well */
    NUMBER = 6,     /* columns of a number beside a piece */
    MAX_SCALE = 32, /* of squares of the playfield */
    MAX_PIECE = 4,  /* the scale of pieces in a panel */
    MAX_HIDDEN = 4, /* hidden rows above the playfield that are shown if they fit */
};

/* The size of squares in half characters, one above the other, which are as wide as high: two
 * small ones share a character, and a large one has two beside each other. */
enum { PLAY_SMALL = 1, PLAY_LARGE = 2 };

/* The playfield or piece to draw. */
typedef struct play_view {
    const play_setup *setup;
    const df_field *field;           /* NULL: only a piece */
    const df_drawing_state *drawing; /* or NULL */
    const df_shape *shape;           /* of the piece, or NULL */
    unsigned piece;
    int x, y;
    int ghost_y;
    bool is_cleared;  /* the piece has locked and filled rows */
    uint32_t cleared; /* these rows, bit 0 for the row of y */
} play_view;

/* Return the columns or lines that squares take. */
static int play_view_columns(unsigned scale, unsigned squares)
{
    return (int)(scale * squares);
}

static int play_view_lines(unsigned scale, unsigned squares)
{
    return (int)((scale * squares + 1) / 2);
}

static bool play_view_is_in_shape(const df_shape *shape, int x, int y)
{
    return x >= 0 && y >= 0 && x < shape->width && y < shape->height &&
           (shape->row[y] >> x & 1) != 0;
}

/* True if the drop of the hint has a square there. */
static bool play_view_is_hint(const play_view *self, int x, int y)
{
    const df_live_answer *hint = &self->drawing->hint;
    const df_drop *drop = &hint->drop;
    if (!self->drawing->has_hint || hint->state != DF_LIVE_DROP)
        return false;
    const df_piece *piece = &self->setup->options.set->pieces[drop->piece];
    return play_view_is_in_shape(&piece->shape[drop->orientation], x - drop->x, y - drop->y);
}

/* Returns what the picture wants in an empty square. */
static square play_view_target(const play_view *self, unsigned column, unsigned line)
{
    static const df_color ground = {24, 26, 34};
    const size_t at = (size_t)line * self->field->width + column;
    const df_live_mark mark = self->drawing->marks[at];
    if (mark == DF_LIVE_GAP)
        return (square){SQUARE_GAP, {150, 70, 70}};
    if (mark != DF_LIVE_WANTED)
        return (square){SQUARE_EMPTY, {0, 0, 0}};
    const df_color *color =
        &self->setup->picture.print.sprite->colors[self->drawing->wanted[at] - 1];
    return (square){SQUARE_TARGET,
                    {(uint8_t)((2 * ground.red + color->red) / 3),
                     (uint8_t)((2 * ground.green + color->green) / 3),
                     (uint8_t)((2 * ground.blue + color->blue) / 3)}};
}

/* Returns what is at a place, as square_grid has it. */
static square play_view_square_at(const void *context, unsigned column, unsigned line)
{
    const play_view *self = context;
    const int x = (int)column, y = (int)line, row = y - self->y;
    if (self->is_cleared && row >= 0 && row < 32 && (self->cleared >> row & 1) != 0)
        return (square){SQUARE_CLEARED, {255, 255, 255}};
    if (self->shape != NULL && play_view_is_in_shape(self->shape, x - self->x, row))
        return (square){SQUARE_FULL, play_setup_color(self->setup, self->piece)};
    if (self->field == NULL || line >= self->field->height)
        return (square){SQUARE_EMPTY, {0, 0, 0}};
    const unsigned piece = df_field_square(self->field, column, line);
    if (self->drawing != NULL && play_view_is_hint(self, x, y))
        return (square){SQUARE_HINT, {255, 255, 255}};
    const df_live_mark mark =
        self->drawing != NULL ? self->drawing->marks[(size_t)line * self->field->width + column]
                              : DF_LIVE_FITS;
    if (piece != 0)
        return (square){mark == DF_LIVE_WRONG ? SQUARE_WRONG : SQUARE_FULL,
                        play_setup_color(self->setup, piece - 1)};
    if (self->shape != NULL &&
        play_view_is_in_shape(self->shape, x - self->x, y - self->ghost_y))
        return (square){SQUARE_GHOST, play_setup_color(self->setup, self->piece)};
    return self->drawing != NULL ? play_view_target(self, column, line)
                                 : (square){SQUARE_EMPTY, {0, 0, 0}};
}

static void play_view_draw(screen *on, const play_view *self, unsigned scale, int line,
                           int column, unsigned width, unsigned rows)
{
    const square_grid grid = {.at = play_view_square_at,
                              .context = self,
                              .width = width,
                              .columns = scale,
                              .halves = scale,
                              .has_dots = self->field != NULL};
    squares_draw(on, &grid, line, column, 0, (unsigned)play_view_lines(scale, rows));
}

/* Draws the lowest `rows` rows of a game's playfield, with the piece in play and its ghost at
 * the place where it would land; and of a drawing, which may be NULL, what is missing and
 * wrong, and the hint. */
static void play_view_field(screen *on, const play_setup *setup, const df_game *play,
                            const df_drawing *drawing, unsigned scale, int line, int column,
                            unsigned rows)
{
    const df_game_state *state = df_game_get_state(play);
    const df_piece_set *set = df_game_get_state(play)->set;
    play_view self = {.setup = setup, .field = df_game_get_state(play)->field};
    const bool is_finished = drawing != NULL && df_drawing_get_state(drawing)->is_finished;
    if (state->phase == DF_GAME_WAITING && state->last.cleared != 0 && !is_finished) {
        const df_drop *drop = &state->last.drop;
        self.field = df_game_get_state(play)->before;
        self.piece = drop->piece;
        self.shape = &set->pieces[drop->piece].shape[drop->orientation];
        self.x = drop->x;
        self.y = self.ghost_y = drop->y;
        self.is_cleared = true;
        drawing = NULL;
        self.cleared = state->last.cleared;
    } else if (state->piece >= 0 && state->phase != DF_GAME_WAITING) {
        self.piece = (unsigned)state->piece;
        self.shape = &set->pieces[self.piece].shape[state->orientation];
        self.x = state->x;
        self.y = state->y;
        self.ghost_y = state->phase == DF_GAME_FALLING ? state->ghost_y : state->y;
    }
    if (drawing != NULL)
        self.drawing = df_drawing_get_state(drawing);
    play_view_draw(on, &self, scale, line, column, self.field->width, rows);
}

/* Draws a piece in its spawn orientation. */
static void play_view_piece(screen *on, const play_setup *setup, const df_game *play,
                            unsigned piece, unsigned scale, int line, int column)
{
    const df_piece *drawn = &df_game_get_state(play)->set->pieces[piece];
    const df_shape *shape = &drawn->shape[df_piece_spawn(drawn, setup->options.rules)];
    const play_view self = {.setup = setup, .shape = shape, .piece = piece};
    play_view_draw(on, &self, scale, line, column, shape->width, shape->height);
}

/* The places of everything on the screen. */
typedef struct play_layout {
    unsigned scale;
    int panel;      /* columns of the panel to the right of a well, or 0 */
    int statistics; /* columns of the statistics to the left, or 0 */
    unsigned rows;  /* of the playfield that are shown */
    int columns;    /* of a well, without its walls */
    int lines;      /* of a well, without its floor */
} play_layout;

static int play_draw_seat_columns(const play_layout *self)
{
    return self->columns + 2 + self->panel;
}

/* Returns the columns of a panel for pieces with `more` columns beside them. There is a hidden
 * row for each square of the largest piece, so no piece is wider than there are hidden rows. */
static int play_draw_panel_columns(const df_game_options *options, int more)
{
    const int columns = play_view_columns(PLAY_SMALL, options->hidden) + more + 2;
    return columns > MIN_PANEL ? columns : MIN_PANEL;
}

/* Returns the lines of the screen that show the game: the chance is in the last line. */
static int play_draw_lines(const screen *on, const play_match *match)
{
    return (int)on->lines - (match->chance != NULL);
}

static bool play_draw_fits(const screen *on, const play_match *match, play_layout *self,
                           bool has_panel, unsigned scale)
{
    const df_game_options *options = df_game_get_state(match->seats[0].play)->options;
    self->scale = scale;
    self->panel = has_panel ? play_draw_panel_columns(options, 0) : 0;
    self->rows = options->height;
    self->columns = play_view_columns(scale, options->width);
    self->lines = play_view_lines(scale, self->rows);
    const int needed = play_draw_seat_columns(self) * (int)match->count;
    const int lines = play_draw_lines(on, match);
    /* Without a panel, a line below the floor shows the figures. */
    if (needed > (int)on->columns || self->lines + (has_panel ? 1 : 2) > lines)
        return false;
    const int statistics = play_draw_panel_columns(options, NUMBER);
    const bool has_room = needed + statistics <= (int)on->columns;
    self->statistics = has_panel && match->count == 1 && has_room ? statistics : 0;
    while (self->rows < options->height + options->hidden &&
           self->rows < options->height + MAX_HIDDEN &&
           play_view_lines(scale, self->rows + 1) + 2 <= lines)
        self->rows++;
    self->lines = play_view_lines(scale, self->rows);
    return true;
}

static bool play_draw_find_layout(const screen *on, const play_match *match, play_layout *self)
{
    const bool grows = on->has_colors && on->has_blocks;
    const unsigned first = grows ? MAX_SCALE : PLAY_LARGE;
    for (unsigned without = 0; without < 2; without++) {
        for (unsigned scale = first; scale >= PLAY_SMALL; scale--) {
            if (play_draw_fits(on, match, self, without == 0, scale))
                return true;
        }
    }
    return false;
}

/* Draws the clear or spin of the last piece, if there was one. */
static void play_draw_clear(screen *on, const play_seat *seat, int line, int column)
{
    static const char *const spins[DF_SPINS] = {
        [DF_SPIN_NONE] = "", [DF_SPIN_MINI] = "-spin mini ", [DF_SPIN_FULL] = "-spin "};
    const df_game_state *state = df_game_get_state(seat->play);
    const df_game_event *last = &state->last;
    const df_piece *piece = &df_game_get_state(seat->play)->set->pieces[state->last.drop.piece];
    static const char *const names[] = {"", "single", "double", "triple", "tetris"};
    if (last->perfect)
        screen_text(on, line, column, SCREEN_BOLD, "perfect clear!");
    else if (last->rows > 4)
        screen_text(on, line, column, SCREEN_BOLD, "%u rows!", last->rows);
    else
        screen_text(on, line, column, SCREEN_BOLD, "%s%s%s",
                    last->spin == DF_SPIN_NONE ? "" : piece->name, spins[last->spin],
                    names[last->rows]);
}

/* Draws how far the picture is, and the hint. */
static void play_draw_progress(screen *on, const play_match *match, int line, int column)
{
    const df_drawing_state *state = df_drawing_get_state(match->drawing);
    char time[PLAY_MARK_SIZE];
    play_drawing_words words;
    play_report_time(time, state->ticks);
    play_drawing_describe(&words, state);
    screen_text(on, line, column, SCREEN_BOLD, "%zu of %zu", state->fit, state->all);
    if (state->rows > 0)
        screen_text(on, line + 1, column, SCREEN_PLAIN, "%u %s to clear", state->rows,
                    state->rows == 1 ? "row" : "rows");
    screen_text(on, line + 2, column, SCREEN_PLAIN, "%s%s", time,
                match->seats[0].bot_plays ? "  bot" : "");
    screen_text(on, line + 3, column, SCREEN_BOLD, "%s", words.first);
    screen_text(on, line + 4, column, SCREEN_PLAIN, "%s", words.second);
}

static void play_draw_figures(screen *on, const play_match *match, const play_seat *seat,
                              int line, int column)
{
    if (match->drawing != NULL) {
        play_draw_progress(on, match, line, column);
        return;
    }
    const df_game_state *state = df_game_get_state(seat->play);
    const df_game_options *options = df_game_get_state(seat->play)->options;
    const uint64_t goal = options->goal_ticks;
    char time[PLAY_MARK_SIZE];
    play_report_time(time, goal > state->tick ? goal - state->tick : state->tick);
    if (options->goal_lines > 0 || options->garbage > 0)
        screen_text(on, line, column, SCREEN_BOLD, "Time %s", time);
    else
        screen_text(on, line, column, SCREEN_BOLD, "Score %" PRIu64, state->score);
    if (options->goal_lines > 0)
        screen_text(on, line + 1, column, SCREEN_PLAIN, "Lines %" PRIu64 " of %u", state->lines,
                    options->goal_lines);
    else if (options->garbage > 0)
        screen_text(on, line + 1, column, SCREEN_PLAIN, "Rows left %u", state->garbage);
    else
        screen_text(on, line + 1, column, SCREEN_PLAIN, "Lines %" PRIu64, state->lines);
    if (goal > 0)
        screen_text(on, line + 2, column, SCREEN_PLAIN, "Left %s%s", time,
                    seat->bot_plays ? "  bot" : "");
    else
        screen_text(on, line + 2, column, SCREEN_PLAIN, "Level %u%s", state->level,
                    seat->bot_plays ? "   bot" : "");
    play_draw_clear(on, seat, line + 3, column);
    if (state->last.combo > 0) {
        screen_text(on, line + 4, column, SCREEN_PLAIN, "combo %u%s", state->last.combo,
                    state->last.back_to_back ? ", b2b" : "");
    } else if (state->last.back_to_back) {
        screen_text(on, line + 4, column, SCREEN_PLAIN, "back to back");
    }
}

/* Returns the scale of pieces in a panel that are no larger than tetrominoes. */
static unsigned play_draw_piece_scale(const play_layout *self)
{
    if (self->scale < PLAY_LARGE)
        return PLAY_LARGE;
    return self->scale < MAX_PIECE ? self->scale : MAX_PIECE;
}

/* Draws a piece if it fits above the line `end`. Returns the line after it. */
static int play_draw_piece(screen *on, const play_match *match, const play_layout *self,
                           const play_seat *seat, unsigned piece, int line, int column, int end)
{
    const df_shape *shape = &df_game_get_state(seat->play)->set->pieces[piece].shape[DF_NORTH];
    const bool is_large = shape->width <= 4 && shape->height <= 2;
    const unsigned large = play_draw_piece_scale(self);
    const unsigned scale = is_large ? large : PLAY_SMALL;
    const int lines = play_view_lines(scale, shape->height);
    const int reserved = play_view_lines(large, 2);
    if (line + lines > end)
        return end;
    play_view_piece(on, match->setup, seat->play, piece, scale, line, column);
    /* Reserves the same space for flat pieces, so that the list does not move. */
    return line + (lines > reserved ? lines : reserved) + 1;
}

/* Draws the score, the held piece and the next pieces. */
static void play_draw_panel(screen *on, const play_match *match, const play_layout *self,
                            const play_seat *seat, int column, int end)
{
    const df_game_state *state = df_game_get_state(seat->play);
    const df_game_options *options = df_game_get_state(seat->play)->options;
    /* Pieces spawn lying down, so they are at most half as high as they have squares. */
    const int room = play_view_lines(PLAY_SMALL, (options->hidden + 1) / 2);
    const int reserved = play_view_lines(play_draw_piece_scale(self), 2);
    int line = 5;
    play_draw_figures(on, match, seat, 0, column);
    if (options->hold) {
        screen_text(on, line, column, state->can_hold ? SCREEN_BOLD : SCREEN_DIM, "Hold");
        if (state->held >= 0)
            play_draw_piece(on, match, self, seat, (unsigned)state->held, line + 1, column,
                            end);
        line += 1 + (room > reserved ? room : reserved);
    }
    screen_text(on, line++, column, SCREEN_BOLD, "Next");
    for (unsigned i = 0; i < state->next_count && line < end; i++)
        line = play_draw_piece(on, match, self, seat, state->next[i], line, column, end);
}

/* Draws the figures in one line, if there is no space for a panel. */
static void play_draw_line(screen *on, const play_seat *seat, int line, int column)
{
    const df_game_state *state = df_game_get_state(seat->play);
    const df_piece_set *set = df_game_get_state(seat->play)->set;
    screen_text(on, line, column, SCREEN_PLAIN, "%" PRIu64 " L%u %s", state->score,
                state->level, state->next_count > 0 ? set->pieces[state->next[0]].name : "");
}

/* Draws the walls and the floor of a well. */
static void play_draw_well(screen *on, int column, const play_layout *self)
{
    static const char *const signs[2][4] = {{"|", "+", "-", "+"},
                                            {"\u2502", "\u2514", "\u2500", "\u2518"}};
    const char *const *sign = signs[on->has_blocks];
    for (int line = 0; line < self->lines; line++) {
        screen_paint(on, line, column - 1, sign[0], NULL, NULL);
        screen_paint(on, line, column + self->columns, sign[0], NULL, NULL);
    }
    screen_paint(on, self->lines, column - 1, sign[1], NULL, NULL);
    for (int i = 0; i < self->columns; i++)
        screen_paint(on, self->lines, column + i, sign[2], NULL, NULL);
    screen_paint(on, self->lines, column + self->columns, sign[3], NULL, NULL);
}

static void play_draw_seat(screen *on, const play_match *match, const play_layout *self,
                           unsigned index, int column)
{
    const play_seat *seat = &match->seats[index];
    play_draw_well(on, column + 1, self);
    play_view_field(on, match->setup, seat->play, match->drawing, self->scale, 0, column + 1,
                    self->rows);
    if (self->panel > 0)
        play_draw_panel(on, match, self, seat, column + self->columns + 3,
                        play_draw_lines(on, match));
    else
        play_draw_line(on, seat, self->lines + 1, column);
}

/* How often a piece has come. */
typedef struct statistics_entry {
    uint64_t count;
    size_t piece;
} statistics_entry;

/* Compares two entries for qsort: the more frequent piece first, then the order of the set. */
static int play_draw_compare_entries(const void *a, const void *b)
{
    const statistics_entry *one = a, *other = b;
    if (one->count != other->count)
        return one->count > other->count ? -1 : 1;
    return one->piece < other->piece ? -1 : 1;
}

/* Draws an entry if it fits above the line `end`. Returns the line after it. */
static int play_draw_entry(screen *on, const play_match *match, const statistics_entry *one,
                           int line, int column, int end, int columns)
{
    const df_game *play = match->seats[0].play;
    const df_piece *piece = &df_game_get_state(play)->set->pieces[one->piece];
    const bool has_name = !on->has_blocks && piece->size <= 4;
    const int lines = has_name ? 1 : play_view_lines(PLAY_SMALL, piece->shape[DF_NORTH].height);
    if (line + lines > end)
        return end;
    screen_text(on, line, column + columns - 5, SCREEN_PLAIN, "%5" PRIu64, one->count);
    if (has_name)
        screen_text(on, line, column, SCREEN_PLAIN, "%s", piece->name);
    else
        play_view_piece(on, match->setup, play, (unsigned)one->piece, PLAY_SMALL, line, column);
    return line + lines;
}

/* Draws the pieces that have come in the first game, the most frequent first, beginning where
 * the match is scrolled to, into the lines above `end`. */
static void play_draw_statistics(screen *on, const play_match *match, int line, int column,
                                 int end, int columns)
{
    const df_game *play = match->seats[0].play;
    const size_t count = df_game_get_state(play)->set->count;
    statistics_entry *entries = malloc(count * sizeof entries[0]);
    size_t kinds = 0;
    if (entries == NULL)
        return;
    for (size_t i = 0; i < count; i++) {
        const uint64_t spawned = df_game_get_state(play)->spawned[i];
        if (spawned > 0)
            entries[kinds++] = (statistics_entry){spawned, i};
    }
    qsort(entries, kinds, sizeof entries[0], play_draw_compare_entries);
    screen_text(on, line, column, SCREEN_BOLD, "Pieces %" PRIu64,
                df_game_get_state(play)->pieces);
    screen_text(on, line + 1, column, SCREEN_PLAIN, "Kinds %zu%s", kinds,
                match->scroll > 0 ? " [ ]" : "");
    line += 2;
    for (size_t i = match->scroll; i < kinds && line < end; i++)
        line = play_draw_entry(on, match, &entries[i], line, column, end, columns) +
               (count > 7 ? 1 : 0);
    free(entries);
}

/* Draws a box with text in the middle of the screen. */
static void play_draw_box(screen *on, const char *const *lines, size_t count)
{
    size_t width = 0;
    for (size_t i = 0; i < count; i++) {
        if (strlen(lines[i]) > width)
            width = strlen(lines[i]);
    }
    const int left = (int)(on->columns > width + 2 ? (on->columns - width - 2) / 2 : 0);
    const int top = (int)(on->lines > count ? (on->lines - count) / 2 : 0);
    for (size_t i = 0; i < count; i++)
        screen_text(on, top + (int)i, left, SCREEN_REVERSE, " %-*s ", (int)width, lines[i]);
}

df_status play_draw(screen *on, const play_match *match, const char *const *lines, size_t count,
                    bool *is_possible)
{
    play_layout self;
    screen_clear(on);
    *is_possible = play_draw_find_layout(on, match, &self);
    if (*is_possible) {
        const int used = play_draw_seat_columns(&self) * (int)match->count + self.statistics;
        int column = ((int)on->columns - used) / 2;
        if (self.statistics > 0)
            play_draw_statistics(on, match, 0, column, play_draw_lines(on, match),
                                 self.statistics - 2);
        column += self.statistics;
        for (unsigned i = 0; i < match->count; i++)
            play_draw_seat(on, match, &self, i,
                           column + (int)i * play_draw_seat_columns(&self));
        if (match->chance != NULL) {
            char text[PLAY_CHANCE_SIZE];
            play_chance_describe(text, match->chance, on->columns);
            screen_text_middle(on, (int)on->lines - 1, text);
        }
        play_draw_box(on, lines, count);
    } else {
        screen_text(on, 0, 0, SCREEN_PLAIN, "too small; needs");
        screen_text(on, 1, 0, SCREEN_PLAIN, "%dx%d. q quits",
                    play_draw_seat_columns(&self) * (int)match->count,
                    self.lines + 2 + (match->chance != NULL));
    }
    return screen_show(on);
}
