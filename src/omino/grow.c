#include "dropforge/omino_random.h"
#include "omino/random_board.h"

/* A polyomino of n squares has at most 2 n + 2 free neighbours. */
#define MOST_FREE (2 * DF_OMINO_MAX_SQUARES + 2)

df_status df_omino_grow(df_omino *omino, unsigned size, df_random *random)
{
    if (size == 0 || size > DF_OMINO_MAX_SQUARES)
        return DF_ERROR_ARGUMENT;
    random_board board; /* squares that are filled, or among the free neighbours */
    if (!random_board_create(&board, size))
        return DF_ERROR_MEMORY;
    df_square squares[DF_OMINO_MAX_SQUARES], free_ones[MOST_FREE];
    const uint16_t start = DF_OMINO_MAX_SQUARES;
    uint32_t count = 1;
    free_ones[0] = (df_square){start, start};
    random_board_flip(&board, random_board_place(&board, start, start));
    for (unsigned i = 0; i < size; i++) {
        const uint32_t chosen = count > 1 ? df_random_below(random, count) : 0;
        const df_square at = squares[i] = free_ones[chosen];
        free_ones[chosen] = free_ones[--count];
        for (unsigned direction = 0; direction < 4; direction++) {
            const df_square next = {random_step_x(at.x, direction),
                                    random_step_y(at.y, direction)};
            const uint32_t place = random_board_place(&board, next.x, next.y);
            if (random_board_has(&board, place))
                continue;
            random_board_flip(&board, place);
            free_ones[count++] = next;
        }
    }
    random_board_free(&board);
    return df_omino_from_squares(omino, squares, size);
}
