#include "bot_print.h"

#include <stdlib.h>
#include <string.h>

#include "cli/base/common_options.h"
#include "cli/base/message.h"
#include "cli/picture/source.h"
#include "dropforge/omino.h"

enum { FREE_ROWS = 10 }; /* above the picture in a playfield that is advised */

#define FIELD(name) offsetof(bot_print_options, name)

const option_spec bot_print_specs[] = {
    OPTION_STRING("print", "SPRITE", FIELD(sprite),
                  "play so that exactly this picture is left: a PNG, GIF, BMP, JPEG or WebP "
                  "image; - is standard input. Of the pieces to come only --preview are seen",
                  .actions = "bot --print", .may_be_file = true),
    OPTION_RANGE("preview", "N", FIELD(preview), 1, BOT_PRINT_MAX_PREVIEW,
                 "pieces that --print sees behind the current one; default: 5"),
    OPTION_FLAG("anchor", FIELD(anchors),
                "fill a row that is empty inside the picture with one square beside it"),
    {.name = NULL},
};

/* Replaces advice about the size of the playfield by the option that chooses it here. */
static void bot_print_advise(df_error *error, const df_picture *sprite,
                             const df_print_options *game)
{
    const df_advice *best = &error->advice[0];
    if (error->advice_count == 0 ||
        (best->option != DF_OPTION_WIDTH && best->option != DF_OPTION_HEIGHT))
        return;
    error->advice_count = 0;
    const size_t used = strlen(error->text), room = sizeof error->text - used;
    const unsigned least = sprite->height + FREE_ROWS;
    const unsigned long width =
        best->option == DF_OPTION_WIDTH ? strtoul(best->value, NULL, 10) : 0;
    char *end = error->text + used;
    if (width > 0 && width <= DF_NARROW_MAX_WIDTH)
        snprintf(end, room, "; use --board %lux%u", width,
                 game->height > least ? game->height : least);
    else
        snprintf(end, room, "; choose another playfield with --board");
}

cli_status bot_print_make(bot_print *made, const char *command,
                          const bot_print_options *options, const df_print_options *game)
{
    df_print_options chosen = *game;
    df_error error = {0};
    df_prepared report = {0};
    sprite_options how = options->image;
    cli_status status = sprite_options_begin(&how, command);
    if (status == GO_ON)
        status = source_pieces(&made->set);
    if (status == GO_ON)
        status = source_sprite(options->sprite, &how, &made->sprite, &report);
    if (status != GO_ON)
        return status;
    source_say(options->sprite, &how, &report);
    memcpy(made->groups, options->pieces, sizeof made->groups);
    if (how.is_guideline && made->groups[0] == '\0')
        status = message_status(df_picture_letters(made->groups, made->sprite), NULL);
    if (status != GO_ON)
        return status;
    chosen.pieces = made->groups[0] != '\0' ? made->groups : NULL;
    chosen.anchors = options->anchors || (report.empty_rows > 0 && !how.how.exact);
    made->pieces = chosen.pieces;
    made->anchors = chosen.anchors;
    const df_status result =
        df_live_printer_create(&made->printer, made->sprite, made->set, &chosen, &error);
    if (result == DF_OK)
        return GO_ON;
    bot_print_advise(&error, made->sprite, game);
    if (result == DF_ERROR_ARGUMENT)
        return message_usage(command, "%s", message_words(result, &error).text);
    return message_picture(source_sprite_name(options->sprite), result, &error);
}

void bot_print_free(bot_print *made)
{
    df_live_printer_free(made->printer);
    df_picture_free(made->sprite);
    df_piece_set_free(made->set);
    *made = (bot_print){0};
}
