/* Draws the 35 free hexominoes, or all free polyominoes of another size.
 *
 *     cc hexominoes.c $(pkg-config --cflags --libs dropforge) -o hexominoes
 *     ./hexominoes [SQUARES] */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "dropforge/omino.h"

/* Sees polyominoes many at a time: they come in batches that differ in one square only. */
static df_status draw(void *context, const df_ominoes_batch *batch)
{
    (void)context;
    for (unsigned i = 0; i < batch->count; i++) {
        uint32_t rows[DF_OMINOES_MAX_SQUARES];
        char code[DF_OMINOES_CODE_SIZE];
        df_ominoes_batch_code(batch, i, code);
        printf("%s\n", code);
        for (unsigned y = df_ominoes_batch_rows(batch, i, rows); y-- > 0;) {
            for (unsigned x = 0; rows[y] >> x != 0; x++)
                putchar((rows[y] >> x & 1) != 0 ? '#' : ' ');
            putchar('\n');
        }
    }
    return ferror(stdout) ? DF_ERROR_CANCELLED : DF_OK;
}

int main(int argc, char **argv)
{
    const unsigned size = argc > 1 ? (unsigned)atoi(argv[1]) : 6;
    const df_ominoes_filter filter = {.kind = DF_OMINO_FREE};
    df_ominoes_tally tally;
    const df_status status = df_ominoes_list(&tally, size, &filter, NULL, 0, draw, NULL);
    if (status != DF_OK) {
        fprintf(stderr, "hexominoes: %s\n", df_status_name(status));
        return 1;
    }
    printf("%" PRIu64 " free polyominoes of %u squares\n", tally.count, size);
    return 0;
}
