/* A plan: everything that happened in one playfield, as a list of drops; and the texts in which
 * plans, boards and pieces are written: drop lists, pieces, blocks, fumens, keys. */
#ifndef DROPFORGE_PLAN_H
#define DROPFORGE_PLAN_H

#include "dropforge/board.h"

DF_BEGIN_DECLARATIONS

/* The colour of a piece, where the plan gives it one. */
typedef struct df_plan_color {
    bool given;
    df_color color;
} df_plan_color;

#define DF_PREVIEW_ALL UINT16_MAX /* the whole queue is seen */

/* Which of the seven tetrominoes may follow which, such as df_nes_order. */
typedef struct df_piece_order df_piece_order;

/* How the pieces of a plan were dealt. Each drop takes the current piece, the first of the
 * queue that has not been taken. With `hold` it may instead put the current piece aside, and
 * drop the piece put aside before, or the next of the queue if there is none. */
typedef struct df_plan_deal {
    df_deal deal;
    uint64_t seed; /* from which the dealer deals the queue, as game 0; not of DF_DEAL_GIVEN */
    bool hold;
    uint16_t preview; /* pieces seen behind the current one while planning; DF_PREVIEW_ALL */
    uint16_t *queue;  /* indices in the set */
    size_t count;
    size_t capacity;
} df_plan_deal;

/* A frame of an animation. */
typedef struct df_plan_frame {
    size_t drops;          /* after which it is complete */
    unsigned milliseconds; /* for which the animation shows it; 0: the plan does not say */
} df_plan_frame;

#define DF_PLAN_MAX_MILLISECONDS 600000 /* of a frame */
#define DF_PLAN_MAX_PLAYS 65535

/* The pieces at hand while a plan is played. Begin with all zero. */
typedef struct df_hand {
    size_t taken;  /* pieces of the queue */
    uint16_t held; /* 0: nothing; else 1 + piece */
} df_hand;

typedef struct df_plan {
    uint16_t width; /* of the playfield */
    uint16_t height;
    df_rules rules; /* how its pieces get to their places; DF_RULES_HARDDROP at first */
    const df_piece_set *set; /* borrowed, and must outlive the plan; or the same as own_set */
    df_piece_set *own_set;   /* freed with the plan; or NULL */
    df_plan_color *colors;   /* one for each piece of the set */
    df_plan_deal *deal;      /* owned; NULL: any piece may come at any time */
    /* What lies in the playfield before the first drop; owned; NULL: nothing. Its squares are
     * 1 + piece index, or 1 + set->count if they are of no piece. */
    df_field *begin;
    df_drop *drops;
    size_t count;
    size_t capacity;
    df_plan_frame *frames; /* of an animation, in order; owned */
    size_t frame_count;
    size_t frame_capacity;
    unsigned plays; /* how often the animation is played; 0: for ever */
} df_plan;

/* The results of playing a plan. */
typedef struct df_plan_summary {
    size_t drops;
    size_t rows_cleared;
    unsigned max_height;    /* highest stack, at first or after a drop, before lines clear */
    unsigned needed_height; /* rows that certainly suffice for every move of it */
} df_plan_summary;

/* Makes an empty plan for a playfield of that size; width and height as in df_field_create.
 * `set` is borrowed. */
df_status df_plan_create(df_plan **plan, unsigned width, unsigned height,
                         const df_piece_set *set);
void df_plan_free(df_plan *plan);

/* Appends a drop, which is checked when the plan is played. DF_ERROR_ARGUMENT: its piece is not
 * in the set, or its orientation is not below 4. */
df_status df_plan_add(df_plan *plan, df_drop drop);

/* Says how the pieces of a plan are dealt; *deal and its queue are copied. NULL: they are not.
 * DF_ERROR_ARGUMENT: the set is not that of df_piece_set_tetrominoes, or the deal or a piece of
 * the queue is none. The plan is unchanged then. */
df_status df_plan_set_deal(df_plan *plan, const df_plan_deal *deal);

/* Appends a piece to the queue. DF_ERROR_ARGUMENT: there is no deal, or no such piece. */
df_status df_plan_add_dealt(df_plan *plan, unsigned piece);

/* Says what lies in the playfield before the first drop: the rows of `begin` up to the highest
 * with a square are copied. NULL, or a playfield without squares: nothing. DF_ERROR_ARGUMENT:
 * the widths differ, a row is full, or a square is not 1 + set->count and of none of the
 * pieces, or of one where the set is not that of df_piece_set_tetrominoes. The plan is
 * unchanged then. */
df_status df_plan_set_begin(df_plan *plan, const df_field *begin);

/* Makes a playfield of that height as it is before the first drop. DF_ERROR_MOVE: what lies
 * there is higher. DF_ERROR_ARGUMENT as df_field_create. */
df_status df_plan_make_field(const df_plan *plan, unsigned height, df_field **field);

/* Takes a piece for a drop; false, and *hand is unchanged, if the queue does not offer it. A
 * piece that the queue offers without the hold is taken so: no other way could serve later
 * drops better. *holds (may be NULL) is set if the hold is used. */
bool df_hand_take(df_hand *hand, const df_plan_deal *deal, unsigned piece, bool *holds);

/* Plays the plan from the playfield that it begins with: every drop must be possible by the
 * plan's rules and land at its y, and with a deal, the dealer must deal the queue and each
 * drop take its piece from it; else DF_ERROR_MOVE and *error says which (its line is the number
 * of the drop, from 1; 0: the queue, or the starting field, is wrong). `visit` (may be NULL) is
 * called before each drop is applied, with the field and the effect of the drop. `summary` may
 * be NULL. If `final` is not NULL the last playfield is the caller's on success.
 * DF_ERROR_ARGUMENT: the plan's rules are none for plans, or have DF_TRAIT_MOVES in a playfield
 * that is not narrow. */
df_status df_plan_play(const df_plan *plan,
                       df_status (*visit)(void *context, const df_field *before,
                                          const df_drop *drop, const df_landing *landing),
                       void *context, df_field **final, df_plan_summary *summary,
                       df_error *error);

/* Fills in every drop's y by playing the plan in a playfield that is tall enough (with
 * DF_TRAIT_MOVES the rows must be right already), and sets the plan's height
 * to `min_height` or, if larger, the height that its moves need, at most DF_FIELD_MAX_HEIGHT.
 * DF_ERROR_MOVE when it needs more than DF_FIELD_MAX_HEIGHT rows or leaves the field; the drops
 * before that then have their rows, and the height is unchanged. DF_ERROR_ARGUMENT as above. */
df_status df_plan_settle(df_plan *plan, unsigned min_height, df_error *error);

/* Plans as texts. */

typedef enum df_plan_format {
    /* The drop list, dropforge's own (docs/format/drops.md). It is written with the plan's
     * pieces unless each of them is the tetromino of its name; a comment line marks the
     * beginning of each block, and the reader knows it. Of orientations that look alike the
     * first is read. DF_ERROR_LIMIT: a piece is called `field`, `rules`, `piece` or `color`, or
     * the rules are DF_RULES_ABOVE. */
    DF_PLAN_DROPS,
    /* Packed blocks of Birdsong's Tetris Printer of 2013 (docs/format/blocks.md). The playfield
     * is as wide as the blocks and as tall as the plan needs, at least twice its width. Each
     * piece must come to rest where its block draws it, relative to the block's first piece.
     * Written is a block for each block of the plan and more where one cannot be drawn as one.
     * DF_ERROR_LIMIT: other pieces than tetrominoes, no drop, no colour for J, a colour for L
     * without one for T, a colour for I, O, S or Z, or a drop that comes to rest elsewhere in a
     * taller playfield or by DF_RULES_HARDDROP. */
    DF_PLAN_BLOCKS,
    /* A fumen (below): a page for each drop, and one for what they leave. The plan that is read
     * begins with the squares of the first page, and drops the piece of each page that locks,
     * by the first rules of straight drops, the Super Rotation System and half turns that bring
     * all of them to their places. DF_ERROR_INPUT: *error says on which page something else
     * happens. DF_ERROR_LIMIT: other pieces than tetrominoes, not 10 columns, or squares above
     * 23 rows. */
    DF_PLAN_FUMEN,
    /* The keys of each drop as one line of JSON, only written (docs/format/keys.md). With
     * pieces that DF_DEAL_TETRIO deals, they lead to the place both from right above the
     * playfield and from one row higher, where TETR.IO spawns pieces. DF_ERROR_LIMIT: more
     * columns than DF_NARROW_MAX_WIDTH, DF_RULES_NES_CONSOLE, or no keys bring a piece to its
     * place; then part of it may have been appended. */
    DF_PLAN_KEYS,
} df_plan_format;

/* Reads a plan of `length` bytes and plays it: a drop that cannot be made or does not land at
 * its Y is refused. Its piece set is its own if the text defines pieces, and otherwise `set`
 * (borrowed), which must be that of df_piece_set_tetrominoes for all formats but the drop list.
 * DF_ERROR_ARGUMENT: another set, or a format that is only written. */
df_status df_plan_read(df_plan **plan, const df_piece_set *set, df_plan_format format,
                       const char *text, size_t length, df_error *error);

/* Appends the plan to `text`. DF_ERROR_LIMIT, with nothing appended: the format cannot say what
 * is in the plan. Otherwise the status of the text, or for fumens and keys as df_plan_play. */
df_status df_plan_write(df_text *text, const df_plan *plan, df_plan_format format,
                        df_error *error);

/* A list of pieces as a text, in dropforge's own format (docs/format/pieces.md). */

/* Reads a list of pieces of `length` bytes; *colors, one for each piece, are the caller's to
 * free. */
df_status df_pieces_read(df_piece_set **set, df_plan_color **colors, const char *text,
                         size_t length, df_error *error);

/* Appends the pieces of a set to `text`, and their colours; `colors` has one for each piece, or
 * is NULL: none is given. DF_ERROR_LIMIT, and nothing appended, when a piece is called `field`,
 * `rules`, `piece` or `color`; else the status of the text. */
df_status df_pieces_write(df_text *text, const df_piece_set *set, const df_plan_color *colors);

/* Fumen, version 115, and 110 to read: the text in which Tetris players pass boards to one
 * another; docs/format/fumen.md describes it. */

#define DF_FUMEN_WIDTH 10
#define DF_FUMEN_HEIGHT 23

/* The content of a square. A piece has the same number, which is not that of DF_I ... */
typedef enum df_fumen_square {
    DF_FUMEN_EMPTY,
    DF_FUMEN_I,
    DF_FUMEN_L,
    DF_FUMEN_O,
    DF_FUMEN_Z,
    DF_FUMEN_T,
    DF_FUMEN_J,
    DF_FUMEN_S,
    DF_FUMEN_GRAY,
} df_fumen_square;

/* One page: a playfield, and a piece that is shown in it but not yet part of it. */
typedef struct df_fumen_page {
    uint8_t square[DF_FUMEN_HEIGHT][DF_FUMEN_WIDTH]; /* [y][x], y up; df_fumen_square */
    uint8_t garbage[DF_FUMEN_WIDTH];                 /* the row below, which may rise */
    uint8_t piece;       /* DF_FUMEN_I to DF_FUMEN_S; DF_FUMEN_EMPTY: no piece */
    uint8_t orientation; /* 0 as spawned, then clockwise: 1, 2, 3 */
    uint8_t x;           /* the square about which the piece turns; for O, which turns */
    uint8_t y;           /* about it too, as spawned the lower left one */
    bool lock;           /* after the page the piece is locked and full rows clear; without
                            it nothing happens after the page, and the next two do nothing */
    bool rise;           /* then the garbage row rises into the playfield */
    bool mirror;         /* then the playfield is mirrored, but not the garbage row */
    const char *comment; /* UTF-8 without control characters, borrowed; NULL: that of the
                            page before, of which a quiz, '#Q=[hold](current)queue', goes
                            on with the piece that locks */
} df_fumen_page;

/* Appends `count` pages as one line without its end. DF_ERROR_ARGUMENT, and nothing
 * appended, when there is no page, a number is outside its range, a piece is not wholly in
 * the playfield or a comment is not as above; DF_ERROR_LIMIT when a comment has more
 * than 4095 characters as the format writes it. Otherwise the status of the text. */
df_status df_fumen_write(df_text *text, const df_fumen_page *pages, size_t count);

/* Reads the pages of the first fumen of a text. It may stand in an address, after other text,
 * and be percent-encoded. '#2:5' behind it names the pages from 2 to 5, '#2' those from 2 on;
 * only these are read. Each page has the comment that it shows, which belongs to the pages; in
 * it '?' stands for control characters. */
df_status df_fumen_read(df_fumen_page **pages, size_t *count, const char *text, size_t length,
                        df_error *error);
void df_fumen_free(df_fumen_page *pages);

/* Returns where the first fumen of a text ends, of any version: another one may stand behind
 * it. 0: no fumen, as it has no mark such as 'v115@'. */
size_t df_fumen_find_end(const char *text, size_t length);

/* Puts the piece of a page into its squares, whether it locks or not, and takes it off the
 * page: the playfield that is meant by a page. Rows do not clear. DF_ERROR_MOVE, and nothing
 * changes, if a square of the piece is filled. */
df_status df_fumen_place(df_fumen_page *page);

/* Finds the drop of the piece of a page; `set` has the tetrominoes. DF_ERROR_ARGUMENT: the page
 * has no piece, or the set not that one. */
df_status df_fumen_find_drop(df_drop *drop, const df_piece_set *set, const df_fumen_page *page);

/* Returns the square with which a fumen draws a piece, or DF_FUMEN_EMPTY if it has none: fumens
 * know only tetrominoes, by their usual letters. */
df_fumen_square df_fumen_piece(const df_piece *piece);

DF_END_DECLARATIONS

#endif
