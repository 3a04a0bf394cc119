#include "carriers.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/bits.h"

/* In the order of their numbers. */
static const char piece_names[] = "IOTSZJL";

static const char any_text[] = "any";
static const char single_text[] = "single";
/* The same as one group. */
static const char any_group[] = "IOTSZJL,";

void df_carriers_write_any(char text[DF_PRINT_PIECES_SIZE])
{
    memcpy(text, any_text, sizeof any_text);
}

bool df_carriers_are_any(const char *text)
{
    return text != NULL && strcmp(text, any_text) == 0;
}

bool df_carriers_are_single(const char *text)
{
    return text != NULL && strcmp(text, single_text) == 0;
}

/* Adds the piece of a letter to the last colour. */
static carriers_fault carriers_add(carrier_sets *self, char letter, unsigned *used)
{
    const char *found = strchr(piece_names, letter);
    if (found == NULL)
        return CARRIERS_UNKNOWN;
    const unsigned piece = 1u << (found - piece_names);
    if ((*used & piece) != 0)
        return CARRIERS_TWICE;
    *used |= piece;
    self->pieces[self->count - 1] |= (uint8_t)piece;
    return CARRIERS_FINE;
}

carriers_fault df_carriers_read(carrier_sets *made, const char *text)
{
    if (df_carriers_are_any(text))
        text = any_group;
    const bool has_groups = strchr(text, ',') != NULL;
    carriers_fault fault = CARRIERS_FINE;
    unsigned used = 0;
    bool begins = true;
    *made = (carrier_sets){0};
    for (; *text != '\0'; text++) {
        carriers_fault here = CARRIERS_FINE;
        if (begins || !has_groups) {
            /* More groups than pieces cannot all have one. */
            if (made->count == DF_TETROMINOES)
                return fault != CARRIERS_FINE ? fault : CARRIERS_TWICE;
            made->count++;
        }
        if (*text != ',')
            here = carriers_add(made, *text, &used);
        else if (begins)
            here = CARRIERS_NONE;
        fault = fault != CARRIERS_FINE ? fault : here;
        begins = *text == ',';
    }
    return fault;
}

void df_carriers_write(const uint8_t *pieces, unsigned count, char text[DF_PRINT_PIECES_SIZE])
{
    bool has_groups = false;
    for (unsigned i = 0; i < count; i++)
        has_groups = has_groups || (pieces[i] & (pieces[i] - 1)) != 0;
    for (unsigned i = 0; i < count; i++) {
        for (unsigned piece = 0; piece < DF_TETROMINOES; piece++) {
            if ((pieces[i] >> piece & 1) != 0)
                *text++ = piece_names[piece];
        }
        if (pieces[i] == 0)
            *text++ = '?';
        if (has_groups && (i + 1 < count || count == 1))
            *text++ = ',';
    }
    *text = '\0';
}

df_status df_carriers_recolor(df_picture **made, const df_picture *picture, unsigned colors,
                              const uint8_t becomes[])
{
    const size_t squares = (size_t)picture->width * picture->height;
    df_picture *recolored = malloc(sizeof *recolored + squares);
    if (recolored == NULL)
        return DF_ERROR_MEMORY;
    *recolored = *picture;
    recolored->color_count = colors;
    for (size_t i = 0; i < squares; i++)
        recolored->cell[i] = picture->cell[i] == 0 ? 0 : becomes[picture->cell[i]];
    *made = recolored;
    return DF_OK;
}

df_status df_carriers_flatten(df_picture **made, const df_picture *picture)
{
    uint8_t becomes[UINT8_MAX + 1];
    memset(becomes, 1, sizeof becomes);
    return df_carriers_recolor(made, picture, 1, becomes);
}

void df_carriers_paint(df_plan *plan, const df_picture *picture, const uint8_t *pieces)
{
    for (unsigned i = 0; i < picture->color_count; i++) {
        for (unsigned rest = pieces[i]; rest != 0; rest &= rest - 1)
            plan->colors[bits_lowest(rest)] =
                (df_plan_color){.given = true, .color = picture->colors[i]};
    }
}
