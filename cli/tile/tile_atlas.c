/* The atlas of perfect clears: its figures, or answers to queues. */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "cli/base/clock.h"
#include "cli/base/file.h"
#include "cli/base/json.h"
#include "cli/base/message.h"
#include "cli/base/progress.h"
#include "cli/piece/drop_text.h"
#include "cli/piece/piece_letters.h"
#include "dropforge/clear.h"
#include "tile_settings.h"

/* The longest queue that is read from a file. */
enum { MAX_PIECES = 1000 };

/* The totals of an atlas. */
typedef struct atlas_figures {
    uint64_t boards;
    df_clear_tally all;
    df_clear_tally bags;
    double seconds;
} atlas_figures;

/* The reader of a file of queues. */
typedef struct asker {
    const tile_settings *chosen;
    const df_clear_atlas *atlas;
    const df_piece_set *set;
    const char *name; /* of the file, in messages */
    size_t line;
} asker;

/* Shows progress. The last step finds the queues that clear each board, and takes about as long
 * as all the others. */
static bool tile_atlas_watch(void *context, const df_clear_progress *come)
{
    (void)context;
    const uint64_t unit = 1000;
    const uint64_t others = come->steps - 1;
    const uint64_t share = come->of > 0 ? unit * come->done / come->of : 0;
    const uint64_t weight = come->step < others ? 1 : others;
    progress_set(come->step * unit + share * weight, 2 * others * unit);
    return true;
}

static int tile_atlas_make(const tile_settings *chosen, tile_size size, df_clear_atlas **atlas)
{
    const df_clear_atlas_options options = {.width = size.width,
                                            .rows = size.height,
                                            .memory = chosen->board.memory,
                                            .rules = DF_CLEAR_HARD_DROP,
                                            .watch = tile_atlas_watch};
    df_error error = {0};
    progress_begin("making the atlas");
    const df_status status = df_clear_atlas_create(atlas, &options, &error);
    progress_end();
    if (status == DF_ERROR_ARGUMENT)
        return message_usage("tile",
                             "there is no atlas for %ux%u; give 4 to 10 columns and 1 to 6 "
                             "rows, %d squares at most, a multiple of 4",
                             size.width, size.height, 4 * DF_CLEAR_ATLAS_MAX_DROPS);
    return message_status(status, &error);
}

static void put_json_count(json_writer *json, const char *key, const df_clear_tally *count)
{
    json_open_object(json, key);
    json_put_number(json, "clear", count->clear);
    json_put_number(json, "total", count->total);
    json_close(json);
}

static int tile_atlas_put_json(const df_clear_atlas *atlas, tile_size size,
                               const atlas_figures *figures)
{
    json_writer json = {0};
    json_open_object(&json, NULL);
    json_put_number(&json, "width", size.width);
    json_put_number(&json, "height", size.height);
    json_open_array(&json, "levels");
    for (unsigned drops = 0; drops <= df_clear_atlas_drops(atlas); drops++) {
        const uint64_t reached = df_clear_atlas_reached(atlas, drops);
        json_open_object(&json, NULL);
        json_put_number(&json, "drops", drops);
        if (reached > 0)
            json_put_number(&json, "reached", reached);
        json_put_number(&json, "boards", df_clear_atlas_boards(atlas, drops));
        json_close(&json);
    }
    json_close(&json);
    json_put_number(&json, "boards", figures->boards);
    put_json_count(&json, "queues", &figures->all);
    put_json_count(&json, "bag_queues_with_hold", &figures->bags);
    json_put_decimal(&json, "seconds", figures->seconds);
    return json_print(&json);
}

static void put_count(const df_clear_tally *count, const char *what)
{
    printf("%" PRIu64 " of %" PRIu64 " %s (%.4f %%)\n", count->clear, count->total, what,
           100.0 * (double)count->clear / (double)count->total);
}

/* Prints the number of boards after each drop, and the number of queues that clear. */
static int tile_atlas_report(const df_clear_atlas *atlas, tile_size size, double begin,
                             bool json)
{
    atlas_figures figures = {0};
    df_status status =
        df_clear_atlas_count(atlas, DF_CLEAR_ALL_QUEUES, NULL, NULL, &figures.all);
    if (status == DF_OK)
        status =
            df_clear_atlas_count(atlas, DF_CLEAR_BAGS_WITH_HOLD, NULL, NULL, &figures.bags);
    if (status != DF_OK)
        return message_status(status, NULL);
    const unsigned drops = df_clear_atlas_drops(atlas);
    for (unsigned level = 0; level <= drops; level++)
        figures.boards += df_clear_atlas_boards(atlas, level);
    figures.seconds = clock_seconds() - begin;
    if (json)
        return tile_atlas_put_json(atlas, size, &figures);
    puts("drops\treached\tcan clear");
    for (unsigned level = 0; level <= drops; level++) {
        const uint64_t reached = df_clear_atlas_reached(atlas, level);
        printf("%u\t", level);
        if (reached > 0)
            printf("%" PRIu64, reached);
        printf("\t%" PRIu64 "\n", df_clear_atlas_boards(atlas, level));
    }
    printf("%" PRIu64 " boards can clear\n", figures.boards);
    char what[80];
    snprintf(what, sizeof what, "queues of %u clear", drops);
    put_count(&figures.all, what);
    snprintf(what, sizeof what, "bag queues of %u clear with hold", drops + 1);
    put_count(&figures.bags, what);
    return -1;
}

static df_status put_answer_json(const asker *self, const char *letters, bool clears,
                                 const df_clear_drop *drops)
{
    json_writer json = {.is_compact = true};
    json_open_object(&json, NULL);
    json_put_text(&json, "queue", letters);
    json_put_bool(&json, "clears", clears);
    if (clears && !self->chosen->atlas.terse)
        drop_text_put_json(&json, "drops", self->set, drops, df_clear_atlas_drops(self->atlas));
    const df_status status = json_write_line(&json);
    return status == DF_ERROR_CANCELLED ? DF_OK : status; /* as for text: the end checks */
}

static void put_answer(const asker *self, const char *letters, bool clears,
                       const df_clear_drop *drops)
{
    printf("%s\t%s", letters, clears ? "yes" : "no");
    if (clears && !self->chosen->atlas.terse) {
        putchar('\t');
        drop_text_put_way(self->set, drops, df_clear_atlas_drops(self->atlas));
    }
    putchar('\n');
}

/* Answers one line, without its end. Returns -1 or the exit code. */
static int tile_atlas_answer(const asker *self, const char *letters, size_t length)
{
    uint16_t queue[MAX_PIECES];
    const size_t count = piece_letters_read(queue, letters, length, self->set);
    if (count < length)
        return message(
            "%s:%zu: character %zu is not a piece; write a queue with the letters of "
            "IOTSZJL only",
            self->name, self->line, count + 1);
    bool clears = false;
    df_clear_drop drops[DF_CLEAR_ATLAS_MAX_DROPS];
    df_status status = df_clear_atlas_ask(self->atlas, queue, count, self->chosen->hold,
                                          &clears, self->chosen->atlas.terse ? NULL : drops);
    if (status == DF_OK && self->chosen->output.json)
        status = put_answer_json(self, letters, clears, drops);
    else if (status == DF_OK)
        put_answer(self, letters, clears, drops);
    return message_status(status, NULL);
}

/* Reads a line, as much of it as fits. Returns the next character or EOF. */
static int tile_atlas_read_line(FILE *stream, char line[MAX_PIECES + 2], size_t *length)
{
    int next = '\0';
    *length = 0;
    while (*length <= MAX_PIECES && (next = getc(stream)) != EOF && next != '\n')
        line[(*length)++] = (char)next;
    if (*length > 0 && line[*length - 1] == '\r')
        --*length;
    line[*length] = '\0';
    return next;
}

/* Answers line by line, so that a program may wait for an answer before its next question. A
 * failed standard output is reported at the end of the program. */
static int answer_all(asker *self, FILE *stream)
{
    char line[MAX_PIECES + 2];
    int status = -1;
    errno = 0;
    for (int next = '\n'; status < 0 && next != EOF && !ferror(stdout);) {
        size_t length;
        next = tile_atlas_read_line(stream, line, &length);
        self->line++;
        if (self->line == 1)
            status = file_refuse_mark(self->name, line);
        if (status >= 0)
            break;
        if (length > MAX_PIECES)
            status = message("%s:%zu: the queue has more than %d pieces; write each queue on a "
                             "line of its own",
                             self->name, self->line, MAX_PIECES);
        else if (length > 0 && !ferror(stream))
            status = tile_atlas_answer(self, line, length);
        if (stream == stdin)
            fflush(stdout);
    }
    if (status < 0 && ferror(stream))
        status = message("%s: cannot be read: %s", self->name, strerror(errno));
    return status;
}

int tile_atlas(const tile_settings *chosen, const char *unused, const piece_choice *pieces)
{
    const double begin = clock_seconds();
    const char *path = chosen->atlas.ask;
    df_clear_atlas *atlas = NULL;
    FILE *stream = stdin;
    const tile_size size = chosen->size;
    (void)unused;
    if (path == NULL && (chosen->atlas.terse || chosen->hold))
        return message_usage("tile", "with 'atlas' --hold and --terse go with --ask only");
    if (path != NULL && strcmp(path, "-") != 0)
        stream = fopen(path, "r");
    if (stream == NULL)
        return message("%s: cannot be opened: %s", input_name(path), strerror(errno));
    int status = tile_atlas_make(chosen, size, &atlas);
    if (status < 0 && path == NULL) {
        status = tile_atlas_report(atlas, size, begin, chosen->output.json);
    } else if (status < 0) {
        asker self = {
            .chosen = chosen, .atlas = atlas, .set = pieces->set, .name = input_name(path)};
        status = answer_all(&self, stream);
    }
    if (stream != stdin)
        fclose(stream);
    df_clear_atlas_free(atlas);
    return status;
}
