/* Fumens. Invariants: the fumens of tests/data/fumen.txt, which another program made, read as
 * that program reads them and are written as it writes them; random pages come back; every
 * malformed text is refused with its place. */
#include <stdio.h>
#include <string.h>

#include "core/format/plan_texts.h"
#include "dropforge/plan.h"
#include "tests/support/alloc.h"
#include "tests/support/plans.h"

#define MAX_PAGES 256

/* Fails with what the reader says, if it refuses. */
static df_fumen_page *read_pages(const char *text, size_t length, size_t *count)
{
    df_fumen_page *pages = NULL;
    df_error error = {0};
    if (df_fumen_read(&pages, count, text, length, &error) != DF_OK)
        fail_msg("%zu:%zu: %s", error.line, error.column, error.text);
    return pages;
}

/* Compares all but the comments. */
static void assert_same_pages(const df_fumen_page *a, const df_fumen_page *b, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        assert_memory_equal(a[i].square, b[i].square, sizeof a[i].square);
        assert_memory_equal(a[i].garbage, b[i].garbage, sizeof a[i].garbage);
        assert_int_equal(a[i].piece, b[i].piece);
        if (a[i].piece != DF_FUMEN_EMPTY) {
            assert_int_equal(a[i].orientation, b[i].orientation);
            assert_int_equal(a[i].x, b[i].x);
            assert_int_equal(a[i].y, b[i].y);
        }
        assert_int_equal(a[i].lock, b[i].lock);
        assert_int_equal(a[i].rise, b[i].rise);
        assert_int_equal(a[i].mirror, b[i].mirror);
    }
}

/* The page of a line of the data; its comment points into the line. */
static df_fumen_page page_of_line(const char *line)
{
    df_fumen_page page = {0};
    unsigned n[7];
    char squares[241];
    int used = 0;
    assert_int_equal(sscanf(line, "page %u %u %u %u %u %u %u %240[0-8]%n", &n[0], &n[1], &n[2],
                            &n[3], &n[4], &n[5], &n[6], squares, &used),
                     8);
    page.piece = (uint8_t)n[0];
    page.orientation = (uint8_t)n[1];
    page.x = (uint8_t)n[2];
    page.y = (uint8_t)n[3];
    page.lock = n[4] != 0;
    page.rise = n[5] != 0;
    page.mirror = n[6] != 0;
    for (unsigned i = 0; i < 240; i++) {
        const uint8_t value = (uint8_t)(squares[i] - '0');
        if (i < 230)
            page.square[22 - i / 10][i % 10] = value;
        else
            page.garbage[i - 230] = value;
    }
    page.comment = line + used + 1;
    return page;
}

static void check_known(const char *fumen, const df_fumen_page *pages, size_t count)
{
    df_text text = {0};
    assert_status(df_fumen_write(&text, pages, count), DF_OK);
    assert_string_equal(text.bytes, fumen);
    df_text_free(&text);
    size_t read_count = 0;
    df_fumen_page *read = read_pages(fumen, strlen(fumen), &read_count);
    assert_int_equal(read_count, count);
    assert_same_pages(read, pages, count);
    df_fumen_free(read);
}

TEST(agrees_with_another_program)
{
    static df_fumen_page pages[MAX_PAGES];
    df_text text = read_data("fumen.txt");
    const char *fumen = NULL;
    size_t count = 0, fumens = 0;
    for (char *line = strtok(text.bytes, "\n"); line != NULL; line = strtok(NULL, "\n")) {
        if (strncmp(line, "page ", 5) == 0) {
            assert_true(count < MAX_PAGES);
            pages[count++] = page_of_line(line);
        } else if (strncmp(line, "fumen ", 6) == 0) {
            if (fumen != NULL)
                check_known(fumen, pages, count);
            fumen = line + 6;
            count = 0;
            fumens++;
        }
    }
    assert_int_equal(fumens, 9);
    check_known(fumen, pages, count);
    df_text_free(&text);
}

static df_fumen_page random_page(df_random *random)
{
    df_fumen_page page = {.lock = df_random_below(random, 2) == 0,
                          .rise = df_random_below(random, 2) == 0,
                          .mirror = df_random_below(random, 2) == 0};
    const uint64_t rows = df_random_below(random, DF_FUMEN_HEIGHT + 1);
    for (unsigned x = 0; x < DF_FUMEN_WIDTH; x++) {
        for (unsigned y = 0; y < rows; y++)
            page.square[y][x] = (uint8_t)df_random_below(random, DF_FUMEN_GRAY + 1);
        page.garbage[x] = (uint8_t)df_random_below(random, DF_FUMEN_GRAY + 1);
    }
    page.piece = (uint8_t)df_random_below(random, DF_FUMEN_GRAY);
    page.orientation = (uint8_t)df_random_below(random, 4);
    page.x = (uint8_t)(2 + df_random_below(random, DF_FUMEN_WIDTH - 4));
    page.y = (uint8_t)(2 + df_random_below(random, DF_FUMEN_HEIGHT - 4));
    static const char *const comments[] = {
        NULL, "", "!", "four", "\u3053\u3093 \u00e9%u", "a b, c~ 100% \U0001f600"};
    page.comment = comments[df_random_below(random, COUNT(comments))];
    return page;
}

TEST(random_pages_come_back)
{
    df_random random = test_random(0);
    for (unsigned i = test_cases(2000); i > 0; i--) {
        df_fumen_page pages[8];
        const size_t count = 1 + (size_t)df_random_below(&random, COUNT(pages));
        for (size_t j = 0; j < count; j++)
            pages[j] =
                j > 0 && df_random_below(&random, 3) == 0 ? pages[j - 1] : random_page(&random);
        df_text text = {0};
        assert_status(df_fumen_write(&text, pages, count), DF_OK);
        size_t read_count = 0;
        df_fumen_page *read = read_pages(text.bytes, text.length, &read_count);
        assert_int_equal(read_count, count);
        assert_same_pages(read, pages, count);
        const char *shown = "";
        for (size_t j = 0; j < count; j++) {
            shown = pages[j].comment != NULL ? pages[j].comment : shown;
            assert_string_equal(read[j].comment, shown);
        }
        df_fumen_free(read);
        df_text_free(&text);
    }
}

static void refuse(const char *text, size_t length, size_t line, size_t column,
                   const char *words)
{
    df_fumen_page *pages = NULL;
    size_t count = 77;
    df_error error = {0};
    assert_status(df_fumen_read(&pages, &count, text, length, &error), DF_ERROR_INPUT);
    assert_status(df_fumen_read(&pages, &count, text, length, NULL), DF_ERROR_INPUT);
    assert_null(pages);
    assert_int_equal(count, 77);
    if (words != NULL)
        assert_non_null(strstr(error.text, words));
    assert_non_null(strchr(error.text, ';'));
    assert_int_equal(error.line, line);
    assert_int_equal(error.column, column);
}

TEST(malformed_texts_are_refused)
{
    static const struct {
        const char *text;
        size_t line, column;
        const char *words;
    } cases[] = {
        {"", 1, 1, "no fumen"},
        {"v115", 1, 1, "no fumen"},
        {"\nv112@vhAAgH", 2, 1, "another version"},
        {"v110@7eA///", 1, 9, "below 225280"},
        {"v115@", 1, 6, "ends within"},
        {"v115@vhAAg", 1, 11, "ends within"},
        {"v115@vhBAgH", 1, 12, "ends within"},
        {"v115@vh\n AA-H", 2, 4, "'-' is not a digit"},
        {"v115@vhAA\x1b", 1, 10, "'?' is not a digit"},
        {"v115@AAAgH", 1, 6, "no kind"},
        {"v115@//AgH", 1, 6, "no kind"},
        {"v115@AIvhA", 1, 6, "no kind"},
        {"v115@Ahvhvh", 1, 8, "beyond the end"},
        {"v115@xeuh", 1, 8, "beyond the end"},
        {"v115@vhA///", 1, 9, "below 245760"},
        {"v115@vhABAA", 1, 9, "beyond the edge"},
        {"v115@vhAAgH#2", 1, 13, "has 1 page;"},
        {"v115@vhBAgHAgH#0", 1, 16, "has 2 pages;"},
        {"v115@vhBAgHAgH#2:1", 1, 16, "has 2 pages;"},
        {"v115@vhBAgHAgH%2399999999999999999999", 1, 18, "has 2 pages;"},
        {"v115@vhAAgH*", 1, 12, "'*' is not a digit"},
    };
    for (size_t i = 0; i < COUNT(cases); i++)
        refuse(cases[i].text, strlen(cases[i].text), cases[i].line, cases[i].column,
               cases[i].words);
}

/* A fumen cut anywhere but between two pages is refused at its end. */
TEST(truncated_texts_are_refused)
{
    df_random random = test_random(0);
    for (unsigned i = test_cases(50); i > 0; i--) {
        const df_fumen_page page = random_page(&random);
        df_text text = {0};
        assert_status(df_fumen_write(&text, &page, 1), DF_OK);
        for (size_t length = 5; length < text.length; length++)
            refuse(text.bytes, length, 1, length + 1, "ends within");
        df_text_free(&text);
    }
}

TEST(reads_addresses_and_broken_lines)
{
    static const char *const texts[] = {"v115@vhAAgH",
                                        "https://fumen.zui.jp/?m115@vhAAgH",
                                        "d115@vh?AA\r\n gH\n",
                                        "https://fumen.zui.jp/?v115%40vhAAgH&lang=ja",
                                        "v115@vh%3FAAgH#1:1",
                                        "<a href=\"https://fumen.zui.jp/?v115@vhAAgH\">",
                                        "v115@vhAAgH\nhttps://fumen.zui.jp/?v115@vhBAgHAgH"};
    for (size_t i = 0; i < COUNT(texts); i++) {
        size_t count = 0;
        df_fumen_page *pages = read_pages(texts[i], strlen(texts[i]), &count);
        assert_int_equal(count, 1);
        assert_int_equal(pages[0].piece, DF_FUMEN_EMPTY);
        assert_true(pages[0].lock);
        df_fumen_free(pages);
    }
}

static void assert_shows(const char *fumen, size_t page, const char *comment)
{
    size_t count = 0;
    df_fumen_page *pages = read_pages(fumen, strlen(fumen), &count);
    assert_true(page < count);
    assert_string_equal(pages[page].comment, comment);
    df_fumen_free(pages);
}

TEST(pages_are_chosen_with_their_comments)
{
    df_fumen_page pages[4] = {{.piece = DF_FUMEN_S, .x = 4, .y = 0, .lock = true},
                              {.piece = DF_FUMEN_I, .x = 4, .y = 5, .lock = true},
                              {.piece = DF_FUMEN_Z, .x = 4, .y = 9, .lock = true},
                              {.lock = false}};
    static const char *const wanted[] = {"#Q=[S](Z)IJ;then, 100%", "#Q=[Z](I)J;then, 100%",
                                         "#Q=[Z](J);then, 100%", "#Q=[](J);then, 100%"};
    for (size_t i = 1; i < COUNT(pages); i++) {
        pages[i].square[0][0] = DF_FUMEN_GRAY;
        memcpy(pages[i].square, pages[i - 1].square, sizeof pages[i].square);
    }
    pages[0].comment = wanted[0];
    df_text text = {0};
    assert_status(df_fumen_write(&text, pages, COUNT(pages)), DF_OK);
    for (size_t i = 0; i < COUNT(pages); i++) {
        df_text chosen = {0};
        assert_shows(text.bytes, i, wanted[i]);
        df_text_format(&chosen, "%s#%zu:%zu", text.bytes, i + 1, i + 1);
        assert_shows(chosen.bytes, 0, wanted[i]);
        df_text_free(&chosen);
        pages[i].comment = wanted[i];
    }
    /* A quiz that goes on is not written again. */
    df_text again = {0};
    assert_status(df_fumen_write(&again, pages, COUNT(pages)), DF_OK);
    assert_string_equal(again.bytes, text.bytes);
    df_text_free(&again);
    df_text_free(&text);
}

TEST(comments_have_all_letters)
{
    static const char *const right[] = {"\u3053\u3093", "\u00e9\u00ff\u0100\uffff",
                                        "\U0001f600\U0010ffff", "%E9%u3042%uD83D%uDE00%u12%u",
                                        "#Q=[](S)\u3053"};
    for (size_t i = 0; i < COUNT(right); i++) {
        df_text text = {0};
        const df_fumen_page page = {.comment = right[i]};
        assert_status(df_fumen_write(&text, &page, 1), DF_OK);
        assert_shows(text.bytes, 0, right[i]);
        df_text_free(&text);
    }
    /* Control characters, half of a pair, and what is no UTF-8. */
    static const char *const wrong[] = {
        "\n", "\x7f", "\xc2\x80", "\xed\xa0\x80", "\xc3", "\xe0\x81\x81", "\xf4\x90\x80\x80"};
    for (size_t i = 0; i < COUNT(wrong); i++) {
        df_text text = {0};
        const df_fumen_page page = {.comment = wrong[i]};
        assert_status(df_fumen_write(&text, &page, 1), DF_ERROR_ARGUMENT);
    }
}

TEST(pieces_are_placed)
{
    df_fumen_page page = {.piece = DF_FUMEN_T, .x = 4, .y = 0};
    const df_fumen_page shown = page;
    assert_status(df_fumen_place(&page), DF_OK);
    assert_int_equal(page.piece, DF_FUMEN_EMPTY);
    assert_memory_equal(page.square[0] + 3, ((uint8_t[]){DF_FUMEN_T, DF_FUMEN_T, DF_FUMEN_T}),
                        3);
    assert_int_equal(page.square[1][4], DF_FUMEN_T);
    page = shown;
    page.square[1][4] = DF_FUMEN_GRAY;
    const df_fumen_page before = page;
    assert_status(df_fumen_place(&page), DF_ERROR_MOVE);
    assert_memory_equal(page.square, before.square, sizeof page.square);
    assert_int_equal(page.piece, DF_FUMEN_T);
}

/* The pieces of a plan come back, whichever way they were brought to their places. */
TEST(plans_come_back)
{
    static const char list[] = "dropforge-drops 1\nfield 10 20\nrules srs\n"
                               "row J.......XX\nT E 1 0\nI N 2 0\nO N 6 0\nI N 2 1\n";
    df_piece_set *set = NULL;
    df_plan *plan = NULL, *again = NULL;
    df_text fumen = {0}, one = {0}, other = {0};
    df_fumen_page *pages = NULL;
    size_t count = 0;
    df_error error = {0};
    assert_status(df_piece_set_tetrominoes(&set), DF_OK);
    assert_status(df_drops_read(&plan, set, list, strlen(list), &error), DF_OK);
    assert_status(df_fumen_write_plan(&fumen, plan, &error), DF_OK);
    pages = read_pages(fumen.bytes, fumen.length, &count);
    assert_int_equal(count, plan->count + 1);
    assert_status(df_fumen_make_plan(&again, set, pages, count, &error), DF_OK);
    assert_status(df_drops_write(&one, plan), DF_OK);
    assert_status(df_drops_write(&other, again), DF_OK);
    assert_string_equal(one.bytes, other.bytes);
    /* What no drop does is refused with its page. */
    df_plan *none = NULL;
    pages[2].square[9][9] = DF_FUMEN_GRAY;
    assert_status(df_fumen_make_plan(&none, set, pages, count, &error), DF_ERROR_INPUT);
    assert_non_null(strstr(error.text, "page 3: its squares"));
    pages[0].y = 9;
    assert_status(df_fumen_make_plan(&none, set, pages, 1, &error), DF_ERROR_INPUT);
    assert_non_null(strstr(error.text, "page 1: its piece cannot get there"));
    assert_null(none);
    df_fumen_free(pages);
    df_plan_free(plan);
    df_plan_free(again);
    df_text_free(&fumen);
    df_text_free(&one);
    df_text_free(&other);
    df_piece_set_free(set);
}

TEST(writer_refuses_what_is_out_of_range)
{
    static char longest[4097];
    memset(longest, 'a', 4096);
    df_fumen_page pages[6] = {0};
    pages[0].square[22][9] = 9;
    pages[1].piece = DF_FUMEN_GRAY;
    pages[2] = (df_fumen_page){.piece = DF_FUMEN_T, .orientation = 4, .x = 4, .y = 4};
    pages[3] = (df_fumen_page){.piece = DF_FUMEN_T, .x = 0, .y = 4};
    pages[4].comment = "then\n";
    pages[5].comment = longest;
    df_text text = {0};
    assert_status(df_fumen_write(&text, pages, 0), DF_ERROR_ARGUMENT);
    for (size_t i = 0; i < 5; i++)
        assert_status(df_fumen_write(&text, &pages[i], 1), DF_ERROR_ARGUMENT);
    assert_status(df_fumen_write(&text, &pages[5], 1), DF_ERROR_LIMIT);
    assert_int_equal(text.length, 0);
    longest[4095] = '\0';
    assert_status(df_fumen_write(&text, &pages[5], 1), DF_OK);
    size_t count = 0;
    df_fumen_free(read_pages(text.bytes, text.length, &count));
    assert_int_equal(count, 1);
    df_text_free(&text);
}

static df_status write_and_read(void *context)
{
    static df_fumen_page pages[100];
    for (size_t i = 0; i < COUNT(pages); i++) {
        pages[i].square[i % DF_FUMEN_HEIGHT][0] = (uint8_t)(i % 9);
        pages[i].comment = i % 2 == 0 ? "even" : "odd";
    }
    df_text text = {0};
    df_fumen_page *read = NULL;
    size_t count = 0;
    df_status status = df_fumen_write(&text, pages, COUNT(pages));
    if (status == DF_OK)
        status = df_fumen_read(&read, &count, text.bytes, text.length, NULL);
    df_fumen_free(read);
    df_text_free(&text);
    return status;
}

TEST(pieces_have_squares)
{
    static const struct {
        df_piece_drawing drawing;
        df_fumen_square square;
    } cases[] = {
        {{"I", "####"}, DF_FUMEN_I},        {{"I", "#/#/#/#"}, DF_FUMEN_I},
        {{"O", "##/##"}, DF_FUMEN_O},       {{"T", "#/##/#"}, DF_FUMEN_T},
        {{"S", ".##/##"}, DF_FUMEN_S},      {{"Z", ".#/##/#"}, DF_FUMEN_Z},
        {{"J", "###/..#"}, DF_FUMEN_J},     {{"L", "#/#/##"}, DF_FUMEN_L},
        {{"L", "#../###"}, DF_FUMEN_EMPTY}, {{"I", "##/##"}, DF_FUMEN_EMPTY},
        {{"O", "####"}, DF_FUMEN_EMPTY},    {{"I", "#####"}, DF_FUMEN_EMPTY},
        {{"I2", "####"}, DF_FUMEN_EMPTY},   {{"X", "####"}, DF_FUMEN_EMPTY},
        {{"T", "###"}, DF_FUMEN_EMPTY},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        df_piece_set *set;
        assert_int_equal(df_piece_set_create(&set, &cases[i].drawing, 1), DF_OK);
        assert_int_equal(df_fumen_piece(&set->pieces[0]), cases[i].square);
        df_piece_set_free(set);
    }
}

TEST(failing_allocations_leak_nothing)
{
    alloc_fail_each(write_and_read, NULL);
}
