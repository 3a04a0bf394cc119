/* The printer as JavaScript sees it: pixels become a picture, a picture becomes a plan, a plan
 * becomes a drop list, and back. Pictures and plans are objects that JavaScript keeps and
 * frees.
 *
 * Each call but those that free answers with a df_status. The answer (answer.h) is then JSON
 * with the result, or, after an error, what is wrong and what to do, in words. */
#include "printer.h"

#include <stdlib.h>
#include <string.h>

#include "answer.h"
#include "dropforge/omino.h"
#include "dropforge/picture.h"
#include "dropforge/plan.h"
#include "dropforge/print.h"

/* Imported from the page: reports the progress of planning. Returns 0 to stop it. */
__attribute__((import_module("page"), import_name("progress"))) int
page_progress(double nodes, double expected, double drops);

/* What JavaScript says of a df_preparation, in this order, and at last whether the colours are
 * those of the guideline. */
#define PREPARED(member) MEMBER(df_preparation, member)

#define PREPARATION_MEMBERS                                                                    \
    PREPARED(exact), PREPARED(lossy), PREPARED(crop_left), PREPARED(crop_top),                 \
        PREPARED(crop_width), PREPARED(crop_height), PREPARED(clears), PREPARED(clear_color),  \
        PREPARED(clear_tolerance), PREPARED(enlargement), PREPARED(factor),                    \
        PREPARED(background), PREPARED(background_color), PREPARED(fit), PREPARED(fit_width),  \
        PREPARED(fit_height), PREPARED(alpha), PREPARED(alpha_threshold), PREPARED(colors),    \
        PREPARED(color_count), PREPARED(dither)
static const answer_member preparation_members[] = {PREPARATION_MEMBERS};

static df_preparation printer_read_preparation(const double *wish, size_t frames)
{
    enum { MEMBERS = sizeof preparation_members / sizeof preparation_members[0] };
    df_preparation wanted = {.frames = frames};
    ANSWER_TAKE(&wanted, preparation_members, wish);
    wanted.adapt = wish[MEMBERS] != 0 ? df_omino_palette : NULL;
    return wanted;
}

/* Tells what was done to pixels in words, and if they have empty rows that need anchors. */
static df_status printer_tell_prepared(const df_prepared *report, const df_preparation *wanted)
{
    df_text done = {0};
    df_prepared_describe(&done, report, wanted);
    if (done.status == DF_OK) {
        answer_open(NULL, '{');
        answer_word("prepared", done.length > 0 ? done.bytes : "");
        answer_flag("anchors", report->empty_rows > 0 && !wanted->exact);
        answer_close('}');
    }
    const df_status status = done.status;
    df_text_free(&done);
    return status;
}

/* Prepares RGBA pixels in place and makes a picture of them. Answers with what was done. */
WASM_EXPORT(picture_make)
df_status picture_make(uint8_t *rgba, size_t width, size_t height, const double *wish)
{
    const df_preparation wanted = printer_read_preparation(wish, 1);
    df_error error = {0};
    df_picture *picture = NULL;
    df_prepared report = {0};
    answer_begin();
    df_status status = df_pixels_prepare(rgba, &width, &height, &wanted, &report);
    if (status == DF_OK)
        status = df_picture_from_rgba(&picture, rgba, width, height, &error);
    if (status == DF_OK) {
        answer_give(picture);
        status = printer_tell_prepared(&report, &wanted);
    }
    return answer_end(status, &error);
}

/* The frames of an animation. */
typedef struct picture_frames {
    size_t count;
    df_picture *frame[]; /* owned */
} picture_frames;

WASM_EXPORT(frames_free) void frames_free(picture_frames *self)
{
    if (self == NULL)
        return;
    for (size_t i = 0; i < self->count; i++)
        df_picture_free(self->frame[i]);
    free(self);
}

/* The same as picture_make of `count` frames that lie one below the other, `height` pixels in
 * all. */
WASM_EXPORT(frames_make)
df_status frames_make(uint8_t *rgba, size_t width, size_t height, size_t count,
                      const double *wish)
{
    const df_preparation wanted = printer_read_preparation(wish, count);
    df_error error = {0};
    df_prepared report = {0};
    picture_frames *self = calloc(1, sizeof *self + count * sizeof self->frame[0]);
    answer_begin();
    if (self == NULL)
        return answer_end(DF_ERROR_MEMORY, NULL);
    df_status status = df_pixels_prepare(rgba, &width, &height, &wanted, &report);
    if (status == DF_OK)
        status = df_picture_frames(self->frame, count, rgba, width, height / count, &error);
    if (status != DF_OK) {
        free(self);
        return answer_end(status, &error);
    }
    self->count = count;
    answer_give(self);
    return answer_end(printer_tell_prepared(&report, &wanted), NULL);
}

/* The addresses of the frames, which are borrowed. */
WASM_EXPORT(frames_list) df_picture *const *frames_list(const picture_frames *self)
{
    return self->frame;
}

/* Answers with the letters of the tetrominoes whose colours are nearest to those of a picture.
 */
WASM_EXPORT(picture_letters) df_status picture_letters(const df_picture *picture)
{
    char letters[DF_TETROMINOES + 1];
    answer_begin();
    const df_status status = df_omino_letters(letters, picture);
    if (status == DF_OK)
        answer_word(NULL, letters);
    return answer_end(status, NULL);
}

static bool watch(void *unused, const df_progress *come)
{
    (void)unused;
    return page_progress((double)come->done, (double)come->of, (double)come->drops) != 0;
}

/* The same of printer_plan and printer_bound. `pieces` is empty for the method's choice. */
static df_print_options options_of(unsigned width, const char *pieces, unsigned anchors)
{
    return (df_print_options){
        .width = width, .pieces = pieces[0] != '\0' ? pieces : NULL, .anchors = anchors != 0};
}

static void tell_report(const df_print_report *report)
{
#define REPORTED(member) MEMBER(df_print_report, member)
    static const answer_member members[] = {
        REPORTED(drops),      REPORTED(passes), REPORTED(platforms), REPORTED(rows_cleared),
        REPORTED(max_height), REPORTED(width),  REPORTED(height),    REPORTED(nodes),
        REPORTED(stopped),    REPORTED(merged)};
    answer_open(NULL, '{');
    ANSWER_MEMBERS(report, members);
    if (report->frames > 0)
        answer_number("frames", report->frames);
    answer_word("pieces", report->pieces);
    answer_close('}');
}

/* The best plan so far, as a drop list; empty unless there is one that has not been given. */
static struct {
    df_text text;
    df_print_report report;
    bool is_any; /* its pieces get colours of their own */
} better;

static void better_forget(bool is_any)
{
    df_text_free(&better.text);
    better.text = (df_text){0};
    better.is_any = is_any;
}

/* Keeps a plan; there is none where memory is short. */
static void better_keep(void *unused, const df_plan *plan, const df_print_report *report)
{
    (void)unused;
    better_forget(better.is_any);
    df_plan shown = *plan;
    df_status status = DF_OK;
    if (better.is_any) {
        shown.colors = NULL;
        status = df_omino_plan_colors(&shown.colors, shown.set);
    }
    if (status == DF_OK)
        status = df_drops_write(&better.text, &shown);
    if (better.is_any)
        free(shown.colors);
    if (status != DF_OK)
        better_forget(better.is_any);
    better.report = *report;
}

/* While a plan is made: gives the best so far and answers with its report, once for each; null
 * if there is none that is new. */
WASM_EXPORT(printer_better) df_status printer_better(void)
{
    df_plan *plan = NULL;
    const df_piece_set *set;
    df_text *text = answer_begin();
    df_status status = printer_pieces(&set);
    if (status == DF_OK && better.text.length > 0)
        status = df_drops_read(&plan, set, better.text.bytes, better.text.length, NULL);
    better_forget(better.is_any);
    if (status == DF_OK && plan != NULL) {
        answer_give(plan);
        tell_report(&better.report);
    } else {
        df_text_put(text, "null");
    }
    return answer_end(status, NULL);
}

/* How pieces are dealt, as JavaScript says it. The queue is looked at with DF_DEAL_GIVEN alone.
 */
typedef struct deal_wish {
    uint16_t deal; /* df_deal */
    uint16_t hold;
    uint16_t preview;
    uint16_t rules; /* df_rules */
    uint16_t queue[];
} deal_wish;

/* The deal of a wish with a queue of `count` pieces, which is borrowed. */
static df_plan_deal printer_read_deal(deal_wish *wish, size_t count, uint64_t seed)
{
    const bool is_given = wish->deal == DF_DEAL_GIVEN;
    return (df_plan_deal){.deal = (df_deal)wish->deal,
                          .seed = is_given ? 0 : seed,
                          .hold = wish->hold != 0,
                          .preview = wish->preview,
                          .queue = wish->queue,
                          .count = is_given ? count : 0};
}

/* Plans a picture, or `count` frames of an animation if that is not 0, each from the one
 * before; the plan may end with an earlier frame than the last one. Answers with a
 * df_print_report. `deal` NULL: free pieces, by a method. */
WASM_EXPORT(printer_plan)
df_status printer_plan(const df_picture *const *pictures, size_t count, unsigned method,
                       unsigned effort, unsigned width, unsigned height, const char *pieces,
                       uint64_t seed, unsigned anchors, unsigned merges, deal_wish *deal,
                       size_t queue_count)
{
    df_error error = {0};
    df_plan *plan = NULL;
    const df_piece_set *set;
    df_print_report report = {0};
    df_print_options options = options_of(width, pieces, anchors);
    df_plan_deal dealt;
    if (deal != NULL) {
        dealt = printer_read_deal(deal, queue_count, seed);
        options.deal = &dealt;
        options.rules = (df_rules)deal->rules;
    } else {
        options.method = method < DF_PRINT_METHODS ? df_print_methods[method]->name : "";
    }
    options.height = height;
    options.effort = effort;
    options.seed = seed;
    options.quick = effort == 0;
    options.merges = merges != 0;
    options.watch = watch;
    options.better = better_keep;
    better_forget(strcmp(pieces, "any") == 0);
    answer_begin();
    df_status status = printer_pieces(&set);
    if (status == DF_OK)
        status = count == 0
                     ? df_print(&plan, pictures[0], set, &options, &report, &error)
                     : df_print_frames(&plan, pictures, count, set, &options, &report, &error);
    if (status == DF_OK && better.is_any)
        status = df_omino_plan_colors(&plan->colors, plan->set);
    /* Meanwhile the page may have called for an answer of its own. */
    answer_begin();
    if (status == DF_OK) {
        answer_give(plan);
        tell_report(&report);
    }
    return answer_end(status, &error);
}

/* A lower bound of every plan for the picture: its drops. */
WASM_EXPORT(printer_bound)
df_status printer_bound(const df_picture *picture, unsigned width, const char *pieces,
                        unsigned anchors)
{
    df_error error = {0};
    const df_piece_set *set;
    df_print_bound_report bound = {0};
    const df_print_options options = options_of(width, pieces, anchors);
    answer_begin();
    df_status status = printer_pieces(&set);
    if (status == DF_OK)
        status = df_print_bound(&bound, picture, set, &options, &error);
    if (status == DF_OK)
        answer_number(NULL, bound.drops);
    return answer_end(status, &error);
}
