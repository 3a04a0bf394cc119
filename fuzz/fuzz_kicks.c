/* Reads any bytes as a table of kicks; what reads must turn pieces, and find places with them.
 */
#include <string.h>

#include "check.h"
#include "core/board/mover.h"
#include "core/board/moves.h"

static void check_turns(const df_piece *piece)
{
    static const uint64_t rows[] = {0x3e7, 0x3c3, 0x3df, 0x3cf};
    static df_moves moves;
    df_mover mover;
    int x = 0, y = 0;
    MUST(df_mover_make(&mover, piece, 10, DF_RULES_TABLE) == DF_OK);
    const df_turns *turns = &mover.turns;
    for (unsigned i = 0; i < DF_ORIENTATIONS * turns->count; i++) {
        const df_turn *turn = &turns->turn[i / turns->count][i % turns->count];
        MUST(turn->tests >= 1 && turn->tests <= DF_TURN_MAX_TESTS);
        MUST(turn->to < DF_ORIENTATIONS && turn->to != i / turns->count);
    }
    df_mover_spawn(&mover, 40, &x, &y);
    df_moves_find_resting(&moves, &mover, rows, 4, x, y);
    MUST(df_moves_count(&moves) > 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    df_turns turns[DF_TETROMINOES];
    df_error error = {0};
    const df_status status = df_turns_read(turns, (const char *)data, size, &error);
    if (status != DF_OK) {
        check_refusal(status, &error);
        return 0;
    }
    df_piece_set *set = NULL;
    MUST(df_piece_set_copy(&set, tetrominoes(), turns) == DF_OK);
    for (unsigned p = 0; p < DF_TETROMINOES; p++)
        check_turns(&set->pieces[p]);
    df_piece_set_free(set);
    return 0;
}
