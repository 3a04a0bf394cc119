/* The colours of the NES game of 1989, as emulators usually show them. */
#include "dropforge/board.h"

#define WHITE                                                                                  \
    {                                                                                          \
        252, 252, 252                                                                          \
    }

/* The colours of I, O, T, S, Z, J and L in a level: that of L and Z, and that of J and S. */
#define LEVEL(l1, l2, l3, j1, j2, j3)                                                          \
    {                                                                                          \
        WHITE, WHITE, WHITE, {j1, j2, j3}, {l1, l2, l3}, {j1, j2, j3},                         \
        {                                                                                      \
            l1, l2, l3                                                                         \
        }                                                                                      \
    }

const df_color df_nes_colors[DF_NES_PALETTES][DF_TETROMINOES] = {
    LEVEL(60, 188, 252, 0, 88, 248),   LEVEL(184, 248, 24, 0, 168, 0),
    LEVEL(248, 120, 248, 216, 0, 204), LEVEL(88, 216, 84, 0, 88, 248),
    LEVEL(88, 248, 152, 228, 0, 88),   LEVEL(104, 136, 252, 88, 248, 152),
    LEVEL(124, 124, 124, 248, 56, 0),  LEVEL(168, 0, 32, 104, 68, 252),
    LEVEL(248, 56, 0, 0, 88, 248),     LEVEL(252, 160, 68, 248, 56, 0),
};
