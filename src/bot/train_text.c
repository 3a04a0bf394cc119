/* The format `dropforge-training 1`: the options, the state of the optimiser, the learning
 * curve, and a check sum. Real numbers are the bits of doubles as 16 hexadecimal digits. */
#include <string.h>

#include "bot/train_state.h"
#include "core/line_reader.h"
#include "core/mishap.h"

#define MAGIC "dropforge-training"

static const line_format format = {MAGIC, "'" MAGIC " 1'", "training"};

static const char *const methods[] = {"ce", "cma"};
static const char *const noises[] = {"constant", "decreasing", "none"};
static const char *const deals[] = {"uniform", "bag", "nes"};
static const char *const times[] = {"after-clear", "before-clear"};

#define NAMES(list) list, sizeof(list) / sizeof(list)[0]

/* FNV-1a of 64 bits. */
static uint64_t check_sum(const char *bytes, size_t length)
{
    uint64_t sum = UINT64_C(0xcbf29ce484222325);
    for (size_t i = 0; i < length; i++)
        sum = (sum ^ (unsigned char)bytes[i]) * UINT64_C(0x100000001b3);
    return sum;
}

static void put_hex(df_text *text, uint64_t value)
{
    for (unsigned shift = 64; shift > 0; shift -= 4)
        df_text_put_char(text, "0123456789abcdef"[value >> (shift - 4) & 15]);
}

static void put_real(df_text *text, double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    df_text_put_char(text, ' ');
    put_hex(text, bits);
}

static void put_number(df_text *text, uint64_t number)
{
    df_text_put_char(text, ' ');
    df_text_put_number(text, number);
}

static void put_options(df_text *text, const df_train_options *options)
{
    df_text_put_line(text, "method", methods[options->method]);
    df_text_put_line(text, "noise", noises[options->noise]);
    df_text_put_line(text, "deal", deals[options->deal]);
    df_text_put_line(text, "measure", times[options->start.score_before_clear]);
    df_text_put_number_line(text, "width", options->boards[0].width);
    df_text_put_number_line(text, "height", options->boards[0].height);
    df_text_put_number_line(text, "seed", options->seed);
    df_text_put_number_line(text, "population", options->population);
    df_text_put_number_line(text, "games", options->boards[0].games);
    df_text_put_number_line(text, "max-pieces", options->max_pieces);
    df_text_put_number_line(text, "spread", options->spread);
    for (unsigned b = 1; b < options->board_count; b++) {
        df_text_put(text, "board");
        put_number(text, options->boards[b].width);
        put_number(text, options->boards[b].height);
        put_number(text, options->boards[b].games);
        df_text_put_char(text, '\n');
    }
}

static void put_state(df_text *text, const df_train *train)
{
    const optimizer *own = &train->optimizer;
    const bool cma = own->method == DF_TRAIN_CMA;
    for (unsigned i = 0; i < own->dimensions; i++) {
        df_text_put(text, "feature ");
        df_text_put(text, df_feature_name(train->feature[i]));
        put_real(text, own->mean[i]);
        put_real(text, cma ? own->path[i] : own->variance[i]);
        if (cma)
            put_real(text, own->step_path[i]);
        df_text_put_char(text, '\n');
    }
    for (unsigned i = 0; cma && i < own->dimensions; i++) {
        df_text_put(text, "covariance");
        for (unsigned j = 0; j <= i; j++)
            put_real(text, own->covariance[i][j]);
        df_text_put_char(text, '\n');
    }
    if (cma) {
        df_text_put(text, "step");
        put_real(text, own->step);
        df_text_put_char(text, '\n');
    }
}

df_status df_train_write(df_text *text, const df_train *train)
{
    const size_t begin = text->length;
    df_text_put(text, MAGIC " 1\n");
    put_options(text, &train->options);
    put_state(text, train);
    for (size_t i = 0; i < df_train_generations(train); i++) {
        const df_train_point *point = &train->curve[i];
        df_text_put(text, "generation");
        for (unsigned b = 0; b < train->options.board_count; b++) {
            put_number(text, point->boards[b].best);
            put_number(text, point->boards[b].lines);
            put_number(text, point->boards[b].pieces);
        }
        put_real(text, point->spread);
        df_text_put_char(text, '\n');
    }
    if (text->status == DF_OK) {
        const uint64_t sum = check_sum(text->bytes + begin, text->length - begin);
        df_text_put(text, "check ");
        put_hex(text, sum);
        df_text_put_char(text, '\n');
    }
    return text->status;
}

/* A text as far as it has been read. */
typedef struct train_reader {
    line_reader lines;
    df_train_options options;
    unsigned dimensions;
    optimizer state; /* its numbers alone */
} train_reader;

#define DAMAGED "; the training was changed or cut off: use an older copy, or begin anew"

static df_status complain(train_reader *reader, text_span word, const char *want)
{
    return df_line_complain_of_want(&reader->lines, word, want, DAMAGED);
}

/* Steps to the next line, which must be plain text. */
static df_status next_line(train_reader *reader)
{
    if (df_scan_line(&reader->lines.scan))
        return df_line_check(&reader->lines);
    df_mishap_begin(reader->lines.mishap, reader->lines.scan.number + 1, 1,
                    "the text ends too early" DAMAGED);
    return DF_ERROR_INPUT;
}

/* Whether the current line begins with this word, which is taken from it then. */
static bool begins_with(train_reader *reader, const char *name)
{
    text_scan scan = reader->lines.scan;
    text_span word;
    if (!df_scan_word(&scan, &word) || !df_span_equals(word, name))
        return false;
    reader->lines.scan = scan;
    return true;
}

static df_status expect(train_reader *reader, const char *name)
{
    if (begins_with(reader, name))
        return DF_OK;
    text_span word;
    df_scan_word(&reader->lines.scan, &word);
    return complain(reader, word, name);
}

static df_status read_number(train_reader *reader, uint64_t least, uint64_t most,
                             uint64_t *number)
{
    text_span word;
    df_scan_word(&reader->lines.scan, &word);
    if (!df_span_long_number(word, most, number) || *number < least)
        return complain(reader, word, "a number that is possible here");
    return DF_OK;
}

static bool span_hex(text_span word, uint64_t *value)
{
    *value = 0;
    for (size_t i = 0; i < word.length; i++) {
        const int digit = df_hex_digit(word.bytes[i]);
        if (digit < 0)
            return false;
        *value = *value << 4 | (uint64_t)digit;
    }
    return word.length == 16;
}

static df_status read_real(train_reader *reader, double least, double *value)
{
    text_span word;
    uint64_t bits;
    double real;
    df_scan_word(&reader->lines.scan, &word);
    const bool is_hex = span_hex(word, &bits);
    memcpy(&real, &bits, sizeof real);
    /* Not what is no number, either. */
    if (!is_hex || !(real >= least && real <= OPTIMIZER_LIMIT))
        return complain(reader, word, "the 16 hexadecimal digits of a number");
    *value = real;
    return DF_OK;
}

static df_status read_end(train_reader *reader)
{
    return df_line_read_end(&reader->lines, "as it was written");
}

/* A line of a name and one of some words. */
static df_status read_word(train_reader *reader, const char *name, const char *const *words,
                           size_t count, size_t *index)
{
    text_span word;
    if (next_line(reader) != DF_OK || expect(reader, name) != DF_OK)
        return DF_ERROR_INPUT;
    df_scan_word(&reader->lines.scan, &word);
    for (*index = 0; *index < count; ++*index) {
        if (df_span_equals(word, words[*index]))
            return read_end(reader);
    }
    return complain(reader, word, "a word that is known here");
}

static df_status read_setting(train_reader *reader, const char *name, uint64_t least,
                              uint64_t most, uint64_t *number)
{
    if (next_line(reader) != DF_OK || expect(reader, name) != DF_OK ||
        read_number(reader, least, most, number) != DF_OK)
        return DF_ERROR_INPUT;
    return read_end(reader);
}

static df_status read_options(train_reader *reader)
{
    df_train_options *options = &reader->options;
    size_t method, noise, deal, when;
    if (read_word(reader, "method", NAMES(methods), &method) != DF_OK ||
        read_word(reader, "noise", NAMES(noises), &noise) != DF_OK ||
        read_word(reader, "deal", NAMES(deals), &deal) != DF_OK ||
        read_word(reader, "measure", NAMES(times), &when) != DF_OK)
        return DF_ERROR_INPUT;
    options->method = (df_train_method)method;
    options->noise = (df_train_noise)noise;
    options->deal = (df_deal)deal;
    options->start.score_before_clear = when == 1;
    uint64_t width, height, population, games, spread;
    if (read_setting(reader, "width", 1, DF_FIELD_MAX_WIDTH, &width) != DF_OK ||
        read_setting(reader, "height", 1, DF_FIELD_MAX_HEIGHT, &height) != DF_OK ||
        read_setting(reader, "seed", 0, UINT64_MAX, &options->seed) != DF_OK ||
        read_setting(reader, "population", 2, DF_TRAIN_MAX_POPULATION, &population) != DF_OK ||
        read_setting(reader, "games", 1, DF_TRAIN_MAX_GAMES, &games) != DF_OK ||
        read_setting(reader, "max-pieces", 0, UINT64_MAX, &options->max_pieces) != DF_OK ||
        read_setting(reader, "spread", 1, TRAIN_MOST_SPREAD, &spread) != DF_OK)
        return DF_ERROR_INPUT;
    options->boards[0] = (df_train_board){(unsigned)width, (unsigned)height, (unsigned)games};
    options->board_count = 1;
    options->population = (unsigned)population;
    options->spread = (uint32_t)spread;
    return DF_OK;
}

/* Reads the boards after the first one; afterwards the current line is the first after them. */
static df_status read_boards(train_reader *reader)
{
    df_train_options *options = &reader->options;
    df_status status = next_line(reader);
    while (status == DF_OK && options->board_count < DF_TRAIN_MAX_BOARDS &&
           begins_with(reader, "board")) {
        uint64_t width, height, games;
        if (read_number(reader, 1, DF_FIELD_MAX_WIDTH, &width) != DF_OK ||
            read_number(reader, 1, DF_FIELD_MAX_HEIGHT, &height) != DF_OK ||
            read_number(reader, 1, DF_TRAIN_MAX_GAMES, &games) != DF_OK ||
            read_end(reader) != DF_OK)
            return DF_ERROR_INPUT;
        options->boards[options->board_count++] =
            (df_train_board){(unsigned)width, (unsigned)height, (unsigned)games};
        status = next_line(reader);
    }
    return status;
}

/* Reads a line `feature …` after its first word. */
static df_status read_feature(train_reader *reader)
{
    const unsigned i = reader->dimensions;
    const bool cma = reader->options.method == DF_TRAIN_CMA;
    optimizer *state = &reader->state;
    text_span word;
    df_scan_word(&reader->lines.scan, &word);
    const df_feature feature = df_feature_find(word.bytes, word.length);
    /* In the order of the table, so that each is there once. */
    if (word.length == 0 || feature == DF_FEATURES || reader->options.features >> feature != 0)
        return complain(reader, word, "a feature that can come here");
    reader->options.features |= 1u << feature;
    reader->dimensions++;
    if (read_real(reader, -OPTIMIZER_LIMIT, &state->mean[i]) != DF_OK)
        return DF_ERROR_INPUT;
    df_status status = cma ? read_real(reader, -OPTIMIZER_LIMIT, &state->path[i])
                           : read_real(reader, 0, &state->variance[i]);
    if (status == DF_OK && cma)
        status = read_real(reader, -OPTIMIZER_LIMIT, &state->step_path[i]);
    return status == DF_OK ? read_end(reader) : status;
}

/* Reads a row of the matrix up to its diagonal. */
static df_status read_row(train_reader *reader, unsigned i)
{
    optimizer *state = &reader->state;
    if (expect(reader, "covariance") != DF_OK)
        return DF_ERROR_INPUT;
    for (unsigned j = 0; j <= i; j++) {
        const double least = j == i ? 0 : -OPTIMIZER_LIMIT;
        if (read_real(reader, least, &state->covariance[i][j]) != DF_OK)
            return DF_ERROR_INPUT;
        state->covariance[j][i] = state->covariance[i][j];
    }
    return read_end(reader) == DF_OK ? next_line(reader) : DF_ERROR_INPUT;
}

/* Reads the boards and the optimiser; afterwards the current line is the first after it. */
static df_status read_state(train_reader *reader)
{
    df_status status = read_boards(reader);
    while (status == DF_OK && begins_with(reader, "feature")) {
        status = read_feature(reader);
        if (status == DF_OK)
            status = next_line(reader);
    }
    if (status == DF_OK && reader->dimensions == 0)
        return expect(reader, "feature");
    if (reader->options.method != DF_TRAIN_CMA)
        return status;
    for (unsigned i = 0; status == DF_OK && i < reader->dimensions; i++)
        status = read_row(reader, i);
    if (status == DF_OK)
        status = expect(reader, "step");
    if (status == DF_OK)
        status = read_real(reader, OPTIMIZER_LEAST_STEP, &reader->state.step);
    if (status == DF_OK)
        status = read_end(reader);
    return status == DF_OK ? next_line(reader) : status;
}

/* Begins the training with the options, and gives it the state. */
static df_status make(const train_reader *reader, df_train **train)
{
    const df_status status = df_train_create(train, &reader->options);
    if (status == DF_ERROR_ARGUMENT) {
        df_mishap_begin(reader->lines.mishap, reader->lines.scan.number, 1,
                        "a generation of so many games is not possible" DAMAGED);
        return DF_ERROR_INPUT;
    }
    if (status != DF_OK)
        return status;
    optimizer *own = &(*train)->optimizer;
    const optimizer *state = &reader->state;
    memcpy(own->mean, state->mean, sizeof own->mean);
    if (own->method == DF_TRAIN_CMA) {
        memcpy(own->covariance, state->covariance, sizeof own->covariance);
        memcpy(own->path, state->path, sizeof own->path);
        memcpy(own->step_path, state->step_path, sizeof own->step_path);
        own->step = state->step;
    } else {
        memcpy(own->variance, state->variance, sizeof own->variance);
    }
    return DF_OK;
}

static df_status read_generation(train_reader *reader, df_train *train)
{
    df_train_point point = {.spread = 0};
    for (unsigned b = 0; b < reader->options.board_count; b++) {
        df_train_tally *tally = &point.boards[b];
        if (read_number(reader, 0, UINT64_MAX, &tally->best) != DF_OK ||
            read_number(reader, 0, UINT64_MAX, &tally->lines) != DF_OK ||
            read_number(reader, 0, UINT64_MAX, &tally->pieces) != DF_OK)
            return DF_ERROR_INPUT;
    }
    if (read_real(reader, 0, &point.spread) != DF_OK || read_end(reader) != DF_OK)
        return DF_ERROR_INPUT;
    if (df_train_reserve(train) != DF_OK)
        return DF_ERROR_MEMORY;
    train->curve[train->optimizer.generation++] = point;
    return next_line(reader);
}

/* Reads the current line, the last one. */
static df_status read_check(train_reader *reader, const char *text)
{
    text_span word;
    uint64_t sum;
    const size_t before = (size_t)(reader->lines.scan.line.bytes - text);
    if (expect(reader, "check") != DF_OK)
        return DF_ERROR_INPUT;
    df_scan_word(&reader->lines.scan, &word);
    if (!span_hex(word, &sum) || sum != check_sum(text, before))
        return complain(reader, word, "the check sum of the lines above");
    if (read_end(reader) != DF_OK)
        return DF_ERROR_INPUT;
    if (!df_scan_line(&reader->lines.scan))
        return DF_OK;
    return df_line_complain(&reader->lines, reader->lines.scan.line,
                            "there is more after the end" DAMAGED);
}

df_status df_train_read(df_train **train, const char *text, size_t length, df_mishap *mishap)
{
    train_reader reader = {.lines = {.format = &format, .mishap = mishap}};
    df_train *own = NULL;
    df_scan_begin(&reader.lines.scan, text, length);
    df_status status = df_line_read_head(&reader.lines);
    if (status == DF_OK)
        status = read_options(&reader);
    if (status == DF_OK)
        status = read_state(&reader);
    if (status == DF_OK)
        status = make(&reader, &own);
    while (status == DF_OK && begins_with(&reader, "generation"))
        status = read_generation(&reader, own);
    if (status == DF_OK)
        status = read_check(&reader, text);
    if (status != DF_OK) {
        df_train_free(own);
        return status;
    }
    df_train_draw(own);
    *train = own;
    return DF_OK;
}
