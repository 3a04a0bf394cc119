#include "options.h"
#include "digits.h"

#include <assert.h>
#include <getopt.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "message.h"

enum { MOST_OPTIONS = 48, HELP_COLUMN = 26, HELP_WIDTH = 80, HELP_OPTION = 256 };

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

/* A whole number without sign, space or trailing text. */
static bool read_number(const char *text, uint64_t *number)
{
    const char *end = digits_read(text, UINT64_MAX, number);
    return end != NULL && *end == '\0';
}

/* Seconds with up to two decimals, as centiseconds. */
static bool read_seconds(const char *text, uint64_t *centiseconds)
{
    char whole[16];
    const size_t length = strcspn(text, ".");
    if (length >= sizeof whole)
        return false;
    memcpy(whole, text, length);
    whole[length] = '\0';
    if (!read_number(whole, centiseconds))
        return false;
    *centiseconds *= 100;
    if (text[length] == '\0')
        return true;
    const char *decimals = text + length + 1;
    const size_t count = strlen(decimals);
    uint64_t fraction;
    if (count > 2 || !read_number(decimals, &fraction))
        return false;
    *centiseconds += count == 1 ? fraction * 10 : fraction;
    return true;
}

/* 'flat, bevel or nes' of 'flat bevel nes'. */
static void join_values(char *text, size_t size, const char *values)
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

static int refuse_value(const char *command, const option_spec *spec, const char *value)
{
    if (spec->kind == OPTION_TAKE) {
        char joined[HELP_OPTION];
        if (spec->expects == NULL)
            join_values(joined, sizeof joined, spec->values);
        return message_usage(command, "--%s needs %s, not '%s'", spec->name,
                             spec->expects != NULL ? spec->expects : joined, value);
    }
    const uint64_t unit = spec->kind == OPTION_SECONDS ? 100 : 1;
    const char *what = spec->kind == OPTION_SECONDS ? "seconds" : "a whole number";
    if (spec->most == UINT64_MAX && spec->least > 0)
        return message_usage(command, "--%s needs %s from %" PRIu64 " on, below 2^64, not '%s'",
                             spec->name, what, spec->least / unit, value);
    if (spec->most == UINT64_MAX)
        return message_usage(command, "--%s needs %s below 2^64, not '%s'", spec->name, what,
                             value);
    return message_usage(command, "--%s needs %s from %" PRIu64 " to %" PRIu64 "%s, not '%s'",
                         spec->name, what, spec->least / unit, spec->most / unit,
                         spec->kind == OPTION_AUTO ? " or auto" : "", value);
}

static bool set_number(const option_spec *spec, void *field, const char *value)
{
    uint64_t number;
    if (spec->kind == OPTION_AUTO && strcmp(value, "auto") == 0) {
        *(unsigned *)field = 0;
        return true;
    }
    const bool is_read = spec->kind == OPTION_SECONDS ? read_seconds(value, &number)
                                                      : read_number(value, &number);
    if (!is_read || number < spec->least || number > spec->most)
        return false;
    if (spec->kind == OPTION_NUMBER64)
        *(uint64_t *)field = number;
    else
        *(unsigned *)field = (unsigned)number;
    return true;
}

/* Stores one option; -1 when all is well, else the exit code. */
static int set_option(const char *command, const option_spec *spec, void *settings,
                      const char *value)
{
    void *field = (char *)settings + spec->offset;
    switch (spec->kind) {
    case OPTION_ON:
    case OPTION_OFF:
        *(bool *)field = spec->kind == OPTION_ON;
        return -1;
    case OPTION_TEXT:
        *(const char **)field = value;
        return -1;
    case OPTION_LIST:
        return text_list_add(field, value) ? -1 : message("out of memory");
    case OPTION_TAKE:
        return spec->take(field, value) ? -1 : refuse_value(command, spec, value);
    case OPTION_NUMBER:
    case OPTION_NUMBER64:
    case OPTION_AUTO:
    case OPTION_SECONDS:
        break;
    }
    return set_number(spec, field, value) ? -1 : refuse_value(command, spec, value);
}

/* What getopt_long needs, made from the tables. */
typedef struct getopt_tables {
    struct option longs[MOST_OPTIONS + 2]; /* with --help and the end mark */
    const option_spec *specs[MOST_OPTIONS];
    void *settings[MOST_OPTIONS];
    size_t count;
    char shorts[2 * MOST_OPTIONS + 4];
} getopt_tables;

/* Values that getopt_long returns for long options: above every letter. */
enum { LONG_BASE = 256, LONG_HELP = LONG_BASE + MOST_OPTIONS };

static void fill_tables(getopt_tables *tables, const option_group *groups, size_t group_count,
                        void *settings)
{
    /* A leading ':' tells a missing value from an unknown option. */
    char *shorts = tables->shorts;
    *shorts++ = ':';
    *shorts++ = 'h';
    for (size_t g = 0; g < group_count; g++) {
        for (const option_spec *spec = groups[g].specs; spec->name != NULL; spec++) {
            assert(tables->count < MOST_OPTIONS);
            const int has_value = spec->argument != NULL ? required_argument : no_argument;
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

/* The index of the option that getopt_long answered with. */
static size_t find_option(const getopt_tables *tables, int code)
{
    if (code >= LONG_BASE)
        return (size_t)(code - LONG_BASE);
    size_t i = 0;
    while (i < tables->count && tables->specs[i]->letter != code)
        i++;
    return i;
}

/* getopt_long tells a wrong short option by its letter, a long one by its place. */
static int refuse_option(const char *command, int code, char **argv)
{
    const char *why = code == ':' ? "needs a value" : "is unknown, ambiguous or misused";
    if (optopt >= '0' && optopt <= '9')
        return message_usage(command, "'-%c' is no option; numbers here are not negative",
                             optopt);
    if (optopt > 0 && optopt < LONG_BASE)
        return message_usage(command, "option '-%c' %s", optopt, why);
    return message_usage(command, "option '%s' %s", argv[optind - 1], why);
}

int options_read(const char *command, const option_group *groups, size_t group_count,
                 void *settings, int argc, char **argv, int *operands,
                 void (*help)(const char *command))
{
    getopt_tables tables = {.count = 0};
    fill_tables(&tables, groups, group_count, settings);
    opterr = 0;
    optind = 1;
    int code;
    while ((code = getopt_long(argc, argv, tables.shorts, tables.longs, NULL)) != -1) {
        if (code == '?' || code == ':')
            return refuse_option(command, code, argv);
        if (code == 'h' || code == LONG_HELP) {
            help(command);
            return STATUS_OK;
        }
        const size_t i = find_option(&tables, code);
        const int status = set_option(command, tables.specs[i], tables.settings[i], optarg);
        if (status >= 0)
            return status;
    }
    *operands = optind;
    return -1;
}

/* Writes words from the help column on, broken before the right edge. */
static void put_wrapped(FILE *stream, const char *text, int column)
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

/* The help text with the range that the table knows. */
static void describe(char *text, size_t size, const option_spec *spec)
{
    const uint64_t unit = spec->kind == OPTION_SECONDS ? 100 : 1;
    if (spec->most == 0 || spec->most == UINT64_MAX)
        snprintf(text, size, "%s", spec->help);
    else
        snprintf(text, size, "%s (%" PRIu64 " to %" PRIu64 ")", spec->help, spec->least / unit,
                 spec->most / unit);
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
        const int length =
            snprintf(left, sizeof left, "  %s--%s%s%s", letter, spec->name,
                     has_argument ? " " : "", has_argument ? spec->argument : "");
        fputs(left, stream);
        if (length >= HELP_COLUMN)
            fputc('\n', stream);
        fprintf(stream, "%*s", length >= HELP_COLUMN ? HELP_COLUMN : HELP_COLUMN - length, "");
        char help[HELP_OPTION * 2];
        describe(help, sizeof help, spec);
        put_wrapped(stream, help, HELP_COLUMN);
    }
}
