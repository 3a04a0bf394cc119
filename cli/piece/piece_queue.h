/* Sequences of pieces from files and options. */
#pragma once

#include "cli/base/options.h"
#include "dropforge/board.h"

/* The value of --deal. All zero: not given. */
typedef struct piece_deal {
    df_deal deal; /* not DF_DEAL_GIVEN, for which there is --queue */
    bool is_given;
} piece_deal;

/* Takes a piece_deal, and says what to write instead of a refused one. For option_spec. */
bool piece_deal_take(void *field, const char *value);
void piece_deal_explain(char *text, size_t size, const char *value);

/* Refuses --deal with --queue, which may be NULL. */
cli_status piece_deal_check(const piece_deal *deal, const char *queue, const char *command);

/* A piece_deal, and a const char *. More members may follow the offset. */
#define OPTION_DEAL(...)                                                                       \
    {                                                                                          \
        .name = "deal", .argument = "NAME", .kind = OPTION_TAKE, .take = piece_deal_take,      \
        .values = "uniform bag nes tetrio nullpomino", .explain = piece_deal_explain,          \
        .once = true,                                                                          \
        .help = "how pieces are dealt: uniform, each as likely as any other; bag, all in "     \
                "random order, again and again; nes, once more if the same piece would come "  \
                "twice in a row; tetrio and nullpomino, as in these games; see --queue for "   \
                "others",                                                                      \
        .offset = __VA_ARGS__                                                                  \
    }
#define OPTION_QUEUE(...)                                                                      \
    {                                                                                          \
        .name = "queue", .argument = "PIECES", .kind = OPTION_TEXT, .may_be_file = true,       \
        .once = true,                                                                          \
        .help = "the pieces in order: letters such as TIZJ, or a file of their names, with "   \
                "'.' or '/' in its name; '-': standard input",                                 \
        .offset = __VA_ARGS__                                                                  \
    }

/* Reads the value of an option --queue: letters of tetrominoes; or a file, whose name has a '.'
 * or a '/', or "-" for standard input. It has names of pieces with blanks between, or letters
 * of pieces in one word; '#' begins a comment. The caller frees *given. */
cli_status piece_queue_take(const char *command, const char *value, const df_piece_set *set,
                            uint16_t **given, size_t *count);
