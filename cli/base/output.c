#include "output.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "child.h"
#include "cleanup.h"

/* The limits of Linux: the length of a symbolic link, and the links in a row. */
enum { MAX_LINK = 4096, MAX_LINKS = 40 };

/* Returns a name in the folder of `path`, or the name itself if it is absolute. */
static char *output_beside(const char *path, const char *name)
{
    const char *slash = name[0] != '/' ? strrchr(path, '/') : NULL;
    const size_t length = slash != NULL ? (size_t)(slash - path) + 1 : 0;
    char *joined = malloc(length + strlen(name) + 1);
    if (joined == NULL)
        return NULL;
    memcpy(joined, path, length);
    strcpy(joined + length, name);
    return joined;
}

/* Follows symbolic links that lead to no file yet. Returns where they end, or the path. */
static char *output_follow(const char *path)
{
    char said[MAX_LINK];
    char *followed = strdup(path);
    for (unsigned links = 0; followed != NULL && links < MAX_LINKS; links++) {
        const ssize_t length = readlink(followed, said, sizeof said - 1);
        if (length <= 0)
            break;
        said[length] = '\0';
        char *next = output_beside(followed, said);
        free(followed);
        followed = next;
    }
    return followed;
}

/* Returns where a path leads, so that a symbolic link stays one. For a new file the folder is
 * resolved, if possible. NULL when memory runs out. */
static char *output_resolve(const char *path)
{
    struct stat found;
    char *resolved = realpath(path, NULL);
    if (resolved != NULL || errno == ENOMEM)
        return resolved;
    const bool is_new = stat(path, &found) != 0 && errno == ENOENT;
    char *followed = is_new ? output_follow(path) : strdup(path);
    char *folder = followed != NULL ? output_beside(followed, ".") : NULL;
    char *real = folder != NULL ? realpath(folder, NULL) : NULL;
    free(folder);
    if (real == NULL)
        return followed;
    const char *slash = strrchr(followed, '/');
    const char *name = slash != NULL ? slash + 1 : followed;
    resolved = malloc(strlen(real) + 1 + strlen(name) + 1);
    if (resolved != NULL)
        stpcpy(stpcpy(stpcpy(resolved, real), "/"), name);
    free(followed);
    free(real);
    return resolved;
}

/* True for what is there and cannot get another name, such as a device or a named pipe. */
static bool output_is_device(const char *path)
{
    struct stat found;
    return stat(path, &found) == 0 && !S_ISREG(found.st_mode);
}

static cli_status output_choose_format(output_file *output, const char *command,
                                       const output_format *named, const format_table *table)
{
    char extensions[160];
    if (output->path[0] == '\0')
        return message_usage(command, "an output needs a name; - is standard output");
    output->format =
        path_is_standard(output->path) ? named : format_by_path(table, output->path);
    if (output->format == NULL)
        output->format = named;
    if (output->format == NULL && path_is_standard(output->path))
        output->format = table->items[0];
    if (output->format == NULL && format_is_bare(table, output->path))
        return message_usage(command,
                             "%s: it is nothing but an extension; put a name before it, or use "
                             "--format",
                             output->path);
    if (output->format != NULL)
        return GO_ON;
    format_extensions(table, extensions, sizeof extensions);
    return message_usage(command, "%s: its name does not end with one of %s; %suse --format",
                         output->path, extensions,
                         output_is_device(output->path) ? "" : "rename it or ");
}

/* Finds where the last output of the list leads, and refuses it if another leads there. */
static cli_status output_find_target(output_list *list, const char *command)
{
    output_file *last = &list->items[list->count - 1];
    if (!path_is_standard(last->path)) {
        last->target = output_resolve(last->path);
        if (last->target == NULL)
            return message("out of memory");
    }
    for (const output_file *other = list->items; other < last; other++) {
        if (strcmp(other->path, last->path) == 0)
            return message_usage(command, "%s is given as output twice",
                                 output_name(last->path));
        if (last->target != NULL && other->target != NULL &&
            strcmp(other->target, last->target) == 0)
            return message("%s and %s are the same file; name different outputs", other->path,
                           last->path);
    }
    return GO_ON;
}

cli_status output_list_begin(output_list *list, const char *command, const text_list *paths,
                             const char *format, const format_table *table, bool json)
{
    const output_format *named = format != NULL ? format_by_name(table, format) : NULL;
    char names[160];
    format_names(table, names, sizeof names);
    if (format != NULL && named == NULL)
        return message_usage(command, "--format needs one of %s, not '%s'", names, format);
    if (paths->count > CLEANUP_MAX_FILES)
        return message_usage(command, "at most %d outputs are possible", CLEANUP_MAX_FILES);
    list->items = calloc(paths->count > 0 ? paths->count : 1, sizeof list->items[0]);
    if (list->items == NULL)
        return message("out of memory");
    list->table = table;
    list->json = json;
    cli_status status = GO_ON;
    for (size_t i = 0; i < paths->count && status == GO_ON; i++) {
        list->items[i].path = paths->items[i];
        list->count++;
        status = output_choose_format(&list->items[i], command, named, table);
        if (status == GO_ON)
            status = output_find_target(list, command);
    }
    if (status == GO_ON && json && output_list_uses_stdout(list))
        return message_usage(command, "--json and an output both want standard output; name a "
                                      "file with -o");
    return status;
}

static cli_status output_refuse(const output_file *output, const char *what, int error)
{
    if (path_is_standard(output->path))
        return message_stdout(error);
    return message("%s: cannot be %s: %s", output_name(output->path), what, strerror(error));
}

/* Makes a temporary file beside the target, with the permissions it has or would have. */
static int output_open_temporary(output_file *output, mode_t mode)
{
    char *temporary = output_beside(output->target, ".dropforge-XXXXXX");
    if (temporary == NULL)
        return message("out of memory");
    cleanup_hold();
    const int file = mkstemp(temporary);
    int error = errno;
    if (file >= 0) {
        cleanup_add_file(temporary);
        output->temporary = temporary;
    }
    cleanup_release();
    if (file < 0) {
        free(temporary);
        return output_refuse(output, "created", error);
    }
    if (fchmod(file, mode) == 0)
        output->out.stream = fdopen(file, "wb");
    error = errno;
    if (output->out.stream != NULL)
        return -1;
    close(file);
    return output_refuse(output, "created", error);
}

static cli_status output_open(output_file *output)
{
    const char *program = output->format->program;
    if (program != NULL && !child_is_possible())
        return message("%s: %s makes %s files, and dropforge cannot run it here; write another "
                       "format, or install dropforge for your system",
                       output_name(output->path), program, output->format->name);
    if (program != NULL && !child_is_installed(program))
        return message("%s: the program %s, which makes %s files, is not found; install it, or "
                       "write another format",
                       output_name(output->path), program, output->format->name);
    if (path_is_standard(output->path)) {
        output->out.stream = stdout;
        if (output->format->is_binary && isatty(STDOUT_FILENO))
            return message("standard output is a terminal; name a file for the %s with -o",
                           output->format->name);
        return GO_ON;
    }
    struct stat found;
    if (stat(output->path, &found) != 0) {
        if (errno != ENOENT)
            return output_refuse(output, "created", errno);
        const mode_t mask = umask(0);
        umask(mask);
        return output_open_temporary(output, 0666 & ~mask);
    }
    if (S_ISDIR(found.st_mode))
        return output_refuse(output, "written", EISDIR);
    if (access(output->path, W_OK) != 0)
        return output_refuse(output, "written", errno);
    if (S_ISREG(found.st_mode))
        return output_open_temporary(output, found.st_mode & 0777);
    /* A device or a named pipe cannot be replaced, only written to. */
    output->out.stream = fopen(output->path, "wb");
    return output->out.stream != NULL ? GO_ON : output_refuse(output, "opened", errno);
}

cli_status output_list_open(output_list *list)
{
    cli_status status = GO_ON;
    for (size_t i = 0; i < list->count && status == GO_ON; i++)
        status = output_open(&list->items[i]);
    return status;
}

/* True if the file that it leads to is replaced: a device or a named pipe is not. */
static bool output_replaces(const output_file *output)
{
    struct stat found;
    return output->target != NULL &&
           (stat(output->target, &found) != 0 || S_ISREG(found.st_mode));
}

static cli_status output_refuse_replacing(const char *name)
{
    return message("%s is needed and would be replaced by an output; name another one", name);
}

/* True if an output takes the place of the file at `target`, which may be NULL, or of the one
 * that `found` describes, which may be NULL, too, and may have several names. */
static bool output_list_replaces(const output_list *list, const char *target,
                                 const struct stat *found)
{
    for (size_t i = 0; i < list->count; i++) {
        const output_file *output = &list->items[i];
        struct stat old;
        if (!output_replaces(output))
            continue;
        if (target != NULL && strcmp(output->target, target) == 0)
            return true;
        if (found != NULL && stat(output->target, &old) == 0 && old.st_dev == found->st_dev &&
            old.st_ino == found->st_ino)
            return true;
    }
    return false;
}

cli_status output_list_spare(const output_list *list, const char *path)
{
    if (path == NULL || list->count == 0)
        return GO_ON;
    struct stat found;
    const bool is_stdin = strcmp(path, "-") == 0;
    const bool is_there = (is_stdin ? fstat(STDIN_FILENO, &found) : stat(path, &found)) == 0;
    char *spared = is_stdin ? NULL : output_resolve(path);
    if (spared == NULL && !is_stdin)
        return message("out of memory");
    const bool is_replaced = output_list_replaces(list, spared, is_there ? &found : NULL);
    free(spared);
    return is_replaced ? output_refuse_replacing(input_name(path)) : GO_ON;
}

cli_status output_list_spare_all(const output_list *list, const char *const paths[],
                                 size_t count)
{
    cli_status status = GO_ON;
    for (size_t i = 0; i < count && status == GO_ON; i++)
        status = output_list_spare(list, paths[i]);
    return status;
}

cli_status output_list_spare_list(const output_list *list, const output_list *other)
{
    for (size_t i = 0; i < other->count; i++) {
        if (other->items[i].target != NULL &&
            output_list_replaces(list, other->items[i].target, NULL))
            return output_refuse_replacing(other->items[i].path);
    }
    return GO_ON;
}

/* Flushes or closes the stream, and keeps its first error. */
static void output_finish(output_file *output)
{
    out_stream *out = &output->out;
    if (fflush(out->stream) != 0 && out->error == 0)
        out->error = errno;
    if (out->stream != stdout && fclose(out->stream) != 0 && out->error == 0)
        out->error = errno;
    out->stream = NULL;
}

static cli_status output_write(output_file *output, const void *content)
{
    df_error error = {0};
    output->out.format = output->format;
    const df_status status = format_write(output->format, content, &output->out, &error);
    output_finish(output);
    if (output->out.error != 0)
        return output_refuse(output, "written", output->out.error);
    if (status == DF_OK)
        return GO_ON;
    if (status == DF_ERROR_LIMIT && error.text[0] == '\0')
        return message("%s: too many colours for one image; use --look flat",
                       output_name(output->path));
    error.line = 0;
    return message_text(output_name(output->path), status, &error);
}

static void output_forget_temporary(output_file *output)
{
    cleanup_forget_file(output->temporary);
    free(output->temporary);
    output->temporary = NULL;
}

/* Closes the stream and removes the temporary file, if any. */
static void output_discard(output_file *output)
{
    if (output->out.stream != NULL && output->out.stream != stdout)
        fclose(output->out.stream);
    output->out.stream = NULL;
    if (output->temporary == NULL)
        return;
    cleanup_hold();
    unlink(output->temporary);
    output_forget_temporary(output);
    cleanup_release();
}

/* Moves a finished file to its place. */
static cli_status output_move(output_file *output)
{
    if (output->temporary == NULL)
        return GO_ON;
    cleanup_hold();
    const bool is_moved = rename(output->temporary, output->target) == 0;
    const int error = errno;
    if (is_moved)
        output_forget_temporary(output);
    cleanup_release();
    return is_moved ? GO_ON : output_refuse(output, "written", error);
}

static cli_status output_make(output_file *output, const void *content)
{
    cli_status status = output->out.stream == NULL ? output_open(output) : GO_ON;
    if (status == GO_ON)
        status = output_write(output, content);
    if (status == GO_ON)
        status = output_move(output);
    output->is_written = status == GO_ON;
    output_discard(output);
    return status;
}

static void output_report_film(const output_file *output)
{
    const out_stream *out = &output->out;
    const bool is_large = out->bytes >= 1000000;
    char pixels[40] = "";
    if (out->width > 0)
        snprintf(pixels, sizeof pixels, "%u x %u pixels, ", out->width, out->height);
    message("%s: %s%.1f s, %.1f %s", output_name(output->path), pixels,
            (double)out->centiseconds / 100, (double)out->bytes / (is_large ? 1e6 : 1e3),
            is_large ? "MB" : "kB");
}

cli_status output_list_write(output_list *list, const void *content)
{
    cli_status status = GO_ON;
    /* The table has plans before pictures and films, which take longer and more memory: if one
     * of these fails, the plan is safe. */
    for (size_t f = 0; list->count > 0 && f < list->table->count; f++) {
        for (size_t i = 0; i < list->count; i++) {
            if (list->items[i].format != list->table->items[f])
                continue;
            if (list->items[i].format->is_film)
                cleanup_limit_rest();
            const cli_status failure = output_make(&list->items[i], content);
            status = status == GO_ON ? failure : status;
        }
    }
    for (size_t i = 0; i < list->count && status == GO_ON && !list->json; i++) {
        if (list->items[i].format->is_film)
            output_report_film(&list->items[i]);
    }
    return status;
}

void output_list_put_json(const output_list *list, json_writer *json)
{
    if (list->count == 0)
        return;
    json_open_array(json, "outputs");
    for (const output_file *output = list->items; output < list->items + list->count;
         output++) {
        if (!output->is_written)
            continue;
        json_open_object(json, NULL);
        json_put_text(json, "file", output->path);
        json_put_number(json, "bytes", output->out.bytes);
        if (output->out.width > 0) {
            json_put_number(json, "width", output->out.width);
            json_put_number(json, "height", output->out.height);
        }
        if (output->format->is_film)
            json_put_decimal(json, "seconds", (double)output->out.centiseconds / 100);
        json_close(json);
    }
    json_close(json);
}

bool output_list_uses_stdout(const output_list *list)
{
    for (size_t i = 0; i < list->count; i++) {
        if (path_is_standard(list->items[i].path))
            return true;
    }
    return false;
}

const char *output_list_carriers(const output_list *list)
{
    for (size_t i = 0; i < list->count; i++) {
        if (list->items[i].format->carriers != NULL)
            return list->items[i].format->carriers;
    }
    return NULL;
}

const char *output_list_find(const output_list *list, const output_format *format)
{
    for (size_t i = 0; i < list->count; i++) {
        if (list->items[i].format == format)
            return list->items[i].path;
    }
    return NULL;
}

void output_list_free(output_list *list)
{
    for (size_t i = 0; i < list->count; i++) {
        output_discard(&list->items[i]);
        free(list->items[i].target);
    }
    free(list->items);
    *list = (output_list){0};
}

const text_list *output_paths(const text_list *paths, bool wants_standard)
{
    static const char *standard[] = {"-"};
    static const text_list usual = {.items = standard, .count = 1};
    return paths->count > 0 || !wants_standard ? paths : &usual;
}
