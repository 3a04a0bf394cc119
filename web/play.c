/* The game, df_game, for JavaScript. JavaScript keeps the time: it presses buttons, and
 * calls tick sixty times a second. It reads the arrays below, whose layout web/play/game.js
 * repeats; they are valid until the next call. */
#include <stdlib.h>
#include <string.h>

#include "answer.h"
#include "core/base/array.h"
#include "dropforge/drawing.h"
#include "dropforge/omino.h"
#include "dropforge/plan.h"
#include "dropforge/view.h"
#include "play_pieces.h"

#define PLAYER "lee4"

enum {
    THINKING_TICKS = 8, /* before the bot begins with a piece */
    TICK_SAMPLES = DF_SOUND_RATE / 60
};

/* Of the options and of the state, in the order of VIEW in game.js. All are whole and below
 * 2^53. */
#define OPTION(member) MEMBER(df_game_options, member)
static const answer_member play_options[] = {OPTION(width),      OPTION(height),
                                             OPTION(hold),       OPTION(goal_lines),
                                             OPTION(goal_ticks), OPTION(garbage)};
#define STATE(member) MEMBER(df_game_state, member)
#define PLAY_STATE                                                                             \
    STATE(phase), STATE(end), STATE(tick), STATE(piece), STATE(orientation), STATE(x),         \
        STATE(y), STATE(ghost_y), STATE(held), STATE(can_hold), STATE(score), STATE(lines),    \
        STATE(pieces), STATE(level), STATE(to_next_level), STATE(last_drop.piece),             \
        STATE(last_drop.orientation), STATE(last_drop.x), STATE(last_drop.y),                  \
        STATE(last_cleared), STATE(garbage), STATE(splits[0]), STATE(splits[1]),               \
        STATE(splits[2]), STATE(splits[3]), STATE(next_count)
static const answer_member play_state[] = {PLAY_STATE};

/* Of an event: EVENT in game.js. */
#define EVENT(member) MEMBER(df_game_event, member)
#define PLAY_EVENT                                                                             \
    EVENT(kind), EVENT(clear.rows), EVENT(clear.spin), EVENT(clear.perfect),                   \
        EVENT(clear.back_to_back), EVENT(clear.combo), EVENT(clear.points), EVENT(level),      \
        EVENT(drop.piece)
static const answer_member play_event[] = {PLAY_EVENT};

/* A piece in one orientation: its rows from the bottom up, bit x for column x. */
typedef struct look {
    uint32_t width, height;
    uint32_t color; /* 0xrrggbb */
    uint32_t row[DF_PIECE_MAX_SQUARES];
} look;

static struct {
    /* The number of kinds of pieces and the rows that are drawn, where a piece is spawned above
     * the playfield; options and state; the pieces to come. */
    double view[2 + sizeof play_options / sizeof play_options[0] +
                sizeof play_state / sizeof play_state[0] + DF_GAME_MAX_NEXT];
    double happening[sizeof play_event / sizeof play_event[0]];
    look look;
    int16_t samples[TICK_SAMPLES];
} page;

WASM_EXPORT(game_free) void game_free(contest *self)
{
    if (self == NULL)
        return;
    df_match_bot_free(self->bot);
    df_drawing_free(self->drawing);
    df_picture_free(self->picture);
    df_game_free(self->play);
    df_game_record_free(self->record);
    play_pieces_free(&self->pieces);
    free(self->scores);
    free(self);
}

/* Keeps the score of each drop that has been added to the plan, if the last call went well, and
 * looks at the drawing. */
static df_status keep_scores(contest *self, df_status status)
{
    if (self->drawing != NULL)
        df_drawing_follow(self->drawing, self->play);
    const size_t count = df_game_get_state(self->play)->plan->count + 1;
    const double score = (double)df_game_get_state(self->play)->score;
    while (status == DF_OK && self->score_count < count) {
        status = ARRAY_RESERVE(self->scores, self->score_capacity, self->score_count, 1);
        if (status == DF_OK)
            self->scores[self->score_count++] = score;
    }
    return status;
}

df_status contest_make_bot(contest *self)
{
    return df_match_bot_create(&self->bot, &df_player_find(PLAYER, sizeof PLAYER - 1)->weights,
                               THINKING_TICKS);
}

void contest_take_handling(df_game_options *options, int shift_delay, int shift_repeat,
                           unsigned soft_factor)
{
    if (shift_delay >= 0)
        options->shift_delay = (unsigned)shift_delay;
    if (shift_repeat >= 0)
        options->shift_repeat = (unsigned)shift_repeat;
    if (soft_factor > 0)
        options->soft_factor = soft_factor;
}

/* Makes a game: DF_ERROR_ARGUMENT for a level that the rules do not have, or a mode that does
 * not go with them. `turns` is the number of one of the rules of the traits. The delays of
 * shifts are in ticks; -1: the usual ones; 0 is the usual factor of the soft drop. */
WASM_EXPORT(begin)
int begin(int kind, unsigned squares, unsigned level, uint64_t seed, unsigned turns,
          int shift_delay, int shift_repeat, unsigned soft_factor, unsigned number,
          int all_spins)
{
    if ((unsigned)kind >= DF_GAME_KINDS || number >= DF_GAME_MODES)
        return (int)answer_tell(DF_ERROR_ARGUMENT);
    const df_game_traits *traits = df_games[kind];
    const df_game_mode *mode = &df_game_modes[number];
    contest *made = calloc(1, sizeof *made);
    answer_begin();
    if (made == NULL)
        return (int)answer_end(DF_ERROR_MEMORY, NULL);
    df_status status = play_pieces_make(&made->pieces, (df_game_kind)kind, squares);
    df_game_options options = df_game_defaults((df_game_kind)kind, made->pieces.set);
    df_game_options_resize(&options, squares);
    options.seed = seed;
    options.level = level;
    if (df_game_has_rules(traits, (df_rules)turns))
        options.rules = (df_rules)turns;
    options.supply = df_omino_pieces_draw;
    options.supply_context = made->pieces.random;
    if (traits->delays)
        options.clear_delay = CLEAR_TICKS;
    contest_take_handling(&options, shift_delay, shift_repeat, soft_factor);
    options.all_spins = all_spins != 0;
    options.goal_lines = mode->goal_lines;
    options.goal_ticks = mode->goal_ticks;
    options.garbage = mode->garbage;
    if (status == DF_OK)
        status = df_game_create(&made->play, &options);
    if (status == DF_OK)
        status = contest_make_bot(made);
    return (int)ANSWER_MADE(made, game_free, status, NULL);
}

static df_status read_record(contest *self, const char *text, size_t length, int from,
                             df_error *error)
{
    play_pieces *pieces = &self->pieces;
    df_status status = df_game_record_read(&self->record, text, length, error);
    if (status != DF_OK)
        return status;
    const df_piece_set *set = self->record->options.set;
    pieces->color_count = set->count;
    pieces->colors = malloc(set->count * sizeof pieces->colors[0]);
    if (pieces->colors == NULL)
        return DF_ERROR_MEMORY;
    status = df_omino_set_colors(pieces->colors, set);
    self->is_watched = from < 0;
    if (status == DF_OK && self->is_watched)
        status = df_game_replay(&self->play, self->record, 0);
    else if (status == DF_OK)
        status = df_game_replay_pieces(&self->play, self->record, (unsigned)from);
    if (status == DF_OK)
        self->next = df_game_get_state(self->play)->strokes;
    return status == DF_OK ? contest_make_bot(self) : status;
}

/* Makes a game of a record, in the format dropforge-game 1. If `from` is below 0, its buttons
 * are pressed as it is played, and nobody else may press any; else it is played on from after
 * so many pieces. */
WASM_EXPORT(begin_record) int begin_record(const char *text, size_t length, int from)
{
    df_error error = {0};
    contest *made = calloc(1, sizeof *made);
    answer_begin();
    if (made == NULL)
        return (int)answer_end(DF_ERROR_MEMORY, NULL);
    const df_status status = read_record(made, text, length, from, &error);
    return (int)ANSWER_MADE(made, game_free, status, &error);
}

/* Presses the buttons that a record has for this tick. */
static df_status press_recorded(contest *self)
{
    const df_game_record *record = self->record;
    const df_game_state *state = df_game_get_state(self->play);
    df_status status = DF_OK;
    for (; status == DF_OK && self->next < record->count &&
           record->strokes[self->next].tick == state->tick;
         self->next++) {
        const df_game_stroke *stroke = &record->strokes[self->next];
        status = df_game_press(self->play, (df_game_button)stroke->button, stroke->pressed);
        status = keep_scores(self, status);
    }
    return status;
}

/* True once a record has no more ticks. */
WASM_EXPORT(has_ended) int has_ended(contest *self)
{
    const df_game_record *record = self->record;
    return self->is_watched && self->next == record->count &&
           df_game_get_state(self->play)->tick >= record->ticks;
}

WASM_EXPORT(press) int press(contest *self, int button, int pressed)
{
    const df_status status = df_game_press(self->play, (df_game_button)button, pressed != 0);
    return (int)answer_tell(keep_scores(self, status));
}

WASM_EXPORT(release) int release(contest *self)
{
    return (int)answer_tell(df_game_release(self->play));
}

WASM_EXPORT(tick) int tick(contest *self)
{
    df_status status = self->is_watched ? press_recorded(self) : DF_OK;
    if (status == DF_OK && !has_ended(self))
        status = df_game_tick(self->play);
    return (int)answer_tell(keep_scores(self, status));
}

/* Lets the bot press buttons, before each tick while it plays. */
WASM_EXPORT(act_as_bot) int act_as_bot(contest *self)
{
    const df_status status = self->drawing != NULL
                                 ? df_drawing_act(self->drawing, self->play, self->bot)
                                 : df_match_bot_act(self->bot, self->play);
    return (int)answer_tell(keep_scores(self, status));
}

/* Takes back the last piece that locked. */
WASM_EXPORT(take_back) int take_back(contest *self)
{
    const df_status status = self->drawing != NULL
                                 ? df_drawing_take_back(self->drawing, &self->play)
                                 : df_game_take_back(&self->play);
    const size_t count = df_game_get_state(self->play)->plan->count + 1;
    if (self->score_count > count)
        self->score_count = count;
    df_match_bot_forget(self->bot);
    return (int)answer_tell(status);
}

/* The bot plays no longer. */
WASM_EXPORT(forget_bot) void forget_bot(contest *self)
{
    df_match_bot_forget(self->bot);
}

WASM_EXPORT(see) const double *see(contest *self)
{
    const df_game_state *state = df_game_get_state(self->play);
    const df_game_options *options = state->options;
    double *to = page.view;
    *to++ = (double)state->set->count;
    *to++ = options->height + (options->hidden + 1) / 2;
    to = ANSWER_VIEW(to, options, play_options);
    to = ANSWER_VIEW(to, state, play_state);
    for (unsigned i = 0; i < state->next_count; i++)
        *to++ = state->next[i];
    return page.view;
}

/* The squares of the playfield, row by row from the floor: 0, 1 + the piece, or one more than
 * that of the last piece for garbage. Before the last piece locked, or now. */
WASM_EXPORT(squares) const uint16_t *squares(contest *self, int before)
{
    const df_game *play = self->play;
    return (before ? df_game_get_state(play)->before : df_game_get_state(play)->field)->square;
}

/* Orientation DF_ORIENTATIONS is that in which the piece is spawned. */
WASM_EXPORT(look) const look *look_at(contest *self, unsigned piece, unsigned orientation)
{
    const df_piece *found = &df_game_get_state(self->play)->set->pieces[piece];
    df_turns turns;
    df_turns_make(&turns, found, df_game_get_state(self->play)->options->rules);
    const df_shape *shape =
        &found->shape[orientation < DF_ORIENTATIONS ? orientation : turns.spawn];
    const play_pieces *pieces = &self->pieces;
    const df_color color = pieces->colors[piece % pieces->color_count];
    page.look = (look){
        .width = shape->width,
        .height = shape->height,
        .color = (uint32_t)color.red << 16 | (uint32_t)color.green << 8 | color.blue,
    };
    memcpy(page.look.row, shape->row, shape->height * sizeof shape->row[0]);
    return &page.look;
}

/* Of DF_PIECE_NAME_SIZE bytes, with zero bytes at its end. */
WASM_EXPORT(name) const char *name(contest *self, unsigned piece)
{
    return df_game_get_state(self->play)->set->pieces[piece].name;
}

/* How often the piece was spawned. */
WASM_EXPORT(spawned) double spawned(contest *self, unsigned piece)
{
    return (double)df_game_get_state(self->play)->spawned[piece];
}

/* Begins the sound of an event, if it has one. */
static void hear(contest *self, const df_game_event *event)
{
    static const df_frame_event events[] = {
        [DF_GAME_EVENT_TURN] = DF_EVENT_TURN,
        [DF_GAME_EVENT_LOCK] = DF_EVENT_LOCK,
        [DF_GAME_EVENT_OVER] = DF_EVENT_END,
    };
    if (event->kind == DF_GAME_EVENT_LOCK)
        self->rows_heard += event->clear.rows;
    const df_frame frame = {.event = events[event->kind], .rows_cleared = self->rows_heard};
    df_sound_follow(&self->sound, &frame);
}

/* Makes the sound of the next tick: TICK_SAMPLES samples. */
WASM_EXPORT(sound_tick) const int16_t *sound_tick(contest *self)
{
    df_sound_mix(&self->sound, page.samples, TICK_SAMPLES);
    return page.samples;
}

/* The oldest event that was not taken, or NULL. Its sound begins. */
WASM_EXPORT(poll) const double *poll(contest *self)
{
    df_game_event event;
    if (!df_game_poll(self->play, &event))
        return NULL;
    hear(self, &event);
    ANSWER_VIEW(page.happening, &event, play_event);
    return page.happening;
}

/* Answers with the drops so far as a drop list with the colours of the pieces. */
WASM_EXPORT(write_plan) int write_plan(contest *self)
{
    df_plan *plan = df_game_get_state(self->play)->plan;
    const play_pieces *pieces = &self->pieces;
    for (size_t i = 0; i < plan->set->count; i++)
        plan->colors[i] =
            (df_plan_color){.given = true, .color = pieces->colors[i % pieces->color_count]};
    const df_status status = df_drops_write(answer_begin(), plan);
    return (int)answer_end(status, NULL);
}

/* Returns how many scores there are: one more than drops. */
WASM_EXPORT(count_scores) size_t count_scores(contest *self)
{
    (void)keep_scores(self, DF_OK); /* before the first tick, too */
    return self->score_count;
}

/* Returns the score before the first drop and after each. */
WASM_EXPORT(read_scores) const double *read_scores(const contest *self)
{
    return self->scores;
}

/* Answers with the buttons so far in the format dropforge-game 1. */
WASM_EXPORT(write_record) int write_record(contest *self)
{
    const df_status status = df_game_write(answer_begin(), self->play);
    return (int)answer_end(status, NULL);
}
