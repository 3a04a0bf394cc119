/* What 'dropforge train' is told, and what its files share. */
#ifndef CLI_TRAIN_SETTINGS_H
#define CLI_TRAIN_SETTINGS_H

#include "bot_settings.h"
#include "dropforge/train.h"

/* Percent of the length of all weights, at the beginning, without and with a start. */
enum { TRAIN_SPREAD_ANYWHERE = 100, TRAIN_SPREAD_NEAR = 20 };

/* Of the lists of boards and of games. */
typedef struct train_boards {
    bot_board items[DF_TRAIN_MAX_BOARDS];
    unsigned count;
} train_boards;

typedef struct train_games {
    unsigned items[DF_TRAIN_MAX_BOARDS]; /* one for all boards, or one for each */
    unsigned count;
} train_games;

/* What a training is about; all zero bytes are the defaults. A training that is resumed brings
 * its own. */
typedef struct train_plan {
    df_train_method method; /* cross-entropy unless said */
    df_train_noise noise;
    uint32_t features;
    const char *start; /* a player or a file, or NULL */
    unsigned spread;   /* percent */
    train_boards boards;
    bot_deal deal;
    unsigned population;
    train_games games;
    uint64_t max_pieces;
    uint64_t seed;
} train_plan;

typedef struct train_settings {
    train_plan plan;
    uint64_t generations; /* 0: not said */
    unsigned jobs;
    bool mpi;
    const char *checkpoint;
    const char *resume;
    text_list paths;
    text_list plots;
    const char *format;
    bool json;
} train_settings;

typedef struct train_outcome {
    bool interrupted;
    double seconds;
} train_outcome;

/* The outputs: the content is a df_train. */
extern const format_table train_formats;

/* A state to go on from, alone in a table. */
extern const format_table train_checkpoint_formats;

const char *train_method_name(df_train_method method);
bool train_take_method(void *field, const char *value);
bool train_take_noise(void *field, const char *value);
bool train_take_features(void *field, const char *value);
bool train_take_boards(void *field, const char *value);
bool train_take_games(void *field, const char *value);

/* Writes a board as 10x20. */
void train_name_board(char name[24], const df_train_board *board);

/* The file that --start names, or NULL. */
const char *train_start_file(const char *start);

/* Each of these answers -1, or the exit code after a message. */

/* Begins the training, or reads it; *train is the caller's. */
int train_setup(df_train **train, const train_settings *chosen);

/* Trains and writes everything. */
int train_run(df_train *train, const train_settings *chosen);

/* What a generation did on all boards together. */
df_train_tally train_sum(const df_train *train, size_t generation);

/* What came of it, on standard error, or as a JSON object on standard output. */
int train_report(const df_train *train, const train_outcome *outcome, bool json);

#endif
