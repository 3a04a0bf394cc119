/* The printer: turns a picture into drops that leave exactly that picture, proves how few can
 * do it, and prints in a game that somebody plays. */
#ifndef DROPFORGE_PRINT_H
#define DROPFORGE_PRINT_H

#include "dropforge/picture.h"

DF_BEGIN_DECLARATIONS

#define DF_PRINT_MAX_EFFORT 9
#define DF_PRINT_MAX_COLORS 6
/* Columns, and rows, of a picture that dealt pieces mostly can leave within a minute. */
#define DF_PRINT_DEALT_SIDE 20
#define DF_PRINT_PIECES_SIZE 16 /* bytes of the pieces of all colours, with a NUL */

/* The figures of a print. */
typedef struct df_print_report {
    size_t drops;
    size_t passes;    /* groups of drops that leave squares of the picture */
    size_t platforms; /* temporary floors over rows that do not carry */
    size_t rows_cleared;
    unsigned max_height; /* of the stack, in rows */
    unsigned width;
    unsigned height;
    uint64_t nodes;  /* search nodes visited, the unit of effort */
    bool stopped;    /* by the watch, before the end of the search */
    size_t frames;   /* of an animation, that the plan leaves; 0: it is of one picture */
    unsigned merged; /* colours of the picture that the plan leaves as others */
    /* Of the colours in order, as in the options: like "JTL", "JL,T,S" or "any". */
    char pieces[DF_PRINT_PIECES_SIZE];
} df_print_report;

/* How a picture is printed. Begin with all zero: the defaults. */
typedef struct df_print_options {
    const char *method; /* a name of df_print_methods; NULL: the default */
    unsigned width;     /* of the playfield; 0: the method's choice */
    unsigned height;    /* of the playfield; 0: as needed, at least twice the width */
    /* The letters of the pieces that carry the picture's colours, in the order of
     * df_picture's colours, like "JTL"; letters beyond the last colour are not used. With
     * commas, the letters between two are the pieces for one colour, like "JL,T,S", and each
     * square may be left by any of them; "JL," is one colour. No piece is for two colours.
     * "any": each square may be left by any piece, and the colours of the picture do not count.
     * "single": one piece for each colour, which the method chooses. NULL: the method's choice;
     * all seven are then for some colour. */
    const char *pieces;
    unsigned effort; /* 1 … DF_PRINT_MAX_EFFORT; 0: 1. More takes longer; never more drops,
                        except with a deal of which only the next pieces are seen */
    bool quick;      /* a plan at once, with many more drops; the effort does not count */
    /* If no plan is found with all colours of a picture: makes the two that look most alike
     * one, and so on. Not with chosen pieces, and not for dealt ones. */
    bool merges;
    uint64_t seed; /* another seed gives another plan; the same seed the same one */
    unsigned jobs; /* threads; 0 and 1: none. The plan does not depend on it */
    /* How the pieces are dealt; `method` is NULL then, and the queue is looked at only with
     * DF_DEAL_GIVEN. Borrowed; NULL: any piece may come at any time. */
    const df_plan_deal *deal;
    /* Which piece may follow which, where any may be chosen. Needs a width, up to 64, and
     * neither a deal nor a method; four rows of the height stay free for the next piece.
     * Borrowed; NULL: any may. */
    const df_piece_order *order;
    /* What lies in the playfield before the first of the dealt pieces, in its columns; its
     * squares are as in df_plan. Borrowed; NULL: nothing. Needs a deal. */
    const df_field *begin;
    /* For a live printer: 1 + the column of the playfield in which the picture's first one
     * stands; 0: any. */
    unsigned column;
    df_rules rules; /* of dealt pieces: those that have DF_TRAIT_PRINTS */
    bool anchors;   /* fill an empty row inside the picture with one square beside it */
    /* May be NULL; called by one thread at a time, with nodes of the search. Stopped, the best
     * plan so far is the result. */
    df_watch *watch;
    void *watch_context;
    /* May be NULL. Only the method best calls it, by one thread at a time, with each plan that
     * has fewer drops than those before it. It has been checked as the last one is; it and the
     * report are valid only during the call. */
    void (*better)(void *context, const df_plan *plan, const df_print_report *report);
    void *better_context;
} df_print_options;

/* A printing method that a user can choose. */
typedef struct df_print_method_info {
    const char *name;
    const char *summary;
    unsigned max_colors; /* of a picture that it prints */
} df_print_method_info;

#define DF_PRINT_METHODS 3

/* The methods, the default first. */
extern const df_print_method_info *const df_print_methods[DF_PRINT_METHODS];

/* Plans the picture in the columns where it takes the fewest drops, and replays the plan and
 * compares it with the picture before it hands it out. The same picture, options and seed give
 * the same plan on every machine, with any number of jobs, unless the watch stops the search.
 * `tetrominoes` (borrowed by *plan) must be the set of df_piece_set_tetrominoes; NULL: the plan
 * has a set of its own. `options` and `report` may be NULL.
 *
 * The method best prints up to six colours (with the pieces "any", of any colours) on any
 * playfield that can hold the picture, on one thread if that has more than 64 columns. The
 * methods table and search emit squares from J, T and L pieces that lie flat above them: they
 * need an odd width from 7 to 63, and leave at least two columns free on either side; of
 * several pieces for a colour they use one. With the pieces "any" the plan gives no piece a
 * colour; df_omino_plan_colors chooses some.
 *
 * With a deal, unless a width up to 64 is given, the playfield has 10 columns, or if the
 * picture does not fit, as few as it fits; unless a height is given, it has twice as many rows
 * as columns, and at least 10 more than the picture. All pieces carry colours unless some are
 * chosen. The plan has the deal, with the part of the queue that its drops take.
 *
 * Errors, of which *error says what to do: DF_ERROR_PICTURE: no drops can leave this picture on
 * that playfield. DF_ERROR_LIMIT: too many colours, too wide for the method, or no plan was
 * found. DF_ERROR_ARGUMENT: an unknown method, size or piece, or another set.
 * DF_ERROR_CANCELLED: the watch stopped the search before there was a plan. DF_ERROR_DEFECT:
 * the plan did not pass its check. */
df_status df_print(df_plan **plan, const df_picture *picture, const df_piece_set *tetrominoes,
                   const df_print_options *options, df_print_report *report, df_error *error);

/* Makes pictures of the same colours with one colour fewer: the two that look most alike become
 * one, which keeps the colour of more squares, as df_print does where it finds no plan with all
 * (`merged`). `made` is a list of `count`, NULL before; its pictures are the caller's
 * (df_picture_free), after a failure those that are not NULL, too. DF_ERROR_ARGUMENT: they have
 * one colour. */
df_status df_print_merge_colors(df_picture **made, const df_picture *const *frames,
                                size_t count);

/* Plans an animation in one game: each frame stands complete, in its order, in the same
 * columns. The frames are those of df_picture_from_rgba: they have the same width and the same
 * colours. The plan marks where each frame is complete. With a deal each frame is printed from
 * the one before, while the queue goes on. Without one, by the method best and in no order, the
 * lowest rows that two frames share stay, and the others are cleared between them: on the
 * width, among the three least ones, and with the pieces that suit the frame with the most
 * squares. Frames are planned side by side, alike ones once, and the watch counts thousandths
 * of frames. `better` is not called. If the watch stops the search for a frame, or no plan is
 * found for it, the plan ends with the frame before, and *error says why; it is only an error
 * if there is none. Otherwise as df_print; *error says which frame cannot be printed.
 * DF_ERROR_ARGUMENT: there is no frame, or frames of different widths, or another method. */
df_status df_print_frames(df_plan **plan, const df_picture *const *frames, size_t count,
                          const df_piece_set *tetrominoes, const df_print_options *options,
                          df_print_report *report, df_error *error);

/* Proves a lower bound: no sequence of drops, by any method, leaves the picture with fewer. It
 * uses only `width` (0: a bound for all widths), `pieces` (NULL and "single": a bound for all
 * ways to give pieces to the colours), `anchors` and `effort` (more can prove more) of the
 * options, and writes only four figures: no plan has fewer `drops` or clears fewer
 * `rows_cleared`; `width` as asked for, 0 being any that can hold the picture; and `pieces`,
 * "auto" if they were left open. The bound holds for plans that leave the squares of each
 * colour with these pieces, and those of no other colour. `tetrominoes` as for df_print. *bound
 * is written only on DF_OK; DF_ERROR_PICTURE: no drops can leave this picture, on any width or
 * on that one. DF_ERROR_LIMIT: more than seven colours, or more than 1024 rows.
 * DF_ERROR_ARGUMENT: a width above 256, wrong pieces, pieces for fewer colours than there are,
 * or another set. */
df_status df_print_bound(df_print_report *bound, const df_picture *picture,
                         const df_piece_set *tetrominoes, const df_print_options *options,
                         df_error *error);

/* A printer for a game that somebody plays: it sees the playfield and the next pieces, and
 * chooses one drop at a time. */

typedef struct df_live_printer df_live_printer;

/* The sight of a game before a drop. */
typedef struct df_live_view {
    /* The playfield, with no full row. A square that is neither empty nor 1 + piece index is of
     * no piece: it can stay only in pictures that any piece may leave. */
    const df_field *field;
    const uint16_t *pieces; /* indices in the set: the current piece and those after it */
    size_t count;           /* at least 1 */
    int held;               /* the index of the piece in hold, or -1 */
    bool keeps;             /* this drop must be of the current piece: the hold has been used */
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
    bool uneven;    /* of DF_LIVE_NONE: the number of squares can never be that of the picture;
                       otherwise some square can never be filled */
    df_drop drop;   /* of DF_LIVE_DROP */
    bool holds;     /* the current piece goes into hold, and another one is dropped */
    bool is_new;    /* the game was not as expected: this is planned from the field as it is */
    size_t to_go;   /* drops of the plan that finishes the picture, with this one; 0: unknown */
    uint64_t nodes; /* search nodes visited for this answer */
} df_live_answer;

/* Makes a printer for a picture, which is borrowed like the set of df_piece_set_tetrominoes.
 * The options are those of df_print with a deal, of which only `hold` counts, and whether the
 * pieces come in bags: DF_DEAL_BAG, DF_DEAL_TETRIO. There the pieces that have appeared show
 * where bags begin; if they are no bags, any piece may come. Errors as df_print;
 * DF_ERROR_ARGUMENT also if the picture does not fit into its column. */
df_status df_live_printer_create(df_live_printer **printer, const df_picture *picture,
                                 const df_piece_set *tetrominoes,
                                 const df_print_options *options, df_error *error);
void df_live_printer_free(df_live_printer *printer);

/* Makes an empty plan for the printer's playfield, whose size is that of the options or the
 * printer's choice. Its pieces have the colours that they may leave; none if any piece may
 * leave any square. */
df_status df_live_printer_make_plan(df_plan **plan, const df_live_printer *printer);

/* Says what a square of a playfield is to the picture. */
typedef enum df_live_mark {
    DF_LIVE_FREE,   /* empty, and outside the picture */
    DF_LIVE_WANTED, /* empty, and the picture has a square there */
    DF_LIVE_FITS,   /* a square of the picture */
    DF_LIVE_WRONG,  /* a square of a row that has to clear */
    DF_LIVE_GAP,    /* empty, in such a row */
} df_live_mark;

/* Chooses a drop. If the drop it chose last has been made since, and nothing else, the printer
 * goes on with its plan; else it plans anew from the field as it is. The same views one after
 * the other get the same answers. An answer takes half a million nodes, about, so that nobody
 * waits for it; where that is too few for a plan, it is a drop that leaves a good board. A
 * straight drop, as with DF_RULES_HARDDROP, is always possible in a playfield without
 * squares above the printer's rows; whoever plays checks that. DF_ERROR_ARGUMENT: the width of
 * the field is another, a row is full, or no piece or an unknown one. With rules that
 * have DF_TRAIT_MOVES a piece may slip or turn into its place, and the row of the drop counts.
 * DF_ERROR_CANCELLED: the watch stopped the search before there was a drop. */
df_status df_live_printer_choose(df_live_printer *printer, const df_live_view *view,
                                 df_live_answer *answer);

DF_END_DECLARATIONS

#endif
