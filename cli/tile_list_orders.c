/* The drop orders of all tilings together. */
#include <stdio.h>

#include "message.h"
#include "number.h"
#include "tile_listing.h"

typedef struct adder {
    df_natural sum;
    df_mishap mishap;
} adder;

static df_status add_orders(void *context, const df_tiling *tiling)
{
    adder *own = context;
    df_natural orders = {0};
    df_status status = tile_listing_orders(tiling, &orders, &own->mishap);
    if (status == DF_OK)
        status = df_natural_add(&own->sum, &own->sum, &orders);
    df_natural_free(&orders);
    return status;
}

int tile_listing_count_orders(const tile_listing *listing)
{
    adder own = {{0}, {0}};
    const out_stream nowhere = {.stream = NULL};
    const df_status status = tile_listing_visit(listing, &nowhere, add_orders, &own);
    int answer = -1;
    if (status == DF_OK) {
        number_put(&own.sum);
        putchar('\n');
    } else {
        answer = message("%s",
                         own.mishap.text[0] != '\0' ? own.mishap.text : df_status_name(status));
    }
    df_natural_free(&own.sum);
    return answer;
}
