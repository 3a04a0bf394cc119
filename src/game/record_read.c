/* Reads the format `dropforge-game 1` line by line; the first thing that is wrong ends it. */
#include <stdlib.h>
#include <string.h>

#include "core/base/array.h"
#include "core/base/error.h"
#include "core/board/turns.h"
#include "core/format/line_reader.h"
#include "game.h"

enum { FIELD, SEED, DEAL, TURNS, OTHERS }; /* bits of `seen`; the options follow */

static const line_format format = {RECORD_MAGIC, "'" RECORD_MAGIC " 1'", "game"};

typedef struct record_reader {
    line_reader lines;
    piece_list pieces;
    turns_table table;   /* of lines 'turns' */
    df_piece_set *usual; /* what they are when the record has none */
    df_game_record *record;
    bool rules; /* have been read */
    bool begun; /* the first of the buttons has */
    bool ended;
    uint32_t seen;   /* options that were read */
    df_field *drawn; /* rows of the starting field, read from its top; NULL: none */
    unsigned rows;
    size_t given_capacity, stroke_capacity;
} record_reader;

/* Finds a word in a list of words. */
static df_status read_choice(record_reader *reader, const char *want, const char *const *words,
                             size_t count, unsigned *choice)
{
    text_span word;
    df_scan_word(&reader->lines.scan, &word);
    for (unsigned i = 0; i < count; i++) {
        if (df_span_equals(word, words[i])) {
            *choice = i;
            return DF_OK;
        }
    }
    df_line_complain_of_want(&reader->lines, word, want, "; use one of");
    for (unsigned i = 0; i < count; i++)
        df_error_append(reader->lines.error, " %s", words[i]);
    return DF_ERROR_INPUT;
}

static df_status read_long(record_reader *reader, const char *want, uint64_t *number)
{
    text_span word;
    df_scan_word(&reader->lines.scan, &word);
    if (df_span_long_number(word, UINT64_MAX, number))
        return DF_OK;
    return df_line_complain_of_want(&reader->lines, word, want,
                                    "; write a number of decimal digits");
}

/* Takes the usual pieces if the record has none of its own. */
static df_status need_pieces(record_reader *reader)
{
    if (reader->pieces.set != NULL)
        return DF_OK;
    df_status status = df_game_tetrominoes(&reader->usual, reader->record->options.kind);
    if (status == DF_OK)
        status = df_piece_list_borrow(&reader->pieces, reader->usual);
    return status;
}

static df_status record_read_rules(record_reader *reader, text_span keyword)
{
    if (reader->rules)
        return df_line_complain(&reader->lines, keyword,
                                "'rules' comes twice; remove this line");
    const char *names[DF_GAME_KINDS];
    for (unsigned i = 0; i < DF_GAME_KINDS; i++)
        names[i] = df_games[i]->name;
    unsigned kind = 0;
    const df_status status =
        read_choice(reader, "a name of rules", names, DF_GAME_KINDS, &kind);
    if (status != DF_OK)
        return status;
    reader->record->options = df_game_defaults((df_game_kind)kind, NULL, 0);
    reader->record->options.deal = df_game_find_rules((df_game_kind)kind)->deal;
    reader->rules = true;
    return DF_OK;
}

static df_status record_read_field(record_reader *reader)
{
    df_game_options *options = &reader->record->options;
    text_span word;
    df_status status = df_line_read_number(&reader->lines, "a width", 1, DF_NARROW_MAX_WIDTH,
                                           &options->width, &word);
    if (status == DF_OK)
        status = df_line_read_number(&reader->lines, "a height", 1, DF_FIELD_MAX_HEIGHT,
                                     &options->height, &word);
    return status;
}

/* Reads a line `turns NAME`, or one of a table of kicks. */
static df_status record_read_turns(record_reader *reader)
{
    df_game_options *options = &reader->record->options;
    df_rules rules = DF_RULES_TABLE;
    text_span word;
    const bool is_table = df_turns_line_is_next(&reader->lines);
    const df_game_traits *traits = df_games[options->kind];
    if (is_table && df_game_has_rules(traits, rules)) {
        options->rules = rules;
        return df_turns_line_read(&reader->lines, &reader->table);
    }
    df_scan_word(&reader->lines.scan, &word);
    if (!df_rules_find(&rules, word.bytes, word.length) || rules == DF_RULES_TABLE ||
        !df_game_has_rules(traits, rules))
        return df_line_complain_of_want(&reader->lines, word, "a name of turns",
                                        "; use those of docs/format/game.md");
    options->rules = rules;
    return DF_OK;
}

static df_status read_option(record_reader *reader, const game_option *option)
{
    unsigned number = 0;
    text_span word;
    const df_status status = df_line_read_number(&reader->lines, option->name, option->min,
                                                 option->max, &number, &word);
    if (status != DF_OK)
        return status;
    df_game_option_put(&reader->record->options, option, number);
    return DF_OK;
}

static df_status add_given(record_reader *reader, unsigned piece)
{
    df_game_record *record = reader->record;
    df_game_options *options = &record->options;
    const df_status status =
        ARRAY_RESERVE(record->given, reader->given_capacity, options->given_count, 1);
    if (status == DF_OK)
        record->given[options->given_count++] = (uint16_t)piece;
    return status;
}

static df_status read_given(record_reader *reader)
{
    text_span word;
    df_status status = need_pieces(reader);
    while (status == DF_OK && df_scan_word(&reader->lines.scan, &word)) {
        unsigned piece = 0;
        status = df_piece_word_find(&reader->lines, &reader->pieces, word, &piece);
        if (status == DF_OK)
            status = add_given(reader, piece);
    }
    return status;
}

static df_status record_read_piece(record_reader *reader, text_span keyword)
{
    if (reader->record->options.given_count > 0 || reader->usual != NULL)
        return df_line_complain(&reader->lines, keyword,
                                "a piece after those that are given; move it above them");
    return df_piece_line_read(&reader->lines, &reader->pieces);
}

/* Reads a line `row SQUARES`. */
static df_status record_read_row(record_reader *reader, text_span keyword)
{
    const df_game_options *options = &reader->record->options;
    if (reader->pieces.set != NULL && reader->usual == NULL)
        return df_line_complain(&reader->lines, keyword,
                                "rows go only with tetrominoes; remove the pieces or the rows");
    df_status status = need_pieces(reader);
    if (status == DF_OK && reader->drawn == NULL)
        status = df_field_create(&reader->drawn, options->width, options->height);
    if (status != DF_OK)
        return status;
    if (reader->rows == reader->drawn->height)
        return df_line_complain(&reader->lines, keyword,
                                "more rows than the playfield has; remove this line or make "
                                "the playfield taller");
    return df_row_line_read(&reader->lines, reader->usual, reader->drawn,
                            reader->drawn->height - ++reader->rows);
}

/* Finds the number of an option in `seen`, or -1. */
static int record_read_find_option(text_span keyword)
{
    static const char *const others[OTHERS] = {
        [FIELD] = "field", [SEED] = "seed", [DEAL] = "deal", [TURNS] = "turns"};
    for (int i = 0; i < OTHERS; i++) {
        if (df_span_equals(keyword, others[i]))
            return i;
    }
    for (int i = 0; i < GAME_OPTIONS; i++) {
        if (df_span_equals(keyword, df_game_option_table[i].name))
            return OTHERS + i;
    }
    return -1;
}

static df_status read_one(record_reader *reader, int option, text_span keyword)
{
    df_game_options *options = &reader->record->options;
    unsigned deal = 0;
    df_status status;
    switch (option) {
    case FIELD:
        if (reader->drawn != NULL)
            return df_line_complain(&reader->lines, keyword,
                                    "the size after a row; move it above all rows");
        return record_read_field(reader);
    case SEED:
        return read_long(reader, "a seed", &options->seed);
    case DEAL:
        status = read_choice(reader, "a way to deal", df_record_deals, RECORD_DEALS, &deal);
        if (status == DF_OK)
            options->deal = (df_game_deal)deal;
        return status;
    case TURNS:
        return record_read_turns(reader);
    default:
        return read_option(reader, &df_game_option_table[option - OTHERS]);
    }
}

static df_status record_read_setting(record_reader *reader, text_span keyword)
{
    if (df_span_equals(keyword, "rules"))
        return record_read_rules(reader, keyword);
    if (!reader->rules)
        return df_line_complain(&reader->lines, keyword,
                                "the rules are missing; begin with 'rules NAME'");
    if (df_span_equals(keyword, "piece"))
        return record_read_piece(reader, keyword);
    if (df_span_equals(keyword, "given"))
        return read_given(reader);
    if (df_span_equals(keyword, "row"))
        return record_read_row(reader, keyword);
    const int option = record_read_find_option(keyword);
    if (option < 0)
        return df_line_complain_of_word(&reader->lines, keyword,
                                        " is no option, and no tick; docs/format/game.md lists "
                                        "them");
    /* A table of kicks has many lines. */
    const bool goes_on = option == TURNS && df_turns_line_is_next(&reader->lines) &&
                         reader->record->options.rules == DF_RULES_TABLE;
    if ((reader->seen >> option & 1) != 0 && !goes_on)
        return df_line_complain_of_word(&reader->lines, keyword,
                                        " comes twice; remove this line");
    reader->seen |= UINT32_C(1) << option;
    return read_one(reader, option, keyword);
}

/* Ends the table of kicks: gives the pieces its kicks. */
static df_status record_end_table(record_reader *reader, text_span at)
{
    df_piece_set **set = &reader->record->set, *kicked = NULL;
    const text_scan *scan = &reader->lines.scan;
    const df_status status = df_turns_table_end(&reader->lines, &reader->table, scan->number,
                                                df_scan_column(scan, at), *set, &kicked);
    if (status != DF_OK)
        return status;
    df_piece_set_free(*set);
    *set = kicked;
    return DF_OK;
}

/* Checks, once all options are known, that such a game is possible. */
static df_status begin_game(record_reader *reader, text_span at)
{
    df_game_record *record = reader->record;
    if (reader->begun)
        return DF_OK;
    if (!reader->rules)
        return df_line_complain(&reader->lines, at,
                                "the rules are missing; begin with 'rules NAME'");
    reader->begun = true;
    df_status status = need_pieces(reader);
    if (status == DF_OK && reader->drawn != NULL)
        status =
            df_row_lines_lay(&record->begin, reader->drawn, reader->rows, DF_TETROMINOES + 1);
    if (status != DF_OK)
        return status;
    record->set = reader->usual;
    reader->usual = NULL;
    if (record->set == NULL)
        record->set = df_piece_list_take(&reader->pieces);
    if (record->options.rules == DF_RULES_TABLE)
        status = record_end_table(reader, at);
    if (status != DF_OK)
        return status;
    record->options.set = record->set;
    record->options.given = record->given;
    record->options.begin = record->begin;
    df_game *game = NULL;
    df_error reason = {0};
    status = df_game_create(&game, &record->options, &reason);
    df_game_free(game);
    return status == DF_ERROR_ARGUMENT ? df_line_complain(&reader->lines, at, "%s", reason.text)
                                       : status;
}

static df_status add_stroke(record_reader *reader, const df_game_stroke *stroke)
{
    df_game_record *record = reader->record;
    const df_status status =
        ARRAY_RESERVE(record->strokes, reader->stroke_capacity, record->count, 1);
    if (status == DF_OK)
        record->strokes[record->count++] = *stroke;
    return status;
}

static df_status check_order(record_reader *reader, text_span word, uint64_t tick)
{
    const df_game_record *record = reader->record;
    if (record->count == 0 || tick >= record->strokes[record->count - 1].tick)
        return DF_OK;
    return df_line_complain_of_word(&reader->lines, word,
                                    " is before the tick of the line above; put the lines in "
                                    "order");
}

/* Reads the rest of a line `TICK +BUTTON` or `TICK -BUTTON`. */
static df_status read_stroke(record_reader *reader, text_span at, uint64_t tick)
{
    df_game_stroke stroke = {.tick = tick};
    text_span word;
    df_status status = begin_game(reader, at);
    if (status == DF_OK)
        status = check_order(reader, at, tick);
    if (status != DF_OK)
        return status;
    df_scan_word(&reader->lines.scan, &word);
    const text_span name = {word.bytes + 1, word.length - 1};
    for (uint8_t i = 0; word.length > 1 && i < DF_GAME_BUTTONS; i++) {
        if ((word.bytes[0] != '+' && word.bytes[0] != '-') ||
            !df_span_equals(name, df_record_buttons[i]))
            continue;
        stroke.button = i;
        stroke.pressed = word.bytes[0] == '+';
        return add_stroke(reader, &stroke);
    }
    return df_line_complain_of_want(&reader->lines, word, "a button",
                                    "; write '+' where it is pressed and '-' where it is "
                                    "released, and then left, right, soft, hard, clockwise, "
                                    "anticlockwise, half-turn or hold");
}

static df_status record_read_end(record_reader *reader, text_span keyword)
{
    df_status status = begin_game(reader, keyword);
    if (status == DF_OK)
        status = read_long(reader, "a tick", &reader->record->ticks);
    if (status == DF_OK)
        status = check_order(reader, keyword, reader->record->ticks);
    reader->ended = true;
    return status;
}

static df_status record_read_line(record_reader *reader)
{
    text_span word;
    uint64_t tick = 0;
    df_status status = df_line_check(&reader->lines);
    if (status != DF_OK || !df_scan_word(&reader->lines.scan, &word) || word.bytes[0] == '#')
        return status;
    if (reader->ended)
        return df_line_complain(&reader->lines, word, "there is more after 'end'; remove it");
    if (df_span_equals(word, "end"))
        status = record_read_end(reader, word);
    else if (df_span_long_number(word, UINT64_MAX, &tick))
        status = read_stroke(reader, word, tick);
    else if (reader->begun)
        status = df_line_complain_of_want(&reader->lines, word, "a tick",
                                          "; move options above all ticks");
    else
        status = record_read_setting(reader, word);
    return status == DF_OK ? df_line_read_end(&reader->lines, "shorter") : status;
}

static df_status record_read_all(record_reader *reader)
{
    df_status status = df_line_read_head(&reader->lines);
    while (status == DF_OK && df_scan_line(&reader->lines.scan))
        status = record_read_line(reader);
    if (status == DF_OK && !reader->ended)
        status = df_error_set_at(reader->lines.error, reader->lines.scan.number + 1, 1,
                                 "the end is missing; add 'end TICK'");
    return status;
}

df_status df_game_record_read(df_game_record **record, const char *text, size_t length,
                              df_error *error)
{
    record_reader reader = {.lines = {.format = &format, .error = error}};
    reader.record = calloc(1, sizeof *reader.record);
    if (reader.record == NULL)
        return DF_ERROR_MEMORY;
    df_scan_begin(&reader.lines.scan, text, length);
    const df_status status = record_read_all(&reader);
    df_piece_list_free(&reader.pieces);
    df_piece_set_free(reader.usual);
    df_field_free(reader.drawn);
    if (status == DF_OK)
        *record = reader.record;
    else
        df_game_record_free(reader.record);
    return status;
}
