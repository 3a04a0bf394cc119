/* Drawings of squares that are to be filled. */
#ifndef CLI_CLEAR_DRAWING_H
#define CLI_CLEAR_DRAWING_H

#include "clear_settings.h"

/* A drawing as a question. It is not moved: the question points into it. */
typedef struct clear_drawing {
    clear_question question; /* its field is the one at first; its solver is owned */
    df_field *start;
    df_clear_target target;
    uint8_t pieces[DF_CLEAR_SOLVER_MAX_SQUARES];
} clear_drawing;

/* Reads the drawings of a file, the pages of a fumen. Returns -1, and the caller frees them
 * with clear_drawing_free_fields; or the exit code after a message. */
int clear_drawing_read(const char *path, df_field ***fields, size_t *count);
void clear_drawing_free_fields(df_field **fields, size_t count);

/* Makes a question about a drawing of one about any: with question->is_setup the squares of
 * some letters are filled by any pieces, else those of each piece by these. Returns -1, and the
 * caller frees it with clear_drawing_free; or the exit code after a message that begins with
 * `name`. */
int clear_drawing_create(clear_drawing *self, const clear_question *question, const char *name,
                         const df_field *field);
void clear_drawing_free(clear_drawing *self);

#endif
