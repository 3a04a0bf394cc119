/* Prints a picture in a game of the Tetris Bot Protocol. */
#ifndef CLI_TBP_PRINTER_H
#define CLI_TBP_PRINTER_H

#include "dropforge/print.h"
#include "tbp_choose.h"

/* The rows of the playfield that a picture can stand in; pieces spawn in the rows above. */
enum { TBP_PRINT_ROWS = 20 };

typedef struct tbp_printer {
    df_live_printer *live; /* borrowed */
    df_field *field;
    size_t asked;       /* pieces in the queue when a move was asked for last */
    df_live_state last; /* what was said last */
} tbp_printer;

/* Makes a printer with `live`, which prints on 10 columns, with hold. The caller frees it with
 * tbp_printer_free, also after a failure. */
df_status tbp_printer_make(tbp_printer *printer, df_live_printer *live);
void tbp_printer_free(tbp_printer *printer);

/* Plans as soon as the queue is as long as when a move was asked for last, so that the answer
 * is ready then. The answers are the same without it. */
df_status tbp_printer_think(tbp_printer *printer, const tbp_game *game);

/* Chooses a move; *state is DF_LIVE_DROP, or *move is not written. Says on standard error when
 * the picture is finished, and when it cannot be. */
df_status tbp_printer_choose(tbp_printer *printer, tbp_chooser *chooser, const tbp_game *game,
                             tbp_move *move, df_live_state *state);

#endif
