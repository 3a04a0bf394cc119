/* Tests rasters: pixels of every look, palettes, and distinguishable colours. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "dropforge/base.h"
#include "dropforge/view.h"
#include "tests/support/support.h"
#include "view/font.h"
#include "view/layout.h"
#include "view/square.h"

enum { WIDTH = 5, HEIGHT = 3 };

static void give(df_plan *plan, unsigned piece, df_color color)
{
    plan->colors[piece] = (df_plan_color){.given = true, .color = color};
}

static bool same(df_color a, df_color b)
{
    return a.red == b.red && a.green == b.green && a.blue == b.blue;
}

/* A small frame: nothing, a T, a flash. */
static const uint32_t squares[HEIGHT * WIDTH] = {
    1 + DF_T,
    1 + DF_T,
    1 + DF_T,
    0,
    1 + DF_I,
    0,
    1 + DF_T,
    0,
    0,
    0,
    1 | DF_FRAME_CLEAR,
    1 | DF_FRAME_CLEAR,
    1 | DF_FRAME_CLEAR,
    1 | DF_FRAME_CLEAR,
    1 | DF_FRAME_CLEAR,
};

static const df_frame frame = {.width = WIDTH, .height = HEIGHT, .square = squares};

/* Draws the frame; caller frees. */
static uint8_t *draw(const df_raster *raster)
{
    const size_t size = (size_t)raster->width * raster->height;
    /* One byte more shows what is written beyond the end. */
    uint8_t *pixels = malloc(size + 1);
    assert_non_null(pixels);
    memset(pixels, 0xee, size + 1);
    df_raster_draw(raster, NULL, &frame, pixels, NULL);
    assert_int_equal(pixels[size], 0xee);
    for (size_t i = 0; i < size; i++)
        assert_true(pixels[i] < raster->palette_count);
    return pixels;
}

/* The colour in the middle of a square; y from the floor. */
static df_color middle(const df_raster *raster, const uint8_t *pixels, unsigned x, unsigned y)
{
    const size_t size = raster->options.square_size;
    const size_t row = (HEIGHT - 1 - y) * size + size / 2;
    return raster->palette[pixels[row * raster->width + x * size + size / 2]];
}

TEST(every_look_and_size)
{
    df_plan *plan = new_plan(shared_set, WIDTH, HEIGHT);
    const df_color color = {200, 100, 50};
    give(plan, DF_T, color);
    for (unsigned look = DF_LOOK_FLAT; look < DF_LOOKS; look++) {
        for (unsigned size = 1; size <= DF_RASTER_MAX_SQUARE; size++) {
            df_raster_options options = df_raster_defaults(NULL, NULL);
            options.look = (df_look)look;
            options.square_size = size;
            options.grid = size % 2 == 0;
            df_raster raster;
            assert_status(df_raster_begin(&raster, plan, &options), DF_OK);
            assert_int_equal(raster.width, WIDTH * size);
            assert_int_equal(raster.height, HEIGHT * size);
            uint8_t *pixels = draw(&raster);
            for (unsigned x = 0; x < 3 && look != DF_LOOK_INSET; x++)
                assert_true(same(middle(&raster, pixels, x, 0), color));
            assert_true(look == DF_LOOK_INSET || same(middle(&raster, pixels, 1, 1), color));
            assert_true(same(middle(&raster, pixels, 3, 1), options.background));
            assert_true(
                look == DF_LOOK_INSET ||
                same(middle(&raster, pixels, 4, 0),
                     df_raster_piece_color(plan, DF_I, &df_themes[0], options.background)));
            free(pixels);
            df_raster_free(&raster);
        }
    }
    df_plan_free(plan);
}

/* Fills random squares: empty, of pieces, or flashing; few differ from the previous ones. */
static void scatter(df_random *random, uint32_t *square, uint32_t count, unsigned changes)
{
    for (unsigned i = 0; i < changes; i++) {
        const uint32_t kind = df_random_below(random, 9);
        square[df_random_below(random, count)] = kind == 8 ? 1 | DF_FRAME_CLEAR : kind;
    }
}

/* A frame with these squares, and numbers and pieces at random. */
static df_frame random_frame(df_random *random, const uint32_t *square)
{
    df_frame made = {.width = WIDTH, .height = HEIGHT, .square = square};
    made.drops = df_random_below(random, 2000);
    made.rows_cleared = df_random_below(random, 20);
    made.held = (int)df_random_below(random, DF_TETROMINOES + 1) - 1;
    made.next_count = df_random_below(random, DF_FRAME_MAX_NEXT + 1);
    for (unsigned i = 0; i < made.next_count; i++)
        made.next[i] = (uint16_t)df_random_below(random, DF_TETROMINOES);
    return made;
}

static bool is_in(df_raster_area area, unsigned x, unsigned y)
{
    return x >= area.left && x < area.right && y >= area.top && y < area.bottom;
}

/* Checks that all areas are in the picture, and pixels outside them are the same. */
static void check_areas(const df_raster *raster, const df_raster_area *areas, unsigned count,
                        const uint8_t *before, const uint8_t *after)
{
    for (unsigned i = 0; i < count; i++) {
        assert_true(areas[i].left < areas[i].right);
        assert_true(areas[i].right <= raster->width);
        assert_true(areas[i].bottom <= raster->height);
    }
    for (unsigned i = 0; i < raster->width * raster->height; i++) {
        bool is_changed = false;
        for (unsigned j = 0; j < count; j++)
            is_changed |= is_in(areas[j], i % raster->width, i / raster->width);
        if (!is_changed)
            assert_int_equal(after[i], before[i]);
    }
}

/* Checks that redrawing an area gives the same as drawing everything, and changes nothing
 * outside it. */
TEST(redraws_what_differs)
{
    df_plan *plan = new_plan(shared_set, WIDTH, HEIGHT);
    df_random random;
    df_random_seed(&random, 11, 0);
    for (unsigned i = 0; i < 300; i++) {
        df_raster_options options = df_raster_defaults(NULL, NULL);
        options.square_size = 1 + df_random_below(&random, 9);
        options.look = (df_look)df_random_below(&random, DF_LOOKS);
        options.border = i % 5 == 0;
        options.hud = i % 3 == 0;
        options.transparent = i % 7 == 0;
        const unsigned more = options.hud ? 200 : options.border ? 9 : 0;
        if (i % 4 != 0)
            options.canvas.width =
                WIDTH * options.square_size + more + df_random_below(&random, 7);
        if (i % 2 == 0)
            options.canvas.height = HEIGHT * options.square_size + more + i % 7;
        df_raster raster;
        assert_status(df_raster_begin(&raster, plan, &options), DF_OK);
        uint32_t before[WIDTH * HEIGHT] = {0}, after[WIDTH * HEIGHT];
        scatter(&random, before, WIDTH * HEIGHT, 20);
        memcpy(after, before, sizeof after);
        scatter(&random, after, WIDTH * HEIGHT, i % 4);
        const size_t size = (size_t)raster.width * raster.height;
        uint8_t *old = malloc(size), *all = malloc(size), *part = malloc(size);
        assert_true(old != NULL && all != NULL && part != NULL);
        const df_frame first = random_frame(&random, before);
        df_frame second = random_frame(&random, after);
        if (i % 4 < 2)
            second = first, second.square = after;
        df_raster_draw(&raster, NULL, &first, old, NULL);
        df_raster_draw(&raster, NULL, &second, all, NULL);
        memcpy(part, old, size);
        df_raster_area areas[DF_RASTER_MAX_AREAS];
        const unsigned count = df_raster_draw(&raster, &first, &second, part, areas);
        assert_memory_equal(part, all, size);
        check_areas(&raster, areas, count, old, all);
        if (i % 4 < 2)
            assert_true((count > 0) == (memcmp(before, after, sizeof after) != 0));
        free(old);
        free(all);
        free(part);
        df_raster_free(&raster);
    }
    df_plan_free(plan);
}

TEST(refuses_a_canvas_that_is_too_small)
{
    df_plan *plan = new_plan(shared_set, WIDTH, HEIGHT);
    df_raster_options options = df_raster_defaults(NULL, NULL);
    df_raster raster;
    options.canvas.width = WIDTH * options.square_size - 1;
    assert_status(df_raster_begin(&raster, plan, &options), DF_ERROR_ARGUMENT);
    options.canvas.width = 0;
    options.canvas.height = HEIGHT * options.square_size - 1;
    assert_status(df_raster_begin(&raster, plan, &options), DF_ERROR_ARGUMENT);
    df_plan_free(plan);
}

/* Draws the display on canvases of every width, with pieces to hold and a picture, and checks
 * that the panels are on the canvas, however narrow it is. */
TEST(panels_stay_on_narrow_canvases)
{
    df_plan *plan = new_plan(shared_set, WIDTH, HEIGHT);
    uint16_t queue[] = {DF_T};
    df_plan_deal deal = {.deal = DF_DEAL_GIVEN, .hold = true, .queue = queue, .count = 1};
    df_raster_options options = df_raster_defaults(NULL, NULL);
    unsigned made = 0;
    assert_status(df_plan_add(plan, (df_drop){.piece = DF_T, .orientation = DF_NORTH}), DF_OK);
    plan->deal = &deal;
    give(plan, DF_T, (df_color){200, 100, 50});
    const df_film_options still = df_film_defaults(NULL);
    df_film *film = NULL;
    assert_status(df_film_create(&film, plan, &still, NULL), DF_OK);
    options.film = film;
    options.rows = HEIGHT;
    options.hud = true;
    for (unsigned width = 1; width < 240; width++) {
        df_raster raster;
        options.picture = width % 2 == 0;
        options.square_size = width % 3;
        options.canvas.width = width;
        options.canvas.height = 100 + width % 5 * 90;
        if (df_raster_begin(&raster, plan, &options) != DF_OK)
            continue;
        for (unsigned i = 0; i < DF_PANELS; i++) {
            const df_raster_area area = raster.panels[i];
            assert_true(area.left <= area.right && area.right <= raster.width);
            assert_true(area.top <= area.bottom && area.bottom <= raster.height);
        }
        free(draw(&raster));
        df_raster_free(&raster);
        made++;
    }
    assert_true(made > 100);
    df_film_free(film);
    plan->deal = NULL;
    df_plan_free(plan);
}

TEST(flat_is_flat)
{
    df_plan *plan = new_plan(shared_set, WIDTH, HEIGHT);
    df_raster_options options = df_raster_defaults(NULL, NULL);
    options.look = DF_LOOK_FLAT;
    options.grid = false;
    options.square_size = 7;
    df_raster raster;
    assert_status(df_raster_begin(&raster, plan, &options), DF_OK);
    uint8_t *pixels = draw(&raster);
    for (size_t y = 0; y < raster.height; y++) {
        for (size_t x = 0; x < raster.width; x++) {
            const size_t corner = y / 7 * 7 * raster.width + x / 7 * 7;
            assert_int_equal(pixels[y * raster.width + x], pixels[corner]);
        }
    }
    free(pixels);
    df_raster_free(&raster);
    df_plan_free(plan);
}

/* Checks that a panel shows a number below its label, in the middle, in letters of so many
 * pixels a dot, and nothing else there. */
static void check_number(const df_raster *raster, const uint8_t *pixels, df_panel panel,
                         const char *number, unsigned text)
{
    const df_raster_area area = raster->panels[panel];
    const unsigned count = (unsigned)strlen(number), line = FONT_CAPITAL * text;
    const unsigned width = (count * FONT_ADVANCE - 1) * text;
    const unsigned left = area.left + (area.right - area.left - width) / 2;
    const unsigned top = area.top + LAYOUT_LABEL * raster->text;
    font_letter letters[24];
    for (unsigned i = 0; i < count; i++)
        assert_true(df_font_find((unsigned char)number[i], &letters[i]));
    assert_true(top + line <= area.bottom);
    for (unsigned y = top; y < area.bottom; y++) {
        for (unsigned x = area.left; x < area.right; x++) {
            const unsigned column = (x - left) / text, dot = column % FONT_ADVANCE;
            const bool is_inked =
                x >= left && x < left + width && y < top + line && dot < FONT_WIDTH &&
                (letters[column / FONT_ADVANCE].row[FONT_ACCENT + (y - top) / text] >>
                     (FONT_WIDTH - 1 - dot) &
                 1) != 0;
            assert_int_equal(pixels[(size_t)y * raster->width + x] == TEXT, is_inked);
        }
    }
}

/* The display has the drops and rows of the frame, and the score of those that have locked;
 * twice as large as the labels, unless the largest score leaves no room for that. */
TEST(numbers_are_those_of_the_frame)
{
    static const uint64_t few[] = {0, 40, 1240}, many[] = {0, 40, 1234567};
    static const struct {
        const char *drops, *score;
        int piece;
        uint32_t count;
    } cases[] = {
        {"0", "0", -1, 0}, {"1", "0", DF_O, 1}, {"1", "40", -1, 1}, {"2", "40", DF_O, 2}};
    df_plan *plan = new_plan(shared_set, 10, 20);
    for (unsigned i = 0; i < 2; i++)
        assert_status(df_plan_add(plan, (df_drop){.piece = DF_O, .x = (uint8_t)(2 * i)}),
                      DF_OK);
    df_raster_options options = df_raster_defaults(NULL, NULL);
    static const uint32_t none[200];
    options.hud = true;
    for (unsigned i = 0; i < 2 * COUNT(cases); i++) {
        const bool is_wide = i >= COUNT(cases);
        const size_t k = i % COUNT(cases);
        options.scores = is_wide ? many : few;
        df_raster raster;
        assert_status(df_raster_begin(&raster, plan, &options), DF_OK);
        uint8_t *pixels = malloc((size_t)raster.width * raster.height);
        assert_non_null(pixels);
        const df_frame shown = {.width = 10,
                                .height = 20,
                                .square = none,
                                .held = -1,
                                .piece = cases[k].piece,
                                .drops = cases[k].count,
                                .rows_cleared = 17};
        df_raster_draw(&raster, NULL, &shown, pixels, NULL);
        check_number(&raster, pixels, DF_PANEL_DROPS, cases[k].drops, 2 * raster.text);
        check_number(&raster, pixels, DF_PANEL_ROWS, "17", 2 * raster.text);
        check_number(&raster, pixels, DF_PANEL_SCORE, cases[k].score,
                     (is_wide ? 1 : 2) * raster.text);
        free(pixels);
        df_raster_free(&raster);
    }
    df_plan_free(plan);
}

/* The sizes with names, and what apps cover of them. */
TEST(canvases_are_known)
{
    static const df_canvas known[] = {{"story", 1080, 1920, 250, 340, 60},
                                      {"post", 1080, 1080, 40, 40, 40},
                                      {"wide", 1920, 1080, 54, 54, 96}};
    for (size_t i = 0; i < COUNT(known); i++) {
        const df_canvas *canvas = &df_canvases[i];
        assert_string_equal(canvas->name, known[i].name);
        assert_memory_equal(&canvas->width, &known[i].width,
                            sizeof *canvas - offsetof(df_canvas, width));
    }
    assert_int_equal(COUNT(known), DF_CANVASES);
}

/* Squares of up to five pixels have a line at the right and bottom, larger ones all around,
 * which is the wider the larger they are. */
TEST(ink_lines_grow)
{
    static const struct {
        unsigned size, left, right;
    } cases[] = {{3, 0, 1},  {5, 0, 1},  {6, 1, 1}, {15, 1, 1},
                 {16, 2, 2}, {31, 2, 2}, {32, 3, 3}};
    df_plan *plan = new_plan(shared_set, WIDTH, HEIGHT);
    df_raster_options options = df_raster_defaults(NULL, NULL);
    options.look = DF_LOOK_INK;
    for (size_t i = 0; i < COUNT(cases); i++) {
        const unsigned size = options.square_size = cases[i].size;
        df_raster raster;
        assert_status(df_raster_begin(&raster, plan, &options), DF_OK);
        uint8_t *pixels = draw(&raster);
        const uint8_t *corner = pixels + (size_t)(HEIGHT - 1) * size * raster.width;
        const uint8_t body = corner[(size_t)(size / 2) * raster.width + size / 2];
        for (unsigned at = 0; at < size; at++) {
            const bool is_line = at < cases[i].left || at >= size - cases[i].right;
            assert_int_equal(corner[(size_t)(size / 2) * raster.width + at] != body, is_line);
            assert_int_equal(corner[(size_t)at * raster.width + size / 2] != body, is_line);
        }
        free(pixels);
        df_raster_free(&raster);
    }
    df_plan_free(plan);
}

TEST(grid_is_only_between_empty_squares)
{
    df_plan *plan = new_plan(shared_set, WIDTH, HEIGHT);
    df_raster_options options = df_raster_defaults(NULL, NULL);
    df_raster with;
    df_raster without;
    assert_status(df_raster_begin(&with, plan, &options), DF_OK);
    options.grid = false;
    assert_status(df_raster_begin(&without, plan, &options), DF_OK);
    uint8_t *lines = draw(&with);
    uint8_t *plain = draw(&without);
    size_t count = 0;
    for (size_t i = 0; i < (size_t)with.width * with.height; i++) {
        const size_t x = i % with.width / options.square_size;
        const size_t y = HEIGHT - 1 - i / with.width / options.square_size;
        count += lines[i] != plain[i];
        if (lines[i] != plain[i])
            assert_int_equal(squares[y * WIDTH + x], 0);
    }
    assert_true(count > 0);
    free(lines);
    free(plain);
    df_raster_free(&with);
    df_raster_free(&without);
    df_plan_free(plan);
}

/* The theme is the first, or paper if that hides fewer drops of the picture; the colours of
 * other pieces differ from one another. */
TEST(colors_can_be_told_apart)
{
    static const struct {
        df_color color[2];
        bool is_light;
    } pictures[] = {
        {{{0, 0, 0}, {0, 0, 0}}, true},
        {{{255, 255, 255}, {0, 0, 0}}, true},
        {{{255, 255, 255}, {255, 255, 0}}, false},
        {{{0xe6, 0x3b, 0x4b}, {0xe6, 0x3b, 0x4b}}, false},
    };
    for (size_t i = 0; i < COUNT(pictures); i++) {
        df_plan *plan = new_plan(shared_set, 21, 42);
        give(plan, DF_J, pictures[i].color[0]);
        give(plan, DF_T, pictures[i].color[1]);
        for (unsigned j = 0; j < 3; j++)
            assert_status(df_plan_add(plan, (df_drop){.piece = j > 0 ? DF_T : DF_J}), DF_OK);
        const df_raster_options options = df_raster_defaults(plan, NULL);
        assert_string_equal(options.theme->name, pictures[i].is_light ? "paper" : "guideline");
        for (unsigned a = 0; a < DF_TETROMINOES; a++) {
            const df_color color =
                df_raster_piece_color(plan, a, options.theme, options.background);
            for (unsigned b = 0; b < a && !plan->colors[a].given; b++)
                assert_false(same(
                    color, df_raster_piece_color(plan, b, options.theme, options.background)));
        }
        df_plan_free(plan);
    }
}

/* Pieces of one colour have those of the theme until the picture is finished. */
TEST(reveals_one_color)
{
    static const df_frame_event events[] = {DF_EVENT_LOCK, DF_EVENT_END, DF_EVENT_NONE,
                                            DF_EVENT_POSTER};
    const df_color own = {1, 2, 200}, other = {9, 8, 7};
    df_plan *plan = new_plan(shared_set, 2, 2);
    give(plan, DF_O, own);
    assert_status(df_plan_add(plan, (df_drop){.piece = DF_O}), DF_OK);
    df_raster_options options = df_raster_defaults(plan, NULL);
    options.reveal = true;
    options.look = DF_LOOK_FLAT;
    options.grid = false;
    for (unsigned colors = 1; colors <= 2; colors++) {
        df_raster raster;
        uint8_t pixels[400];
        const uint32_t full[4] = {1 + DF_O, 1 + DF_O, 1 + DF_O, 1 + DF_O};
        assert_status(df_raster_begin(&raster, plan, &options), DF_OK);
        df_frame before = {.width = 2, .height = 2, .square = full, .piece = -1};
        for (size_t i = 0; i < COUNT(events); i++) {
            df_frame next = before;
            next.event = events[i];
            (void)df_raster_draw(&raster, i > 0 ? &before : NULL, &next, pixels, NULL);
            const bool is_own = colors == 2 || i % 2 == 1;
            assert_true(
                same(raster.palette[pixels[0]], is_own ? own : options.theme->piece[DF_O]));
            before = next;
        }
        df_raster_free(&raster);
        give(plan, DF_T, other);
        assert_status(df_plan_add(plan, (df_drop){.piece = DF_T, .y = 2}), DF_OK);
    }
    df_plan_free(plan);
}

/* Makes a set of dominoes and trominoes, each with a colour of its own. */
static df_plan *many_pieces(unsigned count, df_piece_set **set)
{
    enum { MAX = 1000 };
    static char names[MAX][DF_PIECE_NAME_SIZE];
    static df_piece_drawing drawings[MAX];
    for (unsigned i = 0; i < count; i++) {
        snprintf(names[i], sizeof names[i], "P%u", i);
        drawings[i] = (df_piece_drawing){names[i], i % 2 == 0 ? "##" : "###"};
    }
    assert_status(df_piece_set_create(set, drawings, count), DF_OK);
    df_plan *plan = new_plan(*set, WIDTH, HEIGHT);
    for (unsigned i = 0; i < count; i++)
        give(plan, i, (df_color){(uint8_t)i, (uint8_t)(i / 256 * 60), 200});
    return plan;
}

/* Drops different pieces, and checks how many of them have colours of their own. */
static void check_many(unsigned count, unsigned dropped, df_look look, unsigned shades,
                       unsigned self)
{
    df_piece_set *set = NULL;
    df_plan *plan = many_pieces(count, &set);
    df_raster_options options = df_raster_defaults(NULL, NULL);
    options.look = look;
    for (unsigned i = 0; i < dropped; i++)
        assert_status(df_plan_add(plan, (df_drop){.piece = (uint16_t)(count - 1 - i)}), DF_OK);
    df_raster raster;
    assert_status(df_raster_begin(&raster, plan, &options), DF_OK);
    assert_true(raster.palette_count <= DF_RASTER_MAX_PALETTE);
    assert_int_equal(raster.shades, shades);
    unsigned right = 0;
    for (unsigned i = 0; i < dropped; i++) {
        const unsigned piece = count - 1 - i;
        right += same(raster.palette[raster.body[piece]], plan->colors[piece].color);
    }
    assert_int_equal(right, self);
    df_raster_free(&raster);
    df_plan_free(plan);
    df_piece_set_free(set);
}

TEST(many_pieces_have_colors)
{
    check_many(81, 81, DF_LOOK_BEVEL, 3, 81);
    check_many(82, 81, DF_LOOK_BEVEL, 3, 81);
    check_many(82, 82, DF_LOOK_BEVEL, 1, 82);
    check_many(122, 122, DF_LOOK_NES, 2, 122);
    check_many(244, 244, DF_LOOK_FLAT, 1, 244);
    check_many(1000, 80, DF_LOOK_BEVEL, 3, 80);
    check_many(1000, 300, DF_LOOK_BEVEL, 1, 244);
}

TEST(limits)
{
    df_plan *plan = new_plan(shared_set, WIDTH, HEIGHT);
    df_raster_options options = df_raster_defaults(NULL, NULL);
    df_raster raster;
    options.square_size = 0;
    assert_status(df_raster_begin(&raster, plan, &options), DF_OK);
    assert_int_equal(raster.options.square_size, 10);
    df_raster_free(&raster);
    options.square_size = DF_RASTER_MAX_SQUARE + 1;
    assert_status(df_raster_begin(&raster, plan, &options), DF_ERROR_ARGUMENT);
    options.square_size = 10;
    options.look = (df_look)9;
    assert_status(df_raster_begin(&raster, plan, &options), DF_ERROR_ARGUMENT);
    df_plan_free(plan);
}
