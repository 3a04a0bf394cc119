/* Makes any picture printable: each step only where it is needed. */
#include <stdlib.h>
#include <string.h>

#include "core/base/format.h"
#include "dropforge/picture.h"
#include "frames.h"

void df_pixels_harden(uint8_t *rgba, size_t count, unsigned threshold)
{
    for (size_t i = 0; i < count; i++)
        rgba[4 * i + 3] = rgba[4 * i + 3] >= threshold ? 255 : 0;
}

enum {
    USUAL_THRESHOLD = 128,
    MANY_LEVELS = 16, /* of alpha: edges are softened */
    MAX_COLORS = 6,   /* of df_print */
    /* Above a picture a playfield has rows for the pieces that complete it. */
    MAX_HEIGHT = DF_FIELD_MAX_HEIGHT / 4 * 3,
    /* Squares of a scaled picture, which print in about ten seconds, and of one in many colours
     * that is scaled whatever it shows: it would print for minutes. */
    SCALED_SQUARES = 48 * 48,
    LARGE_SQUARES = 128 * 128,
    /* Beside a picture a playfield has up to two columns. */
    SCALED_WIDTH = DF_FIELD_MAX_WIDTH - 4,
    /* How much the pixels of a plain background differ. */
    NOISE = 8,
    LOSSY_NOISE = 40,
};

/* Facts that distinguish pixel art from photographs and smooth drawings. */
typedef struct pixel_facts {
    bool is_opaque;
    bool is_hard; /* each pixel is opaque or clear */
    bool is_soft; /* a photograph or a smooth drawing */
    size_t color_count;
} pixel_facts;

static size_t prepare_limit(size_t limit, size_t usual)
{
    return limit > 0 ? limit : usual;
}

static bool prepare_finds_enlargement(const df_preparation *options)
{
    return options->enlargement == DF_STEP_AUTO && !options->exact;
}

/* Crops the frames after it has found the factor by which all of them were enlarged, as small
 * parts do not show it. */
static df_status prepare_crop(pixel_frames *frames, const df_preparation *options,
                              const pixel_box *part, unsigned *factor)
{
    df_status status = DF_OK;
    if (prepare_finds_enlargement(options))
        status = df_enlargement_find(factor, frames, options->lossy);
    if (part->left % *factor != 0 || part->top % *factor != 0)
        *factor = 1;
    df_frames_crop(frames, part);
    return status;
}

/* Takes one tile, if the picture looks like a sheet and all of it is not wanted. */
static df_status prepare_take_tile(pixel_frames *frames, const df_preparation *options,
                                   df_prepared *report, unsigned *factor)
{
    const unsigned wanted = options->tile;
    size_t width, height;
    const df_status status = df_tiles_find(frames, &width, &height);
    if (status != DF_OK)
        return status;
    report->tile_width = (unsigned)width;
    report->tile_height = (unsigned)height;
    report->tiles =
        width > 0 ? (unsigned)(frames->width / width * (frames->height / height)) : 0;
    if (wanted == DF_WHOLE_SHEET || options->crop_width > 0 ||
        (wanted == 0 && (width == 0 || options->exact)))
        return DF_OK;
    if (wanted > report->tiles)
        return DF_ERROR_ARGUMENT;
    for (unsigned tile = wanted > 0 ? wanted : 1;; tile++) {
        const size_t columns = frames->width / width;
        const size_t left = (tile - 1) % columns * width, top = (tile - 1) / columns * height;
        const pixel_box part = {left, left + width - 1, top, top + height - 1};
        if (wanted == 0 && df_frames_are_clear(frames, &part))
            continue;
        report->tile = tile;
        return prepare_crop(frames, options, &part, factor);
    }
}

/* True if there are many steps from a pixel to the next that are small, as light and shade
 * have, and not either none or large. */
static bool prepare_is_smooth(const pixel_frames *frames)
{
    enum { SMALL_STEP = 24 };
    size_t small = 0, all = 0;
    for (size_t row = 0; row < frames->height * frames->count; row++) {
        const uint8_t *pixels = &frames->rgba[4 * row * frames->width];
        for (size_t x = 1; x < frames->width; x++) {
            const uint8_t *one = &pixels[4 * x], *other = one - 4;
            if (one[3] == 0 || other[3] == 0 || memcmp(one, other, 4) == 0)
                continue;
            const df_color color = {other[0], other[1], other[2]};
            small += df_pixel_is_near(one, color, SMALL_STEP);
            all++;
        }
    }
    return 4 * small > all;
}

static df_status prepare_look(pixel_facts *facts, const pixel_frames *frames,
                              const df_preparation *options)
{
    enum { MANY_COLORS = 64 };
    const size_t area = df_frames_area(frames);
    bool has_level[256] = {false};
    unsigned levels = 0;
    for (size_t i = 0; i < area; i++)
        has_level[frames->rgba[4 * i + 3]] = true;
    for (unsigned i = 0; i < 256; i++)
        levels += has_level[i];
    facts->is_opaque = levels == 1 && has_level[255];
    facts->is_hard = levels - has_level[0] - has_level[255] == 0;
    const df_status status = df_palette_count(&facts->color_count, frames->rgba, area);
    /* A picture larger than a playfield was not drawn pixel by pixel for one. */
    facts->is_soft = frames->width > DF_FIELD_MAX_WIDTH || frames->height > MAX_HEIGHT ||
                     levels > MANY_LEVELS ||
                     (frames->width * frames->height > LARGE_SQUARES &&
                      facts->color_count > prepare_limit(options->max_colors, MAX_COLORS)) ||
                     (facts->color_count > MANY_COLORS && prepare_is_smooth(frames));
    return status;
}

/* Takes the noise from a picture of few colours: each becomes the one that it is close to. */
static df_status prepare_settle_noise(const pixel_frames *frames, const df_preparation *options)
{
    const size_t area = df_frames_area(frames);
    df_palette palette = {0};
    df_status status = df_palette_find(
        &palette, frames, (unsigned)prepare_limit(options->max_colors, MAX_COLORS), NULL);
    for (size_t i = 0; i < area && status == DF_OK; i++) {
        const uint8_t *pixel = &frames->rgba[4 * i];
        bool is_near = pixel[3] == 0;
        for (unsigned k = 0; k < palette.count && !is_near; k++)
            is_near = df_pixel_is_near(pixel, palette.colors[k], LOSSY_NOISE / 2);
        if (!is_near)
            return DF_OK;
    }
    return status == DF_OK
               ? df_pixels_recolor(frames->rgba, frames->width, frames->height * frames->count,
                                   &palette, DF_DITHER_NONE)
               : status;
}

/* Returns the columns that frames may have: all of the widest playfield only if its rows do not
 * become full and, where drops leave a multiple of four, neither do the squares rule it out. */
static size_t prepare_find_widest(const pixel_frames *frames)
{
    const size_t last = DF_FIELD_MAX_WIDTH, width = frames->width;
    for (size_t i = 0; i < frames->count && width > last - 2 && width <= last; i++) {
        size_t squares = 0;
        bool has_full = false;
        for (size_t row = i * frames->height; row < (i + 1) * frames->height; row++) {
            size_t count = 0;
            for (size_t x = 0; x < width; x++)
                count += frames->rgba[4 * (row * width + x) + 3] >= USUAL_THRESHOLD;
            has_full |= count == width || count == 0; /* or gets an anchor beside it */
            squares += count > 0 ? count : 1;
        }
        if (width == last ? has_full || squares % 4 != 0 : has_full && squares % 4 != 0)
            return last - 2;
    }
    return last;
}

/* True if the frames can be printed as they are. */
static bool prepare_is_printable(const pixel_frames *frames, const pixel_facts *facts,
                                 const df_preparation *options)
{
    return facts->is_hard &&
           facts->color_count <= prepare_limit(options->max_colors, MAX_COLORS) &&
           frames->width <= prepare_find_widest(frames) && frames->height <= MAX_HEIGHT;
}

/* Undoes an enlargement, of which the factor may be known from a larger picture. */
static df_status prepare_undo_enlargement(pixel_frames *frames, const df_preparation *options,
                                          unsigned known, df_prepared *report)
{
    const bool is_automatic = prepare_finds_enlargement(options);
    unsigned factor = options->enlargement == DF_STEP_GIVEN ? options->factor
                      : is_automatic                        ? known
                                                            : 1;
    const bool suits =
        factor > 0 && frames->width % factor == 0 && frames->height % factor == 0;
    if (options->enlargement == DF_STEP_GIVEN && !suits)
        return DF_ERROR_ARGUMENT;
    if (is_automatic && (factor < 2 || !suits)) {
        const df_status status = df_enlargement_find(&factor, frames, options->lossy);
        if (status != DF_OK)
            return status;
    }
    if (factor > 1)
        df_enlargement_undo(frames, factor);
    report->factor = factor;
    return DF_OK;
}

static df_status prepare_clear_background(pixel_frames *frames, const df_preparation *options,
                                          bool is_automatic, df_prepared *report)
{
    const unsigned noise = options->lossy ? LOSSY_NOISE : NOISE;
    const bool is_given = options->background == DF_STEP_GIVEN;
    df_color color = options->background_color;
    if (!is_given && (!is_automatic || options->background == DF_STEP_KEEP ||
                      !df_background_find(&color, frames, noise)))
        return DF_OK;
    report->background = color;
    return df_background_clear(&report->has_background, frames, color, noise, is_given);
}

/* Returns the largest width, within the limits, of a picture of the same shape with at most
 * this number of squares. */
static size_t prepare_find_width(const pixel_frames *frames, size_t squares, size_t max_width,
                                 size_t max_height)
{
    size_t width = frames->width < max_width ? frames->width : max_width;
    for (; width > 1; width--) {
        const size_t height = (frames->height * width + frames->width / 2) / frames->width;
        if (height <= max_height && width * height <= squares)
            break;
    }
    return width;
}

/* Scales each frame; they stay one below the other. */
static df_status prepare_scale(pixel_frames *frames, size_t max_width, size_t max_height)
{
    size_t width = frames->width, height = frames->height;
    for (size_t i = 0; i < frames->count; i++) {
        uint8_t *frame = &frames->rgba[4 * i * frames->width * frames->height];
        width = frames->width;
        height = frames->height;
        const df_status status = df_pixels_fit(frame, &width, &height, max_width, max_height);
        if (status != DF_OK)
            return status;
        memmove(&frames->rgba[4 * i * width * height], frame, 4 * width * height);
    }
    frames->width = width;
    frames->height = height;
    return DF_OK;
}

static df_status prepare_fit(pixel_frames *frames, const df_preparation *options, bool is_soft,
                             df_prepared *report)
{
    const size_t before = frames->width * frames->height;
    size_t width = options->fit_width, height = options->fit_height;
    if (options->fit == DF_STEP_AUTO) {
        const size_t limit = prepare_limit(options->max_width, SCALED_WIDTH);
        const bool is_wide = is_soft && frames->width > limit;
        const size_t widest =
            is_wide ? prepare_limit(options->scaled_width, limit) : prepare_find_widest(frames);
        width =
            prepare_find_width(frames, is_soft ? SCALED_SQUARES : SIZE_MAX, widest, MAX_HEIGHT);
        height = frames->height;
    }
    const df_status status = prepare_scale(frames, width, height);
    report->is_scaled = frames->width * frames->height < before;
    return status;
}

/* Returns half of the alpha that the heavier half of the picture has at least, so that faint
 * figures keep their shape, but no less than a third of the largest alpha, so that glows and
 * shadows go, and no more than the usual threshold. */
static unsigned prepare_find_threshold(const pixel_frames *frames)
{
    uint64_t weights[256] = {0}, weight = 0, heavier = 0;
    const size_t area = df_frames_area(frames);
    unsigned largest = 0, alpha = 256;
    for (size_t i = 0; i < area; i++) {
        const unsigned own = frames->rgba[4 * i + 3];
        weights[own] += own;
        weight += own;
        largest = own > largest ? own : largest;
    }
    while (alpha > 1 && 2 * heavier < weight)
        heavier += weights[--alpha];
    const unsigned half = (alpha + 1) / 2, third = (largest + 2) / 3;
    const unsigned least = half > third ? half : third;
    return least < USUAL_THRESHOLD ? least : USUAL_THRESHOLD;
}

static void prepare_harden(pixel_frames *frames, const df_preparation *options,
                           df_prepared *report)
{
    const size_t area = df_frames_area(frames);
    bool is_hard = true;
    for (size_t i = 0; i < area && is_hard; i++)
        is_hard = frames->rgba[4 * i + 3] == 0 || frames->rgba[4 * i + 3] == 255;
    const bool is_given = options->alpha == DF_STEP_GIVEN;
    if (is_given || (!is_hard && options->alpha == DF_STEP_AUTO && !options->exact)) {
        report->alpha_threshold =
            is_given ? options->alpha_threshold : prepare_find_threshold(frames);
        report->has_threshold = !is_hard;
        df_pixels_harden(frames->rgba, area, report->alpha_threshold);
    }
}

/* Finds at most `wanted` colours, of the own palette if there is one. */
static df_status prepare_choose_colors(df_palette *palette, const pixel_frames *frames,
                                       const df_preparation *options, size_t wanted)
{
    df_palette own = {.count = options->palette_count};
    if (own.count > DF_PALETTE_MAX_COLORS || (options->palette != NULL && own.count == 0))
        return DF_ERROR_ARGUMENT;
    if (options->palette != NULL)
        memcpy(own.colors, options->palette, own.count * sizeof own.colors[0]);
    if (options->palette != NULL && (wanted == 0 || wanted > own.count))
        wanted = own.count;
    return df_palette_find(palette, frames, (unsigned)wanted,
                           options->palette != NULL ? &own : NULL);
}

static df_status prepare_reduce_colors(const pixel_frames *frames,
                                       const df_preparation *options, df_prepared *report)
{
    const size_t area = df_frames_area(frames);
    const size_t limit = prepare_limit(options->max_colors, MAX_COLORS);
    df_palette palette = {0};
    df_status status = df_palette_count(&report->first_colors, frames->rgba, area);
    report->color_count = report->first_colors;
    const bool is_livened = df_guideline_is(options->palette, options->palette_count);
    for (size_t i = 0; is_livened && i < df_frames_area(frames); i++)
        df_pixel_liven(&frames->rgba[4 * i]);
    size_t wanted = 0;
    if (options->colors == DF_STEP_GIVEN)
        wanted = options->color_count;
    else if (options->colors == DF_STEP_AUTO && !options->exact)
        wanted = report->first_colors > limit ? prepare_limit(options->reduced_colors, limit)
                 : options->palette != NULL   ? limit
                                              : 0;
    if (status == DF_OK &&
        (options->palette != NULL || wanted > 0 || options->colors == DF_STEP_GIVEN))
        status = prepare_choose_colors(&palette, frames, options, wanted);
    palette.is_own = options->palette == NULL;
    if (status == DF_OK && options->colors == DF_STEP_AUTO && palette.is_own)
        df_palette_unite(&palette);
    if (status == DF_OK)
        status = df_pixels_recolor(frames->rgba, frames->width, frames->height * frames->count,
                                   &palette, options->dither);
    if (status == DF_OK && palette.count > 0)
        status = df_palette_count(&report->color_count, frames->rgba, area);
    return status;
}

static bool prepare_row_is_empty(const pixel_frames *frames, size_t frame, size_t row)
{
    const size_t at = frame * frames->height + row;
    pixel_box box;
    return !df_pixel_box_find(&box, &frames->rgba[4 * at * frames->width], frames->width, 1);
}

/* Returns the number of rows that are empty below others of their frame, down to the lowest row
 * of all frames. */
static size_t prepare_count_empty_rows(const pixel_frames *frames)
{
    size_t count = 0, end = 0;
    for (size_t i = 0; i < frames->count; i++) {
        size_t row = frames->height;
        while (row > end && prepare_row_is_empty(frames, i, row - 1))
            row--;
        end = row;
    }
    for (size_t i = 0; i < frames->count; i++) {
        bool any = false;
        for (size_t row = 0; row < end; row++) {
            const bool is_empty = prepare_row_is_empty(frames, i, row);
            count += any && is_empty;
            any = any || !is_empty;
        }
    }
    return count;
}

/* True if all pixels of a row are opaque. */
static bool prepare_has_full_row(const pixel_frames *frames)
{
    size_t row = 0, x = 0;
    while (row < frames->height * frames->count && x < frames->width) {
        const bool is_clear = frames->rgba[4 * (row * frames->width + x) + 3] < USUAL_THRESHOLD;
        row += is_clear;
        x = is_clear ? 0 : x + 1;
    }
    return x == frames->width;
}

static df_status prepare_fit_hard(pixel_frames *frames, const df_preparation *options,
                                  bool is_soft, df_prepared *report)
{
    const df_status status = prepare_fit(frames, options, is_soft, report);
    if (status == DF_OK)
        prepare_harden(frames, options, report);
    return status;
}

/* Scales the frames down, and again to a column less if a row would be full, or empty, as a
 * square stands beside it then. */
static df_status prepare_fit_free(pixel_frames *frames, const df_preparation *options,
                                  bool is_soft, df_prepared *report)
{
    const pixel_frames before = *frames;
    const size_t size = 4 * df_frames_area(frames);
    df_preparation less = *options;
    uint8_t *copy = malloc(size);
    if (copy == NULL)
        return DF_ERROR_MEMORY;
    memcpy(copy, frames->rgba, size);
    df_status status = prepare_fit_hard(frames, options, is_soft, report);
    if (status == DF_OK && report->is_scaled && frames->width == options->fit_width &&
        --less.fit_width > 0 &&
        (prepare_has_full_row(frames) || prepare_count_empty_rows(frames) > 0)) {
        *frames = before;
        memcpy(frames->rgba, copy, size);
        status = prepare_fit_hard(frames, &less, is_soft, report);
    }
    free(copy);
    return status;
}

/* Does all steps after those of which a picture that can be printed is in need. */
static df_status prepare_change(pixel_frames *frames, const pixel_facts *facts,
                                const df_preparation *options, df_prepared *report)
{
    const bool is_automatic = !options->exact && !prepare_is_printable(frames, facts, options);
    df_status status =
        prepare_clear_background(frames, options, is_automatic && facts->is_opaque, report);
    if (status == DF_OK && report->has_background)
        df_frames_trim(frames);
    if (status == DF_OK && options->fit == DF_STEP_GIVEN && options->avoids_full)
        status = prepare_fit_free(frames, options, facts->is_soft, report);
    else if (status == DF_OK &&
             (options->fit == DF_STEP_GIVEN || (options->fit == DF_STEP_AUTO && is_automatic)))
        status = prepare_fit_hard(frames, options, facts->is_soft, report);
    else if (status == DF_OK)
        prepare_harden(frames, options, report);
    return status == DF_OK ? prepare_reduce_colors(frames, options, report) : status;
}

df_status df_pixels_prepare(uint8_t *rgba, size_t *width, size_t *height,
                            const df_preparation *options, df_prepared *report)
{
    df_prepared made = {.factor = 1};
    pixel_facts facts = {0};
    unsigned factor = options->factor > 0 ? options->factor : 1;
    if (options->frames == 0 || *width > DF_PIXELS_MAX_SIDE || *height > UINT32_MAX ||
        (uint64_t)*width * *height > UINT32_MAX)
        return DF_ERROR_ARGUMENT;
    pixel_frames frames = {rgba, *width, *height / options->frames, options->frames};
    if (df_frames_area(&frames) == 0) {
        *report = made;
        return DF_OK;
    }
    df_status status = DF_OK;
    if (options->crop_width > 0) {
        const pixel_box part = {options->crop_left,
                                options->crop_left + options->crop_width - 1, options->crop_top,
                                options->crop_top + options->crop_height - 1};
        if (options->crop_height == 0 || options->crop_left >= frames.width ||
            options->crop_width > frames.width - options->crop_left ||
            options->crop_top >= frames.height ||
            options->crop_height > frames.height - options->crop_top)
            return DF_ERROR_ARGUMENT;
        status = prepare_crop(&frames, options, &part, &factor);
    }
    if (status == DF_OK)
        status = prepare_take_tile(&frames, options, &made, &factor);
    if (status != DF_OK)
        return status;
    made.first_width = frames.width;
    made.first_height = frames.height;
    for (size_t i = 0; i < df_frames_area(&frames) && options->clears; i++) {
        if (df_pixel_is_near(&rgba[4 * i], options->clear_color, options->clear_tolerance))
            memset(&rgba[4 * i], 0, 4);
    }
    if (!options->exact || options->fit == DF_STEP_GIVEN)
        df_frames_trim(&frames);
    status = prepare_undo_enlargement(&frames, options, factor, &made);
    made.plain_width = frames.width;
    made.plain_height = frames.height;
    if (status == DF_OK && options->lossy && !options->exact && options->colors == DF_STEP_AUTO)
        status = prepare_settle_noise(&frames, options);
    if (status == DF_OK)
        status = prepare_look(&facts, &frames, options);
    if (status == DF_OK)
        status = prepare_change(&frames, &facts, options, &made);
    if (status != DF_OK)
        return status;
    made.width = frames.width;
    made.height = frames.height;
    made.empty_rows = prepare_count_empty_rows(&frames);
    made.is_changed = made.factor > 1 || made.has_background || made.is_scaled ||
                      made.has_threshold || made.color_count < made.first_colors;
    *width = frames.width;
    *height = frames.height * frames.count;
    *report = made;
    return DF_OK;
}

/* Begins the next part of a description. */
static void prepared_part(df_text *text, size_t begin)
{
    if (text->length > begin)
        df_text_put(text, "; ");
}

void df_prepared_describe(df_text *text, const df_prepared *report,
                          const df_preparation *options)
{
    const size_t begin = text->length;
    if (options->exact)
        return;
    if (report->tile > 0 && options->tile == 0)
        df_text_format(text, "tile %u of %u", report->tile, report->tiles);
    if (report->factor > 1 && options->enlargement != DF_STEP_GIVEN) {
        prepared_part(text, begin);
        df_text_format(text, "%ux enlarged: %zux%zu -> %zux%zu", report->factor,
                       report->plain_width * report->factor,
                       report->plain_height * report->factor, report->plain_width,
                       report->plain_height);
    }
    if (report->has_background && options->background != DF_STEP_GIVEN) {
        prepared_part(text, begin);
        df_text_put(text, "background #");
        df_text_put_color(text, report->background);
        df_text_put(text, " removed");
    }
    if (report->is_scaled && options->fit != DF_STEP_GIVEN) {
        prepared_part(text, begin);
        df_text_format(text, "scaled to %zux%zu", report->width, report->height);
    }
    if (report->has_threshold && options->alpha != DF_STEP_GIVEN) {
        prepared_part(text, begin);
        df_text_format(text, "opaque from alpha %u on", report->alpha_threshold);
    }
    if (report->color_count < report->first_colors && options->colors != DF_STEP_GIVEN) {
        prepared_part(text, begin);
        df_text_format(text, "%zu of %zu colours", report->color_count, report->first_colors);
    }
    if (report->empty_rows > 0) {
        prepared_part(text, begin);
        df_text_format(text, "%zu empty row%s with an anchor", report->empty_rows,
                       report->empty_rows == 1 ? "" : "s");
    }
}
