#include "play_draw.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "play_screen.h"
#include "play_statistics.h"
#include "play_view.h"

enum {
    LEAST_PANEL = 18, /* columns beside a well */
    NUMBER = 6,       /* columns of a number beside a piece */
    LEAST_LINES = 2,  /* of a piece */
    MOST_HIDDEN = 4,  /* rows above those that count, in sight where there is room */
    TEXT_SIZE = 64
};

/* Where everything is. */
typedef struct layout {
    play_scale scale;
    int panel;      /* columns of what is to the right of a well, or 0 */
    int statistics; /* of what is to the left, or 0 */
    unsigned rows;  /* of the playfield that are seen */
    int columns;    /* of a well, without its walls */
    int lines;
} layout;

static int seat_columns(const layout *own)
{
    return own->columns + 2 + own->panel;
}

/* A piece is at most as wide as it has squares, of which there are rows for in hiding. */
static int panel_columns(const df_play_options *options, int more)
{
    const int columns = play_view_columns(PLAY_SMALL, options->hidden) + more + 2;
    return columns > LEAST_PANEL ? columns : LEAST_PANEL;
}

static bool fits(const play_match *match, layout *own, bool has_panel, play_scale scale)
{
    const df_play_options *options = df_play_get_options(match->seats[0].play);
    unsigned columns, rows;
    play_screen_size(&columns, &rows);
    own->scale = scale;
    own->panel = has_panel ? panel_columns(options, 0) : 0;
    own->rows = options->height;
    own->columns = play_view_columns(scale, options->width);
    own->lines = play_view_lines(scale, own->rows);
    const int needed = seat_columns(own) * (int)match->count;
    /* Below the floor is a line for what there is no panel for. */
    if (needed > (int)columns || own->lines + (has_panel ? 1 : 2) > (int)rows)
        return false;
    const int statistics = panel_columns(options, NUMBER);
    const bool has_room = needed + statistics <= (int)columns;
    own->statistics = has_panel && match->count == 1 && has_room ? statistics : 0;
    while (own->rows < options->height + options->hidden &&
           own->rows < options->height + MOST_HIDDEN &&
           play_view_lines(scale, own->rows + 1) + 2 <= (int)rows)
        own->rows++;
    own->lines = play_view_lines(scale, own->rows);
    return true;
}

static bool find_layout(const play_match *match, layout *own)
{
    return fits(match, own, true, PLAY_LARGE) || fits(match, own, true, PLAY_SMALL) ||
           fits(match, own, false, PLAY_LARGE) || fits(match, own, false, PLAY_SMALL);
}

/* What the last piece has done, if it was anything. */
static void describe_clear(const df_play_state *state, char text[TEXT_SIZE])
{
    static const char *const names[] = {"", "single", "double", "triple", "tetris"};
    const df_play_clear *clear = &state->last;
    const char *spin = clear->spin == DF_SPIN_FULL   ? "T-spin "
                       : clear->spin == DF_SPIN_MINI ? "T-spin mini "
                                                     : "";
    text[0] = '\0';
    if (clear->perfect)
        snprintf(text, TEXT_SIZE, "perfect clear!");
    else if (clear->rows > 4)
        snprintf(text, TEXT_SIZE, "%u rows!", clear->rows);
    else if (clear->rows > 0 || clear->spin != DF_SPIN_NONE)
        snprintf(text, TEXT_SIZE, "%s%s", spin, names[clear->rows]);
}

static void draw_figures(const play_seat *seat, int line, int column)
{
    const df_play_state *state = df_play_get_state(seat->play);
    char text[TEXT_SIZE];
    snprintf(text, sizeof text, "Score %" PRIu64, state->score);
    play_screen_text(line, column, text, PLAY_BOLD);
    snprintf(text, sizeof text, "Lines %" PRIu64, state->lines);
    play_screen_text(line + 1, column, text, PLAY_PLAIN);
    snprintf(text, sizeof text, "Level %u%s", state->level, seat->bot_plays ? "   bot" : "");
    play_screen_text(line + 2, column, text, PLAY_PLAIN);
    describe_clear(state, text);
    play_screen_text(line + 3, column, text, PLAY_BOLD);
    if (state->last.combo > 0) {
        snprintf(text, sizeof text, "combo %u%s", state->last.combo,
                 state->last.back_to_back ? ", b2b" : "");
        play_screen_text(line + 4, column, text, PLAY_PLAIN);
    } else if (state->last.back_to_back) {
        play_screen_text(line + 4, column, "back to back", PLAY_PLAIN);
    }
}

/* Draws a piece if there is room above the line `end`; answers the line after it. */
static int draw_piece(const play_match *match, const play_seat *seat, unsigned piece, int line,
                      int column, int end)
{
    const df_shape *shape = &df_play_get_set(seat->play)->pieces[piece].shape[DF_NORTH];
    const bool is_large = shape->width <= 4 && shape->height <= 2;
    const play_scale scale = is_large ? PLAY_LARGE : PLAY_SMALL;
    const int lines = play_view_lines(scale, shape->height);
    if (line + lines > end)
        return end;
    play_view_piece(match->setup, seat->play, piece, scale, line, column);
    /* Pieces of one row are given as much room as others, so that the list stands still. */
    return line + (lines > LEAST_LINES ? lines : LEAST_LINES) + 1;
}

/* The score, the piece in hold, the pieces to come. */
static void draw_panel(const play_match *match, const play_seat *seat, int column, int end)
{
    const df_play_state *state = df_play_get_state(seat->play);
    const df_play_options *options = df_play_get_options(seat->play);
    /* Pieces are spawned lying down: half as high as they have squares, at most. */
    const int room = play_view_lines(PLAY_SMALL, (options->hidden + 1) / 2);
    int line = 5;
    draw_figures(seat, 0, column);
    if (options->hold) {
        play_screen_text(line, column, "Hold", state->can_hold ? PLAY_BOLD : PLAY_DIM);
        if (state->held >= 0)
            draw_piece(match, seat, (unsigned)state->held, line + 1, column, end);
        line += 1 + (room > LEAST_LINES ? room : LEAST_LINES);
    }
    play_screen_text(line++, column, "Next", PLAY_BOLD);
    for (unsigned i = 0; i < state->next_count && line < end; i++)
        line = draw_piece(match, seat, state->next[i], line, column, end);
}

/* The same in one line, where there is no room for a panel. */
static void draw_line(const play_seat *seat, int line, int column)
{
    const df_play_state *state = df_play_get_state(seat->play);
    const df_piece_set *set = df_play_get_set(seat->play);
    char text[TEXT_SIZE];
    snprintf(text, sizeof text, "%" PRIu64 " L%u %s", state->score, state->level,
             state->next_count > 0 ? set->pieces[state->next[0]].name : "");
    play_screen_text(line, column, text, PLAY_PLAIN);
}

static void draw_seat(const play_match *match, const layout *own, unsigned index, int column)
{
    const play_seat *seat = &match->seats[index];
    unsigned columns, rows;
    play_screen_size(&columns, &rows);
    play_screen_well(0, column + 1, own->lines, own->columns);
    play_view_field(match->setup, seat->play, own->scale, 0, column + 1, own->rows);
    if (own->panel > 0)
        draw_panel(match, seat, column + own->columns + 3, (int)rows);
    else
        draw_line(seat, own->lines + 1, column);
}

/* A box in the middle. */
static void draw_lines(const char *const *lines, size_t count)
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
    for (size_t i = 0; i < count; i++) {
        char text[128];
        snprintf(text, sizeof text, " %-*s ", (int)width, lines[i]);
        play_screen_text(top + (int)i, left, text, PLAY_REVERSE);
    }
}

bool play_draw(const play_match *match, const char *const *lines, size_t count)
{
    layout own;
    unsigned columns, rows;
    play_screen_clear();
    play_screen_size(&columns, &rows);
    const bool is_possible = find_layout(match, &own);
    if (is_possible) {
        const int used = seat_columns(&own) * (int)match->count + own.statistics;
        int column = ((int)columns - used) / 2;
        if (own.statistics > 0)
            play_statistics_draw(match, 0, column, (int)rows, own.statistics - 2);
        column += own.statistics;
        for (unsigned i = 0; i < match->count; i++)
            draw_seat(match, &own, i, column + (int)i * seat_columns(&own));
        draw_lines(lines, count);
    } else {
        play_screen_text(0, 0, "too small; it takes", PLAY_PLAIN);
        char text[TEXT_SIZE];
        snprintf(text, sizeof text, "%dx%d. q quits", seat_columns(&own) * (int)match->count,
                 own.lines + 2);
        play_screen_text(1, 0, text, PLAY_PLAIN);
    }
    play_screen_show();
    return is_possible;
}
