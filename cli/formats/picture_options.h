/* The options for pictures, films and the terminal, of all commands that show a plan. */
#pragma once

#include "cli/base/options.h"
#include "cli/base/output.h"
#include "dropforge/replay.h"
#include "plan_formats.h"

enum { PICTURE_MAX_LEVEL = 999 };

typedef struct picture_options {
    df_raster_options raster;
    df_film_options film;
    bool has_theme;
    bool has_named_size;
    bool has_background; /* otherwise it is chosen to suit the plan */
    bool border;         /* set by options; so are the others */
    bool no_border;
    bool no_hud;
    bool grid;
    bool no_grid;
    bool sound;
    bool no_sound;
    const char *own_sound; /* as of a render_request; not set by options */
    unsigned own_sound_from;
    const char *skin_path; /* or NULL; its pixels, in `raster`, are owned */
    unsigned poster;       /* 0: as suits the plan; else 1 + a df_poster */
    unsigned look;         /* 0: the theme's; else 1 + a df_look */
    unsigned square;       /* pixels; 0: usual_square, or as many as fit into the canvas */
    unsigned usual_square;
    unsigned frames_per_second; /* 0: not given */
    unsigned max_frames;
    unsigned level;   /* of games; more than PICTURE_MAX_LEVEL: not given */
    text_list colors; /* PIECE=COLOR */
    uint64_t *scores; /* of a game of the NES; owned, like its levels */
    uint8_t *levels;
} picture_options;

/* How pictures and films look, and of plans that are no games, more. Each command has them as
 * groups with these titles, and 'dropforge help film' lists them for all. */
extern const option_spec picture_look_specs[], picture_plan_specs[];

#define FILM_TOPIC "film"

/* The groups of these options, whose settings have this offset; more members may follow. */
#define FILM_GROUP(...)                                                                        \
    {                                                                                          \
        .title = "Film options", .topic = FILM_TOPIC, .specs = picture_look_specs,             \
        .offset = __VA_ARGS__                                                                  \
    }
#define FILM_PLAN_GROUP(...)                                                                   \
    {                                                                                          \
        .title = "Film options of plans", .topic = FILM_TOPIC, .specs = picture_plan_specs,    \
        .offset = __VA_ARGS__                                                                  \
    }

picture_options picture_options_defaults(void);

/* Returns those of games, which have a border and the display even if no pieces are dealt. */
picture_options picture_options_of_game(void);

/* Shows a plan as the game of the NES that ended so, whose scores and levels the options take,
 * unless other things have been chosen. */
void picture_options_show_game(picture_options *options, const df_plan *plan,
                               const df_replay_end *end);

void picture_options_free(picture_options *options);

/* Checks the title and end card and reads the skin, once, into options that do not move
 * afterwards. */
cli_status picture_options_begin(picture_options *options, const char *command);

/* Checks the colours against the pieces. */
cli_status picture_options_check(const picture_options *options, const df_piece_set *set,
                                 const char *command);

/* Refuses a transparent background for outputs that have none, a rate of frames without a
 * video, and outputs that would replace the skin. */
cli_status picture_options_check_outputs(const picture_options *options,
                                         const output_list *outputs, const char *command);

/* Paints the pieces of a plan as --color says, and says which colours no piece has. */
void picture_options_paint(const picture_options *options, const df_plan *plan,
                           df_plan_color *colors);
