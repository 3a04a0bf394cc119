#include "omino_settings.h"

#include <string.h>

#include "cli/base/choice.h"
#include "cli/base/common_options.h"
#include "cli/base/digits.h"
#include "cli/base/message.h"

static const char *const kind_names[OMINO_KINDS] = {
    [OMINO_FREE] = "free",
    [OMINO_ONE_SIDED] = "one-sided",
    [OMINO_FIXED] = "fixed",
    [OMINO_PATH] = "path",
};

const char *omino_kind_name(omino_kind kind)
{
    return kind_names[kind];
}

df_omino_class omino_kind_class(omino_kind kind)
{
    return kind == OMINO_FREE    ? DF_OMINO_FREE
           : kind == OMINO_FIXED ? DF_OMINO_FIXED
                                 : DF_OMINO_ONE_SIDED;
}

df_ominoes_filter omino_filter(const omino_settings *chosen)
{
    df_ominoes_filter filter = chosen->filter;
    filter.kind = omino_kind_class(chosen->kind);
    if (chosen->kind == OMINO_PATH)
        filter.path = DF_YES;
    return filter;
}

bool omino_is_filtered(const omino_settings *chosen)
{
    static const df_ominoes_filter none;
    return chosen->kind == OMINO_PATH || memcmp(&chosen->filter, &none, sizeof none) != 0;
}

/* Reads a number up to a million. Returns its end, or NULL if there is none. */
static const char *read_bound(const char *text, unsigned *bound)
{
    uint64_t number = 0;
    const char *end = digits_read(text, 1000000, &number);
    *bound = (unsigned)number;
    return end;
}

/* Reads a range: 4, 2..4, 2.. or ..4. */
static bool take_range(void *field, const char *value)
{
    df_ominoes_range range = {.set = true, .min = 0, .max = UINT32_MAX};
    const char *dots = strstr(value, "..");
    const char *at = value;
    if (dots != value)
        at = read_bound(value, &range.min);
    if (dots == NULL)
        range.max = range.min;
    else if (at == dots)
        at = dots[2] != '\0' ? read_bound(dots + 2, &range.max) : dots + 2;
    if (at == NULL || *at != '\0' || value[0] == '\0' || strcmp(value, "..") == 0 ||
        range.min > range.max)
        return false;
    *(df_ominoes_range *)field = range;
    return true;
}

static bool take_symmetries(void *field, const char *value)
{
    unsigned set = 0;
    for (const char *item = value;; item++) {
        const size_t length = strcspn(item, ",");
        const unsigned found =
            choice_find_word(df_omino_symmetry_names, DF_SYMMETRIES, item, length);
        if (found == DF_SYMMETRIES)
            return false;
        set |= 1u << found;
        item += length;
        if (*item == '\0')
            break;
    }
    *(unsigned *)field = set;
    return true;
}

/* Keeps both wishes, so that a contradiction can be reported. */
static void add_wish(df_ominoes_condition *field, df_ominoes_condition wish)
{
    *field = (df_ominoes_condition)(*field | wish);
}

static bool take_yes(void *field, const char *unused)
{
    (void)unused;
    add_wish(field, DF_YES);
    return true;
}

static bool take_convex(void *field, const char *unused)
{
    (void)unused;
    df_ominoes_filter *filter = field;
    add_wish(&filter->column_convex, DF_YES);
    add_wish(&filter->row_convex, DF_YES);
    return true;
}

static bool take_without(void *field, const char *value);

#define FILTER(name) (offsetof(omino_settings, filter) + offsetof(df_ominoes_filter, name))

#define RANGE_OF(option, field, text)                                                          \
    OPTION_TAKEN(option, "A..B", take_range, FILTER(field), text,                              \
                 .expects = "a number, or a range such as 2..4, 2.. or ..4")

#define FEATURE(option, field, text) OPTION_TAKEN(option, NULL, take_yes, FILTER(field), text)

const option_spec omino_filter_specs[] = {
    OPTION_TAKEN(
        "symmetry", "LIST", take_symmetries, FILTER(symmetries),
        "only those of exactly one of these symmetries: none, axis (a mirror line along the "
        "grid), diagonal, half (half turns), quarter (quarter turns), axes, diagonals, all; "
        "with commas",
        .expects = "some of none, axis, diagonal, half, quarter, axes, diagonals and all, with "
                   "commas"),
    RANGE_OF("holes", holes,
             "only those with this number of holes, or a range such as 2..4, 2.. or ..4"),
    RANGE_OF("width", width, "columns, in the orientation that is listed"),
    RANGE_OF("height", height, "rows"),
    RANGE_OF("perimeter", perimeter,
             "sides of squares without a neighbour, those of holes too"),
    FEATURE("column-convex", column_convex,
            "only those in which each column is one run of squares"),
    FEATURE("row-convex", row_convex, "the same with rows"),
    OPTION_TAKEN("convex", NULL, take_convex, offsetof(omino_settings, filter), "both"),
    FEATURE(
        "directed", directed,
        "only those that, in some rotation, grow from one square by steps up and to the right"),
    FEATURE("tree-like", tree_like, "only those without cycles of squares"),
    FEATURE("path", path, "only those that a walk can visit square by square"),
    OPTION_TAKEN(
        "without", "NAME", take_without, offsetof(omino_settings, filter),
        "only those without this feature: column-convex, row-convex, directed, tree-like "
        "or path; may be repeated",
        .values = "column-convex row-convex directed tree-like path"),
    {.name = NULL},
};

/* Finds the feature among those that an option asks for. */
static bool take_without(void *field, const char *value)
{
    omino_settings *chosen =
        (omino_settings *)((char *)field - offsetof(omino_settings, filter));
    for (const option_spec *spec = omino_filter_specs; spec->name != NULL; spec++) {
        if (spec->take == take_yes && strcmp(spec->name, value) == 0) {
            add_wish((df_ominoes_condition *)((char *)chosen + spec->offset), DF_NO);
            return true;
        }
    }
    return false;
}

cli_status omino_check_filter(const omino_settings *chosen)
{
    for (const option_spec *spec = omino_filter_specs; spec->name != NULL; spec++) {
        const void *field = (const char *)chosen + spec->offset;
        if (spec->take == take_yes && *(const df_ominoes_condition *)field == (DF_YES | DF_NO))
            return message_usage("omino", "--%s and --without %s exclude each other",
                                 spec->name, spec->name);
    }
    if (chosen->kind == OMINO_PATH && chosen->filter.path == DF_NO)
        return message_usage("omino", "--class path and --without path exclude each other");
    return GO_ON;
}

cli_status omino_read_size(const char *text, unsigned max, unsigned *size)
{
    uint64_t number = 0;
    if (!digits_read_all(text, max, &number) || number == 0)
        return message_usage(
            "omino", "the number of squares must be from 1 to %u here, not '%s'", max, text);
    *size = (unsigned)number;
    return GO_ON;
}
