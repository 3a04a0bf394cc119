#include "tbp.h"

#include "cli/base/message.h"

df_status tbp_printer_make(tbp_printer *printer, df_live_printer *live)
{
    *printer = (tbp_printer){.live = live};
    return df_field_create(&printer->field, TBP_COLUMNS, TBP_ROWS);
}

void tbp_printer_free(tbp_printer *printer)
{
    df_field_free(printer->field);
    *printer = (tbp_printer){0};
}

/* Asks the printer. A playfield that no game has, with a full row, is one from which it finds
 * no drops. */
static df_status tbp_printer_ask(tbp_printer *printer, const tbp_game *game,
                                 df_live_answer *answer)
{
    for (unsigned y = 0; y < TBP_ROWS; y++) {
        for (unsigned x = 0; x < TBP_COLUMNS; x++)
            (void)df_field_set(printer->field, x, y, game->squares[y][x]);
    }
    const df_live_view view = {printer->field, game->queue, game->count, game->held, false};
    const df_status status = df_live_printer_choose(printer->live, &view, answer);
    if (status != DF_ERROR_ARGUMENT)
        return status;
    *answer = (df_live_answer){.state = DF_LIVE_NONE};
    return DF_OK;
}

df_status tbp_printer_think(tbp_printer *printer, const tbp_game *game)
{
    df_live_answer ignored;
    return game->count == printer->asked ? tbp_printer_ask(printer, game, &ignored) : DF_OK;
}

static void tbp_printer_report(tbp_printer *printer, df_live_state state)
{
    static const char *const texts[] = {
        [DF_LIVE_FINISHED] = "the picture is finished",
        [DF_LIVE_NONE] = "no drops lead from this playfield to the picture; playing on",
        [DF_LIVE_LIMIT] = "no drops were found that lead from this playfield to the picture; "
                          "playing on",
    };
    if (state != printer->last && state != DF_LIVE_DROP)
        message("%s", texts[state]);
    printer->last = state;
}

df_status tbp_printer_choose(tbp_printer *printer, tbp_chooser *chooser, const tbp_game *game,
                             tbp_move *move, df_live_state *state)
{
    df_live_answer answer;
    printer->asked = game->count;
    const df_status status = tbp_printer_ask(printer, game, &answer);
    if (status != DF_OK)
        return status;
    const df_place place = {answer.drop.orientation, answer.drop.x, answer.drop.y};
    *state = answer.state;
    /* The stack may be in the way. */
    if (answer.state == DF_LIVE_DROP &&
        !tbp_choose_place(chooser, game, answer.drop.piece, &place, move))
        *state = DF_LIVE_LIMIT;
    tbp_printer_report(printer, *state);
    return DF_OK;
}
