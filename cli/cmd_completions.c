/* The subcommand 'completions': a script that tells a shell how to complete command lines, made
 * of the tables of all subcommands. */
#include <string.h>

#include "command.h"
#include "message.h"

/* Calls `put` for all options of a command. */
static void each_option(const subcommand *command,
                        void (*put)(const subcommand *command, const option_spec *spec))
{
    for (size_t g = 0; g < command->group_count; g++) {
        for (const option_spec *spec = command->groups[g].specs; spec->name != NULL; spec++)
            put(command, spec);
    }
}

static void each_command(void (*put)(const subcommand *command))
{
    const subcommand *command;
    for (size_t i = 0; (command = command_at(i)) != NULL; i++)
        put(command);
}

/* The table of the formats that the value of an option is one of, or NULL. */
static const format_table *formats_of(const subcommand *command, const option_spec *spec)
{
    return strcmp(spec->name, "format") == 0 ? command->formats : NULL;
}

static bool has_values(const subcommand *command, const option_spec *spec)
{
    return spec->values != NULL || spec->value != NULL || formats_of(command, spec) != NULL;
}

/* The values of an option that can be listed, with blanks between. */
static void put_values(const subcommand *command, const option_spec *spec)
{
    const format_table *formats = formats_of(command, spec);
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

static bool is_file(const option_spec *spec)
{
    return spec->argument != NULL && (spec->may_be_file || strcmp(spec->argument, "FILE") == 0);
}

/* Text for single quotes, up to its first semicolon, with a backslash before the characters of
 * `special` and `quote` in place of a quote. */
static void put_text(const char *text, const char *special, const char *quote)
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

static void put_name(const subcommand *command)
{
    printf("%s ", command->name);
}

/* bash: what follows an option, if it takes a value. */

static void put_bash_value(const subcommand *command, const option_spec *spec)
{
    if (spec->argument == NULL)
        return;
    printf("        %s:--%s", command->name, spec->name);
    if (spec->letter != 0)
        printf(" | %s:-%c", command->name, spec->letter);
    fputs(") ", stdout);
    if (has_values(command, spec)) {
        fputs("words='", stdout);
        put_values(command, spec);
        fputs("' ", stdout);
    }
    puts(is_file(spec) ? "files=yes ;;" : ";;");
}

static void put_bash_option(const subcommand *command, const option_spec *spec)
{
    (void)command;
    printf("--%s ", spec->name);
}

static void put_bash_values(const subcommand *command)
{
    each_option(command, put_bash_value);
}

static void put_bash_options(const subcommand *command)
{
    printf("        %s:-*:*) words='", command->name);
    each_option(command, put_bash_option);
    puts("--help' ;;");
}

static void put_bash_operands(const subcommand *command)
{
    if (command->actions != NULL)
        printf("        %s:*:2) words='%s' ;;\n", command->name, command->actions);
    if (command->takes_files)
        printf("        %s:*) files=yes ;;\n", command->name);
}

static void put_bash(void)
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
    each_command(put_name);
    puts("help --help --version'\n    else\n        case $command:$prev in");
    each_command(put_bash_values);
    puts("        *)\n        case $command:$cur:$COMP_CWORD in");
    each_command(put_bash_options);
    each_command(put_bash_operands);
    fputs("        help:*:2) words='", stdout);
    each_command(put_name);
    puts("' ;;\n        esac ;;\n        esac\n    fi\n    COMPREPLY=()\n"
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

static void put_zsh_text(const char *text)
{
    put_text(text, "[]\\", "'\\''");
}

static void put_zsh_option(const subcommand *command, const option_spec *spec)
{
    const bool repeats = spec->kind == OPTION_LIST;
    fputs("            ", stdout);
    if (spec->letter != 0 && repeats)
        printf("'*'{-%c,--%s}'[", spec->letter, spec->name);
    else if (spec->letter != 0)
        printf("'(-%c --%s)'{-%c,--%s}'[", spec->letter, spec->name, spec->letter, spec->name);
    else
        printf("'%s--%s[", repeats ? "*" : "", spec->name);
    put_zsh_text(spec->help);
    putchar(']');
    if (spec->argument != NULL && has_values(command, spec) && is_file(spec)) {
        printf(":%s: _dropforge_words_or_files ", spec->argument);
        put_values(command, spec);
    } else if (spec->argument != NULL && has_values(command, spec)) {
        printf(":%s:(", spec->argument);
        put_values(command, spec);
        putchar(')');
    } else if (spec->argument != NULL) {
        printf(":%s:%s", spec->argument, is_file(spec) ? "_files" : " ");
    }
    puts("' \\");
}

static void put_zsh_summary(const subcommand *command)
{
    printf("            '%s:", command->name);
    put_zsh_text(command->summary);
    puts("'");
}

static void put_zsh_command(const subcommand *command)
{
    printf("    %s)\n        _arguments -s -S \\\n", command->name);
    each_option(command, put_zsh_option);
    if (command->actions != NULL)
        printf("            '1:action:(%s)' \\\n", command->actions);
    if (command->takes_files)
        puts("            '*:file:_files' \\");
    puts("            '(-h --help)'{-h,--help}'[this help]' ;;");
}

static void put_zsh(void)
{
    puts("#compdef dropforge\n# Completes command lines of dropforge in zsh.\n"
         "_dropforge_words_or_files()\n{\n    compadd -- \"$@\"\n    _files\n}\n"
         "_dropforge()\n{\n"
         "    if ((CURRENT == 2)); then\n        local -a commands=(");
    each_command(put_zsh_summary);
    puts("            'help:tell about a command'\n        )\n"
         "        _describe command commands\n        return\n    fi\n"
         "    local command=$words[2]\n    shift words\n    ((CURRENT--))\n"
         "    case $command in");
    each_command(put_zsh_command);
    fputs("    help) ((CURRENT == 2)) && compadd ", stdout);
    each_command(put_name);
    puts(";;\n    esac\n}\n_dropforge \"$@\"");
}

/* fish: a command for each option. */

static void put_fish_text(const char *text)
{
    put_text(text, "\\", "\\'");
}

static void put_fish_option(const subcommand *command, const option_spec *spec)
{
    printf("complete -c dropforge -n '__dropforge_is %s' -l %s", command->name, spec->name);
    if (spec->letter != 0)
        printf(" -s %c", spec->letter);
    if (spec->argument != NULL)
        fputs(is_file(spec) ? " -r -F" : " -x", stdout);
    if (spec->argument != NULL && has_values(command, spec)) {
        fputs(" -a '", stdout);
        put_values(command, spec);
        putchar('\'');
    }
    fputs(" -d '", stdout);
    put_fish_text(spec->help);
    puts("'");
}

static void put_fish_summary(const subcommand *command)
{
    printf("complete -c dropforge -f -n __dropforge_begins -a %s -d '", command->name);
    put_fish_text(command->summary);
    puts("'");
}

static void put_fish_command(const subcommand *command)
{
    if (!command->takes_files)
        printf("complete -c dropforge -f -n '__dropforge_is %s'\n", command->name);
    if (command->actions != NULL)
        printf("complete -c dropforge -f -n '__dropforge_is %s; and __dropforge_words 2' "
               "-a '%s'\n",
               command->name, command->actions);
    each_option(command, put_fish_option);
}

static void put_fish(void)
{
    puts("# Completes command lines of dropforge in fish.\n"
         "function __dropforge_words\n    test (count (commandline -opc)) -eq $argv[1]\nend\n"
         "function __dropforge_begins\n    __dropforge_words 1\nend\n"
         "function __dropforge_is\n    set -l words (commandline -opc)\n"
         "    test (count $words) -ge 2; and test $words[2] = $argv[1]\nend\n"
         "complete -c dropforge -s h -l help -d 'this help'\n"
         "complete -c dropforge -f -n __dropforge_begins -s V -l version -d 'the version'\n"
         "complete -c dropforge -f -n __dropforge_begins -a help -d 'tell about a command'");
    each_command(put_fish_summary);
    fputs("complete -c dropforge -f -n '__dropforge_is help' -a '", stdout);
    each_command(put_name);
    puts("'");
    each_command(put_fish_command);
}

static const struct shell {
    const char *name;
    void (*put)(void);
} shells[] = {{"bash", put_bash}, {"zsh", put_zsh}, {"fish", put_fish}};

static int run(const subcommand *command, int argc, char **argv)
{
    int operands;
    const int status = command_begin(command, NULL, argc, argv, &operands);
    if (status >= 0)
        return status;
    for (size_t i = 0; i < sizeof shells / sizeof shells[0]; i++) {
        if (strcmp(shells[i].name, argv[operands]) == 0) {
            shells[i].put();
            return STATUS_OK;
        }
    }
    return message_usage(command->name, "there are no completions for the shell '%s'",
                         argv[operands]);
}

const subcommand command_completions = {
    .name = "completions",
    .operands = "bash|zsh|fish",
    .summary = "write what completes command lines in a shell",
    .description = "Writes a script to standard output that tells a shell how to complete the\n"
                   "commands and options of dropforge. 'make install' installs all three.\n",
    .examples = "  source <(dropforge completions bash)\n"
                "  dropforge completions fish > ~/.config/fish/completions/dropforge.fish\n",
    .least_operands = 1,
    .most_operands = 1,
    .actions = "bash zsh fish",
    .run = run,
};
