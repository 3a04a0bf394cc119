/* Delivers a plan to files, standard output or the terminal, and its figures. */
#pragma once

#include "cli/base/output.h"
#include "cli/base/report.h"
#include "cli/formats/picture_options.h"
#include "cli/picture/animation.h"
#include "dropforge/print.h"

typedef struct delivery_run {
    text_list paths;
    const char *format;
    bool json;
    picture_options picture;
    output_list outputs;
    bool plays; /* in the terminal */
} delivery_run;

extern const option_spec delivery_option_specs[];

/* Returns the settings before options are read. delivery_free frees them. */
delivery_run delivery_defaults(void);
void delivery_free(delivery_run *delivery);

/* True if an output or its format is given. */
bool delivery_has_choice(const delivery_run *delivery);

/* Checks the options and opens all outputs, before any work. `set` is NULL if the pieces are
 * not known yet: then --color is left to picture_options_check. */
cli_status delivery_begin(delivery_run *delivery, const char *command, const df_piece_set *set);

/* What films take from an animation that is read. */
typedef struct delivery_film {
    unsigned fps;    /* that is given; 0: none */
    bool with_sound; /* of the video */
    const char *path;
    unsigned from; /* milliseconds */
} delivery_film;

/* Gives the outputs --fps unless a video has taken it, and --with-sound. `read` has no frames
 * if there is one picture. Returns GO_ON, or the exit code after a message. */
cli_status delivery_take_film(const delivery_film *wish, const animation *read,
                              delivery_run *delivery, const char *command);

/* Chooses pieces to which the outputs can give the colours of a sprite, before anything is
 * planned, or refuses those that are chosen. */
cli_status delivery_choose_carriers(const delivery_run *delivery, const df_picture *sprite,
                                    const char *name, df_print_options *print);

/* Tells the progress how many drops there will be and how long their film is, as far as they
 * can be foretold, and the user if they are very many. */
void delivery_expect(const delivery_run *delivery, const df_picture *picture, size_t frames,
                     const char *name);

/* Writes the plan to all outputs or plays it in the terminal, and reports the figures. */
cli_status delivery_make(delivery_run *delivery, const df_plan *plan,
                         const figure_list *figures);
