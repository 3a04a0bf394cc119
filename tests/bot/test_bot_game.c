/* Games: how pieces are dealt, that every game replays in the simulator to the same playfield,
 * and that a player goes on playing as it always did. */
#include <string.h>

#include "bot/decide/bot.h"
#include "core/base/random.h"
#include "core/base/scan.h"
#include "dropforge/bot.h"
#include "tests/support/alloc.h"
#include "tests/support/support.h"

static df_position position_of(const df_bot_game *game)
{
    df_position position;
    (void)df_bot_game_get_result(game, &position);
    return position;
}

static const df_player *player(const char *name)
{
    const df_player *found = df_player_find(name, strlen(name));
    assert_non_null(found);
    return found;
}

static df_bot_game_options usual(const df_piece_set *set, const char *name, unsigned height)
{
    return (df_bot_game_options){.bot = {.set = set,
                                         .width = 10,
                                         .height = height,
                                         .rules = DF_RULES_ABOVE,
                                         .weights = player(name)->weights},
                                 .seed = 1};
}

/* ---- dealing ---- */

TEST(bags)
{
    df_dealer dealer;
    unsigned first[DF_TETROMINOES] = {0};
    assert_status(df_dealer_begin(&dealer, DF_DEAL_BAG, 7, NULL, 0, test_seed(), 5), DF_OK);
    for (unsigned i = 0; i < 7000; i++) {
        unsigned seen = 0;
        for (unsigned j = 0; j < 7; j++) {
            const int piece = df_dealer_next(&dealer);
            first[piece] += j == 0;
            seen |= 1u << piece;
        }
        assert_int_equal(seen, 127);
    }
    /* Five standard deviations around 1000. */
    for (size_t i = 0; i < COUNT(first); i++)
        assert_in_range(first[i], 853, 1147);
    assert_status(df_dealer_begin(&dealer, DF_DEAL_BAG, DF_DEAL_MAX_BAG + 1, NULL, 0, 1, 0),
                  DF_ERROR_ARGUMENT);
}

/* How often each piece comes, and how often one comes twice in a row. */
TEST(frequencies)
{
    static const struct {
        df_deal deal;
        unsigned min, max; /* five standard deviations around 140000 / 7 and / 28 */
    } cases[] = {{DF_DEAL_UNIFORM, 19345, 20655}, {DF_DEAL_NES, 4652, 5348}};
    for (size_t i = 0; i < COUNT(cases); i++) {
        df_dealer dealer;
        unsigned seen[DF_TETROMINOES] = {0}, twice = 0;
        int last = -1;
        assert_status(df_dealer_begin(&dealer, cases[i].deal, 7, NULL, 0, test_seed(), 0),
                      DF_OK);
        for (unsigned j = 0; j < 140000; j++) {
            const int piece = df_dealer_next(&dealer);
            seen[piece]++;
            twice += piece == last;
            last = piece;
        }
        for (size_t j = 0; j < COUNT(seen); j++)
            assert_in_range(seen[j], 19345, 20655);
        assert_in_range(twice, cases[i].min, cases[i].max);
    }
}

/* The first bags of some seeds, by hand from the published rule: x begins as the seed modulo
 * 2^31 - 1, as 2^31 - 2 for 0; with x = 16807 x for each entry from the last to the second of
 * Z L O S I J T, it changes places with entry (x - 1) * (its number + 1) / (2^31 - 2). */
TEST(tetrio_bags)
{
    static const struct {
        uint64_t seed;
        const char *pieces;
    } cases[] = {
        {0, "ZSIOLJTOSIZJLTOSZTIJL"},          {1, "OJILSTZTOLJSIZLISOTZJ"},
        {7, "SIOTLJZZLJTSIOIZSOTLJ"},          {42, "OTILJSZIJZLOSTIJSZLOT"},
        {2147483646, "ZSIOLJTOSIZJLTOSZTIJL"}, {2147483647, "ZSIOLJTOSIZJLTOSZTIJL"},
        {2147483648, "OJILSTZTOLJSIZLISOTZJ"}, {UINT64_MAX, "TJSILOZOLISJTZLTIOJZS"},
    };
    df_dealer dealer;
    for (size_t i = 0; i < COUNT(cases); i++) {
        assert_status(df_dealer_begin(&dealer, DF_DEAL_TETRIO, 7, NULL, 0, cases[i].seed, 0),
                      DF_OK);
        for (const char *piece = cases[i].pieces; *piece != '\0'; piece++)
            assert_int_equal(df_dealer_next(&dealer), df_piece_set_find(shared_set, piece, 1));
    }
    assert_status(df_dealer_begin(&dealer, DF_DEAL_TETRIO, 6, NULL, 0, 1, 0),
                  DF_ERROR_ARGUMENT);
}

/* The pieces of some seeds as NullpoMino 7.5 deals them by its rule STANDARD. */
TEST(nullpomino_bags)
{
    static const struct {
        uint64_t seed;
        const char *pieces;
    } cases[] = {
        {UINT64_C(0), "LIZOSTJILJTSOZJOLTZSIZJSOTLI"},
        {UINT64_C(1), "IOZSLJTSOZTILJZIOJLSTILZTOJS"},
        {UINT64_C(2), "LJSIZTOSTJIZOLZTJSLOILSOTJIZ"},
        {UINT64_C(7), "JSLTIOZTSILJZOOZJITSLTZSOJLI"},
        {UINT64_C(12345), "TLOSJIZIOJZLSTOLTJIZSOJTISZL"},
        {UINT64_C(281474976710655), "ILSOTJZLSOTJIZTSLIZJOZTIJLOS"},
        {UINT64_C(9223372036854775807), "ILSOTJZLSOTJIZTSLIZJOZTIJLOS"},
        {UINT64_C(281474976710656), "LIZOSTJILJTSOZJOLTZSIZJSOTLI"},
    };
    df_dealer dealer;
    for (size_t i = 0; i < COUNT(cases); i++) {
        assert_status(
            df_dealer_begin(&dealer, DF_DEAL_NULLPOMINO, 7, NULL, 0, cases[i].seed, 0), DF_OK);
        for (unsigned again = 0; again < 2; again++) {
            const char *piece = cases[i].pieces;
            for (unsigned j = 0; j < 1400; j++) {
                const int dealt = df_dealer_next(&dealer);
                if (*piece != '\0')
                    assert_int_equal(dealt, df_piece_set_find(shared_set, piece++, 1));
            }
        }
    }
    assert_status(df_dealer_begin(&dealer, DF_DEAL_NULLPOMINO, 6, NULL, 0, 1, 0),
                  DF_ERROR_ARGUMENT);
}

TEST(names_of_deals)
{
    for (unsigned i = 0; i < DF_DEALS; i++) {
        const char *name = df_deal_names[i];
        assert_int_equal(df_span_find((text_span){name, strlen(name)}, df_deal_names, DF_DEALS),
                         i);
    }
    assert_int_equal(df_span_find((text_span){"bags", 4}, df_deal_names, DF_DEALS), DF_DEALS);
    assert_int_equal(df_span_find((text_span){"ba", 2}, df_deal_names, DF_DEALS), DF_DEALS);
}

TEST(given_sequences)
{
    static const uint16_t given[] = {DF_O, DF_O, DF_I, DF_I, DF_O};
    df_bot_game_options options = usual(shared_set, "dellacherie", 20);
    options.deal = DF_DEAL_GIVEN;
    options.given = given;
    options.given_count = COUNT(given);
    options.bot.lookahead = 2;
    df_bot_game *game;
    assert_status(df_bot_game_create(&game, &options, NULL), DF_OK);
    assert_int_equal(position_of(game).count, 2);
    assert_memory_equal(position_of(game).pieces, given, 2 * sizeof given[0]);
    for (size_t i = 0; i < COUNT(given); i++) {
        df_drop drop;
        df_outcome outcome;
        assert_status(df_bot_game_step(game, &drop, &outcome), DF_OK);
        assert_int_equal(outcome, DF_FOUND);
        assert_int_equal(drop.piece, given[i]);
    }
    df_outcome outcome;
    assert_status(df_bot_game_step(game, NULL, &outcome), DF_OK);
    assert_int_equal(outcome, DF_NONE);
    assert_int_equal(df_bot_game_get_result(game, NULL)->end, DF_BOT_GAME_DEALT);
    assert_int_equal(df_bot_game_get_result(game, NULL)->pieces, COUNT(given));
    df_bot_game_free(game);
    static const uint16_t wrong[] = {DF_O, DF_TETROMINOES};
    options.given = wrong;
    options.given_count = COUNT(wrong);
    assert_status(df_bot_game_create(&game, &options, NULL), DF_ERROR_ARGUMENT);
}

/* ---- games ---- */

/* Plays one game. */
static df_bot_game_result play_one(const df_bot_game_options *options, uint64_t number)
{
    df_bot_game_options games = *options;
    games.first = number;
    games.count = 1;
    df_bot_game_result result;
    df_bot_games_summary summary;
    assert_status(df_bot_games_play(&result, &games, &summary, NULL), DF_OK);
    return result;
}

/* Plays a game as a whole, drop by drop, and the plan of its drops; all must leave the same. */
static df_bot_game_result replay(const df_bot_game_options *options, uint64_t number)
{
    const df_bot_options *bot = &options->bot;
    df_plan *plan;
    df_field *field;
    df_bot_game *game;
    const df_bot_game_result result = play_one(options, number);
    df_plan_summary summary;
    assert_status(df_plan_create(&plan, bot->width, bot->height, bot->set), DF_OK);
    plan->rules = bot->rules;
    assert_status(df_bot_game_create(&game, options, NULL), DF_OK);
    df_bot_game_reset(game, number);
    df_outcome outcome = DF_FOUND;
    while (outcome == DF_FOUND) {
        df_drop drop;
        assert_status(df_bot_game_step(game, &drop, &outcome), DF_OK);
        if (outcome == DF_FOUND)
            assert_status(df_plan_add(plan, drop), DF_OK);
    }
    assert_int_equal(plan->count, result.pieces);
    assert_status(df_plan_play(plan, NULL, NULL, &field, &summary, NULL), DF_OK);
    assert_int_equal(summary.rows_cleared, result.lines);
    assert_memory_equal(position_of(game).rows, field->row, bot->height * sizeof field->row[0]);
    assert_memory_equal(df_bot_game_get_result(game, NULL), &result, sizeof result);
    df_bot_game_free(game);
    df_field_free(field);
    df_plan_free(plan);
    return result;
}

/* Boards of all widths of words, all dealers, pieces and rules. */
TEST(games_replay)
{
    df_piece_set *sets[] = {tetrominoes(), pentominoes()};
    df_random random;
    df_random_seed(&random, test_seed(), 7);
    for (unsigned i = 0; i < test_cases(60); i++) {
        const unsigned widths[] = {10, 5 + df_random_below(&random, 12),
                                   17 + df_random_below(&random, 16),
                                   33 + df_random_below(&random, 32)};
        df_bot_game_options options = usual(sets[i / 4 % 2], "lee4", 20);
        options.bot.weights = df_players[i % 6].weights;
        options.bot.width = widths[i % 4];
        options.bot.height = 6 + df_random_below(&random, 20);
        options.bot.rules = (df_rules[]){DF_RULES_ABOVE, DF_RULES_ABOVE, DF_RULES_HARDDROP,
                                         DF_RULES_SRS, DF_RULES_SRS_180}[i % 5];
        options.bot.lookahead = 1 + i % 7 / 4 + i % 7 / 5;
        options.bot.hold = i % 7 >= 5;
        options.bot.beam = 5;
        options.deal = (df_deal)(i % 3);
        options.seed = df_random_next(&random);
        options.max_pieces = options.bot.lookahead > 1 ? 20 : 200;
        const df_bot_game_result result = replay(&options, i);
        assert_true(result.pieces > 0);
    }
    df_piece_set_free(sets[0]);
    df_piece_set_free(sets[1]);
}

TEST(caps)
{
    df_bot_game_options options = usual(shared_set, "bcts", 20);
    options.max_pieces = 100;
    df_bot_game_result result = play_one(&options, 0);
    assert_int_equal(result.end, DF_BOT_GAME_CAPPED);
    assert_int_equal(result.pieces, 100);
    options.max_pieces = 0;
    options.max_lines = 57;
    result = play_one(&options, 0);
    assert_int_equal(result.end, DF_BOT_GAME_CAPPED);
    assert_in_range(result.lines, 57, 60);
    uint64_t lines = 0, drops = 0;
    for (unsigned i = 0; i <= DF_PIECE_MAX_SQUARES; i++) {
        lines += i * result.clears[i];
        drops += result.clears[i];
    }
    assert_int_equal(lines, result.lines);
    assert_int_equal(drops, result.pieces);
}

/* A game that is lost has no place left for the piece that comes next. */
TEST(lost_games)
{
    df_bot_game_options options = usual(shared_set, "lee4", 6);
    for (uint64_t i = 0; i < 20; i++) {
        df_bot_game *game;
        assert_status(df_bot_game_create(&game, &options, NULL), DF_OK);
        df_bot_game_reset(game, i);
        df_outcome outcome = DF_FOUND;
        while (outcome == DF_FOUND)
            assert_status(df_bot_game_step(game, NULL, &outcome), DF_OK);
        assert_int_equal(df_bot_game_get_result(game, NULL)->end, DF_BOT_GAME_OVER);
        const df_position position = position_of(game);
        assert_int_equal(position.count, 1);
        df_bot *bot;
        df_choice choice;
        assert_status(df_bot_create(&bot, &options.bot, NULL), DF_OK);
        assert_status(df_bot_decide(bot, &position, &choice, &outcome), DF_OK);
        assert_int_equal(outcome, DF_NONE);
        df_bot_free(bot);
        df_bot_game_free(game);
    }
}

/* ---- many games ---- */

static bool stop_soon(void *context, const df_progress *progress)
{
    (void)context;
    return progress->done < 3;
}

TEST(any_number_of_jobs)
{
    df_bot_game_options options = usual(shared_set, "lee4", 10);
    options.first = 3;
    options.count = 40;
    df_bot_games_summary one, many;
    df_bot_game_result results[40];
    options.jobs = 1;
    assert_status(df_bot_games_play(results, &options, &one, NULL), DF_OK);
    options.jobs = 4;
    assert_status(df_bot_games_play(NULL, &options, &many, NULL), DF_OK);
    assert_status(df_bot_games_play(NULL, &options, NULL, NULL), DF_OK);
    assert_memory_equal(&one, &many, sizeof one);
    const df_bot_game_result single = play_one(&options, 3 + 7);
    assert_memory_equal(&single, &results[7], sizeof single);
    options.watch = stop_soon;
    options.jobs = 1;
    assert_status(df_bot_games_play(results, &options, &many, NULL), DF_ERROR_CANCELLED);
    assert_int_equal(results[2].end, DF_BOT_GAME_OVER);
    assert_int_equal(results[3].end, DF_BOT_GAME_UNPLAYED);
    options.count = 0;
    assert_status(df_bot_games_play(NULL, &options, &many, NULL), DF_ERROR_ARGUMENT);
}

static void assert_near(double value, double wanted)
{
    assert_true(value > wanted * (1 - 1e-12) && value < wanted * (1 + 1e-12));
}

TEST(statistics)
{
    const df_bot_game_result results[] = {
        {.end = DF_BOT_GAME_OVER, .lines = 10, .pieces = 25},
        {.end = DF_BOT_GAME_CAPPED, .lines = 40, .pieces = 100},
        {.end = DF_BOT_GAME_UNPLAYED, .lines = 1000},
        {.end = DF_BOT_GAME_OVER, .lines = 4, .pieces = 10},
        {.end = DF_BOT_GAME_OVER, .lines = 6, .pieces = 15},
    };
    df_bot_games_summary sum;
    assert_status(df_bot_games_sum(&sum, results, COUNT(results)), DF_OK);
    assert_int_equal(sum.games, 4);
    assert_int_equal(sum.over, 3);
    assert_int_equal(sum.lines, 60);
    assert_int_equal(sum.pieces, 150);
    assert_int_equal(sum.min, 4);
    assert_int_equal(sum.max, 40);
    assert_near(sum.mean, 15);
    assert_near(sum.median, 8);
    /* Squares 25 + 625 + 121 + 81 = 852; 852 / 3 / 4 = 71. */
    assert_near(sum.error, 8.426149773176359);
    assert_near(sum.likely, 20);
    assert_near(sum.likely_error, 11.547005383792516);
    assert_status(df_bot_games_sum(&sum, results, 0), DF_OK);
    assert_int_equal(sum.games, 0);
}

/* Of three games, of at most 1000 pieces. */
static uint64_t fingerprint_of(const df_piece_set *set, const df_player *which, unsigned height,
                               df_deal deal)
{
    df_bot_game_options options = usual(set, which->name, height);
    options.count = 3;
    options.deal = deal;
    options.max_pieces = 1000;
    df_bot_games_summary summary;
    assert_status(df_bot_games_play(NULL, &options, &summary, NULL), DF_OK);
    return summary.fingerprint;
}

TEST(fingerprints)
{
    static const df_deal deals[] = {DF_DEAL_UNIFORM, DF_DEAL_BAG, DF_DEAL_NES};
    /* By player, deal, and 10 or 20 rows: the same where games never get as high as 10. */
    static const struct {
        const char *player;
        uint64_t fingerprint[COUNT(deals)][2];
    } known[] = {
        {"lee4",
         {{UINT64_C(0xa2aba05285ae3df9), UINT64_C(0x867f55f9114f7713)},
          {UINT64_C(0x867713766dc64e8f), UINT64_C(0xcb44b51eaab3eeee)},
          {UINT64_C(0x3efc48ba1f300869), UINT64_C(0x12e54afd268aaf3e)}}},
        {"dellacherie",
         {{UINT64_C(0xf2437e28a9520940), UINT64_C(0x29d58c61286d50a2)},
          {UINT64_C(0xc9ab7b6d7e4659f3), UINT64_C(0xc9ab7b6d7e4659f3)},
          {UINT64_C(0x7839406db9d28fcd), UINT64_C(0x7839406db9d28fcd)}}},
        {"eltetris",
         {{UINT64_C(0x181dd1629ac2ab6b), UINT64_C(0x181dd1629ac2ab6b)},
          {UINT64_C(0x84f82991620e415e), UINT64_C(0x84f82991620e415e)},
          {UINT64_C(0x8d183443f7bf1b71), UINT64_C(0xc2d251e5b7900a35)}}},
        {"bcts",
         {{UINT64_C(0x5591ed7299af0687), UINT64_C(0x56c60744624676cc)},
          {UINT64_C(0x96725e03f5442749), UINT64_C(0x96725e03f5442749)},
          {UINT64_C(0xc4c968c5c06dbd35), UINT64_C(0xc4c968c5c06dbd35)}}},
        {"dt10",
         {{UINT64_C(0x4e775db8e076b98d), UINT64_C(0x4e775db8e076b98d)},
          {UINT64_C(0x6af4851eca8e307f), UINT64_C(0x6af4851eca8e307f)},
          {UINT64_C(0xdaa96847f10aebf1), UINT64_C(0xdaa96847f10aebf1)}}},
        {"dt20",
         {{UINT64_C(0x111cb9781ab66c22), UINT64_C(0xa5633b73b4941027)},
          {UINT64_C(0xe4c905d334c0d709), UINT64_C(0xe4c905d334c0d709)},
          {UINT64_C(0x1f729ee337e654be), UINT64_C(0x1f729ee337e654be)}}},
        {"tetr-ai",
         {{UINT64_C(0xa4db4e0e4a1a516f), UINT64_C(0x9a875bca1df774e3)},
          {UINT64_C(0x755c72e476869e8b), UINT64_C(0x755c72e476869e8b)},
          {UINT64_C(0x7addf5c54c37c978), UINT64_C(0x534c3a4f01a6b597)}}},
        {"dropforge",
         {{UINT64_C(0x448ee3f90d156ab0), UINT64_C(0xc52ac8d0c951d626)},
          {UINT64_C(0x86be32e4c00c26b0), UINT64_C(0xcbb91a6c14e97624)},
          {UINT64_C(0xd07d973daf868525), UINT64_C(0xec49a32d8f932d79)}}},
    };
    bool equal = true;
    for (size_t i = 0; i < DF_PLAYERS; i++) {
        const df_player *which = &df_players[i];
        size_t k = 0;
        while (k < COUNT(known) && strcmp(known[k].player, which->name) != 0)
            k++;
        for (size_t j = 0; j < 2 * COUNT(deals); j++) {
            const uint64_t found =
                fingerprint_of(shared_set, which, j % 2 == 0 ? 10 : 20, deals[j / 2]);
            if (k < COUNT(known) && found == known[k].fingerprint[j / 2][j % 2])
                continue;
            print_error("%s, case %zu: UINT64_C(0x%016llx)\n", which->name, j,
                        (unsigned long long)found);
            equal = false;
        }
    }
    assert_true(equal);
}

static df_status play_both(void *options)
{
    df_bot_games_summary summary;
    return df_bot_games_play(NULL, options, &summary, NULL);
}

TEST(failing_allocations)
{
    df_bot_game_options options = usual(shared_set, "bcts", 10);
    options.count = 2;
    options.max_pieces = 3;
    for (unsigned i = 0; i < 3; i++) {
        options.bot.rules = i == 2 ? DF_RULES_SRS : DF_RULES_ABOVE;
        options.bot.lookahead = i == 1 ? 3 : 1;
        options.bot.hold = i == 1;
        options.bot.beam = 4;
        alloc_fail_each(play_both, &options);
    }
}
