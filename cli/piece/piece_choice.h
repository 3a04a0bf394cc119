/* The pieces that a command works with: tetrominoes by their letters, a list of pieces from a
 * file, or all polyominoes of a size. */
#pragma once

#include "cli/base/common_options.h"
#include "dropforge/plan.h"
#include "piece_letters.h"

/* Larger ones are too many to fill anything with. */
enum { PIECE_CHOICE_MAX_SQUARES = 9 };

/* Which of the polyominoes of a size count as one kind, of which there is one piece each. */
typedef enum piece_class {
    PIECE_CLASS_NONE, /* not given: as free */
    PIECE_CLASS_FREE, /* a piece and the same piece turned over are one kind */
    PIECE_CLASS_ONE_SIDED,
    PIECE_CLASS_PATH, /* one-sided ones that some walk visits square by square */
} piece_class;

/* All zero bytes: the seven tetrominoes. */
typedef struct piece_options {
    char letters[PIECE_LETTERS_SIZE];
    const char *path; /* of a list of pieces, or NULL */
    unsigned squares; /* of polyominoes, or 0 */
    piece_class kind;
} piece_options;

typedef struct piece_choice {
    df_piece_set *set;
    df_plan_color *colors; /* one for each piece; NULL: chosen by letters, without colours */
    bool turns_over;       /* a piece and the same turned over are one kind */
} piece_choice;

/* Takes a value into piece_options: '-', or with a dot or a slash, a file; otherwise letters.
 * For option_spec. */
bool piece_choice_take(void *field, const char *value);
#define PIECE_CHOICE_EXPECTS                                                                   \
    "different letters of IOTSZJL such as JTL, or a file, whose name has a '.' or a '/'"

/* Refuses options that exclude each other. */
cli_status piece_choice_check(const piece_options *options, const char *command);

/* Reads or makes the pieces. Whatever it returns, piece_choice_free frees them. */
cli_status piece_choice_make(piece_choice *choice, const piece_options *options);

/* Gives the colours of the pieces to a plan of their set. */
void piece_choice_paint(const piece_choice *choice, df_plan *plan);

void piece_choice_free(piece_choice *choice);

/* Reads a table of kicks, and gives them to the pieces of *set; if that is NULL, it becomes the
 * tetrominoes. */
cli_status piece_kicks_read(const char *path, df_piece_set **set);

/* Options of several commands: a piece_choice, and its number of squares. */
#define OPTION_PIECES(at, ...)                                                                 \
    OPTION_TAKEN("pieces", "PIECES", piece_choice_take, at, __VA_ARGS__,                       \
                 .expects = PIECE_CHOICE_EXPECTS, .may_be_file = true)
#define OPTION_OMINO(at, ...)                                                                  \
    OPTION_RANGE("omino", "N", at, 1, PIECE_CHOICE_MAX_SQUARES, __VA_ARGS__)
