#define SANDBOX_ITSELF
#define _XOPEN_SOURCE 700
#include "sandbox.h"
#include "cli/formats/plan_formats.h"

#include <dirent.h>
#include <errno.h>
#include <getopt.h>
#include <string.h>
#include <sys/resource.h>

#include "check.h"

/* Bytes that one run may write to a file or to standard output; longer than any message. */
enum { MAX_WRITTEN = 1 << 20, PATH_SIZE = 512, MAX_MESSAGES = 1 << 16 };

jmp_buf sandbox_exit_place;

static struct {
    char folder[PATH_SIZE / 2];
    const uint8_t *text; /* of standard input */
    size_t length;
    FILE *in;
    FILE *messages;
    char said[MAX_MESSAGES];
    bool has_exited;
    bool has_written;
    bool keeps_files;
} box;

static void limit_files(rlim_t size)
{
    struct rlimit limit;
    MUST(getrlimit(RLIMIT_FSIZE, &limit) == 0);
    limit.rlim_cur = size < limit.rlim_max ? size : limit.rlim_max;
    MUST(setrlimit(RLIMIT_FSIZE, &limit) == 0);
}

/* The real path of a path of the program. False, with errno set, for one that it must not
 * have. */
static bool find(char real[PATH_SIZE], const char *path, bool writes)
{
    const char *name = path + strspn(path, "/");
    if (strncmp(path, "/dev/full", sizeof "/dev/full") == 0) {
        strcpy(real, path);
        return true;
    }
    if (path[0] == '\0' || strlen(path) >= PATH_SIZE / 2 ||
        snprintf(real, PATH_SIZE, "%s/%s", box.folder, name) >= PATH_SIZE) {
        errno = path[0] == '\0' ? ENOENT : ENAMETOOLONG;
        return false;
    }
    if (strstr(path, "..") != NULL ||
        (writes && !box.keeps_files && strncmp(name, "f/", 2) == 0)) {
        errno = EACCES;
        return false;
    }
    box.has_written = box.has_written || writes;
    return true;
}

static FILE *open_text(void)
{
    static char none[1];
    /* No memory is a stream of no bytes to all systems. */
    FILE *stream = box.length > 0 ? fmemopen((void *)(uintptr_t)box.text, box.length, "r")
                                  : fmemopen(none, sizeof none, "r");
    MUST(stream != NULL);
    if (box.length == 0)
        (void)getc(stream);
    return stream;
}

FILE *sandbox_stdin(void)
{
    if (box.in == NULL)
        box.in = open_text();
    return box.in;
}

FILE *sandbox_stderr(void)
{
    if (box.messages == NULL)
        box.messages = fmemopen(box.said, sizeof box.said, "w");
    MUST(box.messages != NULL);
    return box.messages;
}

/* The table of high scores gets the input, too, because no option sets its path. */
static bool is_input(const char *path)
{
    return strcmp(path, "in") == 0 || strcmp(path, "/own/.local/share/dropforge/scores") == 0;
}

FILE *sandbox_fopen(const char *path, const char *mode)
{
    char real[PATH_SIZE];
    if (mode[0] == 'r' && is_input(path))
        return open_text();
    return find(real, path, mode[0] != 'r') ? fopen(real, mode) : NULL;
}

int sandbox_open(const char *path, int flags, ...)
{
    char real[PATH_SIZE];
    return find(real, path, (flags & O_CREAT) != 0) ? open(real, flags, 0600) : -1;
}

int sandbox_mkstemp(char *path)
{
    char real[PATH_SIZE];
    if (!find(real, path, true))
        return -1;
    const int file = mkstemp(real);
    if (file >= 0)
        memcpy(path + strlen(path) - 6, real + strlen(real) - 6, 6);
    return file;
}

int sandbox_rename(const char *from, const char *to)
{
    char real[PATH_SIZE], other[PATH_SIZE];
    return find(real, from, true) && find(other, to, true) ? rename(real, other) : -1;
}

int sandbox_unlink(const char *path)
{
    char real[PATH_SIZE];
    return find(real, path, true) ? unlink(real) : -1;
}

int sandbox_link(const char *from, const char *to)
{
    (void)from;
    (void)to;
    errno = EACCES;
    return -1;
}

int sandbox_mkdir(const char *path, mode_t mode)
{
    (void)mode;
    return sandbox_link(path, path);
}

int sandbox_stat(const char *path, struct stat *found)
{
    char real[PATH_SIZE];
    return find(real, path, false) ? stat(real, found) : -1;
}

int sandbox_access(const char *path, int mode)
{
    char real[PATH_SIZE];
    if (is_input(path))
        return 0;
    return find(real, path, false) ? access(real, mode) : -1;
}

char *sandbox_realpath(const char *path, char *resolved)
{
    char real[PATH_SIZE];
    MUST(resolved == NULL);
    char *found = find(real, path, false) ? realpath(real, NULL) : NULL;
    const size_t root = strlen(box.folder);
    if (found != NULL && strncmp(found, box.folder, root) == 0) {
        memmove(found, found + root, strlen(found + root) + 1);
        if (found[0] == '\0')
            strcpy(found, "/");
    }
    return found;
}

char *sandbox_getenv(const char *name)
{
    static char home[] = "/own", nowhere[] = "/nowhere";
    return strcmp(name, "HOME") == 0 ? home : strcmp(name, "PATH") == 0 ? nowhere : NULL;
}

_Noreturn void sandbox_exit(int status)
{
    box.has_exited = true;
    longjmp(sandbox_exit_place, status + 1);
}

static void remove_folder(void)
{
    char path[PATH_SIZE];
    const char *const kept[] = {"f", ""};
    for (size_t i = 0; i < 2; i++) {
        snprintf(path, sizeof path, "%s/%s", box.folder, kept[i]);
        DIR *folder = opendir(path);
        const struct dirent *entry;
        while (folder != NULL && (entry = readdir(folder)) != NULL)
            (void)unlinkat(dirfd(folder), entry->d_name, 0);
        if (folder != NULL)
            closedir(folder);
        (void)rmdir(path);
    }
}

void sandbox_create(void)
{
    const char *parent = getenv("TMPDIR");
    char path[PATH_SIZE];
    snprintf(path, sizeof path, "%s/dropforge-fuzz-XXXXXX", parent != NULL ? parent : "/tmp");
    MUST(mkdtemp(path) != NULL);
    char *real = realpath(path, NULL);
    MUST(real != NULL && strlen(real) < sizeof box.folder);
    strcpy(box.folder, real);
    free(real);
    MUST(atexit(remove_folder) == 0);
    snprintf(path, sizeof path, "%s/f", box.folder);
    MUST(mkdir(path, 0700) == 0);
    FILE *out = tmpfile();
    MUST(out != NULL && dup2(fileno(out), STDOUT_FILENO) == STDOUT_FILENO);
    fclose(out);
}

void sandbox_keep_files(bool keeps)
{
    box.keeps_files = keeps;
}

void sandbox_write(const char *path, const uint8_t *bytes, size_t length)
{
    FILE *file = sandbox_fopen(path, "wb");
    MUST(file != NULL && fwrite(bytes, 1, length, file) == length && fclose(file) == 0);
}

void sandbox_begin(const uint8_t *text, size_t length)
{
    char name[] = "dropforge";
    char *none[] = {name, NULL};
    const struct option no_option = {0};
    box.text = text;
    box.length = length;
    box.has_exited = false;
    box.has_written = false;
    memset(box.said, 0, sizeof box.said);
    /* Resets what getopt remembers of the previous run. */
    optind = 0;
    MUST(getopt_long(1, none, "", &no_option, NULL) == -1);
    bounds_begin();
    limit_files(MAX_WRITTEN);
    /* Not once for all: the fuzzer takes the signal after the sandbox was made. */
    signal(SIGXFSZ, SIG_IGN);
}

const char *sandbox_messages(void)
{
    return box.said;
}

/* Nothing that a stranger wrote may steer a terminal. */
static void check_messages(void)
{
    for (const char *c = box.said; *c != '\0'; c++)
        MUST(*c == '\n' || ((unsigned char)*c >= ' ' && *c != 0x7f));
}

static void remove_files(void)
{
    DIR *folder = opendir(box.folder);
    MUST(folder != NULL);
    const struct dirent *entry;
    while ((entry = readdir(folder)) != NULL) {
        if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0 ||
            strcmp(entry->d_name, "f") == 0)
            continue;
        MUST(strncmp(entry->d_name, ".dropforge", 10) != 0);
        MUST(unlinkat(dirfd(folder), entry->d_name, 0) == 0);
    }
    closedir(folder);
}

void sandbox_end(void)
{
    if (box.in != NULL)
        fclose(box.in);
    if (box.messages != NULL)
        fclose(box.messages);
    box.in = NULL;
    box.messages = NULL;
    limit_files(RLIM_INFINITY);
    (void)fflush(stdout);
    clearerr(stdout);
    MUST(ftruncate(STDOUT_FILENO, 0) == 0 && lseek(STDOUT_FILENO, 0, SEEK_SET) == 0);
    check_messages();
    if (box.has_written)
        remove_files();
}
