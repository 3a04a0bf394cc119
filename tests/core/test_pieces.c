/* Lists of pieces, and plans with pieces of their own. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/format.h"
#include "core/base/random.h"
#include "core/board/plan_deal.h"
#include "core/board/turns.h"
#include "core/format/plan_texts.h"
#include "dropforge/board.h"
#include "dropforge/plan.h"
#include "tests/support/alloc.h"
#include "tests/support/support.h"

#define HEAD "dropforge-pieces 1\n"

TEST(reads_pieces_and_colors)
{
    static const char text[] = HEAD "# two of them\n"
                                    "piece V3 ./#./##\n\n"
                                    "\tpiece  I2\t..##\r\n"
                                    "color I2 #0a0B0c";
    df_piece_set *read = NULL;
    df_plan_color *colors = NULL;
    df_error error = {0};
    assert_status(df_pieces_read(&read, &colors, text, strlen(text), &error), DF_OK);
    assert_int_equal(read->count, 2);
    assert_string_equal(read->pieces[0].name, "V3");
    assert_int_equal(read->pieces[0].shape[DF_NORTH].row[0], 3);
    assert_int_equal(read->pieces[0].shape[DF_NORTH].row[1], 1);
    assert_int_equal(read->pieces[1].shape[DF_NORTH].width, 2);
    assert_false(colors[0].given);
    assert_true(colors[1].given);
    assert_int_equal(colors[1].color.green, 11);
    df_text again = {0};
    assert_status(df_pieces_write(&again, read, colors), DF_OK);
    assert_string_equal(again.bytes, HEAD "piece V3 #./##\npiece I2 ##\ncolor I2 #0a0b0c\n");
    df_text_free(&again);
    assert_status(df_pieces_write(&again, read, NULL), DF_OK);
    assert_string_equal(again.bytes, HEAD "piece V3 #./##\npiece I2 ##\n");
    df_text_free(&again);
    df_piece_set_free(read);
    free(colors);
}

TEST(refuses_what_is_no_list)
{
    static const struct {
        const char *text;
        size_t line, column;
        const char *words;
    } cases[] = {
        {"", 1, 1, "the text is empty; the first line must be 'dropforge-pieces 1'"},
        {"dropforge-drops 1\n", 1, 1,
         "this is not a list of pieces; the first line must be 'dropforge-pieces 1'"},
        {"dropforge-pieces 2\n", 1, 18,
         "'2' is not a version that can be read here; the first line must be "
         "'dropforge-pieces 1'"},
        {HEAD, 2, 1, "there are no pieces; add 'piece NAME DRAWING'"},
        {HEAD "piece\n", 2, 6,
         "the line ends where there should be a name for a piece; write 1 to 11 letters, "
         "digits or signs, not '#', and not field, rules, piece or color"},
        {HEAD "piece abcdefghijkl #\n", 2, 7,
         "'abcdefghijkl' is not a name for a piece; write 1 to 11 letters, digits or signs, "
         "not '#', and not field, rules, piece or color"},
        {HEAD "piece piece #\n", 2, 7, NULL},
        {HEAD "piece a#b #\n", 2, 7, NULL},
        {HEAD "piece \xc3\xa4 #\n", 2, 7, NULL},
        {HEAD "piece A\n", 2, 8,
         "the line ends where there should be a drawing; draw rows from the top with '/' "
         "between them, such as .#./###"},
        {HEAD "piece A #x\n", 2, 9,
         "'#x' has other signs than '#', '.' and '/'; draw rows from the top with '/' between "
         "them, such as .#./###"},
        {HEAD "piece A ./.\n", 2, 9,
         "'./.' has no square; draw rows from the top with '/' between them, such as .#./###"},
        {HEAD "piece A ########/########/########/########/#\n", 2, 9,
         "'########/########/######...' has more than 32 squares; draw a smaller piece"},
        {HEAD "piece A #/.#\n", 2, 9,
         "'#/.#' does not hang together; draw squares that share sides"},
        {HEAD "piece A # #\n", 2, 11, "'#' is too much; the line must be 'piece NAME DRAWING'"},
        {HEAD "piece A #\npiece A ##\n", 3, 7,
         "'A' is the name of another piece; choose a new one"},
        {HEAD "color A #000000\n", 2, 1, "a colour before the first piece; begin with pieces"},
        {HEAD "piece A #\ncolor B #000000\n", 3, 7,
         "'B' is not the name of a piece; use one of A"},
        {HEAD "piece A #\ncolor A #000000\ncolor A #000000\n", 4, 7,
         "'A' already has a colour; remove one of them"},
        {HEAD "piece A #\ncolor A #000000\npiece B #\n", 4, 1,
         "a piece after the first colour; move it above all colours"},
        {HEAD "piece A #\nA N 0 0\n", 3, 1,
         "'A' is not a kind of line; write 'piece NAME DRAWING' or 'color PIECE #rrggbb'"},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        df_piece_set *read = NULL;
        df_plan_color *colors = NULL;
        df_error error = {0};
        assert_status(
            df_pieces_read(&read, &colors, cases[i].text, strlen(cases[i].text), &error),
            DF_ERROR_INPUT);
        assert_null(read);
        assert_int_equal(error.line, cases[i].line);
        assert_int_equal(error.column, cases[i].column);
        if (cases[i].words != NULL)
            assert_string_equal(error.text, cases[i].words);
        assert_status(
            df_pieces_read(&read, &colors, cases[i].text, strlen(cases[i].text), NULL),
            DF_ERROR_INPUT);
    }
    static const char nul[] = HEAD "piece A #\0\n";
    df_piece_set *read = NULL;
    df_plan_color *colors = NULL;
    df_error error = {0};
    assert_status(df_pieces_read(&read, &colors, nul, sizeof nul - 1, &error), DF_ERROR_INPUT);
    assert_int_equal(error.column, 10);
    assert_string_equal(error.text, "a NUL byte; a list of pieces is plain text");
}

static df_piece_set *random_set(df_random *random, unsigned count)
{
    df_piece_drawing *drawings = malloc(count * sizeof *drawings);
    char(*names)[DF_PIECE_NAME_SIZE] = malloc(count * sizeof *names);
    char(*rows)[POLYOMINO_TEXT] = malloc(count * sizeof *rows);
    assert_true(drawings != NULL && names != NULL && rows != NULL);
    for (unsigned i = 0; i < count; i++) {
        snprintf(names[i], sizeof names[i], "%c%u", (int)('$' + i % 90), i);
        random_polyomino(random, 1 + df_random_below(random, DF_PIECE_MAX_SQUARES), rows[i]);
        drawings[i] = (df_piece_drawing){names[i], rows[i]};
    }
    df_piece_set *set = new_pieces(drawings, count);
    free(drawings);
    free(names);
    free(rows);
    return set;
}

static void assert_same_set(const df_piece_set *one, const df_piece_set *other)
{
    assert_int_equal(one->count, other->count);
    for (size_t i = 0; i < one->count; i++) {
        assert_string_equal(one->pieces[i].name, other->pieces[i].name);
        assert_memory_equal(one->pieces[i].shape, other->pieces[i].shape,
                            sizeof one->pieces[i].shape);
    }
}

TEST(random_pieces_come_back)
{
    df_random random = test_random(0);
    for (unsigned i = 0; i < test_cases(200); i++) {
        df_piece_set *set = random_set(&random, 1 + df_random_below(&random, 20));
        df_plan_color colors[20] = {{0}};
        for (size_t j = 0; j < set->count; j++) {
            const uint64_t bits = df_random_next(&random);
            if ((bits >> 24 & 1) != 0)
                colors[j] = (df_plan_color){
                    true, {(uint8_t)bits, (uint8_t)(bits >> 8), (uint8_t)(bits >> 16)}};
        }
        df_text text = {0};
        df_piece_set *read = NULL;
        df_plan_color *read_colors = NULL;
        assert_status(df_pieces_write(&text, set, colors), DF_OK);
        assert_status(df_pieces_read(&read, &read_colors, text.bytes, text.length, NULL),
                      DF_OK);
        assert_same_set(read, set);
        for (size_t j = 0; j < set->count; j++) {
            assert_int_equal(read_colors[j].given, colors[j].given);
            assert_memory_equal(&read_colors[j].color, &colors[j].color, sizeof(df_color));
        }
        df_piece_set_free(read);
        free(read_colors);
        df_text_free(&text);
        df_piece_set_free(set);
    }
}

/* As many as there can be, and one more; in no time, as names are found at once. */
TEST(reads_many_pieces)
{
    enum { MAX = 65533 };
    df_text text = {0};
    df_text_put(&text, HEAD);
    for (unsigned i = 0; i < MAX; i++) {
        df_text_put(&text, "piece x");
        df_text_put_number(&text, i);
        df_text_put(&text, i % 2 == 0 ? " #\n" : " ##\n");
    }
    df_piece_set *read = NULL;
    df_plan_color *colors = NULL;
    df_error error = {0};
    assert_status(df_pieces_read(&read, &colors, text.bytes, text.length, &error), DF_OK);
    assert_int_equal(read->count, MAX);
    df_piece_set_free(read);
    free(colors);
    df_text_put(&text, "piece x0 #\n");
    assert_status(df_pieces_read(&read, &colors, text.bytes, text.length, &error),
                  DF_ERROR_INPUT);
    assert_string_equal(error.text, "'x0' is the name of another piece; choose a new one");
    memcpy(text.bytes + text.length - 5, "y0", 2);
    assert_status(df_pieces_read(&read, &colors, text.bytes, text.length, &error),
                  DF_ERROR_INPUT);
    assert_string_equal(error.text, "'y0' is one piece too many; use at most 65533");
    assert_int_equal(error.line, MAX + 2);
    df_text_free(&text);
}

#define PLAN                                                                                   \
    "dropforge-drops 1\nfield 5 6\npiece X .#./###/.#.\npiece V3 #./##\ncolor X #4cdc48\n"

TEST(plans_own_their_pieces)
{
    static const char text[] = PLAN "X N 1 0\nV3 E 0 1\n";
    df_piece_set *set = tetrominoes();
    df_plan *plan = NULL;
    assert_status(df_drops_read(&plan, set, text, strlen(text), NULL), DF_OK);
    df_piece_set_free(set);
    assert_ptr_equal(plan->set, plan->own_set);
    assert_int_equal(plan->set->count, 2);
    df_text again = written_drops(plan);
    assert_string_equal(again.bytes, text);
    assert_status(df_plan_adopt(plan, NULL), DF_ERROR_ARGUMENT);
    df_text_free(&again);
    df_plan_free(plan);
    /* Without drops and colours, too. */
    set = tetrominoes();
    static const char bare[] = "dropforge-drops 1\nfield 5 6\npiece X #\n";
    assert_status(df_drops_read(&plan, set, bare, strlen(bare), NULL), DF_OK);
    assert_ptr_equal(plan->set, plan->own_set);
    assert_status(df_drops_write(&again, plan), DF_OK);
    assert_string_equal(again.bytes, bare);
    df_text_free(&again);
    df_plan_free(plan);
    df_piece_set_free(set);
}

/* Tetrominoes are not written; a set of them in another order is read as the usual one. */
TEST(usual_pieces_are_not_written)
{
    static const char text[] =
        "dropforge-drops 1\nfield 5 6\npiece L ..#/###\npiece T .#./###\n"
        "color L #000001\ncolor T #000002\nL N 0 0\n";
    df_plan *plan = NULL;
    assert_status(df_drops_read(&plan, shared_set, text, strlen(text), NULL), DF_OK);
    assert_int_equal(plan->set->count, 2);
    df_text again = written_drops(plan);
    assert_string_equal(again.bytes, "dropforge-drops 1\nfield 5 6\ncolor T #000002\n"
                                     "color L #000001\nL N 0 0\n");
    df_text_free(&again);
    df_plan_free(plan);
}

/* Returns the squares of a shape in its box as bits: row y, column x is bit side * y + x. */
static void draw_box(const df_turns *turns, const df_shape *shape, unsigned orientation,
                     bool *box)
{
    const unsigned side = turns->side;
    memset(box, 0, (size_t)side * side);
    for (unsigned y = 0; y < shape->height; y++) {
        for (unsigned x = 0; x < shape->width; x++) {
            const unsigned column = turns->corner_x[orientation] + x;
            const unsigned row = turns->corner_y[orientation] + y;
            assert_true(column < side && row < side);
            box[side * row + column] = (shape->row[y] >> x & 1) != 0;
        }
    }
}

/* All squares of the box turn about its middle, which is that of orientation N, rounded to the
 * left and up. */
TEST(pieces_turn_about_their_middle)
{
    df_random random = test_random(1);
    static bool box[DF_PIECE_MAX_SQUARES * DF_PIECE_MAX_SQUARES];
    static bool next[DF_PIECE_MAX_SQUARES * DF_PIECE_MAX_SQUARES];
    for (unsigned i = 0; i < test_cases(200); i++) {
        df_piece_set *set = random_set(&random, 1);
        const df_piece *piece = &set->pieces[0];
        const df_shape *north = &piece->shape[DF_NORTH];
        df_turns turns;
        df_turns_make(&turns, piece, DF_RULES_SRS);
        const unsigned side = north->width > north->height ? north->width : north->height;
        assert_int_equal(turns.side, side);
        assert_int_equal(turns.corner_x[DF_NORTH], (side - north->width) / 2);
        assert_int_equal(side - north->height - turns.corner_y[DF_NORTH],
                         (side - north->height) / 2);
        for (unsigned o = 0; o < DF_ORIENTATIONS; o++) {
            draw_box(&turns, &piece->shape[o], o, box);
            draw_box(&turns, &piece->shape[(o + 1) % 4], (o + 1) % 4, next);
            for (unsigned y = 0; y < side; y++) {
                for (unsigned x = 0; x < side; x++)
                    assert_int_equal(next[side * (side - 1 - x) + y], box[side * y + x]);
            }
        }
        df_piece_set_free(set);
    }
}

/* Reads and writes a list of pieces, and a plan with pieces of its own. */
static df_status read_and_write(void *context)
{
    static const char list[] = HEAD "piece A #\npiece B ##\npiece C #/#\npiece D ##/#\n"
                                    "piece E ###\npiece F ####\npiece G #/#/#\npiece H #/##\n"
                                    "piece J ##/##\ncolor A #000000\n";
    static const char drops[] = PLAN "X N 1 0\n";
    df_piece_set *set = NULL;
    df_plan *plan = NULL;
    df_piece_set *read = NULL;
    df_plan_color *colors = NULL;
    df_text text = {0};
    df_status status = df_pieces_read(&read, &colors, list, strlen(list), NULL);
    if (status == DF_OK)
        status = df_pieces_write(&text, read, colors);
    if (status == DF_OK)
        status = df_piece_set_tetrominoes(&set);
    if (status == DF_OK)
        status = df_drops_read(&plan, set, drops, strlen(drops), NULL);
    if (status == DF_OK)
        status = df_drops_write(&text, plan);
    df_text_free(&text);
    df_plan_free(plan);
    df_piece_set_free(set);
    df_piece_set_free(read);
    free(colors);
    return status;
}

TEST(survives_failing_allocations)
{
    alloc_fail_each(read_and_write, NULL);
}
