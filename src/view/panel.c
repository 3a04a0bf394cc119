#include "square.h"

#include <string.h>

#include "core/base/scan.h"
#include "font.h"
#include "layout.h"

enum { MAX_DIGITS = 24, NES_TOP = 10000 /* after power-on */ };

static const char *const labels[DF_PANELS] = {
    [DF_PANEL_HOLD] = "HOLD",   [DF_PANEL_NEXT] = "NEXT",        [DF_PANEL_SCORE] = "SCORE",
    [DF_PANEL_DROPS] = "DROPS", [DF_PANEL_ROWS] = "LINES",       [DF_PANEL_TOP] = "TOP",
    [DF_PANEL_LEVEL] = "LEVEL", [DF_PANEL_STATISTICS] = "STATS",
};

uint8_t df_panel_background(const df_raster *raster)
{
    return raster->options.transparent ? BACKGROUND : SURROUND;
}

static uint8_t *panel_at(const df_raster *raster, uint8_t *pixels, unsigned x, unsigned y)
{
    return pixels + (size_t)y * raster->width + x;
}

/* Draws a line of `length` letters, each dot `text` pixels; capitals begin at row `top`. */
static void panel_draw_text(const df_raster *raster, uint8_t *pixels, unsigned left,
                            unsigned top, unsigned text, const char *line, size_t length,
                            uint8_t color)
{
    const char *end = line + length;
    for (unsigned x = left; line < end; x += FONT_ADVANCE * text) {
        font_letter letter;
        (void)df_font_find(df_letter_next(&line), &letter);
        for (unsigned i = 0; i < FONT_HEIGHT * FONT_WIDTH; i++) {
            const unsigned row = i / FONT_WIDTH, column = i % FONT_WIDTH;
            if (letter.row[row] >> (FONT_WIDTH - 1 - column) & 1)
                df_square_fill(raster,
                               panel_at(raster, pixels, x + column * text,
                                        top + row * text - FONT_ACCENT * text),
                               text, text, color);
        }
    }
}

/* Returns the pixels of a line of letters. */
static unsigned panel_text_width(unsigned letters, unsigned text)
{
    return letters > 0 ? (letters * FONT_ADVANCE - 1) * text : 0;
}

/* Returns where something of a width begins in the middle of an area. */
static unsigned panel_middle(unsigned begin, unsigned end, unsigned width)
{
    return begin + (end - begin > width ? (end - begin - width) / 2 : 0);
}

bool df_panel_has_end_card(const df_raster *raster, const df_frame *frame)
{
    return frame->event == DF_EVENT_END && raster->options.end_card != NULL;
}

void df_panel_draw_title(const df_raster *raster, const df_frame *frame, uint8_t *pixels)
{
    const df_raster_area area = raster->title;
    const unsigned text = raster->title_text;
    const char *title =
        df_panel_has_end_card(raster, frame) ? raster->options.end_card : raster->options.title;
    if (area.left == area.right)
        return;
    df_square_fill(raster, panel_at(raster, pixels, area.left, area.top),
                   area.right - area.left, area.bottom - area.top, df_panel_background(raster));
    if (title == NULL)
        return;
    const unsigned letters = (area.right - area.left + text) / (FONT_ADVANCE * text);
    const unsigned height = df_layout_lines(title, letters) * FONT_LINE * text;
    for (unsigned top = panel_middle(area.top, area.bottom, height); *title != '\0';
         top += FONT_LINE * text) {
        const char *line = title;
        const size_t length = df_layout_break(&title, letters);
        unsigned count = 0;
        for (const char *at = line; at < line + length; count++)
            (void)df_letter_next(&at);
        panel_draw_text(raster, pixels,
                        panel_middle(area.left, area.right, panel_text_width(count, text)),
                        top + FONT_ACCENT * text, text, line, length, TEXT);
    }
}

/* Returns the score when the frame is shown: the piece in hand has not locked. */
static uint64_t panel_score(const df_raster *raster, const df_frame *frame)
{
    return raster->options.scores[square_count_locked(raster, frame)];
}

static unsigned panel_level(const df_raster *raster, const df_frame *frame)
{
    return raster->options.levels[square_count_locked(raster, frame)];
}

/* Returns which of the pictures is being made when the frame is shown. */
static size_t panel_page(const df_raster *raster, const df_frame *frame)
{
    size_t page = 0;
    while (page + 1 < raster->picture_count &&
           raster->picture_frames[page].drops < frame->drops)
        page++;
    return page;
}

bool df_panel_differs(const df_raster *raster, df_panel panel, const df_frame *before,
                      const df_frame *frame)
{
    switch (panel) {
    case DF_PANEL_SCORE:
        return panel_score(raster, before) != panel_score(raster, frame);
    case DF_PANEL_HOLD:
        return before->held != frame->held;
    case DF_PANEL_NEXT:
        return before->next_count != frame->next_count ||
               memcmp(before->next, frame->next, frame->next_count * sizeof frame->next[0]) !=
                   0;
    case DF_PANEL_LEVEL:
        return panel_level(raster, before) != panel_level(raster, frame);
    case DF_PANEL_DROPS:
    case DF_PANEL_STATISTICS:
        return before->drops != frame->drops;
    case DF_PANEL_ROWS:
        return before->rows_cleared != frame->rows_cleared;
    case DF_PANEL_PICTURE:
        return panel_page(raster, before) != panel_page(raster, frame);
    default:
        return false;
    }
}

static unsigned panel_count_digits(uint64_t number)
{
    unsigned count = 1;
    while ((number /= 10) > 0)
        count++;
    return count;
}

/* Draws a number below the label, as large as `max`, which is not less, fits. */
static void panel_draw_number(const df_raster *raster, df_raster_area area, uint64_t number,
                              uint64_t max, uint8_t *pixels)
{
    char digits[MAX_DIGITS];
    const bool is_low = area.bottom - area.top < LAYOUT_NUMBER * raster->text;
    unsigned count = 0, text = is_low ? raster->text : 2 * raster->text;
    for (uint64_t rest = number; count == 0 || rest > 0; rest /= 10)
        digits[MAX_DIGITS - ++count] = (char)('0' + rest % 10);
    while (text > 1 && panel_text_width(panel_count_digits(max), text) > area.right - area.left)
        text--;
    if (panel_text_width(count, text) > area.right - area.left)
        return;
    panel_draw_text(raster, pixels,
                    panel_middle(area.left, area.right, panel_text_width(count, text)),
                    is_low ? area.top : area.top + LAYOUT_LABEL * raster->text, text,
                    digits + MAX_DIGITS - count, count, TEXT);
}

static void panel_draw_piece(const df_raster *raster, df_raster_area slot, unsigned piece,
                             uint8_t *pixels)
{
    const df_shape *shape = &raster->set->pieces[piece].shape[DF_NORTH];
    const unsigned text = raster->text;
    const bool is_low = slot.bottom - slot.top < LAYOUT_SLOT_HEIGHT * text;
    const unsigned room = is_low ? slot.bottom - slot.top : LAYOUT_SLOT_HEIGHT * text;
    const unsigned height = is_low ? room - 2 * text : 2 * LAYOUT_CELL * text;
    const unsigned width = slot.right - slot.left - 2 * text;
    unsigned size = LAYOUT_CELL * text;
    size = size * shape->width > width ? width / shape->width : size;
    size = size * shape->height > height ? height / shape->height : size;
    size = size > DF_RASTER_MAX_SQUARE ? DF_RASTER_MAX_SQUARE : size;
    const unsigned left = panel_middle(slot.left, slot.right, shape->width * size);
    const unsigned top = panel_middle(slot.top, slot.top + room, shape->height * size);
    for (unsigned y = 0; y < shape->height; y++) {
        for (unsigned x = 0; x < shape->width; x++) {
            if (shape->row[shape->height - 1 - y] >> x & 1)
                df_square_draw(raster,
                               panel_at(raster, pixels, left + x * size, top + y * size), size,
                               1 + piece);
        }
    }
}

static void panel_draw_next(const df_raster *raster, df_raster_area area, const df_frame *frame,
                            uint8_t *pixels)
{
    const unsigned text = raster->text;
    area.top += LAYOUT_LABEL * text;
    for (unsigned i = 0; i < raster->next_shown && i < frame->next_count; i++) {
        df_raster_area slot = area;
        if (raster->next_across) {
            slot.left += i * LAYOUT_SLOT_WIDTH * text;
            slot.right = slot.left + LAYOUT_SLOT_WIDTH * text;
        } else {
            slot.top += i * LAYOUT_SLOT_HEIGHT * text;
        }
        panel_draw_piece(raster, slot, frame->next[i], pixels);
    }
}

/* Draws how often each piece has come, with its picture. */
static void panel_draw_statistics(const df_raster *raster, df_raster_area area,
                                  const df_frame *frame, uint8_t *pixels)
{
    static const uint8_t order[DF_TETROMINOES] = {DF_T, DF_J, DF_Z, DF_O, DF_S, DF_L, DF_I};
    const unsigned text = raster->text, middle = (area.left + area.right) / 2;
    size_t counts[DF_TETROMINOES] = {0};
    for (size_t i = 0; i < frame->drops && i < raster->drops; i++)
        counts[raster->dropped[i].piece % DF_TETROMINOES]++;
    for (unsigned i = 0; i < DF_TETROMINOES; i++) {
        const unsigned top = area.top + (LAYOUT_LABEL + i * LAYOUT_STATISTIC) * text;
        const df_raster_area slot = {area.left, top, middle, top + LAYOUT_STATISTIC * text};
        const df_raster_area count = {middle, top + 4 * text, area.right, slot.bottom};
        panel_draw_piece(raster, slot, order[i], pixels);
        panel_draw_number(raster, count, counts[order[i]], 999, pixels);
    }
}

/* Draws the picture in squares of the same size, or if there is no room for them in single
 * pixels, of which some are left out. */
static void panel_draw_picture(const df_raster *raster, df_raster_area area,
                               const df_frame *frame, uint8_t *pixels)
{
    const df_raster_area lies = raster->picture_area;
    const unsigned columns = lies.right - lies.left, rows = lies.bottom - lies.top;
    const uint32_t *picture = raster->picture +
                              (panel_page(raster, frame) * raster->picture_rows + lies.top) *
                                  raster->picture_columns +
                              lies.left;
    area.left += raster->text, area.right -= raster->text;
    area.top += raster->text, area.bottom -= raster->text;
    const unsigned across = area.right - area.left, up = area.bottom - area.top;
    const unsigned fit = across / columns < up / rows ? across / columns : up / rows;
    const unsigned half = raster->options.square_size / 2, least = 2 * raster->text;
    const unsigned limit = half > least ? half : least;
    const unsigned size = fit < limit ? fit : limit;
    /* The larger of the two ratios by which it is reduced, in 1024ths. */
    const unsigned wide = columns * 1024 / across, high = rows * 1024 / up;
    const unsigned ratio = size > 0 ? 1024 / size : (wide > high ? wide : high) + 1;
    const unsigned width = size > 0 ? columns * size : columns * 1024 / ratio;
    const unsigned height = size > 0 ? rows * size : rows * 1024 / ratio;
    const unsigned left = panel_middle(area.left, area.right, width);
    const unsigned top = panel_middle(area.top, area.bottom, height);
    const unsigned step = size > 0 ? size : 1;
    for (unsigned y = 0; y + step <= height; y += step) {
        for (unsigned x = 0; x + step <= width; x += step) {
            const unsigned column = size > 0 ? x / size : x * ratio / 1024;
            const unsigned row = rows - 1 - (size > 0 ? y / size : y * ratio / 1024);
            const uint32_t square = picture[(size_t)row * raster->picture_columns + column];
            if (square != 0)
                df_square_draw(raster, panel_at(raster, pixels, left + x, top + y), step,
                               square);
        }
    }
}

void df_panel_draw(const df_raster *raster, df_panel panel, const df_frame *frame,
                   uint8_t *pixels)
{
    const df_raster_area area = raster->panels[panel];
    const unsigned text = raster->text;
    if (area.left == area.right)
        return;
    df_square_fill(raster, panel_at(raster, pixels, area.left, area.top),
                   area.right - area.left, area.bottom - area.top, df_panel_background(raster));
    if (labels[panel] != NULL) {
        const size_t length = strlen(labels[panel]);
        panel_draw_text(
            raster, pixels,
            panel_middle(area.left, area.right, panel_text_width((unsigned)length, text)),
            area.top, text, labels[panel], length, LABEL);
    }
    df_raster_area below = area;
    below.top += LAYOUT_LABEL * text;
    const bool is_number = panel == DF_PANEL_SCORE || panel == DF_PANEL_DROPS ||
                           panel == DF_PANEL_ROWS || panel == DF_PANEL_TOP ||
                           panel == DF_PANEL_LEVEL;
    if (!is_number) {
        /* Squares are on the playfield's background, on which all of them are seen. */
        const unsigned top = labels[panel] != NULL ? below.top - text : area.top;
        df_square_fill(raster, panel_at(raster, pixels, area.left, top), area.right - area.left,
                       area.bottom - top, BACKGROUND);
    }
    if (panel == DF_PANEL_SCORE)
        panel_draw_number(raster, area, panel_score(raster, frame),
                          raster->options.scores[raster->drops], pixels);
    else if (panel == DF_PANEL_DROPS)
        panel_draw_number(raster, area, frame->drops, frame->drops, pixels);
    else if (panel == DF_PANEL_ROWS)
        panel_draw_number(raster, area, frame->rows_cleared, frame->rows_cleared, pixels);
    else if (panel == DF_PANEL_TOP)
        panel_draw_number(raster, area, NES_TOP, NES_TOP, pixels);
    else if (panel == DF_PANEL_LEVEL)
        panel_draw_number(raster, area, panel_level(raster, frame), 99, pixels);
    else if (panel == DF_PANEL_STATISTICS)
        panel_draw_statistics(raster, area, frame, pixels);
    else if (panel == DF_PANEL_NEXT)
        panel_draw_next(raster, area, frame, pixels);
    else if (panel == DF_PANEL_PICTURE)
        panel_draw_picture(raster, area, frame, pixels);
    else if (frame->held >= 0)
        panel_draw_piece(raster, below, (unsigned)frame->held, pixels);
}
