/* The command line program: finds the subcommand, and describes all of them. */
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cli/base/child.h"
#include "cli/base/cleanup.h"
#include "cli/base/command.h"
#include "cli/base/message.h"
#include "cli/base/options.h"
#include "cli/formats/picture_options.h"
#include "cli/formats/plan_formats.h"
#include "cli/picture/image.h"
#include "cli/process/ranks.h"
#include "commands.h"
#include "dropforge/base.h"

static const subcommand *main_find_command(const char *name)
{
    const subcommand *command;
    for (size_t i = 0; (command = command_at(i)) != NULL; i++) {
        if (strcmp(command->name, name) == 0)
            break;
    }
    return command;
}

/* Refuses a command that there is not, and names the one that was meant. */
static cli_status main_refuse_command(const char *name)
{
    nearest_word near = nearest_begin(name, strlen(name));
    const subcommand *command;
    for (size_t i = 0; (command = command_at(i)) != NULL; i++)
        nearest_try(&near, command->name);
    nearest_try(&near, "help");
    nearest_try(&near, FILM_TOPIC);
    if (near.meant != NULL)
        return message_usage(NULL, "there is no command '%s'; did you mean %s%s?", name,
                             strcmp(near.meant, FILM_TOPIC) == 0 ? "help " : "", near.meant);
    return message_usage(NULL, "there is no command '%s'", name);
}

/* Refuses an option that is not of the program itself. */
static cli_status main_refuse_option(const char *name)
{
    nearest_word near = nearest_begin(name, strlen(name));
    nearest_try(&near, "--help");
    nearest_try(&near, "--version");
    if (near.meant != NULL)
        return message_usage(NULL, "there is no option '%s'; did you mean %s?", name,
                             near.meant);
    if (options_names_file(name))
        return message_usage(
            NULL, "there is no option '%s'; for the file of that name write ./%s", name, name);
    return message_usage(NULL, "there is no option '%s'", name);
}

static void main_put_help(void)
{
    message_end_with_reader();
    puts("Usage: dropforge COMMAND [OPTION]... [FILE]...\n"
         "Makes pictures, fillings and pieces by dropping polyominoes.\n"
         "\n"
         "Commands:");
    const subcommand *command;
    for (size_t i = 0; (command = command_at(i)) != NULL; i++)
        printf("  %-11s %s\n", command->name, command->summary);
    puts("  help        describe a command, or 'film', the options of films\n"
         "\n"
         "Without a command a file is printed: 'dropforge FILE' is 'dropforge print FILE'.\n"
         "\n"
         "Options:\n"
         "  -h, --help     this help; after a command, the help of that command\n"
         "  -V, --version  the version, and what it was built with\n"
         "\n"
         "Examples:\n"
         "  dropforge print                         print a small sprite of its own\n"
         "  dropforge print cat.png -o cat.gif      print a sprite into a film\n"
         "  dropforge replay cat.drops              play a plan in the terminal");
    command_put_limits();
}

/* Writes the version, and what this program was built with. */
static void main_put_version(void)
{
    message_end_with_reader();
    printf("dropforge %s\nreads:", df_version);
    image_put_names(stdout);
    fputs("\nwrites:", stdout);
    for (size_t i = 0; i < plan_formats.count; i++) {
        const output_format *format = plan_formats.items[i];
        if (format->program != NULL && !child_is_possible())
            continue;
        printf(" %s", format->name);
        if (format->program != NULL)
            printf("(%s)", format->program);
    }
    printf("\nformats: %s\nthreads: %s\nmpi: %s\n", df_formats, df_has_threads ? "yes" : "no",
           ranks_have_mpi() ? "yes" : "no");
}

/* Runs 'dropforge help [COMMAND|film]'. */
static cli_status main_run_help(int argc, char **argv)
{
    if (argc > 2)
        return message_usage(NULL, "unexpected argument '%s'", argv[2]);
    if (argc < 2 || strcmp(argv[1], "help") == 0)
        main_put_help();
    else if (main_find_command(argv[1]) != NULL)
        command_help(main_find_command(argv[1]));
    else if (strcmp(argv[1], FILM_TOPIC) == 0)
        command_help_topic(
            &command_replay, FILM_TOPIC,
            "Options of 'print', 'replay', 'play', 'bot' and 'clear' for pictures and "
            "films; those of\nplans are for 'print' and 'replay' only. The name of the "
            "output chooses the format,\nas in: dropforge print cat.png -o cat.gif "
            "--theme modern --title 'A cat'\n");
    else
        return main_refuse_command(argv[1]);
    return STATUS_OK;
}

static cli_status main_run(int argc, char **argv)
{
    if (argc < 2) {
        main_put_help();
        return STATUS_USAGE;
    }
    const char *name = argv[1];
    if (strcmp(name, "--help") == 0 || strcmp(name, "-h") == 0)
        return main_run_help(1, argv);
    if (strcmp(name, "help") == 0)
        return main_run_help(argc - 1, argv + 1);
    if (strcmp(name, "--version") == 0 || strcmp(name, "-V") == 0) {
        main_put_version();
        return STATUS_OK;
    }
    const subcommand *command = main_find_command(name);
    if (command != NULL)
        return command->run(command, argc - 1, argv + 1);
    if (name[0] == '-')
        return main_refuse_option(name);
    if (strpbrk(name, "./") == NULL && access(name, F_OK) != 0)
        return main_refuse_command(name);
    return command_print.run(&command_print, argc, argv);
}

/* Opens closed standard streams, which the first file would take otherwise, in a way that makes
 * using them an error. */
static void main_occupy_closed_streams(void)
{
    for (int stream = STDIN_FILENO; stream <= STDERR_FILENO; stream++) {
        if (fcntl(stream, F_GETFD) < 0)
            (void)open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY);
    }
}

int main(int argc, char **argv)
{
    main_occupy_closed_streams();
    /* When the reader of standard output goes away, other outputs are still written. */
    signal(SIGPIPE, SIG_IGN);
    cleanup_begin();
    cli_status status = main_run(argc, argv);
    if (status == GO_ON)
        status = STATUS_OK;
    if (status != STATUS_FAILED && message_flush_stdout() != GO_ON)
        status = STATUS_FAILED;
    if (message_reader_is_gone()) {
        message_end_with_reader();
        (void)!write(STDOUT_FILENO, "\n", 1);
    }
    return status;
}
