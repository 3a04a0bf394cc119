#include "play_scores.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/base/file.h"

enum { MAX_DAMAGED = 1000 };

static void play_score_file_note(play_standing *standing, const char *what, const char *why)
{
    snprintf(standing->note, sizeof standing->note, "%s%s%s", what, why != NULL ? ": " : "",
             why != NULL ? why : "");
}

bool play_file_make_folders(char *path)
{
    for (char *slash = strchr(path + 1, '/'); slash != NULL; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        const bool is_there = mkdir(path, 0700) == 0 || errno == EEXIST;
        *slash = '/';
        if (!is_there)
            return false;
    }
    return true;
}

bool play_file_find(char path[PLAY_PATH_SIZE], const char *variable, const char *folder,
                    const char *name)
{
    const char *data = getenv(variable);
    const char *home = getenv("HOME");
    int length = -1;
    if (data != NULL && data[0] == '/')
        length = snprintf(path, PLAY_PATH_SIZE, "%s/dropforge/%s", data, name);
    else if (home != NULL && home[0] == '/')
        length = snprintf(path, PLAY_PATH_SIZE, "%s/%s/dropforge/%s", home, folder, name);
    return length > 0 && length < PLAY_PATH_SIZE - 32;
}

static bool play_score_file_find_path(char path[PLAY_PATH_SIZE])
{
    return play_file_find(path, "XDG_DATA_HOME", ".local/share", "scores");
}

/* Locks the file, so that one game at a time changes it; closing the descriptor unlocks it.
 * Returns -1 with errno. */
static int play_score_file_lock(const char *path)
{
    char name[PLAY_PATH_SIZE + 8];
    snprintf(name, sizeof name, "%s.lock", path);
    const int file = open(name, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    struct flock whole = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    while (file >= 0 && fcntl(file, F_SETLKW, &whole) != 0 && errno == EINTR)
        continue;
    return file;
}

/* Reads all bytes of a file without a message. Returns an errno value, or 0. */
static int play_score_file_read_bytes(const char *path, char **bytes, size_t *length)
{
    struct stat found;
    if (stat(path, &found) != 0)
        return errno;
    /* Reading a pipe could block the game. */
    if (!S_ISREG(found.st_mode))
        return S_ISDIR(found.st_mode) ? EISDIR : EINVAL;
    FILE *stream = fopen(path, "rb");
    if (stream == NULL)
        return errno;
    const int error = file_read_stream(stream, bytes, length);
    fclose(stream);
    return error;
}

/* Renames a damaged file, so that nothing is lost. */
static bool play_score_file_set_aside(play_standing *standing, const char *path,
                                      const df_error *error)
{
    char name[PLAY_PATH_SIZE + 16];
    for (unsigned i = 1; i <= MAX_DAMAGED; i++) {
        snprintf(name, sizeof name, "%s.damaged-%u", path, i);
        if (link(path, name) == 0) {
            unlink(path);
            snprintf(standing->note, sizeof standing->note,
                     "line %zu of the high scores is damaged; they were moved to %.*s",
                     error->line, 300, name);
            return true;
        }
        if (errno != EEXIST)
            break;
    }
    play_score_file_note(standing, "the damaged high scores cannot be renamed",
                         strerror(errno));
    return false;
}

/* Reads the scores of the file; false if it must not be replaced. */
static bool play_score_file_load(play_standing *standing, const char *path)
{
    char *bytes = NULL;
    size_t length = 0;
    df_error error = {0};
    const int code = play_score_file_read_bytes(path, &bytes, &length);
    if (code == ENOENT)
        return true;
    if (code != 0) {
        play_score_file_note(standing, "the high scores cannot be read", strerror(code));
        return false;
    }
    const df_status status = play_scores_read(&standing->scores, bytes, length, &error);
    free(bytes);
    if (status == DF_OK)
        return true;
    play_scores_free(&standing->scores);
    if (status == DF_ERROR_INPUT)
        return play_score_file_set_aside(standing, path, &error);
    play_score_file_note(standing, "the high scores were not changed", error.text);
    return false;
}

bool play_file_replace(const char *path, df_text *text)
{
    char name[PLAY_PATH_SIZE + 8];
    snprintf(name, sizeof name, "%s.new", path);
    FILE *stream = text->status == DF_OK ? fopen(name, "wb") : NULL;
    bool is_written = stream != NULL &&
                      fwrite(text->bytes, 1, text->length, stream) == text->length &&
                      fflush(stream) == 0 && fsync(fileno(stream)) == 0;
    if (stream != NULL && fclose(stream) != 0)
        is_written = false;
    df_text_free(text);
    if (is_written && rename(name, path) == 0)
        return true;
    const int error = errno;
    if (stream != NULL)
        unlink(name);
    errno = error;
    return false;
}

void play_score_file_add(play_standing *standing, const play_score *score)
{
    char path[PLAY_PATH_SIZE];
    df_text text = {0};
    *standing = (play_standing){0};
    if (!play_score_file_find_path(path)) {
        play_score_file_note(standing, "the high score is not kept: HOME is not set", NULL);
        return;
    }
    if (!play_file_make_folders(path)) {
        play_score_file_note(standing, "the high score is not kept", strerror(errno));
        return;
    }
    const int file = play_score_file_lock(path);
    if (file < 0)
        play_score_file_note(standing, "the high score is not kept", strerror(errno));
    else if (play_score_file_load(standing, path)) {
        if (play_scores_add(&standing->scores, score, &standing->rank) != DF_OK)
            play_score_file_note(standing, "the high score is not kept: out of memory", NULL);
        else if (standing->rank > 0) {
            play_scores_write(&standing->scores, &text);
            if (!play_file_replace(path, &text))
                play_score_file_note(standing, "the high scores cannot be written",
                                     strerror(errno));
        }
    }
    if (file >= 0)
        close(file);
}

static df_status play_score_file_read_text(void *into, const char *text, size_t length,
                                           df_error *error)
{
    return play_scores_read(into, text, length, error);
}

cli_status play_score_file_read(play_scores *scores)
{
    char path[PLAY_PATH_SIZE];
    *scores = (play_scores){0};
    if (!play_score_file_find_path(path) || access(path, F_OK) != 0)
        return GO_ON;
    return file_read_into(path, play_score_file_read_text, scores);
}
