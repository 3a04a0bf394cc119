#include "dropforge/plan.h"

#include <stdlib.h>

#include "core/base/array.h"
#include "core/base/bits.h"
#include "core/base/error.h"
#include "drop.h"
#include "field_rows.h"
#include "mover.h"
#include "piece_list.h"
#include "plan_deal.h"
#include "shape.h"

df_status df_plan_create(df_plan **plan, unsigned width, unsigned height,
                         const df_piece_set *set)
{
    if (width < 1 || width > DF_FIELD_MAX_WIDTH || height < 1 || height > DF_FIELD_MAX_HEIGHT)
        return DF_ERROR_ARGUMENT;
    df_plan *made = calloc(1, sizeof *made);
    if (made == NULL)
        return DF_ERROR_MEMORY;
    made->colors = calloc(set->count, sizeof made->colors[0]);
    if (made->colors == NULL) {
        free(made);
        return DF_ERROR_MEMORY;
    }
    made->width = (uint16_t)width;
    made->height = (uint16_t)height;
    made->set = set;
    *plan = made;
    return DF_OK;
}

void df_plan_free(df_plan *plan)
{
    if (plan == NULL)
        return;
    free(plan->colors);
    free(plan->drops);
    free(plan->frames);
    df_field_free(plan->begin);
    (void)df_plan_set_deal(plan, NULL);
    df_piece_set_free(plan->own_set);
    free(plan);
}

df_status df_plan_adopt(df_plan *plan, df_piece_set *set)
{
    if (plan->count > 0 || plan->deal != NULL || plan->begin != NULL)
        return DF_ERROR_ARGUMENT;
    df_plan_color *colors = calloc(set->count, sizeof colors[0]);
    if (colors == NULL)
        return DF_ERROR_MEMORY;
    free(plan->colors);
    df_piece_set_free(plan->own_set);
    plan->colors = colors;
    plan->own_set = set;
    plan->set = set;
    return DF_OK;
}

/* True if a plan may begin with that playfield. */
static bool plan_begin_is_possible(const df_plan *plan, const df_field *begin)
{
    const bool is_usual = df_piece_set_is_tetrominoes(plan->set);
    const unsigned other = 1 + (unsigned)plan->set->count;
    if (begin->width != plan->width)
        return false;
    for (unsigned y = 0; y < df_field_top(begin); y++) {
        unsigned count = 0;
        for (unsigned x = 0; x < begin->width; x++) {
            const unsigned square = df_field_square(begin, x, y);
            count += square != 0;
            if (square > other || (!is_usual && square > 0 && square < other))
                return false;
        }
        if (count == begin->width)
            return false;
    }
    return true;
}

df_status df_plan_set_begin(df_plan *plan, const df_field *begin)
{
    df_field *made = NULL;
    const unsigned rows = begin != NULL ? df_field_top(begin) : 0;
    if (rows > 0) {
        if (!plan_begin_is_possible(plan, begin))
            return DF_ERROR_ARGUMENT;
        const df_status status = df_field_create(&made, begin->width, rows);
        if (status != DF_OK)
            return status;
        df_field_copy_rows(made, begin, rows);
    }
    df_field_free(plan->begin);
    plan->begin = made;
    return DF_OK;
}

df_status df_plan_make_field(const df_plan *plan, unsigned height, df_field **field)
{
    df_field *made = NULL;
    if (plan->begin != NULL && plan->begin->height > height)
        return DF_ERROR_MOVE;
    const df_status status = df_field_create(&made, plan->width, height);
    if (status != DF_OK)
        return status;
    if (plan->begin != NULL)
        df_field_copy_rows(made, plan->begin, plan->begin->height);
    *field = made;
    return DF_OK;
}

df_status df_plan_add_frame(df_plan *plan)
{
    const df_status status =
        ARRAY_RESERVE(plan->frames, plan->frame_capacity, plan->frame_count, 1);
    if (status == DF_OK)
        plan->frames[plan->frame_count++] = (df_plan_frame){.drops = plan->count};
    return status;
}

df_status df_plan_reserve(df_plan *plan, size_t more)
{
    return ARRAY_RESERVE(plan->drops, plan->capacity, plan->count, more);
}

df_status df_plan_add(df_plan *plan, df_drop drop)
{
    if (drop.piece >= plan->set->count || drop.orientation >= DF_ORIENTATIONS)
        return DF_ERROR_ARGUMENT;
    const df_status status = df_plan_reserve(plan, 1);
    if (status == DF_OK)
        plan->drops[plan->count++] = drop;
    return status;
}

df_status df_plan_append(df_plan *plan, const df_plan *from)
{
    df_status status = DF_OK;
    for (size_t i = 0; i < from->count && status == DF_OK; i++)
        status = df_plan_add(plan, from->drops[i]);
    return status;
}

static void plan_describe_drop(df_error *error, const df_plan *plan, size_t index)
{
    const df_drop *drop = &plan->drops[index];
    df_error_set_at(error, index + 1, 0, "drop %zu, %s %c in column %u", index + 1,
                    plan->set->pieces[drop->piece].name,
                    DF_ORIENTATION_LETTERS[drop->orientation], drop->x);
}

static df_status refuse_move(df_error *error, const df_plan *plan, size_t index,
                             df_refusal refusal)
{
    const df_piece *piece = &plan->set->pieces[plan->drops[index].piece];
    const char *advice = "; use a taller playfield";
    if (refusal == DF_REFUSAL_TOP_OUT && piece->shape[DF_NORTH].width > plan->width)
        advice = ", where it is wider than the playfield; use a wider one";
    else if (refusal == DF_REFUSAL_OUTSIDE)
        advice = "; shift it or use a wider playfield";
    else if (refusal == DF_REFUSAL_NO_REST || refusal == DF_REFUSAL_NO_PATH)
        advice = "; mend it or the drops before it";
    plan_describe_drop(error, plan, index);
    df_error_append(error, ": %s%s", df_refusal_names[refusal], advice);
    return DF_ERROR_MOVE;
}

static df_status refuse_row(df_error *error, const df_plan *plan, size_t index, unsigned y)
{
    plan_describe_drop(error, plan, index);
    df_error_append(error,
                    " comes to rest in row %u, not %u; mend its row or the drops before it", y,
                    plan->drops[index].y);
    return DF_ERROR_MOVE;
}

/* Takes the piece of a drop from the queue. */
static df_status plan_take_piece(const df_plan *plan, size_t index, df_hand *hand,
                                 df_error *error)
{
    if (plan->deal == NULL || df_hand_take(hand, plan->deal, plan->drops[index].piece, NULL))
        return DF_OK;
    plan_describe_drop(error, plan, index);
    df_error_append(error, ": ");
    df_hand_put_refusal(error, hand, plan);
    return DF_ERROR_MOVE;
}

/* Counts the drop that is about to be made in `field`. */
static void plan_count_drop(df_plan_summary *summary, const df_field *field,
                            const df_piece *piece, unsigned orientation,
                            const df_landing *landing)
{
    const unsigned before = df_field_top(field);
    unsigned tallest = 0;
    for (unsigned o = 0; o < DF_ORIENTATIONS; o++)
        tallest = unsigned_max(tallest, piece->shape[o].height);
    summary->drops++;
    summary->rows_cleared += landing->cleared_count;
    const unsigned top =
        unsigned_min(landing->y + piece->shape[orientation].height, field->height);
    summary->max_height = unsigned_max(summary->max_height, top);
    /* Above the whole stack every orientation can be spawned, turned and shifted. */
    summary->needed_height = unsigned_max(summary->needed_height, before + tallest);
}

/* Plays all drops in `field`. With `settle` their rows are written, otherwise checked. */
static df_status play_drops(const df_plan *plan, bool settle, df_field *field,
                            df_plan_visit *visit, void *context, df_plan_summary *summary,
                            df_error *error)
{
    if (!df_rules_have(plan->rules, DF_TRAIT_PLANS) ||
        (df_rules_moves(plan->rules) && plan->width > DF_NARROW_MAX_WIDTH))
        return DF_ERROR_ARGUMENT;
    df_hand hand = {0};
    df_status status = df_plan_check_queue(plan, error);
    summary->max_height = df_field_top(field);
    for (size_t i = 0; status == DF_OK && i < plan->count; i++) {
        df_drop *drop = &plan->drops[i];
        df_landing landing;
        status = plan_take_piece(plan, i, &hand, error);
        if (status != DF_OK)
            return status;
        const df_refusal refusal =
            df_drop_preview(field, plan->set, drop, plan->rules, &landing);
        if (refusal != DF_REFUSAL_NONE)
            return refuse_move(error, plan, i, refusal);
        if (settle)
            drop->y = landing.y;
        else if (drop->y != landing.y)
            return refuse_row(error, plan, i, landing.y);
        plan_count_drop(summary, field, &plan->set->pieces[drop->piece], drop->orientation,
                        &landing);
        if (visit != NULL)
            status = visit(context, field, drop, &landing);
        if (status == DF_OK)
            df_drop_land(field, plan->set, drop, plan->rules, &landing);
    }
    return status;
}

df_status df_plan_play(const df_plan *plan, df_plan_visit *visit, void *context,
                       df_field **final, df_plan_summary *summary, df_error *error)
{
    df_field *field = NULL;
    df_status status = df_plan_make_field(plan, plan->height, &field);
    if (status == DF_ERROR_MOVE)
        df_error_set(
            error, status,
            "what lies in the playfield has %u rows, and the playfield %u; use a taller "
            "one",
            plan->begin->height, plan->height);
    if (status != DF_OK)
        return status;
    df_plan_summary counted = {0};
    status = play_drops(plan, false, field, visit, context, &counted, error);
    if (status == DF_OK && summary != NULL)
        *summary = counted;
    if (status == DF_OK && final != NULL)
        *final = field;
    else
        df_field_free(field);
    return status;
}

df_status df_plan_settle(df_plan *plan, unsigned min_height, df_error *error)
{
    df_field *field = NULL;
    df_status status = df_plan_make_field(plan, DF_FIELD_MAX_HEIGHT, &field);
    if (status != DF_OK)
        return status;
    df_plan_summary counted = {0};
    status = play_drops(plan, true, field, NULL, NULL, &counted, error);
    df_field_free(field);
    if (status != DF_OK)
        return status;
    /* It has just been played in the tallest playfield, so no more than that is needed. */
    const unsigned lies = plan->begin != NULL ? plan->begin->height : 1;
    const unsigned height = unsigned_max(min_height, unsigned_max(counted.needed_height, lies));
    plan->height = (uint16_t)(height < DF_FIELD_MAX_HEIGHT ? height : DF_FIELD_MAX_HEIGHT);
    return DF_OK;
}
