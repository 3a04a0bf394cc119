/* Tests themes and what is around the playfield: contrast, letters, and places on the canvas.
 */
#include <stdlib.h>
#include <string.h>

#include "core/base/scan.h"
#include "dropforge/base.h"
#include "dropforge/omino.h"
#include "dropforge/view.h"
#include "tests/support/support.h"
#include "view/font.h"
#include "view/square.h"

/* Returns the fifth root of a number from 0 to 1, by Newton's method. */
static double fifth_root(double number)
{
    double root = 1;
    for (unsigned i = 0; i < 60; i++)
        root = (4 * root + number / (root * root * root * root)) / 5;
    return number > 0 ? root : 0;
}

/* Returns the light of a channel as WCAG 2 defines it. */
static double linear(uint8_t channel)
{
    const double value = channel / 255.0;
    if (value <= 0.04045)
        return value / 12.92;
    const double base = (value + 0.055) / 1.055;
    return base * base * fifth_root(base * base); /* to the power of 2.4 */
}

static double luminance(df_color color)
{
    return 0.2126 * linear(color.red) + 0.7152 * linear(color.green) +
           0.0722 * linear(color.blue);
}

/* Returns the contrast of WCAG 2, from 1 to 21. */
static double contrast(df_color a, df_color b)
{
    const double first = luminance(a) + 0.05, second = luminance(b) + 0.05;
    return first > second ? first / second : second / first;
}

static int difference(df_color a, df_color b)
{
    return abs(a.red - b.red) + abs(a.green - b.green) + abs(a.blue - b.blue);
}

static df_raster_options options_of(const df_theme *theme)
{
    df_raster_options options = df_raster_defaults(NULL, NULL);
    options.theme = theme;
    options.look = theme->look;
    options.grid = theme->grid;
    options.background = theme->background;
    options.surround = theme->surround;
    options.border = true;
    return options;
}

/* Letters can be read (4.5), and pieces are seen on the playfield (3, as for graphics): by the
 * colour of the square, or by its edge. */
TEST(contrast_suffices)
{
    df_plan *plan = new_plan(shared_set, 10, 20);
    for (unsigned number = 0; number < DF_THEMES; number++) {
        const df_theme *theme = &df_themes[number];
        assert_true(contrast(theme->text, theme->surround) >= 4.5);
        assert_true(contrast(theme->label, theme->surround) >= 4.5);
        assert_true(contrast(theme->edge, theme->surround) >= 3);
        const df_raster_options options = options_of(theme);
        df_raster raster;
        assert_status(df_raster_begin(&raster, plan, &options), DF_OK);
        for (unsigned piece = 0; piece < DF_TETROMINOES; piece++) {
            double most = 1;
            for (unsigned i = 0; i < raster.shades; i++) {
                const double one = contrast(raster.palette[raster.body[piece] + i],
                                            raster.palette[DF_RASTER_BACKGROUND]);
                most = one > most ? one : most;
            }
            if (most < 3)
                fail_msg("%s: piece %u has a contrast of %.2f", theme->name, piece, most);
        }
        df_raster_free(&raster);
    }
    df_plan_free(plan);
}

/* The colours of themes change only on purpose: a film has the same bytes for ever. */
TEST(colors_are_known)
{
    uint64_t sum = 0;
    for (size_t i = 0; i < DF_THEMES; i++) {
        const df_theme *theme = &df_themes[i];
        const df_color others[] = {theme->background, theme->surround, theme->edge,
                                   theme->text,       theme->label,    theme->flash};
        sum = sum * 31 + theme->border * 2 + theme->grid;
        for (size_t k = 0; k < DF_TETROMINOES + COUNT(others); k++) {
            const df_color color =
                k < DF_TETROMINOES ? theme->piece[k] : others[k - DF_TETROMINOES];
            sum = (sum ^ color.red) * UINT64_C(0x100000001b3);
            sum = (sum ^ color.green) * UINT64_C(0x100000001b3);
            sum = (sum ^ color.blue) * UINT64_C(0x100000001b3);
        }
    }
    assert_true(sum == UINT64_C(0x2a36602ed6d10c9e));
}

/* Neighbours of different pieces differ in colour, or every square has an edge or a gap. */
TEST(neighbours_differ)
{
    for (size_t i = 0; i < DF_THEMES; i++) {
        const df_theme *theme = &df_themes[i];
        for (unsigned a = 0; a < DF_TETROMINOES; a++) {
            for (unsigned b = 0; b < a; b++)
                if (!(difference(theme->piece[a], theme->piece[b]) >= 90 ||
                      theme->look == DF_LOOK_NES || theme->look == DF_LOOK_TILE ||
                      theme->look == DF_LOOK_INSET || theme->look == DF_LOOK_INK))
                    fail_msg("%s: pieces %u and %u look alike", theme->name, a, b);
        }
    }
}

/* A picture's colours stay but where a theme has tones; pieces without one are quiet beside
 * them, and the theme's alone. */
TEST(pictures_keep_their_colors)
{
    const df_color pink = {0xff, 0x80, 0xc0};
    df_plan *plan = new_plan(shared_set, 10, 20);
    for (size_t i = 0; i < DF_THEMES; i++) {
        const df_theme *theme = &df_themes[i];
        plan->colors[DF_J].given = false;
        df_color color = df_raster_piece_color(plan, DF_S, theme, theme->background);
        assert_int_equal(difference(color, theme->piece[DF_S]), 0);
        plan->colors[DF_J] = (df_plan_color){.given = true, .color = pink};
        color = df_raster_piece_color(plan, DF_J, theme, theme->background);
        assert_int_equal(difference(color, pink) > 0, theme->is_toned);
        color = df_raster_piece_color(plan, DF_S, theme, theme->background);
        assert_true(difference(color, theme->piece[DF_S]) > 0);
    }
    df_plan_free(plan);
}

/* On any background letters are the theme's, or black or white, and can be read. */
TEST(letters_are_read_on_any_background)
{
    df_plan *plan = new_plan(shared_set, 10, 20);
    df_random random;
    df_random_seed(&random, 5, 0);
    for (unsigned i = 0; i < 500; i++) {
        df_raster_options options = options_of(&df_themes[i % DF_THEMES]);
        const uint32_t value = df_random_below(&random, 1 << 24);
        options.background = options.surround =
            (df_color){(uint8_t)(value >> 16), (uint8_t)(value >> 8), (uint8_t)value};
        df_raster raster;
        assert_status(df_raster_begin(&raster, plan, &options), DF_OK);
        assert_true(contrast(raster.palette[TEXT], options.surround) >= 3.6);
        assert_true(contrast(raster.palette[LABEL], options.surround) >= 3.6);
        df_raster_free(&raster);
    }
    df_plan_free(plan);
}

static bool overlap(df_raster_area a, df_raster_area b)
{
    return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}

static bool is_inside(df_raster_area area, df_raster_area other)
{
    return area.left >= other.left && area.right <= other.right && area.top >= other.top &&
           area.bottom <= other.bottom;
}

/* Checks that nothing overlaps or lies in a margin, and the playfield is in the middle. */
static void check_places(const df_raster *raster, const df_plan *plan)
{
    enum { PLACES = DF_PANELS + 2 };
    const df_raster_options *options = &raster->options;
    const df_canvas whole = options->canvas.width > 0 ? options->canvas : (df_canvas){0};
    const df_raster_area canvas = {whole.side, whole.top, raster->width - whole.side,
                                   raster->height - whole.bottom};
    const unsigned size = options->square_size, border = raster->border;
    df_raster_area places[PLACES] = {{raster->left - border, raster->top - border,
                                      raster->left + plan->width * size + border,
                                      raster->top + options->rows * size + border},
                                     raster->title};
    memcpy(places + 2, raster->panels, sizeof raster->panels);
    const unsigned right = raster->width - places[0].right;
    assert_true(abs((int)places[0].left - (int)right) <= 2);
    for (unsigned i = 0; i < PLACES; i++) {
        if (places[i].left == places[i].right)
            continue;
        assert_true(is_inside(places[i], canvas));
        for (unsigned j = 0; j < i; j++)
            if (overlap(places[i], places[j]))
                fail_msg("places %u and %u overlap on %u x %u", i, j, raster->width,
                         raster->height);
    }
}

TEST(everything_has_its_place)
{
    static const unsigned sides[][2] = {{1080, 1920}, {1920, 1080}, {1080, 1080}, {1280, 720},
                                        {640, 360},   {240, 320},   {0, 0}};
    static const uint64_t scores[] = {0, UINT64_MAX};
    df_random random;
    df_random_seed(&random, 7, 0);
    for (unsigned i = 0; i < 400; i++) {
        df_plan *plan =
            new_plan(shared_set, 4 + df_random_below(&random, i % 3 == 0 ? 90 : 20), 40);
        if (i % 2 == 0)
            plan->colors[0].given = true;
        assert_status(df_plan_add(plan, (df_drop){.piece = DF_O}), DF_OK);
        df_raster_options options = options_of(&df_themes[i % DF_THEMES]);
        options.square_size = i % 7 == 6 ? 1 + df_random_below(&random, 40) : 0;
        options.rows = 6 + df_random_below(&random, 34);
        options.canvas = (df_canvas){.width = sides[i % 7][0],
                                     .height = sides[i % 7][1],
                                     .top = i % 5 * 20,
                                     .bottom = i % 4 * 20,
                                     .side = i % 3 * 10};
        options.hud = i % 8 != 0;
        const df_film_options film_options = df_film_defaults(NULL);
        df_film *film = NULL;
        assert_status(df_film_create(&film, plan, &film_options, NULL), DF_OK);
        options.film = film;
        options.picture = i % 2 == 0;
        options.scores = i % 5 == 0 ? scores : NULL;
        options.title = i % 3 == 0   ? NULL
                        : i % 3 == 1 ? "One"
                                     : "A title of many words, Zo\u00eb";
        options.end_card = i % 4 == 1 ? "The end of it" : NULL;
        df_raster raster;
        assert_status(df_raster_begin(&raster, plan, &options), DF_OK);
        check_places(&raster, plan);
        if (i % 4 == 1 && options.hud)
            assert_null(raster.end_card.bytes); /* the display has the numbers */
        else if (i % 4 == 1)
            assert_string_equal(raster.end_card.bytes, "The end of it\n1 drop, 0 lines");
        const df_raster_area score = raster.panels[DF_PANEL_SCORE];
        if (score.left < score.right)
            assert_true(options.hud && options.scores != NULL);
        df_raster_free(&raster);
        df_film_free(film);
        df_plan_free(plan);
    }
}

/* The score is drawn anew when a piece has locked, not before, and not with the drops. */
TEST(score_follows_the_drops)
{
    static const uint64_t scores[] = {0, 40, 40, 1240};
    static const bool changes[] = {false, true, false, false, false, true};
    df_plan *plan = new_plan(shared_set, 10, 20);
    for (unsigned i = 0; i < 3; i++)
        assert_status(df_plan_add(plan, (df_drop){.piece = DF_O, .x = (uint8_t)(2 * i)}),
                      DF_OK);
    df_raster_options options = options_of(&df_themes[0]);
    options.hud = true;
    options.scores = scores;
    df_raster raster;
    assert_status(df_raster_begin(&raster, plan, &options), DF_OK);
    const df_raster_area area = raster.panels[DF_PANEL_SCORE];
    assert_true(area.left < area.right);
    uint32_t squares[200] = {0};
    uint8_t *pixels = malloc((size_t)raster.width * raster.height);
    assert_non_null(pixels);
    df_frame before = {.width = 10, .height = 20, .square = squares, .held = -1, .piece = -1};
    df_raster_draw(&raster, NULL, &before, pixels, NULL);
    for (unsigned i = 0; i < 6; i++) {
        df_frame frame = before;
        frame.drops = i / 2 + 1;
        frame.piece = i % 2 == 0 ? DF_O : -1;
        df_raster_area areas[DF_RASTER_MAX_AREAS];
        const unsigned count = df_raster_draw(&raster, &before, &frame, pixels, areas);
        bool is_drawn = false;
        for (unsigned j = 0; j < count; j++)
            is_drawn = is_drawn || memcmp(&areas[j], &area, sizeof area) == 0;
        assert_int_equal(is_drawn, changes[i]);
        before = frame;
    }
    free(pixels);
    df_raster_free(&raster);
    df_plan_free(plan);
}

/* The end card is drawn as a title would be, in the frame that ends the film alone. */
TEST(end_card_takes_the_place_of_the_title)
{
    static const char card[] = "Bye\n3 drops, 1 line";
    static const df_frame_event events[] = {DF_EVENT_NONE, DF_EVENT_END, DF_EVENT_NONE};
    df_plan *plan = new_plan(shared_set, 20, 20);
    df_raster_options options = options_of(&df_themes[0]);
    uint32_t squares[400] = {0};
    df_frame frame = {.width = 20, .height = 20, .square = squares, .held = -1, .piece = -1};
    for (unsigned i = 0; i < 2; i++) {
        df_raster raster, titled;
        options.title = i == 0 ? NULL : "Title";
        options.end_card = card;
        assert_status(df_raster_begin(&raster, plan, &options), DF_OK);
        options.title = card;
        options.end_card = NULL;
        assert_status(df_raster_begin(&titled, plan, &options), DF_OK);
        const size_t size = (size_t)raster.width * raster.height;
        assert_int_equal(size, titled.width * titled.height);
        uint8_t *pixels = malloc(3 * size);
        assert_non_null(pixels);
        uint8_t *redrawn = pixels + size, *wanted = redrawn + size;
        frame.event = DF_EVENT_SPAWN;
        df_raster_draw(&titled, NULL, &frame, wanted, NULL);
        df_raster_draw(&raster, NULL, &frame, redrawn, NULL);
        assert_memory_not_equal(redrawn, wanted, size);
        for (unsigned j = 0; j < 3; j++) {
            const df_frame before = frame;
            frame.event = events[j];
            df_raster_draw(&raster, NULL, &frame, pixels, NULL);
            assert_int_equal(df_raster_draw(&raster, &before, &frame, redrawn, NULL), j > 0);
            assert_memory_equal(redrawn, pixels, size);
            assert_int_equal(memcmp(pixels, wanted, size) == 0, events[j] == DF_EVENT_END);
        }
        free(pixels);
        df_raster_free(&raster);
        df_raster_free(&titled);
    }
    df_plan_free(plan);
}

/* Wide canvases have the display beside the playfield, tall ones above and below it. */
TEST(display_goes_where_there_is_room)
{
    df_plan *plan = new_plan(shared_set, 10, 20);
    df_raster_options options = options_of(&df_themes[0]);
    options.square_size = 0;
    options.hud = true;
    for (unsigned tall = 0; tall < 2; tall++) {
        options.canvas.width = tall ? 1080 : 1920;
        options.canvas.height = tall ? 1920 : 1080;
        df_raster raster;
        assert_status(df_raster_begin(&raster, plan, &options), DF_OK);
        assert_int_equal(raster.next_across, tall);
        assert_true((raster.panels[DF_PANEL_DROPS].top > raster.top) == (tall == 1));
        assert_true(raster.options.square_size >= 40);
        df_raster_free(&raster);
    }
    df_plan_free(plan);
}

/* The box of the held piece stands free of what is below it, and is there before a piece is
 * held. */
TEST(hold_has_a_box)
{
    static const uint32_t none[10 * 20];
    df_plan *plan = new_plan(shared_set, 10, 20);
    assert_status(df_plan_set_deal(plan, &(df_plan_deal){.hold = true}), DF_OK);
    df_raster_options options = options_of(&df_themes[0]);
    options.hud = true;
    df_raster raster;
    assert_status(df_raster_begin(&raster, plan, &options), DF_OK);
    const df_raster_area hold = raster.panels[DF_PANEL_HOLD];
    assert_true(hold.bottom > hold.top);
    assert_true(raster.panels[DF_PANEL_DROPS].top >= hold.bottom + 4 * raster.text);
    uint8_t *pixels = malloc((size_t)raster.width * raster.height);
    assert_non_null(pixels);
    const df_frame frame = {.width = 10, .height = 20, .square = none, .held = -1};
    df_raster_draw(&raster, NULL, &frame, pixels, NULL);
    unsigned letters = 0;
    for (unsigned y = hold.top; y < hold.bottom; y++)
        for (unsigned x = hold.left; x < hold.right; x++)
            letters += pixels[(size_t)y * raster.width + x] == LABEL;
    assert_true(letters > 0);
    assert_int_equal(pixels[(size_t)(hold.bottom - 1) * raster.width + hold.left], BACKGROUND);
    free(pixels);
    df_raster_free(&raster);
    df_plan_free(plan);
}

/* The box of the next pieces stays where no piece follows. */
TEST(next_keeps_its_box)
{
    static const uint32_t none[10 * 20];
    df_plan *plan = new_plan(shared_set, 10, 20);
    df_raster_options options = options_of(&df_themes[0]);
    options.hud = true;
    df_raster raster;
    assert_status(df_raster_begin(&raster, plan, &options), DF_OK);
    const df_raster_area next = raster.panels[DF_PANEL_NEXT];
    uint8_t *pixels = malloc((size_t)raster.width * raster.height);
    assert_non_null(pixels);
    const df_frame frame = {.width = 10, .height = 20, .square = none, .held = -1};
    df_raster_draw(&raster, NULL, &frame, pixels, NULL);
    const uint8_t *corner = pixels + (size_t)(next.bottom - 1) * raster.width + next.left;
    assert_int_equal(*corner, BACKGROUND);
    unsigned letters = 0;
    for (unsigned x = next.left; x < next.right; x++)
        letters += pixels[(size_t)next.top * raster.width + x] == LABEL;
    assert_true(letters > 0);
    free(pixels);
    df_raster_free(&raster);
    df_plan_free(plan);
}

/* Makes a skin whose square k has the colour (20 k, 100, 50) and a clear lower right quarter,
 * and in the grey square a lighter upper half. */
static void draw_skin(uint8_t *rgba, unsigned size)
{
    for (unsigned i = 0; i < size * size * DF_SKIN_SQUARES; i++) {
        const unsigned x = i % (size * DF_SKIN_SQUARES), y = i / (size * DF_SKIN_SQUARES);
        const unsigned square = x / size;
        const bool is_light = square == 7 && y < size / 2;
        const bool is_clear = x % size >= size / 2 && y >= size / 2;
        const uint8_t pixel[4] = {(uint8_t)(20 * square), is_light ? 200 : 100, 50,
                                  is_clear ? 0 : 255};
        memcpy(rgba + 4 * (size_t)i, pixel, sizeof pixel);
    }
}

static df_color pixel_of(const df_raster *raster, const uint8_t *pixels, unsigned x, unsigned y)
{
    return raster->palette[pixels[y * raster->width + x]];
}

TEST(skins)
{
    enum { SIZE = 10, WIDTH = 8 };
    static const unsigned places[] = {4, 2, 6, 3, 0, 5, 1}; /* of I O T S Z J L */
    static uint8_t rgba[4 * DF_RASTER_MAX_SQUARE * DF_RASTER_MAX_SQUARE * DF_SKIN_SQUARES];
    uint32_t squares[WIDTH];
    df_plan *plan = new_plan(shared_set, WIDTH, 1);
    for (unsigned i = 0; i < WIDTH; i++)
        squares[i] = 1 + i % DF_TETROMINOES;
    const df_frame frame = {.width = WIDTH, .height = 1, .square = squares};
    for (unsigned size = 2; size <= DF_RASTER_MAX_SQUARE; size += 14) {
        draw_skin(rgba, size);
        for (unsigned tinted = 0; tinted < 2; tinted++) {
            df_raster_options options = df_raster_defaults(NULL, NULL);
            options.skin = rgba;
            options.skin_size = size;
            plan->colors[DF_J] = (df_plan_color){tinted, {10, 20, 30}};
            df_raster raster;
            assert_status(df_raster_begin(&raster, plan, &options), DF_OK);
            uint8_t *pixels = malloc((size_t)raster.width * raster.height);
            assert_non_null(pixels);
            df_raster_draw(&raster, NULL, &frame, pixels, NULL);
            for (unsigned i = 0; i < WIDTH; i++) {
                const df_color upper = pixel_of(&raster, pixels, SIZE * i + 1, 1);
                const df_color lower = pixel_of(&raster, pixels, SIZE * i + 8, 8);
                const df_color wanted = {(uint8_t)(20 * places[i % DF_TETROMINOES]), 100, 50};
                assert_int_equal(difference(lower, options.background), 0);
                assert_true(tinted || difference(upper, wanted) == 0);
                if (tinted && i == DF_J)
                    assert_true(upper.red > 10 && upper.green > 20);
            }
            free(pixels);
            df_raster_free(&raster);
        }
    }
    df_raster_options options = df_raster_defaults(NULL, NULL);
    df_raster raster;
    options.skin = rgba;
    assert_status(df_raster_begin(&raster, plan, &options), DF_ERROR_ARGUMENT);
    df_plan_free(plan);
}

/* Every letter of ASCII and Latin-1 has a picture of its own, and stays in its cell. */
TEST(letters_differ)
{
    font_letter unknown, letter, other;
    assert_false(df_font_find(0x1f600, &unknown));
    for (uint32_t a = '!'; a <= 0xff; a++) {
        const bool is_known = df_font_find(a, &letter);
        for (unsigned i = 0; i < FONT_HEIGHT; i++)
            assert_true(letter.row[i] < 1 << FONT_WIDTH);
        assert_true(is_known == (memcmp(&letter, &unknown, sizeof letter) != 0));
        if (a <= '~' || a >= 0xc0)
            assert_true(is_known);
        for (uint32_t b = '!'; b < a && is_known; b++) {
            (void)df_font_find(b, &other);
            if (memcmp(&letter, &other, sizeof letter) == 0)
                fail_msg("letters %x and %x look alike", a, b);
        }
    }
}

TEST(texts_are_read)
{
    const char *text = "\u20ac!";
    assert_int_equal(df_letter_next(&text), 0x20ac);
    assert_int_equal(df_letter_next(&text), '!');
    assert_int_equal(df_letter_next(&text), 0);
    uint32_t letter = 7;
    assert_int_equal(df_title_find_unknown("", &letter), 0);
    assert_int_equal(
        df_title_find_unknown("\u201cZo\u00eb\u2019s \u00abthing\u00bb\u2026\u201d", &letter),
        0);
    assert_int_equal(letter, 7);
    assert_int_equal(df_title_find_unknown("Zo\u00eb \u6f22 \u5b57", &letter), 5);
    assert_int_equal(letter, 0x6f22);
    assert_int_equal(df_title_find_unknown("a\xff", &letter), 2);
    assert_int_equal(letter, UINT32_MAX);
}

/* Themes dress plans whose pieces all have the usual colours. */
TEST(usual_colors_are_taken_away)
{
    df_piece_set *set;
    df_plan_color *colors = NULL;
    assert_status(df_piece_set_tetrominoes(&set), DF_OK);
    assert_status(df_omino_plan_colors(&colors, set), DF_OK);
    colors[2].color.red++;
    assert_false(df_omino_plan_undress(colors, set));
    assert_true(colors[2].given);
    colors[2].color.red--;
    assert_true(df_omino_plan_undress(colors, set));
    assert_false(colors[2].given);
    assert_false(df_omino_plan_undress(colors, set));
    free(colors);
    df_piece_set_free(set);
}
