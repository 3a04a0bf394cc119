/* All ways to fill the squares of a drawing. */
#include <stdlib.h>

#include "clear_settings.h"
#include "cli/base/message.h"
#include "cli/piece/field_file.h"
#include "cli/piece/piece_letters.h"

enum { DRAWING_PIECE = 4 }; /* squares */

/* A drawing as a question. */
typedef struct clear_drawing {
    clear_question question; /* its field is the one at first; its solver is owned */
    df_field *start;
} clear_drawing;

static void drawing_free(clear_drawing *self)
{
    df_clear_solver_free(self->question.solver);
    df_field_free(self->start);
}

/* True if the piece of a square of a drawing is among letters. */
static bool drawing_has(const char *letters, unsigned square)
{
    for (; *letters != '\0'; letters++) {
        if (1 + piece_letter_number(piece_letter(*letters)) == (int)square)
            return true;
    }
    return false;
}

/* Takes the squares of a field apart by letters. */
static void drawing_read_squares(clear_drawing *self, const df_field *field, const char *must,
                                 const char *may)
{
    for (unsigned i = 0; i < field->width * field->height; i++) {
        const unsigned square = df_field_square(field, i % field->width, i / field->width);
        const uint64_t bit = UINT64_C(1) << i;
        const bool is_piece = square > 0 && square < FIELD_FILE_OTHER;
        if (is_piece && drawing_has(must, square))
            self->question.must |= bit;
        else if (is_piece && drawing_has(may, square))
            self->question.may |= bit;
        else if (square > 0)
            df_field_set(self->start, i % field->width, i / field->width, FIELD_FILE_OTHER);
    }
}

/* Returns the letters of the squares of a setup that have to be filled. */
static const char *drawing_must(const clear_settings *chosen)
{
    return chosen->must != NULL ? chosen->must : "I";
}

/* Refuses a drawing with nothing to fill, and names the letters that it has. */
static cli_status drawing_refuse_empty(const clear_question *question, const char *name,
                                       const df_field *field)
{
    const char *must = drawing_must(question->chosen);
    char drawn[DF_TETROMINOES + 1] = "";
    size_t count = 0;
    for (unsigned piece = 0; piece < DF_TETROMINOES; piece++) {
        for (unsigned i = 0; i < field->width * field->height; i++) {
            if (df_field_square(field, i % field->width, i / field->width) == 1 + piece) {
                drawn[count++] = "IOTSZJL"[piece];
                break;
            }
        }
    }
    if (count > 0)
        return message(
            "%s: no square is to be filled, since none has a letter of %s; add --must %s", name,
            must, drawn);
    return message("%s: no square is to be filled; draw them with %s, in a fumen as squares of "
                   "that piece",
                   name, must);
}

static cli_status drawing_create(clear_drawing *self, const clear_question *question,
                                 const char *name, const df_field *field)
{
    const clear_settings *chosen = question->chosen;
    *self = (clear_drawing){.question = *question};
    self->question.solver = NULL;
    if (field->height > DF_CLEAR_SOLVER_MAX_ROWS ||
        field->width * field->height > DF_CLEAR_SOLVER_MAX_SQUARES)
        return message("%s: the drawing has %u columns and %u rows; it may have %d rows and %d "
                       "squares",
                       name, (unsigned)field->width, (unsigned)field->height,
                       DF_CLEAR_SOLVER_MAX_ROWS, DF_CLEAR_SOLVER_MAX_SQUARES);
    if (df_field_create(&self->start, field->width, field->height) != DF_OK)
        return message("out of memory");
    drawing_read_squares(self, field, drawing_must(chosen),
                         chosen->may != NULL ? chosen->may : "O");
    cli_status status = GO_ON;
    for (unsigned y = 0; y < field->height && status == GO_ON; y++) {
        if (self->start->row[y] == UINT64_MAX >> (DF_NARROW_MAX_WIDTH - self->start->width))
            status = message("%s: row %u, from the bottom, is full; clear it", name, y + 1);
    }
    if (status == GO_ON && self->question.must == 0)
        status = drawing_refuse_empty(question, name, field);
    self->question.field = self->start;
    self->question.rows = field->height;
    if (status == GO_ON)
        status = clear_make_solver(&self->question, true);
    if (status != GO_ON)
        drawing_free(self);
    return status;
}

/* Checks that an option has letters of pieces. */
static cli_status drawing_check_letters(const char *option, const char *letters)
{
    if (letters != NULL && letters[0] == '\0')
        return message_usage("clear", "%s needs letters of IOTSZJL", option);
    for (; letters != NULL && *letters != '\0'; letters++) {
        if (piece_letter_number(piece_letter(*letters)) < 0)
            return message_usage("clear", "%s needs letters of IOTSZJL, not '%c'", option,
                                 *letters > ' ' && *letters <= '~' ? *letters : '?');
    }
    return GO_ON;
}

static size_t drawing_count(uint64_t squares)
{
    size_t count = 0;
    for (; squares != 0; squares &= squares - 1)
        count++;
    return count;
}

cli_status clear_setup(const clear_question *question)
{
    df_field *field = NULL;
    clear_drawing drawing;
    cli_status status = drawing_check_letters("--must", question->chosen->must);
    if (status == GO_ON && question->chosen->may != NULL && question->chosen->may[0] != '\0')
        status = drawing_check_letters("--may", question->chosen->may);
    if (status != GO_ON)
        return status;
    const field_wish wish = {.page = (size_t)question->chosen->page, .keeps_rows = true};
    status = field_file_read(question->operands[0], &wish, &field);
    if (status != GO_ON)
        return status;
    status = drawing_create(&drawing, question, input_name(question->operands[0]), field);
    if (status == GO_ON) {
        const size_t drops =
            drawing_count(drawing.question.must | drawing.question.may) / DRAWING_PIECE;
        status = clear_queues_cut(&drawing.question, drops < DF_CLEAR_SOLVER_MAX_DROPS
                                                         ? drops
                                                         : DF_CLEAR_SOLVER_MAX_DROPS);
        if (status == GO_ON)
            status = clear_path(&drawing.question);
        drawing_free(&drawing);
    }
    df_field_free(field);
    return status;
}
