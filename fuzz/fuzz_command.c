/* Runs the program with any bytes as its command line: each line up to the first empty one
 * is an argument (one backslash alone: an empty argument), and what follows is on standard
 * input and in the file `in`. The folder f has a file of each kind. Long work is cut short
 * (bounds.h), and nothing outside a folder of its own is touched (sandbox.h). */
#define SANDBOX_ITSELF
#include <string.h>

#include "check.h"
#include "cli/base/message.h"
#include "cli/commands.h"
#include "sandbox.h"

enum { MAX_ARGUMENTS = 48, MAX_TEXT = 1 << 14, MAX_VALUE = 80 };

int program_main(int argc, char **argv);
int LLVMFuzzerInitialize(int *argc, char ***argv);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max, unsigned seed);
size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t max);

/* The arguments as main gets them, in a text that may be written to. */
typedef struct command_line {
    char text[MAX_TEXT + 1];
    int count;
    char *items[MAX_ARGUMENTS + 2];
} command_line;

/* Takes the lines; returns where the standard input begins. */
static size_t split(command_line *line, const uint8_t *data, size_t size)
{
    static char name[] = "dropforge";
    size_t at = 0;
    memcpy(line->text, data, size);
    line->text[size] = '\0';
    line->items[0] = name;
    line->count = 1;
    while (at < size && line->text[at] != '\n' && line->count <= MAX_ARGUMENTS) {
        char *item = &line->text[at];
        const uint8_t *end = memchr(data + at, '\n', size - at);
        const size_t length = end != NULL ? (size_t)(end - data) - at : size - at;
        item[length] = '\0';
        line->items[line->count++] = strcmp(item, "\\") == 0 ? item + 1 : item;
        at += length + (end != NULL);
    }
    line->items[line->count] = NULL;
    return at < size ? at + 1 : size;
}

static int run(const uint8_t *data, size_t size)
{
    static command_line line;
    const size_t begin = split(&line, data, size);
    sandbox_begin(data + begin, size - begin);
    int status = setjmp(sandbox_exit_place) - 1;
    if (status < 0)
        status = program_main(line.count, line.items);
    sandbox_end();
    return status;
}

/* A file of each kind that some command reads. */
static void make_files(void)
{
    /* A PNG of 5 by 4 pixels in 2 colours. */
    static const uint8_t sprite[] = {
        0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0x00, 0x00, 0x00, 0x0d, 0x49, 0x48,
        0x44, 0x52, 0x00, 0x00, 0x00, 0x05, 0x00, 0x00, 0x00, 0x04, 0x02, 0x03, 0x00, 0x00,
        0x00, 0x3b, 0x5d, 0x1d, 0xd3, 0x00, 0x00, 0x00, 0x09, 0x50, 0x4c, 0x54, 0x45, 0x00,
        0x00, 0x00, 0xe0, 0xf8, 0xcf, 0x30, 0x68, 0x50, 0x21, 0x69, 0x42, 0x45, 0x00, 0x00,
        0x00, 0x01, 0x74, 0x52, 0x4e, 0x53, 0x00, 0x40, 0xe6, 0xd8, 0x66, 0x00, 0x00, 0x00,
        0x14, 0x49, 0x44, 0x41, 0x54, 0x78, 0xda, 0x63, 0x60, 0x61, 0x60, 0x90, 0x64, 0x60,
        0x88, 0x72, 0x60, 0x50, 0x62, 0x00, 0x00, 0x04, 0x06, 0x00, 0xda, 0x27, 0x13, 0x3e,
        0xfb, 0x00, 0x00, 0x00, 0x00, 0x49, 0x45, 0x4e, 0x44, 0xae, 0x42, 0x60, 0x82,
    };
    static const char *const lines[] = {
        "print\nf/a.png\n-o\nf/a.drops\n-o\nf/a.blocks\n-o\nf/a.gif\n--fast\n--square=1\n",
        "omino\nlist\n4\n-o\nf/a.pieces\n",
        ("train\n--board\n5x5\n--population\n4\n--games\n1\n--generations\n1\n--max-pieces\n9\n"
         "--checkpoint\nf/a.training\n-o\nf/a.weights\n"),
        "play\n--bot\n--script\n-\n--log\nf/a.game\n\n200 end\n",
    };
    sandbox_keep_files(true);
    sandbox_write("f/a.png", sprite, sizeof sprite);
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        const int status = run((const uint8_t *)lines[i], strlen(lines[i]));
        if (status != STATUS_OK)
            fprintf(stderr, "%s%s", lines[i], sandbox_messages());
        MUST(status == STATUS_OK);
    }
    sandbox_keep_files(false);
}

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    (void)argc;
    (void)argv;
    sandbox_create();
    make_files();
    return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size > MAX_TEXT)
        return -1;
    const int status = run(data, size);
    MUST(status >= STATUS_OK && status <= STATUS_LIMIT);
    return 0;
}

/* --- mutations --- */

static unsigned next(unsigned *seed, unsigned count)
{
    *seed = *seed * 1664525u + 1013904223u;
    return (*seed >> 16) % count;
}

/* The command that the first line names, or another one. */
static const subcommand *choose_command(const uint8_t *data, size_t size, unsigned *seed)
{
    const uint8_t *end = memchr(data, '\n', size);
    const size_t length = end != NULL ? (size_t)(end - data) : size;
    unsigned count = 0;
    for (const subcommand *command; (command = command_at(count)) != NULL; count++) {
        if (strlen(command->name) == length && memcmp(command->name, data, length) == 0)
            return command;
    }
    return command_at(next(seed, count));
}

/* One of the words with blanks between. */
static void pick_word(char value[MAX_VALUE], const char *words, unsigned *seed)
{
    unsigned count = 1;
    for (const char *at = words; (at = strchr(at, ' ')) != NULL; at++)
        count++;
    for (unsigned skipped = next(seed, count); skipped > 0; skipped--)
        words = strchr(words, ' ') + 1;
    snprintf(value, MAX_VALUE, "%.*s", (int)strcspn(words, " "), words);
}

static void pick_value(char value[MAX_VALUE], const option_spec *spec, unsigned *seed)
{
    static const char *const usual[] = {"0",
                                        "1",
                                        "2",
                                        "3",
                                        "4",
                                        "7",
                                        "10",
                                        "64",
                                        "100",
                                        "999999",
                                        "4294967295",
                                        "4294967296",
                                        "18446744073709551615",
                                        "-1",
                                        "10x4",
                                        "4x4",
                                        "5x8",
                                        "1x1",
                                        "64x1024",
                                        "1/2",
                                        "2..4",
                                        "..3",
                                        "-",
                                        "in",
                                        "x.drops",
                                        "x.png",
                                        "x.gif",
                                        "x.blocks",
                                        "x.svg",
                                        "x.pieces",
                                        "x.game",
                                        "x.weights",
                                        "/dev/full",
                                        "f/a.png",
                                        "f/a.drops",
                                        "f/a.blocks",
                                        "f/a.pieces",
                                        "f/a.weights",
                                        "f/a.training",
                                        "f/a.game",
                                        "IOTSZJL",
                                        "JTL",
                                        "#12ab9f",
                                        "J=#123456",
                                        "uniform",
                                        "bag",
                                        "nes",
                                        "dt10",
                                        "holes,landing-height",
                                        "json",
                                        "svg",
                                        "png",
                                        "drops",
                                        "2.5",
                                        "auto"};
    const unsigned way = next(seed, 4);
    size_t count = 0;
    while (spec->value != NULL && spec->value(count) != NULL)
        count++;
    if (way > 0 && count > 0)
        snprintf(value, MAX_VALUE, "%s", spec->value(next(seed, (unsigned)count)));
    else if (way > 0 && spec->values != NULL)
        pick_word(value, spec->values, seed);
    else if (way > 1 && spec->max > 0)
        snprintf(value, MAX_VALUE, "%llu",
                 (unsigned long long)(spec->min + next(seed, 2) * next(seed, 9)));
    else
        snprintf(value, MAX_VALUE, "%s", usual[next(seed, sizeof usual / sizeof usual[0])]);
}

/* An option of the command, with a value that it may have or not, as one line. */
static size_t make_option(char line[2 * MAX_VALUE], const subcommand *command, unsigned *seed)
{
    if (command->group_count == 0)
        return 0;
    const option_spec *specs =
        command->groups[next(seed, (unsigned)command->group_count)].specs;
    unsigned count = 0;
    while (specs[count].name != NULL)
        count++;
    const option_spec *spec = &specs[next(seed, count)];
    char value[MAX_VALUE];
    pick_value(value, spec, seed);
    const int length = spec->argument != NULL
                           ? snprintf(line, 2 * MAX_VALUE, "--%s=%s\n", spec->name, value)
                           : snprintf(line, 2 * MAX_VALUE, "--%s\n", spec->name);
    return (size_t)length;
}

/* Where line number `number` begins, or where the arguments end. */
static size_t find_line(const uint8_t *data, size_t size, unsigned number)
{
    size_t at = 0;
    while (number-- > 0 && at < size && data[at] != '\n') {
        const uint8_t *end = memchr(data + at, '\n', size - at);
        if (end == NULL)
            return at;
        at = (size_t)(end - data) + 1;
    }
    return at;
}

/* Half of the mutations put an option in, at times in place of another argument: any bytes
 * seldom become one. */
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max, unsigned seed)
{
    char line[2 * MAX_VALUE];
    if (next(&seed, 2) == 0)
        return LLVMFuzzerMutate(data, size, max);
    const size_t length = make_option(line, choose_command(data, size, &seed), &seed);
    const size_t at = find_line(data, size, 1 + next(&seed, 6));
    size_t end = at;
    if (next(&seed, 3) == 0)
        end = at + find_line(data + at, size - at, 1);
    if (length == 0 || size - (end - at) + length > max)
        return LLVMFuzzerMutate(data, size, max);
    memmove(data + at + length, data + end, size - end);
    memcpy(data + at, line, length);
    return size - (end - at) + length;
}
