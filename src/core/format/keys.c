/* The keys that a player presses to play a plan, as JSON. */
#include "core/format/plan_texts.h"

#include <stdlib.h>

#include "core/base/error.h"
#include "core/board/mover.h"
#include "keys.h"

const char *const df_key_names[DF_INPUTS + 1] = {
    [DF_INPUT_LEFT] = "moveLeft",       [DF_INPUT_RIGHT] = "moveRight",
    [DF_INPUT_CLOCKWISE] = "rotateCW",  [DF_INPUT_ANTICLOCKWISE] = "rotateCCW",
    [DF_INPUT_HALF_TURN] = "rotate180", [DF_INPUT_SOFT_DROP] = "softDrop",
    [DF_INPUT_HARD_DROP] = "hardDrop",  [DF_INPUTS] = "hold",
};

/* A search for the keys of all drops. */
typedef struct keys_search {
    const df_plan *plan;
    df_mover **movers; /* one for each piece; NULL: not made yet */
    df_hand hand;
    size_t drops;
    df_key_sink *put;
    void *context;
    df_error *error;
} keys_search;

df_rules df_keys_rules(const df_plan *plan)
{
    return df_rules_moves(plan->rules) ? plan->rules : DF_RULES_SRS;
}

/* Returns how many rows higher than right above the playfield a piece may still be when its
 * first key is pressed: in TETR.IO it is spawned there, and falls. */
static unsigned keys_lift(const df_plan *plan)
{
    return plan->deal != NULL && plan->deal->deal == DF_DEAL_TETRIO ? 1 : 0;
}

static df_status keys_find_drop(void *context, const df_field *before, const df_drop *drop,
                                const df_landing *landing)
{
    keys_search *self = context;
    df_mover **mover = &self->movers[drop->piece];
    const df_place place = {.orientation = drop->orientation, .x = drop->x, .y = drop->y};
    df_input_path *path = NULL;
    df_text keys = {0};
    df_outcome outcome = DF_NONE;
    df_status status = DF_OK;
    bool holds = false;
    int x, y;
    self->drops++;
    if (*mover == NULL)
        status = df_mover_create(mover, &self->plan->set->pieces[drop->piece], before->width,
                                 df_keys_rules(self->plan));
    if (status != DF_OK)
        return status;
    df_mover_spawn(*mover, before->height, &x, &y);
    const unsigned lift = keys_lift(self->plan);
    status = df_input_path_find_fallen(&path, &outcome, *mover, before->row, before->height, x,
                                       y + (int)lift, y, &place, DF_SPINS);
    if (status == DF_OK && outcome != DF_FOUND)
        return df_error_set(self->error, DF_ERROR_LIMIT,
                            "no keys bring the piece of drop %zu from %sabove the playfield to "
                            "its place; write a drop list",
                            self->drops, lift > 0 ? "each of two rows " : "");
    if (status == DF_OK && self->plan->deal != NULL)
        (void)df_hand_take(&self->hand, self->plan->deal, drop->piece, &holds);
    if (holds)
        df_text_put_char(&keys, DF_INPUTS);
    if (status == DF_OK) {
        df_text_put_bytes(&keys, (const char *)path->input, path->count);
        status = keys.status;
    }
    if (status == DF_OK)
        status =
            self->put(self->context, drop, landing, (const uint8_t *)keys.bytes, keys.length);
    df_text_free(&keys);
    df_input_path_free(path);
    return status;
}

df_status df_keys_find(const df_plan *plan, df_key_sink *put, void *context, df_error *error)
{
    keys_search self = {.plan = plan, .put = put, .context = context, .error = error};
    self.movers = calloc(plan->set->count, sizeof self.movers[0]);
    if (self.movers == NULL)
        return DF_ERROR_MEMORY;
    const df_status status = df_plan_play(plan, keys_find_drop, &self, NULL, NULL, error);
    for (size_t i = 0; i < plan->set->count; i++)
        df_mover_free(self.movers[i]);
    free(self.movers);
    return status;
}

/* A writer of the keys as JSON. */
typedef struct keys_writer {
    const df_plan *plan;
    size_t drops;
    df_text *text;
} keys_writer;

/* Puts a string of printable ASCII, such as the name of a piece. */
static void keys_put_string(df_text *text, const char *string)
{
    df_text_put_char(text, '"');
    for (; *string != '\0'; string++) {
        if (*string == '"' || *string == '\\')
            df_text_put_char(text, '\\');
        df_text_put_char(text, *string);
    }
    df_text_put_char(text, '"');
}

/* Puts a string of a list, of which it is the first or not. */
static void keys_put_item(df_text *text, bool is_first, const char *string)
{
    if (!is_first)
        df_text_put_char(text, ',');
    keys_put_string(text, string);
}

static df_status keys_put_drop(void *context, const df_drop *drop, const df_landing *landing,
                               const uint8_t *keys, size_t count)
{
    (void)landing;
    keys_writer *self = context;
    df_text *text = self->text;
    df_text_put(text, self->drops++ > 0 ? ",{\"piece\":" : "{\"piece\":");
    keys_put_string(text, self->plan->set->pieces[drop->piece].name);
    df_text_put(text, ",\"keys\":[");
    for (size_t i = 0; i < count; i++)
        keys_put_item(text, i == 0, df_key_names[keys[i]]);
    df_text_put(text, "]}");
    return DF_OK;
}

/* Puts the pieces in the order in which a game has to deal them. */
static void keys_put_queue(df_text *text, const df_plan *plan)
{
    const df_plan_deal *deal = plan->deal;
    const size_t count = deal != NULL ? deal->count : plan->count;
    df_text_put(text, ",\"queue\":[");
    for (size_t i = 0; i < count; i++) {
        const unsigned piece = deal != NULL ? deal->queue[i] : plan->drops[i].piece;
        keys_put_item(text, i == 0, plan->set->pieces[piece].name);
    }
    df_text_put_char(text, ']');
}

/* Puts the rows of the starting field, from the top, as in a drop list. */
static void keys_put_begin(df_text *text, const df_plan *plan)
{
    const df_field *begin = plan->begin;
    if (begin == NULL)
        return;
    df_text_put(text, ",\"board\":[");
    for (unsigned y = begin->height; y-- > 0;) {
        char row[DF_NARROW_MAX_WIDTH + 1] = "";
        for (unsigned x = 0; x < plan->width; x++) {
            const unsigned square = df_field_square(begin, x, y);
            row[x] = square == 0 ? '.' : 'X';
            if (square > 0 && square <= plan->set->count)
                row[x] = plan->set->pieces[square - 1].name[0];
        }
        keys_put_item(text, y + 1 == begin->height, row);
    }
    df_text_put_char(text, ']');
}

/* Puts the rows in which a piece may be when its first key is pressed. */
static void keys_put_spawn(df_text *text, const df_plan *plan)
{
    df_text_put(text, ",\"spawn\":[");
    for (unsigned lift = keys_lift(plan); lift > 0; lift--)
        df_text_format(text, "%u,", plan->height + lift);
    df_text_format(text, "%u]", plan->height);
}

df_status df_plan_write_keys(df_text *text, const df_plan *plan, df_error *error)
{
    if (plan->width > DF_NARROW_MAX_WIDTH)
        return df_error_set(error, DF_ERROR_LIMIT,
                            "keys are for playfields of at most %u columns, and this one has "
                            "%u; write a drop list",
                            (unsigned)DF_NARROW_MAX_WIDTH, plan->width);
    if (df_rules_have(plan->rules, DF_TRAIT_LOSSY))
        return df_error_set(error, DF_ERROR_LIMIT,
                            "keys are for rules by which pieces get to their places, and those "
                            "of this plan, nes-console, do not say how; write a drop list");
    keys_writer self = {.plan = plan, .text = text};
    df_text_format(text,
                   "{\"version\":1,\"width\":%u,\"height\":%u,\"rules\":\"%s\",\"hold\":%s",
                   plan->width, plan->height, df_rules_table[df_keys_rules(plan)].name,
                   plan->deal != NULL && plan->deal->hold ? "true" : "false");
    keys_put_spawn(text, plan);
    keys_put_begin(text, plan);
    keys_put_queue(text, plan);
    df_text_put(text, ",\"drops\":[");
    const df_status status = df_keys_find(plan, keys_put_drop, &self, error);
    df_text_put(text, "]}\n");
    return status == DF_OK ? text->status : status;
}
