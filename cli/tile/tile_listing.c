#include "tile_listing.h"

#include <inttypes.h>
#include <stdlib.h>
#include <unistd.h>

#include "cli/base/progress.h"

static const output_format *const formats[] = {
    &tile_format_text, &tile_format_drops, &tile_format_fumen,
    &tile_format_png,  &tile_format_svg,   &tile_format_json,
};

const format_table tile_formats = {formats, sizeof formats / sizeof formats[0]};

df_status tile_listing_count(tile_listing *listing)
{
    df_natural count = {0};
    const df_status status = df_tilings_count(
        listing->tilings, listing->chosen->random > 0 ? NULL : &listing->skip, &count);
    if (status == DF_OK && listing->chosen->random > 0) {
        listing->count = count.count > 0 ? listing->chosen->random : 0;
    } else if (status == DF_OK) {
        listing->count = count.count > 1 ? UINT64_MAX : count.count == 1 ? count.words[0] : 0;
        if (listing->limit > 0 && listing->limit < listing->count)
            listing->count = listing->limit;
    }
    df_natural_free(&count);
    return status;
}

/* A visitor that counts tilings and passes them on. */
typedef struct counter {
    df_tiling_visit *visitor;
    void *context;
    uint64_t done;
    uint64_t whole;
} counter;

static df_status count_tiling(void *context, const df_tiling *tiling)
{
    counter *self = context;
    progress_set(++self->done, self->whole);
    return self->visitor(self->context, tiling);
}

static df_status visit_random(const tile_listing *listing, counter *self)
{
    df_random random;
    df_random_seed(&random, listing->chosen->seed, 0);
    df_drop *pieces =
        calloc((size_t)listing->size.width * listing->size.height, sizeof *pieces);
    df_status status = pieces != NULL ? DF_OK : DF_ERROR_MEMORY;
    for (uint64_t i = 0; status == DF_OK && i < listing->chosen->random; i++) {
        df_tiling tiling = {.width = listing->size.width,
                            .height = listing->size.height,
                            .set = listing->set,
                            .head = pieces};
        status = df_tilings_random(listing->tilings, &random, pieces, &tiling.head_count);
        if (status == DF_OK)
            status = count_tiling(self, &tiling);
    }
    free(pieces);
    return status;
}

df_status tile_listing_visit(const tile_listing *listing, const out_stream *out,
                             df_tiling_visit *visitor, void *context)
{
    counter self = {.visitor = visitor, .context = context, .whole = listing->count};
    const bool shows = out->stream != stdout || !isatty(STDOUT_FILENO);
    if (shows)
        progress_begin("listing tilings");
    const df_status status = listing->chosen->random > 0
                                 ? visit_random(listing, &self)
                                 : df_tilings_list(listing->tilings, &listing->skip,
                                                   listing->limit, count_tiling, &self);
    if (shows)
        progress_end();
    return status;
}

df_status tile_listing_refuse_many(const tile_listing *listing, const char *where,
                                   df_error *error)
{
    const char *more = listing->count == UINT64_MAX ? "or more " : "";
    const char *instead = listing->chosen->random > 0 ? "draw fewer with --random"
                                                      : "list fewer at a time with --limit";
    return message_error(error, DF_ERROR_LIMIT, "%" PRIu64 " %stilings are too many for %s; %s",
                         listing->count, more, where, instead);
}

df_status tile_listing_orders(const df_tiling *tiling, df_natural *orders, df_error *error)
{
    const df_status status = df_tiling_orders(tiling, 0, orders);
    if (status == DF_ERROR_LIMIT)
        message_error(error, status,
                      "the drop orders of these tilings are too many to count; make the board "
                      "smaller");
    return status;
}

const df_drop *tile_piece_at(const df_tiling *tiling, size_t i)
{
    return i < tiling->head_count ? &tiling->head[i] : &tiling->tail[i - tiling->head_count];
}

void tile_find_parts(const df_tiling *tiling, uint16_t *parts)
{
    for (size_t i = 0; i < tiling->head_count + tiling->tail_count; i++) {
        const df_drop *drop = tile_piece_at(tiling, i);
        const df_shape *shape = &tiling->set->pieces[drop->piece].shape[drop->orientation];
        for (unsigned y = 0; y < shape->height; y++) {
            uint16_t *row = &parts[(size_t)(drop->y + y) * tiling->width + drop->x];
            for (unsigned x = 0; x < shape->width; x++) {
                if ((shape->row[y] >> x & 1) != 0)
                    row[x] = (uint16_t)i;
            }
        }
    }
}
