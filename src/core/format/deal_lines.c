#include "line_reader.h"

#include <inttypes.h>

#include "core/base/error.h"

#define DEAL_FORM "'deal NAME seed S hold preview N'"

enum {
    DEAL_MAX_PREVIEW = 1000,
    DEAL_BAG = 7,       /* pieces in a word of a queue that is written */
    DEAL_LINE_BAGS = 8, /* words in a line of it */
};

/* Takes the next word if it is this one. */
static bool deal_line_take(line_reader *reader, const char *wanted)
{
    const text_scan before = reader->scan;
    text_span word;
    if (df_scan_word(&reader->scan, &word) && df_span_equals(word, wanted))
        return true;
    reader->scan = before;
    return false;
}

static df_status deal_line_read_seed(line_reader *reader, uint64_t *seed)
{
    text_span word;
    if (!deal_line_take(reader, "seed")) {
        df_scan_word(&reader->scan, &word);
        return df_line_complain_of_want(reader, word, "the seed of the deal",
                                        "; write 'seed' and a number");
    }
    df_scan_word(&reader->scan, &word);
    if (df_span_long_number(word, UINT64_MAX, seed))
        return DF_OK;
    return df_line_complain_of_want(reader, word, "a seed",
                                    "; write a number from 0 to 18446744073709551615");
}

/* Reads what follows the name of a deal. */
static df_status deal_line_read_rest(line_reader *reader, df_plan_deal *deal)
{
    df_status status = DF_OK;
    if (deal->deal != DF_DEAL_GIVEN)
        status = deal_line_read_seed(reader, &deal->seed);
    if (status != DF_OK)
        return status;
    deal->hold = deal_line_take(reader, "hold");
    if (deal_line_take(reader, "preview")) {
        unsigned preview = 0;
        text_span word;
        status = df_line_read_number(reader, "a preview", 0, DEAL_MAX_PREVIEW, &preview, &word);
        deal->preview = (uint16_t)preview;
    }
    return status == DF_OK ? df_line_read_end(reader, DEAL_FORM) : status;
}

df_status df_deal_line_read(line_reader *reader, df_plan *plan, df_dealer *dealer)
{
    df_plan_deal deal = {.preview = DF_PREVIEW_ALL};
    text_span word;
    df_scan_word(&reader->scan, &word);
    deal.deal = df_span_find(word, df_deal_names, DF_DEALS);
    if (deal.deal == DF_DEALS)
        return df_line_complain_of_want(reader, word, "a deal",
                                        "; use bag, nes, uniform, tetrio, nullpomino or given");
    df_status status = deal_line_read_rest(reader, &deal);
    if (status == DF_OK)
        status = df_plan_set_deal(plan, &deal);
    if (status == DF_OK)
        status = df_dealer_begin(dealer, deal.deal, plan->set->count, NULL, 0, deal.seed, 0);
    return status;
}

/* Reads the pieces of one word. */
static df_status queue_read_word(line_reader *reader, df_plan *plan, df_dealer *dealer,
                                 text_span word)
{
    df_status status = DF_OK;
    for (size_t i = 0; status == DF_OK && i < word.length; i++) {
        const text_span letter = {word.bytes + i, 1};
        const int piece = df_piece_set_find(plan->set, letter.bytes, 1);
        if (piece < 0)
            return df_line_complain_of_word(reader, letter,
                                            " is no piece; use letters of IOTSZJL");
        const int dealt = plan->deal->deal == DF_DEAL_GIVEN ? piece : df_dealer_next(dealer);
        if (piece != dealt)
            return df_line_complain(reader, letter,
                                    "this deal has %s here, not %s; mend the queue or the "
                                    "seed, or write 'deal given'",
                                    plan->set->pieces[dealt].name,
                                    plan->set->pieces[piece].name);
        status = df_plan_add_dealt(plan, (unsigned)piece);
    }
    return status;
}

df_status df_queue_line_read(line_reader *reader, df_plan *plan, df_dealer *dealer)
{
    text_span word;
    df_status status = DF_OK;
    if (!df_scan_word(&reader->scan, &word))
        return df_line_complain_of_want(reader, word, "pieces", "; use letters of IOTSZJL");
    do
        status = queue_read_word(reader, plan, dealer, word);
    while (status == DF_OK && df_scan_word(&reader->scan, &word));
    return status;
}

void df_deal_lines_write(df_text *text, const df_plan *plan)
{
    const df_plan_deal *deal = plan->deal;
    df_text_format(text, "deal %s", df_deal_names[deal->deal]);
    if (deal->deal != DF_DEAL_GIVEN)
        df_text_format(text, " seed %" PRIu64, deal->seed);
    if (deal->hold)
        df_text_put(text, " hold");
    if (deal->preview != DF_PREVIEW_ALL)
        df_text_format(text, " preview %u", deal->preview);
    df_text_put_char(text, '\n');
    for (size_t i = 0; i < deal->count; i++) {
        if (i % (DEAL_LINE_BAGS * DEAL_BAG) == 0)
            df_text_put(text, i == 0 ? "queue " : "\nqueue ");
        else if (i % DEAL_BAG == 0)
            df_text_put_char(text, ' ');
        df_text_put(text, plan->set->pieces[deal->queue[i]].name);
    }
    if (deal->count > 0)
        df_text_put_char(text, '\n');
}

#define ROW_EMPTY '.'
#define ROW_OTHER 'X' /* a square of no piece */

/* Returns the square that a letter is; -1 if it is none. */
static int row_line_find(const df_piece_set *tetrominoes, const char *letter)
{
    if (*letter == ROW_EMPTY)
        return 0;
    if (*letter == ROW_OTHER)
        return 1 + (int)tetrominoes->count;
    const int piece = df_piece_set_find(tetrominoes, letter, 1);
    return piece < 0 ? -1 : 1 + piece;
}

df_status df_row_line_read(line_reader *reader, const df_piece_set *tetrominoes,
                           df_field *field, unsigned y)
{
    text_span word;
    unsigned filled = 0;
    if (!df_scan_word(&reader->scan, &word) || word.length != field->width) {
        df_line_complain_of_want(reader, word, "a row of the playfield", "");
        df_error_append(reader->error, "; write %u signs", field->width);
        return DF_ERROR_INPUT;
    }
    for (unsigned x = 0; x < field->width; x++) {
        const text_span letter = {word.bytes + x, 1};
        const int square = row_line_find(tetrominoes, letter.bytes);
        if (square < 0)
            return df_line_complain_of_word(reader, letter,
                                            " is no square; use '.', letters of IOTSZJL, or X");
        filled += square > 0;
        (void)df_field_set(field, x, y, (unsigned)square);
    }
    if (filled == field->width)
        return df_line_complain(reader, word, "the row is full; remove this line");
    return df_line_read_end(reader, "'row SQUARES'");
}

df_status df_row_lines_lay(df_field **field, const df_field *read, unsigned rows,
                           unsigned other)
{
    const df_status status = df_field_create(field, read->width, read->height);
    for (unsigned y = 0; status == DF_OK && y < rows; y++) {
        for (unsigned x = 0; x < read->width; x++) {
            const unsigned square = df_field_square(read, x, read->height - rows + y);
            (void)df_field_set(*field, x, y, square > DF_TETROMINOES ? other : square);
        }
    }
    return status;
}

void df_row_lines_write(df_text *text, const df_piece_set *tetrominoes, const df_field *begin)
{
    for (unsigned y = begin->height; y-- > 0;) {
        df_text_put(text, "row ");
        for (unsigned x = 0; x < begin->width; x++) {
            const unsigned square = df_field_square(begin, x, y);
            char sign = ROW_OTHER;
            if (square == 0)
                sign = ROW_EMPTY;
            else if (square <= tetrominoes->count)
                sign = tetrominoes->pieces[square - 1].name[0];
            df_text_put_char(text, sign);
        }
        df_text_put_char(text, '\n');
    }
}
