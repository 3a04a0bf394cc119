/* Tilings as one plan: each is dropped into the empty playfield and clears it. */
#include "dropforge/plan.h"
#include "tile_listing.h"

typedef struct dropper {
    const tile_listing *listing;
    df_plan *plan;
    uint64_t done;
    df_error *error;
} dropper;

static df_status drop_tiling(void *context, const df_tiling *tiling)
{
    dropper *self = context;
    const size_t count = tiling->head_count + tiling->tail_count;
    df_outcome outcome;
    df_status status = df_tiling_order(tiling, true, self->listing->drops, &outcome);
    self->done++;
    if (status == DF_OK && outcome != DF_FOUND) {
        return message_error(self->error, DF_ERROR_MOVE,
                             "tiling %llu of these cannot be dropped; list with --droppable",
                             (unsigned long long)self->done);
    }
    for (size_t i = 0; status == DF_OK && i < count; i++) {
        self->listing->drops[i].begins_block = i == 0;
        status = df_plan_add(self->plan, self->listing->drops[i]);
    }
    return status;
}

/* Plays the plan: it must leave nothing, and clear all rows of all tilings. */
static df_status tile_list_drops_prove(const dropper *self)
{
    df_field *field = NULL;
    df_plan_summary summary;
    const df_status status =
        df_plan_play(self->plan, NULL, NULL, &field, &summary, self->error);
    if (status != DF_OK)
        return status;
    const bool is_empty = df_field_top(field) == 0;
    df_field_free(field);
    const uint64_t rows = self->done * self->listing->size.height;
    return is_empty && summary.rows_cleared == rows ? DF_OK : DF_ERROR_DEFECT;
}

static df_status tile_list_drops_write(const void *content, out_stream *out, df_error *error)
{
    const tile_listing *listing = content;
    const tile_size size = listing->size;
    dropper self = {.listing = listing, .error = error};
    df_text text = {0};
    df_status status = df_plan_create(&self.plan, size.width, size.height, listing->set);
    if (status == DF_OK)
        piece_choice_paint(listing->pieces, self.plan);
    if (status == DF_OK)
        status = tile_listing_visit(listing, out, drop_tiling, &self);
    if (status == DF_OK)
        status = df_plan_settle(self.plan, size.height, error);
    if (status == DF_OK)
        status = tile_list_drops_prove(&self);
    if (status == DF_OK)
        status = df_drops_write(&text, self.plan);
    if (status == DF_OK)
        status = out_text(out, &text);
    df_text_free(&text);
    df_plan_free(self.plan);
    return status;
}

const output_format tile_format_drops = {
    .name = "drops",
    .summary = "a drop list: each tiling in turn is dropped and clears",
    .extensions = {".drops"},
    .write = tile_list_drops_write,
};
