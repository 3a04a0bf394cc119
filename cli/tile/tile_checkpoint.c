#include "tile_checkpoint.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/base/message.h"

enum { MAX_PATH = 4096 }; /* more than a folder's name may have */

typedef struct checkpoint_path {
    char text[MAX_PATH];
} checkpoint_path;

static checkpoint_path checkpoint_find(const tile_checkpoint *self, uint64_t file,
                                       const char *ending)
{
    checkpoint_path path;
    (void)snprintf(path.text, sizeof path.text, "%s/dissection-%" PRIu64 "%s", self->folder,
                   file, ending);
    return path;
}

/* Notes the reason; the count ends. */
static df_status checkpoint_fail(tile_checkpoint *self, int reason)
{
    int none = 0;
    (void)atomic_compare_exchange_strong(&self->error, &none, reason != 0 ? reason : EIO);
    return DF_ERROR_CANCELLED;
}

/* Writes bytes, and closes the file. Only a failure of the machine loses what is not on the
 * disk yet; to wait for the head would be to wait for all that was written before it. */
static df_status checkpoint_put(tile_checkpoint *self, FILE *stream, const void *bytes,
                                size_t count)
{
    if (stream == NULL)
        return checkpoint_fail(self, errno);
    const bool is_written = fwrite(bytes, 1, count, stream) == count && fflush(stream) == 0;
    const int reason = errno;
    if (fclose(stream) != 0 && is_written)
        return checkpoint_fail(self, errno);
    return is_written ? DF_OK : checkpoint_fail(self, reason);
}

static df_status checkpoint_append(void *context, uint64_t file, const void *bytes,
                                   size_t count)
{
    tile_checkpoint *self = context;
    const checkpoint_path path = checkpoint_find(self, file, "");
    return checkpoint_put(self, fopen(path.text, "ab"), bytes, count);
}

static df_status checkpoint_replace(void *context, uint64_t file, const void *bytes,
                                    size_t count)
{
    tile_checkpoint *self = context;
    const checkpoint_path path = checkpoint_find(self, file, "");
    const checkpoint_path fresh = checkpoint_find(self, file, ".new");
    const df_status status = checkpoint_put(self, fopen(fresh.text, "wb"), bytes, count);
    if (status == DF_OK && rename(fresh.text, path.text) != 0)
        return checkpoint_fail(self, errno);
    return status;
}

static df_status checkpoint_read(void *context, uint64_t file, uint64_t at, void *bytes,
                                 size_t count)
{
    tile_checkpoint *self = context;
    const checkpoint_path path = checkpoint_find(self, file, "");
    FILE *stream = fopen(path.text, "rb");
    if (stream == NULL)
        return checkpoint_fail(self, errno);
    const bool is_read =
        fseeko(stream, (off_t)at, SEEK_SET) == 0 && fread(bytes, 1, count, stream) == count;
    const int reason = errno;
    (void)fclose(stream);
    return is_read ? DF_OK : checkpoint_fail(self, reason);
}

static df_status checkpoint_measure(void *context, uint64_t file, uint64_t *bytes)
{
    tile_checkpoint *self = context;
    const checkpoint_path path = checkpoint_find(self, file, "");
    struct stat about;
    if (stat(path.text, &about) == 0)
        *bytes = (uint64_t)about.st_size;
    else if (errno == ENOENT)
        *bytes = DF_TILE_NO_FILE;
    else
        return checkpoint_fail(self, errno);
    return DF_OK;
}

static df_status checkpoint_remove(void *context, uint64_t file)
{
    tile_checkpoint *self = context;
    const checkpoint_path path = checkpoint_find(self, file, "");
    return remove(path.text) == 0 || errno == ENOENT ? DF_OK : checkpoint_fail(self, errno);
}

/* Locks the folder against other counts, which would remove the files of this one. */
static int checkpoint_lock(tile_checkpoint *self)
{
    struct flock all = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    checkpoint_path path;
    (void)snprintf(path.text, sizeof path.text, "%s/lock", self->folder);
    self->lock = open(path.text, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (self->lock < 0)
        return message("%s: cannot be used: %s", self->folder, strerror(errno));
    if (fcntl(self->lock, F_SETLK, &all) == 0 || (errno != EACCES && errno != EAGAIN))
        return -1;
    tile_checkpoint_close(self);
    return message("%s: another count uses it; wait for its end, or choose another folder",
                   self->folder);
}

int tile_checkpoint_open(tile_checkpoint *self, const char *folder)
{
    *self = (tile_checkpoint){.folder = folder, .lock = -1};
    self->store = (df_tile_store){.context = self,
                                  .append = checkpoint_append,
                                  .replace = checkpoint_replace,
                                  .read = checkpoint_read,
                                  .measure = checkpoint_measure,
                                  .remove = checkpoint_remove};
    if (folder[0] == '\0')
        return message_usage("tile", "--checkpoint needs the name of a folder");
    if (strlen(folder) > MAX_PATH - 64)
        return message("%.64s…: the name is too long; choose a shorter one", folder);
    struct stat about;
    if (mkdir(folder, 0777) != 0 && errno != EEXIST)
        return message("%s: cannot be made: %s", folder, strerror(errno));
    if (stat(folder, &about) != 0 || !S_ISDIR(about.st_mode))
        return message("%s: is not a folder; choose another name", folder);
    return checkpoint_lock(self);
}

void tile_checkpoint_close(tile_checkpoint *self)
{
    if (self->lock >= 0)
        (void)close(self->lock);
    self->lock = -1;
}

int tile_checkpoint_report(const tile_checkpoint *self, df_status status, const df_error *error)
{
    const int reason = atomic_load(&self->error);
    if (reason != 0)
        return message("%s: cannot be used: %s; mend that, and the same command goes on behind "
                       "the last complete square",
                       self->folder, strerror(reason));
    if (status == DF_ERROR_INPUT)
        return message("%s: %s", self->folder, error->text);
    if (status == DF_ERROR_CANCELLED)
        return message("interrupted; the same command goes on behind the last complete square");
    return message_status(status, error);
}
