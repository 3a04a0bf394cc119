/* Perfect clears: dropping the pieces of a queue so that rows clear as they fill and at last
 * nothing is left. A piece may straddle a row that clears before others of its rows do.
 *
 * df_clear_find lists the ways of one queue. A df_clear_solver answers for many queues, which a
 * df_clear_pattern stands for: which of them clear, and the best drop in a game. A
 * df_clear_catalog has all solutions of them, and tells how few suffice and what can be kept.
 * df_clear_build_ask tells which queues build something else. */
#ifndef DROPFORGE_CLEAR_H
#define DROPFORGE_CLEAR_H

#include "dropforge/board.h"

DF_BEGIN_DECLARATIONS

#define DF_CLEAR_MAX_SQUARES 64 /* columns times rows */
#define DF_CLEAR_MAX_DROPS 64

/* The bytes that a search may use by default. */
#define DF_CLEAR_USUAL_MEMORY (UINT64_C(1) << 30)

/* A search for perfect clears. Begin with all zero: the defaults, but for `set`, `field` and
 * `rows`.
 *
 * All of `rows` rows clear, and no piece comes to rest above those of them that are left. With
 * hold a piece can be put aside once before each drop: it changes places with the piece held,
 * or with the next one if none is held; after the last piece of the queue the held one may
 * still be dropped. The hold begins empty.
 *
 * Pieces move as in a playfield that is much taller than the rows: spawned high above them, and
 * freely down to them. By DF_RULES_HARDDROP, as by DF_RULES_ABOVE, they then fall straight. */
typedef struct df_clear_request {
    const df_piece_set *set; /* borrowed, as all else here */
    const df_field *field;   /* its rows from `rows` up are empty, and none is full */
    unsigned rows;           /* 1 … field->height; at most DF_CLEAR_MAX_SQUARES squares */
    const uint16_t *queue;   /* pieces of the set; not all need be dropped */
    size_t count;
    bool hold;
    df_rules rules;
    uint64_t max;    /* stop after this many ways; 0: find all */
    uint64_t nodes;  /* stop after this many playfields; 0: no limit */
    uint64_t memory; /* bytes it may use; 0: DF_CLEAR_USUAL_MEMORY */
    /* Only of df_clear_solver_best: */
    bool held;    /* queue[0] is held */
    uint64_t bag; /* bit p: the running bag still holds piece p after the queue; 0: a new one */
    df_watch *watch; /* may be NULL */
    void *watch_context;
} df_clear_request;

typedef struct df_clear_drop {
    df_drop drop; /* y as the simulator finds it */
    bool hold;    /* the piece before it in hand is put aside first */
} df_clear_drop;

typedef struct df_clear_report {
    df_outcome outcome; /* DF_LIMIT: stopped by `nodes`; there may be more */
    uint64_t ways;      /* found */
    uint64_t nodes;     /* playfields visited */
} df_clear_report;

/* Receives one way to clear, in order; `drops` is valid during the call. */
typedef df_status df_clear_visit(void *context, const df_clear_drop *drops, size_t count);

/* Finds the ways to clear, each once, in a fixed order. Ways differ in a drop or in what is
 * held; changing places with an equal piece is no other way. `visit` may be NULL. An empty
 * field with no full row is never clear already: `rows` rows are to be filled.
 * DF_ERROR_ARGUMENT: rows, squares, queue or rules outside what df_clear_request says.
 * DF_ERROR_LIMIT: the memory does not suffice. */
df_status df_clear_find(const df_clear_request *request, df_clear_visit *visit, void *context,
                        df_clear_report *report, df_error *error);

/* All perfect clears of one board as solutions: sets of places that pieces take, in whatever
 * order they are dropped. A solver is made once for a board and asked about many queues.
 * df_clear_find is faster if one way is enough, a solver for many queues. */

#define DF_CLEAR_SOLVER_MAX_ROWS 6
#define DF_CLEAR_SOLVER_MAX_SQUARES 60 /* columns times rows */
#define DF_CLEAR_SOLVER_MAX_DROPS 15
#define DF_CLEAR_SOLVER_MAX_KINDS 12 /* pieces of the set */

/* A board and its solutions. It remembers where pieces get to: use it in one thread at a
 * time. */
typedef struct df_clear_solver df_clear_solver;

/* Makes a solver of the request's set, field, rows, rules and memory; the rest of the request
 * is ignored. The set is borrowed. DF_ERROR_ARGUMENT as df_clear_find, for more rows, squares
 * or pieces than the limits above, and for pieces of unequal sizes, or of which more than
 * DF_CLEAR_SOLVER_MAX_DROPS fill the board. DF_ERROR_LIMIT: the memory does not suffice.
 * *drops (may be NULL) is how many pieces fill the board; 0 if none do. With `is_open` it is
 * only for squares that must be filled: the board need not be filled by pieces, and its other
 * catalogs are empty. */
df_status df_clear_solver_create(df_clear_solver **solver, const df_clear_request *request,
                                 bool is_open, unsigned *drops, df_error *error);
void df_clear_solver_free(df_clear_solver *solver);

/* A solution, in one order in which the queue builds it. */
typedef struct df_clear_solution {
    size_t count;
    /* For each drop the squares that it fills: bit width * y + x, in the rows of the board
     * before the first drop, where a piece may be split by rows that clear before it. */
    uint64_t squares[DF_CLEAR_SOLVER_MAX_DROPS];
    df_clear_drop drops[DF_CLEAR_SOLVER_MAX_DROPS];
    uint64_t ways; /* as df_clear_find counts them */
} df_clear_solution;

/* A drop of T that clears rows and is a spin (df_spin), which a queue must make. */
typedef enum df_clear_spins {
    DF_CLEAR_NO_SPIN,     /* none need be made */
    DF_CLEAR_ANY_SPIN,    /* mini or full */
    DF_CLEAR_SPIN_SINGLE, /* full, with at least one row */
    DF_CLEAR_SPIN_DOUBLE,
    DF_CLEAR_SPIN_TRIPLE,
} df_clear_spins;

/* Queues of one length, one after the other, and what they are asked for. Begin with all zero:
 * the defaults, but for the queues. */
typedef struct df_clear_queues {
    const uint16_t *pieces; /* count * length */
    size_t count;
    size_t length;
    bool hold;
    /* Only of df_clear_solver_ask: threads that search for solutions of single queues, where
     * all tilings are too many; 0 is 1. They share the memory. */
    unsigned jobs;
    /* Of df_clear_catalog_create and df_clear_build_ask, whose queues are in ascending order,
     * each once: only queues that make such a spin build a solution. */
    df_clear_spins spins;
    /* Only of df_clear_catalog_create. The squares that must be filled, instead of clearing
     * everything (0), and those that may be, by pieces that fill one that must be: bit width *
     * y + x, in the rows before the first drop, all empty at first. A piece may be split by
     * rows that clear before it. */
    uint64_t must;
    uint64_t may;
    /* With such squares and without spins: the pieces of a queue may come in any order, and
     * `ways` of the solutions are 0. */
    bool any_order;
    uint64_t max;    /* solutions of a queue, if each is searched on its own; 0: find all */
    df_watch *watch; /* may be NULL; not of df_clear_build_ask */
    void *watch_context;
} df_clear_queues;

/* Finds out which of the queues clear: sets clears[i] for queue i. DF_ERROR_ARGUMENT: an
 * invalid piece. DF_ERROR_LIMIT: the memory does not suffice. On failure the contents of
 * clears[] are unspecified. */
df_status df_clear_solver_ask(df_clear_solver *solver, const df_clear_queues *queues,
                              bool *clears, df_error *error);

/* Queues of one length, each once, sorted by their pieces: those that a pattern stands for. */
typedef struct df_clear_pattern {
    uint64_t *codes; /* owned; the pieces of a queue, see df_clear_pattern_piece */
    size_t count;
    size_t length;
} df_clear_pattern;

#define DF_CLEAR_PATTERN_MAX_LENGTH 20
#define DF_CLEAR_PATTERN_MAX_QUEUES 20000000

/* Reads a pattern. Letters of IOTSZJL in either case are pieces, [TIO]p2 stands for two
 * different ones of these in each order, [SZ]! for both, [TIO] for one, [^I] for any but I, and
 * * for [IOTSZJL]. Blanks and commas separate parts, semicolons and line ends patterns; #
 * begins a comment. '#Q=[S](Z)IJ', the quiz of a fumen, is the queue of its pieces, that in
 * hold first. DF_ERROR_LIMIT: more than DF_CLEAR_PATTERN_MAX_QUEUES, or
 * longer ones than DF_CLEAR_PATTERN_MAX_LENGTH. With `most` (1 to that; 0: all) only the first
 * pieces of longer queues are read, and with `any_order` only pieces in ascending order, each
 * of them for all its orders; then the queues of the pattern may be longer and more than that,
 * and what is left of them is each once, and as many at most. */
df_status df_clear_pattern_read(df_clear_pattern *pattern, const char *text, size_t length,
                                size_t most, bool any_order, df_error *error);

void df_clear_pattern_free(df_clear_pattern *pattern);

/* Returns piece `i` (DF_I … DF_L) of the queue of this code. */
unsigned df_clear_pattern_piece(const df_clear_pattern *pattern, uint64_t code, size_t i);

/* True if the pattern stands for the queue, which has as many pieces. */
bool df_clear_pattern_has(const df_clear_pattern *pattern, const uint16_t *queue);

/* The solutions of many queues, and the queues that build each: what questions about coverage
 * are answered from. */

typedef struct df_clear_catalog_item {
    /* In the order of its first queue; `ways` is the sum over all queues. */
    df_clear_solution solution;
    size_t queues;         /* that build it */
    const uint64_t *built; /* bit q % 64 of word q / 64: queue q builds it; owned */
    bool is_unique;        /* no other solution has one of its queues */
    size_t spin;           /* the drop that makes the wanted spin */
} df_clear_catalog_item;

typedef struct df_clear_catalog {
    /* Those that most queues build first; of these, those with an earlier first queue. */
    df_clear_catalog_item *items;
    size_t count;
    size_t queues;  /* asked about */
    size_t covered; /* of these, those with a solution */
    uint64_t *bits; /* of all items */
    bool limited;   /* the search for a queue ended at `max`: it may have more solutions */
} df_clear_catalog;

/* Finds all solutions of the queues: sets of places that clear everything or fill the squares.
 * DF_ERROR_ARGUMENT: an invalid piece, or queues out of order. DF_ERROR_LIMIT: the memory of
 * the solver does not suffice. */
df_status df_clear_catalog_create(df_clear_catalog **made, df_clear_solver *solver,
                                  const df_clear_queues *queues, df_error *error);
void df_clear_catalog_free(df_clear_catalog *catalog);

/* Receives the pieces of a solution in an order that builds it. */
typedef df_status df_clear_order_visit(void *context, const uint16_t *pieces, size_t count);

/* Hands out each order of pieces that builds a solution of the solver without hold, ascending.
 * DF_ERROR_ARGUMENT: the solution has other places than the solver. */
df_status df_clear_solver_orders(df_clear_solver *solver, const df_clear_solution *solution,
                                 df_clear_order_visit *visit, void *context);

#define DF_CLEAR_BUILD_MAX_ROWS 24

/* Pieces in given places of a narrow playfield. A place may be split by rows that clear before
 * its piece comes. */
typedef struct df_clear_build {
    /* The set, rules, memory and the field, of at most DF_CLEAR_BUILD_MAX_ROWS rows, in
     * which full rows clear at once; the rest is ignored. */
    df_clear_request board;
    /* A drop for each piece, at most DF_CLEAR_SOLVER_MAX_DROPS: x, and y in the rows that are
     * left when all before it are there. The queues may drop them in any order. */
    const df_drop *drops;
    size_t count;
    /* Without drops, for each square of the rows, width * y + x, the piece that fills it;
     * set->count: none. The pieces may lie in any way that fills just these squares. */
    const uint8_t *pieces;
} df_clear_build;

/* Finds out which of the queues build it: sets builds[i] for queue i. `visit` (may be NULL)
 * receives each order of pieces that builds it without hold, ascending, for each way in which
 * they can lie and some queue builds. DF_ERROR_ARGUMENT: too many rows, an invalid piece, or
 * queues out of order. DF_ERROR_INPUT: *error says which drop lies on filled squares or above
 * the rows (its line is the number of the drop, from 1). DF_ERROR_LIMIT: too many pieces, or
 * too little memory. */
df_status df_clear_build_ask(const df_clear_build *build, const df_clear_queues *queues,
                             bool *builds, df_clear_order_visit *visit, void *context,
                             df_error *error);

/* Chooses the fewest solutions that together build every queue that has a solution: chosen[]
 * has an element for each. No fewer than *least suffice. A search that `nodes` stops (0: no
 * limit) chooses *count, as few as it found, of which *least is less. */
df_status df_clear_catalog_minimize(const df_clear_catalog *catalog, uint64_t nodes,
                                    bool *chosen, size_t *count, size_t *least);

/* Pieces that can be kept after a clear: those of a queue that its solution does not drop. */
typedef struct df_clear_kept {
    uint8_t counts[DF_CLEAR_SOLVER_MAX_KINDS]; /* of each piece of the set */
    size_t queues;                             /* that can keep exactly these */
} df_clear_kept;

#define DF_CLEAR_KEPT_MAX_LENGTH 15 /* of queues that are asked for kept pieces */

/* Lists all combinations of pieces that some queue can keep, those of most queues first, and of
 * as many queues those with more of the first piece. The queues are those of the catalog; the
 * caller frees *kept. DF_ERROR_ARGUMENT: other queues, or longer ones than
 * DF_CLEAR_KEPT_MAX_LENGTH. */
df_status df_clear_catalog_list_kept(const df_clear_catalog *catalog,
                                     const df_clear_queues *queues, df_clear_kept **kept,
                                     size_t *count);

/* Finds out which of the queues can clear and keep pieces for which an expression is true. In
 * it the letter of a piece is true if one is kept, letters in a row if all of these are, as in
 * TT; and there are !, &&, || and parentheses. saves[] has an element for each queue.
 * DF_ERROR_ARGUMENT as above. DF_ERROR_INPUT: *error says what is wrong with the expression,
 * and where. */
df_status df_clear_catalog_save(const df_clear_catalog *catalog, const df_clear_queues *queues,
                                const df_piece_set *set, const char *expression, bool *saves,
                                df_error *error);

/* As the `max` of df_clear_solver_best: a board of up to 40 squares is answered exactly;
 * on others 4,200 solutions of all continuations together are played for, at least one of each;
 * all with up to six continuations. */
#define DF_CLEAR_BEST_USUAL UINT32_MAX

/* The continuations of a game. */
typedef struct df_clear_tally {
    uint64_t clear; /* by best play */
    uint64_t total;
    uint64_t most; /* no play clears more */
    bool complete; /* false: `max` left out solutions */
} df_clear_tally;

/* A first drop, and the number of continuations that clear if play goes on well. */
typedef struct df_clear_choice {
    df_clear_drop drop;
    uint64_t clear;
} df_clear_choice;

/* Finds the chance of a clear by best play in a game, as the number of continuations that
 * clear. The queue of *query has the pieces that are seen: that in hold if one is `held`, the
 * current one, and those to come; after each drop one more is seen, and one as soon as the
 * first piece is held. They come from bags that hold each piece of the set once. `max` are the
 * solutions of a continuation to play for; it only matters where each continuation is searched
 * on its own. Set, field, rows, rules and memory are those of the solver. The choices are first
 * drops with some chance, the best ones first, decided on before another piece is seen. If
 * `max` left out solutions, tally->complete is false and numbers below tally->most are lower
 * bounds. The caller frees *choices. DF_ERROR_ARGUMENT: invalid pieces, or a board that no
 * pieces fill. DF_ERROR_LIMIT: too many continuations or too little memory. */
df_status df_clear_solver_best(df_clear_solver *solver, const df_clear_request *query,
                               df_clear_choice **choices, size_t *count, df_clear_tally *tally,
                               df_error *error);

/* Receives the chance of a queue, and first drops as of df_clear_solver_best; all are valid
 * during the call. */
typedef df_status df_clear_odds_visit(void *context, const uint16_t *queue,
                                      const df_clear_tally *tally,
                                      const df_clear_choice *choices, size_t count);

/* Finds the chances of a clear by best play for all queues of query->count seen pieces, 1 to 7,
 * that begin with a new bag, together: in minutes for four rows of ten. Only `count`, `hold`
 * and the watch of *query matter. DF_ERROR_ARGUMENT: another number of pieces, more than fill
 * the board, or a board of more than 40 squares. DF_ERROR_LIMIT: the memory does not suffice. A
 * visit's status other than DF_OK stops and is returned. */
df_status df_clear_solver_odds(df_clear_solver *solver, const df_clear_request *query,
                               df_clear_odds_visit *visit, void *context, df_error *error);

DF_END_DECLARATIONS

#endif
