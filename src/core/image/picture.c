#include "dropforge/picture.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/error.h"
#include "frames.h"

static bool same_color(df_color a, df_color b)
{
    return a.red == b.red && a.green == b.green && a.blue == b.blue;
}

/* Returns 1 + the index of a colour in the picture, added if new; 0 if there is no room. */
static unsigned number_color(df_picture *picture, df_color color)
{
    for (unsigned i = 0; i < picture->color_count; i++) {
        if (same_color(picture->colors[i], color))
            return i + 1;
    }
    if (picture->color_count == DF_PICTURE_MAX_COLORS)
        return 0;
    picture->colors[picture->color_count++] = color;
    return picture->color_count;
}

/* Refuses a picture with a half-transparent pixel. */
static df_status check_alpha(const uint8_t *rgba, size_t width, size_t height, df_error *error)
{
    for (size_t i = 0; i < width * height; i++) {
        const uint8_t alpha = rgba[4 * i + 3];
        if (alpha == 0 || alpha == 255)
            continue;
        return df_error_set_at(error, i / width + 1, i % width + 1,
                               "a half-transparent pixel (alpha %u of 255); make every pixel "
                               "opaque or fully transparent",
                               alpha);
    }
    return DF_OK;
}

static df_status picture_allocate(df_picture **picture, size_t width, size_t height)
{
    if (width > UINT32_MAX / 2 || height > UINT32_MAX / 2 || width > SIZE_MAX / 2 / height)
        return DF_ERROR_LIMIT;
    df_picture *made = calloc(1, sizeof *made + width * height);
    if (made == NULL)
        return DF_ERROR_MEMORY;
    made->width = (unsigned)width;
    made->height = (unsigned)height;
    *picture = made;
    return DF_OK;
}

/* Makes a picture of the pixels in a box; its colours follow those of `before`, or NULL. */
static df_status picture_fill(df_picture **picture, const uint8_t *rgba, size_t width,
                              const pixel_box *edges, const df_picture *before, df_error *error)
{
    df_picture *made = NULL;
    const df_status status =
        picture_allocate(&made, edges->right - edges->left + 1, edges->bottom - edges->top + 1);
    if (status != DF_OK)
        return status;
    if (before != NULL) {
        made->color_count = before->color_count;
        memcpy(made->colors, before->colors, sizeof made->colors);
    }
    for (size_t row = edges->top; row <= edges->bottom; row++) {
        for (size_t column = edges->left; column <= edges->right; column++) {
            const uint8_t *pixel = &rgba[(row * width + column) * 4];
            if (pixel[3] == 0)
                continue;
            const unsigned number =
                number_color(made, (df_color){pixel[0], pixel[1], pixel[2]});
            if (number == 0) {
                free(made);
                return df_error_set_at(error, row + 1, column + 1,
                                       "more than 255 colours; reduce the picture's palette");
            }
            made->cell[(edges->bottom - row) * made->width + (column - edges->left)] =
                (uint8_t)number;
        }
    }
    *picture = made;
    return DF_OK;
}

static df_status picture_from_pixels(df_picture **picture, const uint8_t *rgba, size_t width,
                                     size_t height, df_error *error)
{
    df_status status = check_alpha(rgba, width, height, error);
    if (status != DF_OK)
        return status;
    pixel_box edges;
    if (!df_pixel_box_find(&edges, rgba, width, height))
        return df_error_set(error, DF_ERROR_INPUT,
                            "the picture has no opaque pixel; draw something in it");
    return picture_fill(picture, rgba, width, &edges, NULL, error);
}

/* Finds the edges of each frame, and those of all together. */
static df_status picture_find_edges(pixel_box *edges, pixel_box *all, size_t count,
                                    const uint8_t *rgba, size_t width, size_t height,
                                    df_error *error)
{
    for (size_t i = 0; i < count; i++) {
        const uint8_t *frame = &rgba[i * width * height * 4];
        const df_status status = check_alpha(frame, width, height, error);
        if (status == DF_OK && df_pixel_box_find(&edges[i], frame, width, height)) {
            all->left = i == 0 || edges[i].left < all->left ? edges[i].left : all->left;
            all->right = i == 0 || edges[i].right > all->right ? edges[i].right : all->right;
            all->bottom =
                i == 0 || edges[i].bottom > all->bottom ? edges[i].bottom : all->bottom;
            continue;
        }
        if (status == DF_OK)
            df_error_set(error, DF_ERROR_INPUT, "nothing opaque");
        df_error_append(error, ", in frame %zu", i + 1);
        if (status == DF_OK)
            df_error_append(error, "; draw something in it");
        return DF_ERROR_INPUT;
    }
    return DF_OK;
}

/* Finds the colour of a letter; false if it has none. */
static bool picture_find_letter(uint8_t rgba[4], char letter, const char *letters,
                                const df_color *colors)
{
    for (size_t i = 0; letters[i] != '\0'; i++) {
        if (letters[i] == letter) {
            const df_color color = colors[i];
            memcpy(rgba, (uint8_t[4]){color.red, color.green, color.blue, 255}, 4);
            return true;
        }
    }
    return letter == '.';
}

df_status df_picture_from_letters(df_picture **picture, const char *rows, const char *letters,
                                  const df_color *colors, df_error *error)
{
    size_t width = 0, height = 1;
    for (size_t i = 0, x = 0; rows[i] != '\0'; i++) {
        x = rows[i] == '/' ? 0 : x + 1;
        height += rows[i] == '/';
        width = x > width ? x : width;
    }
    if (width > DF_PIXELS_MAX_SIDE || height > DF_PIXELS_MAX_SIDE)
        return DF_ERROR_LIMIT;
    uint8_t *rgba = calloc(width * height + 1, 4);
    if (rgba == NULL)
        return DF_ERROR_MEMORY;
    df_status status = DF_OK;
    for (size_t i = 0, x = 0, y = 0; rows[i] != '\0' && status == DF_OK; i++) {
        if (rows[i] == '/') {
            x = 0;
            y++;
        } else if (picture_find_letter(&rgba[4 * (y * width + x)], rows[i], letters, colors))
            x++;
        else
            status = df_error_set_at(error, y + 1, x + 1,
                                     "this letter has no colour; give it one, or write '.'");
    }
    if (status == DF_OK)
        status = picture_from_pixels(picture, rgba, width, height, error);
    free(rgba);
    return status;
}

df_status df_picture_from_rgba(df_picture **frames, size_t count, const uint8_t *rgba,
                               size_t width, size_t height, df_error *error)
{
    if (count == 1)
        return picture_from_pixels(frames, rgba, width, height, error);
    pixel_box all = {0};
    pixel_box *edges = calloc(count + 1, sizeof edges[0]);
    size_t made = 0;
    df_status status = edges != NULL
                           ? picture_find_edges(edges, &all, count, rgba, width, height, error)
                           : DF_ERROR_MEMORY;
    for (; made < count && status == DF_OK; made += status == DF_OK) {
        const pixel_box box = {
            .left = all.left, .right = all.right, .top = edges[made].top, .bottom = all.bottom};
        status = picture_fill(&frames[made], &rgba[made * width * height * 4], width, &box,
                              made > 0 ? frames[made - 1] : NULL, error);
        if (status == DF_ERROR_INPUT)
            df_error_append(error, ", in frame %zu", made + 1);
    }
    free(edges);
    /* Colours that appear later are colours of all. */
    for (size_t i = 0; i < made && status == DF_OK; i++) {
        frames[i]->color_count = frames[count - 1]->color_count;
        memcpy(frames[i]->colors, frames[count - 1]->colors, sizeof frames[i]->colors);
    }
    for (size_t i = 0; i < made && status != DF_OK; i++)
        df_picture_free(frames[i]);
    return status;
}

/* Returns the colour of an occupied square, which need not be of a piece of the plan. */
static df_plan_color plan_color(const df_plan *plan, unsigned square)
{
    const df_plan_color grey = {false, {128, 128, 128}};
    return square <= plan->set->count && plan->colors[square - 1].given
               ? plan->colors[square - 1]
               : grey;
}

df_status df_picture_from_field(df_picture **picture, const df_field *field,
                                const df_plan *plan)
{
    const unsigned height = df_field_top(field);
    unsigned left = field->width, right = 0;
    for (unsigned x = 0; x < field->width; x++) {
        if (field->top[x] > 0) {
            left = x < left ? x : left;
            right = x;
        }
    }
    if (height == 0)
        return DF_ERROR_INPUT;
    df_picture *made = NULL;
    const df_status status = picture_allocate(&made, right - left + 1, height);
    if (status != DF_OK)
        return status;
    for (unsigned y = height; y-- > 0;) {
        for (unsigned x = left; x <= right; x++) {
            const unsigned square = df_field_square(field, x, y);
            if (square == 0)
                continue;
            const unsigned number = number_color(made, plan_color(plan, square).color);
            if (number == 0) {
                free(made);
                return DF_ERROR_INPUT;
            }
            made->cell[(size_t)y * made->width + (x - left)] = (uint8_t)number;
        }
    }
    *picture = made;
    return DF_OK;
}

void df_picture_free(df_picture *picture)
{
    free(picture);
}

/* Returns the number of the colour wanted in a column of the playfield; 0 for none. */
static unsigned wanted_at(const df_picture *wanted, unsigned shift, unsigned column, unsigned y)
{
    if (column < shift || column - shift >= wanted->width || y >= wanted->height)
        return 0;
    return wanted->cell[(size_t)y * wanted->width + (column - shift)];
}

bool df_picture_row_is_empty(const df_picture *picture, unsigned y)
{
    for (unsigned x = 0; x < picture->width; x++) {
        if (picture->cell[(size_t)y * picture->width + x] != 0)
            return false;
    }
    return true;
}

/* Compares with the picture's column 0 in column `shift` of the playfield; returns the
 * number of squares that agree before the first difference. */
static size_t compare_at(const df_picture *wanted, const df_field *field, const df_plan *plan,
                         unsigned how, unsigned shift, df_picture_difference *difference)
{
    const df_color none = {0, 0, 0};
    const unsigned top = df_field_top(field);
    const unsigned height = top > wanted->height ? top : wanted->height;
    const unsigned width =
        shift + wanted->width > field->width ? shift + wanted->width : field->width;
    size_t agreed = 0;
    *difference = (df_picture_difference){.shift = shift, .first_shift = shift};
    for (unsigned y = 0; y < height; y++) {
        bool anchor_left = (how & DF_COMPARE_ANCHORS) != 0 && y < wanted->height &&
                           df_picture_row_is_empty(wanted, y);
        for (unsigned column = 0; column < width; column++) {
            const unsigned found = df_field_square(field, column, y);
            const unsigned want = wanted_at(wanted, shift, column, y);
            const bool is_beside = column < shift || column >= shift + wanted->width;
            const df_color wanted_color = want != 0 ? wanted->colors[want - 1] : none;
            const df_plan_color is =
                found != 0 ? plan_color(plan, found) : (df_plan_color){false, none};
            const bool has_color = (how & DF_COMPARE_SHAPE) != 0 ||
                                   (is.given && same_color(wanted_color, is.color));
            if ((want == 0) == (found == 0) && (want == 0 || has_color)) {
                agreed++;
            } else if (is_beside && anchor_left) {
                anchor_left = false;
            } else {
                difference->column = column;
                difference->y = y;
                difference->wanted_opaque = want != 0;
                difference->found_opaque = found != 0;
                difference->found_colored = is.given;
                difference->wanted_color = wanted_color;
                difference->found_color = is.color;
                return agreed;
            }
        }
    }
    difference->same = difference->same_shape = true;
    return agreed;
}

void df_picture_compare(const df_picture *wanted, const df_field *field, const df_plan *plan,
                        unsigned how, df_picture_difference *difference)
{
    df_picture_difference here;
    size_t best = 0;
    bool same_shape = false;
    for (unsigned shift = 0; shift == 0 || shift + wanted->width <= field->width; shift++) {
        const size_t agreed = compare_at(wanted, field, plan, how, shift, &here);
        if (shift == 0 || here.same || agreed > best) {
            best = agreed;
            *difference = here;
        }
        if (here.same)
            return;
        (void)compare_at(wanted, field, plan, how | DF_COMPARE_SHAPE, shift, &here);
        same_shape = same_shape || here.same;
    }
    difference->same_shape = same_shape;
}

/* A plan that is being played and compared. */
typedef struct plan_comparison {
    const df_picture *const *frames;
    size_t count;
    const df_plan *plan;
    unsigned how;
    size_t drops;    /* so far */
    size_t compared; /* frames */
    unsigned shift;  /* column of the first one */
    df_picture_difference *difference;
} plan_comparison;

/* Compares the next frame; those after the first one stand where it does. False: it differs. */
static bool compare_frame(plan_comparison *self, const df_field *field)
{
    const df_picture *frame = self->frames[self->compared];
    df_picture_difference *difference = self->difference;
    if (self->compared > 0)
        (void)compare_at(frame, field, self->plan, self->how, self->shift, difference);
    if (self->compared == 0 || !difference->same)
        df_picture_compare(frame, field, self->plan, self->how, difference);
    if (self->compared == 0)
        self->shift = difference->shift;
    difference->frame = self->compared;
    difference->first_shift = self->shift;
    difference->moved = difference->same && difference->shift != self->shift;
    difference->same = difference->same && !difference->moved;
    self->compared += difference->same;
    return difference->same;
}

/* Compares the frames that are complete now. DF_ERROR_CANCELLED: one differs. */
static df_status compare_frames(plan_comparison *self, const df_field *field)
{
    bool same = true;
    while (same && self->compared < self->count &&
           ((self->how & DF_COMPARE_FRAMES) != 0 ? self->plan->frames[self->compared].drops
                                                 : self->plan->count) == self->drops)
        same = compare_frame(self, field);
    return same ? DF_OK : DF_ERROR_CANCELLED;
}

static df_status compare_drop(void *context, const df_field *before, const df_drop *drop,
                              const df_landing *landing)
{
    plan_comparison *self = context;
    (void)drop;
    (void)landing;
    const df_status status = compare_frames(self, before);
    self->drops++;
    return status;
}

df_status df_picture_compare_plan(const df_picture *const *frames, size_t count,
                                  const df_plan *plan, unsigned how, df_plan_summary *summary,
                                  df_picture_difference *difference, df_error *error)
{
    df_picture_difference found = {.same = true, .same_shape = true};
    plan_comparison self = {frames, count, plan, how, .difference = &found};
    df_field *final = NULL;
    if ((how & DF_COMPARE_FRAMES) != 0 && plan->frame_count < count)
        return DF_ERROR_ARGUMENT;
    df_status status = df_plan_play(plan, compare_drop, &self, &final, summary, error);
    if (status == DF_OK)
        status = compare_frames(&self, final);
    df_field_free(final);
    if (!found.same)
        status = DF_OK;
    if (status == DF_OK)
        *difference = found;
    return status;
}
