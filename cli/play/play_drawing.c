#include "play_drawing.h"

#include <errno.h>
#include <inttypes.h>
#include <string.h>
#include <unistd.h>

#include "cli/base/common_options.h"
#include "cli/base/message.h"
#include "cli/picture/source.h"
#include "cli/piece/piece_letters.h"

enum { USUAL_WIDTH = 10 };

#define FIELD(name) offsetof(bot_print_options, name)

const option_spec play_drawing_specs[] = {
    OPTION_STRING("draw", "SPRITE", FIELD(sprite),
                  "draw this picture by hand: an image, which is prepared as by 'dropforge "
                  "prepare', or a built-in one: " SOURCE_SAMPLES,
                  .may_be_file = true),
    OPTION_TAKEN(
        "pieces", "PIECES", piece_groups_take, FIELD(pieces),
        "any: every piece may leave every square, so that only the shape counts; or the "
        "pieces of the picture's colours, as for 'dropforge print'",
        .explain = piece_groups_explain, .expects = PIECE_GROUPS_EXPECTS),
    OPTION_FLAG("anchor", FIELD(anchors),
                "fill a row that is empty inside the picture with one square beside it"),
    {.name = NULL},
};

/* Names the picture by its file and what it looks like. */
static void play_drawing_name(play_picture *self, const char *path, bool is_sample)
{
    const df_picture *picture = self->print.sprite;
    const char *slash = strrchr(path, '/'), *file = slash != NULL ? slash + 1 : path;
    uint32_t hash = 2166136261;
    for (size_t i = 0; i < (size_t)picture->width * picture->height; i++)
        hash = (hash ^ picture->cell[i]) * 16777619;
    char name[PLAY_DRAWING_NAME];
    if (is_sample)
        snprintf(name, sizeof name, "%s", path);
    else
        snprintf(name, sizeof name, "%.*s-%08" PRIx32, (int)strcspn(file, "."), file, hash);
    snprintf(self->name, sizeof self->name, "draw-%.19s%s", name,
             self->has_colors ? "" : "-shape");
}

/* Refuses a picture that is neither a file nor a sample. */
static cli_status play_drawing_check_name(const char *name)
{
    nearest_word near = nearest_begin(name, strlen(name));
    const char *sample;
    if (strcmp(name, "-") == 0 || access(name, F_OK) == 0 || errno != ENOENT)
        return GO_ON;
    for (unsigned i = 0; df_picture_from_sample(NULL, &sample, i) == DF_OK; i++)
        nearest_try(&near, sample);
    return near.meant != NULL
               ? message("no picture or sample '%s'; did you mean %s? samples: " SOURCE_SAMPLES,
                         name, near.meant)
               : message("no picture or sample '%s'; samples: " SOURCE_SAMPLES, name);
}

cli_status play_drawing_prepare(play_picture *made, const bot_print_options *chosen,
                                unsigned width, unsigned height, df_game_options *options)
{
    bot_print_options asked = *chosen;
    const df_plan_deal deal = {.deal = DF_DEAL_BAG, .hold = options->hold};
    const df_print_options game = {.width = width, .height = height, .deal = &deal};
    if (options->kind != DF_GAME_GUIDELINE || options->set == NULL ||
        options->set->count != DF_TETROMINOES)
        return message_usage("play", "--draw needs the tetrominoes and --rules guideline");
    asked.image.sample = source_find_sample(chosen->sprite);
    const bool is_sample = asked.image.sample != 0;
    cli_status status = is_sample ? GO_ON : play_drawing_check_name(chosen->sprite);
    if (status != GO_ON)
        return status;
    if (is_sample)
        asked.sprite = NULL;
    asked.image.how.scaled_width = width > 0 ? width : USUAL_WIDTH;
    status = bot_print_make(&made->print, "play", &asked, &game);
    if (status == STATUS_PICTURE && !is_sample)
        message("'dropforge prepare' has the options for pictures, and writes one for --draw");
    if (status != GO_ON)
        return status;
    made->options = (df_print_options){
        .pieces = made->print.pieces, .anchors = made->print.anchors, .jobs = 1};
    if (made->print.sprite->color_count == 1)
        made->options.pieces = "any";
    made->has_colors = made->options.pieces == NULL || strcmp(made->options.pieces, "any") != 0;
    play_drawing_name(made, chosen->sprite, is_sample);
    const df_status fit = df_drawing_fit(options, made->print.sprite, &made->options, NULL);
    options->width = width > 0 ? width : options->width;
    options->height = height > 0 ? height : options->height;
    return message_status(fit, NULL);
}

void play_drawing_describe(play_drawing_words *words, const df_drawing_state *state)
{
    const df_live_answer *hint = &state->hint;
    *words = (play_drawing_words){.first = ""};
    if (!state->has_hint)
        return;
    switch (hint->state) {
    case DF_LIVE_DROP:
        snprintf(words->first, sizeof words->first, "%s",
                 hint->holds ? "hint: hold first" : "hint: as outlined");
        if (hint->to_go > 0)
            snprintf(words->second, sizeof words->second, "%zu to go", hint->to_go);
        else
            snprintf(words->second, sizeof words->second, "no plan yet");
        break;
    case DF_LIVE_NONE:
        snprintf(words->first, sizeof words->first, "impossible now:");
        snprintf(words->second, sizeof words->second, "%s",
                 hint->uneven ? "squares left over" : "a hole stays open");
        break;
    default:
        snprintf(words->first, sizeof words->first, "no drop is found");
        break;
    }
}
