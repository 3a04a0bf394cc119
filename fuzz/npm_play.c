/* Acts of the target of the npm package's glue: bots, the games that they play, boards for
 * learners. */
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "dropforge/bot.h"
#include "npm_stage.h"

enum {
    WIDTH = 8, /* of most boards, which are small: all of one size take the same ways */
    HEIGHT = 12,
    MAX_KNOWN = 4,
    MAX_RANKED = 6,
    MAX_PLAYED = 6, /* drops in one act */
    REACHES = DF_RULES
};

/* --- bots --- */

void act_weights(void)
{
    static const char *const names[] = {"dropforge", "lee4", "dt10", "bcts", "nobody", ""};
    static const char *const texts[] = {
        "dropforge-weights 1\nfeature holes -4\nfeature landing-height -1.5\n",
        "dropforge-weights 1\nfeature cumulative-wells 0.000000000001\nscore-before-clear\n",
        "dropforge-weights 1\n",
    };
    const bool is_read = input_byte() % 2 == 0;
    size_t length;
    if (!stage_has_room())
        return;
    char *text = is_read ? INPUT_TEXT(texts, &length) : INPUT_TEXT(names, &length);
    stage_take(WEIGHTS, is_read ? weights_read(text, length) : weights_find(text, length));
    free(text);
}

/* Returns weights; if there are none yet, those of a player. */
static const df_weights *need_weights(void)
{
    const thing *found = stage_find(WEIGHTS);
    if (found == NULL)
        found = stage_take(WEIGHTS, weights_find("lee4", 4));
    MUST(found != NULL);
    return found->made;
}

void act_players(void)
{
    MUST(is_told(players_tell()));
}

/* As JavaScript has checked it: sides up to 64 and 1024, one of the ways to reach. */
static void take_size(double *wishes)
{
    const unsigned width = input_size(WIDTH), height = input_size(HEIGHT);
    wishes[0] = width <= DF_FIELD_MAX_WIDTH ? width : DF_FIELD_MAX_WIDTH;
    wishes[1] = height <= DF_FIELD_MAX_HEIGHT ? height : DF_FIELD_MAX_HEIGHT;
}

static void take_bot_wishes(double wishes[6])
{
    take_size(wishes);
    wishes[2] = input_byte() % REACHES;
    wishes[3] = input_size(3);
    wishes[4] = input_size(4);
    wishes[5] = input_byte() % 2;
}

/* The pieces of another object, and the board of the wishes. */
static void remember_board(thing *kept, const thing *from, const double *wishes)
{
    kept->pieces = from->pieces;
    kept->set = from->set;
    kept->width = (unsigned)wishes[0];
    kept->height = (unsigned)wishes[1];
}

void act_bot(void)
{
    double wishes[6];
    if (!stage_has_room())
        return;
    const df_weights *weights = need_weights();
    if (!stage_has_room())
        return;
    const thing *pieces = stage_pieces();
    take_bot_wishes(wishes);
    thing *kept =
        stage_has_room() ? stage_take(BOT, bot_make(pieces->made, weights, wishes)) : NULL;
    if (kept != NULL)
        remember_board(kept, pieces, wishes);
}

/* No row is full, or wider than the board. To be freed. */
uint64_t *input_rows(unsigned width, unsigned height)
{
    const uint64_t full = width < 64 ? (UINT64_C(1) << width) - 1 : UINT64_MAX;
    uint64_t *rows = calloc(height + 1, sizeof *rows);
    const unsigned filled = input_size(height);
    MUST(rows != NULL);
    for (unsigned y = 0; y < height && y < filled && input_left() > 0; y++) {
        rows[y] = (width > 8 ? input_long() : input_byte()) & full;
        rows[y] -= rows[y] == full && full > 0;
    }
    return rows;
}

void act_rank(void)
{
    const thing *bot = stage_need(BOT, act_bot);
    if (bot == NULL)
        return;
    uint64_t *rows = input_rows(bot->width, bot->height);
    const size_t count = input_byte() % (MAX_KNOWN + 1);
    uint16_t *known = input_indices(bot->set, count);
    const int held = (int)input_size((unsigned)bot->set->count) - 1;
    const size_t max = input_size(MAX_RANKED) & UINT16_MAX;
    (void)is_told(bot_rank(bot->made, bot->pieces, rows, known, count, held, max));
    free(known);
    free(rows);
}

/* --- games of bots --- */

void act_contest(void)
{
    const thing *bot = stage_need(BOT, act_bot);
    double wishes[6];
    if (bot == NULL || !stage_has_room())
        return;
    const df_weights *weights = need_weights();
    take_bot_wishes(wishes);
    const unsigned deal = input_byte() % (DF_DEAL_TETRIO + 1);
    const size_t count = deal == DF_DEAL_GIVEN ? input_byte() % 8 : 0;
    const uint64_t seed = input_long(), number = input_size(3);
    const double lines = input_count(), max = input_count();
    if (!stage_has_room())
        return;
    thing *given = stage_keep(NUMBERS, input_indices(bot->set, count));
    thing *kept =
        stage_take(CONTEST, contest_make(bot->pieces, weights, wishes, deal, given->made, count,
                                         seed, number, lines, max));
    if (kept != NULL)
        remember_board(kept, bot, wishes);
}

void act_play(void)
{
    const thing *contest = stage_need(CONTEST, act_contest);
    if (contest == NULL)
        return;
    const size_t max = input_byte() % (MAX_PLAYED + 1);
    MUST(is_done(contest_play(contest->made, max)));
    MUST(check_drops(answer_address(), answer_length(), contest->set) <= max);
    MUST(is_told(contest_tell(contest->made)));
    const uint64_t *rows = contest_rows(contest->made);
    for (unsigned y = 0; y < contest->height; y++)
        MUST(contest->width == 64 || rows[y] >> contest->width == 0);
}

/* --- boards for learners --- */

void act_env(void)
{
    double wishes[11];
    if (!stage_has_room())
        return;
    const thing *pieces = stage_pieces();
    take_size(wishes);
    const unsigned boards = input_size(3);
    wishes[2] = boards > 0 ? boards : 1; /* Env refuses 0 */
    wishes[3] = input_byte() % REACHES;
    wishes[4] = input_size(3);
    wishes[5] = input_byte() % 2;
    wishes[6] = input_byte() % (DF_DEAL_TETRIO + 1);
    wishes[7] = input_count();
    wishes[8] = input_byte() % (DF_ENV_REWARD_PIECES + 1);
    wishes[9] = input_number() % (1u << DF_FEATURES);
    wishes[10] = input_byte() % 2;
    const size_t count = wishes[6] == (double)DF_DEAL_GIVEN ? input_byte() % 8 : 0;
    if (!stage_has_room())
        return;
    thing *given = stage_keep(NUMBERS, input_indices(pieces->set, count));
    thing *kept = stage_take(ENV, env_make(pieces->made, wishes, given->made, count));
    if (kept == NULL)
        return;
    remember_board(kept, pieces, wishes);
    kept->count = (size_t)wishes[2];
    MUST(is_told(env_tell(kept->made)));
}

/* How many actions there are for each board: they are numbered by rows last. */
static size_t count_actions(const thing *env)
{
    const char *told = "{\"actions\":";
    MUST(is_told(env_tell(env->made)));
    MUST(strncmp(answer_address(), told, strlen(told)) == 0);
    return (size_t)strtoull(answer_address() + strlen(told), NULL, 10);
}

/* A legal action on each board, or now and then any number. */
void act_step(void)
{
    const thing *env = stage_need(ENV, act_env);
    if (env == NULL)
        return;
    const size_t actions = count_actions(env);
    const df_env_arrays *seen = env_observe(env->made);
    int64_t *chosen = calloc(env->count, sizeof *chosen);
    MUST(chosen != NULL);
    for (size_t board = 0; board < env->count; board++) {
        const unsigned choice = input_byte();
        size_t at = choice % actions;
        for (size_t tried = 0; tried < actions && !seen->mask[board * actions + at]; tried++)
            at = (at + 1) % actions;
        chosen[board] = choice < 250 ? (int64_t)at : (int64_t)input_long();
    }
    (void)is_done(env_step(env->made, chosen));
    free(chosen);
}

static void check_seen(const thing *env, const df_env_arrays *seen, size_t actions)
{
    const size_t squares = (size_t)env->width * env->height;
    for (size_t i = 0; i < env->count * squares; i++)
        MUST(seen->field[i] <= 1);
    for (size_t i = 0; i < env->count * actions; i++)
        MUST(seen->mask[i] <= 1);
    for (size_t i = 0; i < env->count; i++) {
        MUST(seen->held[i] >= -1 && seen->held[i] < (int32_t)env->set->count);
        MUST(seen->terminated[i] <= 1 && seen->truncated[i] <= 1);
    }
}

void act_look(void)
{
    const thing *env = stage_need(ENV, act_env);
    if (env == NULL)
        return;
    const unsigned way = input_byte() % 4;
    const size_t board = input_size((unsigned)env->count), actions = count_actions(env);
    if (way == 0)
        env_reset(env->made, input_long());
    else if (way == 1)
        (void)is_done(env_begin(env->made, board, input_long(), input_size(3)));
    check_seen(env, env_observe(env->made), actions);
    const unsigned orientation = input_byte() % DF_ORIENTATIONS;
    const unsigned x = input_size(WIDTH) % DF_FIELD_MAX_WIDTH;
    const unsigned y = input_size(HEIGHT) % DF_FIELD_MAX_HEIGHT;
    const double action = env_action(env->made, orientation, x, y, input_byte() % 2);
    MUST(action >= -1 && action < (double)actions);
    (void)is_told(
        env_choice(env->made, board, way == 3 ? (int64_t)input_long() : (int64_t)action));
}
