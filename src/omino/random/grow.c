#include "dropforge/omino.h"
#include "random_board.h"

/* A polyomino of n squares has at most 2 n + 2 free neighbours. */
#define MAX_FREE (2 * DF_OMINO_MAX_SQUARES + 2)

df_status df_omino_grow(df_omino *omino, unsigned size, df_random *random)
{
    if (size == 0 || size > DF_OMINO_MAX_SQUARES)
        return DF_ERROR_ARGUMENT;
    random_board board; /* squares that are filled, or among the free neighbours */
    if (!random_board_create(&board, size))
        return DF_ERROR_MEMORY;
    df_square squares[DF_OMINO_MAX_SQUARES], free_ones[MAX_FREE];
    const uint16_t start = DF_OMINO_MAX_SQUARES;
    uint32_t count = 1;
    free_ones[0] = (df_square){start, start};
    random_board_flip(&board, free_ones[0]);
    for (unsigned i = 0; i < size; i++) {
        const uint32_t chosen = count > 1 ? df_random_below(random, count) : 0;
        const df_square at = squares[i] = free_ones[chosen];
        free_ones[chosen] = free_ones[--count];
        for (unsigned direction = 0; direction < 4; direction++) {
            const df_square next = random_board_step(at, direction);
            if (random_board_has(&board, next))
                continue;
            random_board_flip(&board, next);
            free_ones[count++] = next;
        }
    }
    random_board_free(&board);
    return df_omino_from_squares(omino, squares, size);
}
