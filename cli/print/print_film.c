#include "print_film.h"

#include "cli/base/message.h"

/* Gives the films the sound of the video that was read. */
static cli_status print_film_use_sound(const print_film *wish, const animation *read,
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

cli_status print_film_use(const print_film *wish, const animation *read, delivery_run *delivery,
                          const char *command)
{
    picture_options *look = &delivery->picture;
    if (wish->with_sound) {
        const cli_status status = print_film_use_sound(wish, read, look, command);
        if (status != GO_ON)
            return status;
    }
    if (wish->fps == 0 || read->is_video)
        return GO_ON;
    look->frames_per_second = wish->fps;
    return picture_options_check_outputs(look, &delivery->outputs, command);
}
