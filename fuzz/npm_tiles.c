/* Acts of the target of the npm package's glue: tilings, perfect clears, polyominoes. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "dropforge/clear.h"
#include "dropforge/omino.h"
#include "npm_stage.h"

enum { MAX_SIDE = 6, MAX_LISTED = 4, MAX_DROPS = 12, MAX_SIZE = 8, METHODS = 3 };

/* --- tilings --- */

void act_count(void)
{
    const thing *pieces = stage_pieces();
    const unsigned width = input_size(MAX_SIDE), height = input_size(MAX_SIDE);
    const unsigned symmetric = input_byte() % 2;
    (void)is_told(tile_count(pieces->made, width, height, symmetric, input_count()));
}

void act_tilings(void)
{
    if (!stage_has_room())
        return;
    const thing *pieces = stage_pieces();
    const unsigned width = input_size(MAX_SIDE), height = input_size(MAX_SIDE);
    const unsigned once = input_byte() % 2, droppable = input_byte() % 2;
    const unsigned memory = input_number();
    if (!stage_has_room())
        return;
    thing *kept =
        stage_take(TILINGS, tilings_make(pieces->made, width, height, once, droppable, memory));
    if (kept == NULL)
        return;
    kept->pieces = pieces->pieces;
    kept->set = pieces->set;
    MUST(is_told(tilings_count(kept->made)));
}

/* The number is what the tiling's rank is answered to be. */
static void check_rank(const thing *tilings, const npm_drop *drops, size_t count,
                       const char *number)
{
    MUST(is_told(tilings_rank(tilings->made, drops, count)));
    MUST(number == NULL || strcmp(answer_address(), number) == 0);
}

/* The first tiling of the answer as memory of its own, NULL if there is none. */
static npm_drop *take_tiling(const thing *tilings, uint32_t *count)
{
    if (answer_length() == 0)
        return NULL;
    MUST(answer_length() >= sizeof *count);
    memcpy(count, answer_address(), sizeof *count);
    const size_t size = *count * sizeof(npm_drop);
    MUST(answer_length() >= sizeof *count + size);
    npm_drop *drops = malloc(size + 1);
    MUST(drops != NULL);
    memcpy(drops, answer_address() + sizeof *count, size);
    MUST(check_drops((const char *)drops, size, tilings->set) == *count);
    return drops;
}

/* Lists some from a number of up to two words on; the first has that number. */
void act_list(void)
{
    const thing *tilings = stage_need(TILINGS, act_tilings);
    if (tilings == NULL)
        return;
    const size_t words = input_byte() % 3;
    uint64_t *skip = calloc(words + 1, sizeof *skip);
    MUST(skip != NULL);
    for (size_t i = 0; i < words; i++)
        skip[i] = i == 0 ? input_size(9) : input_long();
    if (is_done(tilings_list(tilings->made, skip, words, input_byte() % MAX_LISTED))) {
        uint32_t count;
        char number[32];
        npm_drop *drops = take_tiling(tilings, &count);
        snprintf(number, sizeof number, "\"0x0%016llx\"",
                 words > 0 ? (unsigned long long)skip[0] : 0);
        if (drops != NULL)
            check_rank(tilings, drops, count, words == 1 && skip[0] > 0 ? number : NULL);
        free(drops);
    }
    free(skip);
}

void act_random(void)
{
    const thing *tilings = stage_need(TILINGS, act_tilings);
    if (tilings == NULL)
        return;
    tilings_seed(tilings->made, input_long());
    if (!is_done(tilings_random(tilings->made)))
        return;
    uint32_t count;
    npm_drop *drops = take_tiling(tilings, &count);
    if (drops == NULL)
        return;
    check_rank(tilings, drops, count, NULL);
    MUST(is_done(tilings_order(tilings->made, drops, count, input_byte() % 2)));
    const size_t ordered = check_drops(answer_address(), answer_length(), tilings->set);
    MUST(ordered == 0 || ordered == count);
    free(drops);
}

/* Of drops that are hardly ever a tiling. */
void act_order(void)
{
    const thing *tilings = stage_need(TILINGS, act_tilings);
    if (tilings == NULL)
        return;
    const size_t count = input_byte() % (MAX_DROPS + 1);
    uint16_t *numbers = input_drops(tilings->set, count);
    const npm_drop *drops = (const npm_drop *)numbers;
    if (is_done(tilings_order(tilings->made, drops, count, input_byte() % 2)))
        check_rank(tilings, drops, count, NULL);
    free(numbers);
}

/* --- perfect clears --- */

/* Returns the queues of a pattern, or NULL. */
static void *make_pattern(void)
{
    static const char *const patterns[] = {"*p4", "[TI]!,S", "IOTSZ\nJLIOT", "[^I]p2;OT # x"};
    size_t length;
    char *text = INPUT_TEXT(patterns, &length);
    const df_status status = pattern_make(text, length, input_byte() % 8);
    free(text);
    return is_done(status) ? answer_made() : NULL;
}

/* A solution is built by some of the queues. */
static void check_solution(const void *pattern, const void *catalog, size_t i)
{
    const uint64_t *built = catalog_built(catalog, i);
    uint64_t any = 0;
    for (size_t word = 0; 64 * word < pattern_count(pattern); word++)
        any |= built[word];
    MUST(any != 0);
}

/* Says what the queues keep. */
static void check_saved(void *solver, const void *pattern, const void *catalog)
{
    static const char *const expressions[] = {"T&&!I", "TT||(I&&L)", "!(S"};
    const char *expression = expressions[input_byte() % 3];
    if (pattern_length(pattern) > DF_CLEAR_KEPT_MAX_LENGTH)
        return;
    (void)is_told(catalog_save(catalog, solver, pattern, NULL));
    (void)is_told(catalog_save(catalog, solver, pattern, expression));
}

/* Lists the solutions of the queues, and the fewest of them; of a target, if not NULL. */
static void list_solutions(void *solver, const void *pattern, unsigned hold,
                           const uint64_t *squares)
{
    if (!is_done(catalog_make(solver, pattern, hold, input_byte() % 3, squares)))
        return;
    void *catalog = answer_made();
    const size_t count = catalog_count(catalog);
    bool *chosen = calloc(count + 1, sizeof chosen[0]);
    MUST(chosen != NULL && catalog_covered(catalog) <= pattern_count(pattern));
    if (is_done(catalog_list(catalog, solver, input_byte(), input_byte())))
        (void)is_done(catalog_minimize(catalog, 1 + input_byte() % 9, chosen));
    free(chosen);
    if (count > 0)
        check_solution(pattern, catalog, input_byte() % count);
    if (squares == NULL)
        check_saved(solver, pattern, catalog);
    catalog_free(catalog);
}

/* Lists what fills squares of the board that are empty. */
static void fill_target(void *solver, const void *pattern, const uint64_t *rows, unsigned width,
                        unsigned height)
{
    const unsigned count = width * height;
    uint64_t *squares = calloc(2, sizeof squares[0]);
    const uint64_t wanted = input_long(), allowed = input_long();
    MUST(squares != NULL);
    for (unsigned i = 0; i < count; i++) {
        const uint64_t empty = (rows[i / width] >> i % width & 1) ^ 1;
        squares[0] |= (wanted >> i & empty) << i;
        squares[1] |= ((allowed & ~wanted) >> i & empty) << i;
    }
    if (squares[0] != 0)
        list_solutions(solver, pattern, input_byte() % 2, squares);
    free(squares);
}

/* Asks which queues build pieces in given squares, or those of pages. */
static void ask_builds(const double *wishes, const uint64_t *rows)
{
    enum { PAGE = 234, MAX_PAGES = 4 };
    const size_t area = (size_t)wishes[0] * (size_t)wishes[1];
    const size_t count = input_byte() % (MAX_PAGES + 1);
    uint8_t *squares = input_byte() % 2 != 0 ? calloc(area + 1, 1) : NULL;
    uint8_t *pages = calloc(PAGE, MAX_PAGES);
    void *pattern = make_pattern();
    MUST(pages != NULL);
    for (size_t i = 0; squares != NULL && i < area; i++)
        squares[i] = (uint8_t)(input_byte() % (DF_TETROMINOES + 2));
    for (size_t i = 0; i < PAGE * count; i++)
        pages[i] = (uint8_t)(i % PAGE < PAGE - 4 ? 0 : input_byte() % 24);
    if (pattern != NULL) {
        bool *builds = calloc(pattern_count(pattern) + 1, sizeof builds[0]);
        MUST(builds != NULL);
        (void)is_told(npm_build_ask(pattern, wishes, rows, squares, pages,
                                    squares != NULL ? 0 : count, builds));
        free(builds);
    }
    pattern_free(pattern);
    free(squares);
    free(pages);
}

/* Asks for the best drop when a queue is seen. */
static void ask_best(void *solver)
{
    const size_t count = input_byte() % (MAX_DROPS + 1);
    uint16_t *queue = input_indices(tetrominoes(), count);
    const unsigned hold = input_byte() % 2, bag = input_byte() % (1 << DF_TETROMINOES);
    (void)is_told(web_clear_best(solver, queue, count, hold, hold & input_byte() % 2, bag,
                                 input_byte() % 8));
    free(queue);
}

/* Asks about the queues, of which a board needs `drops` pieces. */
static void ask_queues(void *solver, const void *pattern)
{
    enum { MAX_QUEUES = 1000 };
    const size_t count =
        pattern_count(pattern) < MAX_QUEUES ? pattern_count(pattern) : MAX_QUEUES;
    const unsigned hold = input_byte() % 2;
    const size_t queue = input_byte() % count;
    bool clears[MAX_QUEUES];
    if (!is_done(web_clear_ask(solver, pattern, 0, count, hold, clears)))
        return;
    if (is_done(web_clear_find(solver, pattern, queue, hold)))
        MUST(clears[queue] || answer_length() == 0);
    if (pattern_count(pattern) <= MAX_QUEUES)
        list_solutions(solver, pattern, hold, NULL);
}

static void use_solver(void)
{
    const unsigned width = input_size(10) % 65, height = input_size(4) % 65;
    const unsigned rules = input_byte() % (DF_RULES + 1);
    const double memory = input_count();
    uint64_t *rows = input_rows(width, height);
    const unsigned is_open = input_byte() % 3 == 0;
    const bool is_made = is_done(web_clear_make(width, height, rules, memory, rows, is_open));
    void *solver = is_made ? answer_made() : NULL;
    void *pattern = make_pattern();
    if (solver != NULL) {
        const unsigned piece = input_byte() % (DF_TETROMINOES + 1);
        const unsigned orientation = input_byte() % (DF_ORIENTATIONS + 1);
        const unsigned x = input_byte() % (width + 1), y = input_byte() % (height + 1);
        (void)is_told(
            web_clear_inputs(solver, rules, 20, rows, height, piece, orientation, x, y));
    }
    if (solver != NULL && pattern != NULL && is_open)
        fill_target(solver, pattern, rows, width, height);
    else if (solver != NULL && pattern != NULL && web_clear_drops(solver) > 0 &&
             pattern_length(pattern) >= web_clear_drops(solver))
        ask_queues(solver, pattern);
    if (solver != NULL && !is_open && web_clear_drops(solver) > 0)
        ask_best(solver);
    free(rows);
    pattern_free(pattern);
    web_clear_free(solver);
}

void act_clear(void)
{
    if (input_byte() % 2 != 0) {
        use_solver();
        return;
    }
    const thing *pieces = stage_pieces();
    const unsigned width = input_size(10), height = input_size(4);
    double wishes[7] = {width <= 64 ? width : 64, height <= 64 ? height : 64};
    wishes[2] = input_byte() % 2;
    wishes[3] = input_byte() % DF_RULES;
    for (unsigned i = 4; i < 7; i++)
        wishes[i] = input_count();
    uint64_t *rows = input_rows((unsigned)wishes[0], (unsigned)wishes[1]);
    const size_t count = input_byte() % (MAX_DROPS + 1);
    uint16_t *queue = input_indices(pieces->set, count);
    (void)is_told(clear_find(pieces->made, wishes, rows, queue, count));
    if (input_byte() % 2 != 0)
        ask_builds(wishes, rows);
    free(queue);
    free(rows);
}

/* --- polyominoes --- */

void act_study(void)
{
    static const char *const codes[] = {"7.2", ".#./###", "f", "3.6", "##", "1f.11.1f", "x"};
    size_t length;
    char *code = INPUT_TEXT(codes, &length);
    (void)is_told(omino_study(code, length));
    free(code);
}

/* As filter_wishes in web/npm/omino.c. */
static void take_filter(double filter[20])
{
    const unsigned wanted = input_byte();
    memset(filter, 0, 20 * sizeof *filter);
    filter[0] = input_byte() % 3;
    filter[1] = wanted % 2 == 0 ? 0 : input_byte();
    for (unsigned i = 0; i < 4; i++) {
        if ((wanted >> (i + 1) & 1) == 0)
            continue;
        filter[2 + 3 * i] = 1;
        filter[3 + 3 * i] = input_size(4);
        filter[4 + 3 * i] = input_number();
    }
    for (unsigned i = 0; i < 6 && wanted >= 32; i++)
        filter[14 + i] = input_byte() % 3;
}

void act_ominoes(void)
{
    double filter[20];
    const unsigned size = input_size(MAX_SIZE - 2);
    const bool is_list = input_byte() % 2 == 0;
    take_filter(filter);
    const double parts = ominoes_parts(size), part = input_byte();
    MUST(parts >= 0 && parts == (double)(uint64_t)parts);
    if (!is_list)
        (void)is_told(ominoes_count(size, filter));
    else if (is_done(ominoes_list(size, filter, part < parts ? part : 0, input_count())))
        MUST(answer_length() == 0 || answer_address()[answer_length() - 1] == '\n');
}

void act_omino_counts(void)
{
    const unsigned size = input_size(MAX_SIZE);
    (void)is_told(omino_counts(size, input_count()));
}

void act_drawer(void)
{
    const unsigned size = input_size(12), method = input_byte() % METHODS;
    const unsigned kind = input_byte() % 3;
    if (stage_has_room())
        stage_take(DRAWER, drawer_make(size, method, kind, input_long()));
}

void act_draw(void)
{
    const thing *drawer = stage_need(DRAWER, act_drawer);
    if (drawer == NULL || !is_done(drawer_draw(drawer->made)))
        return;
    char *code = strdup(answer_address());
    MUST(code != NULL && is_told(omino_study(code, strlen(code))));
    free(code);
}
