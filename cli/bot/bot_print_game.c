#include "bot_print_game.h"

#include <inttypes.h>
#include <string.h>

#include "cli/base/report.h"

/* A game that takes more pieces is long; one that takes many more has no hope. */
enum { LONG_PIECES = 40, MAX_PIECES = 4096 };

static df_status bot_print_game_begin(bot_print_game *self, const bot_setup *setup)
{
    df_status status = df_live_printer_make_plan(&self->plan, self->print.printer);
    if (status == DF_OK)
        status = df_field_create(&self->field, self->plan->width, self->plan->height);
    if (status == DF_OK)
        status = df_plan_set_deal(self->plan, &self->deal);
    if (status == DF_OK)
        status =
            df_dealer_begin(&self->dealer, setup->options.deal, DF_TETROMINOES, setup->given,
                            setup->options.given_count, setup->options.seed, 0);
    if (status != DF_OK)
        return status;
    self->plan->rules = setup->options.bot.rules;
    return DF_OK;
}

/* Returns options with which a picture needs fewer pieces, or NULL. */
static const char *bot_print_game_ease(const bot_print_game *self, const char *pieces)
{
    static const char *const options[2][2] = {{NULL, "--pieces any"},
                                              {"--hold", "--hold or --pieces any"}};
    const bool is_any = self->print.sprite->color_count == 1 || strcmp(pieces, "any") == 0;
    return options[!self->deal.hold][!is_any];
}

cli_status bot_print_game_make(bot_print_game *game, const bot_setup *setup)
{
    const bot_settings *chosen = setup->chosen;
    const df_bot_game_options *options = &setup->options;
    const unsigned preview =
        chosen->print.preview > 0 ? chosen->print.preview : BOT_PRINT_PREVIEW;
    *game = (bot_print_game){
        .deal = {.deal = options->deal,
                 .seed = options->deal != DF_DEAL_GIVEN ? options->seed : 0,
                 .hold = options->bot.hold,
                 .preview = (uint16_t)preview},
        .seed = options->seed,
        .shown = 1 + preview,
        .held = -1,
        .max_pieces = options->max_pieces > 0 ? options->max_pieces : MAX_PIECES,
    };
    const df_print_options print = {.width = options->bot.width,
                                    .height = options->bot.height,
                                    .rules = options->bot.rules,
                                    .seed = options->seed,
                                    .jobs = choice_jobs(chosen->jobs),
                                    .deal = &game->deal};
    const cli_status status = bot_print_make(&game->print, "bot", &chosen->print, &print);
    if (status != GO_ON)
        return status;
    game->easier = bot_print_game_ease(game, chosen->print.pieces);
    return message_status(bot_print_game_begin(game, setup), NULL);
}

void bot_print_game_free(bot_print_game *game)
{
    df_plan_free(game->plan);
    df_field_free(game->field);
    bot_print_free(&game->print);
    *game = (bot_print_game){0};
}

/* Shows the next pieces. */
static df_status bot_print_game_deal(bot_print_game *self)
{
    df_status status = DF_OK;
    while (self->count < self->shown && status == DF_OK) {
        const int piece = df_dealer_next(&self->dealer);
        if (piece < 0)
            break;
        self->queue[self->count++] = (uint16_t)piece;
        status = df_plan_add_dealt(self->plan, (unsigned)piece);
    }
    return status;
}

/* Takes the piece of the next drop. */
static void bot_print_game_take(bot_print_game *self, bool holds)
{
    const size_t taken = holds && self->held < 0 ? 2 : 1;
    if (holds)
        self->held = self->queue[0];
    self->count -= taken;
    for (size_t i = 0; i < self->count; i++)
        self->queue[i] = self->queue[i + taken];
}

df_status bot_print_game_step(bot_print_game *game, df_drop *drop, df_outcome *outcome)
{
    df_live_answer answer = {.state = DF_LIVE_NONE};
    df_landing landing;
    df_status status = bot_print_game_deal(game);
    const df_live_view view = {game->field, game->queue, game->count, game->held, false};
    *outcome = DF_NONE;
    if (status == DF_OK && game->count > 0)
        status = df_live_printer_choose(game->print.printer, &view, &answer);
    if (status != DF_OK)
        return status;
    game->is_finished = answer.state == DF_LIVE_FINISHED;
    if (answer.state != DF_LIVE_DROP || game->result.pieces == game->max_pieces) {
        game->result.end = game->count == 0               ? DF_BOT_GAME_DEALT
                           : answer.state == DF_LIVE_DROP ? DF_BOT_GAME_CAPPED
                                                          : DF_BOT_GAME_OVER;
        return DF_OK;
    }
    if (df_drop_apply(game->field, game->print.set, &answer.drop, game->plan->rules,
                      &landing) != DF_REFUSAL_NONE)
        return DF_ERROR_DEFECT;
    status = df_plan_add(game->plan, answer.drop);
    if (status != DF_OK)
        return status;
    bot_print_game_take(game, answer.holds);
    game->result.pieces++;
    game->result.lines += landing.cleared_count;
    *drop = answer.drop;
    *outcome = DF_FOUND;
    return DF_OK;
}

const char *bot_print_game_hint(const bot_print_game *game)
{
    return game->result.pieces < LONG_PIECES || game->is_finished ? NULL : game->easier;
}

df_status bot_print_game_end(bot_print_game *game)
{
    df_hand hand = {0};
    for (size_t i = 0; i < game->plan->count; i++) {
        if (!df_hand_take(&hand, game->plan->deal, game->plan->drops[i].piece, NULL))
            return DF_ERROR_DEFECT;
    }
    game->plan->deal->count = hand.taken;
    return DF_OK;
}

static cli_status bot_print_game_refuse(const bot_print_game *game)
{
    static const char *const reasons[] = {
        [DF_BOT_GAME_UNPLAYED] = "the game was stopped",
        [DF_BOT_GAME_OVER] = "no drops were found that lead on to the picture",
        [DF_BOT_GAME_CAPPED] = "the game has reached its limit",
        [DF_BOT_GAME_DEALT] = "there are no more pieces",
    };
    static const char *const remedies[] = {
        [DF_BOT_GAME_UNPLAYED] = "",
        [DF_BOT_GAME_OVER] = "",
        [DF_BOT_GAME_CAPPED] = "a larger --max-pieces, ",
        [DF_BOT_GAME_DEALT] = "a longer --queue, ",
    };
    return message("the picture is not finished: %s after %" PRIu64
                   " pieces; try %s%s%sanother --seed, a longer --preview or another --board",
                   reasons[game->result.end], game->result.pieces, remedies[game->result.end],
                   game->easier != NULL ? game->easier : "", game->easier != NULL ? ", " : "");
}

cli_status bot_print_game_report(const bot_print_game *game, double seconds,
                                 const output_list *json)
{
    figure_list figures = {.seconds = seconds};
    report_number(&figures, "pieces", game->result.pieces, "piece", "pieces");
    report_number(&figures, "lines", game->result.lines, "line", "lines");
    report_flag(&figures, "finished", game->is_finished, "the picture is finished");
    report_word(&figures, "deal", df_deal_names[game->deal.deal], NULL);
    report_number(&figures, "seed", game->seed, NULL, NULL);
    report_number(&figures, "preview", game->deal.preview, NULL, NULL);
    report_flag(&figures, "hold", game->deal.hold, NULL);
    report_flag(&figures, "interrupted", game->is_left, NULL);
    cli_status status = GO_ON;
    if (json != NULL)
        status = report_json(&figures, json);
    else
        report_summary(&figures);
    const bool is_fine = game->is_finished || game->is_left;
    return status != GO_ON || is_fine ? status : bot_print_game_refuse(game);
}
