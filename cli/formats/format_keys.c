/* The keys that a player presses to play a plan, as JSON. */
#include <stdlib.h>

#include "cli/base/json.h"
#include "dropforge/input_path.h"
#include "plan_formats.h"

static const char *const names[DF_INPUTS] = {
    [DF_INPUT_LEFT] = "moveLeft",       [DF_INPUT_RIGHT] = "moveRight",
    [DF_INPUT_CLOCKWISE] = "rotateCW",  [DF_INPUT_ANTICLOCKWISE] = "rotateCCW",
    [DF_INPUT_HALF_TURN] = "rotate180", [DF_INPUT_SOFT_DROP] = "softDrop",
    [DF_INPUT_HARD_DROP] = "hardDrop",
};

typedef struct keys_writer {
    const df_plan *plan;
    df_mover **movers; /* one for each piece; NULL: not made yet */
    df_hand hand;
    size_t drops;
    json_writer json;
    df_error *error;
} keys_writer;

/* Returns how pieces turn for these keys. Plans that only drop need no more than quarter turns,
 * which every game has. */
static df_rotation keys_rotation(df_movement movement)
{
    if (movement == DF_MOVEMENT_NES)
        return DF_ROTATION_NES;
    return movement == DF_MOVEMENT_SRS_180 ? DF_ROTATION_SRS_180 : DF_ROTATION_SRS;
}

static void keys_put_drop(keys_writer *self, const df_drop *drop, const df_input_path *path)
{
    json_writer *json = &self->json;
    const df_plan_deal *deal = self->plan->deal;
    bool holds = false;
    if (deal != NULL)
        (void)df_hand_take(&self->hand, deal, drop->piece, &holds);
    json_open_object(json, NULL);
    json_put_text(json, "piece", self->plan->set->pieces[drop->piece].name);
    json_open_array(json, "keys");
    if (holds)
        json_put_text(json, NULL, "hold");
    for (size_t i = 0; i < path->count; i++)
        json_put_text(json, NULL, names[path->input[i]]);
    json_close(json);
    json_close(json);
}

static df_status keys_write_drop(void *context, const df_field *before, const df_drop *drop,
                                 const df_landing *landing)
{
    (void)landing;
    keys_writer *self = context;
    df_mover **mover = &self->movers[drop->piece];
    const df_place place = {.orientation = drop->orientation, .x = drop->x, .y = drop->y};
    df_input_path *path = NULL;
    df_outcome outcome = DF_NONE;
    df_status status = DF_OK;
    int x, y;
    self->drops++;
    if (*mover == NULL)
        status = df_mover_create(mover, &self->plan->set->pieces[drop->piece], before->width,
                                 keys_rotation(self->plan->movement));
    if (status != DF_OK)
        return status;
    df_mover_spawn(*mover, before->height, &x, &y);
    status = df_input_path_find(&path, &outcome, *mover, before->row, before->height, x, y,
                                &place, DF_SPINS);
    if (status == DF_OK && outcome != DF_FOUND)
        return message_error(self->error, DF_ERROR_LIMIT,
                             "no keys bring the piece of drop %zu from above the playfield to "
                             "its place; write a drop list",
                             self->drops);
    if (status == DF_OK)
        keys_put_drop(self, drop, path);
    df_input_path_free(path);
    return status;
}

/* Puts the pieces in the order in which a game has to deal them. */
static void keys_put_queue(json_writer *json, const df_plan *plan)
{
    const df_plan_deal *deal = plan->deal;
    const size_t count = deal != NULL ? deal->count : plan->count;
    json_open_array(json, "queue");
    for (size_t i = 0; i < count; i++) {
        const unsigned piece = deal != NULL ? deal->queue[i] : plan->drops[i].piece;
        json_put_text(json, NULL, plan->set->pieces[piece].name);
    }
    json_close(json);
}

/* Puts the rows of what lies there at first, from the top, as in a drop list. */
static void keys_put_begin(json_writer *json, const df_plan *plan)
{
    char row[DF_NARROW_MAX_WIDTH + 1] = "";
    if (plan->begin == NULL)
        return;
    json_open_array(json, "board");
    for (unsigned y = plan->begin->height; y-- > 0;) {
        for (unsigned x = 0; x < plan->width; x++) {
            const unsigned square = df_field_square(plan->begin, x, y);
            row[x] = square == 0 ? '.' : 'X';
            if (square > 0 && square <= plan->set->count)
                row[x] = plan->set->pieces[square - 1].name[0];
        }
        row[plan->width] = '\0';
        json_put_text(json, NULL, row);
    }
    json_close(json);
}

static df_status keys_write_plan(keys_writer *self, out_stream *out)
{
    static const char *const rules[] = {[DF_ROTATION_SRS] = "srs",
                                        [DF_ROTATION_SRS_180] = "srs+180",
                                        [DF_ROTATION_NES] = "nes"};
    const df_plan *plan = self->plan;
    const df_sink sink = {.drop = keys_write_drop};
    json_writer *json = &self->json;
    json_open_object(json, NULL);
    json_put_number(json, "version", 1);
    json_put_number(json, "width", plan->width);
    json_put_number(json, "height", plan->height);
    json_put_text(json, "rules", rules[keys_rotation(plan->movement)]);
    json_put_bool(json, "hold", plan->deal != NULL && plan->deal->hold);
    keys_put_begin(json, plan);
    keys_put_queue(json, plan);
    json_open_array(json, "drops");
    df_status status = df_plan_play(plan, &sink, self, NULL, NULL, self->error);
    json_close(json);
    json_close(json);
    df_text_put_char(&json->text, '\n');
    if (status == DF_OK)
        status = out_text(out, &json->text);
    df_text_free(&json->text);
    return status;
}

static df_status keys_write_request(const void *content, out_stream *out, df_error *error)
{
    const render_request *request = content;
    const df_plan *plan = request->plan;
    if (plan->width > DF_NARROW_MAX_WIDTH)
        return message_error(error, DF_ERROR_LIMIT,
                             "keys are for playfields of at most %d columns, and this one has "
                             "%u; write a drop list",
                             DF_NARROW_MAX_WIDTH, plan->width);
    keys_writer self = {.plan = plan, .json = {.is_compact = true}, .error = error};
    self.movers = calloc(plan->set->count, sizeof self.movers[0]);
    if (self.movers == NULL)
        return DF_ERROR_MEMORY;
    const df_status status = keys_write_plan(&self, out);
    for (size_t i = 0; i < plan->set->count; i++)
        df_mover_free(self.movers[i]);
    free(self.movers);
    return status;
}

const output_format format_keys = {
    .name = "keys",
    .summary = "the keys that a player presses for each piece, as JSON",
    .extensions = {".keys.json"},
    .write = keys_write_request,
};
