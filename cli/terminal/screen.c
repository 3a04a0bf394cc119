#include "screen.h"

#include <langinfo.h>
#include <locale.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/base/utf8.h"
#include "terminal.h"

enum {
    MAX_TEXT = 256,
    LAST_NARROW = 0xe2 /* characters with a larger first byte may take two columns */
};

static const char *terminal_type(void)
{
    const char *type = getenv("TERM");
    return type != NULL ? type : "";
}

bool terminal_has_colors(void)
{
    const char *no_color = getenv("NO_COLOR");
    return (no_color == NULL || no_color[0] == '\0') && strncmp(terminal_type(), "vt", 2) != 0;
}

/* Returns the user's locale for newlocale. If no variable sets one, as in a fresh container, it
 * is UTF-8, as nearly all terminals are. */
static const char *terminal_locale(void)
{
    static const char *const names[] = {"LC_ALL", "LC_CTYPE", "LANG"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        const char *value = getenv(names[i]);
        if (value != NULL && value[0] != '\0')
            return "";
    }
    return "C.UTF-8";
}

bool terminal_has_blocks(void)
{
    const locale_t self = newlocale(LC_CTYPE_MASK, terminal_locale(), (locale_t)0);
    if (self == (locale_t)0)
        return false;
    const bool is_utf8 = strcmp(nl_langinfo_l(CODESET, self), "UTF-8") == 0;
    freelocale(self);
    return is_utf8;
}

/* True if the terminal has eight colours and no more. */
static bool terminal_is_basic(void)
{
    static const char *const types[] = {"ansi", "linux", "screen", "xterm-color"};
    for (size_t i = 0; i < sizeof types / sizeof types[0]; i++) {
        if (strcmp(terminal_type(), types[i]) == 0)
            return true;
    }
    return false;
}

static int terminal_distance(df_color a, df_color b)
{
    const int red = a.red - b.red, green = a.green - b.green, blue = a.blue - b.blue;
    return 2 * red * red + 4 * green * green + 3 * blue * blue;
}

/* Returns the number of the most similar colour, from 1: black is often the background. White
 * stands for orange, which the eight lack and yellow would hide. */
static unsigned terminal_basic_color(df_color color)
{
    enum { WHITE = 7 };
    static const df_color basic[] = {{225, 0, 0},     {0, 225, 0},   {225, 225, 0},
                                     {0, 0, 225},     {225, 0, 225}, {0, 225, 225},
                                     {225, 225, 225}, {240, 140, 0}};
    unsigned best = 0;
    for (unsigned i = 1; i < sizeof basic / sizeof basic[0]; i++) {
        if (terminal_distance(color, basic[i]) < terminal_distance(color, basic[best]))
            best = i;
    }
    return best < WHITE ? 1 + best : WHITE;
}

/* What a colour is for; its number begins the code of the colour. */
typedef enum terminal_layer { TERMINAL_INK = 3, TERMINAL_PAPER = 4 } terminal_layer;

/* Appends '\033[38;2;R;G;Bm', or the nearest of eight colours if the terminal has no more. */
static void terminal_put_color(df_text *text, terminal_layer layer, df_color color)
{
    if (terminal_is_basic())
        df_text_format(text, "\033[%u%um", layer, terminal_basic_color(color));
    else
        df_text_format(text, "\033[%u8;2;%u;%u;%um", layer, color.red, color.green, color.blue);
}

df_status screen_fit(screen *self, unsigned columns, unsigned lines)
{
    const size_t count = (size_t)columns * lines;
    screen_free(self);
    self->columns = columns;
    self->lines = lines;
    self->has_colors = terminal_has_colors();
    self->has_blocks = terminal_has_blocks();
    self->is_unknown = true;
    self->cells = malloc(count * sizeof self->cells[0]);
    self->shown = malloc(count * sizeof self->shown[0]);
    if (self->cells == NULL || self->shown == NULL) {
        screen_free(self);
        return DF_ERROR_MEMORY;
    }
    screen_clear(self);
    return DF_OK;
}

void screen_free(screen *self)
{
    free(self->cells);
    free(self->shown);
    *self = (screen){.error = self->error};
}

void screen_clear(screen *self)
{
    for (size_t i = 0; i < (size_t)self->columns * self->lines; i++)
        self->cells[i] = (screen_cell){.letter = " "};
}

static screen_cell *screen_cell_at(const screen *self, int line, int column)
{
    if (line < 0 || column < 0 || line >= (int)self->lines || column >= (int)self->columns)
        return NULL;
    return &self->cells[(size_t)line * self->columns + (size_t)column];
}

void screen_paint(screen *self, int line, int column, const char *letter, const df_color *ink,
                  const df_color *paper)
{
    screen_cell *cell = screen_cell_at(self, line, column);
    if (cell == NULL)
        return;
    *cell = (screen_cell){.has_ink = ink != NULL && self->has_colors,
                          .has_paper = paper != NULL && self->has_colors};
    memcpy(cell->letter, letter, utf8_length(letter));
    if (cell->has_ink)
        cell->ink = *ink;
    if (cell->has_paper)
        cell->paper = *paper;
}

void screen_paint_halves(screen *self, int line, int column, const df_color *upper,
                         const df_color *lower)
{
    const bool blocks = self->has_blocks;
    if (lower == NULL)
        screen_paint(self, line, column, blocks ? "\u2580" : "\"", upper, NULL);
    else if (upper == NULL)
        screen_paint(self, line, column, blocks ? "\u2584" : "o", lower, NULL);
    else if (self->has_colors && memcmp(upper, lower, sizeof *upper) == 0)
        screen_paint(self, line, column, " ", NULL, upper);
    else if (self->has_colors)
        screen_paint(self, line, column, blocks ? "\u2580" : "\"", upper, lower);
    else
        screen_paint(self, line, column, blocks ? "\u2588" : "#", NULL, NULL);
}

void screen_text(screen *self, int line, int column, screen_style style, const char *format,
                 ...)
{
    char text[MAX_TEXT];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    utf8_make_harmless(text);
    for (const char *at = text; *at != '\0'; at += utf8_length(at)) {
        screen_paint(self, line, column, at, NULL, NULL);
        screen_cell *cell = screen_cell_at(self, line, column++);
        if (cell != NULL)
            cell->style = (uint8_t)style;
    }
}

void screen_text_middle(screen *self, int line, const char *text)
{
    const unsigned length = (unsigned)strlen(text), room = self->columns - 1;
    screen_text(self, line, length < room ? (int)((room - length) / 2) : 0, SCREEN_PLAIN,
                "%.*s", (int)room, text);
}

static bool screen_looks_alike(const screen_cell *a, const screen_cell *b)
{
    return a->style == b->style && a->has_ink == b->has_ink && a->has_paper == b->has_paper &&
           memcmp(&a->ink, &b->ink, sizeof a->ink) == 0 &&
           memcmp(&a->paper, &b->paper, sizeof a->paper) == 0;
}

static void screen_put_look(df_text *text, const screen_cell *cell)
{
    static const char *const styles[] = {[SCREEN_PLAIN] = "\033[0m",
                                         [SCREEN_BOLD] = "\033[0;1m",
                                         [SCREEN_DIM] = "\033[0;2m",
                                         [SCREEN_REVERSE] = "\033[0;7m"};
    df_text_put(text, styles[cell->style]);
    if (cell->has_ink)
        terminal_put_color(text, TERMINAL_INK, cell->ink);
    if (cell->has_paper)
        terminal_put_color(text, TERMINAL_PAPER, cell->paper);
}

/* Appends the cells of a line from column `begin` to before `end`. */
static void screen_put_run(const screen *self, df_text *text, unsigned line, unsigned begin,
                           unsigned end)
{
    const screen_cell plain = {.letter = " "};
    const screen_cell *last = &plain;
    for (unsigned x = begin; x < end; x++) {
        const screen_cell *cell = &self->cells[(size_t)line * self->columns + x];
        if (!screen_looks_alike(cell, last))
            screen_put_look(text, cell);
        df_text_put(text, cell->letter);
        last = cell;
    }
    if (!screen_looks_alike(last, &plain))
        df_text_put(text, "\033[0m");
}

/* Appends the cells of a line that have changed, run by run. */
static void screen_put_changes(const screen *self, df_text *text, unsigned line)
{
    const screen_cell *cells = &self->cells[(size_t)line * self->columns];
    const screen_cell *shown = &self->shown[(size_t)line * self->columns];
    unsigned begin = 0;
    for (unsigned x = 0; x < self->columns; x++) {
        const bool is_changed = memcmp(&cells[x], &shown[x], sizeof cells[x]) != 0;
        const bool may_be_wide = (unsigned char)cells[x].letter[0] > LAST_NARROW;
        const unsigned end = is_changed ? x + 1 : x;
        if (begin < end && (!is_changed || may_be_wide || end == self->columns)) {
            df_text_format(text, "\033[%u;%uH", line + 1, begin + 1);
            screen_put_run(self, text, line, begin, end);
            begin = end;
        }
        if (!is_changed)
            begin = x + 1;
    }
}

df_status screen_show(screen *self)
{
    const size_t count = (size_t)self->columns * self->lines;
    df_text text = {0};
    if (self->is_unknown) {
        df_text_put(&text, "\033[0m\033[2J");
        for (size_t i = 0; i < count; i++)
            self->shown[i] = (screen_cell){.letter = " "};
    }
    for (unsigned line = 0; line < self->lines; line++)
        screen_put_changes(self, &text, line);
    const df_status status = terminal_write_text(&text, &self->error);
    self->is_unknown = status != DF_OK;
    memcpy(self->shown, self->cells, count * sizeof self->cells[0]);
    return status;
}

df_status screen_leave(screen *self, unsigned first)
{
    df_text text = {0};
    for (unsigned line = first; line < self->lines; line++) {
        screen_put_run(self, &text, line, 0, self->columns);
        df_text_put_char(&text, '\n');
    }
    return terminal_write_text(&text, &self->error);
}

/* Draws a character of a square where the terminal has no colours. */
static void squares_draw_sign(screen *on, const square_grid *grid, square seen, unsigned j,
                              int line, int column)
{
    static const char *const signs[][2] = {
        [SQUARE_EMPTY] = {" ", "."},  [SQUARE_GHOST] = {":", ":"},
        [SQUARE_FULL] = {"[", "]"},   [SQUARE_CLEARED] = {"=", "="},
        [SQUARE_TARGET] = {"(", ")"}, [SQUARE_WRONG] = {"x", "x"},
        [SQUARE_GAP] = {"-", "-"},    [SQUARE_HINT] = {"<", ">"}};
    if (seen.kind == SQUARE_FULL && grid->columns == 1)
        screen_paint(on, line, column, "#", NULL, NULL);
    else if (seen.kind != SQUARE_EMPTY || grid->has_dots)
        screen_paint(on, line, column, signs[seen.kind][(j + 1) % grid->columns == 0], NULL,
                     NULL);
}

static const df_color *squares_color(const square *seen)
{
    const square_kind kind = seen->kind;
    return kind == SQUARE_FULL || kind == SQUARE_CLEARED || kind == SQUARE_TARGET ||
                   kind == SQUARE_WRONG
               ? &seen->color
               : NULL;
}

/* Draws a character with a part of the upper square above one of the lower square. */
static void squares_draw_halves(screen *on, const square_grid *grid, const square *upper,
                                const square *lower, bool has_dot, int line, int column)
{
    static const df_color gray = {90, 94, 106};
    const df_color *high = squares_color(upper), *low = squares_color(lower);
    static const df_color dark = {20, 20, 24};
    const square_kind kind = upper->kind == lower->kind ? upper->kind : SQUARE_EMPTY;
    if (kind == SQUARE_WRONG && grid->halves > 1)
        screen_paint(on, line, column, on->has_blocks ? "\u2573" : "x", &dark, high);
    else if (kind == SQUARE_HINT)
        screen_paint(on, line, column, on->has_blocks ? "\u2593" : "#", &upper->color, NULL);
    else if (kind == SQUARE_GAP)
        screen_paint(on, line, column, on->has_blocks ? "\u2591" : "-", &upper->color, NULL);
    else if (high != NULL || low != NULL)
        screen_paint_halves(on, line, column, high, low);
    else if (upper->kind == SQUARE_GHOST || lower->kind == SQUARE_GHOST)
        screen_paint(on, line, column, on->has_blocks && grid->halves > 1 ? "\u2592" : ":",
                     upper->kind == SQUARE_GHOST ? &upper->color : &lower->color, NULL);
    else if (has_dot)
        screen_paint(on, line, column, ".", &gray, NULL);
}

void squares_draw(screen *on, const square_grid *grid, int line, int column, unsigned first,
                  unsigned count)
{
    const bool has_signs = grid->halves == 2 && !on->has_colors;
    for (unsigned i = 0; i < count; i++) {
        const unsigned low = 2 * (first + count - 1 - i), high = low + 1;
        const bool has_floor = low % grid->halves == 0 || high % grid->halves == 0;
        for (unsigned j = 0; j < grid->columns * grid->width; j++) {
            const unsigned x = j / grid->columns;
            const bool has_dot = grid->has_dots && has_floor && (j + 1) % grid->columns == 0;
            const square upper = grid->at(grid->context, x, high / grid->halves);
            const square lower = grid->at(grid->context, x, low / grid->halves);
            const int y = line + (int)i, at = column + (int)j;
            if (has_signs)
                squares_draw_sign(on, grid, lower, j, y, at);
            else
                squares_draw_halves(on, grid, &upper, &lower, has_dot, y, at);
        }
    }
}
