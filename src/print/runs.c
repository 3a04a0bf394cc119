#include "print/runs.h"

/* A piece leaves as many squares side by side as one of its rows has. */
void df_runs_init(run_table *self, const print_shape shapes[PRINT_SHAPES])
{
    for (unsigned piece = 0; piece < DF_TETROMINOES; piece++) {
        uint16_t *need = self->need[piece];
        need[0] = 0;
        for (unsigned length = 1; length <= DF_FIELD_MAX_WIDTH; length++) {
            /* Where it does not come out even (O leaves pairs), the rest is as dear as can be.
             */
            need[length] = (uint16_t)(need[length - 1] + 4);
            for (unsigned i = 0; i < PRINT_SHAPES; i++) {
                const print_shape *shape = &shapes[i];
                for (unsigned y = 0; shape->piece == piece && y < shape->height; y++) {
                    unsigned side = 0;
                    for (unsigned x = 0; x < shape->width; x++)
                        side += shape->column[x] >> y & 1;
                    if (side <= length && need[length - side] + 4 - side < need[length])
                        need[length] = (uint16_t)(need[length - side] + 4 - side);
                }
            }
        }
    }
}
