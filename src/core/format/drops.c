/* The reader goes through the text once, line by line and word by word, and plays the plan
 * as it goes. It keeps no more than the plan and one playfield, so memory is bounded by the
 * length of the text whatever the text says; the first thing that is wrong ends it. */
#include "core/board/turns.h"
#include "core/format/plan_texts.h"
#include "dropforge/plan.h"

#include <string.h>

#include "core/base/error.h"
#include "core/board/drop.h"
#include "core/board/plan_deal.h"
#include "core/board/shape.h"
#include "line_reader.h"

#define MAGIC "dropforge-drops"
#define BLOCK_MARK "# block"
#define FRAME_MARK "# frame"

/* True of rules that a line 'rules' can name. Without one they are DF_RULES_HARDDROP. */
static bool are_named(df_rules rules)
{
    return df_rules_have(rules, DF_TRAIT_PLANS | DF_TRAIT_MOVES) && rules != DF_RULES_TABLE;
}

static const line_format format = {MAGIC, "'" MAGIC " 1'", "drop list"};

typedef struct drops_reader {
    line_reader lines;
    piece_list pieces; /* the caller's, or those of the lines 'piece' */
    df_plan *plan;     /* NULL until the line 'field' */
    df_field *field;   /* the plan is played as it is read */
    df_dealer dealer;  /* of the line 'deal' */
    df_hand hand;      /* from which the drops take their pieces */
    unsigned rows;     /* lines 'row' that have been read */
    bool lies;         /* their squares lie in `field`, and `plan` has them */
    turns_table table; /* of lines 'rules' */
    bool kicked;       /* the pieces have its kicks */
    bool block;        /* the next drop begins a block */
    bool rules;        /* a line 'rules' has been read */
    bool color;        /* a line 'color' has been begun */
} drops_reader;

/* Reads a line `field W H` and makes the plan, which all other lines need. */
static df_status drops_read_field(drops_reader *reader, text_span keyword)
{
    if (reader->plan != NULL)
        return df_line_complain(&reader->lines, keyword,
                                "'field' comes twice; remove this line");
    unsigned width = 0, height = 0;
    text_span word;
    df_status status =
        df_line_read_number(&reader->lines, "a width", 1, DF_FIELD_MAX_WIDTH, &width, &word);
    if (status == DF_OK)
        status = df_line_read_number(&reader->lines, "a height", 1, DF_FIELD_MAX_HEIGHT,
                                     &height, &word);
    if (status == DF_OK)
        status = df_line_read_end(&reader->lines, "'field WIDTH HEIGHT'");
    if (status == DF_OK)
        status = df_plan_create(&reader->plan, width, height, reader->pieces.set);
    if (status == DF_OK)
        status = df_field_create(&reader->field, width, height);
    return status;
}

/* Ends the list of pieces: gives the plan those that the list has, if any. */
static df_status end_pieces(drops_reader *reader)
{
    df_piece_set *set = df_piece_list_take(&reader->pieces);
    if (set == NULL)
        return DF_OK;
    const df_status status = df_plan_adopt(reader->plan, set);
    if (status != DF_OK)
        df_piece_set_free(set);
    return status;
}

/* True if a square of the rows is one of a piece. */
static bool drops_has_letters(const drops_reader *reader)
{
    const df_field *field = reader->field;
    bool has = false;
    for (size_t i = 0; reader->rows > 0 && i < (size_t)field->width * field->height; i++)
        has = has || (field->square[i] > 0 && field->square[i] <= DF_TETROMINOES);
    return has;
}

/* Reads a line `piece NAME DRAWING`. */
static df_status drops_read_piece(drops_reader *reader, text_span keyword)
{
    if (reader->color || reader->plan->count > 0)
        return df_line_complain(&reader->lines, keyword,
                                "a piece after the first colour or drop; move it above them");
    if (reader->plan->deal != NULL)
        return df_line_complain(&reader->lines, keyword,
                                "only the usual pieces can be dealt; remove this line or "
                                "'deal' and 'queue'");
    if (drops_has_letters(reader))
        return df_line_complain(
            &reader->lines, keyword,
            "the starting field can have only the usual pieces; remove this line or the "
            "letters of the lines 'row' but X");
    return df_piece_line_read(&reader->lines, &reader->pieces);
}

/* Reads a line `deal …` or `queue …`. */
static df_status drops_read_deal(drops_reader *reader, text_span keyword)
{
    df_plan *plan = reader->plan;
    const bool is_deal = df_span_equals(keyword, "deal");
    if (plan->count > 0)
        return df_line_complain_of_word(
            &reader->lines, keyword, " after the first drop; move this line above all drops");
    if (is_deal && plan->deal != NULL)
        return df_line_complain(&reader->lines, keyword,
                                "'deal' comes twice; remove this line");
    if (!is_deal && plan->deal == NULL)
        return df_line_complain(&reader->lines, keyword,
                                "a queue without a deal; write 'deal given' above it");
    return (is_deal ? df_deal_line_read : df_queue_line_read)(&reader->lines, plan,
                                                              &reader->dealer);
}

/* Reads a line `row SQUARES`. */
static df_status drops_read_row(drops_reader *reader, text_span keyword)
{
    if (reader->plan->count > 0)
        return df_line_complain(&reader->lines, keyword,
                                "a row after the first drop; move it above all drops");
    if (reader->rows == reader->plan->height)
        return df_line_complain(&reader->lines, keyword,
                                "more rows than the playfield has; remove this line or make "
                                "the playfield taller");
    /* Rows come from the top, and how many there are shows at the end. */
    return df_row_line_read(&reader->lines, reader->plan->set, reader->field,
                            reader->plan->height - ++reader->rows);
}

/* Ends the list of rows: puts them on the floor, and gives them to the plan. */
static df_status end_rows(drops_reader *reader)
{
    if (reader->rows == 0 || reader->lies)
        return DF_OK;
    df_field *field = NULL;
    reader->lies = true;
    const unsigned other = 1 + (unsigned)reader->plan->set->count;
    df_status status = df_row_lines_lay(&field, reader->field, reader->rows, other);
    if (status == DF_OK)
        status = df_plan_set_begin(reader->plan, field);
    if (status == DF_OK)
        status = df_field_copy(reader->field, field);
    df_field_free(field);
    return status;
}

/* Reads a line `color PIECE #rrggbb`. */
static df_status drops_read_color(drops_reader *reader, text_span keyword)
{
    if (reader->plan->count > 0)
        return df_line_complain(&reader->lines, keyword,
                                "a colour after the first drop; move it above all drops");
    reader->color = true;
    const df_status status = end_pieces(reader);
    if (status != DF_OK)
        return status;
    return df_color_line_read(&reader->lines, &reader->pieces, reader->plan->colors);
}

/* Ends the table of kicks, whose errors are at this place: gives the plan a copy of its pieces
 * that have these kicks. */
static df_status drops_end_table(drops_reader *reader, size_t line, size_t column)
{
    df_plan *plan = reader->plan;
    df_piece_set *set = NULL;
    if (plan->rules != DF_RULES_TABLE || reader->kicked)
        return DF_OK;
    reader->kicked = true;
    const df_status status =
        df_turns_table_end(&reader->lines, &reader->table, line, column, plan->set, &set);
    if (status != DF_OK)
        return status;
    df_piece_set_free(plan->own_set);
    plan->own_set = set;
    plan->set = set;
    reader->pieces.set = set;
    return DF_OK;
}

/* Reads a line `rules NAME`, or one of a table of kicks. */
static df_status drops_read_rules(drops_reader *reader, text_span keyword)
{
    const bool is_table = df_turns_line_is_next(&reader->lines);
    if (reader->rules && (!is_table || reader->plan->rules != DF_RULES_TABLE))
        return df_line_complain(&reader->lines, keyword,
                                "'rules' comes twice; remove this line");
    if (reader->plan->count > 0)
        return df_line_complain(&reader->lines, keyword,
                                "rules after the first drop; move this line above all drops");
    if (reader->plan->width > DF_NARROW_MAX_WIDTH)
        return df_line_complain(&reader->lines, keyword,
                                "rules for a playfield of more than 64 columns; remove this "
                                "line or make the playfield narrower");
    reader->rules = true;
    if (is_table) {
        reader->plan->rules = DF_RULES_TABLE;
        return df_turns_line_read(&reader->lines, &reader->table);
    }
    text_span word;
    df_scan_word(&reader->lines.scan, &word);
    df_rules rules;
    if (!df_rules_find(&rules, word.bytes, word.length) || !are_named(rules))
        return df_line_complain_of_want(&reader->lines, word, "a name of rules",
                                        "; use srs, srs+180, nes, nes-console, gameboy, "
                                        "tetrio, ars or nokicks");
    reader->plan->rules = rules;
    return df_line_read_end(&reader->lines, "'rules NAME'");
}

static df_status read_orientation(drops_reader *reader, unsigned *orientation)
{
    text_span word;
    df_scan_word(&reader->lines.scan, &word);
    for (unsigned o = 0; o < DF_ORIENTATIONS; o++) {
        if (word.length == 1 && word.bytes[0] == DF_ORIENTATION_LETTERS[o]) {
            *orientation = o;
            return DF_OK;
        }
    }
    return df_line_complain_of_want(&reader->lines, word, "an orientation",
                                    "; use N, E, S or W");
}

/* Plays the drop; `name` and `row` are where its piece and its Y are written. */
static df_status drops_play(drops_reader *reader, const df_drop *drop, text_span name,
                            text_span row)
{
    df_landing landing;
    const df_refusal refusal =
        df_drop_apply(reader->field, reader->plan->set, drop, reader->plan->rules, &landing);
    const char *piece = reader->plan->set->pieces[drop->piece].name;
    const char orientation = DF_ORIENTATION_LETTERS[drop->orientation];
    if (refusal != DF_REFUSAL_NONE) {
        const char *advice = "; make the playfield larger or mend the drops";
        if (refusal == DF_REFUSAL_OUTSIDE)
            advice = "; choose a smaller column";
        else if (refusal == DF_REFUSAL_NO_REST || refusal == DF_REFUSAL_NO_PATH)
            advice = "; mend this drop or those before it";
        return df_line_complain(&reader->lines, name,
                                "%s %c cannot be dropped in column %u: %s%s", piece,
                                orientation, drop->x, df_refusal_names[refusal], advice);
    }
    if (landing.y != drop->y)
        return df_line_complain(&reader->lines, row,
                                "%s %c comes to rest in row %u, not %u; write that row or mend "
                                "the drops before it",
                                piece, orientation, landing.y, drop->y);
    return DF_OK;
}

/* Takes the piece of a drop from the queue. */
static df_status drops_take_piece(drops_reader *reader, unsigned piece, text_span name)
{
    const df_plan *plan = reader->plan;
    if (plan->deal == NULL || df_hand_take(&reader->hand, plan->deal, piece, NULL))
        return DF_OK;
    df_line_complain(&reader->lines, name,
                     "%s is not at hand: ", plan->set->pieces[piece].name);
    df_hand_put_refusal(reader->lines.error, &reader->hand, plan);
    return DF_ERROR_INPUT;
}

/* Ends what comes before the drops, the first of which is at this place. */
static df_status drops_end(drops_reader *reader, size_t line, size_t column)
{
    df_status status = end_pieces(reader);
    if (status == DF_OK)
        status = drops_end_table(reader, line, column);
    return status == DF_OK ? end_rows(reader) : status;
}

/* Reads a line `PIECE ORIENTATION X Y`. */
static df_status read_drop(drops_reader *reader, text_span name)
{
    unsigned piece = 0, orientation = 0, x = 0, y = 0;
    text_span row;
    const df_plan *plan = reader->plan;
    df_status status =
        drops_end(reader, reader->lines.scan.number, df_scan_column(&reader->lines.scan, name));
    if (status == DF_OK)
        status = df_piece_word_find(&reader->lines, &reader->pieces, name, &piece);
    if (status == DF_OK)
        status = read_orientation(reader, &orientation);
    if (status == DF_OK)
        status = df_line_read_number(&reader->lines, "a column", 0, plan->width - 1u, &x, &row);
    if (status == DF_OK)
        status = df_line_read_number(&reader->lines, "a row", 0, plan->height - 1u, &y, &row);
    if (status == DF_OK)
        status = df_line_read_end(&reader->lines, "'PIECE ORIENTATION X Y'");
    if (status == DF_OK)
        status = drops_take_piece(reader, piece, name);
    if (status != DF_OK)
        return status;
    /* Of orientations that look alike the first is meant: one drop, one way to say it. */
    const df_drop drop = {
        .piece = (uint16_t)piece,
        .orientation = reader->plan->set->pieces[piece].same_as[orientation],
        .x = (uint8_t)x,
        .y = (uint16_t)y,
        .begins_block = reader->block,
    };
    status = drops_play(reader, &drop, name, row);
    if (status != DF_OK)
        return status;
    reader->block = false;
    return df_plan_add(reader->plan, drop);
}

/* Reads a comment, which may mark a frame: with how long it is shown, and how often all. */
static df_status drops_read_frame(drops_reader *reader)
{
    df_plan *plan = reader->plan;
    const text_span line = reader->lines.scan.line;
    const size_t mark = sizeof FRAME_MARK - 1;
    unsigned numbers[2] = {0};
    size_t at = mark, count = 0;
    if (line.length < mark || memcmp(line.bytes, FRAME_MARK, mark) != 0)
        return DF_OK;
    for (; at < line.length && count < 2 && line.bytes[at] == ' '; count++) {
        const char *word = line.bytes + at + 1;
        const char *end = memchr(word, ' ', line.length - at - 1);
        const text_span digits = {word,
                                  end != NULL ? (size_t)(end - word) : line.length - at - 1};
        const unsigned max = count == 0 ? DF_PLAN_MAX_MILLISECONDS : DF_PLAN_MAX_PLAYS;
        if (!df_span_number(digits, max, &numbers[count]) || numbers[count] == 0)
            return DF_OK;
        at += 1 + digits.length;
    }
    if (at < line.length)
        return DF_OK;
    const df_status status = df_plan_add_frame(plan);
    if (status == DF_OK) {
        plan->frames[plan->frame_count - 1].milliseconds = numbers[0];
        plan->plays = numbers[1];
    }
    return status;
}

/* Reads one line after the head. */
static df_status drops_read_statement(drops_reader *reader)
{
    text_span word;
    df_status status = df_line_check(&reader->lines);
    if (status != DF_OK || !df_scan_word(&reader->lines.scan, &word))
        return status;
    if (word.bytes[0] == '#') {
        reader->block = reader->block || df_span_equals(reader->lines.scan.line, BLOCK_MARK);
        return reader->plan != NULL ? drops_read_frame(reader) : DF_OK;
    }
    /* Most lines are drops, and most pieces have names of one letter: no keyword has. */
    if (word.length == 1 && reader->plan != NULL)
        return read_drop(reader, word);
    if (df_span_equals(word, "field"))
        return drops_read_field(reader, word);
    if (reader->plan == NULL)
        return df_line_complain(
            &reader->lines, word,
            "the size of the playfield is missing; begin with 'field WIDTH HEIGHT'");
    if (df_span_equals(word, "color"))
        return drops_read_color(reader, word);
    if (df_span_equals(word, "rules"))
        return drops_read_rules(reader, word);
    if (df_span_equals(word, "piece"))
        return drops_read_piece(reader, word);
    /* A plan with pieces of its own may have some of these names. */
    const bool is_usual = reader->pieces.owned == NULL && reader->plan->own_set == NULL;
    if (is_usual && (df_span_equals(word, "deal") || df_span_equals(word, "queue")))
        return drops_read_deal(reader, word);
    if (is_usual && df_span_equals(word, "row"))
        return drops_read_row(reader, word);
    return read_drop(reader, word);
}

static df_status drops_read_all(drops_reader *reader)
{
    df_status status = df_line_read_head(&reader->lines);
    while (status == DF_OK && df_scan_line(&reader->lines.scan))
        status = drops_read_statement(reader);
    if (status == DF_OK && reader->plan == NULL)
        status =
            df_error_set_at(reader->lines.error, reader->lines.scan.number + 1, 1,
                            "the size of the playfield is missing; add 'field WIDTH HEIGHT'");
    return status == DF_OK ? drops_end(reader, reader->lines.scan.number + 1, 1) : status;
}

df_status df_drops_read(df_plan **plan, const df_piece_set *set, const char *text,
                        size_t length, df_error *error)
{
    drops_reader reader = {.lines = {.format = &format, .error = error}};
    df_scan_begin(&reader.lines.scan, text, length);
    df_status status = df_piece_list_borrow(&reader.pieces, set);
    if (status == DF_OK)
        status = drops_read_all(&reader);
    df_field_free(reader.field);
    df_piece_list_free(&reader.pieces);
    if (status == DF_OK)
        *plan = reader.plan;
    else
        df_plan_free(reader.plan);
    return status;
}

static void write_drop(df_text *text, const df_piece *piece, const df_drop *drop)
{
    if (drop->begins_block)
        df_text_put(text, BLOCK_MARK "\n");
    df_text_format(text, "%s %c %u %u\n", piece->name,
                   DF_ORIENTATION_LETTERS[piece->same_as[drop->orientation]], drop->x, drop->y);
}

/* Marks a frame; behind the last one stands how often all are played. */
static void drops_write_frame(df_text *text, const df_plan *plan, size_t index)
{
    const unsigned milliseconds = plan->frames[index].milliseconds;
    df_text_put(text, FRAME_MARK);
    if (milliseconds > 0)
        df_text_format(text, " %u", milliseconds);
    if (milliseconds > 0 && index + 1 == plan->frame_count && plan->plays > 0)
        df_text_format(text, " %u", plan->plays);
    df_text_put(text, "\n");
}

/* True if each piece is the tetromino of its name: a list that names no pieces has these. */
static bool drops_are_usual(const df_piece_set *set, const df_piece_set *tetrominoes)
{
    for (size_t i = 0; i < set->count; i++) {
        const df_piece *piece = &set->pieces[i];
        const int usual = df_piece_set_find(tetrominoes, piece->name, strlen(piece->name));
        if (usual < 0 || !shapes_are(piece, &tetrominoes->pieces[usual]))
            return false;
    }
    return true;
}

/* Writes the colours in the order of all tetrominoes: some of them are read back as all. */
static void write_usual_colors(df_text *text, const df_plan *plan,
                               const df_piece_set *tetrominoes)
{
    df_plan_color colors[DF_TETROMINOES] = {{0}};
    for (size_t i = 0; i < DF_TETROMINOES; i++) {
        const int piece = df_piece_set_find(plan->set, tetrominoes->pieces[i].name, 1);
        if (piece >= 0)
            colors[i] = plan->colors[piece];
    }
    df_color_lines_write(text, tetrominoes, colors);
}

static df_status drops_write_pieces(df_text *text, const df_plan *plan)
{
    df_piece_set *tetrominoes = NULL;
    const df_status status = df_piece_set_tetrominoes(&tetrominoes);
    if (status != DF_OK)
        return status;
    if (drops_are_usual(plan->set, tetrominoes)) {
        write_usual_colors(text, plan, tetrominoes);
    } else {
        df_piece_lines_write(text, plan->set);
        df_color_lines_write(text, plan->set, plan->colors);
    }
    df_piece_set_free(tetrominoes);
    return DF_OK;
}

df_status df_drops_write(df_text *text, const df_plan *plan)
{
    const df_turns *kicks = plan->rules == DF_RULES_TABLE ? plan->set->pieces[0].kicks : NULL;
    if (plan->rules == DF_RULES_ABOVE || (plan->rules == DF_RULES_TABLE && kicks == NULL) ||
        !df_piece_lines_can_name(plan->set))
        return DF_ERROR_LIMIT;
    df_text_format(text, MAGIC " 1\nfield %u %u\n", plan->width, plan->height);
    if (are_named(plan->rules))
        df_text_format(text, "rules %s\n", df_rules_table[plan->rules].name);
    if (kicks != NULL)
        df_turns_lines_write(text, "rules", kicks);
    if (plan->deal != NULL)
        df_deal_lines_write(text, plan);
    if (plan->begin != NULL)
        df_row_lines_write(text, plan->set, plan->begin);
    const df_status status = drops_write_pieces(text, plan);
    if (status != DF_OK)
        return status;
    size_t frames = 0;
    for (size_t i = 0; i <= plan->count; i++) {
        for (; frames < plan->frame_count && plan->frames[frames].drops <= i; frames++)
            drops_write_frame(text, plan, frames);
        if (i < plan->count)
            write_drop(text, &plan->set->pieces[plan->drops[i].piece], &plan->drops[i]);
    }
    return text->status;
}
