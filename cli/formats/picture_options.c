#include "picture_options.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cli/base/choice.h"
#include "cli/base/common_options.h"
#include "cli/picture/source.h"

enum { MAX_SIDE = 16384, MAX_TITLE = 1000 };

static const char *picture_theme_name(size_t index)
{
    return index < DF_THEMES ? df_themes[index].name : NULL;
}

static bool picture_take_theme(void *field, const char *value)
{
    picture_options *options = field;
    for (size_t i = 0; i < DF_THEMES; i++) {
        if (strcmp(df_themes[i].name, value) == 0) {
            options->raster.theme = &df_themes[i];
            options->has_theme = true;
            return true;
        }
    }
    return false;
}

static bool picture_take_background(void *field, const char *value)
{
    picture_options *options = field;
    options->raster.transparent = strcmp(value, "none") == 0;
    options->has_background =
        !options->raster.transparent && choice_read_color(value, &options->raster.background);
    return options->has_background || options->raster.transparent;
}

static bool picture_take_size(void *field, const char *value)
{
    picture_options *options = field;
    df_raster_options *raster = &options->raster;
    options->has_named_size = false;
    raster->canvas = (df_canvas){0};
    for (size_t i = 0; i < DF_CANVASES; i++) {
        if (strcmp(df_canvases[i].name, value) != 0)
            continue;
        options->has_named_size = true;
        raster->canvas = df_canvases[i];
        return true;
    }
    return choice_read_size(value, MAX_SIDE, MAX_SIDE, &raster->canvas.width,
                            &raster->canvas.height);
}

static bool picture_take_hud(void *field, const char *value)
{
    picture_options *options = field;
    options->raster.hud = true;
    options->raster.picture |= value != NULL;
    options->no_hud = false;
    return value == NULL || strcmp(value, "goal") == 0;
}

static bool picture_take_fast(void *field, const char *value)
{
    df_film_options *film = field;
    (void)value;
    film->motion = DF_MOTION_LAND;
    return true;
}

#define FIELD(name) offsetof(picture_options, name)

const option_spec picture_look_specs[] = {
    OPTION_TAKEN("theme", "THEME", picture_take_theme, 0,
                 "colours of pieces, squares, border and background: guideline, nes, gameboy, "
                 "flat, modern, mono or paper; default: guideline, or paper for dark pictures; "
                 "a picture keeps its colours, unless any pieces leave it",
                 .expects = "guideline, nes, gameboy, flat, modern, mono or paper",
                 .value = picture_theme_name),
    OPTION_TAKEN("size", "SIZE", picture_take_size, 0,
                 "pixels of pictures and films, such as 1280x720, or story (1080x1920), post "
                 "(1080x1080) or wide (1920x1080) with margins; default: as large as needed",
                 .expects = "pixels such as 1280x720, each from 1 to 16384, or story, post or "
                            "wide",
                 .values = "story post wide"),
    OPTION_RANGE("square", "N", FIELD(square), 1, DF_RASTER_MAX_SQUARE,
                 "pixels along a square; default: 10, of games 16; in films as many as make "
                 "their shorter side 400 pixels (of videos 720); with --size as many as fit"),
    OPTION_TAKEN(
        "hud", NULL, picture_take_hud, 0,
        "show drops, lines, next and held pieces (the default where pieces are dealt); "
        "goal: also the picture, or the frame of --all-frames, in small",
        .optional = "goal", .expects = "no value, or goal"),
    OPTION_FLAG("no-hud", FIELD(no_hud), "show none of them"),
    OPTION_STRING("title", "TEXT", FIELD(raster.title), "letters above the playfield"),
    OPTION_STRING("end-card", "TEXT", FIELD(raster.end_card),
                  "other letters there at the end of a film, with its drops and lines unless "
                  "--hud shows them"),
    OPTION_FLAG("border", FIELD(border),
                "a border around the playfield (the default where pieces are dealt, and with "
                "--theme, --hud, --title and sizes that have names)"),
    OPTION_FLAG("no-border", FIELD(no_border), "no border"),
    OPTION_NAMED(
        "look", "LOOK", "flat bevel nes tile inset gloss ink", FIELD(look),
        "how squares look: flat, bevel, nes, tile, inset, gloss or ink; default: as in "
        "the theme",
        .min = 1),
    OPTION_STRING(
        "skin", "FILE", FIELD(skin_path),
        "take the squares from this PNG of ten in a row, such as 300x30 pixels: Z, L, O, S, "
        "I, J, T, no piece, and two that are not used"),
    OPTION_FLAG("grid", FIELD(grid), "faint lines between empty squares"),
    OPTION_FLAG("no-grid", FIELD(no_grid), "no such lines; default: as in the theme"),
    OPTION_TAKEN(
        "background", "COLOR", picture_take_background, 0,
        "#1b2638, #fff, a name of CSS such as navy, or none: transparent; default: that of "
        "--theme",
        .expects = CHOICE_COLOR_EXPECTS ", or none"),
    OPTION_NAMED(
        "motion", "MOTION", "auto full fall land", FIELD(film.motion),
        "how pieces are seen: full (spawned, turned, shifted), fall or land; auto, the "
        "default, shows what there is time for"),
    OPTION("duration", "SECONDS", OPTION_SECONDS, FIELD(film.duration_centiseconds),
           "how long the whole film takes; default auto: 8 to 20 seconds, as suits the drops, "
           "and of games as long as one needs to follow them",
           .values = "auto", .min = DF_FILM_MIN_DURATION, .max = DF_FILM_MAX_DURATION,
           .expects = "seconds from 0.1 to 600 for the whole film, or auto"),
    OPTION_FLAG("loop", FIELD(film.loop),
                "clear the picture row by row at the end, so that the film ends as it begins"),
    OPTION_NAMED(
        "poster", "FRAME", "none finished start", FIELD(poster),
        "the first frame of a film, which apps show before it runs: finished (the default "
        "of pictures), start (the first piece; the default of games) or none (the "
        "playfield as it is before)",
        .min = 1),
    OPTION_RANGE("fps", "N", FIELD(frames_per_second), 1, 100,
                 "frames per second of videos, always the same; default: 50, and MP4, WebM "
                 "and APNG have no frame twice; or the frames a second that are taken of a "
                 "video that is read; then default all"),
    OPTION_FLAG("sound", FIELD(sound),
                "MP4 and WebM with the sounds of turns, locks and clears (the default if "
                "ffmpeg can encode them)"),
    OPTION_FLAG("no-sound", FIELD(no_sound), "silent videos"),
    {.name = NULL},
};

const option_spec picture_plan_specs[] = {
    OPTION("color", "PIECE=COLOR", OPTION_LIST, FIELD(colors),
           "show a piece, such as J, several, such as IO, or a colour of the plan, such as "
           "#dbdbdb, in another colour; may be repeated"),
    OPTION_TAKEN("fast", NULL, picture_take_fast, FIELD(film), "the same as --motion land"),
    OPTION_FLAG("frames-only", FIELD(film.frames_only),
                "show only the frames of an animation that the plan marks, at its own pace"),
    OPTION_RANGE("speed", "PERCENT", FIELD(film.speed_percent), 10, 10000,
                 "speed of films and in the terminal; default 100"),
    OPTION_RANGE("max-frames", "N", FIELD(max_frames), 1, 1000000,
                 "leave out frames evenly so that no more than N remain"),
    OPTION("end-pause", "SECONDS", OPTION_SECONDS, FIELD(film.end_centiseconds),
           "how long the last frame is shown; default 3, or with --frames-only as in the "
           "animation",
           .max = 60000, .expects = "seconds from 0 to 600 for the last frame"),
    OPTION_RANGE("level", "N", FIELD(level), 0, PICTURE_MAX_LEVEL,
                 "level at which a game (.game, .fm2) begins, from slow to fast; default 1, "
                 "with --game nes the one whose colours suit the picture"),
    {.name = NULL},
};

picture_options picture_options_defaults(void)
{
    return (picture_options){.raster = df_raster_defaults(NULL, NULL),
                             .film = df_film_defaults(NULL),
                             .usual_square = 10,
                             .level = PICTURE_MAX_LEVEL + 1};
}

picture_options picture_options_of_game(void)
{
    picture_options options = picture_options_defaults();
    options.border = true;
    options.raster.hud = true;
    options.usual_square = 16;
    return options;
}

void picture_options_show_game(picture_options *options, const df_plan *plan,
                               const df_replay_end *end)
{
    const bool is_free = !options->has_theme && options->colors.count == 0 &&
                         options->raster.skin == NULL && plan->begin == NULL;
    options->scores = end->scores;
    options->levels = end->levels;
    options->level = end->start_level;
    options->raster.scores = end->scores;
    options->raster.levels = is_free ? end->levels : NULL;
    options->raster.hud = true;
    if (!options->has_theme)
        (void)picture_take_theme(options, "nes");
    options->has_theme = true;
}

void picture_options_free(picture_options *options)
{
    free((void *)options->raster.skin);
    free(options->scores);
    free(options->levels);
    text_list_free(&options->colors);
}

/* Reads PIECE=COLOR. Paints the piece, several of one letter each, or those that have a colour
 * in the plan; without a plan, checks the text. Returns the number of pieces. */
static size_t picture_paint(const char *text, const df_piece_set *set, const df_plan *plan,
                            df_plan_color *colors)
{
    const char *equals = strrchr(text, '='); /* a name may hold one */
    const size_t length = equals != NULL ? (size_t)(equals - text) : 0;
    char key[32];
    df_color color, old;
    if (length == 0 || !choice_read_color(equals + 1, &color))
        return 0;
    const int piece = df_piece_set_find(set, text, length);
    snprintf(key, sizeof key, "%.*s", length < sizeof key ? (int)length : 0, text);
    const bool by_color = piece < 0 && choice_read_color(key, &old);
    size_t count = by_color && plan == NULL ? 1 : 0;
    for (size_t i = 0; i < set->count; i++) {
        const char *name = set->pieces[i].name;
        if (piece >= 0 ? (size_t)piece != i
            : by_color ? plan == NULL || !plan->colors[i].given ||
                             memcmp(&plan->colors[i].color, &old, sizeof old) != 0
                       : name[1] != '\0' || memchr(text, name[0], length) == NULL)
            continue;
        count++;
        if (plan != NULL)
            colors[i] = (df_plan_color){.given = true, .color = color};
    }
    return piece >= 0 || by_color || count == length ? count : 0;
}

/* Says that no piece has the colour of a PIECE=COLOR, and which colours there are. */
static void picture_refuse_color(const char *text, const df_plan *plan)
{
    char words[100] = "", word[10];
    size_t length = 0;
    for (size_t i = 0; i < plan->set->count; i++) {
        const df_color color = plan->colors[i].color;
        snprintf(word, sizeof word, " #%02x%02x%02x", color.red, color.green, color.blue);
        if (!plan->colors[i].given || strstr(words, word) != NULL)
            continue;
        if (length + sizeof word > sizeof words)
            snprintf(word, sizeof word, " ...");
        length += (size_t)snprintf(words + length, sizeof words - length, "%s", word);
        if (strcmp(word, " ...") == 0)
            break;
    }
    message("--color %s: no piece of the plan has this colour; %s%s", text,
            length > 0 ? "write one of" : "it gives none; write a piece, such as J", words);
}

void picture_options_paint(const picture_options *options, const df_plan *plan,
                           df_plan_color *colors)
{
    for (size_t i = 0; i < options->colors.count; i++) {
        if (picture_paint(options->colors.items[i], plan->set, plan, colors) == 0)
            picture_refuse_color(options->colors.items[i], plan);
    }
}

cli_status picture_options_check(const picture_options *options, const df_piece_set *set,
                                 const char *command)
{
    for (size_t i = 0; i < options->colors.count; i++) {
        const char *text = options->colors.items[i];
        if (picture_paint(text, set, NULL, NULL) == 0)
            return message_usage(command,
                                 "--color needs pieces or their colour, and another colour, "
                                 "like JL=gold or red=#e0f8cf, not '%s'",
                                 text);
    }
    return GO_ON;
}

/* Refuses the text of an option, which may be NULL, if it is too long, and says so if a letter
 * is drawn as a box. */
static cli_status picture_check_title(const char *option, const char *title,
                                      const char *command)
{
    uint32_t letter;
    if (title == NULL)
        return GO_ON;
    if (strlen(title) > MAX_TITLE)
        return message_usage(command, "%s has more than %d bytes; write a shorter one", option,
                             MAX_TITLE);
    const size_t place = df_title_find_unknown(title, &letter);
    if (place > 0 && letter == UINT32_MAX)
        message("letter %zu of %s is not UTF-8; it is shown as a box", place, option);
    else if (place > 0)
        message("letter %zu of %s, U+%04" PRIX32 ", is not in the font, which has ASCII and "
                "western European languages; it is shown as a box",
                place, option, letter);
    return GO_ON;
}

cli_status picture_options_begin(picture_options *options, const char *command)
{
    cli_status answer = picture_check_title("--title", options->raster.title, command);
    if (answer == GO_ON)
        answer = picture_check_title("--end-card", options->raster.end_card, command);
    if (answer != GO_ON)
        return answer;
    return options->skin_path != NULL ? source_skin(options->skin_path, &options->raster)
                                      : GO_ON;
}

/* Refuses --fps where no output shows frames at a rate. */
static cli_status picture_check_rate(const output_list *outputs, const char *command)
{
    for (size_t i = 0; i < outputs->count; i++) {
        if (outputs->items[i].format->is_video)
            return GO_ON;
    }
    bool makes_videos = false;
    for (size_t i = 0; i < outputs->table->count; i++)
        makes_videos |= outputs->table->items[i]->is_video;
    return message_usage(command, "--fps is for videos; leave it out%s",
                         makes_videos ? ", or add -o with a name that ends with .mp4" : "");
}

cli_status picture_options_check_outputs(const picture_options *options,
                                         const output_list *outputs, const char *command)
{
    for (size_t i = 0; options->raster.transparent && i < outputs->count; i++) {
        const output_format *format = outputs->items[i].format;
        if (format->is_opaque)
            return message_usage(
                command,
                "%s has no transparency; --background none goes with PNG, GIF, "
                "WebM, APNG and WebP",
                format->name);
    }
    if (options->frames_per_second > 0) {
        const cli_status status = picture_check_rate(outputs, command);
        if (status != GO_ON)
            return status;
    }
    return output_list_spare(outputs, options->skin_path);
}
