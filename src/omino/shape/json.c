#include <string.h>

#include "core/base/format.h"
#include "dropforge/omino.h"
#include "omino/shape/image.h"

/* Objects are put together as text: a tree of values takes several times as long, and millions
 * of objects may be written. Nothing in them needs an escape: names are letters, digits and
 * .'-, and codes are digits and dots. */

/* Puts the key of the value that follows, after a comma. */
static void json_put_key(df_text *text, const char *key)
{
    df_text_put(text, ",\"");
    df_text_put(text, key);
    df_text_put(text, "\":");
}

static void json_put_number(df_text *text, const char *key, unsigned number)
{
    json_put_key(text, key);
    df_text_put_number(text, number);
}

static void json_put_flag(df_text *text, const char *key, bool flag)
{
    json_put_key(text, key);
    df_text_put(text, flag ? "true" : "false");
}

static void json_put_code(df_text *text, const char *key, const df_omino *omino)
{
    json_put_key(text, key);
    df_text_put_char(text, '"');
    df_omino_code_write(text, omino);
    df_text_put_char(text, '"');
}

static void json_put_codes(df_text *text, const df_omino *omino)
{
    df_omino canonical;
    json_put_code(text, "code", omino);
    df_omino_canonical(omino, DF_OMINO_ONE_SIDED, &canonical);
    json_put_code(text, "one_sided", &canonical);
    df_omino_canonical(omino, DF_OMINO_FREE, &canonical);
    json_put_code(text, "free", &canonical);
}

static void json_put_traits(df_text *text, const df_omino *omino)
{
    df_omino_traits traits;
    df_omino_traits_find(omino, &traits);
    df_text_format(text, ",\"symmetry\":\"%s\"", df_omino_symmetry_names[traits.symmetry]);
    json_put_number(text, "orientations", traits.orientations);
    json_put_number(text, "images", traits.images);
    json_put_number(text, "perimeter", traits.perimeter);
    json_put_number(text, "holes", traits.holes);
    json_put_flag(text, "column_convex", traits.column_convex);
    json_put_flag(text, "row_convex", traits.row_convex);
    json_put_flag(text, "convex", traits.column_convex && traits.row_convex);
    json_put_flag(text, "directed", traits.directed);
    json_put_flag(text, "tree_like", traits.tree_like);
}

/* Puts null if the search for a path was given up. */
static void json_put_path(df_text *text, const df_omino *omino)
{
    const df_outcome outcome = df_omino_path(omino, 0, NULL);
    json_put_key(text, "path");
    df_text_put(text, outcome == DF_LIMIT ? "null" : outcome == DF_FOUND ? "true" : "false");
}

/* Writes the digits of a number; returns their end. */
static char *json_write_number(char *at, unsigned number)
{
    char digits[12];
    size_t first = sizeof digits;
    do {
        digits[--first] = (char)('0' + number % 10);
        number /= 10;
    } while (number > 0);
    memcpy(at, digits + first, sizeof digits - first);
    return at + sizeof digits - first;
}

/* Puts [a,b] after a character: at once, as most of an object consists of such pairs. */
static void json_put_pair(df_text *text, char before, unsigned a, unsigned b)
{
    char bytes[32];
    char *at = bytes;
    *at++ = before;
    *at++ = '[';
    at = json_write_number(at, a);
    *at++ = ',';
    at = json_write_number(at, b);
    *at++ = ']';
    df_text_put_bytes(text, bytes, (size_t)(at - bytes));
}

static void json_write_omino(df_text *text, const df_omino *omino, bool all)
{
    char name[DF_PIECE_NAME_SIZE];
    df_omino_name(omino, name);
    df_text_format(text, "{\"name\":\"%s\"", name);
    json_put_codes(text, omino);
    json_put_number(text, "size", omino->size);
    json_put_number(text, "width", omino->width);
    json_put_number(text, "height", omino->height);
    json_put_traits(text, omino);
    if (all)
        json_put_path(text, omino);
    json_put_key(text, "squares");
    for (unsigned i = 0; i < omino->size; i++)
        json_put_pair(text, i == 0 ? '[' : ',', omino->squares[i].x, omino->squares[i].y);
    df_text_put(text, "]}\n");
}

void df_omino_write(df_text *text, const df_omino *omino, df_omino_text what)
{
    if (what == DF_OMINO_CODE)
        df_omino_code_write(text, omino);
    else if (what == DF_OMINO_DRAWING)
        df_omino_drawing_write(text, omino);
    else
        json_write_omino(text, omino, what == DF_OMINO_JSON_ALL);
}
