/* Tilings as one plan: each is dropped into the empty playfield and clears it. */
#include <stdlib.h>

#include "dropforge/drops.h"
#include "tile_listing.h"

typedef struct dropper {
    const tile_listing *listing;
    df_plan *plan;
    df_drop *drops; /* room for a tiling */
    uint64_t done;
    df_mishap *mishap;
} dropper;

static df_status drop_tiling(void *context, const df_tiling *tiling)
{
    dropper *own = context;
    const size_t count = tiling->head_count + tiling->tail_count;
    df_outcome outcome;
    df_status status = df_tiling_order(tiling, true, own->drops, &outcome);
    own->done++;
    if (status == DF_OK && outcome != DF_FOUND) {
        snprintf(own->mishap->text, sizeof own->mishap->text,
                 "tiling %llu of these cannot be dropped; list with --droppable",
                 (unsigned long long)own->done);
        return DF_ERROR_MOVE;
    }
    for (size_t i = 0; status == DF_OK && i < count; i++) {
        own->drops[i].begins_block = i == 0;
        status = df_plan_add(own->plan, own->drops[i]);
    }
    return status;
}

/* Plays the plan: it must leave nothing, and clear all rows of all tilings. */
static df_status prove(const dropper *own)
{
    df_field *field = NULL;
    df_plan_summary summary;
    const df_status status = df_plan_play(own->plan, NULL, NULL, &field, &summary, own->mishap);
    if (status != DF_OK)
        return status;
    const bool is_empty = df_field_top(field) == 0;
    df_field_free(field);
    const uint64_t rows = own->done * own->listing->size.height;
    return is_empty && summary.rows_cleared == rows ? DF_OK : DF_ERROR_DEFECT;
}

static df_status write_drops(const void *content, out_stream *out, df_mishap *mishap)
{
    const tile_listing *listing = content;
    const tile_size size = listing->size;
    dropper own = {.listing = listing, .mishap = mishap};
    df_text text = {0};
    own.drops = calloc(df_tilings_most_pieces(listing->tilings) + 1, sizeof own.drops[0]);
    df_status status = own.drops != NULL ? DF_OK : DF_ERROR_MEMORY;
    if (status == DF_OK)
        status = df_plan_create(&own.plan, size.width, size.height, listing->set);
    if (status == DF_OK)
        piece_choice_paint(listing->pieces, own.plan);
    if (status == DF_OK)
        status = tile_listing_visit(listing, out, drop_tiling, &own);
    if (status == DF_OK)
        status = df_plan_settle(own.plan, size.height, mishap);
    if (status == DF_OK)
        status = prove(&own);
    if (status == DF_OK)
        status = df_drops_write(&text, own.plan);
    if (status == DF_OK)
        status = out_text(out, &text);
    df_text_free(&text);
    df_plan_free(own.plan);
    free(own.drops);
    return status;
}

const output_format tile_format_drops = {
    .name = "drops",
    .summary = "a drop list: each tiling in turn is dropped and clears",
    .extensions = {".drops"},
    .write = write_drops,
};
