#include "piece_list.h"

#include <stdlib.h>
#include <string.h>

enum { LEAST_CAPACITY = 8 };

/* Returns the slot of this name, or the empty one where it would be. */
static size_t find_slot(const piece_list *list, text_span name)
{
    size_t slot = (size_t)df_span_hash(name) & (list->slot_count - 1);
    while (list->slots[slot] != 0 &&
           !df_span_equals(name, list->set->pieces[list->slots[slot] - 1].name))
        slot = (slot + 1) & (list->slot_count - 1);
    return slot;
}

static void piece_list_enter(piece_list *list, size_t index)
{
    const char *name = list->set->pieces[index].name;
    list->slots[find_slot(list, (text_span){name, strlen(name)})] = (uint16_t)(index + 1);
}

/* Makes room for the names of `count` pieces: no more than half of the slots are used. */
static df_status grow_slots(piece_list *list, size_t count)
{
    size_t slots = list->slot_count > 0 ? list->slot_count : 2 * LEAST_CAPACITY;
    while (slots < 2 * count)
        slots *= 2;
    if (slots == list->slot_count)
        return DF_OK;
    uint16_t *made = calloc(slots, sizeof made[0]);
    if (made == NULL)
        return DF_ERROR_MEMORY;
    free(list->slots);
    list->slots = made;
    list->slot_count = slots;
    for (size_t i = 0; list->set != NULL && i < list->set->count; i++)
        piece_list_enter(list, i);
    return DF_OK;
}

df_status df_piece_list_borrow(piece_list *list, const df_piece_set *set)
{
    list->set = set;
    return grow_slots(list, set->count);
}

/* Makes room for one more piece. */
static df_status grow_set(piece_list *list, size_t count)
{
    if (count < list->capacity)
        return DF_OK;
    const size_t capacity = count > 0 ? 2 * count : LEAST_CAPACITY;
    df_piece_set *set = realloc(list->owned, sizeof *set + capacity * sizeof set->pieces[0]);
    if (set == NULL)
        return DF_ERROR_MEMORY;
    if (list->owned == NULL)
        set->count = 0;
    list->owned = set;
    list->set = set;
    list->capacity = capacity;
    return DF_OK;
}

df_status df_piece_list_add(piece_list *list, const df_piece *piece)
{
    if (list->set != NULL && list->owned == NULL)
        df_piece_list_free(list);
    const size_t count = list->owned != NULL ? list->owned->count : 0;
    if (count >= PIECE_LIST_MAX)
        return DF_ERROR_LIMIT;
    df_status status = grow_set(list, count);
    if (status == DF_OK)
        status = grow_slots(list, count + 1);
    if (status != DF_OK)
        return status;
    list->owned->pieces[count] = *piece;
    list->owned->count++;
    piece_list_enter(list, count);
    return DF_OK;
}

int df_piece_list_find(const piece_list *list, text_span name)
{
    return list->slot_count > 0 ? (int)list->slots[find_slot(list, name)] - 1 : -1;
}

df_piece_set *df_piece_list_take(piece_list *list)
{
    df_piece_set *set = list->owned;
    list->owned = NULL;
    return set;
}

void df_piece_list_free(piece_list *list)
{
    free(list->owned);
    free(list->slots);
    *list = (piece_list){0};
}
