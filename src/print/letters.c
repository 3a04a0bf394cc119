#include "print/letters.h"

#include <string.h>

#include "core/mishap.h"
#include "core/piece_list.h"
#include "dropforge/print.h"
#include "print/advice.h"

static df_status refuse(const char *wrong, df_mishap *mishap)
{
    df_mishap_begin(mishap, 0, 0, wrong);
    df_mishap_put(mishap,
                  "; name one of IOTSZJL for each colour, each at most once (--pieces)");
    return DF_ERROR_ARGUMENT;
}

df_status df_letters_check(const char *letters, const df_picture *picture,
                           const df_piece_set *tetrominoes, df_mishap *mishap)
{
    if (!df_piece_set_is_tetrominoes(tetrominoes)) {
        df_mishap_begin(mishap, 0, 0,
                        "these are not the seven tetrominoes; give df_piece_set_tetrominoes");
        return DF_ERROR_ARGUMENT;
    }
    if (letters == NULL)
        return DF_OK;
    if (strlen(letters) < picture->color_count) {
        const bool is_possible = picture->color_count <= DF_PRINT_MOST_COLORS;
        df_mishap_begin(mishap, 0, 0, "the picture has more colours than pieces are named; ");
        df_mishap_put(mishap, is_possible ? "name more (" : "reduce them (--colors ");
        if (is_possible)
            df_advice_put_pieces(mishap, letters, picture->color_count, picture->color_count);
        else
            df_mishap_put_number(mishap, letters[0] != '\0' ? strlen(letters) : 1);
        df_mishap_put(mishap, ")");
        return DF_ERROR_ARGUMENT;
    }
    for (size_t i = 0; letters[i] != '\0'; i++) {
        if (df_piece_set_find(tetrominoes, &letters[i], 1) < 0)
            return refuse("a piece that is no tetromino", mishap);
        if (memchr(letters, letters[i], i) != NULL)
            return refuse("a piece for two colours", mishap);
    }
    return DF_OK;
}
