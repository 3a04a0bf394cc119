/* A printer for a game that somebody plays: it sees the playfield and the next pieces, and
 * chooses one drop at a time. */
#ifndef DROPFORGE_LIVE_PRINTER_H
#define DROPFORGE_LIVE_PRINTER_H

#include "dropforge/print.h"

DF_BEGIN_DECLARATIONS

typedef struct df_live_printer df_live_printer;

/* The sight of a game before a drop. */
typedef struct df_live_view {
    /* The playfield, with no full row. A square that is neither empty nor 1 + piece index is of
     * no piece: it can stay only in pictures that any piece may leave. */
    const df_field *field;
    const uint16_t *pieces; /* indices in the set: the current piece and those after it */
    size_t count;           /* at least 1 */
    int held;               /* the index of the piece in hold, or -1 */
} df_live_view;

typedef enum df_live_state {
    DF_LIVE_DROP,     /* there is a drop to make */
    DF_LIVE_FINISHED, /* the playfield is the picture */
    DF_LIVE_NONE,     /* no drops lead from this playfield to the picture */
    DF_LIVE_LIMIT,    /* none were found */
} df_live_state;

/* The printer's answer. */
typedef struct df_live_answer {
    df_live_state state;
    df_drop drop;   /* of DF_LIVE_DROP */
    bool holds;     /* the current piece goes into hold, and another one is dropped */
    bool is_new;    /* the game was not as expected: this is planned from what lies there */
    size_t to_go;   /* drops of the plan that finishes the picture, with this one; 0: unknown */
    uint64_t nodes; /* search nodes visited for this answer */
} df_live_answer;

/* Makes a printer for a picture, which is borrowed like the set of df_piece_set_tetrominoes.
 * The caller owns *printer (df_live_printer_free). The options are those of df_print with a
 * deal, of which only `hold` counts, and whether the pieces come in bags: DF_DEAL_BAG,
 * DF_DEAL_TETRIO. There the pieces that have appeared show where bags begin; if they are no
 * bags, any piece may come. Errors as df_print. */
df_status df_live_printer_create(df_live_printer **printer, const df_picture *picture,
                                 const df_piece_set *tetrominoes,
                                 const df_print_options *options, df_error *error);

/* Frees a printer; NULL is allowed. */
void df_live_printer_free(df_live_printer *printer);

/* Writes the size of the playfield: that of the options, or the printer's choice. */
void df_live_printer_size(const df_live_printer *printer, unsigned *width, unsigned *height);

/* Gives the pieces of a plan for the same set the colours that they may leave; none if any
 * piece may leave any square. */
void df_live_printer_paint(const df_live_printer *printer, df_plan *plan);

/* Chooses a drop. If the drop it chose last has been made since, and nothing else, the printer
 * goes on with its plan; else it plans anew from what lies there. The same views one after the
 * other get the same answers. An answer takes half a million nodes, about, so that nobody waits
 * for it; where that is too few for a plan, it is a drop that leaves a good board. A drop that
 * is straight, as with DF_MOVEMENT_SPAWN, is always possible in a playfield without squares
 * above the printer's rows; whoever plays checks that. DF_ERROR_ARGUMENT: the width of the
 * field is another, a row is full, or no piece or an unknown one. With DF_MOVEMENT_SRS and
 * _SRS_180 a piece may slip or turn into its place, and the row of the drop counts.
 * DF_ERROR_CANCELLED: the watch stopped the search before there was a drop. DF_ERROR_MEMORY. */
df_status df_live_printer_choose(df_live_printer *printer, const df_live_view *view,
                                 df_live_answer *answer);

DF_END_DECLARATIONS

#endif
