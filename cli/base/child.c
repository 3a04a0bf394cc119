#include "child.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "utf8.h"

#include "cleanup.h"
#include "message.h"

extern char **environ;

enum { RESULT = 3, SOURCE = 4, MAX_LINE = 120, MAX_PATH = 4096, MAX_WORDS = 80 };

bool child_is_possible(void)
{
    return true;
}

/* Finds a program in the absolute folders of PATH: an empty or relative one would run what lies
 * in the current folder. */
static bool child_find(const char *program, char path[MAX_PATH])
{
    const char *folder = getenv("PATH");
    while (folder != NULL && *folder != '\0') {
        struct stat found;
        const size_t length = strcspn(folder, ":");
        const int size = snprintf(path, MAX_PATH, "%.*s/%s", (int)length, folder, program);
        if (folder[0] == '/' && size > 0 && size < MAX_PATH && access(path, X_OK) == 0 &&
            stat(path, &found) == 0 && S_ISREG(found.st_mode))
            return true;
        folder += length + (folder[length] == ':');
    }
    return false;
}

bool child_is_installed(const char *program)
{
    char path[MAX_PATH];
    return child_find(program, path);
}

/* Sets the child's standard input, its standard error, its result and, unless it is -1, its
 * source, which is above them all. All others are closed when it begins, or harmless. */
static int child_place_descriptors(posix_spawn_file_actions_t *actions, int input, int words,
                                   const child_files *files, int source)
{
    int code = posix_spawn_file_actions_adddup2(actions, input, STDIN_FILENO);
    if (code == 0 && files->output != NULL)
        code = posix_spawn_file_actions_adddup2(actions, fileno(files->output), STDOUT_FILENO);
    else if (code == 0)
        code =
            posix_spawn_file_actions_addopen(actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    if (code == 0)
        code = posix_spawn_file_actions_adddup2(actions, words, STDERR_FILENO);
    if (code == 0)
        code = posix_spawn_file_actions_adddup2(actions, fileno(files->result), RESULT);
    if (code == 0 && source >= 0)
        code = posix_spawn_file_actions_adddup2(actions, source, SOURCE);
    return code;
}

/* Sets signals as a program expects them: none blocked, and a closed pipe ends it. */
static int child_place_signals(posix_spawnattr_t *attributes)
{
    sigset_t none, pipe_signal;
    sigemptyset(&none);
    sigemptyset(&pipe_signal);
    sigaddset(&pipe_signal, SIGPIPE);
    posix_spawnattr_setsigmask(attributes, &none);
    posix_spawnattr_setsigdefault(attributes, &pipe_signal);
    return posix_spawnattr_setflags(attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
}

/* Returns an error of errno, or 0. */
static int child_spawn(child *started, char *const *arguments, int input,
                       const child_files *files, int source)
{
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    char path[MAX_PATH];
    if (!child_find(arguments[0], path))
        return ENOENT;
    int code = posix_spawn_file_actions_init(&actions);
    if (code != 0)
        return code;
    code = posix_spawnattr_init(&attributes);
    if (code != 0) {
        posix_spawn_file_actions_destroy(&actions);
        return code;
    }
    code = child_place_descriptors(&actions, input, fileno(started->words), files, source);
    if (code == 0)
        code = child_place_signals(&attributes);
    if (code == 0) {
        cleanup_hold();
        code = posix_spawn(&started->id, path, &actions, &attributes, arguments, environ);
        if (code == 0)
            cleanup_set_child(started->id);
        cleanup_release();
    }
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    return code;
}

static df_status child_refuse(const char *name, int code, df_error *error)
{
    if (code == ENOMEM)
        return DF_ERROR_MEMORY;
    return message_error(error, DF_ERROR_LIMIT, "the program %s cannot be started: %s", name,
                         strerror(code));
}

/* Spawns with a source whose descriptor none of the child's own replaces first. */
static int child_spawn_with(child *started, char *const *arguments, int input,
                            const child_files *files)
{
    if (files->source == NULL)
        return child_spawn(started, arguments, input, files, -1);
    const int above = fcntl(fileno(files->source), F_DUPFD_CLOEXEC, SOURCE + 1);
    if (above < 0)
        return errno;
    const int code = child_spawn(started, arguments, input, files, above);
    close(above);
    return code;
}

/* Cuts a command into words, which end with NULL. */
static void child_split(char *command, char *words[MAX_WORDS])
{
    size_t count = 0;
    char *rest = NULL;
    for (char *word = strtok_r(command, " ", &rest); word != NULL && count + 1 < MAX_WORDS;
         word = strtok_r(NULL, " ", &rest))
        words[count++] = word;
    words[count] = NULL;
}

df_status child_start(child *started, const char *command, const child_files *files,
                      df_error *error)
{
    int ends[2];
    char *words[MAX_WORDS], text[MAX_PATH];
    snprintf(text, sizeof text, "%s", command);
    child_split(text, words);
    child made = {.words = tmpfile()};
    snprintf(made.name, sizeof made.name, "%s", words[0]);
    if (made.words == NULL)
        return child_refuse(made.name, errno, error);
    if (pipe(ends) != 0) {
        const int code = errno;
        fclose(made.words);
        return child_refuse(made.name, code, error);
    }
    fcntl(ends[0], F_SETFD, FD_CLOEXEC);
    fcntl(ends[1], F_SETFD, FD_CLOEXEC);
    const int code = child_spawn_with(&made, words, ends[0], files);
    close(ends[0]);
    if (code != 0) {
        close(ends[1]);
        fclose(made.words);
        return child_refuse(made.name, code, error);
    }
    made.input = ends[1];
    *started = made;
    return DF_OK;
}

bool child_write(void *fed, const void *bytes, size_t length)
{
    child *self = fed;
    const char *next = bytes;
    while (length > 0 && !self->is_cut) {
        const ssize_t written = write(self->input, next, length);
        if (written < 0 && errno != EINTR)
            self->is_cut = true;
        if (written > 0) {
            next += written;
            length -= (size_t)written;
        }
    }
    return !self->is_cut;
}

pid_t child_fork(void)
{
    cleanup_hold();
    const pid_t id = fork();
    if (id >= 0)
        cleanup_set_child(id);
    cleanup_release();
    return id;
}

int child_wait(pid_t id)
{
    /* The id is the child's until it has been waited for; signals arrive before or after. */
    siginfo_t ended;
    while (waitid(P_PID, (id_t)id, &ended, WEXITED | WNOWAIT) != 0 && errno == EINTR)
        continue;
    int status = 0;
    cleanup_hold();
    waitpid(id, &status, 0);
    cleanup_set_child(0);
    cleanup_release();
    return status;
}

/* Finds the last line that is not empty. */
static void child_read_last_words(FILE *words, char last[MAX_LINE])
{
    char line[MAX_LINE];
    rewind(words);
    while (fgets(line, sizeof line, words) != NULL) {
        size_t length = strlen(line);
        while (length > 0 && strchr(" \r\n", line[length - 1]) != NULL)
            line[--length] = '\0';
        if (length == 0)
            continue;
        utf8_make_harmless(line);
        memcpy(last, line, sizeof line);
    }
}

df_status child_end(child *ended, df_error *error)
{
    close(ended->input);
    const int status = child_wait(ended->id);
    const bool is_well = WIFEXITED(status) && WEXITSTATUS(status) == 0;
    char last[MAX_LINE] = "";
    if (!is_well)
        child_read_last_words(ended->words, last);
    fclose(ended->words);
    if (is_well && !ended->is_cut)
        return DF_OK;
    if (last[0] == '\0' && WIFSIGNALED(status))
        snprintf(last, sizeof last, "signal %d", WTERMSIG(status));
    else if (last[0] == '\0' && is_well)
        snprintf(last, sizeof last, "it did not read to the end");
    else if (last[0] == '\0')
        snprintf(last, sizeof last, "status %d", WEXITSTATUS(status));
    return message_error(error, DF_ERROR_LIMIT, "the program %s failed: %s", ended->name, last);
}
