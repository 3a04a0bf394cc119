/* The settings of 'dropforge train', and the functions that its files share. */
#pragma once

#include "cli/bot/bot_settings.h"
#include "dropforge/bot.h"

/* The options that define a training; all zero bytes are the defaults. A resumed training has
 * its own instead. */
typedef struct train_plan {
    df_train_options options;            /* as far as given; boards without games */
    const char *start;                   /* a player or a file, or NULL */
    unsigned spread;                     /* percent */
    unsigned games[DF_TRAIN_MAX_BOARDS]; /* one for all boards, or one for each; */
    unsigned game_count;                 /* their number */
} train_plan;

/* The options as given. All zero bytes are the defaults. */
typedef struct train_settings {
    train_plan plan;
    uint64_t generations; /* 0: not given */
    unsigned jobs;
    bool mpi;
    const char *checkpoint;
    const char *resume;
    text_list paths;
    const char *format;
    bool json;
} train_settings;

/* How a training ended. */
typedef struct train_outcome {
    bool interrupted;
    double seconds;
} train_outcome;

/* The formats of outputs; their content is a df_train. */
extern const format_table train_formats;

/* The format of checkpoints. */
extern const format_table train_checkpoint_formats;

/* Trains, and writes the outputs and the report. */
cli_status train_run(df_train *train, const train_settings *chosen);

/* True if a candidate of any generation was better than others. */
bool train_report_is_uneven(const df_train *train);

/* Reports the training on standard error, or as a JSON object on standard output. */
cli_status train_report(const df_train *train, const train_outcome *outcome, bool json);

/* ---- games shared by several processes: rank 0 hands them out, plays some and learns ---- */

/* Joins the other processes. Returns GO_ON in rank 0, which goes on and later calls farm_end.
 * The other ranks play games in here until then; they get their exit code, as does rank 0 after
 * a failure, with a message. */
cli_status train_mpi_begin(void);

/* Plays the games of a generation, as df_train_play does. */
df_status train_mpi_play(const df_train *train, const df_piece_set *set, df_watch *watch,
                         void *context, df_bot_game_result *results);
