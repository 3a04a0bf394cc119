#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "dropforge/clear.h"
#include "field_file.h"
#include "message.h"
#include "tile_queue.h"
#include "tile_settings.h"

enum { DEFAULT_WIDTH = 10, DEFAULT_ROWS = 4 };

/* Reads the letters of a queue; -1 or the exit code. */
static int read_queue(const char *letters, const df_piece_set *set,
                      uint16_t queue[DF_CLEAR_MAX_DROPS], size_t *count)
{
    const size_t length = strlen(letters);
    if (length > DF_CLEAR_MAX_DROPS)
        return message_usage("tile", "the queue has %zu pieces, at most %d can be used", length,
                             DF_CLEAR_MAX_DROPS);
    *count = queue_read(queue, letters, length, set);
    if (*count < length)
        return message_usage("tile", "'%s' is no queue; piece %zu is no letter of IOTSZJL",
                             letters, *count + 1);
    return -1;
}

static int read_field(const tile_clear_settings *chosen, unsigned rows, df_field **field)
{
    const unsigned width = chosen->width > 0 ? chosen->width : DEFAULT_WIDTH;
    if (chosen->field != NULL) {
        const int status = field_file_read(chosen->field, rows, field);
        if (status < 0 && (*field)->width * rows > DF_CLEAR_MAX_SQUARES)
            return message("%s: a field of %u columns and %u rows cannot be cleared; it has "
                           "more than %d squares",
                           input_name(chosen->field), (*field)->width, rows,
                           DF_CLEAR_MAX_SQUARES);
        return status;
    }
    if (width * rows > DF_CLEAR_MAX_SQUARES)
        return message_usage("tile", "%u columns and %u rows have more than %d squares", width,
                             rows, DF_CLEAR_MAX_SQUARES);
    return df_field_create(field, width, rows) == DF_OK ? -1 : message("out of memory");
}

/* One way on one line: the drops as in a drop list, with commas between them. */
static df_status put_way(void *context, const df_clear_drop *drops, size_t count)
{
    const df_piece_set *set = context;
    for (size_t i = 0; i < count; i++) {
        const df_drop *drop = &drops[i].drop;
        printf("%s%s%s %c %u %u", i > 0 ? ", " : "", drops[i].hold ? "hold " : "",
               set->pieces[drop->piece].name, df_orientation_letter(drop->orientation),
               (unsigned)drop->x, (unsigned)drop->y);
    }
    putchar('\n');
    return ferror(stdout) ? DF_ERROR_SINK : DF_OK;
}

static int find_ways(const df_clear_request *request)
{
    df_clear_report report = {0};
    const df_status status = df_clear_find(request, put_way, (void *)request->set, &report);
    if (status == DF_ERROR_SINK && ferror(stdout))
        return -1;
    if (status != DF_OK)
        return message("%s", df_status_name(status));
    return report.ways > 0 ? -1 : message("no way to clear");
}

/* The pieces that the running bag still holds after the queue. */
static int find_bag(const df_clear_request *request, uint64_t *bag)
{
    uint64_t used = 0;
    *bag = 0;
    for (size_t i = 0; i < request->count; i++) {
        const uint64_t bit = UINT64_C(1) << request->queue[i];
        if (i % DF_TETROMINOES == 0)
            used = 0;
        if ((used & bit) != 0)
            return message_usage("tile",
                                 "the queue is not from bags of seven: piece %zu comes "
                                 "again too early",
                                 i + 1);
        used |= bit;
    }
    if (request->count % DF_TETROMINOES != 0)
        *bag = ((UINT64_C(1) << DF_TETROMINOES) - 1) & ~used;
    return -1;
}

static int find_share(const df_clear_request *request, unsigned more)
{
    uint64_t bag;
    const int answer = find_bag(request, &bag);
    if (answer >= 0)
        return answer;
    df_clear_count count = {0};
    const df_status status = df_clear_share(request, more, bag, &count);
    if (status == DF_ERROR_LIMIT)
        return message("there are too many continuations by %u pieces", more);
    if (status != DF_OK)
        return message("%s", df_status_name(status));
    printf("%" PRIu64 " of %" PRIu64 " (%.4f %%)\n", count.clear, count.total,
           100.0 * (double)count.clear / (double)count.total);
    return -1;
}

int tile_clear(const tile_settings *chosen, const char *letters, const df_piece_set *set)
{
    const tile_clear_settings *what = &chosen->clear;
    if (chosen->board.pieces[0] != '\0' || chosen->board.memory > 0)
        return message_usage("tile", "'clear' takes neither --pieces nor --memory");
    if (what->field != NULL && what->width > 0)
        return message_usage("tile", "--field tells the width; leave out --width");
    if ((what->all && chosen->board.limit > 0) ||
        (what->percent > 0 && (what->all || chosen->board.limit > 0)))
        return message_usage("tile", "--all, --limit and --percent exclude each other");
    uint16_t queue[DF_CLEAR_MAX_DROPS];
    df_field *field = NULL;
    df_clear_request request = {.set = set,
                                .rows = what->rows > 0 ? what->rows : DEFAULT_ROWS,
                                .queue = queue,
                                .hold = chosen->hold,
                                .rules = DF_CLEAR_HARD_DROP,
                                .most = what->all                 ? 0
                                        : chosen->board.limit > 0 ? chosen->board.limit
                                                                  : 1};
    int status = read_queue(letters, set, queue, &request.count);
    if (status < 0)
        status = read_field(what, request.rows, &field);
    request.field = field;
    if (status < 0)
        status = what->percent > 0 ? find_share(&request, what->percent) : find_ways(&request);
    df_field_free(field);
    return status;
}
