#include "platform_list.h"

#include <inttypes.h>
#include <stdio.h>

#include "dropforge/emitter.h"
#include "message.h"

static const char *const kind_names[DF_PLATFORM_KINDS] = {
    [DF_PLATFORM_HOOK] = "upright L",
    [DF_PLATFORM_BAR] = "upright I",
};

static df_status put_one(const df_piece_set *set, unsigned width, unsigned start,
                         df_platform_kind kind, uint64_t seed, unsigned *found_count)
{
    df_platform found;
    df_outcome outcome = DF_NONE;
    uint64_t nodes = 0;
    df_status status =
        df_platform_find(&found, &outcome, &nodes, set, width, start, kind, seed);
    if (status != DF_OK)
        return status;
    printf("T from column %u, last an %s: ", start, kind_names[kind]);
    if (outcome != DF_FOUND) {
        printf(outcome == DF_NONE ? "none, proved in %" PRIu64 " nodes\n\n"
                                  : "not found in %" PRIu64 " nodes\n\n",
               nodes);
        return DF_OK;
    }
    printf("%zu drops\n", found.plan->count);
    df_text text = {0};
    status = df_platform_draw(&text, &found);
    df_platform_free(&found);
    if (status == DF_OK)
        printf("%s\n", text.bytes);
    df_text_free(&text);
    ++*found_count;
    return status;
}

int platform_list(const df_piece_set *set, unsigned width, uint64_t seed)
{
    unsigned counts[DF_PLATFORM_KINDS] = {0};
    for (unsigned kind = 0; kind < DF_PLATFORM_KINDS; kind++) {
        for (unsigned start = 0; start + 3 <= width; start++) {
            const df_status status = put_one(set, width, start, kind, seed, &counts[kind]);
            if (status != DF_OK)
                return message("%s", df_status_name(status));
        }
    }
    for (unsigned kind = 0; kind < DF_PLATFORM_KINDS; kind++)
        printf("last an %s: %u of %u starting columns\n", kind_names[kind], counts[kind],
               width - 2);
    return -1;
}
