/* The atlas of perfect clears: its figures, or answers to queues. */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "dropforge/clear.h"
#include "file.h"
#include "json.h"
#include "message.h"
#include "progress.h"
#include "tile_queue.h"
#include "tile_settings.h"

/* Of a queue in a file; what is longer is hardly meant as one. */
enum { MOST_PIECES = 1000 };

/* What the atlas knows by itself. */
typedef struct atlas_figures {
    uint64_t boards;
    df_clear_count all;
    df_clear_count bags;
    double seconds;
} atlas_figures;

/* Who asks. */
typedef struct asker {
    const tile_settings *chosen;
    const df_clear_atlas *atlas;
    const df_piece_set *set;
    const char *name; /* of the file, in messages */
    size_t line;
} asker;

/* The last step gives every board the queues that clear it. It takes about as long as all the
 * others. */
static bool watch(void *context, const df_clear_progress *come)
{
    (void)context;
    const uint64_t unit = 1000;
    const uint64_t others = come->steps - 1;
    const uint64_t share = come->of > 0 ? unit * come->done / come->of : 0;
    const uint64_t weight = come->step < others ? 1 : others;
    progress_set(come->step * unit + share * weight, 2 * others * unit);
    return true;
}

static int make(const tile_settings *chosen, tile_size size, df_clear_atlas **atlas)
{
    const df_clear_atlas_options options = {.width = size.width,
                                            .rows = size.height,
                                            .memory = chosen->board.memory,
                                            .rules = DF_CLEAR_HARD_DROP,
                                            .watch = watch};
    df_mishap mishap = {0};
    progress_begin("making the atlas");
    const df_status status = df_clear_atlas_create(atlas, &options, &mishap);
    progress_end();
    if (status == DF_ERROR_ARGUMENT)
        return message_usage("tile",
                             "there is no atlas for %ux%u; it takes 4 to 10 columns and 1 to 6 "
                             "rows, %d squares at most, a multiple of 4",
                             size.width, size.height, 4 * DF_CLEAR_ATLAS_MAX_DROPS);
    if (status == DF_OK)
        return -1;
    return message("%s", mishap.text[0] != '\0' ? mishap.text : df_status_name(status));
}

static bool add_count(cJSON *object, const char *key, const df_clear_count *count)
{
    cJSON *pair = cJSON_AddObjectToObject(object, key);
    return pair != NULL && json_add_number(pair, "clear", count->clear) &&
           json_add_number(pair, "total", count->total);
}

static bool add_levels(cJSON *object, const df_clear_atlas *atlas)
{
    cJSON *levels = cJSON_AddArrayToObject(object, "levels");
    bool fits = levels != NULL;
    for (unsigned drops = 0; fits && drops <= df_clear_atlas_drops(atlas); drops++) {
        cJSON *level = cJSON_CreateObject();
        if (level == NULL || !cJSON_AddItemToArray(levels, level)) {
            cJSON_Delete(level);
            return false;
        }
        const uint64_t reached = df_clear_atlas_reached(atlas, drops);
        fits = json_add_number(level, "drops", drops) &&
               (reached == 0 || json_add_number(level, "reached", reached)) &&
               json_add_number(level, "boards", df_clear_atlas_boards(atlas, drops));
    }
    return fits;
}

static bool fill(cJSON *object, const df_clear_atlas *atlas, tile_size size,
                 const atlas_figures *figures)
{
    return json_add_number(object, "width", size.width) &&
           json_add_number(object, "height", size.height) && add_levels(object, atlas) &&
           json_add_number(object, "boards", figures->boards) &&
           add_count(object, "queues", &figures->all) &&
           add_count(object, "bag_queues_with_hold", &figures->bags) &&
           json_add_seconds(object, "seconds", figures->seconds);
}

static void put_count(const df_clear_count *count, const char *what)
{
    printf("%" PRIu64 " of %" PRIu64 " %s (%.4f %%)\n", count->clear, count->total, what,
           100.0 * (double)count->clear / (double)count->total);
}

/* How many boards there are after each drop, and how many queues clear. */
static int tell(const df_clear_atlas *atlas, tile_size size, double begin, bool json)
{
    atlas_figures figures = {0};
    df_status status =
        df_clear_atlas_count(atlas, DF_CLEAR_ALL_QUEUES, NULL, NULL, &figures.all);
    if (status == DF_OK)
        status =
            df_clear_atlas_count(atlas, DF_CLEAR_BAGS_WITH_HOLD, NULL, NULL, &figures.bags);
    if (status != DF_OK)
        return message("%s", df_status_name(status));
    const unsigned drops = df_clear_atlas_drops(atlas);
    for (unsigned level = 0; level <= drops; level++)
        figures.boards += df_clear_atlas_boards(atlas, level);
    figures.seconds = clock_seconds() - begin;
    if (json) {
        cJSON *object = cJSON_CreateObject();
        return json_print(object, object != NULL && fill(object, atlas, size, &figures));
    }
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

static df_status put_answer_json(const asker *own, const char *letters, bool clears,
                                 const df_clear_drop *drops)
{
    const bool has_way = clears && !own->chosen->atlas.terse;
    cJSON *object = cJSON_CreateObject();
    cJSON *way =
        has_way ? queue_way_json(own->set, drops, df_clear_atlas_drops(own->atlas)) : NULL;
    char *text = NULL;
    if (object != NULL && (way != NULL || !has_way) &&
        cJSON_AddStringToObject(object, "queue", letters) != NULL &&
        cJSON_AddBoolToObject(object, "clears", clears) != NULL) {
        bool is_whole = true;
        if (has_way) {
            is_whole = cJSON_AddItemToObject(object, "drops", way);
            way = is_whole ? NULL : way;
        }
        text = is_whole ? cJSON_PrintUnformatted(object) : NULL;
    }
    if (text != NULL)
        puts(text);
    const df_status status = text != NULL ? DF_OK : DF_ERROR_MEMORY;
    cJSON_free(text);
    cJSON_Delete(way);
    cJSON_Delete(object);
    return status;
}

static void put_answer(const asker *own, const char *letters, bool clears,
                       const df_clear_drop *drops)
{
    printf("%s\t%s", letters, clears ? "yes" : "no");
    if (clears && !own->chosen->atlas.terse) {
        putchar('\t');
        queue_put_way(own->set, drops, df_clear_atlas_drops(own->atlas));
    }
    putchar('\n');
}

/* Answers one line without its end. -1 or the exit code. */
static int answer(const asker *own, const char *letters, size_t length)
{
    uint16_t queue[MOST_PIECES];
    const size_t count = queue_read(queue, letters, length, own->set);
    if (count < length)
        return message("%s:%zu: character %zu is no piece; write a queue with the letters of "
                       "IOTSZJL alone",
                       own->name, own->line, count + 1);
    bool clears = false;
    df_clear_drop drops[DF_CLEAR_ATLAS_MAX_DROPS];
    df_status status = df_clear_atlas_ask(own->atlas, queue, count, own->chosen->hold, &clears,
                                          own->chosen->atlas.terse ? NULL : drops);
    if (status == DF_OK && own->chosen->output.json)
        status = put_answer_json(own, letters, clears, drops);
    else if (status == DF_OK)
        put_answer(own, letters, clears, drops);
    return status == DF_OK ? -1 : message("%s", df_status_name(status));
}

/* Reads a line, as far as there is room. The character after what was read, or EOF. */
static int read_line(FILE *stream, char line[MOST_PIECES + 2], size_t *length)
{
    int next = '\0';
    *length = 0;
    while (*length <= MOST_PIECES && (next = getc(stream)) != EOF && next != '\n')
        line[(*length)++] = (char)next;
    if (*length > 0 && line[*length - 1] == '\r')
        --*length;
    line[*length] = '\0';
    return next;
}

/* Answers line by line, so that the asker may wait for an answer before it asks on. That
 * nobody reads the answers is told at the end of the program. */
static int answer_all(asker *own, FILE *stream)
{
    char line[MOST_PIECES + 2];
    int status = -1;
    errno = 0;
    for (int next = '\n'; status < 0 && next != EOF && !ferror(stdout);) {
        size_t length;
        next = read_line(stream, line, &length);
        own->line++;
        if (own->line == 1)
            status = file_refuse_mark(own->name, line);
        if (status >= 0)
            break;
        if (length > MOST_PIECES)
            status = message("%s:%zu: the queue has more than %d pieces; write each queue on a "
                             "line of its own",
                             own->name, own->line, MOST_PIECES);
        else if (length > 0 && !ferror(stream))
            status = answer(own, line, length);
        if (stream == stdin)
            fflush(stdout);
    }
    if (status < 0 && ferror(stream))
        status = message("%s: cannot be read: %s", own->name, strerror(errno));
    return status;
}

static int check(const tile_settings *chosen)
{
    const tile_atlas_settings *what = &chosen->atlas;
    if (chosen->board.limit > 0)
        return message_usage("tile", "'atlas' does not take --limit");
    if (what->ask == NULL && (what->terse || chosen->hold))
        return message_usage("tile", "with 'atlas' --hold and --terse go with --ask only");
    return -1;
}

int tile_atlas(const tile_settings *chosen, tile_size size, const df_piece_set *set)
{
    const double begin = clock_seconds();
    const char *path = chosen->atlas.ask;
    df_clear_atlas *atlas = NULL;
    FILE *stream = stdin;
    int status = check(chosen);
    if (status >= 0)
        return status;
    if (path != NULL && strcmp(path, "-") != 0)
        stream = fopen(path, "r");
    if (stream == NULL)
        return message("%s: cannot be opened: %s", input_name(path), strerror(errno));
    status = make(chosen, size, &atlas);
    if (status < 0 && path == NULL) {
        status = tell(atlas, size, begin, chosen->output.json);
    } else if (status < 0) {
        asker own = {.chosen = chosen, .atlas = atlas, .set = set, .name = input_name(path)};
        status = answer_all(&own, stream);
    }
    if (stream != stdin)
        fclose(stream);
    df_clear_atlas_free(atlas);
    return status;
}
