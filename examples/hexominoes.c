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
        static df_omino omino;
        df_text drawing = {0};
        char code[DF_OMINOES_CODE_SIZE];
        df_ominoes_batch_code(batch, i, code);
        printf("%s\n", code);
        df_ominoes_batch_get(batch, i, &omino);
        df_omino_write(&drawing, &omino, DF_OMINO_DRAWING);
        if (drawing.status != DF_OK)
            return drawing.status;
        for (const char *at = drawing.bytes; *at != '\0'; at++)
            putchar(*at == '/' ? '\n' : *at);
        putchar('\n');
        df_text_free(&drawing);
    }
    return ferror(stdout) ? DF_ERROR_CANCELLED : DF_OK;
}

int main(int argc, char **argv)
{
    const unsigned size = argc > 1 ? (unsigned)atoi(argv[1]) : 6;
    const df_ominoes_filter filter = {.kind = DF_OMINO_FREE};
    uint64_t count;
    const df_status status = df_ominoes_list(&count, size, &filter, NULL, 0, draw, NULL);
    if (status != DF_OK) {
        fprintf(stderr, "hexominoes: %s\n", df_status_names[status]);
        return 1;
    }
    printf("%" PRIu64 " free polyominoes of %u squares\n", count, size);
    return 0;
}
