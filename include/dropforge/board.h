/* Pieces, the playfield into which they are dropped, and all that happens there: the rules by
 * which they are spawned, shifted, turned and kicked, the places that they can be brought to
 * and the inputs that bring them there, drops, and how pieces are dealt. */
#ifndef DROPFORGE_BOARD_H
#define DROPFORGE_BOARD_H

#include "dropforge/base.h"

DF_BEGIN_DECLARATIONS

#define DF_PIECE_MAX_SQUARES 32
#define DF_PIECE_NAME_SIZE 12

/* Clockwise from the orientation in which the piece is spawned. */
enum { DF_NORTH, DF_EAST, DF_SOUTH, DF_WEST, DF_ORIENTATIONS };
#define DF_ORIENTATION_LETTERS "NESW"

/* A piece is a polyomino of up to 32 squares, with everything that a drop needs to know of its
 * four orientations. */

/* One orientation, moved so that its leftmost column and lowest row are 0.
 * Only the first `height` rows and the first `width` columns are meaningful. */
typedef struct df_shape {
    uint8_t width;
    uint8_t height;
    /* The square in the middle of orientation N (rounded to the left and down), turned with the
     * piece. Of the tetrominoes it is the centre of the Super Rotation System's "true
     * rotation", by which fumens and the Tetris Bot Protocol give places. */
    uint8_t center_x;
    uint8_t center_y;
    uint8_t bottom[DF_PIECE_MAX_SQUARES]; /* lowest square of each column */
    uint8_t top[DF_PIECE_MAX_SQUARES];    /* highest square of each column */
    uint32_t row[DF_PIECE_MAX_SQUARES];   /* bit x: square (x, y) belongs to it */
} df_shape;

typedef struct df_piece {
    char name[DF_PIECE_NAME_SIZE];    /* one letter for a tetromino; NUL-terminated */
    uint8_t size;                     /* number of squares */
    uint8_t same_as[DF_ORIENTATIONS]; /* first orientation that has the same shape */
    df_shape shape[DF_ORIENTATIONS];
    /* The kicks of a table (df_piece_set_kick), by which it turns where the rules are
     * DF_RULES_TABLE; borrowed. NULL: without kicks. */
    const struct df_turns *kicks;
} df_piece;

/* An immutable list of pieces. Elsewhere a piece is given by its index in its set. */
typedef struct df_piece_set {
    size_t count;
    df_piece pieces[];
} df_piece_set;

/* The description of a piece: its name and its spawn orientation drawn with '#' for a square
 * and '.' for none, rows from top to bottom separated by '/'. Rows may end early, and empty
 * rows and columns around the piece do not matter. */
typedef struct df_piece_drawing {
    const char *name;
    const char *rows;
} df_piece_drawing;

/* The seven tetrominoes of a tetromino set, in this order. */
enum { DF_I, DF_O, DF_T, DF_S, DF_Z, DF_J, DF_L, DF_TETROMINOES };

/* Their colours by the guideline. */
extern const df_color df_guideline_colors[DF_TETROMINOES];

/* Those of the NES game of 1989 in levels 0 to 9, and so on: T, O and I are white with a rim in
 * that of J and S, L and Z have another one. */
enum { DF_NES_PALETTES = 10 };
extern const df_color df_nes_colors[DF_NES_PALETTES][DF_TETROMINOES];

/* Builds a piece set from `count` drawings. DF_ERROR_ARGUMENT: no pieces, a bad or repeated
 * name, a drawing that is empty, not connected, too large or with other characters. */
df_status df_piece_set_create(df_piece_set **set, const df_piece_drawing *drawings,
                              size_t count);

/* Makes the seven tetrominoes in their guideline spawn orientations, named I O T S Z J L. */
df_status df_piece_set_tetrominoes(df_piece_set **set);
void df_piece_set_free(df_piece_set *set);

/* Returns the index of the piece whose name is the `length` bytes at `name`, or -1. */
int df_piece_set_find(const df_piece_set *set, const char *name, size_t length);

/* How pieces move: the rules by which they are spawned, shifted, turned, kicked and dropped.
 * Plans, prints, bots, perfect clears and games all have them from this list. */

/* By DF_RULES_HARDDROP and DF_RULES_ABOVE a piece is turned and shifted above the others, then
 * it falls straight down.
 *
 * By all others, which have DF_TRAIT_MOVES, it is spawned right above the playfield, in
 * orientation N, and gets to its place by shifts, turns with kicks, and falls of one row
 * (docs/format/rules.md). There a drop says its row too: the piece must come to rest there,
 * inside the playfield. Each piece turns in a square box, whose side is the longer side of
 * orientation N. N is in the middle of the box, rounded to the left and up; a turn turns the
 * box. When the turned piece is not free there, it is tried in other places: the kicks. The
 * seven tetrominoes, drawn as df_piece_set_tetrominoes has them, have the kicks of the Super
 * Rotation System (the tables of the Tetris guideline; https://tetris.wiki/SRS), O has none.
 * All other pieces have those of J.
 *
 * The order means nothing: df_rules_table says what each of them has. */
typedef enum df_rules {
    /* It is spawned in orientation N, its bounding box centred (rounded to the left) with
     * its top in the top row of the playfield; each turn (the shorter way; clockwise for a
     * half turn) puts the turned piece at the same centred place; then it is shifted
     * column by column, and dropped. Every position on the way must be free. */
    DF_RULES_HARDDROP,
    /* It falls straight down from above the playfield; it must come to rest inside. */
    DF_RULES_ABOVE,
    DF_RULES_SRS, /* quarter turns */
    /* The same and half turns, with the kicks that TETR.IO has for them. */
    DF_RULES_SRS_180,
    /* SRS+ of TETR.IO: its half turns, and its own kicks for the quarter turns of I. */
    DF_RULES_TETRIO,
    DF_RULES_JSTRIS, /* SRS and the half turns of Jstris, with one kick each */
    /* SRS and the half turns of NullpoMino ("Standard"), with up to eleven kicks. */
    DF_RULES_NULLPOMINO180,
    /* Quarter turns as in the NES game of 1989, for all pieces, and without kicks. N is in the
     * middle of the box, rounded to the left and down. A piece that looks the same after a half
     * turn has only two places: that of N, and that of W for E. */
    DF_RULES_NES,
    /* The same for games that were played as on the console of that game: no way to the place
     * is looked for; the piece may lie partly above the playfield, where its squares are lost;
     * and when the top row clears the lowest row is lost. */
    DF_RULES_NES_CONSOLE,
    /* As DF_RULES_NES, but of the two places of a piece one is that of E for W: the turns of
     * the Game Boy's game. */
    DF_RULES_GAMEBOY,
    DF_RULES_NOKICKS, /* the quarter turns of SRS in their boxes, without kicks */
    /* The Arika rotation system of Tetris: The Grand Master: pieces stand on the floor of their
     * boxes, J, L and T are spawned in S; kicks one column to the right, then to the left, but
     * none for I, and none for J, L and T where the middle column is what blocks them
     * (https://tetris.wiki/ARS). */
    DF_RULES_ARS,
    /* No turn where squares can be in the way: the piece is turned while its box is wholly
     * above the highest square, then shifted and lowered. */
    DF_RULES_TUCKS,
    DF_RULES_T_SOFTDROP, /* DF_RULES_SRS for T; df_clear_find drops all others straight */
    DF_RULES_TABLE,      /* the boxes of SRS, and the `kicks` of each piece, given by a table */
    DF_RULES,
} df_rules;

/* The traits that rules can have, as bits. */
typedef enum df_rules_trait {
    DF_TRAIT_MOVES =
        1 << 0, /* pieces are shifted and turned on their way: a drop says its row */
    DF_TRAIT_HALF_TURNS = 1 << 1,
    DF_TRAIT_KICKS = 1 << 2,
    DF_TRAIT_OPEN = 1 << 3,   /* pieces turn only where no square can be in the way */
    DF_TRAIT_FLOOR = 1 << 4,  /* pieces stand on the floor of their boxes */
    DF_TRAIT_LOSSY = 1 << 5,  /* squares above the playfield, and its lowest row, can be lost */
    DF_TRAIT_PLANS = 1 << 6,  /* the simulator, and so plans, have them */
    DF_TRAIT_PRINTS = 1 << 7, /* dealt pieces can be printed by them */
    DF_TRAIT_BOTS = 1 << 8,
    DF_TRAIT_GAMES = 1 << 9,    /* games by the guideline can turn pieces by them */
    DF_TRAIT_CLEARS = 1 << 10,  /* perfect clears can be asked for by them */
    DF_TRAIT_MIRRORS = 1 << 11, /* a piece gets to a place if its mirror image gets there */
} df_rules_trait;

typedef struct df_rules_traits {
    const char *name;  /* in all texts: "srs+180" */
    const char *title; /* in menus: "SRS, half turns" */
    unsigned bits;     /* df_rules_trait */
} df_rules_traits;

extern const df_rules_traits df_rules_table[DF_RULES];

/* True if there are such rules, and they have all of these df_rules_trait. */
bool df_rules_have(df_rules rules, unsigned traits);

/* Returns the orientation in which a piece is spawned by these rules. */
unsigned df_piece_spawn(const df_piece *piece, df_rules rules);

/* Makes a copy of a set whose pieces have the kicks of a table, in the form that
 * solution-finder has for the seven tetrominoes (docs/format/kicks.md):
 * T.NE=(0,0)(-1,0)(-1,+1). By DF_RULES_TABLE each tetromino turns as the table says, and any
 * other piece with the kicks of J. Half turns are there for all pieces or for none.
 * DF_ERROR_INPUT: *error gives the line.
 */
df_status df_piece_set_kick(df_piece_set **kicked, const df_piece_set *set, const char *text,
                            size_t length, df_error *error);

/* The playfield: which squares are occupied, and by a square of which piece. */

#define DF_FIELD_MAX_WIDTH 256
#define DF_FIELD_MAX_HEIGHT 1024

/* A row of a narrow playfield, one of at most this many columns, is one word. Games, computer
 * players, tilings, and pieces that are shifted and turned on their way need one. */
#define DF_NARROW_MAX_WIDTH 64

/* Squares are (x, y) with x to the right and y up, (0, 0) at the bottom left. The fields
 * may be read; only the functions below and the simulator write them. */
typedef struct df_field {
    uint16_t width;
    uint16_t height;
    uint16_t words;                   /* of a row: 1 in a narrow playfield, else more */
    uint16_t top[DF_FIELD_MAX_WIDTH]; /* per column: one above its highest square, or 0 */
    /* height * words; bit x % 64 of word y * words + x / 64: (x, y) is occupied. */
    uint64_t *row;
    uint16_t *square; /* width * height, row by row from the floor: 0, or 1 + piece index */
} df_field;

/* Makes an empty playfield. DF_ERROR_ARGUMENT outside 1–256 columns or 1–1024 rows. */
df_status df_field_create(df_field **field, unsigned width, unsigned height);
void df_field_free(df_field *field);

/* Returns 0 for an empty square, otherwise 1 + the index of the piece it came from. Squares
 * outside the playfield are empty. */
unsigned df_field_square(const df_field *field, unsigned x, unsigned y);

/* Sets one square to `value` (0, or 1 + piece index) without any rule of the game: for readers
 * of positions and for tests. Rows do not clear. DF_ERROR_ARGUMENT outside. */
df_status df_field_set(df_field *field, unsigned x, unsigned y, unsigned value);

/* Returns the number of rows up to the highest occupied one; 0 if the playfield is empty. */
unsigned df_field_top(const df_field *field);

/* Every place that a piece can be brought to: by shifts, turns with kicks, and falling. */

/* A piece in playfields of one width: made once, used for any number of them. Immutable. */
typedef struct df_mover df_mover;

/* All places of a piece on one playfield, as df_moves_find has found them.
 * Use one again and again: it is large (100 kB). */
typedef struct df_moves df_moves;

/* A piece at rest: x and y as in a df_drop. */
typedef struct df_place {
    uint8_t orientation;
    uint8_t x;
    uint16_t y;
} df_place;

/* How T was turned into its place. Its last move was a turn, and of the four squares that
 * touch the centre of T by a corner at least three are full; walls and floor are full. The
 * spin is full when both squares beside the arm that points from the bar are, or the turn came
 * by the last kick of a quarter turn; else mini. (The rule of the guideline,
 * https://tetris.wiki/T-Spin.) */
typedef enum df_spin { DF_SPIN_NONE, DF_SPIN_MINI, DF_SPIN_FULL, DF_SPINS } df_spin;

/* Prepares a piece for playfields of 1 to 64 columns. It borrows the piece until it is freed.
 * DF_ERROR_ARGUMENT: another width, or rules by which pieces only drop. */
df_status df_mover_create(df_mover **mover, const df_piece *piece, unsigned width,
                          df_rules rules);
void df_mover_free(df_mover *mover);

/* Makes room for the places of a piece. Find the places before you ask for any. */
df_status df_moves_create(df_moves **moves);
void df_moves_free(df_moves *moves);

/* Finds the usual spawn over a playfield of that height: the orientation of df_piece_spawn,
 * centred (rounded to the left), its lowest squares in the first row above the playfield. */
void df_mover_spawn(const df_mover *mover, unsigned height, int *x, int *y);

/* Finds all places that can be reached by shifts of one column, turns, and falls of one row, at
 * rest and on the way, where the piece is spawned in orientation N with its lower left corner
 * in (x, y). Row i of the playfield is rows[i], bit x for column x; `count` rows, at most
 * DF_FIELD_MAX_HEIGHT. All squares above them are free, without end. If the piece is not free
 * where it is spawned, it reaches nothing. *mover must outlive the use of *moves. Method: a
 * flood of whole rows at once (docs/method/moves.md). */
void df_moves_find(df_moves *moves, const df_mover *mover, const uint64_t *rows, unsigned count,
                   int x, int y);

/* Goes to the next place at rest, by orientation, row and column; false after the last. To
 * begin, *place is {.orientation = DF_ORIENTATIONS}. */
bool df_moves_next(const df_moves *moves, df_place *place);

/* True if the piece gets to (x, y) in just this orientation, at rest or not. */
bool df_moves_reached(const df_moves *moves, unsigned orientation, int x, int y);

/* Returns the spins with which the piece can get to a place at rest: the sum of 1 << spin.
 * *moves is of these rows. All pieces but T have 1 << DF_SPIN_NONE. */
unsigned df_moves_spins(const df_moves *moves, const uint64_t *rows, unsigned count,
                        const df_place *place);

/* The inputs that bring a piece from its spawn to a place. */

/* The inputs of a player. A turn is made by its first test whose place is free; an impossible
 * input does nothing. The soft drop moves one row; the hard drop lets the piece fall as far as
 * it can and locks it. */
typedef enum df_input {
    DF_INPUT_LEFT,
    DF_INPUT_RIGHT,
    DF_INPUT_CLOCKWISE,
    DF_INPUT_ANTICLOCKWISE,
    DF_INPUT_HALF_TURN,
    DF_INPUT_SOFT_DROP,
    DF_INPUT_HARD_DROP,
    DF_INPUTS
} df_input;

/* The highest row from which a search can start. */
#define DF_INPUTS_MAX_SPAWN_ROW (2 * DF_FIELD_MAX_HEIGHT)

/* Appends the fewest inputs from the spawn to a place at rest, each a byte; of several paths it
 * always finds the same one. The last is DF_INPUT_HARD_DROP, and no other is. Playfield and
 * spawn are as in df_moves_find. The piece may get to the place in any orientation that looks
 * like the one asked for. It gets there with that spin; DF_SPINS stands for any, and pieces
 * other than T have only DF_SPIN_NONE. With outcome DF_NONE nothing is appended.
 * DF_ERROR_ARGUMENT: the orientation or spin is invalid, or y is above DF_INPUTS_MAX_SPAWN_ROW.
 * Method: breadth-first search. */
df_status df_inputs_find(df_text *inputs, df_outcome *outcome, const df_mover *mover,
                         const uint64_t *rows, unsigned count, int x, int y,
                         const df_place *place, df_spin spin);

/* The simulator: the only code that puts a piece into a playfield. */

/* One drop. x is the leftmost occupied column; y is the row in which the lowest square of
 * the piece comes to rest, before lines clear. */
typedef struct df_drop {
    uint16_t piece; /* index in the piece set */
    uint8_t orientation;
    uint8_t x;
    uint16_t y;
    bool begins_block; /* a new step of the plan begins here: layout only, no effect */
} df_drop;

/* Why a drop cannot be made. */
typedef enum df_refusal {
    DF_REFUSAL_NONE,
    DF_REFUSAL_OUTSIDE,  /* the columns are not all inside the playfield */
    DF_REFUSAL_TOP_OUT,  /* no room where the piece is spawned, or where it comes to rest */
    DF_REFUSAL_NO_TURN,  /* no room to turn it */
    DF_REFUSAL_NO_SHIFT, /* something stands in the way to its column */
    DF_REFUSAL_NO_REST,  /* its place is not inside and free, or nothing is below it there */
    DF_REFUSAL_NO_PATH,  /* its place cannot be reached by shifts, turns and falling */
    DF_REFUSALS
} df_refusal;

/* Their names, such as "no room to turn it". */
extern const char *const df_refusal_names[DF_REFUSALS];

/* The effect of a drop. Bit i of `cleared`: row y + i was full and has been cleared. */
typedef struct df_landing {
    uint16_t y;
    uint32_t cleared;
    uint8_t cleared_count;
} df_landing;

/* Applies the drop: the piece comes to rest, full rows clear, and all rows above a cleared row
 * move down by exactly one (naive gravity). drop->y counts only with rules that
 * have DF_TRAIT_MOVES: there it is the row where the piece comes to rest. If the result is not
 * DF_REFUSAL_NONE the playfield is unchanged and *landing is not written. drop->piece must be
 * an index of `set`, drop->orientation below 4. */
df_refusal df_drop_apply(df_field *field, const df_piece_set *set, const df_drop *drop,
                         df_rules rules, df_landing *landing);

/* How pieces are dealt: at random in several ways, or as a given sequence. */
typedef enum df_deal {
    DF_DEAL_UNIFORM, /* all alike and independent of one another */
    DF_DEAL_BAG,     /* all pieces of the set, shuffled; then all of them again */
    DF_DEAL_NES, /* once more if the die shows the last piece or one side too many (NES 1989) */
    DF_DEAL_GIVEN,  /* a sequence */
    DF_DEAL_TETRIO, /* the seven tetrominoes as in bags of TETR.IO, by a generator of its own */
    DF_DEAL_NULLPOMINO, /* the same as in NullpoMino: by java.util.Random, 1400 pieces, again */
    DF_DEALS,
    DF_DEAL_TETROMINOES =
        DF_DEAL_TETRIO /* these and those after it deal the tetrominoes only */
} df_deal;

/* Their names, such as "bag". */
extern const char *const df_deal_names[DF_DEALS];

#define DF_DEAL_MAX_BAG 1024

/* Deals pieces. Plain data; `given` is borrowed. */
typedef struct df_dealer {
    df_random random;
    df_deal deal;
    const uint16_t *given;
    size_t given_count;
    size_t pieces; /* of the set */
    size_t at;     /* next of the bag, or of the sequence */
    uint16_t last;
    uint32_t lehmer;           /* the state of DF_DEAL_TETRIO */
    uint64_t java, java_begin; /* that of DF_DEAL_NULLPOMINO now and at first, */
    unsigned bags;             /* and the bags that it has dealt since then */
    uint16_t bag[DF_DEAL_MAX_BAG];
} df_dealer;

/* Begins a deal of `pieces` pieces; `number` is that of the game, and separates games with one
 * seed. `given` of `given_count` indices is looked at only with DF_DEAL_GIVEN, and borrowed.
 * DF_DEAL_TETRIO and DF_DEAL_NULLPOMINO deal indices of df_piece_set_tetrominoes, and add the
 * number to the seed. DF_ERROR_ARGUMENT: no pieces, one that is not below `pieces` in the
 * sequence, more than DF_DEAL_MAX_BAG with DF_DEAL_BAG, or other than seven with those two. */
df_status df_dealer_begin(df_dealer *dealer, df_deal deal, size_t pieces, const uint16_t *given,
                          size_t given_count, uint64_t seed, uint64_t number);

/* Returns the index of the next piece; -1 after the end of a sequence. */
int df_dealer_next(df_dealer *dealer);

DF_END_DECLARATIONS

#endif
