#include "omino_json.h"

#include <string.h>

/* Objects are put together as text: a tree of cJSON takes several times as long, and millions
 * may be wanted. Nothing in them needs an escape: names are letters, digits and .'-, and codes
 * digits and dots. */

/* The key of what follows, after a comma. */
static void put_key(df_text *text, const char *key)
{
    df_text_put(text, ",\"");
    df_text_put(text, key);
    df_text_put(text, "\":");
}

static void put_string(df_text *text, const char *key, const char *value)
{
    put_key(text, key);
    df_text_put_char(text, '"');
    df_text_put(text, value);
    df_text_put_char(text, '"');
}

static void put_number(df_text *text, const char *key, unsigned number)
{
    put_key(text, key);
    df_text_put_number(text, number);
}

static void put_flag(df_text *text, const char *key, bool flag)
{
    put_key(text, key);
    df_text_put(text, flag ? "true" : "false");
}

static void put_code(df_text *text, const char *key, const df_omino *omino, df_omino_class kind)
{
    put_key(text, key);
    df_text_put_char(text, '"');
    if (kind == DF_OMINO_FIXED) {
        df_omino_code_write(text, omino);
    } else {
        df_omino canonical;
        df_omino_canonical(&canonical, omino, kind);
        df_omino_code_write(text, &canonical);
    }
    df_text_put_char(text, '"');
}

static void put_traits(df_text *text, const df_omino *omino)
{
    df_omino_traits traits;
    df_omino_study(omino, &traits);
    put_string(text, "symmetry", df_omino_symmetry_name(traits.symmetry));
    put_number(text, "orientations", traits.orientations);
    put_number(text, "images", traits.images);
    put_number(text, "perimeter", traits.perimeter);
    put_number(text, "holes", traits.holes);
    put_flag(text, "column_convex", traits.column_convex);
    put_flag(text, "row_convex", traits.row_convex);
    put_flag(text, "convex", traits.column_convex && traits.row_convex);
    put_flag(text, "directed", traits.directed);
    put_flag(text, "tree_like", traits.tree_like);
}

/* null where it is not known. */
static void put_path(df_text *text, const df_omino *omino)
{
    const df_outcome outcome = df_omino_path(omino, 0, NULL);
    put_key(text, "path");
    df_text_put(text, outcome == DF_LIMIT ? "null" : outcome == DF_FOUND ? "true" : "false");
}

/* Writes the digits of a number; returns where they end. */
static char *write_integer(char *at, int number)
{
    char digits[12];
    size_t first = sizeof digits;
    unsigned rest = number < 0 ? 0u - (unsigned)number : (unsigned)number;
    if (number < 0)
        *at++ = '-';
    do {
        digits[--first] = (char)('0' + rest % 10);
        rest /= 10;
    } while (rest > 0);
    memcpy(at, digits + first, sizeof digits - first);
    return at + sizeof digits - first;
}

/* Appends [a,b] after a character. */
static void put_pair(df_text *text, char before, int a, int b)
{
    char bytes[32];
    char *at = bytes;
    *at++ = before;
    *at++ = '[';
    at = write_integer(at, a);
    *at++ = ',';
    at = write_integer(at, b);
    *at++ = ']';
    df_text_put_bytes(text, bytes, (size_t)(at - bytes));
}

static void put_tiling(df_text *text, const df_omino *omino)
{
    int around[2][2];
    const bool tiles = df_omino_tiles_plane(omino, around);
    if (tiles) {
        put_key(text, "shifts");
        put_pair(text, '[', around[0][0], around[0][1]);
        put_pair(text, ',', around[1][0], around[1][1]);
        df_text_put_char(text, ']');
    }
    put_flag(text, "tiles_plane", tiles);
}

static void put_squares(df_text *text, const df_omino *omino)
{
    put_key(text, "squares");
    for (unsigned i = 0; i < omino->size; i++)
        put_pair(text, i == 0 ? '[' : ',', omino->squares[i].x, omino->squares[i].y);
    df_text_put_char(text, ']');
}

void omino_json_write(df_text *text, const df_omino *omino, bool all)
{
    char name[DF_PIECE_NAME_SIZE];
    df_omino_name(omino, name);
    df_text_put(text, "{\"name\":\"");
    df_text_put(text, name);
    df_text_put_char(text, '"');
    put_code(text, "code", omino, DF_OMINO_FIXED);
    put_code(text, "one_sided", omino, DF_OMINO_ONE_SIDED);
    put_code(text, "free", omino, DF_OMINO_FREE);
    put_number(text, "size", omino->size);
    put_number(text, "width", omino->width);
    put_number(text, "height", omino->height);
    put_traits(text, omino);
    if (all) {
        put_path(text, omino);
        put_tiling(text, omino);
    }
    put_squares(text, omino);
    df_text_put(text, "}\n");
}
