/* Computer players. A bot measures features of each placement (docs/method/bot.md), and chooses
 * the one whose weighted sum is the best. It plays games, one or many; boards for learners have
 * the same games, stepped from outside; and a training finds weights by playing. Scores are
 * integers, so that a decision is the same on every machine. */
#ifndef DROPFORGE_BOT_H
#define DROPFORGE_BOT_H

#include "dropforge/plan.h"

DF_BEGIN_DECLARATIONS

/* A property of a placement, or of the board after it. */
typedef enum df_feature {
    DF_FEATURE_LANDING_HEIGHT, /* in halves: twice the bottom row, plus the height, less one */
    DF_FEATURE_ERODED_CELLS,   /* lines cleared × squares of the piece in these lines */
    DF_FEATURE_ROW_TRANSITIONS,
    DF_FEATURE_COLUMN_TRANSITIONS,
    DF_FEATURE_HOLES,
    DF_FEATURE_WELLS,
    DF_FEATURE_WELLS_FAST,
    DF_FEATURE_HOLE_DEPTH,
    DF_FEATURE_ROWS_WITH_HOLES,
    DF_FEATURE_DIVERSITY,
    DF_FEATURE_AGGREGATE_HEIGHT,
    DF_FEATURE_LINES,
    DF_FEATURE_ROUGHNESS,
    DF_FEATURE_SMALL_STEPS,
    DF_FEATURE_FITS,
    DF_FEATURE_SEATS,
    DF_FEATURE_DEEP_WELLS,
    DF_FEATURE_COVER_GAPS,
    DF_FEATURE_SQUARE_HEIGHTS,
    DF_FEATURE_WALL_HOLES,
    DF_FEATURE_SECOND_HOLES,
    DF_FEATURE_THIRD_HOLES,
    DF_FEATURE_HOLE_TOP,
    DF_FEATURE_PITS,
    DF_FEATURE_WORST_PIT,
    DF_FEATURE_DOUBLE_FITS,
    DF_FEATURE_SECOND_FITS,
    DF_FEATURE_DEEP_ROWS,
    DF_FEATURES
} df_feature;

/* The names of features in texts ("row-transitions"). */
extern const char *const df_feature_names[DF_FEATURES];

/* The weight 1. */
#define DF_WEIGHT_ONE INT64_C(1000000000000)
/* The largest weight, with either sign. */
#define DF_WEIGHT_MAX (INT64_C(1000000) * DF_WEIGHT_ONE)

/* The weights of a player. The score of a placement is the sum of weight × feature; here the
 * landing height counts in rows, not in halves. */
typedef struct df_weights {
    int64_t weight[DF_FEATURES]; /* in units of 1 / DF_WEIGHT_ONE; 0: not used */
    bool score_before_clear;     /* the board is measured before full rows are cleared */
} df_weights;

/* A built-in player. */
typedef struct df_player {
    const char *name;
    const char *source; /* where its weights were published */
    df_weights weights;
} df_player;

#define DF_PLAYERS 8

extern const df_player df_players[DF_PLAYERS];

/* Returns the built-in player of a name; NULL if there is none. */
const df_player *df_player_find(const char *name, size_t length);

/* Reads weights in the format `dropforge-weights 1` (docs/format/weights.md), and rounds them
 * to twelve decimals, halves away from zero. */
df_status df_weights_read(df_weights *weights, const char *text, size_t length,
                          df_error *error);

/* Appends weights in the same format; reading them gives equal weights. Returns the status of
 * the text; appends nothing if a weight is beyond DF_WEIGHT_MAX, which is DF_ERROR_ARGUMENT. */
df_status df_weights_write(df_text *text, const df_weights *weights);

/* The options of a bot. Begin with all zero: the defaults, but for `set`, `width` and `height`.
 */
typedef struct df_bot_options {
    const df_piece_set *set; /* borrowed */
    unsigned width;          /* of the board, 1 to 64 */
    unsigned height;         /* 1 to 1024; a piece that comes to rest above it ends the game */
    /* How pieces get to their places. Published studies use DF_RULES_ABOVE: any orientation
     * and column, straight down. */
    df_rules rules;
    df_weights weights;
    /* The number of known pieces to look at. 1 (or 0): only the current one; 2: all pairs of
     * placements of the current and the next one; more: a beam search. At most 64. */
    unsigned lookahead;
    unsigned beam; /* boards that a beam search keeps after each piece; 0: 200 */
    bool hold;     /* the current piece may go into hold; always a beam search */
} df_bot_options;

/* The board and the known pieces. */
typedef struct df_position {
    const uint64_t *rows;   /* one for each row of the board, bit x for column x; none full */
    const uint16_t *pieces; /* indices in the set: the current piece and those after it */
    size_t count;           /* at least 1; pieces beyond the lookahead are ignored */
    int held;               /* the index of the piece in hold, or -1 */
} df_position;

/* A decision of a bot. */
typedef struct df_choice {
    df_place place;
    uint16_t piece; /* the one that is put there */
    bool holds;     /* the current piece goes into hold, and another one is put */
    /* Of the best board that the placement leads to within the lookahead, or as far as it was
     * followed. Each bot has its own unit. */
    int64_t score;
} df_choice;

typedef struct df_bot df_bot;

/* Makes a bot. DF_ERROR_ARGUMENT, and *error says which: a size, weight or lookahead out of
 * range, or rules that bots do not have. Use it in one thread at a time. */
df_status df_bot_create(df_bot **bot, const df_bot_options *options, df_error *error);
void df_bot_free(df_bot *bot);

/* Writes up to `max` placements, best first, and their number, which is 0 if all placements end
 * the game. Of equal scores the first one comes first: the current piece before the other one,
 * then by orientation in the order N E S W (orientations that look alike count once), then by
 * row where pieces slip and spin, then by column. Placements that were followed further come
 * before those that were given up or end the game within the lookahead. DF_ERROR_ARGUMENT: no
 * piece, or one that is not in the set. */
df_status df_bot_rank(df_bot *bot, const df_position *position, df_choice *choices, size_t max,
                      size_t *count);

/* Games that a bot plays by itself, one or many, by the rules of published benchmarks: the
 * board is empty at first, pieces are dealt at random, and the game ends when a piece comes to
 * rest above the board. */

/* The options of a game, or of many. Begin with all zero: the defaults, but for those of the
 * bot. */
typedef struct df_bot_game_options {
    df_bot_options bot;
    df_deal deal;
    const uint16_t *given; /* as for df_dealer_begin; borrowed */
    size_t given_count;
    uint64_t seed;
    uint64_t max_lines;  /* the game stops after these; 0: never */
    uint64_t max_pieces; /* the same */
    /* Only of df_bot_games_play: */
    uint64_t first; /* number of the first game */
    uint64_t count; /* games; at least 1 */
    unsigned jobs;  /* threads; 0: one */
    /* Called several times a second, by several threads at once, with the games that are done
     * and all drops so far. May be NULL. */
    df_watch *watch;
    void *watch_context;
} df_bot_game_options;

/* How a game ended. */
typedef enum df_bot_game_end {
    DF_BOT_GAME_UNPLAYED, /* it was not played, or was interrupted */
    DF_BOT_GAME_OVER,     /* a piece would have come to rest above the board, or had no place */
    DF_BOT_GAME_CAPPED,   /* it has max_lines or max_pieces */
    DF_BOT_GAME_DEALT,    /* no piece is left in the sequence */
} df_bot_game_end;

/* The result of a game. The drop that ends it does not count. */
typedef struct df_bot_game_result {
    df_bot_game_end end;
    uint64_t pieces;                           /* dropped */
    uint64_t lines;                            /* cleared rows */
    uint64_t placements;                       /* scored */
    uint64_t clears[DF_PIECE_MAX_SQUARES + 1]; /* [i]: drops that cleared i rows */
    /* The FNV-1a hash of 64 bits over the bytes of all drops in order: piece, orientation, x,
     * y; the lower byte of two first. */
    uint64_t fingerprint;
} df_bot_game_result;

/* A game in progress. */
typedef struct df_bot_game df_bot_game;

/* Makes a game and begins number 0. Errors as df_bot_create, also for a deal that cannot deal
 * these pieces. */
df_status df_bot_game_create(df_bot_game **game, const df_bot_game_options *options,
                             df_error *error);
void df_bot_game_free(df_bot_game *game);

/* Begins game `number`, from an empty board. */
void df_bot_game_reset(df_bot_game *game, uint64_t number);

/* Lets the bot make one drop, which is written to *drop (may be NULL). *outcome is DF_FOUND, or
 * DF_NONE if the game is at its end and nothing was dropped. */
df_status df_bot_game_step(df_bot_game *game, df_drop *drop, df_outcome *outcome);

/* Returns the result so far; while the game goes on its end is DF_BOT_GAME_UNPLAYED. *position
 * (may be NULL) are the board and the pieces within the bot's lookahead, valid until the next
 * call. */
const df_bot_game_result *df_bot_game_get_result(const df_bot_game *game,
                                                 df_position *position);

/* The sums of many games. Minimum, maximum, means, errors and median are of a game's lines. */
typedef struct df_bot_games_summary {
    uint64_t games; /* that were played to their end */
    uint64_t over;  /* of these, DF_BOT_GAME_OVER */
    uint64_t pieces;
    uint64_t lines;
    uint64_t placements;
    uint64_t clears[DF_PIECE_MAX_SQUARES + 1];
    uint64_t fingerprint; /* of the fingerprints of the games in order */
    uint64_t min;
    uint64_t max;
    double mean;
    double error; /* the standard error of the mean; 0 for a single game */
    double median;
    /* The maximum likelihood estimate of the mean, if lines are distributed exponentially and
     * stopped games are censored: all lines / games that are over (0 if none is); and its
     * standard error. */
    double likely;
    double likely_error;
} df_bot_games_summary;

/* Plays games first … first + count - 1. results[i] is that of game first + i; `results` and
 * `summary` may be NULL. Results do not depend on the number of jobs. DF_ERROR_ARGUMENT: no
 * games, more than an array can have, or as df_bot_game_create. DF_ERROR_CANCELLED: the watch
 * has stopped it; then the games that were not played to their end are DF_BOT_GAME_UNPLAYED in
 * `results`. */
df_status df_bot_games_play(df_bot_game_result *results, const df_bot_game_options *options,
                            df_bot_games_summary *summary, df_error *error);

/* Sums up `count` results without those that are DF_BOT_GAME_UNPLAYED. */
df_status df_bot_games_sum(df_bot_games_summary *summary, const df_bot_game_result *results,
                           size_t count);

/* An environment for reinforcement learning: any number of boards that are played step by step
 * from outside, with reset, step, observations, rewards and masks of legal actions.
 * docs/use/env.md describes it. The rules are those of df_bot_game, and game g of a seed has
 * the same pieces as there. */

/* The longest preview. */
#define DF_ENV_MAX_PREVIEW 64

/* The reward of a step. */
typedef enum df_env_reward {
    DF_ENV_REWARD_LINES,         /* cleared rows */
    DF_ENV_REWARD_LINES_SQUARED, /* their square */
    DF_ENV_REWARD_PIECES,        /* 1 for each piece */
} df_env_reward;

/* The actions of an environment with keys. After a key but the hard drop and the hold the piece
 * falls one row. If it cannot, it comes to rest there. A key that has no room does nothing. */
typedef enum df_env_key {
    DF_ENV_KEY_NONE,
    DF_ENV_KEY_LEFT,
    DF_ENV_KEY_RIGHT,
    DF_ENV_KEY_DOWN, /* one row more */
    DF_ENV_KEY_CLOCKWISE,
    DF_ENV_KEY_ANTICLOCKWISE,
    DF_ENV_KEY_HALF_TURN, /* only with DF_TRAIT_HALF_TURNS */
    DF_ENV_KEY_HARD_DROP, /* falls until it comes to rest */
    DF_ENV_KEY_HOLD,      /* once for each piece; time stands still */
    DF_ENV_KEYS
} df_env_key;

/* The options of an environment, the same for all its boards. Begin with all zero: the
 * defaults, but for `set`, `width` and `height`. */
typedef struct df_env_options {
    const df_piece_set *set; /* borrowed */
    unsigned width;          /* 1 to 64 */
    unsigned height;         /* 1 to 1024; pieces must stay inside */
    unsigned boards;         /* their number; 0: one */
    df_rules rules;          /* how pieces get to their places */
    unsigned preview;        /* pieces shown after the current one */
    bool hold;               /* the current piece may go into hold; needs a preview */
    df_deal deal;
    const uint16_t *given; /* as for df_dealer_begin; borrowed */
    size_t given_count;
    uint64_t max_pieces; /* a game is truncated after these; 0: never */
    /* The pieces after which a row of garbage rises from the floor each time, full but for one
     * hole, whose column follows from the seed; 0: none rises. It goes without `record`. If the
     * highest row has squares then, the game is lost. */
    uint64_t garbage;
    df_env_reward reward;
    uint32_t features; /* the set of features shown, 1 << df_feature each; 0: all */
    /* The step after the end of a game begins the next game on that board and ignores its
     * action. Otherwise call df_env_begin. */
    bool autoreset;
    bool record; /* each board keeps the drops of its game as a plan */
    /* An action is a df_env_key, and many of them bring a piece to its place. The game is lost
     * if that is above the board. Needs rules that have DF_TRAIT_MOVES. */
    bool keys;
    /* An action that is not legal changes nothing on its board, which has `illegal_reward` for
     * that step; without it, the step is an error. */
    bool skips_illegal;
    int32_t illegal_reward;
} df_env_options;

/* Arrays of the caller for observations: contiguous, the last index runs fastest. NULL: not
 * written. A is df_env_actions; W, H and preview are those of the options. */
typedef struct df_env_arrays {
    uint8_t *field;  /* [boards][H][W]: 1 where a square is full; row 0 is the lowest */
    int32_t *pieces; /* [boards][1 + preview]: current and next, indices in the set; -1: none */
    int32_t *held;   /* [boards]: the piece in hold, or -1 */
    uint8_t *mask;   /* [boards][A]: 1 where an action is legal */
    /* [boards][A][features]: the features shown of each legal action, in the order of
     * df_feature (after full rows are cleared); 0 for other actions. */
    int32_t *features;
    int32_t *rewards;    /* [boards]: of the last step; 0 at the beginning of a game */
    uint8_t *terminated; /* [boards]: 1 if no action is legal: the game is lost */
    uint8_t *truncated;  /* [boards]: 1 after max_pieces, or at the end of the deal */
    /* With keys, else all 0. [boards][H][W]: 1 where a square of the falling piece is; */
    uint8_t *active;
    /* [boards][3]: its orientation, and its lower left corner, which may be above the board. */
    int32_t *position;
} df_env_arrays;

typedef struct df_env df_env;

/* Makes the boards, and resets them with seed 0. Use it in one thread at a time.
 * DF_ERROR_ARGUMENT, and *error says which: an option out of range, pieces that this deal does
 * not have, none given, keys with rules that move no piece on its way, or a piece without a
 * place on the empty board: each game begins with a legal action. */
df_status df_env_create(df_env **env, const df_env_options *options, df_error *error);
void df_env_free(df_env *env);

/* Returns the number of actions, legal or not. An action is a number from 0: ((h × 4 +
 * orientation) × R + y) × W + x, with x and y of the place (df_place). h is 1 if the current
 * piece goes into hold, and the place is that of the other piece. Where the row follows from
 * the column, without DF_TRAIT_MOVES, R is 1 and y is taken as 0; otherwise R is H. Of
 * orientations that look alike only the first is legal. With keys it is DF_ENV_KEYS. Writes the
 * number of features shown of an action, 0 with keys, to *features (may be NULL). */
size_t df_env_actions(const df_env *env, size_t *features);

/* Begins game i of the seed on each board i. With autoreset, board i goes on with the games
 * i + boards, i + 2 boards, … */
void df_env_reset(df_env *env, uint64_t seed);

/* Begins game `number` of a seed on one board. DF_ERROR_ARGUMENT: there is no such board. */
df_status df_env_begin(df_env *env, size_t board, uint64_t seed, uint64_t number);

/* Takes one action for each board. DF_ERROR_ARGUMENT: one of them is not legal (unless such are
 * skipped), or its game has ended and there is no autoreset. DF_ERROR_MEMORY: it cannot be
 * recorded. An error changes nothing on any board. */
df_status df_env_step(df_env *env, const int64_t *actions);

/* Writes the observations of all boards. */
void df_env_observe(const df_env *env, const df_env_arrays *arrays);

/* Writes what an action does on a board; the score is 0. DF_ERROR_ARGUMENT: there is no such
 * board, the action is not legal there, or it is a key. */
df_status df_env_get_choice(const df_env *env, size_t board, int64_t action, df_choice *choice);

/* Returns the action, legal or not, that does this; -1: there is none, or actions are keys. */
int64_t df_env_find_action(const df_env *env, const df_choice *choice);

/* Returns the result so far of the game on a board, without placements. *plan (may be NULL) are
 * its drops so far, valid until the board changes; NULL: nothing is recorded. Returns NULL and
 * writes nothing if there is no such board. */
const df_bot_game_result *df_env_get_result(const df_env *env, size_t board,
                                            const df_plan **plan);

/* Finds weights by playing: an optimiser (Hansen's CMA-ES) draws candidates, learns from the
 * results of their games, and moves towards the better ones (docs/method/training.md).
 *
 * All arithmetic is with IEEE doubles in a fixed order, without functions of libm: the same
 * options give the same weights on every machine and with any number of threads. */

#define DF_TRAIN_MAX_POPULATION 10000
#define DF_TRAIN_MAX_GAMES 10000
#define DF_TRAIN_MAX_BOARDS 8
/* Candidates × games on all boards, of one generation. */
#define DF_TRAIN_MAX_ITEMS 1000000

/* The options of a training: the weights to train, and the games. Begin with all zero: the
 * defaults, but for `features`, `spread` and the boards. */
typedef struct df_train_options {
    uint32_t features; /* bit f: the weight of feature f is trained; all others are 0 */
    /* The first mean: its trained weights are scaled to the length 1, unless all are 0. */
    df_weights start;
    uint32_t spread;     /* the first standard deviation, in millionths; 1 to 1000000000 */
    unsigned population; /* candidates; 0: 4 + ⌊3 ln n⌋ for n weights */
    struct {
        unsigned width; /* as in df_bot_options */
        unsigned height;
        unsigned games; /* that each candidate plays on it; 0: 1 */
    } boards[DF_TRAIN_MAX_BOARDS];
    unsigned board_count; /* at least 1 */
    uint64_t seed;
    df_deal deal;        /* not DF_DEAL_GIVEN */
    uint64_t max_pieces; /* of a game; 0: no limit */
} df_train_options;

/* The results of a generation. */
typedef struct df_train_point {
    struct {
        uint64_t best;             /* lines of the best candidate in all its games there */
        uint64_t lines;            /* of all games there */
        uint64_t pieces;           /* of all games there */
    } boards[DF_TRAIN_MAX_BOARDS]; /* in the order of the options */
    double spread; /* the standard deviation of a weight after it: root of the mean square */
} df_train_point;

typedef struct df_train df_train;

/* Begins a training. DF_ERROR_ARGUMENT, and *error says which: no feature, or something out of
 * range. */
df_status df_train_create(df_train **train, const df_train_options *options, df_error *error);
void df_train_free(df_train *train);

/* The state of a training. */
typedef struct df_train_state {
    /* With the defaults in place of a population or games of 0; after df_train_read, `start`
     * has no weights. */
    const df_train_options *options;
    size_t games;                 /* that each candidate plays, on all boards */
    size_t items;                 /* games of a generation */
    size_t generations;           /* that are done, */
    const df_train_point *points; /* and their results, valid until the next df_train_update */
    /* Learnt so far: the mean of the next candidates, scaled to the length 1 unless all are 0.
     */
    df_weights weights;
} df_train_state;

/* Returns the state, which follows the training. */
const df_train_state *df_train_get_state(const df_train *train);

/* Writes the options and the number of game `index` of the next generation; index is below
 * `items`. The games of a candidate follow one another, those on the first board first.
 * All candidates of a generation get the same pieces, and each generation gets other ones. The
 * options borrow `set`. */
void df_train_get_item(const df_train *train, size_t index, const df_piece_set *set,
                       df_bot_game_options *game, uint64_t *number);

/* Plays all games of the next generation on `jobs` threads (0: one) into
 * results[items]; these do not depend on the threads. DF_ERROR_CANCELLED: the watch
 * (may be NULL) has stopped it; then some games are DF_BOT_GAME_UNPLAYED. */
df_status df_train_play(const df_train *train, const df_piece_set *set, unsigned jobs,
                        df_watch *watch, void *context, df_bot_game_result *results);

/* Learns from the results of the next generation, in the order of its games, and ends that
 * generation. DF_ERROR_ARGUMENT: one is DF_BOT_GAME_UNPLAYED. An error changes nothing. */
df_status df_train_update(df_train *train, const df_bot_game_result *results);

/* Appends the whole state in the format `dropforge-training 1` (docs/format/training.md); a
 * training that is read back continues bit for bit. Returns the status of the text. */
df_status df_train_write(df_text *text, const df_train *train);

/* Reads such a text. */
df_status df_train_read(df_train **train, const char *text, size_t length, df_error *error);

DF_END_DECLARATIONS

#endif
