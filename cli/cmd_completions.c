/* The subcommand 'completions': writes a script by which a shell completes command lines. It is
 * made from the tables of all subcommands. */
#include <string.h>

#include "cli/base/message.h"
#include "cli/formats/picture_options.h"
#include "commands.h"

/* Calls `put` for all options of a command. */
static void completions_each_option(const subcommand *command,
                                    void (*put)(const subcommand *command,
                                                const option_spec *spec))
{
    for (size_t g = 0; g < command->group_count; g++) {
        for (const option_spec *spec = command->groups[g].specs; spec->name != NULL; spec++)
            put(command, spec);
    }
}

static void completions_each_command(void (*put)(const subcommand *command))
{
    const subcommand *command;
    for (size_t i = 0; (command = command_at(i)) != NULL; i++)
        put(command);
}

/* Returns the formats that an option chooses from, or NULL. */
static const format_table *completions_formats(const subcommand *command,
                                               const option_spec *spec)
{
    return strcmp(spec->name, "format") == 0 ? command->formats : NULL;
}

static bool completions_has_values(const subcommand *command, const option_spec *spec)
{
    return spec->values != NULL || spec->value != NULL ||
           completions_formats(command, spec) != NULL;
}

/* Writes the values of an option that can be listed, with blanks between. */
static void completions_put_values(const subcommand *command, const option_spec *spec)
{
    const format_table *formats = completions_formats(command, spec);
    const char *separator = "";
    for (size_t i = 0; formats != NULL && i < formats->count; i++, separator = " ")
        printf("%s%s", separator, formats->items[i]->name);
    const char *name;
    for (size_t i = 0; spec->value != NULL && (name = spec->value(i)) != NULL; i++) {
        printf("%s%s", separator, name);
        separator = " ";
    }
    if (spec->values != NULL)
        printf("%s%s", separator, spec->values);
}

static bool completions_is_file(const option_spec *spec)
{
    return spec->argument != NULL && (spec->may_be_file || strcmp(spec->argument, "FILE") == 0);
}

/* Writes text for single quotes, up to its first semicolon, with a backslash before the
 * characters of `special`, and `quote` in place of a quote. */
static void completions_put_text(const char *text, const char *special, const char *quote)
{
    for (; *text != '\0' && *text != ';'; text++) {
        if (*text == '\'') {
            fputs(quote, stdout);
            continue;
        }
        if (strchr(special, *text) != NULL)
            putchar('\\');
        putchar(*text);
    }
}

static void completions_put_name(const subcommand *command)
{
    printf("%s ", command->name);
}

/* bash: the value of an option. */

static void completions_put_bash_value(const subcommand *command, const option_spec *spec)
{
    if (spec->argument == NULL)
        return;
    printf("        %s:--%s", command->name, spec->name);
    if (spec->letter != 0)
        printf(" | %s:-%c", command->name, spec->letter);
    fputs(") ", stdout);
    if (completions_has_values(command, spec)) {
        fputs("words='", stdout);
        completions_put_values(command, spec);
        fputs("' ", stdout);
    }
    puts(completions_is_file(spec) ? "files=yes ;;" : ";;");
}

static void completions_put_bash_option(const subcommand *command, const option_spec *spec)
{
    (void)command;
    printf("--%s ", spec->name);
}

static void completions_put_bash_values(const subcommand *command)
{
    completions_each_option(command, completions_put_bash_value);
}

static void completions_put_bash_options(const subcommand *command)
{
    printf("        %s:-*:*) words='", command->name);
    completions_each_option(command, completions_put_bash_option);
    puts("--help' ;;");
}

static void completions_put_bash_operands(const subcommand *command)
{
    if (command->actions != NULL)
        printf("        %s:*:2) words='%s' ;;\n", command->name, command->actions);
    if (command->takes_files)
        printf("        %s:*) files=yes ;;\n", command->name);
}

static void completions_put_bash(void)
{
    puts("# Completes command lines of dropforge in bash.\n"
         "_dropforge()\n{\n"
         "    local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD - 1]}\n"
         "    local command=${COMP_WORDS[1]} words= files=\n"
         "    if [[ $cur == = ]]; then\n"
         "        cur=\n"
         "    elif [[ $prev == = ]]; then\n"
         "        prev=${COMP_WORDS[COMP_CWORD - 2]}\n"
         "    fi");
    fputs("    if ((COMP_CWORD == 1)); then\n        words='", stdout);
    completions_each_command(completions_put_name);
    puts("help --help --version'\n        [[ -z $cur ]] || files=yes\n    else\n        case "
         "$command:$prev in");
    completions_each_command(completions_put_bash_values);
    puts("        *)\n        case $command:$cur:$COMP_CWORD in");
    completions_each_command(completions_put_bash_options);
    completions_each_command(completions_put_bash_operands);
    fputs("        help:*:2) words='", stdout);
    completions_each_command(completions_put_name);
    puts(FILM_TOPIC
         "' ;;\n        esac ;;\n        esac\n    fi\n    COMPREPLY=()\n"
         "    if [[ -n $words ]]; then\n"
         "        mapfile -t COMPREPLY < <(compgen -W \"$words\" -- \"$cur\")\n"
         "    fi\n"
         "    if [[ -n $files ]]; then\n"
         "        compopt -o filenames 2>/dev/null\n"
         "        mapfile -t -O ${#COMPREPLY[@]} COMPREPLY < <(compgen -f -- \"$cur\")\n"
         "    fi\n}\n"
         "complete -F _dropforge dropforge");
}

/* zsh: arguments of _arguments. */

static void completions_put_zsh_text(const char *text)
{
    completions_put_text(text, "[]\\", "'\\''");
}

static void completions_put_zsh_option(const subcommand *command, const option_spec *spec)
{
    const bool repeats = spec->kind == OPTION_LIST;
    fputs("            ", stdout);
    if (spec->letter != 0 && repeats)
        printf("'*'{-%c,--%s}'[", spec->letter, spec->name);
    else if (spec->letter != 0)
        printf("'(-%c --%s)'{-%c,--%s}'[", spec->letter, spec->name, spec->letter, spec->name);
    else
        printf("'%s--%s[", repeats ? "*" : "", spec->name);
    completions_put_zsh_text(spec->help);
    putchar(']');
    if (spec->argument != NULL) {
        const bool files = completions_is_file(spec);
        const bool words = completions_has_values(command, spec);
        printf(":%s:", spec->argument);
        if (words)
            fputs(files ? " _dropforge_words_or_files " : "(", stdout);
        else
            fputs(files ? "_files" : " ", stdout);
        completions_put_values(command, spec);
        if (words && !files)
            putchar(')');
    }
    puts("' \\");
}

static void completions_put_zsh_summary(const subcommand *command)
{
    printf("            '%s:", command->name);
    completions_put_zsh_text(command->summary);
    puts("'");
}

static void completions_put_zsh_command(const subcommand *command)
{
    printf("    %s)\n        _arguments -s -S \\\n", command->name);
    completions_each_option(command, completions_put_zsh_option);
    if (command->actions != NULL)
        printf("            '1:action:(%s)' \\\n", command->actions);
    if (command->takes_files)
        puts("            '*:file:_files' \\");
    puts("            '(-h --help)'{-h,--help}'[this help]' ;;");
}

static void completions_put_zsh(void)
{
    puts("#compdef dropforge\n# Completes command lines of dropforge in zsh.\n"
         "_dropforge_words_or_files()\n{\n    compadd -- \"$@\"\n    _files\n}\n"
         "_dropforge()\n{\n"
         "    if ((CURRENT == 2)); then\n        local -a commands=(");
    completions_each_command(completions_put_zsh_summary);
    puts("            'help:describe a command'\n        )\n"
         "        _describe command commands\n        [[ -z $PREFIX ]] || _files\n"
         "        return\n    fi\n"
         "    local command=$words[2]\n    shift words\n    ((CURRENT--))\n"
         "    case $command in");
    completions_each_command(completions_put_zsh_command);
    fputs("    help) ((CURRENT == 2)) && compadd ", stdout);
    completions_each_command(completions_put_name);
    puts(FILM_TOPIC " ;;\n    esac\n}\n_dropforge \"$@\"");
}

/* fish: a command for each option. */

static void completions_put_fish_text(const char *text)
{
    completions_put_text(text, "\\", "\\'");
}

static void completions_put_fish_option(const subcommand *command, const option_spec *spec)
{
    printf("complete -c dropforge -n '__dropforge_is %s' -l %s", command->name, spec->name);
    if (spec->letter != 0)
        printf(" -s %c", spec->letter);
    if (spec->argument != NULL)
        fputs(completions_is_file(spec) ? " -r -F" : " -x", stdout);
    if (spec->argument != NULL && completions_has_values(command, spec)) {
        fputs(" -a '", stdout);
        completions_put_values(command, spec);
        putchar('\'');
    }
    fputs(" -d '", stdout);
    completions_put_fish_text(spec->help);
    puts("'");
}

static void completions_put_fish_summary(const subcommand *command)
{
    printf("complete -c dropforge -n __dropforge_begins -a %s -d '", command->name);
    completions_put_fish_text(command->summary);
    puts("'");
}

static void completions_put_fish_command(const subcommand *command)
{
    if (!command->takes_files)
        printf("complete -c dropforge -f -n '__dropforge_is %s'\n", command->name);
    if (command->actions != NULL)
        printf("complete -c dropforge -f -n '__dropforge_is %s; and __dropforge_words 2' "
               "-a '%s'\n",
               command->name, command->actions);
    completions_each_option(command, completions_put_fish_option);
}

static void completions_put_fish(void)
{
    puts("# Completes command lines of dropforge in fish.\n"
         "function __dropforge_words\n    test (count (commandline -opc)) -eq $argv[1]\nend\n"
         "function __dropforge_begins\n    __dropforge_words 1\nend\n"
         "function __dropforge_is_bare\n"
         "    __dropforge_begins; and test -z (commandline -ct)\nend\n"
         "function __dropforge_is\n    set -l words (commandline -opc)\n"
         "    test (count $words) -ge 2; and test $words[2] = $argv[1]\nend\n"
         "complete -c dropforge -s h -l help -d 'this help'\n"
         "complete -c dropforge -f -n __dropforge_is_bare\n"
         "complete -c dropforge -n __dropforge_begins -s V -l version -d 'the version'\n"
         "complete -c dropforge -n __dropforge_begins -a help -d 'describe a command'");
    completions_each_command(completions_put_fish_summary);
    fputs("complete -c dropforge -f -n '__dropforge_is help' -a '", stdout);
    completions_each_command(completions_put_name);
    puts(FILM_TOPIC "'");
    completions_each_command(completions_put_fish_command);
}

static const struct shell {
    const char *name;
    void (*put)(void);
} shells[] = {{"bash", completions_put_bash},
              {"zsh", completions_put_zsh},
              {"fish", completions_put_fish}};

static cli_status cmd_completions_run(const subcommand *command, int argc, char **argv)
{
    int operands;
    const cli_status status = command_begin(command, NULL, argc, argv, &operands);
    if (status != GO_ON)
        return status;
    const struct shell *shell = shells;
    while (strcmp(shell->name, argv[operands]) != 0)
        shell++;
    message_end_with_reader();
    shell->put();
    return STATUS_OK;
}

const subcommand command_completions = {
    .name = "completions",
    .operands = "bash|zsh|fish",
    .summary = "write a script that completes commands in your shell",
    .description =
        "Writes a script to standard output by which your shell completes the commands\n"
        "and options of dropforge. 'make install' installs all three.\n",
    .examples = "  source <(dropforge completions bash)\n"
                "  dropforge completions fish > ~/.config/fish/completions/dropforge.fish\n",
    .min_operands = 1,
    .max_operands = 1,
    .actions = "bash zsh fish",
    .run = cmd_completions_run,
};
