#include "source.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "cli/base/file.h"
#include "cli/base/message.h"
#include "cli/base/techmino_packing.h"
#include "dropforge/game.h"
#include "dropforge/omino.h"
#include "dropforge/replay.h"

unsigned source_find_sample(const char *name)
{
    const char *sample;
    for (unsigned i = 0; df_picture_from_sample(NULL, &sample, i) == DF_OK; i++) {
        if (strcmp(sample, name) == 0)
            return i + 1;
    }
    return 0;
}

static df_status source_draw_sample(image *drawn, unsigned number)
{
    df_picture *picture = NULL;
    const df_status status = df_picture_from_sample(&picture, NULL, number);
    if (status != DF_OK)
        return status;
    const unsigned width = picture->width, height = picture->height;
    uint8_t *rgba = calloc((size_t)width * height, 4);
    for (size_t i = 0; rgba != NULL && i < (size_t)width * height; i++) {
        const unsigned ink = picture->cell[(height - 1 - i / width) * width + i % width];
        if (ink == 0)
            continue;
        const df_color *color = &picture->colors[ink - 1];
        memcpy(&rgba[4 * i], (uint8_t[]){color->red, color->green, color->blue, 0xff}, 4);
    }
    df_picture_free(picture);
    *drawn = (image){.width = width, .height = height, .rgba = rgba};
    return rgba != NULL ? DF_OK : DF_ERROR_MEMORY;
}

const char *source_sprite_name(const char *path)
{
    return path != NULL ? input_name(path) : "built-in sprite";
}

enum { LEAST_SIDE = 8, LONG_STRIP = 4 }; /* of the frames of a strip, and how many it has */

size_t source_count_strip(size_t width, size_t height)
{
    return height >= LEAST_SIDE && width % height == 0 ? width / height : 0;
}

void source_say(const char *path, const sprite_options *options, const df_prepared *report)
{
    df_text text = {0};
    df_prepared done = *report;
    if (options->has_tile)
        done.tile = 0; /* as it was asked for */
    df_prepared_describe(&text, &done, &options->how);
    if (text.length > 0)
        message("%s: %s", source_sprite_name(path), text.bytes);
    if (done.tile > 0)
        message("%s: this looks like a sheet of tiles; --tile N takes another, --tile keep the "
                "sheet, --tiles %ux%u with %%c-%%r in the names of outputs all, and "
                "--all-frames an animation; 'dropforge prepare' draws their numbers",
                source_sprite_name(path), report->tile_width, report->tile_height);
    if (report->tile == 0 && options->how.tile == 0 && options->tile_width == 0 &&
        !options->are_frames &&
        source_count_strip(report->first_width, report->first_height) >= LONG_STRIP)
        message("%s: if this is a strip of frames, --all-frames takes them one after the other",
                source_sprite_name(path));
    df_text_free(&text);
}

void source_add_figures(figure_list *report, const df_prepared *prepared)
{
    report_flag(report, "changed", prepared->is_changed, NULL);
    report_number(report, "image_width", prepared->first_width, NULL, NULL);
    report_number(report, "image_height", prepared->first_height, NULL, NULL);
    report_number(report, "tile", prepared->tile, NULL, NULL);
    report_number(report, "tiles", prepared->tiles, NULL, NULL);
    report_number(report, "tile_width", prepared->tile_width, NULL, NULL);
    report_number(report, "tile_height", prepared->tile_height, NULL, NULL);
    report_number(report, "enlarged", prepared->factor, NULL, NULL);
    report_flag(report, "background_removed", prepared->has_background, NULL);
    report_number(report, "alpha_threshold",
                  prepared->has_threshold ? prepared->alpha_threshold : 0, NULL, NULL);
    report_number(report, "picture_width", prepared->width, NULL, NULL);
    report_number(report, "picture_height", prepared->height, NULL, NULL);
    report_number(report, "image_colors", prepared->first_colors, NULL, NULL);
    report_number(report, "picture_colors", prepared->color_count, NULL, NULL);
    report_number(report, "empty_rows", prepared->empty_rows, NULL, NULL);
}

static const char drops_mark[] = "dropforge-drops";

static bool source_is_game(const char *text)
{
    static const char game_mark[] = "dropforge-game";
    return strncmp(text, game_mark, sizeof game_mark - 1) == 0;
}

static bool source_is_movie(const char *text)
{
    static const char movie_mark[] = "version ";
    return strncmp(text, movie_mark, sizeof movie_mark - 1) == 0;
}

/* True of a replay of NullpoMino, whose lines are in any order. */
static bool source_is_replay(const char *text)
{
    static const char replay_mark[] = "#NullpoMino", seed_mark[] = "0.replay.randSeed=";
    const char *seed = strstr(text, seed_mark);
    return strncmp(text, replay_mark, sizeof replay_mark - 1) == 0 ||
           (seed != NULL && (seed == text || seed[-1] == '\n'));
}

/* True of JSON, which a replay of TETR.IO is. */
static bool source_is_json(const char *text)
{
    return text[strspn(text, " \t\r\n")] == '{';
}

/* True for all plans but packed blocks, which have no mark. */
static bool source_has_mark(const char *text, size_t length)
{
    return strncmp(text, drops_mark, sizeof drops_mark - 1) == 0 || source_is_game(text) ||
           source_is_movie(text) || source_is_replay(text) ||
           df_fumen_find_end(text, length) > 0;
}

/* A file that is read, or only the beginning of a video. */
typedef struct source_file {
    char *text;
    size_t length;
    FILE *rest; /* the whole video; or NULL */
} source_file;

/* Opens a video that ffmpeg can read from its place; else *rest is NULL. */
static void source_open_video(const char *path, source_file *file)
{
    enum { HEAD = 4096 };
    struct stat found;
    uint8_t head[HEAD];
    if (strcmp(path, "-") == 0 || stat(path, &found) != 0 || !S_ISREG(found.st_mode))
        return;
    FILE *stream = fopen(path, "rb");
    const size_t length = stream != NULL ? fread(head, 1, sizeof head, stream) : 0;
    if (length > 0 && !image_is_one(head, length) && foreign_is_video(head, length, path)) {
        file->text = malloc(length);
        file->length = file->text != NULL ? length : 0;
        if (file->text != NULL)
            memcpy(file->text, head, length);
        file->rest = stream;
    } else if (stream != NULL) {
        fclose(stream);
    }
}

static cli_status source_open(const char *path, source_file *file)
{
    *file = (source_file){.length = 0};
    source_open_video(path, file);
    if (file->rest == NULL)
        return file_read(path, &file->text, &file->length);
    if (file->text != NULL)
        return GO_ON;
    fclose(file->rest);
    return message("out of memory");
}

static void source_close(source_file *file)
{
    if (file->rest != NULL)
        fclose(file->rest);
    free(file->text);
}

cli_status source_read_frames(const char *path, const sprite_options *options,
                              const video_part *part, image *pixels, image_film *film)
{
    df_error error = {0};
    source_file file;
    image_tag tag = {.first = options->frame, .last = IMAGE_MAX_FRAME};
    const cli_status failure = source_open(path, &file);
    if (failure != GO_ON)
        return failure;
    const char *name = source_sprite_name(path);
    const image_decoder other = {path, file.rest, part, foreign_is_one, foreign_decode};
    const uint8_t *bytes = (const uint8_t *)file.text;
    const bool is_image = image_is_one(bytes, file.length);
    const bool is_plan = !is_image && source_has_mark(file.text, file.length);
    const bool is_video = !is_image && foreign_is_video(bytes, file.length, path);
    const bool is_cut = !is_video && (part->from > 0 || part->to > 0);
    image_film found = {0};
    df_status status = is_plan || is_cut ? DF_ERROR_INPUT : DF_OK;
    if (is_plan)
        (void)message_error(&error, status,
                            "this is a plan, not an image; 'dropforge replay' plays it");
    else if (is_cut)
        (void)message_error(&error, status, "this is no video; leave out --%s-time",
                            part->from > 0 ? "from" : "to");
    else if (options->tag != NULL)
        status = image_find_tag(bytes, file.length, options->tag, &tag, &error);
    if (film == NULL && tag.is_reversed)
        tag.first = tag.last;
    else if (film == NULL)
        tag.last = tag.first;
    if (status == DF_OK)
        status = image_decode(bytes, file.length, &other, tag.first, tag.last, pixels, &found,
                              &error);
    source_close(&file);
    if (status == DF_OK && options->tag != NULL) {
        status = image_order_frames(&tag, pixels, &found, &error);
        if (status != DF_OK) {
            image_free(pixels);
            image_film_free(&found);
        }
    }
    if (status != DF_OK)
        return message_picture(name, status, &error);
    found.is_video = is_video;
    if (options->is_film != NULL)
        *options->is_film = found.has_more;
    if (film != NULL)
        *film = found;
    else
        image_film_free(&found);
    return GO_ON;
}

cli_status source_image(const char *path, const sprite_options *options, image *pixels)
{
    if (path != NULL && options->sample != 0)
        return message("%s: --sample is printed instead of an image; leave out one of them",
                       source_sprite_name(path));
    if (path != NULL)
        return source_read_frames(path, options, &options->video, pixels, NULL);
    df_error error = {0};
    df_status status = image_check_frame(options->frame, 1, &error);
    if (status == DF_OK && options->tag != NULL)
        status = image_find_tag(NULL, 0, options->tag, &(image_tag){0}, &error);
    if (status == DF_OK)
        status = source_draw_sample(pixels, options->sample > 0 ? options->sample - 1 : 0);
    return status == DF_OK ? GO_ON : message_picture(source_sprite_name(path), status, &error);
}

cli_status source_sprite(const char *path, const sprite_options *options, df_picture **sprite,
                         df_prepared *report)
{
    df_error error = {0};
    image pixels = {0};
    if (options->part != NULL) {
        const size_t size = (size_t)4 * options->part->width * options->part->height;
        pixels = *options->part;
        pixels.rgba = malloc(size);
        if (pixels.rgba == NULL)
            return message("out of memory");
        memcpy(pixels.rgba, options->part->rgba, size);
    } else {
        const cli_status failure = source_image(path, options, &pixels);
        if (failure != GO_ON)
            return failure;
    }
    df_status status = sprite_options_apply(options, &pixels, 1, report, &error);
    if (status == DF_OK) {
        status =
            df_picture_from_rgba(sprite, 1, pixels.rgba, pixels.width, pixels.height, &error);
        if (status == DF_ERROR_INPUT)
            sprite_options_hint(options, &error);
    }
    image_free(&pixels);
    return status == DF_OK ? GO_ON : message_picture(source_sprite_name(path), status, &error);
}

size_t source_count_squares(const df_picture *picture)
{
    size_t squares = 0;
    for (size_t i = 0; i < (size_t)picture->width * picture->height; i++)
        squares += picture->cell[i] != 0;
    return squares;
}

/* Puts line breaks in place of blanks, so that lines have at most `letters` where words allow
 * it. Returns the longest line; *lines is their number. */
static size_t source_break_text(char *text, size_t letters, size_t *lines)
{
    size_t longest = 0, length = 0, before = 0, rest = 0;
    char *blank = NULL;
    *lines = 1;
    for (char *at = text; *at != '\0'; at++) {
        if ((*at & 0xc0) == 0x80) /* more of a letter of UTF-8 */
            continue;
        before = *at == ' ' ? length : before;
        rest = *at == ' ' ? 0 : rest + 1;
        blank = *at == ' ' ? at : blank;
        if (++length <= letters || blank == NULL)
            continue;
        *blank = '\n';
        ++*lines;
        longest = before > longest ? before : longest;
        length = rest;
        blank = NULL;
    }
    return length > longest ? length : longest;
}

/* Puts line breaks in place of \n, as shells leave it to programs to read them. */
static void source_read_breaks(char *text)
{
    char *to = text;
    for (const char *at = text; *at != '\0'; at++) {
        const bool is_break = at[0] == '\\' && at[1] == 'n';
        *to++ = is_break ? '\n' : *at;
        at += is_break;
    }
    *to = '\0';
}

/* Breaks the lines of a text of one line as makes its letters largest on a canvas. */
static void source_fit_text(char *text, const unsigned canvas[2])
{
    enum { MAX_TEXT = 1000, ADVANCE = 6, LINE = 16 /* with room for pieces above */ };
    const size_t length = strlen(text);
    char copy[MAX_TEXT + 1];
    size_t lines, best = length;
    double largest = 0;
    if (length > MAX_TEXT || strchr(text, '\n') != NULL || canvas[0] == 0 || canvas[1] == 0)
        return;
    for (size_t letters = length; letters > 0; letters--) {
        memcpy(copy, text, length + 1);
        const size_t longest = source_break_text(copy, letters, &lines);
        const double across = (double)canvas[0] / (double)(ADVANCE * longest);
        const double up = (double)canvas[1] / (double)(LINE * lines);
        const double size = across < up ? across : up;
        best = size > largest ? letters : best;
        largest = size > largest ? size : largest;
    }
    (void)source_break_text(text, best, &lines);
    if (lines > 1)
        message("--text: in %zu lines; \\n in it breaks others", lines);
}

cli_status source_text(const char *text, unsigned colors, const unsigned canvas[2],
                       df_picture **sprite)
{
    static const df_color letters[] = {{0xe6, 0x19, 0x4b}, {0x3c, 0xb4, 0x4b},
                                       {0x43, 0x63, 0xd8}, {0xf5, 0x82, 0x31},
                                       {0x91, 0x1e, 0xb4}, {0x42, 0xd4, 0xf4}};
    const unsigned all = sizeof letters / sizeof letters[0];
    const unsigned used = colors < all ? colors : all;
    const bool is_read = strcmp(text, "-") == 0;
    char *bytes = is_read ? NULL : strdup(text);
    df_error error = {0};
    if (is_read) {
        size_t length;
        const cli_status failure = file_read_text("-", &bytes, &length);
        if (failure != GO_ON)
            return failure;
    }
    if (bytes == NULL)
        return message("out of memory");
    if (!is_read)
        source_read_breaks(bytes);
    source_fit_text(bytes, canvas);
    const df_status status = df_picture_from_text(sprite, bytes, letters, used, &error);
    free(bytes);
    return status == DF_OK ? GO_ON
                           : message_text(is_read ? input_name("-") : "--text", status, &error);
}

cli_status source_skin(const char *path, df_raster_options *options)
{
    df_error error = {0};
    image pixels = {0};
    char *bytes;
    size_t length;
    const cli_status failure = file_read(path, &bytes, &length);
    if (failure != GO_ON)
        return failure;
    const df_status status =
        image_decode((const uint8_t *)bytes, length, NULL, 1, 1, &pixels, NULL, &error);
    free(bytes);
    if (status != DF_OK)
        return message_picture(path, status, &error);
    if (pixels.width != DF_SKIN_SQUARES * pixels.height ||
        pixels.height > DF_RASTER_MAX_SQUARE) {
        const cli_status answer = message(
            "%s: a skin has ten squares in a row, of at most %d pixels, not %u by %u pixels; "
            "give one such as 300 by 30",
            path, DF_RASTER_MAX_SQUARE, pixels.width, pixels.height);
        image_free(&pixels);
        return answer;
    }
    options->skin_size = pixels.height;
    options->skin = pixels.rgba;
    return GO_ON;
}

cli_status source_check_text(const char *name, const char *text, size_t length,
                             const char *wanted)
{
    if (image_is_one((const uint8_t *)text, length))
        return message("%s: this is an image, not a %s; 'dropforge print' makes a plan of it",
                       name, wanted);
    if (!source_is_game(text))
        return GO_ON;
    return message("%s: this is a recorded game, not a %s; 'dropforge replay FILE -o x.drops' "
                   "makes a plan of it",
                   name, wanted);
}

/* Returns the game of a movie or replay, which is recognised by how it begins; else
 * DF_REAL_GAMES. */
static df_real_game_kind source_find_real_game(const char *text)
{
    return source_is_game(text)       ? DF_REAL_GAMES
           : source_is_movie(text)    ? DF_REAL_NES
           : source_is_replay(text)   ? DF_REAL_NULLPOMINO
           : source_is_json(text)     ? DF_REAL_TETRIO
           : techmino_is_packed(text) ? DF_REAL_TECHMINO
                                      : DF_REAL_GAMES;
}

/* Reads such a file, which for Techmino is packed. */
static df_status source_read_real_game(df_plan **plan, const df_piece_set *set,
                                       df_real_game_kind kind, const char *text, size_t length,
                                       df_replay_end *end, df_error *error)
{
    char *content = NULL;
    df_status status = kind == DF_REAL_TECHMINO
                           ? techmino_unpack(&content, &length, text, length, error)
                           : DF_OK;
    if (status == DF_OK)
        status = df_real_game_read(plan, set, kind, content != NULL ? content : text, length,
                                   end, error);
    free(content);
    return status;
}

/* Says if a plan is not the whole game, and adds the figures of its end. */
static void source_add_game(figure_list *figures, const char *name, const df_plan *plan,
                            df_real_game_kind kind, const df_replay_end *end)
{
    const bool has_levels = kind == DF_REAL_NES || kind == DF_REAL_NULLPOMINO;
    if (has_levels && plan->count < end->locks)
        (void)message("%s: the plan has the first %zu of %" PRIu32
                      " drops; no plan can follow the game after them",
                      name, plan->count, end->locks);
    if (figures == NULL)
        return;
    report_number(figures, "frames", end->frames, "frame", "frames");
    if (has_levels)
        report_number(figures, "locks", end->locks, "piece", "pieces");
    if (kind == DF_REAL_NES)
        report_number(figures, "score", end->score, "point", "points");
    if (has_levels) {
        report_number(figures, "lines", end->lines, "line", "lines");
        report_number(figures, "level", end->level, NULL, NULL);
    }
    report_flag(figures, "over", end->over, "game over");
}

/* Plays a recorded game; pieces that are no tetrominoes have colours of their own. */
static df_status source_read_game(df_plan **plan, const char *text, size_t length,
                                  df_error *error)
{
    df_game_record *record = NULL;
    df_status status = df_game_record_read(&record, text, length, error);
    if (status == DF_OK)
        status = df_game_record_plan(plan, record);
    if (status == DF_OK)
        status = df_omino_plan_colors(&(*plan)->colors, (*plan)->set);
    if (status == DF_OK)
        (void)df_omino_plan_undress((*plan)->colors, (*plan)->set);
    df_game_record_free(record);
    return status;
}

/* Says in the error about a first line, which was taken for that of blocks, what plans there
 * are. If it has no colours, the file is no plan at all. */
static void source_explain_unknown(const char *text, size_t length, df_error *error)
{
    static const char family[] = "dropforge-", letters[] = "abcdefghijklmnopqrstuvwxyz-";
    const bool is_empty = strspn(text, " \t\r\n") == length;
    if (!is_empty && text[0] != '\0' &&
        strspn(text, "#0123456789ABCDEFabcdef ") >= strcspn(text, "\n")) {
        const size_t used = strlen(error->text);
        snprintf(error->text + used, sizeof error->text - used,
                 "; a drop list begins with '%s 1'", drops_mark);
        return;
    }
    const bool is_named = strncmp(text, family, sizeof family - 1) == 0;
    const size_t shown = is_named ? strspn(text, letters) : 0;
    snprintf(
        error->text, sizeof error->text,
        "%s%s%.*s; give a drop list, which begins with '%s 1', a fumen, a recorded game, a "
        "movie or blocks",
        is_empty ? "the text is empty" : "not a plan", is_named ? " but " : "",
        shown < 40 ? (int)shown : 0, text, drops_mark);
}

cli_status source_plan(const char *path, const df_piece_set *set, df_plan **plan,
                       figure_list *figures, df_replay_end *end)
{
    const char *name;
    char *bytes;
    size_t length;
    const cli_status failure = file_take_text(path, &name, &bytes, &length);
    if (failure != GO_ON)
        return failure;
    const bool is_game = source_is_game(bytes);
    const cli_status refused = is_game ? GO_ON : source_check_text(name, bytes, length, "plan");
    if (refused != GO_ON) {
        free(bytes);
        return refused;
    }
    df_error error = {0};
    df_replay_end found = {0};
    const bool is_drops = strncmp(bytes, drops_mark, sizeof drops_mark - 1) == 0;
    const bool is_fumen = !is_drops && df_fumen_find_end(bytes, length) > 0;
    const df_real_game_kind kind = is_drops ? DF_REAL_GAMES : source_find_real_game(bytes);
    const df_plan_format format = is_drops   ? DF_PLAN_DROPS
                                  : is_fumen ? DF_PLAN_FUMEN
                                             : DF_PLAN_BLOCKS;
    const df_status status =
        !is_drops && is_game ? source_read_game(plan, bytes, length, &error)
        : kind != DF_REAL_GAMES
            ? source_read_real_game(plan, set, kind, bytes, length, &found, &error)
            : df_plan_read(plan, set, format, bytes, length, &error);
    if (status == DF_OK && kind != DF_REAL_GAMES)
        source_add_game(figures, name, *plan, kind, &found);
    if (status == DF_OK && end != NULL) {
        *end = found;
    } else {
        free(found.scores);
        free(found.levels);
    }
    if (status == DF_ERROR_INPUT && error.line == 1 && kind == DF_REAL_GAMES &&
        !source_has_mark(bytes, length))
        source_explain_unknown(bytes, length, &error);
    free(bytes);
    return status == DF_OK ? GO_ON : message_text(name, status, &error);
}

cli_status source_pieces(df_piece_set **set)
{
    return df_piece_set_tetrominoes(set) == DF_OK ? GO_ON : message("out of memory");
}
