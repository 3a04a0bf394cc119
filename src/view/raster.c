#include "dropforge/view.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/bits.h"
#include "film_parts.h"
#include "layout.h"
#include "square.h"

/* Returns how different two colours look: the squared distance with the weights of the
 * 'redmean' approximation at a middle red. */
static int raster_difference(df_color a, df_color b)
{
    const int red = a.red - b.red;
    const int green = a.green - b.green;
    const int blue = a.blue - b.blue;
    return (5 * red * red + 8 * green * green + 5 * blue * blue) / 2;
}

/* Returns the number of drops whose colours the background of a theme would hide. */
static size_t raster_count_hidden(const df_plan *plan, const df_theme *theme)
{
    size_t count = 0;
    for (size_t i = 0; i < plan->count; i++) {
        const df_plan_color *color = &plan->colors[plan->drops[i].piece];
        count += color->given && df_shade_is_faint(color->color, theme->background);
    }
    return count;
}

/* Returns the theme for a plan: the first, or paper if it hides less of the picture. */
static const df_theme *raster_choose_theme(const df_plan *plan)
{
    const df_theme *dark = &df_themes[0], *light = &df_themes[DF_THEMES - 1];
    const bool is_dark =
        plan == NULL || raster_count_hidden(plan, dark) <= raster_count_hidden(plan, light);
    return is_dark ? dark : light;
}

df_raster_options df_raster_defaults(const df_plan *plan, const df_theme *theme)
{
    theme = theme != NULL ? theme : raster_choose_theme(plan);
    return (df_raster_options){
        .square_size = 10,
        .theme = theme,
        .look = theme->look,
        .grid = theme->grid,
        .background = theme->background,
        .surround = theme->surround,
    };
}

/* True if the plan has colours for pieces. */
static bool raster_has_colors(const df_plan *plan)
{
    return df_film_defaults(plan).poster == DF_POSTER_FINISHED;
}

/* Returns a theme's colour: by the letter of a tetromino, else in order, darker each time. */
static df_color raster_theme_color(const df_plan *plan, unsigned piece, const df_theme *theme)
{
    const int letter = square_find_letter("IOTSZJL", &plan->set->pieces[piece]);
    if (letter >= 0)
        return theme->piece[letter];
    const int step = (int)(piece / DF_TETROMINOES % 4);
    return shade_mix(theme->piece[piece % DF_TETROMINOES], theme->background, 14 * step);
}

/* Returns the one colour of all pieces that are dropped, or NULL if there are more colours, or
 * pieces without one. */
static const df_color *raster_find_one_color(const df_plan *plan)
{
    const df_plan_color *one = plan->count > 0 ? &plan->colors[plan->drops[0].piece] : NULL;
    for (size_t i = 0; i < plan->count; i++) {
        const df_plan_color *color = &plan->colors[plan->drops[i].piece];
        if (!color->given || memcmp(&color->color, &one->color, sizeof one->color) != 0)
            return NULL;
    }
    return one != NULL ? &one->color : NULL;
}

/* True if the frame shows the finished picture. */
static bool raster_is_finished(const df_frame *frame)
{
    return frame->event == DF_EVENT_END || frame->event == DF_EVENT_POSTER;
}

/* Returns how a theme shows a picture's colour: if it has but tones, the one that is as light.
 */
static df_color raster_tone(const df_theme *theme, df_color color)
{
    bool is_tone = !theme->is_toned || memcmp(&color, &theme->background, sizeof color) == 0;
    for (size_t i = 0; i < DF_TETROMINOES; i++)
        is_tone |= memcmp(&color, &theme->piece[i], sizeof color) == 0;
    const df_color darkest =
        shade_lightness(theme->background) < 128 ? theme->background : theme->text;
    return is_tone ? color
                   : shade_mix(darkest, theme->flash, shade_lightness(color) * 100 / 255);
}

/* Returns a square of the finished picture: where that is revealed, one of its own colour. */
static uint32_t raster_reveal(const df_raster *raster, uint32_t square)
{
    const uint32_t piece = square & DF_FRAME_PIECE, count = (uint32_t)raster->set->count;
    const bool is_hidden = raster->options.reveal && piece > 0 && piece <= count;
    return is_hidden ? (square & ~DF_FRAME_PIECE) | (count + 2) : square;
}

/* Returns the colour of a piece. `has_colors`: the plan has colours of its own. */
static df_color raster_choose_color(const df_plan *plan, unsigned piece, bool has_colors,
                                    const df_theme *theme, df_color background)
{
    static const df_color hues[] = {
        {0x40, 0xb0, 0xc0}, {0xc0, 0xb0, 0x40}, {0xa0, 0x60, 0xc0}, {0x60, 0xb0, 0x60},
        {0xc0, 0x60, 0x60}, {0x50, 0x70, 0xd0}, {0xd0, 0x90, 0x50}, {0xb0, 0x60, 0x90},
        {0x80, 0x90, 0xa0}, {0x90, 0xb0, 0x80}, {0x70, 0xa0, 0xd0},
    };
    enum { COUNT = sizeof hues / sizeof hues[0] };
    if (piece < plan->set->count && plan->colors[piece].given)
        return raster_tone(theme, plan->colors[piece].color);
    if (piece < plan->set->count && !has_colors)
        return raster_theme_color(plan, piece, theme);
    /* A grey between background and the farther end, with a breath of hue. */
    const df_color end = shade_lightness(background) < 128 ? shade_white : shade_black;
    const int step = (int)(piece / COUNT % 3);
    const df_color quiet = shade_mix(background, end, 22 - 5 * step);
    return raster_tone(theme, shade_mix(quiet, hues[piece % COUNT], 22));
}

df_color df_raster_piece_color(const df_plan *plan, unsigned piece, const df_theme *theme,
                               df_color background)
{
    return raster_choose_color(plan, piece, raster_has_colors(plan), theme, background);
}

/* Marks the pieces that have colours of their own, as many as there is room for: all, or else
 * those that are dropped; returns the number of these. */
static size_t choose_pieces(const df_plan *plan, size_t room, uint8_t *chosen)
{
    const size_t count = plan->set->count;
    size_t wanted = 0, taken = 0;
    memset(chosen, count <= room, count);
    if (count <= room)
        return count;
    for (size_t i = 0; i < plan->count; i++)
        chosen[plan->drops[i].piece] = 1;
    for (size_t i = 0; i < count; i++) {
        wanted += chosen[i];
        chosen[i] = chosen[i] != 0 && taken < room;
        taken += chosen[i];
    }
    return wanted;
}

/* Returns the entry of the colour that looks most like this one, of those of pieces. */
static uint8_t find_nearest(const df_raster *raster, df_color color)
{
    size_t nearest = FLASH;
    int min = 1 << 30;
    for (size_t i = FIRST_PIECE; i < raster->palette_count; i += raster->shades) {
        const int other = raster_difference(color, raster->palette[i]);
        if (other < min) {
            min = other;
            nearest = i;
        }
    }
    return (uint8_t)nearest;
}

/* Gives the squares of a piece the next place in the palette. */
static void raster_add_color(df_raster *raster, size_t piece, df_color color)
{
    raster->body[piece] = (uint8_t)raster->palette_count;
    df_square_put_shades(&raster->palette[raster->palette_count], raster->options.look, color,
                         raster->shades);
    raster->palette_count += raster->shades;
}

/* Gives the squares of no piece their place in the palette, if there may be some. */
static void raster_paint_other(df_raster *raster, const df_plan *plan)
{
    static const df_color grey = {128, 128, 128};
    const size_t other = plan->set->count;
    raster->body[other] = FLASH;
    if (plan->begin == NULL)
        return;
    raster->body[other] = find_nearest(raster, grey);
    if (raster->palette_count + raster->shades > DF_RASTER_MAX_PALETTE)
        return;
    raster_add_color(raster, other, grey);
}

/* True if a square in these shades can hardly be told from the background. */
static bool raster_is_lost(const df_raster *raster, const df_color *shades)
{
    const size_t count = df_square_has_edges(raster->options.look) ? raster->shades : 1;
    for (size_t i = 0; i < count; i++) {
        if (!df_shade_is_faint(shades[i], raster->palette[BACKGROUND]))
            return false;
    }
    return true;
}

/* Gives every piece its place in the palette. */
static void raster_paint_pieces(df_raster *raster, const df_plan *plan, bool has_colors)
{
    const df_color background = raster->options.background;
    const df_theme *theme = raster->options.theme;
    size_t room = (DF_RASTER_MAX_PALETTE - FIRST_PIECE) / raster->shades;
    if (choose_pieces(plan, room, raster->body) > room) {
        raster->shades = 1;
        room = DF_RASTER_MAX_PALETTE - FIRST_PIECE;
        choose_pieces(plan, room, raster->body);
    }
    raster->palette_count = FIRST_PIECE;
    for (unsigned i = 0; i < plan->set->count; i++) {
        if (raster->body[i] == 0)
            continue;
        raster_add_color(raster, i,
                         raster->options.reveal
                             ? raster_theme_color(plan, i, theme)
                             : raster_choose_color(plan, i, has_colors, theme, background));
    }
    if (raster->options.reveal) {
        raster_add_color(raster, plan->set->count + 1,
                         raster_tone(theme, *raster_find_one_color(plan)));
        raster->outlined[plan->set->count + 1] =
            raster->options.outlines &&
            raster_is_lost(raster, &raster->palette[raster->palette_count - raster->shades]);
    }
    raster_paint_other(raster, plan);
    for (unsigned i = 0; i < plan->set->count; i++) {
        if (raster->body[i] == 0)
            raster->body[i] = find_nearest(
                raster, raster_choose_color(plan, i, has_colors, theme, background));
        raster->outlined[i] = raster->options.outlines &&
                              (plan->colors[i].given || !has_colors) &&
                              raster_is_lost(raster, &raster->palette[raster->body[i]]);
    }
}

/* Gives the tetrominoes their places in the palette, in each level of the NES game. */
static void raster_paint_levels(df_raster *raster, size_t pieces)
{
    uint8_t *body = raster->body;
    raster->palette_count = FIRST_PIECE;
    for (unsigned level = 0; level < DF_NES_PALETTES; level++) {
        for (unsigned i = 0; i < DF_TETROMINOES; i++)
            raster_add_color(raster, i, df_nes_colors[level][i]);
        raster->body += pieces;
    }
    raster->body = body;
}

/* Returns the raster as it draws a frame of the NES game: with the colours of its level. */
static df_raster raster_at_level(const df_raster *raster, const df_frame *frame)
{
    df_raster at = *raster;
    const unsigned level = raster->options.levels[square_count_locked(raster, frame)];
    at.body += level % DF_NES_PALETTES * (raster->set->count + 2);
    at.rim = at.body[DF_J];
    return at;
}

/* Returns a colour for letters: black or white if they could hardly be read. */
static df_color raster_text_color(df_color wanted, df_color surround)
{
    if (df_shade_contrast(wanted, surround) >= 4.5)
        return wanted;
    return df_shade_contrast(shade_white, surround) > df_shade_contrast(shade_black, surround)
               ? shade_white
               : shade_black;
}

static void raster_paint_fixed(df_raster *raster)
{
    const df_raster_options *options = &raster->options;
    const df_theme *theme = options->theme;
    const df_color background = options->background;
    const df_color surround = options->border ? options->surround : background;
    const df_color far = shade_lightness(background) < 128 ? shade_white : shade_black;
    df_color *palette = raster->palette;
    palette[BACKGROUND] = background;
    palette[GRID] = shade_mix(background, far, 7);
    palette[GAP] = shade_mix(background, shade_black, 60);
    df_square_put_shades(&palette[FLASH], options->look, theme->flash, raster->shades);
    palette[SURROUND] = surround;
    palette[EDGE] = theme->edge;
    palette[TEXT] = raster_text_color(theme->text, surround);
    palette[LABEL] = raster_text_color(theme->label, surround);
    /* Three times as bright as the background, or a third. */
    palette[OUTLINE] = shade_mix(background, far, far.red > 0 ? 34 : 48);
    palette[GHOST] = shade_mix(background, far, 30);
}

/* Keeps a playfield as the next of the pictures, for the display. */
static void raster_keep_page(df_raster *raster, size_t page, const df_field *field)
{
    const size_t count = (size_t)field->width * field->height;
    df_raster_area *area = &raster->picture_area;
    for (size_t i = 0; i < count; i++) {
        const unsigned x = (unsigned)(i % field->width), y = (unsigned)(i / field->width);
        raster->picture[page * count + i] = raster_reveal(raster, field->square[i]);
        if (field->square[i] == 0)
            continue;
        area->left = unsigned_min(area->left, x);
        area->right = unsigned_max(area->right, x + 1);
        area->top = unsigned_min(area->top, y);
        area->bottom = unsigned_max(area->bottom, y + 1);
    }
}

/* Pictures that are being kept. */
typedef struct raster_album {
    df_raster *raster;
    const df_plan *plan;
    size_t pages;
} raster_album;

static df_status raster_see_drop(void *context, const df_field *before, const df_drop *drop,
                                 const df_landing *landing)
{
    raster_album *album = context;
    const df_plan *plan = album->plan;
    const size_t drops = (size_t)(drop - plan->drops);
    (void)landing;
    for (; album->pages < plan->frame_count && plan->frames[album->pages].drops == drops;
         album->pages++)
        raster_keep_page(album->raster, album->pages, before);
    return DF_OK;
}

/* Keeps the last playfield, or of an animation each frame, if any squares are occupied. */
static df_status raster_keep_pictures(df_raster *raster, const df_film *film)
{
    const df_plan *plan = film->plan;
    raster_album album = {.raster = raster, .plan = plan};
    const size_t count = plan->frame_count > 0 ? plan->frame_count : 1;
    raster->picture = calloc(count * plan->width, plan->height * sizeof *raster->picture);
    if (raster->picture == NULL)
        return DF_ERROR_MEMORY;
    raster->picture_count = count;
    raster->picture_frames = plan->frames;
    raster->picture_columns = plan->width;
    raster->picture_rows = plan->height;
    raster->picture_area = (df_raster_area){.left = plan->width, .top = plan->height};
    const df_status status =
        plan->frame_count > 0 ? df_film_replay(film, raster_see_drop, &album) : DF_OK;
    for (; album.pages < count; album.pages++)
        raster_keep_page(raster, album.pages, film->last);
    if (status != DF_OK || raster->picture_area.left >= raster->picture_area.right) {
        free(raster->picture);
        raster->picture = NULL;
    }
    return status;
}

/* Writes the drops and lines of the film below the words of the end card, unless the display
 * has them. */
static df_status raster_write_end_card(df_raster *raster, const df_film *film)
{
    const char *words = raster->options.end_card;
    const size_t drops = film->plan->count, lines = film->rows_cleared;
    if (raster->options.hud && words[0] != '\0') /* which shows them already */
        return DF_OK;
    df_text_format(&raster->end_card, "%s%s%zu drop%s, %zu line%s", words,
                   words[0] != '\0' ? "\n" : "", drops, drops == 1 ? "" : "s", lines,
                   lines == 1 ? "" : "s");
    raster->options.end_card = raster->end_card.bytes;
    return raster->end_card.status;
}

df_status df_raster_begin(df_raster *raster, const df_plan *plan,
                          const df_raster_options *options)
{
    if (options->square_size > DF_RASTER_MAX_SQUARE || (unsigned)options->look >= DF_LOOKS ||
        (options->skin != NULL &&
         (options->skin_size < 1 || options->skin_size > DF_RASTER_MAX_SQUARE)))
        return DF_ERROR_ARGUMENT;
    df_raster made = {
        .options = *options, .set = plan->set, .drops = plan->count, .dropped = plan->drops};
    const bool has_levels = options->levels != NULL;
    if (has_levels && (options->scores == NULL || plan->set->count != DF_TETROMINOES))
        return DF_ERROR_ARGUMENT;
    if (options->theme == NULL)
        made.options.theme = &df_themes[0];
    if (options->transparent)
        made.options.grid = false;
    made.options.reveal &= options->skin == NULL && plan->set->count <= DF_TETROMINOES &&
                           raster_find_one_color(plan) != NULL;
    if (options->skin != NULL)
        made.options.look = DF_LOOK_BEVEL; /* for what is lit up, and its shades */
    df_status status = DF_OK;
    const bool has_colors = raster_has_colors(plan);
    if (options->film != NULL && options->hud && options->picture)
        status = raster_keep_pictures(&made, options->film);
    if (options->film != NULL && options->end_card != NULL && status == DF_OK)
        status = raster_write_end_card(&made, options->film);
    if (status == DF_OK)
        status = df_layout_make(&made, plan, plan->deal != NULL && plan->deal->hold,
                                made.picture != NULL);
    if (status == DF_OK) {
        made.body = calloc(plan->set->count + 2, has_levels ? DF_NES_PALETTES + 1 : 2);
        made.outlined = made.body != NULL ? made.body + plan->set->count + 2 : NULL;
        status = made.body != NULL ? DF_OK : DF_ERROR_MEMORY;
    }
    if (status != DF_OK) {
        df_raster_free(&made);
        return status;
    }
    const bool is_tiny = made.options.square_size < 3 && !options->hud;
    made.shades = is_tiny ? 1 : df_square_shades(made.options.look);
    raster_paint_fixed(&made);
    if (has_levels && plan->begin == NULL)
        raster_paint_levels(&made, plan->set->count + 2);
    else
        raster_paint_pieces(&made, plan, has_colors);
    if (options->skin != NULL)
        status = df_skin_begin(&made, has_colors);
    if (status == DF_OK)
        *raster = made;
    else
        df_raster_free(&made);
    return status;
}

void df_raster_free(df_raster *raster)
{
    free(raster->body);
    free(raster->picture);
    free(raster->skin);
    df_text_free(&raster->end_card);
    *raster = (df_raster){0};
}

/* Returns the top left corner of a square of the playfield. */
static uint8_t *raster_corner(const df_raster *raster, const df_frame *frame, unsigned x,
                              unsigned y, uint8_t *pixels)
{
    const size_t size = raster->options.square_size;
    const size_t row = raster->top + (frame->height - 1U - y) * size;
    return pixels + row * raster->width + raster->left + x * size;
}

static void raster_draw_around(const df_raster *raster, const df_frame *frame, uint8_t *pixels)
{
    const unsigned size = raster->options.square_size, border = raster->border;
    const unsigned width = frame->width * size, height = frame->height * size;
    if (raster->width == width && raster->height == height)
        return;
    memset(pixels, df_panel_background(raster), (size_t)raster->width * raster->height);
    if (border > 0)
        df_square_fill(raster,
                       pixels + (size_t)(raster->top - border) * raster->width + raster->left -
                           border,
                       width + 2 * border, height + 2 * border, EDGE);
    df_panel_draw_title(raster, frame, pixels);
    for (df_panel panel = 0; panel < DF_PANELS; panel++)
        df_panel_draw(raster, panel, frame, pixels);
}

/* Draws all of a frame. */
static void raster_draw_whole(const df_raster *raster, const df_frame *frame, uint8_t *pixels)
{
    const bool is_finished = raster_is_finished(frame);
    raster_draw_around(raster, frame, pixels);
    for (unsigned y = 0; y < frame->height; y++) {
        const uint32_t *row = &frame->square[(size_t)y * frame->width];
        for (unsigned x = 0; x < frame->width; x++)
            df_square_draw(raster, raster_corner(raster, frame, x, y, pixels),
                           raster->options.square_size,
                           is_finished ? raster_reveal(raster, row[x]) : row[x]);
    }
}

/* Redraws the squares that differ. */
static df_raster_area raster_redraw_field(const df_raster *raster, const uint32_t *before,
                                          const df_frame *frame, uint8_t *pixels)
{
    const unsigned size = raster->options.square_size;
    unsigned left = frame->width, right = 0, bottom = frame->height, top = 0;
    for (unsigned y = 0; y < frame->height; y++) {
        const size_t first = (size_t)y * frame->width;
        if (memcmp(before + first, frame->square + first, frame->width * sizeof *before) == 0)
            continue;
        bottom = y < bottom ? y : bottom;
        top = y + 1;
        for (unsigned x = 0; x < frame->width; x++) {
            if (before[first + x] == frame->square[first + x])
                continue;
            left = x < left ? x : left;
            right = x + 1 > right ? x + 1 : right;
            const uint32_t square = frame->square[first + x];
            df_square_draw(raster, raster_corner(raster, frame, x, y, pixels), size,
                           raster_is_finished(frame) ? raster_reveal(raster, square) : square);
        }
    }
    if (top == 0)
        return (df_raster_area){0};
    return (df_raster_area){.left = raster->left + left * size,
                            .top = raster->top + (frame->height - top) * size,
                            .right = raster->left + right * size,
                            .bottom = raster->top + (frame->height - bottom) * size};
}

/* Draws a frame with the colours that the raster has now. */
static unsigned raster_draw(const df_raster *raster, const df_frame *before,
                            const df_frame *frame, uint8_t *pixels,
                            df_raster_area areas[DF_RASTER_MAX_AREAS])
{
    df_raster_area unused[DF_RASTER_MAX_AREAS];
    unsigned count = 0;
    if (areas == NULL)
        areas = unused;
    if (before == NULL ||
        (raster->options.reveal && raster_is_finished(before) != raster_is_finished(frame))) {
        raster_draw_whole(raster, frame, pixels);
        areas[count++] = (df_raster_area){.right = raster->width, .bottom = raster->height};
        return count;
    }
    const df_raster_area field = raster_redraw_field(raster, before->square, frame, pixels);
    if (field.left < field.right)
        areas[count++] = field;
    if (df_panel_has_end_card(raster, before) != df_panel_has_end_card(raster, frame) &&
        raster->title.left < raster->title.right) {
        df_panel_draw_title(raster, frame, pixels);
        areas[count++] = raster->title;
    }
    for (df_panel panel = 0; panel < DF_PANELS; panel++) {
        const df_raster_area area = raster->panels[panel];
        if (area.left == area.right || !df_panel_differs(raster, panel, before, frame))
            continue;
        df_panel_draw(raster, panel, frame, pixels);
        areas[count++] = area;
    }
    return count;
}

unsigned df_raster_draw(const df_raster *raster, const df_frame *before, const df_frame *frame,
                        uint8_t *pixels, df_raster_area areas[DF_RASTER_MAX_AREAS])
{
    if (raster->options.levels == NULL)
        return raster_draw(raster, before, frame, pixels, areas);
    const df_raster now = raster_at_level(raster, frame);
    const bool is_same = before != NULL && raster_at_level(raster, before).body == now.body;
    return raster_draw(&now, is_same ? before : NULL, frame, pixels, areas);
}
