/* Drops: the rules case by case, then random games against the slow rules of slow.c. */

#include "core/board/drop.h"
#include "tests/slow/slow.h"
#include "tests/support/support.h"

/* Tries a drop of a tetromino and checks the answer. */
static void try_drop(df_field *field, unsigned piece, unsigned orientation, unsigned x,
                     df_rules rules, df_refusal wanted)
{
    const df_drop drop = {
        .piece = (uint16_t)piece, .orientation = (uint8_t)orientation, .x = (uint8_t)x};
    df_landing landing = {.y = 12345};
    assert_int_equal(df_drop_apply(field, shared_set, &drop, rules, &landing), wanted);
    if (wanted != DF_REFUSAL_NONE)
        assert_int_equal(landing.y, 12345);
}

/* Draws a playfield, drops a tetromino there and checks what becomes of it. */
static void expect(const char *before, unsigned piece, unsigned orientation, unsigned x,
                   df_rules rules, const char *after)
{
    df_field *field = draw_field(before);
    try_drop(field, piece, orientation, x, rules, DF_REFUSAL_NONE);
    assert_field(field, after);
    df_field_free(field);
}

/* The same for a drop that cannot be made: nothing changes. */
static void expect_refusal(const char *before, unsigned piece, unsigned orientation, unsigned x,
                           df_rules rules, df_refusal wanted)
{
    df_field *field = draw_field(before);
    try_drop(field, piece, orientation, x, rules, wanted);
    assert_field(field, before);
    df_field_free(field);
}

TEST(rests_on_floor_and_stack)
{
    expect("...../...../.....", DF_T, DF_NORTH, 1, DF_RULES_HARDDROP, "...../..2../.222.");
    expect("...../...../.222.", DF_O, DF_NORTH, 3, DF_RULES_HARDDROP, "...11/...11/.222.");
    /* Each column of the piece can be the one that stops it. */
    expect("..../..../..../0...", DF_J, DF_SOUTH, 0, DF_RULES_HARDDROP, "..../..../555./0.5.");
    expect("..../..../..../.0..", DF_J, DF_SOUTH, 0, DF_RULES_HARDDROP, "..../..../555./.05.");
    expect("..../..../..../..0.", DF_J, DF_SOUTH, 0, DF_RULES_HARDDROP, "..../555./..5./..0.");
    expect("..../..../..../.0..", DF_Z, DF_NORTH, 0, DF_RULES_HARDDROP, "..../44../.44./.0..");
}

TEST(falls_past_nothing_sideways)
{
    /* The room under the overhang stays empty: pieces do not slide. */
    expect("....../....../....../.000../......", DF_I, DF_NORTH, 0, DF_RULES_HARDDROP,
           "....../....../0000../.000../......");
}

TEST(floating_squares_stay)
{
    /* The two squares above the cleared row move down by one and stay in the air, though
     * the row below them is empty. */
    expect("......../......../......../....2..2/......../22..2222/....22..", DF_O, DF_NORTH, 2,
           DF_RULES_ABOVE, "......../......../......../......../....2..2/......../..1122..");
}

TEST(rows_clear_together)
{
    /* Rows 0, 1 and 3 of the piece are full, row 2 is not: rows that do not touch. */
    df_field *field = draw_field("......./2...2../222.222/22..222/222.222/222.222");
    const df_drop drop = {.piece = DF_I, .orientation = DF_EAST, .x = 3};
    df_landing landing;
    assert_int_equal(df_drop_apply(field, shared_set, &drop, DF_RULES_ABOVE, &landing),
                     DF_REFUSAL_NONE);
    assert_int_equal(landing.y, 0);
    assert_int_equal(landing.cleared, 8 + 2 + 1);
    assert_int_equal(landing.cleared_count, 3);
    assert_field(field, "......./......./......./......./2...2../22.0222");
    df_field_free(field);

    /* All four at once, with nothing left. */
    field = draw_field("...../2222./2222./2222./2222.");
    const df_drop last = {.piece = DF_I, .orientation = DF_WEST, .x = 4};
    assert_int_equal(df_drop_apply(field, shared_set, &last, DF_RULES_ABOVE, &landing),
                     DF_REFUSAL_NONE);
    assert_int_equal(landing.cleared, 15);
    assert_field(field, "...../...../...../...../.....");
    df_field_free(field);
}

TEST(all_rows_of_the_tallest_piece)
{
    df_piece_set *set = single_piece("################################");
    df_field *field = new_field(2, 34);
    df_drop drop = {.orientation = DF_EAST, .x = 0};
    df_landing landing;
    assert_int_equal(df_drop_apply(field, set, &drop, DF_RULES_ABOVE, &landing),
                     DF_REFUSAL_NONE);
    drop.x = 1;
    assert_int_equal(df_drop_apply(field, set, &drop, DF_RULES_ABOVE, &landing),
                     DF_REFUSAL_NONE);
    assert_int_equal(landing.cleared_count, 32);
    assert_int_equal(landing.cleared, UINT32_MAX);
    assert_int_equal(df_field_top(field), 0);
    check_field_whole(field);
    df_field_free(field);
    df_piece_set_free(set);
}

TEST(outside)
{
    expect_refusal("..../....", DF_T, DF_NORTH, 2, DF_RULES_ABOVE, DF_REFUSAL_OUTSIDE);
    expect_refusal("..../....", DF_T, DF_NORTH, 255, DF_RULES_HARDDROP, DF_REFUSAL_OUTSIDE);
    expect_refusal("..../....", DF_I, DF_NORTH, 1, DF_RULES_HARDDROP, DF_REFUSAL_OUTSIDE);
    expect_refusal(".../...", DF_I, DF_NORTH, 0, DF_RULES_HARDDROP, DF_REFUSAL_OUTSIDE);
    expect("..../....", DF_I, DF_NORTH, 0, DF_RULES_HARDDROP, "..../....");
}

TEST(topping_out)
{
    /* The spawn place is taken; far from it that does not matter. */
    expect_refusal("..0.../......", DF_T, DF_NORTH, 0, DF_RULES_HARDDROP, DF_REFUSAL_TOP_OUT);
    expect(".....0/......", DF_T, DF_NORTH, 0, DF_RULES_HARDDROP, ".2...0/222...");
    /* From above, only the place of rest must be inside. */
    expect_refusal("..../..../000.", DF_I, DF_WEST, 0, DF_RULES_ABOVE, DF_REFUSAL_TOP_OUT);
    expect("..0.../......", DF_O, DF_NORTH, 4, DF_RULES_ABOVE, "..0.11/....11");
    expect_refusal("....../......", DF_I, DF_EAST, 0, DF_RULES_ABOVE, DF_REFUSAL_TOP_OUT);
    /* A playfield that does not hold the spawned piece. */
    expect_refusal("....", DF_T, DF_NORTH, 0, DF_RULES_HARDDROP, DF_REFUSAL_TOP_OUT);
    expect_refusal("./././.", DF_I, DF_EAST, 0, DF_RULES_HARDDROP, DF_REFUSAL_TOP_OUT);
}

TEST(spawns_left_of_the_middle)
{
    /* Width 4 takes O at columns 1 and 2, T at 0 to 2; width 5 takes O at 1 and 2. */
    expect_refusal("..0./....", DF_O, DF_NORTH, 0, DF_RULES_HARDDROP, DF_REFUSAL_TOP_OUT);
    expect("...0/....", DF_O, DF_NORTH, 0, DF_RULES_HARDDROP, "11.0/11..");
    expect("...0/....", DF_T, DF_NORTH, 0, DF_RULES_HARDDROP, ".2.0/222.");
    expect("...0./.....", DF_O, DF_NORTH, 0, DF_RULES_HARDDROP, "11.0./11...");
    expect_refusal("..0../.....", DF_O, DF_NORTH, 0, DF_RULES_HARDDROP, DF_REFUSAL_TOP_OUT);
}

TEST(turning)
{
    /* Upright, I would stand in column 2; its third row is taken there. */
    expect_refusal("....../....../..0.../......", DF_I, DF_EAST, 0, DF_RULES_HARDDROP,
                   DF_REFUSAL_NO_TURN);
    expect("....../....../.0..../......", DF_I, DF_EAST, 5, DF_RULES_HARDDROP,
           ".....0/.....0/.0...0/.....0");
    /* Too low to stand upright, though it lies well. */
    expect_refusal("....../....../......", DF_I, DF_EAST, 0, DF_RULES_HARDDROP,
                   DF_REFUSAL_NO_TURN);
    /* A half turn goes by E: a square that is in the way of E alone, and one that is in
     * the way of W alone. A turn to W looks at W only. */
    expect_refusal("..0.../....../......", DF_J, DF_SOUTH, 0, DF_RULES_HARDDROP,
                   DF_REFUSAL_NO_TURN);
    expect("..0.../....../......", DF_J, DF_WEST, 2, DF_RULES_HARDDROP, "..05../...5../..55..");
    expect("....../....../...0..", DF_J, DF_SOUTH, 0, DF_RULES_HARDDROP,
           "....../555.../..50..");
    expect_refusal("....../....../...0..", DF_J, DF_WEST, 0, DF_RULES_HARDDROP,
                   DF_REFUSAL_NO_TURN);
    expect_refusal("....../....../..0...", DF_J, DF_EAST, 0, DF_RULES_HARDDROP,
                   DF_REFUSAL_NO_TURN);
}

TEST(shifting)
{
    expect_refusal("......0./......../........", DF_T, DF_NORTH, 5, DF_RULES_HARDDROP,
                   DF_REFUSAL_NO_SHIFT);
    /* The overhang of T is above the square in the way of its lower row. */
    expect_refusal("......../......0./........", DF_T, DF_NORTH, 5, DF_RULES_HARDDROP,
                   DF_REFUSAL_NO_SHIFT);
    expect("......../......0./........", DF_T, DF_SOUTH, 4, DF_RULES_ABOVE,
           "....222./.....20./........");
    /* An obstacle below the place of rest does not matter. */
    expect("......../......0./........", DF_T, DF_NORTH, 3, DF_RULES_HARDDROP,
           "......../....2.0./...222..");
    expect_refusal(".0....../......../........", DF_O, DF_NORTH, 0, DF_RULES_HARDDROP,
                   DF_REFUSAL_NO_SHIFT);
}

TEST(spawned_around_a_square)
{
    /* A square in the mouth of the piece is above the lower jaw: the top of its column does
     * not show where the piece stops. */
    df_piece_set *set = single_piece("##/#./#./##");
    df_field *field = draw_field("..../..../..0./..../..../....");
    const df_drop drop = {.orientation = DF_NORTH, .x = 1};
    df_landing landing;
    assert_int_equal(df_drop_apply(field, set, &drop, DF_RULES_HARDDROP, &landing),
                     DF_REFUSAL_NONE);
    assert_int_equal(landing.y, 1);
    assert_field(field, "..../.##./.##./.#../.##./....");
    df_field_free(field);
    df_piece_set_free(set);
}

TEST(one_column)
{
    df_piece_set *set = single_piece("#/#");
    df_field *field = new_field(1, 3);
    df_drop drop = {.orientation = DF_NORTH};
    df_landing landing;
    /* Both rows are full at once. */
    assert_int_equal(df_drop_apply(field, set, &drop, DF_RULES_HARDDROP, &landing),
                     DF_REFUSAL_NONE);
    assert_int_equal(landing.cleared, 3);
    assert_field(field, "././.");
    /* Lying it has no room, so it cannot be turned over either. */
    drop.orientation = DF_EAST;
    assert_int_equal(df_drop_apply(field, set, &drop, DF_RULES_HARDDROP, &landing),
                     DF_REFUSAL_OUTSIDE);
    drop.orientation = DF_SOUTH;
    assert_int_equal(df_drop_apply(field, set, &drop, DF_RULES_HARDDROP, &landing),
                     DF_REFUSAL_NO_TURN);
    assert_int_equal(df_drop_apply(field, set, &drop, DF_RULES_ABOVE, &landing),
                     DF_REFUSAL_NONE);
    df_field_free(field);
    df_piece_set_free(set);
}

/* Tries one drop to a row, by the Super Rotation System. */
static void expect_move(const char *before, unsigned piece, unsigned orientation, unsigned x,
                        unsigned y, df_rules rules, df_refusal wanted, const char *after)
{
    df_field *field = draw_field(before);
    const df_drop drop = {.piece = (uint16_t)piece,
                          .orientation = (uint8_t)orientation,
                          .x = (uint8_t)x,
                          .y = (uint16_t)y};
    df_landing landing = {.y = 12345};
    assert_int_equal(df_drop_apply(field, shared_set, &drop, rules, &landing), wanted);
    assert_int_equal(landing.y, wanted == DF_REFUSAL_NONE ? y : 12345);
    assert_field(field, after);
    df_field_free(field);
}

TEST(slips_and_spins)
{
    static const char cave[] = "....../0000../....../......";
    expect_move(cave, DF_O, DF_WEST, 1, 0, DF_RULES_SRS, DF_REFUSAL_NONE,
                "....../0000../.11.../.11...");
    expect_move(cave, DF_O, DF_NORTH, 1, 1, DF_RULES_SRS, DF_REFUSAL_NO_REST, cave);
    expect_move(cave, DF_O, DF_NORTH, 1, 3, DF_RULES_SRS, DF_REFUSAL_NO_REST, cave);
    expect_move(cave, DF_O, DF_NORTH, 5, 0, DF_RULES_SRS, DF_REFUSAL_OUTSIDE, cave);
    expect_move(cave, DF_I, DF_SOUTH, 1, 3, DF_RULES_SRS, DF_REFUSAL_NONE,
                ".0000./0000../....../......");
    expect_move(cave, DF_I, DF_EAST, 0, 0, DF_RULES_SRS_180, DF_REFUSAL_NO_REST, cave);
    static const char well[] = "...../000../..0../..0..";
    expect_move(well, DF_O, DF_NORTH, 0, 0, DF_RULES_SRS_180, DF_REFUSAL_NO_PATH, well);
    static const char half[] = "...../...../2..../22.11/2..11";
    expect_move(half, DF_J, DF_WEST, 1, 0, DF_RULES_SRS, DF_REFUSAL_NO_PATH, half);
    expect_move(half, DF_J, DF_WEST, 1, 0, DF_RULES_SRS_180, DF_REFUSAL_NONE,
                "...../...../...../...../2.5..");
}

TEST(finds_the_lowest_place)
{
    df_field *field = draw_field("....../....../0000../....../......");
    unsigned y = 77;
    assert_int_equal(
        df_drop_find(field, &shared_set->pieces[DF_O], DF_EAST, 0, DF_RULES_SRS, &y),
        DF_REFUSAL_NONE);
    assert_int_equal(y, 0);
    y = 77;
    assert_int_equal(
        df_drop_find(field, &shared_set->pieces[DF_I], DF_EAST, 0, DF_RULES_SRS, &y),
        DF_REFUSAL_NO_PATH);
    assert_int_equal(y, 77);
    df_field_free(field);
}

TEST(preview_changes_nothing)
{
    df_field *field = draw_field("...../...../22..2");
    const df_drop drop = {.piece = DF_O, .x = 2, .y = 77};
    df_landing seen, done;
    assert_int_equal(df_drop_preview(field, shared_set, &drop, DF_RULES_HARDDROP, &seen),
                     DF_REFUSAL_NONE);
    assert_field(field, "...../...../22..2");
    assert_int_equal(df_drop_apply(field, shared_set, &drop, DF_RULES_HARDDROP, &done),
                     DF_REFUSAL_NONE);
    assert_int_equal(seen.y, done.y);
    assert_int_equal(seen.cleared, 1);
    assert_int_equal(done.cleared, 1);
    assert_int_equal(done.cleared_count, 1);
    assert_field(field, "...../...../..11.");
    df_field_free(field);
}

TEST(moves_have_names)
{
    for (int i = 0; i < DF_REFUSALS; i++)
        assert_true(df_refusal_names[i][0] != '\0');
}

/* One random game: pieces of one set dropped anywhere until `drops` are done. */
static void play_random_game(df_random *random, df_rules rules, unsigned width, unsigned height,
                             unsigned size, unsigned drops)
{
    static slow_field slow; /* too large for the stack of some systems */
    static char rows[3][POLYOMINO_TEXT];
    df_piece_drawing drawings[3];
    for (size_t i = 0; i < COUNT(drawings); i++) {
        random_polyomino(random, 1 + df_random_below(random, size), rows[i]);
        drawings[i] = (df_piece_drawing){i == 0 ? "A" : i == 1 ? "B" : "C", rows[i]};
    }
    df_piece_set *set = new_pieces(drawings, COUNT(drawings));
    df_field *field = new_field(width, height);
    slow_begin(&slow, width, height);
    for (unsigned i = 0; i < drops; i++) {
        const df_drop drop = {
            .piece = (uint16_t)df_random_below(random, COUNT(drawings)),
            .orientation = (uint8_t)df_random_below(random, DF_ORIENTATIONS),
            .x = (uint8_t)df_random_below(random, width),
        };
        df_landing landing = {0}, slow_landing = {0};
        const df_refusal refusal = df_drop_apply(field, set, &drop, rules, &landing);
        assert_int_equal(refusal,
                         slow_drop(&slow, rows[drop.piece], &drop, rules, &slow_landing));
        assert_int_equal(landing.y, slow_landing.y);
        assert_int_equal(landing.cleared, slow_landing.cleared);
        assert_int_equal(landing.cleared_count, slow_landing.cleared_count);
        assert_true(slow_equals(&slow, field));
        check_field_whole(field);
    }
    df_field_free(field);
    df_piece_set_free(set);
}

/* Narrow and low playfields with small pieces, where rows clear and spawning fails often. */
TEST(random_small_games)
{
    df_random random = test_random(1);
    for (unsigned i = test_cases(1500); i > 0; i--) {
        const df_rules rules = df_random_below(&random, 2) ? DF_RULES_HARDDROP : DF_RULES_ABOVE;
        const unsigned width = 1 + df_random_below(&random, 7);
        const unsigned height = 2 + df_random_below(&random, 14);
        play_random_game(&random, rules, width, height, 5, 60);
    }
}

TEST(random_large_games)
{
    df_random random = test_random(2);
    for (unsigned width = 1; width <= DF_FIELD_MAX_WIDTH;
         width += width % 64 < 62 && width > 66 ? 4 : 1) {
        const unsigned height = 20 + df_random_below(&random, 60);
        play_random_game(&random, DF_RULES_HARDDROP, width, height, 32, 60);
        play_random_game(&random, DF_RULES_ABOVE, width, height, 32, 60);
    }
}
