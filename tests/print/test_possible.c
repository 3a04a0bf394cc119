/* Tests pictures that cannot be printed at all: the conditions, the width that is named
 * instead, and on small playfields an exhaustive search that finds nothing more and nothing
 * less. */
#include "core/board/field_rows.h"
#include "print/base/possible.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/board/drop.h"
#include "tests/support/support.h"

/* A picture drawn with digits for its colours and '.', rows from the top, separated by '/'.
 * Caller frees. */
static df_picture *draw(const char *rows)
{
    const unsigned width = (unsigned)strcspn(rows, "/");
    const unsigned height = (unsigned)((strlen(rows) + 1) / (width + 1));
    df_picture *picture = calloc(1, sizeof *picture + (size_t)width * height);
    assert_non_null(picture);
    picture->width = width;
    picture->height = height;
    for (unsigned y = 0; y < height; y++) {
        const char *row = &rows[(size_t)(height - 1 - y) * (width + 1)];
        for (unsigned x = 0; x < width; x++) {
            const unsigned color = row[x] == '.' ? 0 : (unsigned)(row[x] - '0');
            picture->cell[y * width + x] = (uint8_t)color;
            if (color > picture->color_count)
                picture->color_count = color;
        }
    }
    return picture;
}

TEST(possible_and_refused)
{
    static const struct {
        const char *rows;
        unsigned width;
        const char *pieces;
        bool anchors;
        const char *words[2]; /* of the refusal */
    } cases[] = {
        {"1", 7, NULL, false, {NULL}},
        {"1", 63, "T", false, {NULL}},
        {"11", 6, "T", false, {NULL}},
        {"11/11", 64, NULL, false, {NULL}},
        {"11/11", 64, "O", false, {NULL}},
        {"1.2/22.", 6, NULL, false, {NULL}},
        {"1.22/1.22", 7, "JO", false, {NULL}},
        {"2112/.11.", 9, "OJ", false, {NULL}},
        {"11/../11/../1.", 5, "J", true, {NULL}},
        {"1/./1/./1", 3, "J", true, {NULL}},
        {"1./../22", 3, "JO", true, {NULL}},
        {"1111.", 5, "I", false, {NULL}},
        {"1.111/1.111", 6, "JTL", false, {NULL}},
        {"1.111/1.111", 8, "", false, {NULL}},
        /* Refused: empty rows. */
        {"1/./1", 7, NULL, false, {"row 2 ", "; anchors=on"}},
        {"1/./././1", 7, NULL, false, {"row 4 ", "; anchors=on"}},
        /* The number of squares. */
        {"1", 6, NULL, false, {" 1 square, ", "multiple of 2; width=7"}},
        {"11", 8, NULL, false, {" 2 squares, ", "multiple of 4; width=9"}},
        {"1", 62, NULL, false, {"multiple of 2", "; width=63"}},
        {"1", 64, NULL, false, {"multiple of 4", "; width=65"}},
        {"1", 256, NULL, false, {"multiple of 4", "; width=255"}},
        {"1/./1", 4, NULL, true, {" 3 squares", "; width=5"}},
        {"111111./1111111", 8, NULL, false, {" 13 squares", "; width=9"}},
        /* A full row. */
        {"1", 1, NULL, false, {"row 1 ", "; width=3"}},
        {"1./11/.1/1.", 2, NULL, false, {"row 2 of", "; width=3"}},
        {"1./11", 2, NULL, false, {"row 2 of", "; width=3"}},
        {"11/11", 2, NULL, false, {"would clear", "; width=3"}},
        /* No room. */
        {"111.1", 4, NULL, false, {"5 squares wide", "; width=5"}},
        {"11111", 4, NULL, false, {"5 squares wide", "; width=7"}},
        {"1.1/.../1.1", 3, NULL, true, {"anchor", "; width=5"}},
        /* Piece O. */
        {"1.11", 7, "O", false, {"run of 1 in colour 1", "; pieces="}},
        {"11211/22221", 7, "TO", false, {"row 1 ", "run of 1 in colour 2"}},
        {"1122211", 9, "JO", false, {"run of 3 in colour 2", "; pieces="}},
        {"11/../11", 7, "O", true, {"anchor", "; pieces="}},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        df_picture *picture = draw(cases[i].rows);
        df_error error = {0};
        const bool is_possible = cases[i].words[0] == NULL;
        for (unsigned told = 0; told < 2; told++)
            assert_status(df_possible_check(picture, cases[i].width, cases[i].pieces,
                                            cases[i].anchors, told == 0 ? &error : NULL),
                          is_possible ? DF_OK : DF_ERROR_PICTURE);
        const told_error told = tell_error(&error);
        assert_int_equal(error.text[0] == '\0', is_possible);
        for (size_t j = 0; j < 2 && !is_possible; j++) {
            if (strstr(told.text, cases[i].words[j]) == NULL)
                fail_msg("'%s' is not in: %s", cases[i].words[j], told.text);
        }
        assert_true(strlen(error.text) < sizeof error.text - 1);
        assert_true(error.line == 0 && error.column == 0); /* rows are in the words */
        free(picture);
    }
}

/* The widest picture, with an odd number of squares, fits no playfield. */
TEST(no_width_helps)
{
    char rows[DF_FIELD_MAX_WIDTH + 1] = "1.";
    memset(rows + 2, '1', DF_FIELD_MAX_WIDTH - 2);
    df_picture *picture = draw(rows);
    df_error error = {0};
    assert_status(df_possible_check(picture, DF_FIELD_MAX_WIDTH, NULL, false, &error),
                  DF_ERROR_PICTURE);
    assert_non_null(strstr(error.text, "no other width"));
    free(picture);
}

/* The width that is named is the least one above that will do. */
TEST(named_widths)
{
    for (unsigned width = 1; width < 64; width++) {
        df_picture *picture = draw("11.1/.1.2");
        df_error error = {0};
        if (df_possible_check(picture, width, NULL, false, &error) != DF_OK) {
            assert_int_equal(error.advice[0].option, DF_OPTION_WIDTH);
            const unsigned other = (unsigned)strtoul(error.advice[0].value, NULL, 10);
            assert_true(other > width);
            for (unsigned i = width; i <= other; i++)
                assert_int_equal(df_possible_check(picture, i, NULL, false, NULL) == DF_OK,
                                 i == other);
        }
        free(picture);
    }
}

/* All playfields of `width` x `height` squares that can come up, without regard to colours,
 * as a set of bits; what is higher counts only if it clears at once. Squares are numbered row
 * by row from the floor. */
typedef struct movement {
    unsigned width, height;
    df_piece_set *set;
    uint8_t *seen;
    uint32_t *todo;
    size_t count;
} movement;

static uint32_t read_field(const movement *self, const df_field *field)
{
    uint32_t squares = 0;
    for (unsigned y = 0; y < self->height; y++)
        squares |= (uint32_t)field->row[y] << (y * self->width);
    return squares;
}

static void write_field(const movement *self, df_field *field, uint32_t squares)
{
    df_field_clear(field);
    for (unsigned i = 0; i < self->width * self->height; i++) {
        if ((squares >> i & 1) != 0)
            assert_status(df_field_set(field, i % self->width, i / self->width, 1), DF_OK);
    }
}

static void add(movement *self, uint32_t squares)
{
    if ((self->seen[squares / 8] >> squares % 8 & 1) != 0)
        return;
    self->seen[squares / 8] |= (uint8_t)(1u << squares % 8);
    self->todo[self->count++] = squares;
}

/* Drops every piece in every way onto the playfield. */
static void add_successors(movement *self, const df_field *field, df_field *next)
{
    for (uint16_t piece = 0; piece < DF_TETROMINOES; piece++) {
        for (uint8_t o = 0; o < DF_ORIENTATIONS; o++) {
            if (self->set->pieces[piece].same_as[o] != o)
                continue;
            for (uint8_t x = 0; x < self->width; x++) {
                const df_drop drop = {.piece = piece, .orientation = o, .x = x};
                df_landing landing;
                assert_status(df_field_copy(next, field), DF_OK);
                if (df_drop_apply(next, self->set, &drop, DF_RULES_ABOVE, &landing) ==
                        DF_REFUSAL_NONE &&
                    df_field_top(next) <= self->height)
                    add(self, read_field(self, next));
            }
        }
    }
}

/* Compares all pictures of up to `max` rows with the conditions. */
static void check_reach(unsigned width, unsigned height, unsigned max)
{
    const size_t size = (size_t)1 << (width * height);
    movement self = {.width = width, .height = height, .set = tetrominoes()};
    self.seen = calloc(size / 8 + 1, 1);
    self.todo = calloc(size, sizeof self.todo[0]);
    assert_true(self.seen != NULL && self.todo != NULL);
    df_field *field = NULL, *next = NULL;
    assert_status(df_field_create(&field, width, height + 4), DF_OK);
    assert_status(df_field_create(&next, width, height + 4), DF_OK);
    add(&self, 0);
    for (size_t i = 0; i < self.count; i++) {
        write_field(&self, field, self.todo[i]);
        add_successors(&self, field, next);
    }
    df_picture *picture = calloc(1, sizeof *picture + (size_t)width * height);
    assert_non_null(picture);
    picture->width = width;
    picture->color_count = 1;
    for (uint32_t squares = 1; squares < (size_t)1 << (width * max); squares++) {
        picture->height = 1;
        while (squares >> (width * picture->height) != 0)
            picture->height++;
        for (unsigned i = 0; i < width * picture->height; i++)
            picture->cell[i] = (uint8_t)(squares >> i & 1);
        const bool reached = (self.seen[squares / 8] >> squares % 8 & 1) != 0;
        assert_int_equal(df_possible_check(picture, width, NULL, false, NULL) == DF_OK,
                         reached);
    }
    printf("# width %u, %u rows: %zu playfields\n", width, height, self.count);
    free(picture);
    df_field_free(field);
    df_field_free(next);
    free(self.seen);
    free(self.todo);
    df_piece_set_free(self.set);
}

TEST(small_playfields)
{
    check_reach(1, 8, 8);
    check_reach(2, 8, 4);
    check_reach(3, 5, 5);
    check_reach(4, 4, 2);
    if (!test_is_small()) {
        check_reach(5, 4, 3);
        check_reach(6, 3, 2);
    }
    if (test_is_long()) {
        check_reach(4, 6, 3);
        check_reach(5, 5, 3);
    }
}
