/* Features, weights and decisions: against the boards of docs/method/bot.md, against slow ones,
 * and against how they were written. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bot/decide/bot.h"
#include "core/base/random.h"
#include "core/base/scan.h"
#include "tests/slow/slow_bot.h"
#include "tests/support/bots.h"
#include "tests/support/support.h"

static const df_player *player(const char *name)
{
    const df_player *found = df_player_find(name, strlen(name));
    assert_non_null(found);
    return found;
}

/* ---- the boards of the document ---- */

/* A drawing: '#' was there before, '@' is the piece that has just come to rest. */
typedef struct drawn {
    slow_board board;
    int rows;
    char piece[POLYOMINO_TEXT];
    df_place place;
} drawn;

static void end_drawing(drawn *d, char lines[64][80])
{
    int left = 64, right = -1, bottom = 64, top = -1;
    for (int y = 0; y < d->rows; y++) {
        const char *line = lines[d->rows - 1 - y];
        d->board.width = (int)strlen(line);
        for (int x = 0; x < d->board.width; x++) {
            d->board.full[y][x] = line[x] == '#';
            if (line[x] != '@')
                continue;
            left = x < left ? x : left;
            right = x > right ? x : right;
            bottom = y < bottom ? y : bottom;
            top = y > top ? y : top;
        }
    }
    d->board.height = d->rows;
    d->place = (df_place){DF_NORTH, (uint8_t)left, (uint16_t)bottom};
    char *to = d->piece;
    for (int y = top; y >= bottom; y--) {
        for (int x = left; x <= right; x++)
            *to++ = lines[d->rows - 1 - y][x] == '@' ? '#' : '.';
        *to++ = y > bottom ? '/' : '\0';
    }
}

static unsigned feature_of(const char *name)
{
    return df_span_find((text_span){name, strlen(name)}, df_feature_names, DF_FEATURES);
}

static void check_value(const drawn *d, const char *name, const char *value, bool before)
{
    int32_t values[DF_FEATURES], slow[DF_FEATURES];
    uint64_t rows[64];
    const unsigned feature = feature_of(name);
    assert_true(feature < DF_FEATURES);
    df_piece_set *set = single_piece(d->piece);
    slow_rows(&d->board, rows);
    assert_status(measure_features((unsigned)d->board.width, (unsigned)d->board.height, rows,
                                   &set->pieces[0], &d->place, before, values),
                  DF_OK);
    slow_measure(slow, &d->board, &set->pieces[0], &d->place, before);
    double wanted = strtod(value, NULL);
    wanted = feature == DF_FEATURE_LANDING_HEIGHT ? 2 * wanted : wanted;
    if ((double)values[feature] != wanted)
        print_error("%s is %d\n", name, (int)values[feature]);
    assert_true((double)values[feature] == wanted);
    assert_int_equal(values[feature], slow[feature]);
    df_piece_set_free(set);
}

TEST(boards_of_the_document)
{
    FILE *file = fopen(DOCUMENT, "r");
    assert_non_null(file);
    char line[200], lines[64][80];
    drawn d = {.rows = 0};
    bool inside = false;
    unsigned seen = 0;
    while (fgets(line, sizeof line, file) != NULL) {
        line[strcspn(line, "\n")] = '\0';
        if (strncmp(line, "```", 3) == 0) {
            inside = strcmp(line, "```features") == 0;
            memset(&d, 0, sizeof d);
            continue;
        }
        if (inside && strspn(line, ".#@") == strlen(line)) {
            memcpy(lines[d.rows++], line, strlen(line) + 1);
            end_drawing(&d, lines);
        } else if (inside) {
            char name[40], value[40], when[20] = "";
            assert_true(sscanf(line, "%39s %39s %19s", name, value, when) >= 2);
            check_value(&d, name, value, strcmp(when, "before") == 0);
            seen |= 1u << feature_of(name);
        }
    }
    assert_int_equal(fclose(file), 0);
    assert_int_equal(seen, (1u << DF_FEATURES) - 1);
}

/* ---- random boards ---- */

/* A board with some squares, and no full rows. Where `dense` most are full. */
static void random_board(df_random *random, slow_board *b, int width, int height)
{
    const uint32_t rate = 1 + df_random_below(random, 15);
    const int stack = (int)df_random_below(random, (uint32_t)height + 1);
    memset(b, 0, sizeof *b);
    b->width = width;
    b->height = height;
    for (int y = 0; y < stack; y++) {
        for (int x = 0; x < width; x++)
            b->full[y][x] = df_random_below(random, 16) < rate;
        b->full[y][df_random_below(random, (uint32_t)width)] = false;
    }
}

static void assert_values(const int32_t *values, const int32_t *wanted, uint64_t seed)
{
    for (int f = 0; f < DF_FEATURES; f++) {
        if (values[f] != wanted[f])
            print_error("seed %llu: %s is %d, not %d\n", (unsigned long long)seed,
                        df_feature_names[f], (int)values[f], (int)wanted[f]);
        assert_int_equal(values[f], wanted[f]);
    }
}

/* Somewhere a piece may be: at rest or not, under something or not. */
TEST(random_features)
{
    df_random random;
    const uint64_t seed = test_seed();
    df_random_seed(&random, seed, 1);
    static slow_board b;
    for (unsigned i = 0; i < test_cases(1500); i++) {
        const int width = 1 + (int)df_random_below(&random, i % 2 == 0 ? 64 : 18);
        const int height = 1 + (int)df_random_below(&random, i % 4 == 0 ? 64 : 20);
        char text[POLYOMINO_TEXT];
        random_board(&random, &b, width, height);
        random_polyomino(&random, 1 + df_random_below(&random, 6), text);
        df_piece_set *set = single_piece(text);
        uint64_t rows[64];
        slow_rows(&b, rows);
        for (unsigned j = 0; j < 6; j++) {
            const df_place place = {(uint8_t)df_random_below(&random, 4),
                                    (uint8_t)df_random_below(&random, (uint32_t)width),
                                    (uint16_t)df_random_below(&random, (uint32_t)height)};
            int32_t values[DF_FEATURES], wanted[DF_FEATURES];
            const bool before = j % 2 == 0;
            if (measure_features((unsigned)width, (unsigned)height, rows, &set->pieces[0],
                                 &place, before, values) != DF_OK)
                continue;
            slow_measure(wanted, &b, &set->pieces[0], &place, before);
            assert_values(values, wanted, seed);
        }
        df_piece_set_free(set);
    }
}

/* The weights are whole for the slow one only on small boards, which do not make it overflow.
 */
static void check_decision(df_bot *bot, const df_bot_options *options, const slow_board *b,
                           const uint16_t *pieces, size_t count, int held)
{
    uint64_t rows[64];
    slow_rows(b, rows);
    const df_position position = {rows, pieces, count, held};
    df_choice choice, wanted;
    int64_t best;
    df_outcome outcome;
    assert_status(df_bot_decide(bot, &position, &choice, &outcome), DF_OK);
    if (!slow_decide(b, options, pieces, count, held, &wanted, &best))
        return;
    assert_int_equal(outcome, DF_FOUND);
    assert_int_equal(choice.place.orientation, wanted.place.orientation);
    assert_int_equal(choice.place.x, wanted.place.x);
    assert_int_equal(choice.place.y, wanted.place.y);
    assert_int_equal(choice.piece, wanted.piece);
    assert_int_equal(choice.holds, wanted.holds);
    df_choice ranked[300];
    size_t ranks;
    assert_status(df_bot_rank(bot, &position, ranked, COUNT(ranked), &ranks), DF_OK);
    assert_true(ranks > 0);
    assert_memory_equal(&ranked[0].place, &choice.place, sizeof choice.place);
    for (size_t i = 1; i < ranks && count == 1; i++)
        assert_true(ranked[i].score <= ranked[i - 1].score);
}

TEST(decisions_of_players)
{
    df_random random;
    df_random_seed(&random, test_seed(), 2);
    df_piece_set *sets[] = {tetrominoes(), pentominoes()};
    static slow_board b;
    for (size_t i = 0; i < DF_PLAYERS; i++) {
        for (unsigned j = 0; j < test_cases(40); j++) {
            const int width = 5 + (int)df_random_below(&random, j % 8 == 0 ? 30 : 8);
            df_bot_options options = {.set = sets[j % 2],
                                      .width = (unsigned)width,
                                      .height = 14,
                                      .weights = df_players[i].weights};
            options.weights.score_before_clear = j % 3 == 0;
            options.rules = DF_RULES_ABOVE;
            df_bot *bot;
            assert_status(df_bot_create(&bot, &options, NULL), DF_OK);
            for (unsigned k = 0; k < 8; k++) {
                random_board(&random, &b, width, 14);
                const uint16_t piece =
                    (uint16_t)df_random_below(&random, (uint32_t)options.set->count);
                check_decision(bot, &options, &b, &piece, 1, -1);
            }
            df_bot_free(bot);
        }
    }
    df_piece_set_free(sets[0]);
    df_piece_set_free(sets[1]);
}

/* All drops of a piece are scored together, mostly from what they change; that must be what
 * each scores by itself. Boards of all sizes, any weights, and each way to count wells. */
TEST(drops_together)
{
    df_random random;
    const uint64_t seed = test_seed();
    df_random_seed(&random, seed, 5);
    df_piece_set *sets[] = {tetrominoes(), tetrominoes(), pentominoes()};
    static slow_board b;
    for (unsigned i = 0; i < test_cases(3000); i++) {
        const int width = 1 + (int)df_random_below(&random, i % 4 == 0 ? 64 : 18);
        const int height = 4 + (int)df_random_below(&random, i % 4 == 1 ? 61 : 20);
        df_bot_options options = {.set = sets[i % 3],
                                  .width = (unsigned)width,
                                  .height = (unsigned)height,
                                  .rules = DF_RULES_ABOVE};
        for (unsigned f = 0; f < DF_FEATURES; f++)
            options.weights.weight[f] = (int64_t)df_random_below(&random, 2000) - 1000;
        for (unsigned j = 0; j < 2; j++)
            options.weights.weight[df_random_below(&random, DF_FEATURES)] = 0;
        options.weights.weight[i % 2 == 0 ? DF_FEATURE_WELLS : DF_FEATURE_WELLS_FAST] = 0;
        for (unsigned f = 0; f < DF_FEATURES && i % 8 != 0; f++) {
            if ((MEASURE_OF_WHOLE >> f & 1) != 0)
                options.weights.weight[f] = 0;
        }
        options.weights.score_before_clear = i % 5 == 0;
        df_bot *bot;
        assert_status(df_bot_create(&bot, &options, NULL), DF_OK);
        random_board(&random, &b, width, height);
        uint64_t rows[64];
        slow_rows(&b, rows);
        for (uint16_t piece = 0; piece < options.set->count; piece++) {
            const df_position position = {rows, &piece, 1, -1};
            df_choice choices[4 * 64];
            size_t count;
            assert_status(df_bot_rank(bot, &position, choices, COUNT(choices), &count), DF_OK);
            for (size_t j = 0; j < count; j++) {
                const int64_t score = bot_score(bot, rows, piece, &choices[j].place);
                if (score != choices[j].score)
                    print_error("seed %llu, case %u\n", (unsigned long long)seed, i);
                assert_true(score == choices[j].score);
            }
        }
        df_bot_free(bot);
    }
    for (size_t i = 0; i < COUNT(sets); i++)
        df_piece_set_free(sets[i]);
}

/* Two pieces, and three with hold, where the beam is so wide that nothing is lost. */
TEST(decisions_ahead)
{
    df_random random;
    df_random_seed(&random, test_seed(), 3);
    static slow_board b;
    for (unsigned i = 0; i < test_cases(40); i++) {
        const size_t count = i % 4 == 0 ? 3 : 2;
        const int width = count == 3 ? 4 : 6;
        df_bot_options options = {.set = shared_set,
                                  .width = (unsigned)width,
                                  .height = 12,
                                  .rules = DF_RULES_ABOVE,
                                  .weights = player(i % 3 == 0 ? "lee4" : "dt10")->weights,
                                  .lookahead = (unsigned)count,
                                  .beam = 20000,
                                  .hold = i % 2 == 0};
        df_bot *bot;
        assert_status(df_bot_create(&bot, &options, NULL), DF_OK);
        random_board(&random, &b, width, 6);
        b.height = 12;
        uint16_t pieces[3];
        for (size_t j = 0; j < count; j++)
            pieces[j] = (uint16_t)df_random_below(&random, DF_TETROMINOES);
        check_decision(bot, &options, &b, pieces, count,
                       (int)df_random_below(&random, DF_TETROMINOES + 1) - 1);
        df_bot_free(bot);
    }
}

/* 34, 17 or 9 placements: 162 of all seven, 23.14 on average. */
TEST(placements)
{
    static const uint64_t wanted[DF_TETROMINOES] = {17, 9, 34, 17, 17, 34, 34};
    const df_bot_options options = {.set = shared_set,
                                    .width = 10,
                                    .height = 20,
                                    .rules = DF_RULES_ABOVE,
                                    .weights = player("bcts")->weights};
    for (uint16_t i = 0; i < DF_TETROMINOES; i++) {
        const uint64_t rows[20] = {0};
        const df_position position = {rows, &i, 1, -1};
        df_choice choice;
        df_outcome outcome;
        df_bot *bot;
        assert_status(df_bot_create(&bot, &options, NULL), DF_OK);
        assert_status(df_bot_decide(bot, &position, &choice, &outcome), DF_OK);
        assert_int_equal(outcome, DF_FOUND);
        assert_int_equal(df_bot_placements(bot), wanted[i]);
        assert_true(bot_score(bot, rows, i, &choice.place) == choice.score);
        df_bot_free(bot);
    }
}

/* If all placements are equal, the first is taken; if none is inside, none. */
TEST(ties_and_ends)
{
    df_bot_options options = {
        .set = shared_set, .width = 10, .height = 20, .rules = DF_RULES_ABOVE};
    df_bot *bot;
    df_choice choice;
    df_outcome outcome;
    uint64_t rows[20] = {0};
    const uint16_t piece = DF_T;
    const df_position position = {rows, &piece, 1, -1};
    assert_status(df_bot_create(&bot, &options, NULL), DF_OK);
    assert_status(df_bot_decide(bot, &position, &choice, &outcome), DF_OK);
    assert_int_equal(outcome, DF_FOUND);
    assert_int_equal(choice.place.orientation, DF_NORTH);
    assert_int_equal(choice.place.x, 0);
    for (unsigned y = 0; y < 19; y++)
        rows[y] = 0x1ff;
    size_t count = 7;
    assert_status(df_bot_decide(bot, &position, &choice, &outcome), DF_OK);
    assert_int_equal(outcome, DF_NONE);
    assert_status(df_bot_rank(bot, &position, &choice, 1, &count), DF_OK);
    assert_int_equal(count, 0);
    df_bot_free(bot);
    df_error error = {0};
    options.width = 65;
    assert_status(df_bot_create(&bot, &options, &error), DF_ERROR_ARGUMENT);
    assert_non_null(strstr(error.text, "65 by"));
    options.width = 10;
    options.weights.weight[0] = DF_WEIGHT_MAX + 1;
    assert_status(df_bot_create(&bot, &options, &error), DF_ERROR_ARGUMENT);
    assert_non_null(strstr(error.text, "a weight"));
}

/* Pieces that are none of the set are refused where they are looked at. */
TEST(pieces_that_are_none)
{
    const uint64_t rows[20] = {0};
    const uint16_t pieces[] = {DF_T, DF_L, DF_TETROMINOES};
    for (unsigned seen = 0; seen <= 4; seen++) {
        for (size_t count = 0; count <= COUNT(pieces); count++) {
            for (int held = -1; held <= DF_TETROMINOES; held++) {
                const df_bot_options options = {.set = shared_set,
                                                .width = 10,
                                                .height = 20,
                                                .rules = DF_RULES_ABOVE,
                                                .lookahead = seen,
                                                .beam = 1,
                                                .hold = held % 2 != 0};
                const df_position position = {rows, pieces, count, held};
                const bool bad = count == 0 || (count == COUNT(pieces) && seen > 2) ||
                                 (options.hold && held == DF_TETROMINOES);
                df_bot *bot;
                df_choice choice;
                df_outcome outcome = DF_LIMIT;
                size_t ranks = 7;
                assert_status(df_bot_create(&bot, &options, NULL), DF_OK);
                const df_status status = df_bot_decide(bot, &position, &choice, &outcome);
                assert_status(status, bad ? DF_ERROR_ARGUMENT : DF_OK);
                assert_int_equal(outcome, bad ? DF_LIMIT : DF_FOUND);
                assert_status(df_bot_rank(bot, &position, &choice, 1, &ranks), status);
                assert_int_equal(ranks, bad ? 7 : 1);
                df_bot_free(bot);
            }
        }
    }
}

/* ---- weights ---- */

TEST(weights_written_and_read)
{
    df_random random;
    df_random_seed(&random, test_seed(), 4);
    for (unsigned i = 0; i < 1000; i++) {
        df_weights weights = {.score_before_clear = i % 2 == 0}, again;
        for (unsigned f = 0; f < DF_FEATURES; f++) {
            const int64_t value = (int64_t)(df_random_next(&random) % (uint64_t)DF_WEIGHT_MAX);
            weights.weight[f] = (value >> df_random_below(&random, 63)) * (f % 2 == 0 ? 1 : -1);
        }
        df_text text = {0};
        assert_status(df_weights_write(&text, &weights), DF_OK);
        assert_status(df_weights_read(&again, text.bytes, text.length, NULL), DF_OK);
        assert_memory_equal(again.weight, weights.weight, sizeof weights.weight);
        assert_int_equal(again.score_before_clear, weights.score_before_clear);
        df_text_free(&text);
    }
    df_text text = {0};
    assert_status(df_weights_write(&text, &player("dt20")->weights), DF_OK);
    assert_string_equal(text.bytes, "dropforge-weights 1\n"
                                    "feature landing-height -2.68\n"
                                    "feature eroded-cells 1.38\n"
                                    "feature row-transitions -2.41\n"
                                    "feature column-transitions -6.32\n"
                                    "feature holes 2.03\n"
                                    "feature wells-fast -2.71\n"
                                    "feature hole-depth -0.43\n"
                                    "feature rows-with-holes -9.48\n"
                                    "feature diversity 0.89\n");
    const int64_t beyond[] = {INT64_MIN, -DF_WEIGHT_MAX - 1, DF_WEIGHT_MAX + 1, INT64_MAX};
    const size_t length = text.length;
    for (size_t i = 0; i < COUNT(beyond); i++) {
        const df_weights weights = {.weight = {[DF_FEATURE_HOLES] = beyond[i]}};
        assert_status(df_weights_write(&text, &weights), DF_ERROR_ARGUMENT);
        assert_int_equal(text.length, length);
    }
    df_text_free(&text);
}

TEST(decimals)
{
    static const struct {
        const char *text;
        int64_t weight;
    } cases[] = {
        {"1", DF_WEIGHT_ONE},
        {"-0", 0},
        {"+2.5", 5 * DF_WEIGHT_ONE / 2},
        {"0.0000000000004999999", 0},
        {"0.0000000000005", 1},
        {"-0.0000000000005", -1},
        {"-0.9999999999995", -DF_WEIGHT_ONE},
        {"3.4181268101392694", INT64_C(3418126810139)},
        {"1000000", DF_WEIGHT_MAX},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        char text[100];
        df_weights weights;
        snprintf(text, sizeof text, "dropforge-weights 1\r\n# no more\r\n\r\nfeature holes %s",
                 cases[i].text);
        assert_status(df_weights_read(&weights, text, strlen(text), NULL), DF_OK);
        assert_true(weights.weight[DF_FEATURE_HOLES] == cases[i].weight);
    }
}

TEST(bad_weights)
{
    static const struct {
        const char *text;
        size_t line, column;
    } cases[] = {
        {"", 1, 1},
        {"weights 1\n", 1, 1},
        {"dropforge-weights 2\n", 1, 19},
        {"dropforge-weights 1\n", 2, 1},
        {"dropforge-weights 1\nfeature\n", 2, 8},
        {"dropforge-weights 1\nfeature hole 1\n", 2, 9},
        {"dropforge-weights 1\nfeature holes\n", 2, 14},
        {"dropforge-weights 1\nfeature holes 1,5\n", 2, 15},
        {"dropforge-weights 1\nfeature holes 1.\n", 2, 15},
        {"dropforge-weights 1\nfeature holes -\n", 2, 15},
        {"dropforge-weights 1\nfeature holes nan\n", 2, 15},
        {"dropforge-weights 1\nfeature holes 1000000.000000000001\n", 2, 15},
        {"dropforge-weights 1\nfeature holes 99999999999999999999999999\n", 2, 15},
        {"dropforge-weights 1\nfeature holes 1 2\n", 2, 17},
        {"dropforge-weights 1\nfeature holes 1\nfeature holes 1\n", 3, 9},
        {"dropforge-weights 1\nholes 1\n", 2, 1},
        {"dropforge-weights 1\nscore-before-clear yes\n", 2, 20},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        df_weights weights;
        df_error error = {0};
        assert_status(df_weights_read(&weights, cases[i].text, strlen(cases[i].text), &error),
                      DF_ERROR_INPUT);
        assert_int_equal(error.line, cases[i].line);
        assert_int_equal(error.column, cases[i].column);
        assert_non_null(strchr(error.text, ';'));
    }
}

TEST(names)
{
    for (unsigned f = 0; f < DF_FEATURES; f++) {
        const char *name = df_feature_names[f];
        assert_int_equal(feature_of(name), f);
    }
    assert_int_equal(feature_of("hole"), DF_FEATURES);
    assert_null(df_player_find("lee", 3));
    for (size_t i = 0; i < DF_PLAYERS; i++)
        assert_ptr_equal(player(df_players[i].name), &df_players[i]);
}
