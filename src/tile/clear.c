#include "dropforge/clear.h"

#include "tile/clear.h"

df_status df_clear_begin(const df_clear_request *request, ground *made, uint64_t *board)
{
    const df_field *field = request->field;
    if (request->rules != DF_CLEAR_HARD_DROP || request->rows < 1 ||
        request->rows > field->height ||
        request->rows * (unsigned)field->width > DF_CLEAR_MAX_SQUARES)
        return DF_ERROR_ARGUMENT;
    uint64_t squares = 0;
    for (unsigned y = 0; y < field->height; y++) {
        if (field->row[y] == df_field_full_row(field) ||
            (y >= request->rows && field->row[y] != 0))
            return DF_ERROR_ARGUMENT;
        if (y < request->rows)
            squares |= field->row[y] << (y * field->width);
    }
    for (size_t i = 0; i < request->count; i++) {
        if (request->queue[i] >= request->set->count)
            return DF_ERROR_ARGUMENT;
    }
    const df_status status = df_ground_create(made, request->set, field->width, request->rows);
    if (status == DF_OK)
        *board = squares;
    return status;
}

df_drop df_clear_drop_at(const ground *own, const ground_shape *shape, uint64_t board,
                         unsigned place)
{
    return (df_drop){
        .piece = shape->piece,
        .orientation = shape->orientation,
        .x = (uint8_t)(place % own->width),
        .y = (uint16_t)(place / own->width - df_ground_cleared(own, board)),
    };
}
