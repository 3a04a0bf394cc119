/* The pieces that a command works with: tetrominoes by their letters, a list of pieces from a
 * file, or all polyominoes of a size. */
#ifndef CLI_PIECE_CHOICE_H
#define CLI_PIECE_CHOICE_H

#include "dropforge/plan.h"
#include "piece_letters.h"

/* More of them would be too many to fill anything with. */
enum { PIECE_CHOICE_MOST_SQUARES = 9 };

/* Which of the polyominoes of a size count as one kind, of which there is one piece each. */
typedef enum piece_class {
    PIECE_CLASS_NONE, /* not said: as free */
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

/* A `take` of options, into piece_options: a value with a dot or a slash, and '-', is a file,
 * and all else letters. */
bool piece_choice_take(void *field, const char *value);
#define PIECE_CHOICE_EXPECTS                                                                   \
    "different letters of IOTSZJL such as JTL, or a file, whose name has a '.' or a '/'"

/* A `take` into a piece_class. */
bool piece_choice_take_class(void *field, const char *value);

/* Refuses options that do not go together; -1 or the exit code after a message. */
int piece_choice_check(const piece_options *options, const char *command);

/* Reads or makes the pieces. -1, or the exit code after a message; either way they are freed
 * with piece_choice_free. */
int piece_choice_make(piece_choice *choice, const piece_options *options);

/* Gives the colours of the pieces to a plan of their set. */
void piece_choice_paint(const piece_choice *choice, df_plan *plan);

void piece_choice_free(piece_choice *choice);

#endif
