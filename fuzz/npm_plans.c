/* Acts of the target of the npm package's glue: plans, what they leave, fumens. */
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "dropforge/picture.h"
#include "dropforge/plan.h"
#include "npm_stage.h"

enum {
    MAX_DROPS = 12,
    MAX_HEIGHT = 24,
    MAX_SIDE = 5, /* of a picture */
    BOARD = DF_FUMEN_HEIGHT * DF_FUMEN_WIDTH,
    PAGE = 2 * BOARD + 8, /* bytes of a page that was read, without its comment */
    MAX_BOARDS = 3
};

/* --- plans --- */

static void keep_plan(df_status status, const npm_pieces *pieces)
{
    thing *kept = stage_take(PLAN, status);
    if (kept == NULL)
        return;
    const df_plan *plan = kept->made;
    kept->pieces = pieces;
    kept->set = plan->set;
    kept->width = plan->width;
    kept->height = plan->height;
    kept->count = plan->count;
    MUST(is_told(plan_tell(plan)));
    check_plan(plan);
}

void act_plan(void)
{
    const bool has_pieces = input_byte() % 2 == 0;
    if (!stage_has_room())
        return;
    const thing *pieces = has_pieces ? stage_pieces() : NULL;
    const df_piece_set *set = has_pieces ? pieces->set : tetrominoes();
    const unsigned width = input_size(12), height = input_size(MAX_HEIGHT);
    const unsigned rules = input_byte() % DF_RULES;
    const size_t count = input_byte() % (MAX_DROPS + 1);
    uint16_t *numbers = input_drops(set, count);
    if (stage_has_room())
        keep_plan(plan_make(has_pieces ? pieces->made : NULL, width, height, rules,
                            (const npm_drop *)numbers, count),
                  has_pieces ? pieces->made : NULL);
    free(numbers);
}

void act_read_plan(void)
{
    static const char *const texts[] = {
        "dropforge-drops 1\nfield 4 10\nS N 0 0\nI E 2 2\nI E 3 0\nI E 0 1\n",
        "dropforge-drops 1\nfield 10 20\nreach srs\ncolor T #ff0000\nT N 3 0\n",
        "dropforge-drops 1\nfield 5 9\npiece U #.#/###\nU N 1 0\n",
    };
    size_t length;
    if (!stage_has_room())
        return;
    char *text = INPUT_TEXT(texts, &length);
    keep_plan(plan_read(text, length), NULL);
    free(text);
}

/* Counts the pages that a reader of fumens answered with, each with a comment after it. */
static size_t count_pages(void)
{
    const uint8_t *bytes = (const uint8_t *)answer_address();
    size_t count = 0, at = 0;
    for (; at < answer_length(); count++) {
        MUST(at + PAGE <= answer_length());
        at += PAGE + bytes[at + PAGE - 2] + 256u * bytes[at + PAGE - 1];
    }
    MUST(at == answer_length());
    return count;
}

void act_tell_plan(void)
{
    const thing *plan = stage_need(PLAN, act_plan);
    if (plan == NULL)
        return;
    MUST(is_done(plan_drops(plan->made)));
    MUST(check_drops(answer_address(), answer_length(), plan->set) == plan->count);
    MUST(is_done(plan_write(plan->made)) && answer_length() > 0);
    MUST(is_told(plan_summary(plan->made)));
    if (!is_done(plan_fumen(plan->made)))
        return;
    char *fumen = strdup(answer_address());
    MUST(fumen != NULL && is_done(fumen_read(fumen, strlen(fumen))));
    MUST(count_pages() == plan->count + 1);
    free(fumen);
}

/* --- pictures --- */

void act_picture(void)
{
    const unsigned width = input_byte() % (MAX_SIDE + 1);
    const unsigned height = input_byte() % (MAX_SIDE + 1);
    double wish[22] = {
        0}; /* as preparation_members of web/printer.c; no colour becomes clear */
    for (unsigned i = 9; i < sizeof wish / sizeof wish[0]; i++)
        wish[i] = input_byte() % 4;
    if (!stage_has_room())
        return;
    uint8_t *rgba = input_bytes((size_t)4 * width * height);
    const thing *kept = stage_take(PICTURE, picture_make(rgba, width, height, wish));
    free(rgba);
    if (kept != NULL)
        MUST(is_told(picture_tell(kept->made)));
}

/* Makes a picture of the board after a plan; pieces without a colour are grey in it. */
void act_leave(void)
{
    const thing *plan = stage_need(PLAN, act_plan);
    if (plan == NULL || !stage_has_room())
        return;
    const thing *kept = stage_take(PICTURE, plan_picture(plan->made));
    if (kept == NULL)
        return;
    MUST(is_told(picture_tell(kept->made)));
    const df_picture *picture = kept->made;
    MUST(picture->width <= plan->width && picture->height <= plan->height);
}

void act_compare(void)
{
    const thing *plan = stage_need(PLAN, act_plan), *picture = stage_need(PICTURE, act_leave);
    if (plan != NULL && picture != NULL)
        MUST(is_told(plan_check(plan->made, picture->made, input_byte() % 2)));
}

/* --- plans played step by step --- */

void act_replay(void)
{
    const thing *plan = stage_need(PLAN, act_plan);
    if (plan == NULL || !stage_has_room())
        return;
    thing *kept = stage_take(REPLAY, replay_make(plan->made));
    MUST(kept != NULL);
    kept->set = plan->set;
    kept->count = (size_t)plan->width * plan->height;
}

void act_replay_step(void)
{
    const thing *replay = stage_need(REPLAY, act_replay);
    if (replay == NULL)
        return;
    for (unsigned steps = input_byte() % MAX_DROPS; steps > 0; steps--)
        MUST(is_done(replay_step(replay->made)));
    (void)replay_cleared(replay->made);
    const uint16_t *squares = replay_squares(replay->made);
    for (size_t i = 0; i < replay->count; i++)
        MUST(squares[i] <= replay->set->count);
}

/* --- fumens --- */

void act_write_fumen(void)
{
    const size_t count = input_byte() % (MAX_BOARDS + 1);
    /* Each board is followed by no piece and an empty comment. */
    const size_t stride = BOARD + 6;
    uint8_t *squares = calloc(count * stride + 1, 1);
    MUST(squares != NULL);
    for (size_t i = 0; i < count * BOARD && input_left() > 0; i++)
        squares[i / BOARD * stride + i % BOARD] = (uint8_t)(input_byte() % (DF_FUMEN_GRAY + 1));
    if (is_done(fumen_write(squares, count))) {
        char *fumen = strdup(answer_address());
        MUST(fumen != NULL && is_done(fumen_read(fumen, strlen(fumen))));
        MUST(answer_length() == count * PAGE);
        for (size_t i = 0; i < count; i++)
            MUST(memcmp(answer_address() + i * PAGE, squares + i * stride, BOARD) == 0);
        free(fumen);
    }
    free(squares);
}

void act_read_fumen(void)
{
    static const char *const texts[] = {"v115@vhAAgH", "v115@vhFRQJUGJKJJvMJTNJGBJ",
                                        "v115@9gF8DeF8DeF8DeF8NeAgH"};
    size_t length;
    char *text = INPUT_TEXT(texts, &length);
    if (is_done(fumen_read(text, length)))
        MUST(count_pages() > 0);
    free(text);
}
