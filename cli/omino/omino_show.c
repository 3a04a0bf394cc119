#include <stdio.h>
#include <string.h>

#include "cli/base/message.h"
#include "omino_source.h"

enum { LINE_WIDTH = 79 };

/* The different rotations of a polyomino: N, E, S and W if all fit on a line, else N. */
typedef struct turn_list {
    df_omino images[4];
    unsigned count;
    unsigned height;
} turn_list;

static void find_turns(turn_list *turns, const df_omino *omino, unsigned orientations)
{
    unsigned width = 0;
    turns->height = 0;
    for (turns->count = 0; turns->count < orientations; turns->count++) {
        df_omino *image = &turns->images[turns->count];
        df_omino_transform(omino, turns->count, image);
        width += image->width + 3u;
        turns->height = image->height > turns->height ? image->height : turns->height;
    }
    if (width > LINE_WIDTH) {
        turns->count = 1;
        turns->height = omino->height;
    }
}

/* Prints row y of an image, padded with blanks to `width`. */
static void omino_show_put_row(const df_omino *image, unsigned y, unsigned width)
{
    unsigned i = 0;
    while (i < image->size && image->squares[i].y < y)
        i++;
    for (unsigned x = 0; x < image->width && y < image->height; x++) {
        const bool is_square =
            i < image->size && image->squares[i].y == y && image->squares[i].x == x;
        putchar(is_square ? '#' : '.');
        i += is_square;
    }
    const unsigned put = y < image->height ? image->width : 0;
    if (put < width)
        printf("%*s", (int)(width - put), "");
}

/* Prints the rotations side by side on one base line, without trailing blanks. */
static void put_turns(const turn_list *turns)
{
    for (unsigned y = turns->height; y-- > 0;) {
        unsigned last = turns->count - 1;
        while (last > 0 && y >= turns->images[last].height)
            last--;
        for (unsigned i = 0; i <= last; i++)
            omino_show_put_row(&turns->images[i], y,
                               i < last ? turns->images[i].width + 3u : 0);
        putchar('\n');
    }
}

static void omino_show_put_line(const char *what, const char *value)
{
    printf("%-16s%s\n", what, value);
}

static void omino_show_put_number(const char *what, unsigned number)
{
    printf("%-16s%u\n", what, number);
}

static void omino_show_put_flag(const char *what, bool flag)
{
    omino_show_put_line(what, flag ? "yes" : "no");
}

static df_status omino_show_put_code(const char *what, const df_omino *omino,
                                     df_omino_class class)
{
    df_omino canonical;
    df_text code = {0};
    df_omino_canonical(omino, class, &canonical);
    df_omino_write(&code, &canonical, DF_OMINO_CODE);
    const df_status status = code.status;
    if (status == DF_OK)
        omino_show_put_line(what, code.bytes);
    df_text_free(&code);
    return status;
}

static void put_path(const df_omino *omino)
{
    const df_outcome path = df_omino_path(omino, 0, NULL);
    omino_show_put_line("path", path == DF_FOUND  ? "yes"
                                : path == DF_NONE ? "no"
                                                  : "not known");
}

static df_status put_report(const df_omino *omino)
{
    df_omino_traits traits;
    df_omino_traits_find(omino, &traits);
    turn_list turns;
    find_turns(&turns, omino, traits.orientations);
    put_turns(&turns);
    putchar('\n');
    char name[DF_PIECE_NAME_SIZE];
    df_omino_name(omino, name);
    if (name[0] != '\0')
        omino_show_put_line("name", name);
    df_status status = omino_show_put_code("code", omino, DF_OMINO_FIXED);
    if (status == DF_OK)
        status = omino_show_put_code("one-sided code", omino, DF_OMINO_ONE_SIDED);
    if (status == DF_OK)
        status = omino_show_put_code("free code", omino, DF_OMINO_FREE);
    omino_show_put_number("squares", omino->size);
    printf("%-16s%ux%u\n", "bounding box", omino->width, omino->height);
    omino_show_put_line("symmetry", df_omino_symmetry_names[traits.symmetry]);
    printf("%-16s%u, with reflections %u\n", "orientations", traits.orientations,
           traits.images);
    omino_show_put_number("perimeter", traits.perimeter);
    omino_show_put_number("holes", traits.holes);
    omino_show_put_flag("column-convex", traits.column_convex);
    omino_show_put_flag("row-convex", traits.row_convex);
    omino_show_put_flag("convex", traits.column_convex && traits.row_convex);
    omino_show_put_flag("directed", traits.directed);
    omino_show_put_flag("tree-like", traits.tree_like);
    put_path(omino);
    return status;
}

/* The state of the output. */
typedef struct shower {
    bool json;
    bool has_begun;
} shower;

static df_status omino_show_one(void *context, const df_omino *omino)
{
    shower *self = context;
    df_status status = DF_OK;
    if (self->json) {
        df_text line = {0};
        df_omino_write(&line, omino, DF_OMINO_JSON_ALL);
        status = line.status;
        if (status == DF_OK)
            fputs(line.bytes, stdout);
        df_text_free(&line);
    } else {
        if (self->has_begun)
            putchar('\n');
        status = put_report(omino);
    }
    self->has_begun = true;
    return status == DF_OK && ferror(stdout) ? DF_ERROR_CANCELLED : status;
}

/* A search for a name among the polyominoes of a size. */
typedef struct name_search {
    const char *name;
    size_t length;
    df_omino *found;
    bool is_found;
} name_search;

static df_status compare_name(void *context, const df_ominoes_batch *batch)
{
    name_search *self = context;
    for (unsigned i = 0; i < batch->count && !self->is_found; i++) {
        char name[DF_PIECE_NAME_SIZE];
        df_ominoes_batch_get(batch, i, self->found);
        df_omino_name(self->found, name);
        self->is_found =
            strlen(name) == self->length && memcmp(name, self->name, self->length) == 0;
    }
    return DF_OK;
}

/* Finds a piece by its name: a tetromino, else a pentomino; a 5 after the letter, as in lists
 * of pieces with both, means a pentomino. Without a number, F is the code f. */
static bool omino_show_find_name(df_omino *omino, const char *name)
{
    const df_ominoes_filter filter = {.kind = DF_OMINO_ONE_SIDED};
    char letter[3] = {name[0]};
    const bool is_five = name[0] != '\0' && name[1] == '5';
    const char *rest = name[0] == '\0' ? name : name + 1 + is_five;
    if (strcmp(name, "F") == 0 || (rest[0] != '\0' && strcmp(rest, "'") != 0))
        return false;
    letter[1] = rest[0];
    name_search search = {.name = letter, .length = strlen(letter), .found = omino};
    for (unsigned size = is_five ? 5 : 4; size <= 5 && !search.is_found; size++)
        (void)df_ominoes_list(NULL, size, &filter, NULL, 0, compare_name, &search);
    return search.is_found;
}

/* Reads a polyomino from the command line. */
static cli_status take_operand(omino_store *store, const char *operand)
{
    df_omino omino;
    df_error error = {0};
    df_status status = df_omino_code_read(&omino, operand, strlen(operand), &error);
    if (status == DF_ERROR_INPUT && omino_show_find_name(&omino, operand))
        status = DF_OK;
    if (status == DF_OK)
        status = omino_store_add(store, &omino);
    if (status == DF_ERROR_INPUT)
        return message_usage("omino", "'%s' is no polyomino: byte %zu: %s", operand,
                             error.column, error.text);
    return message_status(status, NULL);
}

/* A report on each, or JSON, on standard output. */
static cli_status show_all(const omino_source *source, bool json)
{
    shower self = {.json = json};
    df_error error = {0};
    const df_status status = source->run(source, omino_show_one, &self, &error);
    /* A failed standard output is reported at the end of the program. */
    if (status == DF_OK || status == DF_ERROR_CANCELLED)
        return GO_ON;
    return message("%s", df_status_names[status]);
}

static cli_status omino_show_write_all(const omino_settings *chosen, const omino_source *source)
{
    output_list outputs = {0};
    cli_status status = omino_outputs_open(&outputs, chosen);
    if (status == GO_ON)
        status = output_list_write(&outputs, source);
    output_list_free(&outputs);
    return status;
}

cli_status omino_show(const omino_settings *chosen, const char *operand)
{
    if ((operand == NULL) == (chosen->from == NULL))
        return message_usage("omino", "'show' takes a code, a drawing, or --from FILE");
    omino_store store = {0};
    cli_status status = operand != NULL ? take_operand(&store, operand)
                                        : omino_store_read(&store, chosen->from);
    const omino_source source = omino_store_source(&store);
    if (status == GO_ON && (chosen->output.paths.count > 0 || chosen->output.format != NULL))
        status = omino_show_write_all(chosen, &source);
    else if (status == GO_ON)
        status = show_all(&source, chosen->json);
    omino_store_free(&store);
    return status;
}
