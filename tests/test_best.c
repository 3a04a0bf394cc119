/* The method best: random pictures on all widths, wide and narrow, with pieces and widths that
 * are given or left open. Whatever comes out is played; whatever is refused has to be
 * impossible, and how often nothing is found is bounded. */
#include <stdio.h>
#include <string.h>

#include "bitmaps.h"
#include "dropforge/print.h"

/* A picture and what is asked for. */
typedef struct request {
    bitmap map;
    unsigned width; /* 0: open */
    char pieces[DF_PRINT_MOST_COLORS + 1];
    bool open; /* the pieces are */
    bool anchors;
    uint64_t seed;
} request;

/* What came of all requests. */
typedef struct tally {
    unsigned requests, printed, impossible, nowhere;
} tally;

/* The request under test, drawn when a test of it fails. */
static request current;

static void draw(const request *asked)
{
    printf("# width %u, pieces %s, anchors %d, seed %llu\n", asked->width,
           asked->open ? "open" : asked->pieces, (int)asked->anchors,
           (unsigned long long)asked->seed);
    bitmap_draw(&asked->map);
}

static int draw_on_failure(void **state)
{
    (void)state;
    if (current.map.height > 0)
        draw(&current);
    return 0;
}

/* Random different letters, one for each colour. */
static void random_pieces(df_random *random, unsigned colors, char *pieces)
{
    char letters[] = "IOTSZJL";
    for (unsigned i = 0; i < colors; i++) {
        const unsigned j = i + df_random_below(random, DF_TETROMINOES - i);
        const char letter = letters[j];
        letters[j] = letters[i];
        pieces[i] = letters[i] = letter;
    }
    pieces[colors] = '\0';
}

/* Pictures one column narrower than the playfield, as wide as it, or narrower. The larger the
 * playfield the fewer rows, so that all take about as long. */
static request random_request(df_random *random, unsigned most_width, unsigned area)
{
    request made = {.anchors = df_random_below(random, 8) == 0};
    const unsigned width = 5 + df_random_below(random, most_width - 4);
    unsigned rows = area / width;
    rows = rows < 1 ? 1 : rows > BITMAP_MOST_HEIGHT ? BITMAP_MOST_HEIGHT : rows;
    made.map = random_bitmap(random, width, rows, BITMAP_COLORS, made.anchors);
    made.width = df_random_below(random, 3) == 0 ? 0 : width;
    made.open = df_random_below(random, 2) == 0;
    random_pieces(random, BITMAP_COLORS, made.pieces);
    made.seed = df_random_below(random, 4) == 0 ? df_random_next(random) : 0;
    return made;
}

static void try(tally *all, unsigned n)
{
    df_piece_set *set = tetrominoes();
    df_picture *picture = bitmap_picture(&current.map);
    const df_print_options options = {.method = "best",
                                      .width = current.width,
                                      .pieces = current.open ? NULL : current.pieces,
                                      .anchors = current.anchors,
                                      .seed = current.seed};
    df_plan *plan = NULL;
    df_print_report report;
    df_mishap mishap = {0};
    const df_status status = df_print(&plan, picture, set, &options, &report, &mishap);
    all->requests++;
    if (status == DF_OK) {
        all->printed++;
        check_plan(plan, &current.map, current.anchors);
        check_formats(plan, &current.map, current.anchors);
        df_plan_free(plan);
    } else if (status == DF_ERROR_PICTURE) {
        all->impossible++;
    } else {
        all->nowhere++;
        printf("# %u: %s: %s\n", n, df_status_name(status), mishap.text);
        draw(&current);
    }
    df_picture_free(picture);
    df_piece_set_free(set);
}

static void random_pictures(void **state)
{
    (void)state;
    df_random random;
    df_random_seed(&random, test_seed(), 50);
    tally all = {0};
    for (unsigned i = 0; i < test_cases(200); i++) {
        current = random_request(&random, 40, 60);
        try(&all, i);
    }
    printf("# %u: %u printed, %u impossible, %u nowhere\n", all.requests, all.printed,
           all.impossible, all.nowhere);
    current.map.height = 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(random_pictures, draw_on_failure),
    };
    return cmocka_run_group_tests_name("best", tests, NULL, NULL);
}
