/* The reader goes through the text once, line by line and word by word, and plays the plan
 * as it goes. It keeps no more than the plan and one playfield, so memory is bounded by the
 * length of the text whatever the text says; the first thing that is wrong ends it.
 *
 * In the mishaps a word of the text is quoted, cut short; advice follows after a semicolon. */
#include "dropforge/drops.h"

#include <string.h>

#include "core/mishap.h"
#include "core/scan.h"

#define MAGIC "dropforge-drops"
#define BLOCK_MARK "# block"

/* What a line 'rules' may say; where there is none the reach is DF_REACH_SPAWN. */
static const struct rules_name {
    const char *name;
    df_reach reach;
} rules_names[] = {{"srs", DF_REACH_SRS}, {"srs+180", DF_REACH_SRS_180}};

#define RULES_NAMES (sizeof rules_names / sizeof rules_names[0])

typedef struct drops_reader {
    text_scan scan;
    const df_piece_set *set;
    df_plan *plan;   /* NULL until the line 'field' */
    df_field *field; /* the plan is played as it is read */
    bool block;      /* the next drop begins a block */
    bool rules;      /* a line 'rules' has been read */
    df_mishap *mishap;
} drops_reader;

/* Begins the mishap at a word of the current line; the caller may add to it. */
static df_status complain(drops_reader *reader, text_span at, const char *what)
{
    df_mishap_begin(reader->mishap, reader->scan.number, df_scan_column(&reader->scan, at),
                    what);
    return DF_ERROR_INPUT;
}

/* Quotes a word that is there and says what is wrong with it. */
static df_status complain_of_word(drops_reader *reader, text_span word, const char *what)
{
    complain(reader, word, "");
    df_mishap_quote(reader->mishap, word);
    df_mishap_put(reader->mishap, what);
    return DF_ERROR_INPUT;
}

/* The word is not what the format wants there; it may be missing. */
static df_status complain_of_want(drops_reader *reader, text_span word, const char *want,
                                  const char *advice)
{
    if (word.length > 0)
        complain_of_word(reader, word, " is not ");
    else
        complain(reader, word, "the line ends where there should be ");
    df_mishap_put(reader->mishap, want);
    df_mishap_put(reader->mishap, advice);
    return DF_ERROR_INPUT;
}

/* The line must have no more words; `form` says what it should be as a whole. */
static df_status read_end_of_line(drops_reader *reader, const char *form)
{
    text_span word;
    if (!df_scan_word(&reader->scan, &word))
        return DF_OK;
    complain_of_word(reader, word, " is too much; the line must be ");
    df_mishap_put(reader->mishap, form);
    return DF_ERROR_INPUT;
}

/* Reads a number between `least` and `most`; `want` says what it is for. */
static df_status read_number(drops_reader *reader, const char *want, unsigned least,
                             unsigned most, unsigned *number, text_span *word)
{
    df_scan_word(&reader->scan, word);
    if (df_span_number(*word, most, number) && *number >= least)
        return DF_OK;
    complain_of_want(reader, *word, want, "; write a number from ");
    df_mishap_put_number(reader->mishap, least);
    df_mishap_put(reader->mishap, " to ");
    df_mishap_put_number(reader->mishap, most);
    return DF_ERROR_INPUT;
}

/* Looks at the whole current line, comments too. */
static df_status check_plain(drops_reader *reader)
{
    const text_span line = reader->scan.line;
    const char *nul = memchr(line.bytes, '\0', line.length);
    if (nul == NULL)
        return DF_OK;
    return complain(reader, (text_span){nul, 1}, "a NUL byte; a drop list is plain text");
}

/* Reads the first line, which tells the format and its version. */
static df_status read_head(drops_reader *reader)
{
    static const char advice[] = "; the first line must be '" MAGIC " 1'";
    text_span word = {0};
    if (!df_scan_line(&reader->scan)) {
        df_mishap_begin(reader->mishap, 1, 1, "the text is empty");
        df_mishap_put(reader->mishap, advice);
        return DF_ERROR_INPUT;
    }
    const df_status status = check_plain(reader);
    if (status != DF_OK)
        return status;
    df_scan_word(&reader->scan, &word);
    /* Programs know the format by the first bytes, so not even a space may come first. */
    if (!df_span_equals(word, MAGIC) || word.bytes != reader->scan.line.bytes) {
        complain(reader, reader->scan.line, "this is not a drop list");
        df_mishap_put(reader->mishap, advice);
        return DF_ERROR_INPUT;
    }
    df_scan_word(&reader->scan, &word);
    if (!df_span_equals(word, "1"))
        return complain_of_want(reader, word, "a version that can be read here", advice);
    return read_end_of_line(reader, "'" MAGIC " 1'");
}

/* Reads a line `field W H` and makes the plan, which all other lines need. */
static df_status read_field(drops_reader *reader, text_span keyword)
{
    if (reader->plan != NULL)
        return complain(reader, keyword, "'field' comes twice; remove this line");
    unsigned width = 0, height = 0;
    text_span word;
    df_status status = read_number(reader, "a width", 1, DF_FIELD_MAX_WIDTH, &width, &word);
    if (status == DF_OK)
        status = read_number(reader, "a height", 1, DF_FIELD_MAX_HEIGHT, &height, &word);
    if (status == DF_OK)
        status = read_end_of_line(reader, "'field WIDTH HEIGHT'");
    if (status == DF_OK)
        status = df_plan_create(&reader->plan, width, height, reader->set);
    if (status == DF_OK)
        status = df_field_create(&reader->field, width, height);
    return status;
}

/* Reads the name of a piece, which is `word`. */
static df_status find_piece(drops_reader *reader, text_span word, unsigned *piece)
{
    const int found = df_piece_set_find(reader->set, word.bytes, word.length);
    if (found < 0) {
        complain_of_want(reader, word, "the name of a piece", "; use one of");
        for (size_t i = 0; i < reader->set->count; i++) {
            df_mishap_put(reader->mishap, " ");
            df_mishap_put(reader->mishap, reader->set->pieces[i].name);
        }
        return DF_ERROR_INPUT;
    }
    *piece = (unsigned)found;
    return DF_OK;
}

/* Reads a line `color PIECE #rrggbb`. */
static df_status read_color(drops_reader *reader, text_span keyword)
{
    if (reader->plan->count > 0)
        return complain(reader, keyword,
                        "a colour after the first drop; move it above all drops");
    text_span word;
    unsigned piece = 0;
    df_scan_word(&reader->scan, &word);
    const df_status status = find_piece(reader, word, &piece);
    if (status != DF_OK)
        return status;
    df_plan_color *color = &reader->plan->colors[piece];
    if (color->given)
        return complain_of_word(reader, word, " already has a colour; remove one of them");
    df_scan_word(&reader->scan, &word);
    const bool has_sign = word.length > 0 && word.bytes[0] == '#';
    if (!has_sign ||
        !df_span_color((text_span){word.bytes + 1, word.length - 1}, &color->color))
        return complain_of_want(reader, word, "a colour",
                                "; write '#' and six hexadecimal digits");
    color->given = true;
    return read_end_of_line(reader, "'color PIECE #rrggbb'");
}

/* Reads a line `rules NAME`. */
static df_status read_rules(drops_reader *reader, text_span keyword)
{
    if (reader->rules)
        return complain(reader, keyword, "'rules' comes twice; remove this line");
    if (reader->plan->count > 0)
        return complain(reader, keyword,
                        "rules after the first drop; move this line above all drops");
    text_span word;
    df_scan_word(&reader->scan, &word);
    for (size_t i = 0; i < RULES_NAMES; i++) {
        if (!df_span_equals(word, rules_names[i].name))
            continue;
        reader->rules = true;
        reader->plan->reach = rules_names[i].reach;
        return read_end_of_line(reader, "'rules NAME'");
    }
    return complain_of_want(reader, word, "a name of rules", "; use srs or srs+180");
}

static df_status read_orientation(drops_reader *reader, unsigned *orientation)
{
    text_span word;
    df_scan_word(&reader->scan, &word);
    for (unsigned o = 0; o < DF_ORIENTATIONS; o++) {
        if (word.length == 1 && word.bytes[0] == df_orientation_letter(o)) {
            *orientation = o;
            return DF_OK;
        }
    }
    return complain_of_want(reader, word, "an orientation", "; use N, E, S or W");
}

static void describe_drop(drops_reader *reader, const df_drop *drop)
{
    const char orientation = df_orientation_letter(drop->orientation);
    df_mishap_put(reader->mishap, reader->set->pieces[drop->piece].name);
    df_mishap_put(reader->mishap, " ");
    df_mishap_put_bytes(reader->mishap, &orientation, 1);
}

/* Plays the drop; `name` and `row` are where its piece and its Y are written. */
static df_status play(drops_reader *reader, const df_drop *drop, text_span name, text_span row)
{
    df_landing landing;
    const df_move move =
        df_drop_apply(reader->field, reader->set, drop, reader->plan->reach, &landing);
    if (move != DF_MOVE_POSSIBLE) {
        complain(reader, name, "");
        describe_drop(reader, drop);
        df_mishap_put(reader->mishap, " cannot be dropped in column ");
        df_mishap_put_number(reader->mishap, drop->x);
        df_mishap_put(reader->mishap, ": ");
        df_mishap_put(reader->mishap, df_move_name(move));
        const char *advice = "; make the playfield larger or mend the drops";
        if (move == DF_MOVE_OUTSIDE)
            advice = "; choose a smaller column";
        else if (move == DF_MOVE_NO_REST || move == DF_MOVE_NO_WAY)
            advice = "; mend this drop or those before it";
        df_mishap_put(reader->mishap, advice);
        return DF_ERROR_INPUT;
    }
    if (landing.y != drop->y) {
        complain(reader, row, "");
        describe_drop(reader, drop);
        df_mishap_put(reader->mishap, " comes to rest in row ");
        df_mishap_put_number(reader->mishap, landing.y);
        df_mishap_put(reader->mishap, ", not ");
        df_mishap_put_number(reader->mishap, drop->y);
        df_mishap_put(reader->mishap, "; write that row or mend the drops before it");
        return DF_ERROR_INPUT;
    }
    return DF_OK;
}

/* Reads a line `PIECE ORIENTATION X Y`. */
static df_status read_drop(drops_reader *reader, text_span name)
{
    unsigned piece = 0, orientation = 0, x = 0, y = 0;
    text_span row;
    const df_plan *plan = reader->plan;
    df_status status = find_piece(reader, name, &piece);
    if (status == DF_OK)
        status = read_orientation(reader, &orientation);
    if (status == DF_OK)
        status = read_number(reader, "a column", 0, plan->width - 1u, &x, &row);
    if (status == DF_OK)
        status = read_number(reader, "a row", 0, plan->height - 1u, &y, &row);
    if (status == DF_OK)
        status = read_end_of_line(reader, "'PIECE ORIENTATION X Y'");
    if (status != DF_OK)
        return status;
    /* Of orientations that look alike the first is meant: one drop, one way to say it. */
    const df_drop drop = {
        .piece = (uint16_t)piece,
        .orientation = reader->set->pieces[piece].same_as[orientation],
        .x = (uint8_t)x,
        .y = (uint16_t)y,
        .begins_block = reader->block,
    };
    status = play(reader, &drop, name, row);
    if (status != DF_OK)
        return status;
    reader->block = false;
    return df_plan_add(reader->plan, drop);
}

/* Reads one line after the head. */
static df_status read_statement(drops_reader *reader)
{
    text_span word;
    df_status status = check_plain(reader);
    if (status != DF_OK || !df_scan_word(&reader->scan, &word))
        return status;
    if (word.bytes[0] == '#') {
        reader->block = reader->block || df_span_equals(reader->scan.line, BLOCK_MARK);
        return DF_OK;
    }
    if (df_span_equals(word, "field"))
        return read_field(reader, word);
    if (reader->plan == NULL)
        return complain(
            reader, word,
            "the size of the playfield is missing; begin with 'field WIDTH HEIGHT'");
    if (df_span_equals(word, "color"))
        return read_color(reader, word);
    if (df_span_equals(word, "rules"))
        return read_rules(reader, word);
    return read_drop(reader, word);
}

static df_status read_all(drops_reader *reader)
{
    df_status status = read_head(reader);
    while (status == DF_OK && df_scan_line(&reader->scan))
        status = read_statement(reader);
    if (status == DF_OK && reader->plan == NULL) {
        df_mishap_begin(reader->mishap, reader->scan.number + 1, 1,
                        "the size of the playfield is missing; add 'field WIDTH HEIGHT'");
        status = DF_ERROR_INPUT;
    }
    return status;
}

df_status df_drops_read(df_plan **plan, const df_piece_set *set, const char *text,
                        size_t length, df_mishap *mishap)
{
    drops_reader reader = {.set = set, .mishap = mishap};
    df_scan_begin(&reader.scan, text, length);
    const df_status status = read_all(&reader);
    df_field_free(reader.field);
    if (status == DF_OK)
        *plan = reader.plan;
    else
        df_plan_free(reader.plan);
    return status;
}

static void write_colors(df_text *text, const df_plan *plan)
{
    for (size_t i = 0; i < plan->set->count; i++) {
        if (!plan->colors[i].given)
            continue;
        const df_color color = plan->colors[i].color;
        df_text_put(text, "color ");
        df_text_put(text, plan->set->pieces[i].name);
        df_text_put(text, " #");
        df_text_put_hex6(text,
                         (uint32_t)color.red << 16 | (uint32_t)color.green << 8 | color.blue);
        df_text_put_char(text, '\n');
    }
}

static void write_rules(df_text *text, df_reach reach)
{
    for (size_t i = 0; i < RULES_NAMES; i++) {
        if (rules_names[i].reach != reach)
            continue;
        df_text_put(text, "rules ");
        df_text_put(text, rules_names[i].name);
        df_text_put_char(text, '\n');
    }
}

static void write_drop(df_text *text, const df_piece *piece, const df_drop *drop)
{
    if (drop->begins_block)
        df_text_put(text, BLOCK_MARK "\n");
    df_text_put(text, piece->name);
    df_text_put_char(text, ' ');
    df_text_put_char(text, df_orientation_letter(piece->same_as[drop->orientation]));
    df_text_put_char(text, ' ');
    df_text_put_number(text, drop->x);
    df_text_put_char(text, ' ');
    df_text_put_number(text, drop->y);
    df_text_put_char(text, '\n');
}

df_status df_drops_write(df_text *text, const df_plan *plan)
{
    if (plan->reach == DF_REACH_ABOVE)
        return DF_ERROR_LIMIT;
    /* A piece of these names could not be told from a line of another kind. */
    for (size_t i = 0; i < plan->count; i++) {
        const char *name = plan->set->pieces[plan->drops[i].piece].name;
        if (strcmp(name, "field") == 0 || strcmp(name, "color") == 0 ||
            strcmp(name, "rules") == 0)
            return DF_ERROR_LIMIT;
    }
    df_text_put(text, MAGIC " 1\nfield ");
    df_text_put_number(text, plan->width);
    df_text_put_char(text, ' ');
    df_text_put_number(text, plan->height);
    df_text_put_char(text, '\n');
    write_rules(text, plan->reach);
    write_colors(text, plan);
    for (size_t i = 0; i < plan->count; i++)
        write_drop(text, &plan->set->pieces[plan->drops[i].piece], &plan->drops[i]);
    return text->status;
}
