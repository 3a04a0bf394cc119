#include "play_match.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "play_screen.h"
#include "play_view.h"

enum {
    MIN_PANEL = 18, /* columns of the panel beside a well */
    NUMBER = 6,     /* columns of a number beside a piece */
    MAX_SCALE = 32, /* of squares of the playfield */
    MAX_PIECE = 4,  /* the scale of pieces in a panel */
    MAX_HIDDEN = 4, /* hidden rows above the playfield that are shown if they fit */
};

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

static bool play_draw_fits(const play_match *match, play_layout *self, bool has_panel,
                           unsigned scale)
{
    const df_game_options *options = df_game_get_options(match->seats[0].play);
    unsigned columns, rows;
    play_screen_size(&columns, &rows);
    self->scale = scale;
    self->panel = has_panel ? play_draw_panel_columns(options, 0) : 0;
    self->rows = options->height;
    self->columns = play_view_columns(scale, options->width);
    self->lines = play_view_lines(scale, self->rows);
    const int needed = play_draw_seat_columns(self) * (int)match->count;
    /* Without a panel, a line below the floor shows the figures. */
    if (needed > (int)columns || self->lines + (has_panel ? 1 : 2) > (int)rows)
        return false;
    const int statistics = play_draw_panel_columns(options, NUMBER);
    const bool has_room = needed + statistics <= (int)columns;
    self->statistics = has_panel && match->count == 1 && has_room ? statistics : 0;
    while (self->rows < options->height + options->hidden &&
           self->rows < options->height + MAX_HIDDEN &&
           play_view_lines(scale, self->rows + 1) + 2 <= (int)rows)
        self->rows++;
    self->lines = play_view_lines(scale, self->rows);
    return true;
}

static bool play_draw_find_layout(const play_match *match, play_layout *self)
{
    const bool grows = play_screen_has_colors() && play_screen_has_blocks();
    const unsigned first = grows ? MAX_SCALE : PLAY_LARGE;
    for (unsigned without = 0; without < 2; without++) {
        for (unsigned scale = first; scale >= PLAY_SMALL; scale--) {
            if (play_draw_fits(match, self, without == 0, scale))
                return true;
        }
    }
    return false;
}

/* Draws the clear or spin of the last piece, if there was one. */
static void play_draw_clear(const df_game_clear *clear, int line, int column)
{
    static const char *const spins[DF_SPINS] = {
        [DF_SPIN_NONE] = "", [DF_SPIN_MINI] = "T-spin mini ", [DF_SPIN_FULL] = "T-spin "};
    static const char *const names[] = {"", "single", "double", "triple", "tetris"};
    if (clear->perfect)
        play_screen_text(line, column, PLAY_BOLD, "perfect clear!");
    else if (clear->rows > 4)
        play_screen_text(line, column, PLAY_BOLD, "%u rows!", clear->rows);
    else
        play_screen_text(line, column, PLAY_BOLD, "%s%s", spins[clear->spin],
                         names[clear->rows]);
}

static void play_draw_figures(const play_seat *seat, int line, int column)
{
    const df_game_state *state = df_game_get_state(seat->play);
    play_screen_text(line, column, PLAY_BOLD, "Score %" PRIu64, state->score);
    play_screen_text(line + 1, column, PLAY_PLAIN, "Lines %" PRIu64, state->lines);
    play_screen_text(line + 2, column, PLAY_PLAIN, "Level %u%s", state->level,
                     seat->bot_plays ? "   bot" : "");
    play_draw_clear(&state->last, line + 3, column);
    if (state->last.combo > 0) {
        play_screen_text(line + 4, column, PLAY_PLAIN, "combo %u%s", state->last.combo,
                         state->last.back_to_back ? ", b2b" : "");
    } else if (state->last.back_to_back) {
        play_screen_text(line + 4, column, PLAY_PLAIN, "back to back");
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
static int play_draw_piece(const play_match *match, const play_layout *self,
                           const play_seat *seat, unsigned piece, int line, int column, int end)
{
    const df_shape *shape = &df_game_get_set(seat->play)->pieces[piece].shape[DF_NORTH];
    const bool is_large = shape->width <= 4 && shape->height <= 2;
    const unsigned large = play_draw_piece_scale(self);
    const unsigned scale = is_large ? large : PLAY_SMALL;
    const int lines = play_view_lines(scale, shape->height);
    const int reserved = play_view_lines(large, 2);
    if (line + lines > end)
        return end;
    play_view_piece(match->setup, seat->play, piece, scale, line, column);
    /* Reserves the same space for flat pieces, so that the list does not move. */
    return line + (lines > reserved ? lines : reserved) + 1;
}

/* Draws the score, the held piece and the next pieces. */
static void play_draw_panel(const play_match *match, const play_layout *self,
                            const play_seat *seat, int column, int end)
{
    const df_game_state *state = df_game_get_state(seat->play);
    const df_game_options *options = df_game_get_options(seat->play);
    /* Pieces spawn lying down, so they are at most half as high as they have squares. */
    const int room = play_view_lines(PLAY_SMALL, (options->hidden + 1) / 2);
    const int reserved = play_view_lines(play_draw_piece_scale(self), 2);
    int line = 5;
    play_draw_figures(seat, 0, column);
    if (options->hold) {
        play_screen_text(line, column, state->can_hold ? PLAY_BOLD : PLAY_DIM, "Hold");
        if (state->held >= 0)
            play_draw_piece(match, self, seat, (unsigned)state->held, line + 1, column, end);
        line += 1 + (room > reserved ? room : reserved);
    }
    play_screen_text(line++, column, PLAY_BOLD, "Next");
    for (unsigned i = 0; i < state->next_count && line < end; i++)
        line = play_draw_piece(match, self, seat, state->next[i], line, column, end);
}

/* Draws the figures in one line, if there is no space for a panel. */
static void play_draw_line(const play_seat *seat, int line, int column)
{
    const df_game_state *state = df_game_get_state(seat->play);
    const df_piece_set *set = df_game_get_set(seat->play);
    play_screen_text(line, column, PLAY_PLAIN, "%" PRIu64 " L%u %s", state->score, state->level,
                     state->next_count > 0 ? set->pieces[state->next[0]].name : "");
}

static void play_draw_seat(const play_match *match, const play_layout *self, unsigned index,
                           int column)
{
    const play_seat *seat = &match->seats[index];
    unsigned columns, rows;
    play_screen_size(&columns, &rows);
    play_screen_well(0, column + 1, self->lines, self->columns);
    play_view_field(match->setup, seat->play, self->scale, 0, column + 1, self->rows);
    if (self->panel > 0)
        play_draw_panel(match, self, seat, column + self->columns + 3, (int)rows);
    else
        play_draw_line(seat, self->lines + 1, column);
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
static int play_draw_entry(const play_match *match, const statistics_entry *one, int line,
                           int column, int end, int columns)
{
    const df_game *play = match->seats[0].play;
    const df_piece *piece = &df_game_get_set(play)->pieces[one->piece];
    const bool has_name = !play_screen_has_blocks() && piece->size <= 4;
    const int lines = has_name ? 1 : play_view_lines(PLAY_SMALL, piece->shape[DF_NORTH].height);
    if (line + lines > end)
        return end;
    play_screen_text(line, column + columns - 5, PLAY_PLAIN, "%5" PRIu64, one->count);
    if (has_name)
        play_screen_text(line, column, PLAY_PLAIN, "%s", piece->name);
    else
        play_view_piece(match->setup, play, (unsigned)one->piece, PLAY_SMALL, line, column);
    return line + lines;
}

/* Draws the pieces that have come in the first game, the most frequent first, beginning where
 * the match is scrolled to, into the lines above `end`. */
static void play_draw_statistics(const play_match *match, int line, int column, int end,
                                 int columns)
{
    const df_game *play = match->seats[0].play;
    const size_t count = df_game_get_set(play)->count;
    statistics_entry *entries = malloc(count * sizeof entries[0]);
    size_t kinds = 0;
    if (entries == NULL)
        return;
    for (size_t i = 0; i < count; i++) {
        const uint64_t spawned = df_game_get_spawned(play, i);
        if (spawned > 0)
            entries[kinds++] = (statistics_entry){spawned, i};
    }
    qsort(entries, kinds, sizeof entries[0], play_draw_compare_entries);
    play_screen_text(line, column, PLAY_BOLD, "Pieces %" PRIu64,
                     df_game_get_state(play)->pieces);
    play_screen_text(line + 1, column, PLAY_PLAIN, "Kinds %zu%s", kinds,
                     match->scroll > 0 ? " [ ]" : "");
    line += 2;
    for (size_t i = match->scroll; i < kinds && line < end; i++)
        line = play_draw_entry(match, &entries[i], line, column, end, columns) +
               (count > 7 ? 1 : 0);
    free(entries);
}

/* Draws a box with text in the middle of the screen. */
static void play_draw_box(const char *const *lines, size_t count)
{
    unsigned columns, rows;
    size_t width = 0;
    play_screen_size(&columns, &rows);
    for (size_t i = 0; i < count; i++) {
        if (strlen(lines[i]) > width)
            width = strlen(lines[i]);
    }
    const int left = (int)(columns > width + 2 ? (columns - width - 2) / 2 : 0);
    const int top = (int)(rows > count ? (rows - count) / 2 : 0);
    for (size_t i = 0; i < count; i++)
        play_screen_text(top + (int)i, left, PLAY_REVERSE, " %-*s ", (int)width, lines[i]);
}

bool play_draw(const play_match *match, const char *const *lines, size_t count)
{
    play_layout self;
    unsigned columns, rows;
    play_screen_clear();
    play_screen_size(&columns, &rows);
    const bool is_possible = play_draw_find_layout(match, &self);
    if (is_possible) {
        const int used = play_draw_seat_columns(&self) * (int)match->count + self.statistics;
        int column = ((int)columns - used) / 2;
        if (self.statistics > 0)
            play_draw_statistics(match, 0, column, (int)rows, self.statistics - 2);
        column += self.statistics;
        for (unsigned i = 0; i < match->count; i++)
            play_draw_seat(match, &self, i, column + (int)i * play_draw_seat_columns(&self));
        play_draw_box(lines, count);
    } else {
        play_screen_text(0, 0, PLAY_PLAIN, "too small; needs");
        play_screen_text(1, 0, PLAY_PLAIN, "%dx%d. q quits",
                         play_draw_seat_columns(&self) * (int)match->count, self.lines + 2);
    }
    play_screen_show();
    return is_possible;
}
