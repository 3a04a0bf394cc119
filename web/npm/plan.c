/* Functions of plans beyond reading and writing, which web/printer.c has: making plans of
 * drops, describing them, playing them step by step, comparing them with pictures. */
#include <stdlib.h>
#include <string.h>

#include "dropforge/picture.h"
#include "npm.h"
#include "web/answer.h"
#include "web/printer.h"

/* Fills in an empty plan and sees that it can be played. With DF_RULES_ABOVE pieces become
 * such as are spawned, in a playfield that is high enough for it: drop lists know no other way.
 */
static df_status fill(df_plan *plan, df_rules rules, const npm_drop *numbers, size_t count,
                      df_error *error)
{
    df_status status = df_plan_reserve(plan, count);
    if (status == DF_OK)
        status = npm_take_drops(plan->drops, numbers, count, plan->set);
    if (status != DF_OK)
        return status;
    plan->count = count;
    plan->rules = rules == DF_RULES_ABOVE ? DF_RULES_HARDDROP : rules;
    if (plan->rules == DF_RULES_HARDDROP)
        return df_plan_settle(plan, plan->height, error);
    return df_plan_play(plan, NULL, NULL, NULL, NULL, error);
}

/* Makes a plan of drops; pieces NULL are the tetrominoes, others must outlive it. The rows of
 * the drops are looked at only where pieces are turned on their way. */
WASM_EXPORT(plan_make)
df_status plan_make(const npm_pieces *pieces, unsigned width, unsigned height, unsigned rules,
                    const npm_drop *numbers, size_t count)
{
    df_error error = {0};
    df_plan *plan = NULL;
    const df_piece_set *set = pieces != NULL ? pieces->list.set : NULL;
    answer_begin();
    df_status status = set != NULL ? DF_OK : printer_pieces(&set);
    if (status == DF_OK && !df_rules_have((df_rules)rules, DF_TRAIT_PLANS))
        status = DF_ERROR_ARGUMENT;
    if (status == DF_OK)
        status = df_plan_create(&plan, width, height, set);
    if (status == DF_OK)
        status = fill(plan, (df_rules)rules, numbers, count, &error);
    if (status == DF_OK) {
        if (pieces != NULL)
            npm_pieces_paint(pieces, plan);
        answer_give(plan);
    } else {
        df_plan_free(plan);
    }
    return answer_end(status, &error);
}

/* Answers with the playfield, the rules and the pieces. */
WASM_EXPORT(plan_tell) df_status plan_tell(const df_plan *plan)
{
    answer_begin();
    answer_open(NULL, '{');
    answer_number("width", plan->width);
    answer_number("height", plan->height);
    answer_number("rules", plan->rules);
    answer_key("pieces");
    npm_tell_pieces(plan->set, plan->colors);
    answer_close('}');
    return answer_end(DF_OK, NULL);
}

/* Answers with the bytes of the drops. */
WASM_EXPORT(plan_drops) df_status plan_drops(const df_plan *plan)
{
    answer_begin();
    npm_put_drops(plan->drops, plan->count);
    return answer_end(DF_OK, NULL);
}

/* Makes a picture of the board after the plan; picture_tell describes it. */
WASM_EXPORT(plan_picture) df_status plan_picture(const df_plan *plan)
{
    df_error error = {0};
    df_picture *picture = NULL;
    df_field *field = NULL;
    answer_begin();
    df_status status = df_plan_play(plan, NULL, NULL, &field, NULL, &error);
    if (status == DF_OK)
        status = df_picture_from_field(&picture, field, plan);
    if (status == DF_OK)
        answer_give(picture);
    df_field_free(field);
    return answer_end(status, &error);
}

static void tell_square(const char *key, bool is_opaque, bool is_colored, df_color color)
{
    answer_key(key);
    if (is_opaque && is_colored)
        answer_color(NULL, color);
    else
        answer_word(NULL, is_opaque ? "uncolored" : "clear");
}

/* Compares what the plan leaves with a picture: the first difference, if there is one. */
WASM_EXPORT(plan_check)
df_status plan_check(const df_plan *plan, const df_picture *picture, unsigned anchors)
{
    df_error error = {0};
    df_field *field = NULL;
    df_picture_difference found;
    answer_begin();
    const df_status status = df_plan_play(plan, NULL, NULL, &field, NULL, &error);
    if (status != DF_OK)
        return answer_end(status, &error);
    df_picture_compare(picture, field, plan, anchors != 0, &found);
    df_field_free(field);
    answer_open(NULL, '{');
    answer_flag("same", found.same);
    if (!found.same) {
        answer_number("x", found.column);
        answer_number("y", found.y);
        tell_square("wanted", found.wanted_opaque, true, found.wanted_color);
        tell_square("found", found.found_opaque, found.found_colored, found.found_color);
    }
    answer_close('}');
    return answer_end(DF_OK, NULL);
}

/* A plan that is played drop by drop. */
typedef struct replay {
    const df_plan *plan; /* borrowed */
    df_field *field;
    size_t next;
    df_landing landing; /* of the last drop */
} replay;

WASM_EXPORT(replay_free) void replay_free(replay *self)
{
    if (self == NULL)
        return;
    df_field_free(self->field);
    free(self);
}

/* Begins before the first drop. The plan must outlive it. */
WASM_EXPORT(replay_make) df_status replay_make(const df_plan *plan)
{
    replay *self = calloc(1, sizeof *self);
    answer_begin();
    if (self == NULL)
        return answer_end(DF_ERROR_MEMORY, NULL);
    self->plan = plan;
    const df_status status = df_plan_make_field(plan, plan->height, &self->field);
    return ANSWER_MADE(self, replay_free, status, NULL);
}

/* Makes the next drop; after the last nothing happens. */
WASM_EXPORT(replay_step) df_status replay_step(replay *self)
{
    if (self->next == self->plan->count)
        return DF_OK;
    const df_drop *drop = &self->plan->drops[self->next];
    const df_refusal refusal =
        df_drop_apply(self->field, self->plan->set, drop, self->plan->rules, &self->landing);
    self->next++;
    return answer_tell(refusal == DF_REFUSAL_NONE ? DF_OK : DF_ERROR_MOVE);
}

/* Which rows the last drop has cleared: bit i for the row i above its own. */
WASM_EXPORT(replay_cleared) uint32_t replay_cleared(const replay *self)
{
    return self->landing.cleared;
}

/* The squares, row by row from the floor: 0, or 1 + the piece. */
WASM_EXPORT(replay_squares) const uint16_t *replay_squares(const replay *self)
{
    return self->field->square;
}
