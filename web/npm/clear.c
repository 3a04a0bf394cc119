/* Perfect clears. */
#include "dropforge/clear.h"

#include "npm.h"
#include "web/answer.h"

/* Numbers of df_clear_request: WISHES in clear.js. */
typedef struct clear_wishes {
    double width;
    double rows;
    double hold;
    double rules;
    double max;
    double nodes;
    double memory;
} clear_wishes;

/* A way: each drop, and 1 where the piece before it is put aside first. */
static df_status put_way(void *unused, const df_clear_drop *drops, size_t count)
{
    (void)unused;
    answer_open('[');
    for (size_t i = 0; i < count; i++) {
        const df_drop *drop = &drops[i].drop;
        answer_open('[');
        answer_number(drop->piece);
        answer_number(drop->orientation);
        answer_number(drop->x);
        answer_number(drop->y);
        answer_flag(drops[i].hold);
        answer_close(']');
    }
    answer_close(']');
    return DF_OK;
}

/* The rows of the field from the floor, bit x for column x. */
static df_status make_field(df_field **field, const clear_wishes *wishes, const uint64_t *rows)
{
    const unsigned width = (unsigned)wishes->width, height = (unsigned)wishes->rows;
    df_status status = df_field_create(field, width, height);
    for (unsigned y = 0; status == DF_OK && y < height; y++) {
        for (unsigned x = 0; status == DF_OK && x < width; x++) {
            if ((rows[y] >> x & 1) != 0)
                status = df_field_set(*field, x, y, 1);
        }
    }
    return status;
}

static void tell_report(const df_clear_report *report)
{
    answer_key("outcome");
    answer_number(report->outcome);
    answer_key("nodes");
    answer_number(report->nodes);
}

static df_status find(const npm_pieces *pieces, const clear_wishes *wishes,
                      const df_field *field, const uint16_t *queue, size_t count,
                      df_error *error)
{
    const df_clear_request request = {.set = pieces->list.set,
                                      .field = field,
                                      .rows = (unsigned)wishes->rows,
                                      .queue = queue,
                                      .count = count,
                                      .hold = wishes->hold != 0,
                                      .rules = (df_clear_rules)wishes->rules,
                                      .max = (uint64_t)wishes->max,
                                      .nodes = (uint64_t)wishes->nodes,
                                      .memory = (uint64_t)wishes->memory};
    df_clear_report report;
    answer_open('{');
    answer_key("ways");
    answer_open('[');
    const df_status status = df_clear_find(&request, put_way, NULL, &report, error);
    answer_close(']');
    if (status == DF_OK)
        tell_report(&report);
    answer_close('}');
    return status;
}

/* Finds ways to clear: an outcome, how many playfields were visited, and the ways. */
WASM_EXPORT(clear_find)
df_status clear_find(const npm_pieces *pieces, const clear_wishes *wishes, const uint64_t *rows,
                     const uint16_t *queue, size_t count)
{
    df_error error = {0};
    df_field *field = NULL;
    answer_begin();
    df_status status = npm_check_pieces(queue, count, pieces->list.set);
    if (status == DF_OK)
        status = make_field(&field, wishes, rows);
    if (status == DF_OK)
        status = find(pieces, wishes, field, queue, count, &error);
    df_field_free(field);
    return answer_end(status, &error);
}
