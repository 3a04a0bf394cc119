#include "delivery.h"

#include <stdlib.h>
#include <string.h>

#include "cli/base/common_options.h"
#include "cli/base/progress.h"
#include "cli/formats/render.h"
#include "cli/picture/source.h"
#include "cli/terminal/terminal_player.h"

#define FIELD(name) offsetof(delivery_run, name)

const option_spec delivery_option_specs[] = {
    OPTION_OUTPUT(FIELD(paths),
                  "write FILE in the format of its extension; may be repeated; - is standard "
                  "output"),
    OPTION_FORMAT(FIELD(format),
                  "format of standard output and of files without a known extension"),
    OPTION_JSON(FIELD(json), "write the figures as one JSON object to standard output"),
    {.name = NULL},
};

delivery_run delivery_defaults(void)
{
    return (delivery_run){.picture = picture_options_defaults()};
}

void delivery_free(delivery_run *delivery)
{
    output_list_free(&delivery->outputs);
    picture_options_free(&delivery->picture);
    text_list_free(&delivery->paths);
}

bool delivery_has_choice(const delivery_run *delivery)
{
    return delivery->paths.count > 0 || delivery->format != NULL;
}

cli_status delivery_begin(delivery_run *delivery, const char *command, const df_piece_set *set)
{
    cli_status status =
        set != NULL ? picture_options_check(&delivery->picture, set, command) : GO_ON;
    if (status == GO_ON)
        status = picture_options_begin(&delivery->picture, command);
    if (status != GO_ON)
        return status;
    delivery->plays = !delivery_has_choice(delivery) && !delivery->json && terminal_can_play();
    const bool to_stdout = delivery->paths.count == 0 && !delivery->plays &&
                           (delivery->format != NULL || !delivery->json);
    if (to_stdout && !text_list_add(&delivery->paths, "-"))
        return message("out of memory");
    status = output_list_begin(&delivery->outputs, command, &delivery->paths, delivery->format,
                               &plan_formats, delivery->json);
    if (status == GO_ON)
        status = picture_options_check_outputs(&delivery->picture, &delivery->outputs, command);
    if (status != GO_ON)
        return status;
    if (delivery->picture.level <= PICTURE_MAX_LEVEL &&
        output_list_find(&delivery->outputs, &format_game) == NULL &&
        output_list_find(&delivery->outputs, &format_fm2) == NULL)
        return message_usage(
            command, "--level is for games; add -o with a name that ends with .game or .fm2");
    if (delivery->picture.level == 0 &&
        output_list_find(&delivery->outputs, &format_game) != NULL)
        return message_usage(command, "games (.game) begin at --level 1 or higher");
    return output_list_open(&delivery->outputs);
}

/* Gives the films the sound of the video that was read. */
static cli_status delivery_take_sound(const delivery_film *wish, const animation *read,
                                      picture_options *look, const char *command)
{
    if (read->frames == NULL || !look->film.frames_only)
        return message_usage(command, "--with-sound is for films of the frames of a video; add "
                                      "--all-frames and --frames-only");
    if (!read->is_video || path_is_standard(wish->path))
        return message_usage(command, "--with-sound needs a video; name a file such as x.mp4");
    if (look->film.speed_percent != 100 || look->film.duration_centiseconds > 0)
        return message_usage(command, "--with-sound keeps the pace of the video; leave out "
                                      "--speed and --duration");
    if (look->no_sound)
        return message_usage(command, "--no-sound and --with-sound exclude each other");
    look->own_sound = wish->path;
    look->own_sound_from = wish->from;
    return GO_ON;
}

cli_status delivery_take_film(const delivery_film *wish, const animation *read,
                              delivery_run *delivery, const char *command)
{
    picture_options *look = &delivery->picture;
    if (wish->with_sound) {
        const cli_status status = delivery_take_sound(wish, read, look, command);
        if (status != GO_ON)
            return status;
    }
    if (wish->fps == 0 || read->is_video)
        return GO_ON;
    look->frames_per_second = wish->fps;
    return picture_options_check_outputs(look, &delivery->outputs, command);
}

cli_status delivery_choose_carriers(const delivery_run *delivery, const df_picture *sprite,
                                    const char *name, df_print_options *print)
{
    const char *carriers = output_list_carriers(&delivery->outputs);
    if (carriers == NULL)
        return GO_ON;
    if (print->deal != NULL)
        return message("%s: blocks cannot say how pieces are dealt; write a drop list",
                       output_name(output_list_find(&delivery->outputs, &format_blocks)));
    if (sprite->color_count > strlen(carriers))
        return message(
            "%s: blocks have %zu colours at most and the picture has %u; reduce them "
            "(--colors %zu) or write a drop list",
            name, strlen(carriers), sprite->color_count, strlen(carriers));
    if (print->pieces == NULL)
        print->pieces = carriers;
    if (strcmp(print->pieces, "any") == 0 || strchr(print->pieces, ',') != NULL)
        return message("%s: blocks have one piece for each colour; print with --pieces %s, or "
                       "write a drop list",
                       name, carriers);
    if (strlen(print->pieces) < sprite->color_count)
        return GO_ON; /* too few, which df_print reports */
    for (unsigned i = 0; i < sprite->color_count; i++) {
        if (memchr(carriers, print->pieces[i], sprite->color_count) == NULL)
            return message(
                "%s: blocks have colours for J, T and L only; print with --pieces %s, "
                "or write a drop list",
                name, carriers);
    }
    return GO_ON;
}

/* Most pictures take a drop for each square, and less with fewer colours. */
void delivery_expect(const delivery_run *delivery, const df_picture *picture, size_t frames,
                     const char *name)
{
    enum { MANY_DROPS = 20000, USUAL_COLORS = 6 };
    const size_t squares = source_count_squares(picture);
    const size_t drops = squares * frames * (picture->color_count + 1) / USUAL_COLORS;
    const unsigned given = delivery->picture.film.duration_centiseconds;
    const unsigned seconds = (unsigned)((given > 0 ? given : df_film_suits(drops)) / 100);
    char words[60], film[60] = "";
    snprintf(words, sizeof words, " for %zu frames", frames);
    if (!delivery->picture.film.frames_only) {
        progress_expect(drops, seconds);
        snprintf(film, sizeof film, ", and a film of %u s", seconds);
    }
    if (drops >= MANY_DROPS)
        message("%s: about %zu drops%s%s; %s takes far fewer", name, drops,
                frames > 1 ? words : "", film,
                frames > 1 ? "a smaller --fit or a video's --fps" : "--fit 48x48");
}

cli_status delivery_make(delivery_run *delivery, const df_plan *plan,
                         const figure_list *figures)
{
    render_request request;
    cli_status status = render_request_make(&delivery->picture, plan, &request);
    if (status != GO_ON)
        return status;
    if (delivery->picture.film.frames_only && plan->frame_count == 0)
        message("the plan marks no frames for --frames-only, so films show all drops");
    status = delivery->plays ? terminal_play(&request, NULL)
                             : output_list_write(&delivery->outputs, &request);
    free(request.painted.colors);
    if (delivery->json) {
        const cli_status failure = report_json(figures, &delivery->outputs);
        status = status == GO_ON ? failure : status;
    } else if (status == GO_ON)
        report_summary(figures);
    return status;
}
