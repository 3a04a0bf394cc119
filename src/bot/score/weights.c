/* The format `dropforge-weights 1`. Weights are decimals and stay so: nothing is converted to
 * binary fractions, and nothing depends on a locale. */

#include "core/base/error.h"
#include "core/base/format.h"
#include "core/format/line_reader.h"
#include "dropforge/bot.h"

#define MAGIC "dropforge-weights"
#define BEFORE_CLEAR "score-before-clear"
#define DECIMALS 12

static const line_format format = {MAGIC, "'" MAGIC " 1'", "list of weights"};

typedef struct weights_reader {
    line_reader lines;
    df_weights weights;
    unsigned seen; /* features that have been read */
} weights_reader;

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* Returns the end of the digits from `i` on. */
static size_t weights_skip_digits(text_span word, size_t i)
{
    while (i < word.length && is_digit(word.bytes[i]))
        i++;
    return i;
}

/* Reads a decimal such as -4.25 or 17; false if it is none, or too large. */
static bool weights_read_weight(text_span word, int64_t *weight)
{
    const bool negative = word.length > 0 && word.bytes[0] == '-';
    const size_t begin = negative || (word.length > 0 && word.bytes[0] == '+');
    const size_t point = weights_skip_digits(word, begin);
    const size_t end = point < word.length ? weights_skip_digits(word, point + 1) : point;
    const bool is_decimal = point == end || (word.bytes[point] == '.' && end > point + 1);
    uint64_t value = 0, unit = (uint64_t)DF_WEIGHT_ONE;
    if (point == begin || end < word.length || !is_decimal)
        return false;
    for (size_t i = begin; i < point; i++) {
        value = value * 10 + (uint64_t)(word.bytes[i] - '0');
        if (value > (uint64_t)(DF_WEIGHT_MAX / DF_WEIGHT_ONE))
            return false;
    }
    value *= unit;
    /* The first digit too many rounds the others. */
    for (size_t i = point + 1; i < end && i <= point + DECIMALS + 1; i++) {
        const uint64_t digit = (uint64_t)(word.bytes[i] - '0');
        unit /= 10;
        value += unit > 0 ? digit * unit : digit >= 5;
    }
    if (value > (uint64_t)DF_WEIGHT_MAX)
        return false;
    *weight = negative ? -(int64_t)value : (int64_t)value;
    return true;
}

static df_status weights_complain_of_feature(weights_reader *reader, text_span word)
{
    df_line_complain_of_want(&reader->lines, word, "a feature", "; use one of");
    for (unsigned f = 0; f < DF_FEATURES; f++)
        df_error_append(reader->lines.error, " %s", df_feature_names[f]);
    return DF_ERROR_INPUT;
}

/* Reads a line `feature NAME WEIGHT` after its first word. */
static df_status weights_read_feature(weights_reader *reader)
{
    text_span word;
    df_scan_word(&reader->lines.scan, &word);
    const unsigned feature = df_span_find(word, df_feature_names, DF_FEATURES);
    if (word.length == 0 || feature == DF_FEATURES)
        return weights_complain_of_feature(reader, word);
    if ((reader->seen >> feature & 1) != 0)
        return df_line_complain_of_word(&reader->lines, word,
                                        " already has a weight; remove one of them");
    reader->seen |= 1u << feature;
    df_scan_word(&reader->lines.scan, &word);
    if (!weights_read_weight(word, &reader->weights.weight[feature]))
        return df_line_complain_of_want(&reader->lines, word, "a weight",
                                        "; write a decimal between -1000000 and 1000000, such "
                                        "as -4.25");
    return df_line_read_end(&reader->lines, "'feature NAME WEIGHT'");
}

static df_status weights_read_line(weights_reader *reader)
{
    text_span word;
    if (df_line_check(&reader->lines) != DF_OK)
        return DF_ERROR_INPUT;
    if (!df_scan_word(&reader->lines.scan, &word) || word.bytes[0] == '#')
        return DF_OK;
    if (df_span_equals(word, "feature"))
        return weights_read_feature(reader);
    if (df_span_equals(word, BEFORE_CLEAR)) {
        reader->weights.score_before_clear = true;
        return df_line_read_end(&reader->lines, "'" BEFORE_CLEAR "'");
    }
    return df_line_complain_of_word(&reader->lines, word,
                                    " begins no line of weights; write 'feature NAME WEIGHT', "
                                    "'" BEFORE_CLEAR "' or '# a comment'");
}

df_status df_weights_read(df_weights *weights, const char *text, size_t length, df_error *error)
{
    weights_reader reader = {.lines = {.format = &format, .error = error}};
    df_scan_begin(&reader.lines.scan, text, length);
    df_status status = df_line_read_head(&reader.lines);
    while (status == DF_OK && df_scan_line(&reader.lines.scan))
        status = weights_read_line(&reader);
    if (status == DF_OK && reader.seen == 0)
        status = df_error_set_at(error, reader.lines.scan.number + 1, 1,
                                 "there is no weight; write lines 'feature NAME WEIGHT'");
    if (status == DF_OK)
        *weights = reader.weights;
    return status;
}

static void weights_put_weight(df_text *text, int64_t weight)
{
    const uint64_t units = weight < 0 ? (uint64_t)-weight : (uint64_t)weight;
    uint64_t rest = units % (uint64_t)DF_WEIGHT_ONE;
    if (weight < 0)
        df_text_put_char(text, '-');
    df_text_put_number(text, units / (uint64_t)DF_WEIGHT_ONE);
    if (rest != 0)
        df_text_put_char(text, '.');
    for (uint64_t unit = (uint64_t)DF_WEIGHT_ONE / 10; rest != 0; unit /= 10) {
        df_text_put_char(text, (char)('0' + rest / unit));
        rest %= unit;
    }
}

df_status df_weights_write(df_text *text, const df_weights *weights)
{
    for (unsigned f = 0; f < DF_FEATURES; f++) {
        if (weights->weight[f] < -DF_WEIGHT_MAX || weights->weight[f] > DF_WEIGHT_MAX)
            return DF_ERROR_ARGUMENT;
    }
    bool any = false;
    df_text_put(text, MAGIC " 1\n");
    if (weights->score_before_clear)
        df_text_put(text, BEFORE_CLEAR "\n");
    for (unsigned f = 0; f < DF_FEATURES; f++) {
        /* Without any weight one line says so, or the text could not be read back. */
        const bool forced = f + 1 == DF_FEATURES && !any;
        if (weights->weight[f] == 0 && !forced)
            continue;
        any = true;
        df_text_put(text, "feature ");
        df_text_put(text, df_feature_names[f]);
        df_text_put_char(text, ' ');
        weights_put_weight(text, weights->weight[f]);
        df_text_put_char(text, '\n');
    }
    return text->status;
}
