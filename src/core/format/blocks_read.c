/* A block shows where its pieces come to rest, as if no row ever cleared:
 *
 *     CC..   4 -> 2
 *     CC.B   3 -> 1
 *     AABB   2 -> cleared by B
 *     AAB.   1 -> 0
 *
 * The reader drops A, B, C … and keeps for each row of the block which row of the playfield
 * it is now. That begins with A: where A comes to rest, there is its lowest row. When rows
 * of the playfield clear, the rows of the block above move down with them. Every later
 * piece must come to rest in the row that its own lowest row has become.
 *
 * The playfield's height follows from the plan only when all of it is known, so the plan is
 * played in the tallest one; nothing can come to rest differently in one that is tall
 * enough for every move. */
#include "core/format/plan_texts.h"
#include "dropforge/plan.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/error.h"
#include "core/board/piece_list.h"
#include "core/format/line_reader.h"

#define TETROMINO_SQUARES 4
#define CLEARED INT_MIN

/* The squares of one letter of a block, in reading order. */
typedef struct block_letter {
    unsigned count; /* those beyond the fourth are only counted */
    struct {
        unsigned x;
        unsigned line; /* row of the block, from 0 at its top */
    } squares[TETROMINO_SQUARES];
} block_letter;

/* The block that is being read. */
typedef struct block_text {
    size_t first_line;
    unsigned rows;
    block_letter letters[BLOCK_LETTERS];
    /* For each row of the block from its top: the row of the playfield it now is, which is
     * below 0 if only empty rows of the block lie under the floor, or CLEARED. */
    int now[BLOCK_MAX_ROWS];
} block_text;

typedef struct blocks_reader {
    line_reader lines; /* without a format */
    const df_piece_set *set;
    df_plan_color colors[BLOCK_MAX_COLORS];
    df_plan *plan;   /* NULL until the first row of a block gives the width */
    df_field *field; /* the plan is played as it is read, in the tallest playfield */
    block_text block;
} blocks_reader;

/* Begins the error at the first square of a letter of the block, with the letter. */
static df_status complain_of_letter(blocks_reader *reader, unsigned index, const char *what)
{
    const block_letter *letter = &reader->block.letters[index];
    return df_error_set_at(
        reader->lines.error, reader->block.first_line + letter->squares[0].line,
        letter->squares[0].x + 1, "piece '%c' %s", BLOCK_FIRST_LETTER + (int)index, what);
}

/* Returns the current line without the spaces at its end. */
static text_span current_row(const blocks_reader *reader)
{
    text_span row = reader->lines.scan.line;
    while (row.length > 0 && row.bytes[row.length - 1] == ' ')
        row.length--;
    return row;
}

/* Reads the line of colours and the empty line after it. */
static df_status read_colors(blocks_reader *reader)
{
    static const char advice[] = "; write one to three colours of six hexadecimal digits";
    if (!df_scan_line(&reader->lines.scan))
        return df_error_set_at(reader->lines.error, 1, 1, "the text is empty%s", advice);
    text_span word;
    unsigned count = 0;
    while (df_scan_word(&reader->lines.scan, &word)) {
        if (count == BLOCK_MAX_COLORS)
            return df_line_complain(&reader->lines, word,
                                    "more than three colours; they are for J, T and L");
        if (!df_span_color(word, &reader->colors[count].color)) {
            df_line_complain_of_word(&reader->lines, word, " is not a colour");
            df_error_append(reader->lines.error, "%s", advice);
            return DF_ERROR_INPUT;
        }
        reader->colors[count++].given = true;
    }
    if (count == 0)
        return df_line_complain(&reader->lines, reader->lines.scan.line,
                                "the colours are missing%s", advice);
    if (!df_scan_line(&reader->lines.scan))
        return DF_OK;
    const text_span second = current_row(reader);
    if (second.length > 0)
        return df_line_complain(
            &reader->lines, second,
            "the second line must be empty; insert an empty line before it");
    return DF_OK;
}

/* Makes the plan and the playfield once the width is known. */
static df_status begin_plan(blocks_reader *reader, unsigned width)
{
    static const unsigned pieces[BLOCK_MAX_COLORS] = {DF_J, DF_T, DF_L};
    df_status status = df_plan_create(&reader->plan, width, DF_FIELD_MAX_HEIGHT, reader->set);
    if (status == DF_OK)
        status = df_field_create(&reader->field, width, DF_FIELD_MAX_HEIGHT);
    for (unsigned i = 0; status == DF_OK && i < BLOCK_MAX_COLORS; i++)
        reader->plan->colors[pieces[i]] = reader->colors[i];
    return status;
}

/* Checks that a row is as wide as the first of all blocks. */
static df_status blocks_read_check_width(blocks_reader *reader, text_span row)
{
    if (row.length > DF_FIELD_MAX_WIDTH) {
        const text_span beyond = {row.bytes + DF_FIELD_MAX_WIDTH, 1};
        return df_line_complain(&reader->lines, beyond,
                                "a row of more than 256 squares; make it narrower");
    }
    if (reader->plan == NULL)
        return begin_plan(reader, (unsigned)row.length);
    if (row.length == reader->plan->width)
        return DF_OK;
    return df_line_complain(&reader->lines, row,
                            "a row of %zu squares among rows of %u; make all rows equally wide",
                            row.length, reader->plan->width);
}

/* Adds a row to the block. */
static df_status blocks_read_row(blocks_reader *reader, text_span row)
{
    for (size_t x = 0; x < row.length; x++) {
        const char c = row.bytes[x];
        const text_span at = {row.bytes + x, 1};
        if (c != BLOCK_EMPTY && (c < BLOCK_FIRST_LETTER || c > '~'))
            return df_line_complain(&reader->lines, at,
                                    "no such square; use '.' or a letter from 'A' to '~'");
    }
    const df_status status = blocks_read_check_width(reader, row);
    if (status != DF_OK)
        return status;
    block_text *block = &reader->block;
    if (block->rows == BLOCK_MAX_ROWS)
        return df_line_complain(&reader->lines, row,
                                "a block of more than 1024 rows; divide it");
    if (block->rows == 0)
        block->first_line = reader->lines.scan.number;
    for (unsigned x = 0; x < row.length; x++) {
        if (row.bytes[x] == BLOCK_EMPTY)
            continue;
        block_letter *letter = &block->letters[row.bytes[x] - BLOCK_FIRST_LETTER];
        if (letter->count < TETROMINO_SQUARES) {
            letter->squares[letter->count].x = x;
            letter->squares[letter->count].line = block->rows;
        }
        letter->count++;
    }
    block->rows++;
    return DF_OK;
}

/* True if the squares of a letter, which has four, make this shape. */
static bool is_shape(const block_letter *letter, unsigned left, const df_shape *shape)
{
    const unsigned lowest = letter->squares[TETROMINO_SQUARES - 1].line;
    /* The four squares differ, so if all of them are in the shape, they are the shape. */
    for (unsigned i = 0; i < TETROMINO_SQUARES; i++) {
        const unsigned x = letter->squares[i].x - left;
        const unsigned y = lowest - letter->squares[i].line;
        if (x >= shape->width || y >= shape->height || (shape->row[y] >> x & 1) == 0)
            return false;
    }
    return true;
}

/* Finds out which tetromino a letter is, in which orientation and columns. */
static bool blocks_read_identify(const blocks_reader *reader, const block_letter *letter,
                                 df_drop *drop)
{
    unsigned left = letter->squares[0].x;
    for (unsigned i = 1; i < TETROMINO_SQUARES; i++)
        left = letter->squares[i].x < left ? letter->squares[i].x : left;
    for (unsigned piece = 0; piece < DF_TETROMINOES; piece++) {
        for (unsigned o = 0; o < DF_ORIENTATIONS; o++) {
            if (is_shape(letter, left, &reader->set->pieces[piece].shape[o])) {
                drop->piece = (uint16_t)piece;
                drop->orientation = (uint8_t)o;
                drop->x = (uint8_t)left;
                return true;
            }
        }
    }
    return false;
}

/* Checks that the letters follow one another from A and have four squares each; *count is
 * their number. */
static df_status check_letters(blocks_reader *reader, unsigned *count)
{
    const block_letter *letters = reader->block.letters;
    unsigned used = 0;
    for (unsigned i = 0; i < BLOCK_LETTERS; i++) {
        if (letters[i].count == 0)
            continue;
        if (i != used)
            return complain_of_letter(reader, i,
                                      "comes without the letter before it; begin with 'A' and "
                                      "leave none out");
        if (letters[i].count != TETROMINO_SQUARES) {
            complain_of_letter(reader, i, "has ");
            df_error_append(reader->lines.error, "%u square%s; draw a tetromino, which has 4",
                            letters[i].count, letters[i].count == 1 ? "" : "s");
            return DF_ERROR_INPUT;
        }
        used++;
    }
    *count = used;
    return DF_OK;
}

/* Lays the block over the playfield so that its first piece is where it came to rest. */
static void place_block(block_text *block, unsigned y)
{
    const int lowest = (int)block->letters[0].squares[TETROMINO_SQUARES - 1].line;
    for (unsigned i = 0; i < block->rows; i++)
        block->now[i] = (int)y + lowest - (int)i;
}

/* Checks that a piece which came to rest in row y is drawn there. */
static df_status check_rest(blocks_reader *reader, unsigned index, unsigned y)
{
    const block_text *block = &reader->block;
    const block_letter *letter = &block->letters[index];
    for (unsigned i = 0; i < TETROMINO_SQUARES; i++) {
        if (block->now[letter->squares[i].line] == CLEARED)
            return complain_of_letter(reader, index,
                                      "is drawn in a row that is cleared before it comes; "
                                      "begin another block with it");
    }
    const int drawn = block->now[letter->squares[TETROMINO_SQUARES - 1].line];
    if (drawn == (int)y)
        return DF_OK;
    complain_of_letter(reader, index, "comes to rest ");
    df_error_append(reader->lines.error,
                    "%u %s than it is drawn; draw it there or mend the drops before it",
                    (unsigned)abs((int)y - drawn), (int)y > drawn ? "higher" : "lower");
    return DF_ERROR_INPUT;
}

/* Follows the rows of the block when rows of the playfield clear. */
static void blocks_read_clear_rows(block_text *block, const df_landing *landing)
{
    for (unsigned i = 0; i < block->rows; i++) {
        const int row = block->now[i];
        if (row == CLEARED || row < (int)landing->y)
            continue;
        for (int bit = 0; bit < 32 && (int)landing->y + bit <= row; bit++) {
            if ((landing->cleared >> bit & 1) == 0)
                continue;
            if ((int)landing->y + bit == row) {
                block->now[i] = CLEARED;
                break;
            }
            block->now[i]--;
        }
    }
}

/* Plays the piece of one letter. */
static df_status blocks_read_piece(blocks_reader *reader, unsigned index)
{
    df_drop drop = {.begins_block = index == 0};
    if (!blocks_read_identify(reader, &reader->block.letters[index], &drop))
        return complain_of_letter(reader, index,
                                  "is not a tetromino; draw its four squares connected");
    df_landing landing;
    const df_refusal refusal =
        df_drop_apply(reader->field, reader->set, &drop, DF_RULES_HARDDROP, &landing);
    if (refusal != DF_REFUSAL_NONE) {
        complain_of_letter(reader, index,
                           "cannot be dropped there, even in the tallest playfield: ");
        df_error_append(reader->lines.error, "%s; draw wider rows or a lower stack",
                        df_refusal_names[refusal]);
        return DF_ERROR_INPUT;
    }
    drop.y = landing.y;
    if (index == 0)
        place_block(&reader->block, landing.y);
    const df_status status = check_rest(reader, index, landing.y);
    if (status != DF_OK)
        return status;
    if (landing.cleared_count > 0)
        blocks_read_clear_rows(&reader->block, &landing);
    return df_plan_add(reader->plan, drop);
}

/* Plays the block that has been read, if there is one. */
static df_status end_block(blocks_reader *reader)
{
    block_text *block = &reader->block;
    if (block->rows == 0)
        return DF_OK;
    unsigned count = 0;
    df_status status = check_letters(reader, &count);
    if (status != DF_OK)
        return status;
    if (count == 0)
        return df_error_set_at(reader->lines.error, block->first_line, 1,
                               "a block without a piece; draw one or remove the block");
    for (unsigned i = 0; status == DF_OK && i < count; i++)
        status = blocks_read_piece(reader, i);
    block->rows = 0;
    memset(block->letters, 0, sizeof block->letters);
    return status;
}

static df_status blocks_read_all(blocks_reader *reader)
{
    df_status status = read_colors(reader);
    while (status == DF_OK && df_scan_line(&reader->lines.scan)) {
        const text_span row = current_row(reader);
        status = row.length > 0 ? blocks_read_row(reader, row) : end_block(reader);
    }
    if (status == DF_OK)
        status = end_block(reader);
    if (status == DF_OK && reader->plan == NULL)
        status = df_error_set_at(reader->lines.error, reader->lines.scan.number + 1, 1,
                                 "there are no blocks; draw at least one");
    return status;
}

df_status df_blocks_read(df_plan **plan, const df_piece_set *tetrominoes, const char *text,
                         size_t length, df_error *error)
{
    if (!df_piece_set_is_tetrominoes(tetrominoes))
        return DF_ERROR_ARGUMENT;
    /* Its block makes it too large for a small stack. */
    blocks_reader *reader = calloc(1, sizeof *reader);
    if (reader == NULL)
        return DF_ERROR_MEMORY;
    reader->set = tetrominoes;
    reader->lines.error = error;
    df_scan_begin(&reader->lines.scan, text, length);
    df_status status = blocks_read_all(reader);
    if (status == DF_OK)
        status = df_plan_settle(reader->plan, 2u * reader->plan->width, error);
    df_field_free(reader->field);
    if (status == DF_OK)
        *plan = reader->plan;
    else
        df_plan_free(reader->plan);
    free(reader);
    return status;
}
