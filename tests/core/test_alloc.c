/* Every allocation of the library fails once, in scenarios that touch all that allocates. */
#include <stdlib.h>
#include <string.h>

#include "clear/find/clear_atlas.h"
#include "core/base/format.h"
#include "core/format/plan_texts.h"
#include "core/image/frames.h"
#include "dropforge/clear.h"
#include "dropforge/game.h"
#include "dropforge/picture.h"
#include "dropforge/plan.h"
#include "dropforge/print.h"
#include "dropforge/replay.h"
#include "dropforge/tile.h"
#include "dropforge/view.h"
#include "game/real_games.h"
#include "tests/support/alloc.h"
#include "tests/support/support.h"

/* Does something, frees all it made and answers the first status that was not DF_OK. */
typedef df_status scenario(const df_piece_set *set);

/* Makes the 1st, 2nd, 3rd … allocation fail until the scenario gets through; with `sparse` the
 * later ones at growing distances, and in a quick run always. */
static void fail_each(scenario *run, bool onwards, bool sparse)
{
    const size_t before = alloc_live();
    bool failed = true;
    for (size_t n = 1; failed; n += test_is_quick() ? 1 + n / 4 : sparse ? 1 + n / 16 : 1) {
        alloc_fail(n, onwards);
        const df_status status = run(shared_set);
        failed = alloc_has_failed();
        alloc_fail(0, false);
        if (status != (failed ? DF_ERROR_MEMORY : DF_OK) || alloc_live() != before)
            print_error("allocation %lu failed: %s, %ld blocks leaked\n", (unsigned long)n,
                        df_status_names[status], (long)(alloc_live() - before));
        assert_status(status, failed ? DF_ERROR_MEMORY : DF_OK);
        assert_int_equal(alloc_live(), before);
    }
}

static void survives(scenario *run)
{
    fail_each(run, false, false);
    fail_each(run, true, false);
}

/* The same for a scenario that takes long and allocates much. */
static void survives_long(scenario *run)
{
    fail_each(run, false, true);
    fail_each(run, true, true);
}

static df_status create_piece_set(const df_piece_set *unused)
{
    df_piece_set *set = NULL;
    const df_status status = df_piece_set_tetrominoes(&set);
    assert_int_equal(set == NULL, status != DF_OK);
    df_piece_set_free(set);
    return status;
}

static df_status create_field(const df_piece_set *unused)
{
    df_field *field = NULL;
    const df_status status = df_field_create(&field, 10, 20);
    assert_int_equal(field == NULL, status != DF_OK);
    df_field_free(field);
    return status;
}

/* A plan of some drops; enough of them that it grows more than once. */
static df_status make_plan(df_plan **plan, const df_piece_set *set, unsigned drops)
{
    df_status status = df_plan_create(plan, 21, 42, set);
    for (unsigned i = 0; status == DF_OK && i < drops; i++) {
        const df_drop drop = {.piece = (uint16_t)(DF_J + i % 2), .x = (uint8_t)(i % 6 * 3)};
        status = df_plan_add(*plan, drop);
    }
    if (status == DF_OK)
        status = df_plan_settle(*plan, 42, NULL);
    return status;
}

static df_status build_and_play(const df_piece_set *set)
{
    df_plan *plan = NULL;
    df_field *field = NULL;
    df_plan_summary summary;
    df_status status = make_plan(&plan, set, 200);
    if (status == DF_OK)
        status = df_plan_play(plan, NULL, NULL, &field, &summary, NULL);
    assert_int_equal(field == NULL, status != DF_OK);
    df_field_free(field);
    df_plan_free(plan);
    return status;
}

static df_status picture_of_field(const df_piece_set *set)
{
    df_plan *plan = NULL;
    df_field *field = NULL;
    df_picture *picture = NULL;
    df_status status = make_plan(&plan, set, 6);
    if (status == DF_OK)
        status = df_plan_play(plan, NULL, NULL, &field, NULL, NULL);
    if (status == DF_OK)
        status = df_picture_from_field(&picture, field, plan);
    assert_int_equal(picture == NULL, status != DF_OK);
    df_picture_free(picture);
    df_field_free(field);
    df_plan_free(plan);
    return status;
}

typedef df_status read_function(df_plan **plan, const df_piece_set *set, const char *text,
                                size_t length, df_error *error);

/* Writes a plan with `write` and reads it with `read`. */
static df_status round_trip(const df_piece_set *set,
                            df_status (*write)(df_text *text, const df_plan *plan),
                            read_function *read)
{
    df_plan *plan = NULL, *copy = NULL;
    df_text text = {0};
    df_error error;
    df_status status = make_plan(&plan, set, 100);
    if (status == DF_OK) {
        plan->colors[DF_J] = (df_plan_color){.given = true};
        status = write(&text, plan);
    }
    if (status == DF_OK)
        status = read(&copy, set, text.bytes, text.length, &error);
    assert_int_equal(copy == NULL, status != DF_OK);
    df_plan_free(copy);
    df_text_free(&text);
    df_plan_free(plan);
    return status;
}

static df_status through_drops(const df_piece_set *set)
{
    return round_trip(set, df_drops_write, df_drops_read);
}

static df_status write_blocks(df_text *text, const df_plan *plan)
{
    return df_blocks_write(text, plan, NULL);
}

static df_status through_blocks(const df_piece_set *set)
{
    return round_trip(set, write_blocks, df_blocks_read);
}

/* Writes a plan with a table of kicks for other programs, and reads its game. */
static df_status export_plan(const df_piece_set *set)
{
    df_turns kicks[DF_TETROMINOES];
    df_piece_set *kicked = NULL;
    df_plan *plan = NULL;
    df_game_record *record = NULL;
    df_text text = {0}, game = {0};
    for (unsigned p = 0; p < DF_TETROMINOES; p++)
        df_turns_make(&kicks[p], &set->pieces[p], DF_RULES_TETRIO);
    df_status status = df_piece_set_copy(&kicked, set, kicks);
    if (status == DF_OK)
        status = make_plan(&plan, kicked, 6);
    if (status == DF_OK) {
        plan->rules = DF_RULES_TABLE;
        status = df_plan_write_keys(&text, plan, NULL);
    }
    if (status == DF_OK)
        status = df_game_write_plan(&game, plan, 1, NULL);
    if (status == DF_OK)
        status = df_game_record_read(&record, game.bytes, game.length, NULL);
    df_game_record_free(record);
    df_text_free(&text);
    df_text_free(&game);
    df_plan_free(plan);
    df_piece_set_free(kicked);
    return status;
}

/* Finds the buttons for a plan in the NES game, and makes a plan of them again. */
static df_status make_movie(const df_piece_set *set)
{
    df_plan *plan = NULL, *again = NULL;
    df_text movie = {0};
    df_status status = df_plan_create(&plan, DF_NES_WIDTH, DF_NES_HEIGHT, set);
    for (unsigned i = 0; status == DF_OK && i < 2; i++)
        status = df_plan_add(plan, (df_drop){.piece = DF_O, .x = (uint8_t)(2 * i)});
    if (status == DF_OK)
        status = df_nes_movie_write(&movie, plan, 0, NULL, NULL, NULL);
    if (status == DF_OK)
        status =
            df_real_game_read(&again, set, DF_REAL_NES, movie.bytes, movie.length, NULL, NULL);
    df_plan_free(again);
    df_text_free(&movie);
    df_plan_free(plan);
    return status;
}

/* The same in NullpoMino, whose seed 12345 deals T first. */
static df_status make_replay(const df_piece_set *set)
{
    df_plan *plan = NULL, *again = NULL;
    df_text replay = {0};
    const df_plan_deal deal = {
        .deal = DF_DEAL_NULLPOMINO, .seed = 12345, .preview = DF_PREVIEW_ALL};
    df_status status = df_plan_create(&plan, DF_NULLPOMINO_WIDTH, DF_NULLPOMINO_HEIGHT, set);
    if (status == DF_OK)
        status = df_plan_set_deal(plan, &deal);
    if (status == DF_OK)
        status = df_plan_add_dealt(plan, DF_T);
    if (status == DF_OK)
        status = df_plan_add(plan, (df_drop){.piece = DF_T});
    if (status == DF_OK)
        status = df_nullpomino_write(&replay, plan, NULL, NULL);
    if (status == DF_OK)
        status = df_real_game_read(&again, set, DF_REAL_NULLPOMINO, replay.bytes, replay.length,
                                   NULL, NULL);
    df_plan_free(again);
    df_text_free(&replay);
    df_plan_free(plan);
    return status;
}

static df_status text_puts(const df_piece_set *unused)
{
    df_text text = {0};
    for (unsigned i = 0; i < 200; i++) {
        df_text_put(&text, "some words ");
        df_text_put_number(&text, i);
        df_text_put_color(&text, (df_color){(uint8_t)i, 0, 0});
        df_text_put_char(&text, '\n');
    }
    const df_status status = text.status;
    df_text_free(&text);
    assert_status(text.status, DF_OK);
    return status;
}

/* A picture that needs emitters, two colours and a platform. */
static df_status make_picture(df_picture **picture)
{
    static const char rows[] = "12.21/..1../11211";
    uint8_t rgba[3 * 5 * 4] = {0};
    size_t at = 0;
    for (const char *c = rows; *c != '\0'; c++) {
        if (*c == '/')
            continue;
        rgba[at] = *c == '2' ? 200 : 0;
        rgba[at + 3] = *c != '.' ? 255 : 0;
        at += 4;
    }
    return df_picture_from_rgba(picture, 1, rgba, 5, 3, NULL);
}

static df_status picture_of_pixels(const df_piece_set *unused)
{
    df_picture *picture = NULL;
    const df_status status = make_picture(&picture);
    assert_int_equal(picture == NULL, status != DF_OK);
    df_picture_free(picture);
    return status;
}

static df_status few_colors(const df_piece_set *unused)
{
    uint8_t rgba[6 * 5 * 4], before[6 * 5 * 4];
    for (unsigned i = 0; i < sizeof rgba; i++)
        rgba[i] = (uint8_t)(i % 4 == 3 ? 255 : 7 * i);
    memcpy(before, rgba, sizeof rgba);
    df_palette palette = {.count = 77};
    df_status status = df_palette_find(&palette, &(const pixel_frames){rgba, 6, 5, 1}, 3, NULL);
    assert_int_equal(palette.count, status == DF_OK ? 3 : 77);
    if (status == DF_OK)
        status = df_pixels_recolor(rgba, 6, 5, &palette, DF_DITHER_FLOYD_STEINBERG);
    assert_int_equal(memcmp(rgba, before, sizeof rgba) == 0, status != DF_OK);
    return status;
}

static df_status print(const df_piece_set *set, const char *method, const char *pieces)
{
    df_picture *picture = NULL;
    df_plan *plan = NULL;
    /* On a narrow playfield the searches are short. */
    const df_print_options options = {.method = method, .width = 9, .pieces = pieces};
    df_print_report report;
    df_error error;
    df_status status = make_picture(&picture);
    if (status == DF_OK)
        status = df_print(&plan, picture, set, &options, &report, &error);
    assert_int_equal(plan == NULL, status != DF_OK);
    df_plan_free(plan);
    df_picture_free(picture);
    return status;
}

static df_status print_with_search(const df_piece_set *set)
{
    return print(set, "search", NULL);
}

static df_status print_any_pieces(const df_piece_set *set)
{
    return print(set, "search", "any");
}

static df_status print_with_table(const df_piece_set *set)
{
    return print(set, "table", NULL);
}

static void ignore_better(void *unused, const df_plan *plan, const df_print_report *report)
{
    assert_int_equal(plan->count, report->drops);
}

/* Every stage that this method keeps is an allocation, so few are better. */
static df_status print_with_best(const df_piece_set *set)
{
    /* An empty square below, so that stages of two rows come up. */
    static const uint8_t rgba[] = {0, 0, 0, 255, 200, 0, 0, 255, 0, 0, 0, 255, 0, 0, 0, 0};
    df_picture *picture = NULL;
    df_plan *plan = NULL;
    const df_print_options options = {
        .method = "best", .width = 7, .height = 21, .pieces = "JL", .better = ignore_better};
    df_print_report report;
    df_status status = df_picture_from_rgba(&picture, 1, rgba, 2, 2, NULL);
    if (status == DF_OK)
        status = df_print(&plan, picture, set, &options, &report, NULL);
    assert_int_equal(plan == NULL, status != DF_OK);
    df_plan_free(plan);
    df_picture_free(picture);
    return status;
}

/* With all choices of pieces, or one. */
static df_status bound_print(const df_piece_set *set, const char *pieces)
{
    df_picture *picture = NULL;
    const df_print_options options = {.width = 9, .pieces = pieces};
    df_print_report report = {.drops = 77};
    df_status status = make_picture(&picture);
    if (status == DF_OK)
        status = df_print_bound(&report, picture, set, &options, NULL);
    assert_int_equal(report.drops == 77, status != DF_OK);
    df_picture_free(picture);
    return status;
}

static df_status bound_with_any_pieces(const df_piece_set *set)
{
    return bound_print(set, NULL);
}

static df_status bound_with_these_pieces(const df_piece_set *set)
{
    return bound_print(set, "JL");
}

static df_status bound_of_the_shape(const df_piece_set *set)
{
    return bound_print(set, "any");
}

static df_status show_nothing(void *context, const df_frame *frame)
{
    ++*(size_t *)context;
    return DF_OK;
}

static df_status play_film(const df_piece_set *set, bool fast, size_t max_frames)
{
    df_plan *plan = NULL;
    df_film *film = NULL;
    size_t frames = 0;
    df_film_options options = df_film_defaults(NULL);
    options.motion = fast ? DF_MOTION_LAND : DF_MOTION_FULL;
    options.max_frames = max_frames;
    df_status status = make_plan(&plan, set, 8);
    if (status == DF_OK)
        status = df_film_create(&film, plan, &options, NULL);
    if (status == DF_OK)
        status = df_film_play(film, show_nothing, &frames);
    df_film_free(film);
    df_plan_free(plan);
    return status;
}

static df_status play_whole_film(const df_piece_set *set)
{
    return play_film(set, false, 0);
}

static df_status play_short_film(const df_piece_set *set)
{
    return play_film(set, true, 3);
}

/* Begins rasters with everything around the playfield: with a picture, and with a skin. */
static df_status begin_raster(const df_piece_set *set)
{
    static const uint8_t rgba[4 * DF_SKIN_SQUARES] = {9, 9, 9, 255, 8, 8, 8, 255};
    df_raster_options options = df_raster_defaults(NULL, NULL);
    df_plan *plan = NULL;
    df_status status = make_plan(&plan, set, 8);
    df_film *film = NULL;
    const df_film_options still = {.speed_percent = 100, .max_frames = 1};
    if (status == DF_OK)
        status = df_film_create(&film, plan, &still, NULL);
    options.film = film;
    options.hud = options.border = options.picture = true;
    options.title = options.end_card = "A title";
    for (unsigned i = 0; i < 2 && status == DF_OK; i++) {
        df_raster raster = {0};
        options.skin = i == 0 ? rgba : NULL;
        options.skin_size = 1;
        plan->colors[DF_J].given = i == 1;
        status = df_raster_begin(&raster, plan, &options);
        df_raster_free(&raster);
    }
    df_film_free(film);
    df_plan_free(plan);
    return status;
}

static df_status count_tilings(const df_piece_set *set)
{
    df_natural number = {0}, up_to_symmetry = {0};
    /* The graph takes more than the second count may use: that one walks. */
    const df_count_options little = {.memory = 80000};
    df_status status = df_tile_count(&number, set, 6, 6, false, NULL, NULL, NULL);
    if (status == DF_OK)
        status = df_tile_count(&number, set, 6, 6, false, &little, NULL, NULL);
    if (status == DF_OK)
        status = df_tile_count(&up_to_symmetry, set, 4, 4, true, NULL, NULL, NULL);
    assert_int_equal(up_to_symmetry.count == 0, status != DF_OK);
    df_text digits = {.status = status};
    df_natural_write(&digits, &number);
    status = digits.status;
    df_text_free(&digits);
    df_natural_free(&number);
    df_natural_free(&up_to_symmetry);
    return status;
}

static df_status see_components(void *context, const unsigned *sizes, unsigned count,
                                const df_natural *arrangements, const df_natural *fills,
                                const df_natural *tilings)
{
    return DF_OK;
}

static df_status cut_tilings(const df_piece_set *set)
{
    df_natural numbers[DF_TILE_PARTS] = {{0}};
    const df_status status =
        df_tile_count_parts(numbers, set, 5, 4, NULL, see_components, NULL, NULL, NULL);
    for (size_t i = 0; i < COUNT(numbers); i++)
        df_natural_free(&numbers[i]);
    return status;
}

TEST(tilings)
{
    survives(count_tilings);
    survives(cut_tilings);
}

TEST(boards)
{
    survives(create_piece_set);
    survives(create_field);
    survives(build_and_play);
}

TEST(texts)
{
    survives(text_puts);
    survives(through_drops);
    survives(through_blocks);
    survives(export_plan);
    survives(make_movie);
    survives(make_replay);
}

TEST(pictures)
{
    survives(picture_of_pixels);
    survives(picture_of_field);
    survives(few_colors);
}

TEST(films)
{
    survives(play_whole_film);
    survives(play_short_film);
    survives(begin_raster);
}

TEST(prints)
{
    survives(print_with_search);
    survives(print_any_pieces);
    survives_long(print_with_table);
    survives_long(print_with_best);
}

TEST(bounds)
{
    survives_long(bound_with_any_pieces);
    survives(bound_with_these_pieces);
    survives(bound_of_the_shape);
}

/* A field and a queue that clears in it. */
static df_status find_clears(const df_piece_set *set)
{
    static const uint16_t queue[] = {DF_T, DF_I, DF_L, DF_J, DF_O, DF_S};
    df_field *field = NULL;
    df_status status = df_field_create(&field, 5, 4);
    if (status != DF_OK)
        return status;
    df_clear_request request = {
        .set = set, .field = field, .rows = 4, .queue = queue, .count = 6, .hold = true};
    df_clear_report report;
    status = df_clear_find(&request, NULL, NULL, &report, NULL);
    request.count = 3;
    request.rules = DF_RULES_SRS;
    if (status == DF_OK)
        status = df_clear_find(&request, NULL, NULL, &report, NULL);
    df_field_free(field);
    return status;
}

static df_status make_atlas(const df_piece_set *unused)
{
    const clear_atlas_options options = {.set = shared_set, .width = 6, .rows = 4};
    clear_atlas *atlas = NULL;
    const df_status status = df_clear_atlas_create(&atlas, &options);
    assert_int_equal(atlas == NULL, status != DF_OK);
    df_clear_atlas_free(atlas);
    return status;
}

static df_status choose_drop(const df_piece_set *unused)
{
    static const uint16_t queue[] = {DF_T, DF_I};
    df_field *field = NULL;
    df_clear_solver *solver = NULL;
    df_clear_choice *choices = NULL;
    size_t count = 0;
    df_clear_tally tally;
    df_status status = df_field_create(&field, 5, 4);
    const df_clear_request request = {.set = shared_set,
                                      .field = field,
                                      .rows = 4,
                                      .rules = DF_RULES_HARDDROP,
                                      .queue = queue,
                                      .count = COUNT(queue),
                                      .hold = true,
                                      .max = DF_CLEAR_BEST_USUAL};
    if (status == DF_OK)
        status = df_clear_solver_create(&solver, &request, false, NULL, NULL);
    if (status == DF_OK)
        status = df_clear_solver_best(solver, &request, &choices, &count, &tally, NULL);
    assert_int_equal(choices == NULL, status != DF_OK);
    free(choices);
    df_clear_solver_free(solver);
    df_field_free(field);
    return status;
}

TEST(clears_survive)
{
    survives(choose_drop);
    survives(find_clears);
    survives(make_atlas);
}
