/* Measures printing with dealt pieces:
 * dealt [FIRST_CASE [LAST_CASE [DEALS [EFFORT [RULES [each]]]]]].
 * Cases count from 0. The rules are harddrop, which is usual, srs or srs+180. With `each` every
 * picture has a row of its own. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "core/board/mover.h"
#include "dropforge/board.h"
#include "print/drops/dealt.h"

#define QUEUE 3000
#define MAX_SIDE 16

typedef struct bench_picture {
    const char *name;
    const char *rows;
} bench_picture;

static const bench_picture letters[] = {
    {"A", "..###../.#####./##...##/##...##/##...##/#######/#######/##...##/##...##/##...##"},
    {"B", "######./##..###/##...##/##..##./######./##..##./##...##/##..###/######."},
    {"E", "#######/##...../##...../######./##...../##...../#######"},
    {"K", "##...##/##..##./##.##../####.../####.../##.##../##..##./##...##"},
    {"M", "##.....##/###...###/####.####/##.###.##/##..#..##/##.....##/##.....##/##.....##"},
    {"O", "..####../.##..##./##....##/##....##/##....##/.##..##./..####.."},
    {"P", "######./##..###/##...##/##..###/######./##...../##...../##...../##....."},
    {"S", ".#####./##...##/##...../.####../...####/.....##/##...##/.#####."},
    {"X", "##....##/.##..##./..####../...##.../..####../.##..##./##....##"},
    {"Z", "#######/....##./...##../..##.../.##..../##...../#######"},
    {"2", ".####./##..##/....##/...##./..##../.##.../######"},
    {"5", "######/##..../######/....##/....##/##..##/.####."},
    {"8", ".####./##..##/##..##/.####./##..##/##..##/.####."},
    {"l", "##/##/##/##/##/##/##/##/##/##/##/##"},
};

/* A letter is the piece that carries the square. */
static const bench_picture colored[] = {
    {"heart", ".TT..TT./TLLTTLLT/TLLLLLLT/TLLLLLLT/.TLLLLT./..TLLT../...TT..."},
    {"house", "...LL.../..LLLL../.LLLLLL./LLLLLLLL/.JJJJJJ./.JTJJTJ./.JJJJJJ./.JJTTJJ."},
    {"fish", "...TTT.../J.TTTTTT./JJTTTTLTT/JJTTTTTTT/J.TTTTTT./...TTT..."},
    {"tree", "...SS.../..SSSS../.SSSSSS./..SSSS../.SSSSSS./SSSSSSSS/...LL.../...LL..."},
    {"face", "..LLLL../.LLLLLL./LLTLLTLL/LLTLLTLL/LLLLLLLL/LTLLLLTL/.LTTTTL./..LLLL.."},
    {"ghost",
     "..JJJJ../.JJJJJJ./J......./J......./J......./J......./JJJJJJJJ/JJJJJJJJ/J.JJJJ.J"},
    {"flag", "LLLLLLLL/LLLLLLLL/TTTTTTTT/TTTTTTTT/J......./J......./J......./J......./J......./"
             "J......."},
    {"sword", "......TT/.....TTT/....TTT./L..TTT../LLTTT.../.LLT..../.JLLL.../JJ..LL.."},
};

static const bench_picture seven[] = {
    {"bands", "IIIIIIII/OOOOOOOO/TTTTTTTT/SSSSSSSS/ZZZZZZZZ/JJJJJJJJ/LLLLLLLL"},
    {"gem", "..IIII../.TTOOTT./JJJOOLLL/JJSSZZLL/.JSSZZL./..SSZZ../...TT..."},
};

typedef struct bench_case {
    const char *title;
    const bench_picture *pictures[2];
    size_t counts[2];
    unsigned width, height;
    df_deal deal;
    bool colors, hold;
    unsigned preview; /* 0: all */
    unsigned deals;   /* 0: as asked for */
} bench_case;

#define LETTERS (sizeof letters / sizeof letters[0])
#define COLORED (sizeof colored / sizeof colored[0])
#define SEVEN (sizeof seven / sizeof seven[0])

#define ANY_COLOR                                                                              \
    {letters, colored},                                                                        \
    {                                                                                          \
        LETTERS, COLORED                                                                       \
    }
#define WITH_COLORS                                                                            \
    {colored, NULL},                                                                           \
    {                                                                                          \
        COLORED, 0                                                                             \
    }
#define SEVEN_COLORS                                                                           \
    {seven, NULL},                                                                             \
    {                                                                                          \
        SEVEN, 0                                                                               \
    }
#define LETTERS_ALONE                                                                          \
    {letters, NULL},                                                                           \
    {                                                                                          \
        LETTERS, 0                                                                             \
    }

static const bench_case cases[] = {
    {"silhouettes, hold", ANY_COLOR, 10, 20, DF_DEAL_BAG, false, true, 0, 0},
    {"silhouettes, no hold", ANY_COLOR, 10, 20, DF_DEAL_BAG, false, false, 0, 0},
    {"2 and 3 colours, hold", WITH_COLORS, 10, 20, DF_DEAL_BAG, true, true, 0, 0},
    {"2 and 3 colours, no hold", WITH_COLORS, 10, 20, DF_DEAL_BAG, true, false, 0, 5},
    {"7 colours, hold", SEVEN_COLORS, 10, 20, DF_DEAL_BAG, true, true, 0, 5},
    {"silhouettes, NES deal, no hold", ANY_COLOR, 10, 20, DF_DEAL_NES, false, false, 0, 5},
    {"letters, hold, preview of 5", LETTERS_ALONE, 10, 20, DF_DEAL_BAG, false, true, 5, 5},
    {"letters, no hold, preview of 5", LETTERS_ALONE, 10, 20, DF_DEAL_BAG, false, false, 5, 5},
    {"2 and 3 colours, hold, preview of 5", WITH_COLORS, 10, 20, DF_DEAL_BAG, true, true, 5, 5},
};
#define CASES (sizeof cases / sizeof cases[0])

static double bench_cpu(void)
{
    return (double)clock() / CLOCKS_PER_SEC;
}

/* Makes the picture and the pieces of its colours. */
static df_picture *bench_draw(const char *rows, bool colors, target_place *place)
{
    static const char names[] = "IOTSZJL";
    unsigned width = 0, height = 1, at = 0;
    for (const char *c = rows; *c != '\0'; c++) {
        at = *c == '/' ? 0 : at + 1;
        width = at > width ? at : width;
        height += *c == '/';
    }
    uint8_t rgba[4 * MAX_SIDE * MAX_SIDE] = {0};
    unsigned x = 0, y = 0;
    for (const char *c = rows; *c != '\0'; c++) {
        if (*c == '/') {
            x = 0;
            y++;
            continue;
        }
        uint8_t *pixel = &rgba[4 * (y * width + x++)];
        if (*c == '.')
            continue;
        const char *name = *c == '#' ? NULL : strchr(names, *c);
        pixel[0] = colors && name != NULL ? (uint8_t)(name - names) : 100;
        pixel[3] = 255;
    }
    df_picture *made = NULL;
    if (df_picture_from_rgba(&made, 1, rgba, width, height, NULL) != DF_OK)
        exit(1);
    for (unsigned i = 0; i < made->color_count; i++) {
        const unsigned red = made->colors[i].red;
        place->carriers[i] = red == 100 ? 0x7f : (uint8_t)(1U << red);
    }
    place->picture = made;
    return made;
}

typedef struct bench_sum {
    unsigned tried, printed;
    double drops, cpu, max_cpu, nodes;
} bench_sum;

/* Looks for a shorter plan with moves, as `print` does. */
static void bench_move(dealt_request request, df_rules rules, dealt_result *best,
                       bench_sum *sum)
{
    dealt_result moved;
    request.rules = rules;
    if (best->outcome == DF_FOUND)
        request.queue_count = best->plan->count - 1 + request.hold;
    request.once = best->outcome == DF_FOUND;
    if (df_dealt_search(&request, &moved) != DF_OK)
        exit(1);
    sum->nodes += (double)moved.nodes;
    if (moved.outcome != DF_FOUND)
        return;
    df_plan_free(best->plan);
    free(best->held);
    *best = moved;
}

static void bench_one(const bench_case *one, target_place *place, unsigned seed,
                      unsigned effort, df_rules rules, bench_sum *sum)
{
    static uint8_t queue[QUEUE];
    static df_dealer dealer;
    if (df_dealer_begin(&dealer, one->deal, DF_TETROMINOES, NULL, 0, seed, 0) != DF_OK)
        exit(1);
    for (size_t i = 0; i < QUEUE; i++)
        queue[i] = (uint8_t)df_dealer_next(&dealer);
    const dealt_request request = {.place = place,
                                   .max_height = one->height,
                                   .rules = one->preview > 0 ? rules : DF_RULES_HARDDROP,
                                   .queue = queue,
                                   .queue_count = QUEUE,
                                   .hold = one->hold,
                                   .preview = one->preview > 0 ? one->preview : DEALT_ALL,
                                   .bags = one->deal == DF_DEAL_BAG,
                                   .effort = effort,
                                   .max_nodes = UINT64_C(300000000)};
    dealt_result result;
    const double begin = bench_cpu();
    if (df_dealt_search(&request, &result) != DF_OK)
        exit(1);
    sum->nodes += (double)result.nodes;
    if (df_rules_moves(rules) && one->preview == 0)
        bench_move(request, rules, &result, sum);
    const double cpu = bench_cpu() - begin;
    sum->tried++;
    sum->cpu += cpu;
    sum->max_cpu = cpu > sum->max_cpu ? cpu : sum->max_cpu;
    if (result.outcome != DF_FOUND)
        return;
    sum->printed++;
    sum->drops += (double)result.plan->count;
    df_plan_free(result.plan);
    free(result.held);
}

static void bench_add(bench_sum *sum, const bench_sum *more)
{
    sum->tried += more->tried;
    sum->printed += more->printed;
    sum->drops += more->drops;
    sum->cpu += more->cpu;
    sum->nodes += more->nodes;
    sum->max_cpu = more->max_cpu > sum->max_cpu ? more->max_cpu : sum->max_cpu;
}

static void bench_print(const char *title, const bench_sum *sum)
{
    printf("| %s | %u/%u | %.1f | %.2f / %.2f | %.1f |\n", title, sum->printed, sum->tried,
           sum->printed > 0 ? sum->drops / sum->printed : 0, sum->cpu / sum->tried,
           sum->max_cpu, sum->nodes / sum->tried / 1e6);
    fflush(stdout);
}

static df_rules bench_movement(const char *rules)
{
    if (strcmp(rules, "harddrop") == 0)
        return DF_RULES_HARDDROP;
    return strcmp(rules, "srs") == 0 ? DF_RULES_SRS : DF_RULES_SRS_180;
}

int main(int argc, char **argv)
{
    const size_t first = argc > 1 ? strtoul(argv[1], NULL, 10) : 0;
    const size_t last = argc > 2 ? strtoul(argv[2], NULL, 10) : CASES - 1;
    const unsigned deals = argc > 3 ? (unsigned)strtoul(argv[3], NULL, 10) : 20;
    const unsigned effort = argc > 4 ? (unsigned)strtoul(argv[4], NULL, 10) : 1;
    const df_rules rules = bench_movement(argc > 5 ? argv[5] : "harddrop");
    df_piece_set *set;
    if (df_piece_set_tetrominoes(&set) != DF_OK)
        return 1;
    printf("| case | printed | pieces, mean | CPU s, mean / most | million nodes |\n"
           "|---|---|---|---|---|\n");
    for (size_t i = first; i <= last && i < CASES; i++) {
        const bench_case *one = &cases[i];
        bench_sum sum = {0};
        for (size_t n = 0; n < one->counts[0] + one->counts[1]; n++) {
            const bench_picture *picture = n < one->counts[0]
                                               ? &one->pictures[0][n]
                                               : &one->pictures[1][n - one->counts[0]];
            target_place place = {.tetrominoes = set, .width = one->width};
            df_picture *drawn = bench_draw(picture->rows, one->colors, &place);
            bench_sum part = {0};
            const unsigned count = one->deals > 0 && one->deals < deals ? one->deals : deals;
            for (unsigned seed = 1; seed <= count; seed++)
                bench_one(one, &place, seed, effort, rules, &part);
            if (argc > 6)
                bench_print(picture->name, &part);
            bench_add(&sum, &part);
            df_picture_free(drawn);
        }
        bench_print(one->title, &sum);
    }
    df_piece_set_free(set);
    return 0;
}
