#include "json_load.h"

#include <stdlib.h>

static bool has_lacked_memory;

static void *json_load_allocate(size_t size)
{
    void *memory = malloc(size);
    if (memory == NULL)
        has_lacked_memory = true;
    return memory;
}

df_status json_load_text(json_t **value, const char *text, size_t length, json_error_t *error)
{
    json_set_alloc_funcs(json_load_allocate, free);
    has_lacked_memory = false;
    json_t *read = json_loadb(text, length, 0, error);
    if (has_lacked_memory) {
        json_decref(read);
        return DF_ERROR_MEMORY;
    }
    *value = read;
    return read != NULL ? DF_OK : DF_ERROR_INPUT;
}
