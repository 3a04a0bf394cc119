#include "options.h"

#include <assert.h>
#include <getopt.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "digits.h"
#include "message.h"

enum { HELP_COLUMN = 26, HELP_WIDTH = 80, HELP_OPTION = 256 };

bool text_list_add(text_list *list, const char *item)
{
    const char **items = realloc(list->items, (list->count + 1) * sizeof *items);
    if (items == NULL)
        return false;
    list->items = items;
    list->items[list->count++] = item;
    return true;
}

void text_list_free(text_list *list)
{
    free(list->items);
    *list = (text_list){0};
}

/* Reads seconds with up to two decimals as centiseconds. */
static bool options_read_seconds(const char *text, uint64_t *centiseconds)
{
    uint64_t whole, fraction = 0;
    const char *end = digits_read(text, UINT64_MAX / 100 - 1, &whole);
    if (end != NULL && *end == '.') {
        const char *decimals = end + 1;
        end = digits_read(decimals, 99, &fraction);
        if (end == NULL || end - decimals > 2)
            return false;
        if (end - decimals == 1)
            fraction *= 10;
    }
    *centiseconds = whole * 100 + fraction;
    return end != NULL && *end == '\0';
}

/* Makes 'flat, bevel or nes' of 'flat bevel nes'. */
static void options_join_values(char *text, size_t size, const char *values)
{
    size_t length = 0;
    for (const char *at = values; *at != '\0' && length < size;) {
        const int word = (int)strcspn(at, " ");
        const char *next = at + word + strspn(at + word, " ");
        const char *joint = *next == '\0' ? " or " : ", ";
        length += (size_t)snprintf(text + length, size - length, "%s%.*s",
                                   at == values ? "" : joint, word, at);
        at = next;
    }
}

/* The same with the values of an option. */
static void options_list_values(char *text, size_t size, const option_spec *spec)
{
    char words[160] = "";
    const char *word = NULL;
    for (size_t i = 0; spec->values == NULL && (word = spec->value(i)) != NULL; i++) {
        const size_t length = strlen(words);
        snprintf(words + length, sizeof words - length, "%s%s", i > 0 ? " " : "", word);
    }
    options_join_values(text, size, spec->values != NULL ? spec->values : words);
}

static cli_status options_refuse_value(const char *command, const option_spec *spec,
                                       const char *value)
{
    if (spec->expects != NULL || spec->kind == OPTION_TAKE || spec->kind == OPTION_CHOICE) {
        char joined[HELP_OPTION], why[HELP_OPTION] = "";
        if (spec->expects == NULL)
            options_list_values(joined, sizeof joined, spec);
        if (spec->explain != NULL)
            spec->explain(why, sizeof why, value);
        return message_usage(command, "--%s needs %s, not '%s'%s", spec->name,
                             spec->expects != NULL ? spec->expects : joined, value, why);
    }
    const uint64_t unit = spec->kind == OPTION_SECONDS ? 100 : 1;
    char range[80] = " below 2^64";
    if (spec->max != UINT64_MAX)
        snprintf(range, sizeof range, " from %" PRIu64 " to %" PRIu64 "%s", spec->min / unit,
                 spec->max / unit, spec->kind == OPTION_AUTO ? " or auto" : "");
    else if (spec->min > 0)
        snprintf(range, sizeof range, " from %" PRIu64 " on, below 2^64", spec->min / unit);
    return message_usage(command, "--%s needs %s%s, not '%s'", spec->name,
                         unit > 1 ? "seconds" : "a whole number", range, value);
}

static bool options_set_number(const option_spec *spec, void *field, const char *value)
{
    uint64_t number;
    if ((spec->kind == OPTION_AUTO || spec->values != NULL) && strcmp(value, "auto") == 0) {
        *(unsigned *)field = 0;
        return true;
    }
    const bool is_read = spec->kind == OPTION_SECONDS
                             ? options_read_seconds(value, &number)
                             : digits_read_all(value, UINT64_MAX, &number);
    if (!is_read || number < spec->min || number > spec->max)
        return false;
    if (spec->kind == OPTION_NUMBER64)
        *(uint64_t *)field = number;
    else
        *(unsigned *)field = (unsigned)number;
    return true;
}

/* Stores one option. */
static cli_status options_set(const char *command, const option_spec *spec, void *settings,
                              const char *value)
{
    void *field = (char *)settings + spec->offset;
    switch (spec->kind) {
    case OPTION_ON:
    case OPTION_OFF:
        *(bool *)field = spec->kind == OPTION_ON;
        return GO_ON;
    case OPTION_TEXT:
        *(const char **)field = value;
        return GO_ON;
    case OPTION_LIST:
        return text_list_add(field, value) ? GO_ON : message("out of memory");
    case OPTION_CHOICE:
        if (options_find_word(value, spec->values) < 0)
            return options_refuse_value(command, spec, value);
        *(unsigned *)field =
            (unsigned)options_find_word(value, spec->values) + (unsigned)spec->min;
        return GO_ON;
    case OPTION_TAKE:
        return spec->take(field, value) ? GO_ON : options_refuse_value(command, spec, value);
    case OPTION_NUMBER:
    case OPTION_NUMBER64:
    case OPTION_AUTO:
    case OPTION_SECONDS:
        break;
    }
    return options_set_number(spec, field, value) ? GO_ON
                                                  : options_refuse_value(command, spec, value);
}

/* The tables of getopt_long. */
typedef struct getopt_tables {
    struct option longs[OPTIONS_MAX + 2]; /* with --help and the end mark */
    const option_spec *specs[OPTIONS_MAX];
    void *settings[OPTIONS_MAX];
    size_t count;
    char shorts[2 * OPTIONS_MAX + 4];
    char joined[NEAREST_MAX_WORD + 32]; /* an option with its optional word */
} getopt_tables;

/* Values that getopt_long returns for long options: above every letter. */
enum { LONG_BASE = 256, LONG_HELP = LONG_BASE + OPTIONS_MAX };

static void options_fill_tables(getopt_tables *tables, const option_group *groups,
                                size_t group_count, void *settings)
{
    /* A leading ':' distinguishes a missing value from an unknown option. */
    char *shorts = tables->shorts;
    *shorts++ = ':';
    *shorts++ = 'h';
    for (size_t g = 0; g < group_count; g++) {
        for (const option_spec *spec = groups[g].specs; spec->name != NULL; spec++) {
            assert(tables->count < OPTIONS_MAX && strlen(spec->name) <= NEAREST_MAX_WORD);
            const int has_value = spec->argument != NULL   ? required_argument
                                  : spec->optional != NULL ? optional_argument
                                                           : no_argument;
            const int code = (int)(LONG_BASE + tables->count);
            tables->longs[tables->count] =
                (struct option){.name = spec->name, .has_arg = has_value, .val = code};
            tables->settings[tables->count] = (char *)settings + groups[g].offset;
            tables->specs[tables->count++] = spec;
            if (spec->letter != 0)
                *shorts++ = spec->letter;
            if (spec->letter != 0 && spec->argument != NULL)
                *shorts++ = ':';
        }
    }
    tables->longs[tables->count] = (struct option){.name = "help", .val = LONG_HELP};
}

/* Returns the index of the option that getopt_long found. */
static size_t options_find_code(const getopt_tables *tables, int code)
{
    if (code >= LONG_BASE)
        return (size_t)(code - LONG_BASE);
    size_t i = 0;
    while (i < tables->count && tables->specs[i]->letter != code)
        i++;
    return i;
}

/* Refuses a long option that is unknown or ambiguous; `given` begins with "--". */
static cli_status options_refuse_name(const char *command, const getopt_tables *tables,
                                      const char *given)
{
    const char *name = given + 2;
    const size_t length = strcspn(name, "=");
    nearest_word near = nearest_begin(name, length);
    for (const struct option *known = tables->longs; known->name != NULL; known++) {
        if (strncmp(known->name, name, length) == 0)
            return message_usage(command, "option '%s' is ambiguous; write it in full", given);
        nearest_try(&near, known->name);
    }
    return near.meant != NULL
               ? message_usage(command, "unknown option '%s'; did you mean --%s?", given,
                               near.meant)
               : message_usage(command, "unknown option '%s'", given);
}

bool options_names_file(const char *word)
{
    return word != NULL && word[0] == '-' && access(word, F_OK) == 0;
}

/* Refuses an option that getopt_long does not take. It leaves a short one, or a long one with
 * a needless value, in optopt, and 0 for any other. */
static cli_status options_refuse(const char *command, const getopt_tables *tables, int code,
                                 char **argv)
{
    const char *given = argv[optind - 1];
    /* In the middle of a word of short options it is still the next one. */
    const char *file = options_names_file(argv[optind]) ? argv[optind]
                       : options_names_file(given)      ? given
                                                        : NULL;
    if (file != NULL && code != ':')
        return message_usage(
            command, "unknown option '%s'; for the file of that name write ./%s", file, file);
    if (optopt >= '0' && optopt <= '9')
        return message_usage(command, "'-%c' is not an option; numbers here are not negative",
                             optopt);
    if (optopt > 0 && optopt < LONG_BASE)
        return message_usage(
            command, code == ':' ? "option '-%c' needs a value" : "unknown option '-%c'",
            optopt);
    if (code == ':')
        return message_usage(command, "option '%s' needs a value", given);
    if (optopt >= LONG_BASE)
        return message_usage(command, "option '%s' takes no value", given);
    return options_refuse_name(command, tables, given);
}

/* Joins each option with the optional word that follows it, as getopt_long wants it. */
static void options_join_optional(getopt_tables *tables, int argc, char **argv)
{
    for (int i = 1; i + 1 < argc && strcmp(argv[i], "--") != 0; i++) {
        for (size_t j = 0; j < tables->count; j++) {
            const option_spec *spec = tables->specs[j];
            if (spec->optional == NULL || strncmp(argv[i], "--", 2) != 0 ||
                strcmp(argv[i] + 2, spec->name) != 0 ||
                strcmp(argv[i + 1], spec->optional) != 0)
                continue;
            snprintf(tables->joined, sizeof tables->joined, "--%s=%s", spec->name,
                     spec->optional);
            argv[i + 1] = tables->joined; /* after the option by itself, which stays */
        }
    }
}

cli_status options_read(const char *command, const option_group *groups, size_t group_count,
                        void *settings, int argc, char **argv, int *operands,
                        bool given[OPTIONS_MAX])
{
    memset(given, 0, OPTIONS_MAX * sizeof given[0]);
    getopt_tables tables = {.count = 0};
    options_fill_tables(&tables, groups, group_count, settings);
    options_join_optional(&tables, argc, argv);
    opterr = 0;
    optind = 1;
    int code;
    while ((code = getopt_long(argc, argv, tables.shorts, tables.longs, NULL)) != -1) {
        if (code == '?' || code == ':')
            return options_refuse(command, &tables, code, argv);
        if (code == 'h' || code == LONG_HELP)
            return STATUS_OK;
        const size_t i = options_find_code(&tables, code);
        if (tables.specs[i]->once && given[i])
            return message_usage(command, "--%s is given twice; leave one out",
                                 tables.specs[i]->name);
        const cli_status status =
            options_set(command, tables.specs[i], tables.settings[i], optarg);
        if (status != GO_ON)
            return status;
        given[i] = true;
    }
    *operands = optind;
    return GO_ON;
}

int options_find_word(const char *word, const char *words)
{
    const size_t length = strlen(word);
    int index = 0;
    for (const char *at = words; *at != '\0'; at += strspn(at, " "), index++) {
        const size_t size = strcspn(at, " ");
        if (size == length && memcmp(at, word, length) == 0)
            return index;
        at += size;
    }
    return -1;
}

cli_status options_check_action(const char *command, const option_group *groups,
                                size_t group_count, const bool given[OPTIONS_MAX],
                                const char *action)
{
    for (size_t g = 0; g < group_count; g++) {
        for (const option_spec *spec = groups[g].specs; spec->name != NULL; spec++) {
            const char *actions = spec->actions != NULL ? spec->actions : groups[g].actions;
            if (*given && actions != NULL && options_find_word(action, actions) < 0) {
                char joined[80];
                if (strstr(action, "--") != NULL)
                    return message_usage(command, "'%s' does not take --%s; leave one out",
                                         action, spec->name);
                options_join_values(joined, sizeof joined, actions);
                return message_usage(command, "'%s' does not take --%s; it goes with %s",
                                     action, spec->name, joined);
            }
            given++;
        }
    }
    return GO_ON;
}

/* Writes words from the help column on, and breaks lines before the right edge. */
static void options_put_wrapped(FILE *stream, const char *text, int column)
{
    while (*text != '\0') {
        const int length = (int)strcspn(text, " ");
        if (column > HELP_COLUMN && column + 1 + length > HELP_WIDTH) {
            fprintf(stream, "\n%*s", HELP_COLUMN, "");
            column = HELP_COLUMN;
        }
        if (column > HELP_COLUMN) {
            fputc(' ', stream);
            column++;
        }
        fprintf(stream, "%.*s", length, text);
        column += length;
        text += length;
        text += strspn(text, " ");
    }
    fputc('\n', stream);
}

/* Writes the help of an option, with its range. */
static void options_describe(char *text, size_t size, const option_spec *spec)
{
    const uint64_t unit = spec->kind == OPTION_SECONDS ? 100 : 1;
    if (spec->max == 0 || spec->max == UINT64_MAX)
        snprintf(text, size, "%s", spec->help);
    else
        snprintf(text, size, "%s (%" PRIu64 " to %" PRIu64 ")", spec->help, spec->min / unit,
                 spec->max / unit);
}

void options_help(FILE *stream, const option_group *group)
{
    fprintf(stream, "\n%s:\n", group->title);
    for (const option_spec *spec = group->specs; spec->name != NULL; spec++) {
        char left[HELP_OPTION];
        char letter[8] = "    ";
        if (spec->letter != 0)
            snprintf(letter, sizeof letter, "-%c, ", spec->letter);
        const bool has_argument = spec->argument != NULL;
        const int length = snprintf(left, sizeof left, "  %s--%s%s%s%s", letter, spec->name,
                                    has_argument             ? " "
                                    : spec->optional != NULL ? " ["
                                                             : "",
                                    has_argument             ? spec->argument
                                    : spec->optional != NULL ? spec->optional
                                                             : "",
                                    spec->optional != NULL ? "]" : "");
        fputs(left, stream);
        if (length >= HELP_COLUMN)
            fputc('\n', stream);
        fprintf(stream, "%*s", length >= HELP_COLUMN ? HELP_COLUMN : HELP_COLUMN - length, "");
        char help[HELP_OPTION * 2];
        options_describe(help, sizeof help, spec);
        options_put_wrapped(stream, help, HELP_COLUMN);
    }
}

enum { MAX_TYPOS = 2 };

/* Returns how many characters must be added, removed or replaced to make one word of another,
 * both at most NEAREST_MAX_WORD long. */
static size_t nearest_edit_distance(const char *one, const char *other)
{
    size_t row[NEAREST_MAX_WORD + 1];
    const size_t length = strlen(other);
    for (size_t i = 0; i <= length; i++)
        row[i] = i;
    for (size_t j = 0; one[j] != '\0'; j++) {
        size_t diagonal = row[0]++;
        for (size_t i = 0; i < length; i++) {
            const size_t shorter = row[i] < row[i + 1] ? row[i] : row[i + 1];
            const size_t replaced = diagonal + (one[j] != other[i]);
            diagonal = row[i + 1];
            row[i + 1] = replaced <= shorter ? replaced : shorter + 1;
        }
    }
    return row[length];
}

nearest_word nearest_begin(const char *typed, size_t length)
{
    nearest_word self = {.distance = MAX_TYPOS + 1};
    if (length <= NEAREST_MAX_WORD)
        memcpy(self.typed, typed, length);
    return self;
}

void nearest_try(nearest_word *self, const char *known)
{
    const size_t edits = nearest_edit_distance(self->typed, known);
    if (edits < self->distance) {
        self->meant = known;
        self->distance = edits;
    }
}
