#include "fumen_square.h"

#include <string.h>

#include "dropforge/omino.h"

unsigned fumen_square_of(const df_piece *piece)
{
    static const struct {
        char name;
        df_fumen_square square;
    } squares[] = {
        {'I', DF_FUMEN_I}, {'L', DF_FUMEN_L}, {'O', DF_FUMEN_O}, {'Z', DF_FUMEN_Z},
        {'T', DF_FUMEN_T}, {'J', DF_FUMEN_J}, {'S', DF_FUMEN_S},
    };
    df_omino omino;
    char name[DF_PIECE_NAME_SIZE];
    if (piece->size != 4)
        return DF_FUMEN_EMPTY;
    /* It must be what it is called. */
    df_omino_from_shape(&omino, &piece->shape[DF_NORTH]);
    df_omino_name(&omino, name);
    for (size_t i = 0; i < sizeof squares / sizeof squares[0]; i++) {
        if (name[0] == squares[i].name && strcmp(name, piece->name) == 0)
            return squares[i].square;
    }
    return DF_FUMEN_EMPTY;
}
