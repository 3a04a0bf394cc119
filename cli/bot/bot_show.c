/* Shows a game in the terminal while it is played, eleven pieces in a second. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "bot_print_game.h"
#include "cli/base/clock.h"
#include "cli/base/message.h"
#include "cli/base/report.h"
#include "cli/terminal/terminal_player.h"

/* Centiseconds. */
enum { FALL_FRAMES = 3, FALL_TIME = 2, LOCK_TIME = 3, END_TIME = 220 };

/* The game that is shown. */
typedef struct stage {
    const bot_setup *setup;
    df_bot_game *game;
    bot_print_game *printed; /* instead of `game`, or NULL */
    df_plan *plan;           /* for its pieces and their colours */
    df_field *field;
    uint32_t *square; /* of the frame */
    df_frame frame;
} stage;

static const df_bot_game_result *bot_show_result(const stage *self)
{
    return self->printed != NULL ? &self->printed->result
                                 : df_bot_game_get_result(self->game, NULL);
}

/* Writes the figures, and the held and next pieces: all that a picture is printed with. */
static void bot_show_describe(const void *context, char *text, size_t size)
{
    const stage *self = context;
    const bot_print_game *printed = self->printed;
    const df_bot_game_result *result = bot_show_result(self);
    const df_piece *pieces = self->plan->set->pieces;
    const char *hint = printed != NULL ? bot_print_game_hint(printed) : NULL;
    df_position position = {0};
    if (printed == NULL)
        (void)df_bot_game_get_result(self->game, &position);
    const int held = printed != NULL ? printed->held : position.held;
    const uint16_t *queue = printed != NULL ? printed->queue : position.pieces;
    size_t count = printed != NULL ? printed->count : position.count > 0;
    size_t length = (size_t)snprintf(text, size, "lines %" PRIu64 ", pieces %" PRIu64 "%s%s",
                                     result->lines, result->pieces, held >= 0 ? ", hold " : "",
                                     held >= 0 ? pieces[held].name : "");
    const char *end = "";
    if (printed != NULL && printed->is_finished) {
        end = ", the picture is finished";
        count = 0;
    } else if (result->end == DF_BOT_GAME_OVER)
        end = ", game over";
    for (size_t i = 0; i < count && length < size; i++)
        length += (size_t)snprintf(text + length, size - length, "%s%s",
                                   i == 0 ? ", next " : "", pieces[queue[i]].name);
    if (length < size)
        snprintf(text + length, size - length, "%s%s%s", end, hint != NULL ? "; try " : "",
                 hint != NULL ? hint : "");
}

/* Puts the playfield into the frame, with a piece in the air unless `drop` is NULL. */
static void bot_show_paint(stage *self, const df_drop *drop, unsigned y)
{
    const df_field *field = self->field;
    for (size_t i = 0; i < (size_t)field->width * field->height; i++)
        self->square[i] = field->square[i];
    if (drop == NULL)
        return;
    const df_shape *shape = &self->plan->set->pieces[drop->piece].shape[drop->orientation];
    for (unsigned i = 0; i < shape->height; i++) {
        for (unsigned j = 0; j < shape->width; j++) {
            if (shape->row[i] >> j & 1)
                self->square[(size_t)(y + i) * field->width + drop->x + j] = 1U + drop->piece;
        }
    }
}

static bool bot_show_is_free(const df_field *field, const df_shape *shape, unsigned x,
                             unsigned y)
{
    for (unsigned i = 0; i < shape->height; i++) {
        if ((field->row[y + i] & (uint64_t)shape->row[i] << x) != 0)
            return false;
    }
    return true;
}

/* Shows the piece falling to its place, from the highest free position above it. */
static df_status bot_show_fall(stage *self, const df_drop *drop, df_film_show *show, void *to)
{
    const df_shape *shape = &self->plan->set->pieces[drop->piece].shape[drop->orientation];
    unsigned top = drop->y;
    while (top + shape->height < self->field->height &&
           bot_show_is_free(self->field, shape, drop->x, top + 1))
        top++;
    df_status status = DF_OK;
    self->frame.drops++;
    self->frame.centiseconds = FALL_TIME;
    for (unsigned left = FALL_FRAMES; status == DF_OK && left > 0; left--) {
        bot_show_paint(self, drop, drop->y + (top - drop->y) * left / FALL_FRAMES);
        status = show(to, &self->frame);
    }
    return status;
}

/* Plays and shows the game drop by drop; the simulator repeats and so checks each drop. */
static df_status bot_show_play(void *context, df_film_show *show, void *to)
{
    stage *self = context;
    const df_rules rules = self->setup->options.bot.rules;
    df_outcome outcome = DF_FOUND;
    df_status status = DF_OK;
    while (status == DF_OK) {
        df_drop drop;
        df_landing landing;
        status = self->printed != NULL ? bot_print_game_step(self->printed, &drop, &outcome)
                                       : df_bot_game_step(self->game, &drop, &outcome);
        if (status != DF_OK || outcome == DF_NONE)
            break;
        status = bot_show_fall(self, &drop, show, to);
        if (status == DF_OK && df_drop_apply(self->field, self->plan->set, &drop, rules,
                                             &landing) != DF_REFUSAL_NONE)
            return DF_ERROR_DEFECT;
        /* Also after a key has ended the game: this frame stays. */
        bot_show_paint(self, NULL, 0);
        self->frame.centiseconds = LOCK_TIME;
        if (status == DF_OK)
            status = show(to, &self->frame);
    }
    self->frame.centiseconds = END_TIME;
    self->frame.event = DF_EVENT_END;
    return status == DF_OK ? show(to, &self->frame) : status;
}

static cli_status bot_show_report(const stage *self, double seconds)
{
    static const char *const ends[] = {
        [DF_BOT_GAME_UNPLAYED] = "stopped by a key",
        [DF_BOT_GAME_OVER] = "over",
        [DF_BOT_GAME_CAPPED] = "stopped at its limit",
        [DF_BOT_GAME_DEALT] = "out of pieces",
    };
    const df_bot_game_result *result = bot_show_result(self);
    if (self->printed != NULL) {
        self->printed->is_left = result->end == DF_BOT_GAME_UNPLAYED;
        return bot_print_game_report(self->printed, seconds, NULL);
    }
    figure_list figures = {.seconds = seconds};
    report_number(&figures, "pieces", result->pieces, "piece", "pieces");
    report_number(&figures, "lines", result->lines, "line", "lines");
    report_word(&figures, "end", ends[result->end], "game");
    report_summary(&figures);
    return GO_ON;
}

static df_status bot_show_begin(stage *self, df_error *error)
{
    const df_bot_game_options *options = &self->setup->options;
    df_status status = DF_OK;
    if (self->printed != NULL) {
        self->plan = self->printed->plan;
    } else {
        status = df_bot_game_create(&self->game, options, error);
        if (status == DF_OK)
            status = df_plan_create(&self->plan, options->bot.width, options->bot.height,
                                    options->bot.set);
        if (status == DF_OK)
            piece_choice_paint(&self->setup->pieces, self->plan);
    }
    if (status == DF_OK)
        status = df_field_create(&self->field, self->plan->width, self->plan->height);
    if (status != DF_OK)
        return status;
    self->frame =
        (df_frame){.width = self->plan->width, .height = self->plan->height, .piece = -1};
    self->square = calloc((size_t)self->frame.width * self->frame.height, sizeof(uint32_t));
    self->frame.square = self->square;
    return self->square != NULL ? DF_OK : DF_ERROR_MEMORY;
}

cli_status bot_show(const bot_setup *setup, bot_print_game *printed)
{
    stage self = {.setup = setup, .printed = printed};
    const double begin = clock_seconds();
    const terminal_game game = {.play = bot_show_play,
                                .describe = bot_show_describe,
                                .context = &self,
                                .frame = &self.frame};
    render_request request;
    df_error error = {0};
    const df_status status = bot_show_begin(&self, &error);
    cli_status answer = message_status(status, &error);
    if (answer == GO_ON)
        answer = bot_make_request(setup, self.plan, &request);
    if (answer == GO_ON) {
        answer = terminal_play(&request, &game);
        free(request.painted.colors);
    }
    if (answer == GO_ON)
        answer = bot_show_report(&self, clock_seconds() - begin);
    if (printed == NULL)
        df_plan_free(self.plan);
    df_bot_game_free(self.game);
    df_field_free(self.field);
    free(self.square);
    return answer;
}
