/* The format `dropforge-training 1`: the options, the state of the optimiser, the learning
 * curve, and a check sum. Real numbers are the bits of doubles as 16 hexadecimal digits. */
#include <inttypes.h>
#include <string.h>

#include "core/base/digits.h"
#include "core/base/error.h"
#include "core/base/format.h"
#include "core/format/line_reader.h"
#include "train.h"

#define MAGIC "dropforge-training"

static const line_format format = {MAGIC, "'" MAGIC " 1'", "training"};

/* There is one method, without noise to choose. */
static const char *const methods[] = {"cma"};
static const char *const noises[] = {"constant"};
static const char *const deals[] = {"uniform", "bag", "nes"};
static const char *const times[] = {"after-clear", "before-clear"};

#define NAMES(list) list, sizeof(list) / sizeof(list)[0]

static void train_text_put_hex(df_text *text, uint64_t value)
{
    for (unsigned shift = 64; shift > 0; shift -= 4)
        df_text_put_char(text, hex_digit_lower(value >> (shift - 4) & 15));
}

static void train_text_put_real(df_text *text, double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    df_text_put_char(text, ' ');
    train_text_put_hex(text, bits);
}

static void train_text_put_number(df_text *text, uint64_t number)
{
    df_text_put_char(text, ' ');
    df_text_put_number(text, number);
}

static void train_text_put_options(df_text *text, const df_train_options *options)
{
    df_text_format(text, "method %s\nnoise %s\ndeal %s\nmeasure %s\n", methods[0], noises[0],
                   deals[options->deal], times[options->start.score_before_clear]);
    df_text_format(text,
                   "width %u\nheight %u\nseed %" PRIu64 "\npopulation %u\ngames %u\n"
                   "max-pieces %" PRIu64 "\nspread %u\n",
                   options->boards[0].width, options->boards[0].height, options->seed,
                   options->population, options->boards[0].games, options->max_pieces,
                   options->spread);
    for (unsigned b = 1; b < options->board_count; b++) {
        df_text_put(text, "board");
        train_text_put_number(text, options->boards[b].width);
        train_text_put_number(text, options->boards[b].height);
        train_text_put_number(text, options->boards[b].games);
        df_text_put_char(text, '\n');
    }
}

static void train_text_put_state(df_text *text, const df_train *train)
{
    const optimizer *self = &train->optimizer;
    for (unsigned i = 0; i < self->dimensions; i++) {
        df_text_put(text, "feature ");
        df_text_put(text, df_feature_names[train->feature[i]]);
        train_text_put_real(text, self->mean[i]);
        train_text_put_real(text, self->path[i]);
        train_text_put_real(text, self->step_path[i]);
        df_text_put_char(text, '\n');
    }
    for (unsigned i = 0; i < self->dimensions; i++) {
        df_text_put(text, "covariance");
        for (unsigned j = 0; j <= i; j++)
            train_text_put_real(text, self->covariance[i][j]);
        df_text_put_char(text, '\n');
    }
    df_text_put(text, "step");
    train_text_put_real(text, self->step);
    df_text_put_char(text, '\n');
}

df_status df_train_write(df_text *text, const df_train *train)
{
    const size_t begin = text->length;
    df_text_put(text, MAGIC " 1\n");
    train_text_put_options(text, &train->options);
    train_text_put_state(text, train);
    for (size_t i = 0; i < train->state.generations; i++) {
        const df_train_point *point = &train->curve[i];
        df_text_put(text, "generation");
        for (unsigned b = 0; b < train->options.board_count; b++) {
            train_text_put_number(text, point->boards[b].best);
            train_text_put_number(text, point->boards[b].lines);
            train_text_put_number(text, point->boards[b].pieces);
        }
        train_text_put_real(text, point->spread);
        df_text_put_char(text, '\n');
    }
    if (text->status == DF_OK) {
        const uint64_t sum =
            df_span_hash((text_span){text->bytes + begin, text->length - begin});
        df_text_put(text, "check ");
        train_text_put_hex(text, sum);
        df_text_put_char(text, '\n');
    }
    return text->status;
}

/* A text and what has been read of it. */
typedef struct train_reader {
    line_reader lines;
    df_train_options options;
    unsigned dimensions;
    optimizer state; /* only its numbers */
} train_reader;

#define DAMAGED "; the training was changed or cut off: use an older copy, or begin anew"

static df_status train_text_complain(train_reader *reader, text_span word, const char *want)
{
    return df_line_complain_of_want(&reader->lines, word, want, DAMAGED);
}

/* Goes to the next line, which must be plain text. */
static df_status train_text_next_line(train_reader *reader)
{
    if (df_scan_line(&reader->lines.scan))
        return df_line_check(&reader->lines);
    return df_error_set_at(reader->lines.error, reader->lines.scan.number + 1, 1,
                           "the text ends too early" DAMAGED);
}

/* True if the current line begins with this word, and skips it then. */
static bool train_text_begins_with(train_reader *reader, const char *name)
{
    text_scan scan = reader->lines.scan;
    text_span word;
    if (!df_scan_word(&scan, &word) || !df_span_equals(word, name))
        return false;
    reader->lines.scan = scan;
    return true;
}

static df_status train_text_expect(train_reader *reader, const char *name)
{
    if (train_text_begins_with(reader, name))
        return DF_OK;
    text_span word;
    df_scan_word(&reader->lines.scan, &word);
    return train_text_complain(reader, word, name);
}

static df_status train_text_read_number(train_reader *reader, uint64_t min, uint64_t max,
                                        uint64_t *number)
{
    text_span word;
    df_scan_word(&reader->lines.scan, &word);
    if (!df_span_long_number(word, max, number) || *number < min)
        return train_text_complain(reader, word, "a number that is possible here");
    return DF_OK;
}

static bool train_text_parse_hex(text_span word, uint64_t *value)
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

static df_status train_text_read_real(train_reader *reader, double min, double *value)
{
    text_span word;
    uint64_t bits;
    double real;
    df_scan_word(&reader->lines.scan, &word);
    const bool is_hex = train_text_parse_hex(word, &bits);
    memcpy(&real, &bits, sizeof real);
    /* This is false for a NaN, too. */
    if (!is_hex || !(real >= min && real <= OPTIMIZER_LIMIT))
        return train_text_complain(reader, word,
                                   is_hex ? "a number that is possible here"
                                          : "the 16 hexadecimal digits of a number");
    *value = real;
    return DF_OK;
}

static df_status train_text_read_end(train_reader *reader)
{
    return df_line_read_end(&reader->lines, "as it was written");
}

/* Reads a line with a name and one of the words, as its index. */
static df_status train_text_read_word(train_reader *reader, const char *name,
                                      const char *const *words, size_t count, size_t *index)
{
    text_span word;
    if (train_text_next_line(reader) != DF_OK || train_text_expect(reader, name) != DF_OK)
        return DF_ERROR_INPUT;
    df_scan_word(&reader->lines.scan, &word);
    for (*index = 0; *index < count; ++*index) {
        if (df_span_equals(word, words[*index]))
            return train_text_read_end(reader);
    }
    return train_text_complain(reader, word, "a word that is known here");
}

static df_status train_text_read_setting(train_reader *reader, const char *name, uint64_t min,
                                         uint64_t max, uint64_t *number)
{
    if (train_text_next_line(reader) != DF_OK || train_text_expect(reader, name) != DF_OK ||
        train_text_read_number(reader, min, max, number) != DF_OK)
        return DF_ERROR_INPUT;
    return train_text_read_end(reader);
}

static void train_text_add_board(df_train_options *options, uint64_t width, uint64_t height,
                                 uint64_t games)
{
    options->boards[options->board_count].width = (unsigned)width;
    options->boards[options->board_count].height = (unsigned)height;
    options->boards[options->board_count++].games = (unsigned)games;
}

static df_status train_text_read_options(train_reader *reader)
{
    df_train_options *options = &reader->options;
    size_t method, noise, deal, when;
    if (train_text_read_word(reader, "method", NAMES(methods), &method) != DF_OK ||
        train_text_read_word(reader, "noise", NAMES(noises), &noise) != DF_OK ||
        train_text_read_word(reader, "deal", NAMES(deals), &deal) != DF_OK ||
        train_text_read_word(reader, "measure", NAMES(times), &when) != DF_OK)
        return DF_ERROR_INPUT;
    options->deal = (df_deal)deal;
    options->start.score_before_clear = when == 1;
    uint64_t width, height, population, games, spread;
    if (train_text_read_setting(reader, "width", 1, DF_NARROW_MAX_WIDTH, &width) != DF_OK ||
        train_text_read_setting(reader, "height", 1, DF_FIELD_MAX_HEIGHT, &height) != DF_OK ||
        train_text_read_setting(reader, "seed", 0, UINT64_MAX, &options->seed) != DF_OK ||
        train_text_read_setting(reader, "population", 2, DF_TRAIN_MAX_POPULATION,
                                &population) != DF_OK ||
        train_text_read_setting(reader, "games", 1, DF_TRAIN_MAX_GAMES, &games) != DF_OK ||
        train_text_read_setting(reader, "max-pieces", 0, UINT64_MAX, &options->max_pieces) !=
            DF_OK ||
        train_text_read_setting(reader, "spread", 1, TRAIN_MAX_SPREAD, &spread) != DF_OK)
        return DF_ERROR_INPUT;
    train_text_add_board(options, width, height, games);
    options->population = (unsigned)population;
    options->spread = (uint32_t)spread;
    return DF_OK;
}

/* Reads the boards after the first one; afterwards the current line is the first after them. */
static df_status train_text_read_boards(train_reader *reader)
{
    df_train_options *options = &reader->options;
    df_status status = train_text_next_line(reader);
    while (status == DF_OK && options->board_count < DF_TRAIN_MAX_BOARDS &&
           train_text_begins_with(reader, "board")) {
        uint64_t width, height, games;
        if (train_text_read_number(reader, 1, DF_NARROW_MAX_WIDTH, &width) != DF_OK ||
            train_text_read_number(reader, 1, DF_FIELD_MAX_HEIGHT, &height) != DF_OK ||
            train_text_read_number(reader, 1, DF_TRAIN_MAX_GAMES, &games) != DF_OK ||
            train_text_read_end(reader) != DF_OK)
            return DF_ERROR_INPUT;
        train_text_add_board(options, width, height, games);
        status = train_text_next_line(reader);
    }
    return status;
}

/* Reads a line `feature …` after its first word. */
static df_status train_text_read_feature(train_reader *reader)
{
    const unsigned i = reader->dimensions;
    optimizer *state = &reader->state;
    text_span word;
    df_scan_word(&reader->lines.scan, &word);
    const unsigned feature = df_span_find(word, df_feature_names, DF_FEATURES);
    /* In the order of the table, so that each is there once. */
    if (word.length == 0 || feature == DF_FEATURES || reader->options.features >> feature != 0)
        return train_text_complain(reader, word, "a feature that can come here");
    reader->options.features |= 1u << feature;
    reader->dimensions++;
    if (train_text_read_real(reader, -OPTIMIZER_LIMIT, &state->mean[i]) != DF_OK ||
        train_text_read_real(reader, -OPTIMIZER_LIMIT, &state->path[i]) != DF_OK ||
        train_text_read_real(reader, -OPTIMIZER_LIMIT, &state->step_path[i]) != DF_OK)
        return DF_ERROR_INPUT;
    return train_text_read_end(reader);
}

/* Reads a row of the matrix up to its diagonal. */
static df_status train_text_read_row(train_reader *reader, unsigned i)
{
    optimizer *state = &reader->state;
    if (train_text_expect(reader, "covariance") != DF_OK)
        return DF_ERROR_INPUT;
    for (unsigned j = 0; j <= i; j++) {
        const double min = j == i ? 0 : -OPTIMIZER_LIMIT;
        if (train_text_read_real(reader, min, &state->covariance[i][j]) != DF_OK)
            return DF_ERROR_INPUT;
        state->covariance[j][i] = state->covariance[i][j];
    }
    return train_text_read_end(reader) == DF_OK ? train_text_next_line(reader) : DF_ERROR_INPUT;
}

/* Reads the boards and the optimiser; afterwards the current line is the first after it. */
static df_status train_text_read_state(train_reader *reader)
{
    df_status status = train_text_read_boards(reader);
    while (status == DF_OK && train_text_begins_with(reader, "feature")) {
        status = train_text_read_feature(reader);
        if (status == DF_OK)
            status = train_text_next_line(reader);
    }
    if (status == DF_OK && reader->dimensions == 0)
        return train_text_expect(reader, "feature");
    for (unsigned i = 0; status == DF_OK && i < reader->dimensions; i++)
        status = train_text_read_row(reader, i);
    if (status == DF_OK)
        status = train_text_expect(reader, "step");
    if (status == DF_OK)
        status = train_text_read_real(reader, OPTIMIZER_MIN_STEP, &reader->state.step);
    if (status == DF_OK)
        status = train_text_read_end(reader);
    return status == DF_OK ? train_text_next_line(reader) : status;
}

/* Begins the training with the options, and gives it the state. */
static df_status train_text_make(const train_reader *reader, df_train **train)
{
    const df_status status = df_train_create(train, &reader->options, NULL);
    if (status == DF_ERROR_ARGUMENT)
        return df_error_set_at(reader->lines.error, reader->lines.scan.number, 1,
                               "a generation cannot have that many games" DAMAGED);
    if (status != DF_OK)
        return status;
    optimizer *self = &(*train)->optimizer;
    const optimizer *state = &reader->state;
    memcpy(self->mean, state->mean, sizeof self->mean);
    memcpy(self->covariance, state->covariance, sizeof self->covariance);
    memcpy(self->path, state->path, sizeof self->path);
    memcpy(self->step_path, state->step_path, sizeof self->step_path);
    self->step = state->step;
    return DF_OK;
}

static df_status train_text_read_generation(train_reader *reader, df_train *train)
{
    df_train_point point = {.spread = 0};
    for (unsigned b = 0; b < reader->options.board_count; b++) {
        if (train_text_read_number(reader, 0, UINT64_MAX, &point.boards[b].best) != DF_OK ||
            train_text_read_number(reader, 0, UINT64_MAX, &point.boards[b].lines) != DF_OK ||
            train_text_read_number(reader, 0, UINT64_MAX, &point.boards[b].pieces) != DF_OK)
            return DF_ERROR_INPUT;
    }
    if (train_text_read_real(reader, 0, &point.spread) != DF_OK ||
        train_text_read_end(reader) != DF_OK)
        return DF_ERROR_INPUT;
    if (df_train_reserve(train) != DF_OK)
        return DF_ERROR_MEMORY;
    train->curve[train->optimizer.generation++] = point;
    return train_text_next_line(reader);
}

/* Reads the current line with the check sum, which must be the last one. */
static df_status train_text_read_check(train_reader *reader, const char *text)
{
    text_span word;
    uint64_t sum;
    const size_t before = (size_t)(reader->lines.scan.line.bytes - text);
    if (train_text_expect(reader, "check") != DF_OK)
        return DF_ERROR_INPUT;
    df_scan_word(&reader->lines.scan, &word);
    if (!train_text_parse_hex(word, &sum) || sum != df_span_hash((text_span){text, before}))
        return train_text_complain(reader, word, "the check sum of the lines above");
    if (train_text_read_end(reader) != DF_OK)
        return DF_ERROR_INPUT;
    if (!df_scan_line(&reader->lines.scan))
        return DF_OK;
    return df_line_complain(&reader->lines, reader->lines.scan.line,
                            "there is more after the end" DAMAGED);
}

df_status df_train_read(df_train **train, const char *text, size_t length, df_error *error)
{
    train_reader reader = {.lines = {.format = &format, .error = error}};
    df_train *self = NULL;
    df_scan_begin(&reader.lines.scan, text, length);
    df_status status = df_line_read_head(&reader.lines);
    if (status == DF_OK)
        status = train_text_read_options(&reader);
    if (status == DF_OK)
        status = train_text_read_state(&reader);
    if (status == DF_OK)
        status = train_text_make(&reader, &self);
    while (status == DF_OK && train_text_begins_with(&reader, "generation"))
        status = train_text_read_generation(&reader, self);
    if (status == DF_OK)
        status = train_text_read_check(&reader, text);
    if (status != DF_OK) {
        df_train_free(self);
        return status;
    }
    df_train_draw(self);
    *train = self;
    return DF_OK;
}
