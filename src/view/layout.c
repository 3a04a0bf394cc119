#include "layout.h"

#include "core/base/bits.h"
#include "core/base/scan.h"
#include "font.h"

enum {
    DEFAULT_SQUARE = 10,
    DOTS_ACROSS = 216,   /* at least, along the shorter side of a given canvas */
    DOTS_OF_FIELD = 120, /* along that of the playfield, where there is none */
    BAND = 172,          /* the width of the panels above and below the playfield */
    TITLE_LINES = 2,     /* as large as they can be on no more than these */
    ABOVE = LAYOUT_PIECE + LAYOUT_GAP,
    BELOW = LAYOUT_NUMBER + 2 * LAYOUT_GAP,
    BESIDE = 2 * (LAYOUT_PANEL + 2 * LAYOUT_GAP),
    ACROSS = 2 * LAYOUT_PANEL + LAYOUT_GAP, /* the least width of the same panels */
    PICTURE_ACROSS = 24,                    /* that of the picture beside them */
};

const df_canvas df_canvases[DF_CANVASES] = {
    {"story", 1080, 1920, 250, 340, 60},
    {"post", 1080, 1080, 40, 40, 40},
    {"wide", 1920, 1080, 54, 54, 96},
};

/* The canvas without its margins, in pixels. */
typedef struct layout {
    const df_raster *raster;
    unsigned columns;
    unsigned rows;
    unsigned width;
    unsigned height;
    bool has_hold;
    bool has_picture;
    bool has_score;
    bool has_levels;
    /* Chosen: */
    bool is_tall; /* panels are above and below */
    unsigned text;
    unsigned title_text;
    unsigned title_height; /* with the gap below it */
    unsigned square;
    unsigned border;
} layout;

size_t df_layout_break(const char **text, unsigned letters)
{
    const char *start = *text, *at = start, *blank = NULL;
    for (unsigned i = 0; i < letters && *at != '\0' && *at != '\n'; i++) {
        blank = *at == ' ' ? at : blank;
        (void)df_letter_next(&at);
    }
    const bool is_whole = *at == '\0' || *at == ' ' || *at == '\n';
    const char *end = is_whole || blank == NULL ? at : blank;
    *text = *end == ' ' || *end == '\n' ? end + 1 : end;
    return (size_t)(end - start);
}

unsigned df_layout_lines(const char *title, unsigned letters)
{
    unsigned lines = 0;
    for (; title != NULL && *title != '\0'; lines++)
        (void)df_layout_break(&title, letters);
    return lines;
}

static unsigned layout_border(const layout *self, unsigned square)
{
    const df_raster_options *options = &self->raster->options;
    if (!options->border)
        return 0;
    return unsigned_max(1, (square * options->theme->border + 4) / 8);
}

/* Chooses the size of title and end card for the width. False if a letter is too wide. */
static bool layout_fit_title(layout *self)
{
    const df_raster_options *options = &self->raster->options;
    self->title_height = 0;
    if (df_layout_lines(options->title, 1) + df_layout_lines(options->end_card, 1) == 0)
        return true;
    unsigned lines = 0;
    for (self->title_text = 2 * self->text; self->title_text > 0; self->title_text--) {
        const unsigned letters =
            (self->width + self->title_text) / (FONT_ADVANCE * self->title_text);
        lines = letters > 0 ? unsigned_max(df_layout_lines(options->title, letters),
                                           df_layout_lines(options->end_card, letters))
                            : 0;
        if (lines > 0 && (lines <= TITLE_LINES || self->title_text == 1))
            break;
    }
    self->title_height = lines * FONT_LINE * self->title_text + LAYOUT_GAP * self->text;
    return self->title_text > 0;
}

/* Returns the pixels that the panels and the title take from the width or height. */
static unsigned layout_taken_width(const layout *self, bool is_tall)
{
    return self->raster->options.hud && !is_tall ? BESIDE * self->text : 0;
}

static unsigned layout_taken_height(const layout *self, bool is_tall)
{
    return self->title_height +
           (self->raster->options.hud && is_tall ? (ABOVE + BELOW) * self->text : 0);
}

/* Returns the largest square, or the given one, with which the playfield fits; 0: none. */
static unsigned layout_fit_square(const layout *self, bool is_tall)
{
    const unsigned across = layout_taken_width(self, is_tall);
    const unsigned up = layout_taken_height(self, is_tall);
    const unsigned given = self->raster->options.square_size;
    if (across >= self->width || up >= self->height)
        return 0;
    if (self->raster->options.hud && is_tall && self->width < ACROSS * self->text)
        return 0;
    unsigned square =
        unsigned_min((self->width - across) / self->columns, (self->height - up) / self->rows);
    if (given == 0)
        square = unsigned_min(square, DF_RASTER_MAX_SQUARE);
    else
        square = square < given ? 0 : given;
    for (; square > 0; square = given == 0 ? square - 1 : 0) {
        const unsigned border = 2 * layout_border(self, square);
        if (self->columns * square + border + across <= self->width &&
            self->rows * square + border + up <= self->height)
            break;
    }
    return square;
}

/* Chooses the sizes of everything on a canvas: the letters as large as they should be, or less
 * if nothing fits then. */
static bool layout_fit(layout *self)
{
    const unsigned shorter = unsigned_min(self->width, self->height);
    for (self->text = unsigned_max(1, shorter / DOTS_ACROSS); self->text > 0; self->text--) {
        if (!layout_fit_title(self))
            continue;
        const unsigned wide = layout_fit_square(self, false);
        const unsigned tall = layout_fit_square(self, true);
        self->is_tall = tall > wide || (tall == wide && self->height > self->width);
        self->square = self->is_tall ? tall : wide;
        if (self->square > 0)
            break;
    }
    self->border = layout_border(self, self->square);
    return self->text > 0;
}

/* Returns the height of the panels left of the playfield. */
static unsigned layout_beside_height(const layout *self)
{
    unsigned dots = (self->has_score ? 3U : 2U) * (LAYOUT_NUMBER + 2 * LAYOUT_GAP);
    if (self->has_levels) /* right of it */
        return (LAYOUT_PIECE + 4U * (LAYOUT_NUMBER + 2 * LAYOUT_GAP)) * self->text;
    dots += self->has_hold ? LAYOUT_PIECE + 2 * LAYOUT_GAP : 0U;
    dots += self->has_picture ? LAYOUT_PICTURE : 0U;
    return dots * self->text;
}

/* Finds the canvas on which everything has room around squares of a size. */
static bool layout_fit_canvas(layout *self, unsigned square)
{
    const df_raster_options *options = &self->raster->options;
    self->square = square;
    self->border = layout_border(self, self->square);
    const unsigned width = self->columns * self->square + 2 * self->border;
    const unsigned height = self->rows * self->square + 2 * self->border;
    const unsigned half = options->border || options->hud ? (self->square + 1) / 2 : 0;
    self->text = unsigned_max(1, unsigned_min(width, height) / DOTS_OF_FIELD);
    self->is_tall = width > height;
    self->width = width + layout_taken_width(self, self->is_tall);
    if (options->hud && self->is_tall)
        self->width = unsigned_max(width, BAND * self->text);
    self->width += 2 * half;
    if (!layout_fit_title(self))
        return false;
    self->height = height;
    if (options->hud && !self->is_tall)
        self->height = unsigned_max(height, layout_beside_height(self));
    self->height += layout_taken_height(self, self->is_tall) + 2 * half;
    return true;
}

/* Chooses a canvas on which everything has room. */
static bool layout_choose_canvas(layout *self)
{
    const df_raster_options *options = &self->raster->options;
    unsigned square = options->square_size > 0 ? options->square_size : DEFAULT_SQUARE;
    bool fits = layout_fit_canvas(self, square);
    while (fits && unsigned_min(self->width, self->height) < options->min_side &&
           square < DF_RASTER_MAX_SQUARE) {
        fits = layout_fit_canvas(self, square + 1);
        if (!fits || unsigned_max(self->width, self->height) > DF_RASTER_MAX_GROWN)
            return layout_fit_canvas(self, square);
        square++;
    }
    return fits;
}

static df_raster_area layout_area(unsigned left, unsigned top, unsigned width, unsigned height)
{
    return (df_raster_area){left, top, left + width, top + height};
}

/* Puts the panels left and right of the playfield; `top` is the first row that they may have,
 * and `bottom` the row after the last. */
static void layout_put_beside(const layout *self, df_raster *raster, unsigned top,
                              unsigned bottom)
{
    const unsigned text = self->text, width = LAYOUT_PANEL * text, gap = LAYOUT_GAP * text;
    const unsigned left = raster->left - self->border - gap - width;
    const unsigned right = raster->left + self->columns * self->square + self->border + gap;
    const unsigned below =
        bottom > top + LAYOUT_LABEL * text ? (bottom - top) / text - LAYOUT_LABEL : 0;
    raster->next_shown =
        unsigned_min(self->has_levels ? 1 : DF_FRAME_MAX_NEXT, below / LAYOUT_SLOT_HEIGHT);
    if (raster->next_shown > 0)
        raster->panels[DF_PANEL_NEXT] = layout_area(
            right, top, width, (LAYOUT_LABEL + raster->next_shown * LAYOUT_SLOT_HEIGHT) * text);
    unsigned at = top;
    if (self->has_levels) {
        static const df_panel numbers[] = {DF_PANEL_TOP, DF_PANEL_SCORE, DF_PANEL_ROWS,
                                           DF_PANEL_LEVEL};
        const unsigned step = (LAYOUT_NUMBER + 2 * LAYOUT_GAP) * text;
        if (top + LAYOUT_STATISTICS * text <= bottom)
            raster->panels[DF_PANEL_STATISTICS] =
                layout_area(left, top, width, LAYOUT_STATISTICS * text);
        at += (LAYOUT_PIECE + 2 * LAYOUT_GAP) * text;
        for (size_t i = 0; i < 4 && at + LAYOUT_NUMBER * text <= bottom; i++, at += step)
            raster->panels[numbers[i]] = layout_area(right, at, width, LAYOUT_NUMBER * text);
        return;
    }
    for (df_panel panel = DF_PANEL_HOLD; panel < DF_PANEL_TOP; panel++) {
        const unsigned dots = panel == DF_PANEL_HOLD      ? LAYOUT_PIECE
                              : panel == DF_PANEL_PICTURE ? LAYOUT_PICTURE
                                                          : LAYOUT_NUMBER;
        if (panel == DF_PANEL_NEXT || (panel == DF_PANEL_HOLD && !self->has_hold) ||
            (panel == DF_PANEL_SCORE && !self->has_score) ||
            (panel == DF_PANEL_PICTURE && !self->has_picture) || at + dots * text > bottom)
            continue;
        raster->panels[panel] = layout_area(left, at, width, dots * text);
        at += (dots + 2 * LAYOUT_GAP) * text;
    }
}

/* Puts the panels above and below the playfield, between two columns. */
static void layout_put_around(const layout *self, df_raster *raster, unsigned left,
                              unsigned right)
{
    const unsigned text = self->text, panel = LAYOUT_PANEL * text, gap = LAYOUT_GAP * text;
    const unsigned above = raster->top - self->border - ABOVE * text;
    const unsigned below = raster->top + self->rows * self->square + self->border + gap;
    const unsigned number = LAYOUT_NUMBER * text;
    unsigned at = left;
    if (self->has_hold) {
        raster->panels[DF_PANEL_HOLD] = layout_area(at, above, panel, LAYOUT_PIECE * text);
        at += panel + gap;
    }
    raster->next_across = true;
    raster->next_shown = unsigned_min(self->has_levels ? 1 : DF_FRAME_MAX_NEXT,
                                      (right - at) / (LAYOUT_SLOT_WIDTH * text));
    const unsigned slots = raster->next_shown * LAYOUT_SLOT_WIDTH * text;
    raster->panels[DF_PANEL_NEXT] =
        layout_area(self->has_hold ? right - slots : at + (right - at - slots) / 2, above,
                    slots, LAYOUT_PIECE * text);
    const unsigned third = left + 2 * (panel + gap);
    if (self->has_score) {
        raster->panels[DF_PANEL_SCORE] = layout_area(left, below, panel, number);
        raster->panels[DF_PANEL_ROWS] = layout_area(right - panel, below, panel, number);
        if (third + panel <= right)
            raster->panels[self->has_levels ? DF_PANEL_LEVEL : DF_PANEL_DROPS] =
                layout_area(left + (right - left - panel) / 2, below, panel, number);
        return;
    }
    raster->panels[DF_PANEL_DROPS] = layout_area(left, below, panel, number);
    const bool has_picture = self->has_picture && third + PICTURE_ACROSS * text <= right;
    const unsigned second = has_picture ? left + panel + gap : right - panel;
    raster->panels[DF_PANEL_ROWS] = layout_area(second, below, panel, number);
    if (has_picture)
        raster->panels[DF_PANEL_PICTURE] = layout_area(third, below, right - third, number);
}

/* Returns the height of the playfield, or of the panels beside it if they are higher. */
static unsigned layout_block_height(const layout *self, unsigned height)
{
    if (!self->raster->options.hud || self->is_tall)
        return height;
    const unsigned beside =
        unsigned_min(self->height - self->title_height, layout_beside_height(self));
    return unsigned_max(height, beside);
}

/* Puts everything onto the canvas; `left` and `top` are its margins. */
static void layout_put(const layout *self, df_raster *raster, unsigned left, unsigned top)
{
    const unsigned width = self->columns * self->square + 2 * self->border;
    const unsigned height = self->rows * self->square + 2 * self->border;
    const unsigned block = layout_block_height(self, height);
    const unsigned above = raster->options.hud && self->is_tall ? ABOVE * self->text : 0;
    const unsigned whole = block + layout_taken_height(self, self->is_tall);
    const unsigned begin = top + (self->height - whole) / 2;
    const unsigned field = begin + self->title_height + above;
    raster->text = self->text;
    raster->border = self->border;
    raster->options.square_size = self->square;
    raster->left = left + (self->width - width) / 2 + self->border;
    raster->top = field + (block - height) / 2 + self->border;
    if (self->title_height > 0) {
        raster->title_text = self->title_text;
        raster->title =
            layout_area(left, begin, self->width, self->title_height - LAYOUT_GAP * self->text);
    }
    if (!raster->options.hud)
        return;
    const unsigned band = unsigned_max(width, unsigned_min(self->width, BAND * self->text));
    const unsigned first = left + (self->width - band) / 2;
    if (self->is_tall)
        layout_put_around(self, raster, first, first + band);
    else
        layout_put_beside(self, raster, field, top + self->height);
}

df_status df_layout_make(df_raster *raster, const df_plan *plan, bool has_hold,
                         bool has_picture)
{
    df_raster_options *options = &raster->options;
    if (options->rows == 0)
        options->rows =
            options->film != NULL ? df_film_measure(options->film).height : plan->height;
    layout made = {.raster = raster,
                   .columns = plan->width,
                   .rows = options->rows,
                   .has_hold = has_hold,
                   .has_picture = has_picture,
                   .has_score = options->scores != NULL,
                   .has_levels = options->levels != NULL};
    const df_canvas *canvas = &options->canvas;
    const bool is_whole = canvas->width > 0 && canvas->height > 0;
    if (!is_whole && !layout_choose_canvas(&made))
        return DF_ERROR_ARGUMENT;
    const bool is_free = canvas->width == 0 && canvas->height == 0;
    const unsigned sides = 2 * canvas->side, ends = canvas->top + canvas->bottom;
    raster->width = canvas->width > 0 ? canvas->width : made.width + sides;
    raster->height = canvas->height > 0 ? canvas->height : made.height + ends;
    if (raster->width <= sides || raster->height <= ends)
        return DF_ERROR_ARGUMENT;
    made.width = raster->width - sides;
    made.height = raster->height - ends;
    if (!is_free && !layout_fit(&made))
        return DF_ERROR_ARGUMENT;
    layout_put(&made, raster, canvas->side, canvas->top);
    raster->width += options->even ? raster->width % 2 : 0;
    raster->height += options->even ? raster->height % 2 : 0;
    return DF_OK;
}
