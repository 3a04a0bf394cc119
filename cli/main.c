/* The command line program: finds the subcommand and tells about all of them. */
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cleanup.h"
#include "command.h"
#include "format.h"
#include "image.h"
#include "message.h"
#include "ranks.h"

static const subcommand *const commands[] = {
    &command_print, &command_replay, &command_check, &command_emitters, &command_tile,
    &command_omino, &command_bot,    &command_train, &command_play,     &command_completions,
};

enum { COMMAND_COUNT = sizeof commands / sizeof commands[0] };

const subcommand *command_at(size_t index)
{
    return index < COMMAND_COUNT ? commands[index] : NULL;
}

static const subcommand *find_command(const char *name)
{
    for (size_t i = 0; i < COMMAND_COUNT; i++) {
        if (strcmp(commands[i]->name, name) == 0)
            return commands[i];
    }
    return NULL;
}

static void put_help(void)
{
    puts("Usage: dropforge COMMAND [OPTION]... [FILE]...\n"
         "Makes what can be made by dropping polyominoes: pictures, fillings, pieces.\n"
         "\n"
         "Commands:");
    for (size_t i = 0; i < COMMAND_COUNT; i++)
        printf("  %-10s %s\n", commands[i]->name, commands[i]->summary);
    puts("  help       tell about a command\n"
         "\n"
         "Options:\n"
         "  -h, --help     this help; after a command, the help of that command\n"
         "  -V, --version  the version, and what it was built with\n"
         "\n"
         "Examples:\n"
         "  dropforge print                         print a small sprite of its own\n"
         "  dropforge print cat.png -o cat.gif      print a sprite into a film\n"
         "  dropforge replay cat.drops              play a plan in the terminal");
}

static void put_command_help(const char *name)
{
    const subcommand *command = find_command(name);
    printf("Usage: dropforge %s [OPTION]...%s%s\n%s", command->name,
           command->operands[0] != '\0' ? " " : "", command->operands, command->description);
    for (size_t i = 0; i < command->group_count; i++)
        options_help(stdout, &command->groups[i]);
    puts("\nHelp:\n  -h, --help              this help");
    if (command->more_help != NULL)
        command->more_help(stdout);
    if (command->formats != NULL)
        format_table_put(command->formats, stdout);
    printf("\nExamples:\n%s", command->examples);
}

int command_begin(const subcommand *command, void *settings, int argc, char **argv,
                  int *operands)
{
    const int status = options_read(command->name, command->groups, command->group_count,
                                    settings, argc, argv, operands, put_command_help);
    if (status >= 0)
        return status;
    const int count = argc - *operands;
    if (count < command->least_operands)
        return message_usage(command->name, "missing operand; %s takes %s", command->name,
                             command->operands);
    if (count > command->most_operands)
        return message_usage(command->name, "'%s' is one operand too many",
                             argv[*operands + command->most_operands]);
    return -1;
}

/* The version, and what this program was built with. */
static void put_version(void)
{
    fputs("dropforge " DROPFORGE_VERSION "\nreads:", stdout);
    image_put_names(stdout);
    fputs("\nwrites:", stdout);
    for (size_t i = 0; i < plan_formats.count; i++) {
        const output_format *format = plan_formats.items[i];
        printf(" %s", format->name);
        if (format->program != NULL)
            printf("(%s)", format->program);
    }
    printf("\nmpi: %s\n", ranks_have_mpi() ? "yes" : "no");
}

/* 'dropforge help [COMMAND]'. */
static int run_help(int argc, char **argv)
{
    if (argc > 2)
        return message_usage(NULL, "'%s' is one operand too many", argv[2]);
    if (argc < 2 || strcmp(argv[1], "help") == 0)
        put_help();
    else if (find_command(argv[1]) != NULL)
        put_command_help(argv[1]);
    else
        return message_usage(NULL, "there is no command '%s'", argv[1]);
    return STATUS_OK;
}

static int run(int argc, char **argv)
{
    if (argc < 2) {
        put_help();
        return STATUS_USAGE;
    }
    const char *name = argv[1];
    if (strcmp(name, "--help") == 0 || strcmp(name, "-h") == 0)
        return run_help(1, argv);
    if (strcmp(name, "help") == 0)
        return run_help(argc - 1, argv + 1);
    if (strcmp(name, "--version") == 0 || strcmp(name, "-V") == 0) {
        put_version();
        return STATUS_OK;
    }
    const subcommand *command = find_command(name);
    if (command != NULL)
        return command->run(command, argc - 1, argv + 1);
    return message_usage(NULL, "there is no %s '%s'", name[0] == '-' ? "option" : "command",
                         name);
}

/* A standard stream that was closed would be taken by the first file that is opened. What
 * takes its place here cannot be read or written, so that using it is an error. */
static void occupy_closed_streams(void)
{
    for (int stream = STDIN_FILENO; stream <= STDERR_FILENO; stream++) {
        if (fcntl(stream, F_GETFD) < 0)
            (void)open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY);
    }
}

int main(int argc, char **argv)
{
    occupy_closed_streams();
    /* A closed pipe shall be a write error like any other. */
    signal(SIGPIPE, SIG_IGN);
    cleanup_begin();
    const int status = run(argc, argv);
    if ((fflush(stdout) != 0 || ferror(stdout)) && status != STATUS_FAILED)
        return message("standard output: cannot be written");
    return status;
}
