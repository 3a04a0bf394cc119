/* Pieces: their orientations, what is computed from a drawing, and which are refused. */

#include "tests/support/support.h"

/* The four orientations as the guideline's rotation system shows them, without its empty
 * margins. */
static const struct {
    char name;
    const char *rows[DF_ORIENTATIONS];
    uint8_t same_as[DF_ORIENTATIONS];
} guideline[DF_TETROMINOES] = {
    {'I', {"####", "#/#/#/#", "####", "#/#/#/#"}, {0, 1, 0, 1}},
    {'O', {"##/##", "##/##", "##/##", "##/##"}, {0, 0, 0, 0}},
    {'T', {".#./###", "#./##/#.", "###/.#.", ".#/##/.#"}, {0, 1, 2, 3}},
    {'S', {".##/##.", "#./##/.#", ".##/##.", "#./##/.#"}, {0, 1, 0, 1}},
    {'Z', {"##./.##", ".#/##/#.", "##./.##", ".#/##/#."}, {0, 1, 0, 1}},
    {'J', {"#../###", "##/#./#.", "###/..#", ".#/.#/##"}, {0, 1, 2, 3}},
    {'L', {"..#/###", "#./#./##", "###/#..", "##/.#/.#"}, {0, 1, 2, 3}},
};

/* Draws a shape from its rows, from the top. */
static void draw_shape(const df_shape *shape, char text[POLYOMINO_TEXT])
{
    size_t length = 0;
    for (unsigned y = shape->height; y-- > 0;) {
        for (unsigned x = 0; x < shape->width; x++)
            text[length++] = (shape->row[y] >> x & 1) != 0 ? '#' : '.';
        text[length++] = '/';
    }
    text[length - 1] = '\0';
}

/* The lowest and highest squares of the columns follow from the rows. */
static void check_columns(const df_shape *shape)
{
    for (unsigned x = 0; x < shape->width; x++) {
        unsigned low = 0, high = shape->height - 1u;
        while ((shape->row[low] >> x & 1) == 0)
            low++;
        while ((shape->row[high] >> x & 1) == 0)
            high--;
        assert_int_equal(shape->bottom[x], low);
        assert_int_equal(shape->top[x], high);
    }
}

TEST(tetromino_orientations)
{
    assert_int_equal(shared_set->count, DF_TETROMINOES);
    for (size_t i = 0; i < DF_TETROMINOES; i++) {
        const df_piece *piece = &shared_set->pieces[i];
        assert_int_equal(piece->name[0], guideline[i].name);
        assert_int_equal(piece->name[1], '\0');
        assert_int_equal(piece->size, 4);
        for (size_t o = 0; o < DF_ORIENTATIONS; o++) {
            char text[POLYOMINO_TEXT];
            draw_shape(&piece->shape[o], text);
            assert_string_equal(text, guideline[i].rows[o]);
            assert_int_equal(piece->same_as[o], guideline[i].same_as[o]);
            check_columns(&piece->shape[o]);
        }
    }
}

TEST(letters_and_names)
{
    static const char letters[] = "NESW";
    for (unsigned o = 0; o < DF_ORIENTATIONS; o++)
        assert_int_equal(DF_ORIENTATION_LETTERS[o], letters[o]);
    for (size_t i = 0; i < DF_TETROMINOES; i++)
        assert_int_equal(df_piece_set_find(shared_set, &guideline[i].name, 1), i);
    assert_int_equal(df_piece_set_find(shared_set, "i", 1), -1);
    assert_int_equal(df_piece_set_find(shared_set, "IO", 2), -1);
    assert_int_equal(df_piece_set_find(shared_set, "", 0), -1);
    assert_int_equal(df_piece_set_find(shared_set, "a name that is longer than any", 30), -1);
    df_piece_set_free(NULL);
}

TEST(margins_do_not_count)
{
    static const char *const same[] = {
        ".#./###", "..#../.###.", "...././.#./###/...", ".#/###", "/.#/###/",
    };
    for (size_t i = 0; i < COUNT(same); i++) {
        df_piece_set *set = single_piece(same[i]);
        char text[POLYOMINO_TEXT];
        draw_shape(&set->pieces[0].shape[DF_NORTH], text);
        assert_string_equal(text, ".#./###");
        df_piece_set_free(set);
    }
}

TEST(as_large_as_allowed)
{
    df_piece_set *set = single_piece("################################");
    const df_piece *line = &set->pieces[0];
    assert_int_equal(line->size, 32);
    assert_int_equal(line->shape[DF_NORTH].width, 32);
    assert_int_equal(line->shape[DF_NORTH].height, 1);
    assert_int_equal(line->shape[DF_NORTH].row[0], UINT32_MAX);
    assert_int_equal(line->shape[DF_EAST].width, 1);
    assert_int_equal(line->shape[DF_EAST].height, 32);
    assert_int_equal(line->shape[DF_EAST].top[0], 31);
    df_piece_set_free(set);

    set = single_piece("########/########/########/########");
    assert_int_equal(set->pieces[0].size, 32);
    assert_int_equal(set->pieces[0].same_as[DF_SOUTH], DF_NORTH);
    df_piece_set_free(set);

    /* A ring: its hole belongs to no square. */
    set = single_piece("###/#.#/###");
    assert_int_equal(set->pieces[0].size, 8);
    assert_int_equal(set->pieces[0].shape[DF_WEST].row[1], 5);
    assert_int_equal(set->pieces[0].same_as[DF_WEST], DF_NORTH);
    df_piece_set_free(set);
}

/* Turning a random piece four times gives it back, and each turn keeps its squares. */
TEST(turns)
{
    df_random random = test_random(0);
    for (unsigned size = 1; size <= DF_PIECE_MAX_SQUARES; size++) {
        char rows[POLYOMINO_TEXT], text[POLYOMINO_TEXT];
        random_polyomino(&random, size, rows);
        df_piece_set *set = single_piece(rows);
        const df_piece *piece = &set->pieces[0];
        draw_shape(&piece->shape[DF_NORTH], text);
        assert_string_equal(text, rows);
        for (unsigned o = 0; o < DF_ORIENTATIONS; o++) {
            const df_shape *shape = &piece->shape[o];
            const df_shape *next = &piece->shape[(o + 1) % DF_ORIENTATIONS];
            check_columns(shape);
            assert_int_equal(shape->width, next->height);
            for (unsigned y = 0; y < shape->height; y++) {
                for (unsigned x = 0; x < shape->width; x++)
                    assert_int_equal(shape->row[y] >> x & 1,
                                     next->row[shape->width - 1 - x] >> y & 1);
            }
        }
        df_piece_set_free(set);
    }
}

TEST(refused)
{
    static const df_piece_drawing bad[] = {
        {"P", ""},
        {"P", "..."},
        {"P", "./."},
        {"P", "#.#"},
        {"P", "#./.#"},
        {"P", "##/../##"},
        {"P", "#/##x"},
        {"P", "# #"},
        {"P", "##\n##"},
        {"P", "################################"
              "/#"},
        {"P", NULL},
        {NULL, "#"},
        {"", "#"},
        {"twelve chars", "#"},
        {"a b", "#"},
        {"tab\t", "#"},
        {"#", "#"},
    };
    df_piece_set *set = NULL;
    for (size_t i = 0; i < COUNT(bad); i++) {
        assert_status(df_piece_set_create(&set, &bad[i], 1), DF_ERROR_ARGUMENT);
        assert_null(set);
    }
    const df_piece_drawing twice[] = {{"P", "#"}, {"Q", "##"}, {"P", "###"}};
    assert_status(df_piece_set_create(&set, twice, 3), DF_ERROR_ARGUMENT);
    assert_status(df_piece_set_create(&set, twice, 0), DF_ERROR_ARGUMENT);
    assert_null(set);
    const df_piece_drawing longest = {"eleven.char", "#"};
    assert_status(df_piece_set_create(&set, &longest, 1), DF_OK);
    assert_string_equal(set->pieces[0].name, "eleven.char");
    df_piece_set_free(set);
}
