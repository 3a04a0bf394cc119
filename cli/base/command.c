#include "command.h"

#include <string.h>

#include "child.h"

void command_put_limits(void)
{
    if (!child_is_possible())
        puts("\nHere dropforge has no ffmpeg (MP4, WebM, APNG and WebP films) and no MPI, and "
             "shows\n"
             "nothing in the terminal. Installed for your system it has.");
}

void command_help(const subcommand *command)
{
    message_end_with_reader();
    printf("Usage: dropforge %s [OPTION]...%s%s\n%s", command->name,
           command->operands[0] != '\0' ? " " : "", command->operands, command->description);
    for (size_t i = 0; i < command->group_count; i++) {
        const option_group *group = &command->groups[i];
        if (group->topic == NULL)
            options_help(stdout, group);
        else
            printf("%s%s: dropforge help %s\n", group[-(i > 0)].topic == NULL ? "\n" : "",
                   group->title, group->topic);
    }
    puts("\nHelp:\n  -h, --help              this help");
    if (command->more_help != NULL)
        command->more_help(stdout);
    if (command->formats != NULL)
        format_table_put(command->formats, stdout);
    printf("\nExamples:\n%s", command->examples);
    command_put_limits();
}

void command_help_topic(const subcommand *command, const char *topic, const char *about)
{
    message_end_with_reader();
    fputs(about, stdout);
    for (size_t i = 0; i < command->group_count; i++) {
        const char *has = command->groups[i].topic;
        if (has != NULL && strcmp(has, topic) == 0)
            options_help(stdout, &command->groups[i]);
    }
    command_put_limits();
}

cli_status command_begin(const subcommand *command, void *settings, int argc, char **argv,
                         int *operands)
{
    bool given[OPTIONS_MAX];
    const cli_status status = options_read(command->name, command->groups, command->group_count,
                                           settings, argc, argv, operands, given);
    if (status == STATUS_OK)
        command_help(command);
    if (status != GO_ON)
        return status;
    const int count = argc - *operands;
    /* The action is there, and what it works on is missing. */
    if (count > 0 && count < command->min_operands && command->actions != NULL &&
        options_find_word(argv[*operands], command->actions) >= 0)
        return message_usage(command->name, "missing operand; '%s' takes %s", argv[*operands],
                             strchr(command->operands, ' ') + 1);
    if (count < command->min_operands)
        return message_usage(command->name, "missing operand; %s takes %s", command->name,
                             command->operands);
    if (count > command->max_operands)
        return message_usage(command->name, "unexpected argument '%s'",
                             argv[*operands + command->max_operands]);
    const char *action = command->actions != NULL       ? argv[*operands]
                         : command->find_action != NULL ? command->find_action(settings)
                                                        : command->name;
    if (command->actions != NULL && options_find_word(action, command->actions) < 0)
        return message_usage(command->name, "there is no action '%s'; %s takes %s", action,
                             command->name, command->operands);
    return options_check_action(command->name, command->groups, command->group_count, given,
                                action);
}
