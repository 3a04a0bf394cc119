/* Tables of high scores, and their text format `dropforge-scores 2` (docs/format/scores.md). */
#pragma once

#include "cli/base/message.h"
#include "dropforge/base.h"

enum {
    PLAY_SCORES_WORD = 32, /* bytes of a word with its NUL */
    PLAY_SCORES_KEPT = 10, /* in each table */
    PLAY_SCORES_MAX = 10000
};

/* A score. Games with the same rules, pieces, board and mode share a table. */
typedef struct play_score {
    char rules[PLAY_SCORES_WORD];
    char pieces[PLAY_SCORES_WORD];
    char board[PLAY_SCORES_WORD];
    uint64_t score;
    uint64_t lines;
    uint64_t level;
    uint64_t count; /* of pieces */
    uint64_t seed;
    char time[PLAY_SCORES_WORD]; /* 2026-01-31T23:59:59Z */
    char name[PLAY_SCORES_WORD];
    char mode[PLAY_SCORES_WORD];
    uint64_t ticks; /* where the shortest time is the best, else 0 */
} play_score;

/* All scores, table by table, each with the best first. Begin with all zero. */
typedef struct play_scores {
    play_score *items;
    size_t count;
    size_t capacity;
} play_scores;

void play_scores_free(play_scores *scores);

/* Turns any text into a word of the format: other characters become '_'. */
void play_scores_word(char word[PLAY_SCORES_WORD], const char *text);

/* True if two scores belong to the same table. */
bool play_scores_match(const play_score *a, const play_score *b);

/* Puts a score into its table, after equal ones, and removes what is no longer among the best
 * PLAY_SCORES_KEPT. *rank is its place in the table, from 1, or 0. */
df_status play_scores_add(play_scores *scores, const play_score *score, unsigned *rank);

/* Reads the format. Returns DF_ERROR_INPUT with *error, or DF_ERROR_LIMIT if the text is of a
 * later version. The caller frees *scores, also after a failure. */
df_status play_scores_read(play_scores *scores, const char *text, size_t length,
                           df_error *error);

/* Appends the scores in the format. */
void play_scores_write(const play_scores *scores, df_text *text);

enum { PLAY_NOTE_SIZE = 400, PLAY_PATH_SIZE = 4096 };

/* Finds the path of a file of the user: below the folder of an environment variable if that is
 * absolute, otherwise below a folder of $HOME. False without an absolute path. */
bool play_file_find(char path[PLAY_PATH_SIZE], const char *variable, const char *folder,
                    const char *name);

/* Makes the folders that a path leads through; false and errno on an error. */
bool play_file_make_folders(char *path);

/* Writes a new file and renames it, so that there is always a complete one, and frees the text.
 * False and errno on an error. */
bool play_file_replace(const char *path, df_text *text);

/* The result of adding a score. */
typedef struct play_standing {
    play_scores scores;        /* all scores */
    unsigned rank;             /* of the new score in its table, or 0 */
    char note[PLAY_NOTE_SIZE]; /* a message for the player, or "" */
} play_standing;

/* Adds a score to the file. A damaged file is renamed first; a file of a later version is left
 * unchanged. Errors go only to the note, because they must not end a game. The caller frees
 * standing->scores. */
void play_score_file_add(play_standing *standing, const play_score *score);

/* Reads the file; without one, the table is empty. Free *scores also after a failure. */
cli_status play_score_file_read(play_scores *scores);
