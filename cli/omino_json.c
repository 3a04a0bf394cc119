#include "omino_json.h"

#include "json.h"

/* A text is put into the object as it is, or as a string; then it is freed. */
static bool add_text(cJSON *object, const char *key, df_text *text, bool is_string)
{
    cJSON *item = NULL;
    if (text->status == DF_OK && is_string)
        item = cJSON_AddStringToObject(object, key, text->bytes);
    else if (text->status == DF_OK)
        item = cJSON_AddRawToObject(object, key, text->bytes);
    df_text_free(text);
    return item != NULL;
}

static bool add_code(cJSON *object, const char *key, const df_omino *omino)
{
    df_text code = {0};
    df_omino_code_write(omino, &code);
    return add_text(object, key, &code, true);
}

static bool add_canonical(cJSON *object, const char *key, const df_omino *omino,
                          df_omino_class class)
{
    df_omino canonical;
    df_omino_canonical(&canonical, omino, class);
    return add_code(object, key, &canonical);
}

static bool add_squares(cJSON *object, const df_omino *omino)
{
    df_text text = {0};
    for (unsigned i = 0; i < omino->size; i++) {
        df_text_put(&text, i == 0 ? "[[" : ",[");
        df_text_put_number(&text, omino->squares[i].x);
        df_text_put_char(&text, ',');
        df_text_put_number(&text, omino->squares[i].y);
        df_text_put_char(&text, ']');
    }
    df_text_put_char(&text, ']');
    return add_text(object, "squares", &text, false);
}

static bool add_traits(cJSON *object, const df_omino *omino)
{
    df_omino_traits traits;
    df_omino_study(omino, &traits);
    const struct {
        const char *key;
        bool value;
    } flags[] = {
        {"column_convex", traits.column_convex},
        {"row_convex", traits.row_convex},
        {"convex", traits.column_convex && traits.row_convex},
        {"directed", traits.directed},
        {"tree_like", traits.tree_like},
    };
    bool fits = cJSON_AddStringToObject(object, "symmetry",
                                        df_omino_symmetry_name(traits.symmetry)) != NULL &&
                json_add_number(object, "orientations", traits.orientations) &&
                json_add_number(object, "images", traits.images) &&
                json_add_number(object, "perimeter", traits.perimeter) &&
                json_add_number(object, "holes", traits.holes);
    for (size_t i = 0; fits && i < sizeof flags / sizeof flags[0]; i++)
        fits = cJSON_AddBoolToObject(object, flags[i].key, flags[i].value) != NULL;
    return fits;
}

/* null where it is not known. */
static bool add_path(cJSON *object, const df_omino *omino)
{
    const df_outcome outcome = df_omino_path(omino, 0, NULL);
    if (outcome == DF_LIMIT)
        return cJSON_AddNullToObject(object, "path") != NULL;
    return cJSON_AddBoolToObject(object, "path", outcome == DF_FOUND) != NULL;
}

static bool add_tiling(cJSON *object, const df_omino *omino)
{
    int around[2][2];
    if (!df_omino_tiles_plane(omino, around))
        return cJSON_AddFalseToObject(object, "tiles_plane") != NULL;
    cJSON *shifts = cJSON_AddArrayToObject(object, "shifts");
    for (unsigned i = 0; shifts != NULL && i < 2; i++) {
        if (!cJSON_AddItemToArray(shifts, cJSON_CreateIntArray(around[i], 2)))
            return false;
    }
    return shifts != NULL && cJSON_AddTrueToObject(object, "tiles_plane") != NULL;
}

static bool fill(cJSON *object, const df_omino *omino, bool all)
{
    char name[DF_PIECE_NAME_SIZE];
    df_omino_name(omino, name);
    return cJSON_AddStringToObject(object, "name", name) != NULL &&
           add_code(object, "code", omino) &&
           add_canonical(object, "one_sided", omino, DF_OMINO_ONE_SIDED) &&
           add_canonical(object, "free", omino, DF_OMINO_FREE) &&
           json_add_number(object, "size", omino->size) &&
           json_add_number(object, "width", omino->width) &&
           json_add_number(object, "height", omino->height) && add_traits(object, omino) &&
           (!all || (add_path(object, omino) && add_tiling(object, omino))) &&
           add_squares(object, omino);
}

cJSON *omino_json(const df_omino *omino, bool all)
{
    cJSON *object = cJSON_CreateObject();
    if (object != NULL && fill(object, omino, all))
        return object;
    cJSON_Delete(object);
    return NULL;
}
