/* TETR.IO, a frame at a time. Numbers are those of the game, which calculates in doubles: their
 * order matters. */
#include "tetrio.h"

#include "core/board/mover.h"

enum {
    TETRIO_BUFFER = 20, /* rows above the playfield */
    TETRIO_LIFT = 1,    /* rows above the first of these in which a piece is spawned */
    TETRIO_SAFE = 7,    /* frames without a hard drop */
    TETRIO_MAX_RESETS = 31,
    TETRIO_MAX_TURNS = 63,
    TETRIO_MORE_TURNS = 15, /* than lock_resets, after which kicks lift no more */
    TETRIO_SLAM = 41,       /* the soft_factor of a drop to the floor */
    TETRIO_SLAM_ROWS = 400  /* of it, in a frame */
};

/* The key of a shift. */
typedef struct tetrio_shift {
    bool is_held;
    double delay, rate; /* that have passed */
} tetrio_shift;

typedef struct tetrio_game {
    const tetrio_options *options;
    df_plan *plan;
    df_field *field;
    df_mover movers[DF_TETROMINOES];
    df_dealer dealer;
    uint16_t first[DF_TETROMINOES]; /* the first bag */
    unsigned dealt;                 /* of it */
    double gravity;
    double subframe;
    tetrio_shift shift[2]; /* DF_INPUT_LEFT and DF_INPUT_RIGHT */
    unsigned last_shift;   /* of these */
    bool is_down[DF_INPUTS + 1];
    unsigned held; /* 0: nothing; else 1 + piece */
    bool has_held;
    bool has_cleared; /* the piece before cleared rows */
    bool is_beside;   /* the last shift met a wall or a square */
    bool must_lock;
    bool is_over;
    df_status status;
    /* The piece in play. */
    unsigned piece;
    piece_at at;
    double y;      /* of its box; at.y follows */
    double lowest; /* row that it has reached */
    double locking;
    unsigned safe;   /* frames */
    unsigned resets; /* moves since it fell further, */
    unsigned turns;  /* turns among them, */
    unsigned all_turns;
} tetrio_game;

/* Returns the next whole number below or equal; of rows, which are few. */
static double tetrio_floor(double value)
{
    const double whole = (double)(int64_t)value;
    return whole > value ? whole - 1 : whole;
}

static double tetrio_min(double a, double b)
{
    return a < b ? a : b;
}

static const df_mover *tetrio_mover(const tetrio_game *self)
{
    return &self->movers[self->piece];
}

static bool tetrio_fits(const tetrio_game *self, const piece_at *at)
{
    return df_mover_fits(tetrio_mover(self), self->field->row, self->field->height, at);
}

/* Returns where the piece is if its box is in that row. */
static piece_at tetrio_at(const tetrio_game *self, double y)
{
    piece_at at = self->at;
    at.y += (int)(tetrio_floor(y) - tetrio_floor(self->y));
    return at;
}

static bool tetrio_is_full(const tetrio_game *self)
{
    return !self->options->has_infinite_moves && self->resets >= self->options->lock_resets;
}

/* Lets the piece fall by at most a row, or not at all. */
static bool tetrio_sink(tetrio_game *self, double rows)
{
    const double step = 1e-6;
    double y = tetrio_floor(1e6 * (self->y - rows) + 0.5) / 1e6, next = self->y - 1;
    if (y == tetrio_floor(y))
        y -= step;
    if (next == tetrio_floor(next))
        next += 2 * step;
    const piece_at at = tetrio_at(self, y), below = tetrio_at(self, next);
    if (!tetrio_fits(self, &at) || !tetrio_fits(self, &below))
        return false;
    const bool is_further = y < self->lowest;
    if (is_further)
        self->lowest = tetrio_floor(y);
    self->at = at;
    self->y = y;
    if (is_further || self->options->has_infinite_moves)
        self->resets = self->turns = 0;
    return true;
}

static void tetrio_slam(tetrio_game *self)
{
    while (tetrio_sink(self, 1)) {
    }
}

/* True if pieces are on the floor at once. */
static bool tetrio_slams(const tetrio_game *self)
{
    const tetrio_options *options = self->options;
    const bool is_fast = self->gravity > options->height && options->may_slam;
    if (!self->is_down[DF_INPUT_SOFT_DROP])
        return is_fast;
    return (options->soft_factor == TETRIO_SLAM ||
            self->gravity * options->soft_factor > options->height) &&
           (options->soft_may_slam || is_fast);
}

/* Cuts the delay of shifts after the piece has met something. */
static void tetrio_cut(tetrio_game *self)
{
    const tetrio_options *options = self->options;
    for (unsigned i = 0; self->is_beside && options->repeat_cut != 0 && i < 2; i++) {
        self->shift[i].delay =
            tetrio_min(self->shift[i].delay, options->repeat_delay - options->repeat_cut);
        self->shift[i].rate = options->repeat_rate;
    }
}

static void tetrio_turn(tetrio_game *self, unsigned how)
{
    const df_mover *mover = tetrio_mover(self);
    const tetrio_options *options = self->options;
    const unsigned from = self->at.orientation;
    const int before = self->at.y;
    int test = 0;
    if (mover->turns.count > 0) {
        if (how >= mover->turns.count)
            return;
        piece_at at = self->at;
        test = df_mover_turn(mover, self->field->row, self->field->height, how, &at);
        /* By its SRS the game has no kicks for half turns of I. */
        if (test < 0 || (test > 0 && how == DF_TURN_HALF && self->piece == DF_I &&
                         options->rules == DF_RULES_SRS_180))
            return;
        self->at = at;
        const int lift = self->at.y - before - mover->turns.corner_y[self->at.orientation] +
                         mover->turns.corner_y[from];
        const bool keeps = !options->has_infinite_moves &&
                           self->all_turns > options->lock_resets + TETRIO_MORE_TURNS;
        if (test > 0)
            self->y = (keeps ? self->y : -tetrio_floor(-self->y) - 0.1) + lift;
    }
    self->resets += self->resets < TETRIO_MAX_RESETS;
    self->turns += self->turns < TETRIO_MAX_TURNS;
    self->all_turns++;
    tetrio_cut(self);
    if (!tetrio_is_full(self))
        self->locking = 0;
}

static void tetrio_move(tetrio_game *self)
{
    piece_at at = self->at;
    at.x += self->last_shift == DF_INPUT_LEFT ? -1 : 1;
    self->is_beside = !tetrio_fits(self, &at);
    if (self->is_beside)
        return;
    self->at = at;
    self->resets += self->resets < TETRIO_MAX_RESETS;
    if (tetrio_slams(self))
        tetrio_slam(self);
    if (!tetrio_is_full(self))
        self->locking = 0;
}

static unsigned tetrio_deal(tetrio_game *self)
{
    return self->dealt < DF_TETROMINOES ? self->first[self->dealt++]
                                        : (unsigned)df_dealer_next(&self->dealer);
}

/* True if the piece has no room, or only higher up, where it is lifted to. */
static bool tetrio_is_blocked(tetrio_game *self)
{
    piece_at at = self->at;
    int rows = 0;
    while (!tetrio_fits(self, &at)) {
        if (!self->has_cleared || !self->options->has_clutch || at.y >= self->field->height)
            return true;
        at.y++;
        rows++;
    }
    self->at = at;
    self->y += rows;
    self->lowest += rows;
    return false;
}

static void tetrio_spawn(tetrio_game *self, unsigned piece, bool is_held);

static void tetrio_hold(tetrio_game *self)
{
    if (self->has_held || !self->options->has_hold)
        return;
    const unsigned piece = self->held != 0 ? self->held - 1 : tetrio_deal(self);
    self->held = self->piece + 1;
    tetrio_spawn(self, piece, true);
    self->has_held = !self->options->has_infinite_hold;
}

static void tetrio_spawn(tetrio_game *self, unsigned piece, bool is_held)
{
    static const uint8_t turns[4] = {DF_TURNS, DF_TURN_CLOCKWISE, DF_TURN_HALF,
                                     DF_TURN_ANTICLOCKWISE};
    const tetrio_options *options = self->options;
    const unsigned row = options->height + TETRIO_LIFT;
    const unsigned quarters =
        !options->turns_first
            ? 0
            : (3U * self->is_down[DF_INPUT_ANTICLOCKWISE] + self->is_down[DF_INPUT_CLOCKWISE] +
               2U * self->is_down[DF_INPUT_HALF_TURN]) %
                  4;
    tetrio_cut(self);
    self->is_beside = self->must_lock = false;
    self->has_held &= is_held;
    self->piece = piece;
    self->at = (piece_at){.orientation = DF_NORTH};
    df_mover_spawn(tetrio_mover(self), row, &self->at.x, &self->at.y);
    self->y = options->height + 2.04;
    self->lowest = options->height + 2;
    self->locking = 0;
    self->resets = self->turns = self->all_turns = 0;
    self->is_over = tetrio_is_blocked(self);
    if (!self->is_over && options->holds_first && self->is_down[DF_INPUTS] && !is_held) {
        tetrio_hold(self);
        return;
    }
    if (!self->is_over && turns[quarters] != DF_TURNS)
        tetrio_turn(self, turns[quarters]);
    if (!self->is_over && tetrio_slams(self))
        tetrio_slam(self);
}

static void tetrio_lock(tetrio_game *self)
{
    df_plan *plan = self->plan;
    const df_piece *piece = &plan->set->pieces[self->piece];
    const df_drop drop = {.piece = (uint16_t)self->piece,
                          .orientation = piece->same_as[self->at.orientation],
                          .x = (uint8_t)self->at.x,
                          .y = (uint16_t)self->at.y};
    const unsigned top = (unsigned)self->at.y + piece->shape[self->at.orientation].height;
    df_landing landing;
    self->is_over =
        df_drop_apply(self->field, plan->set, &drop, plan->rules, &landing) != DF_REFUSAL_NONE;
    if (self->is_over)
        return;
    self->status = df_plan_add(plan, drop);
    plan->height = top > plan->height ? (uint16_t)top : plan->height;
    self->has_cleared = landing.cleared_count > 0;
    tetrio_spawn(self, tetrio_deal(self), false);
}

/* Lets the piece fall for a part of a frame, and lock if it lies. */
static void tetrio_fall(tetrio_game *self, double part)
{
    const tetrio_options *options = self->options;
    const double factor = options->soft_factor;
    const piece_at below = tetrio_at(self, self->y - 1);
    double rows = self->gravity * part;
    self->safe -= self->safe > 0;
    if (self->is_down[DF_INPUT_SOFT_DROP])
        rows = factor == TETRIO_SLAM           ? TETRIO_SLAM_ROWS * part
               : rows * factor > 0.05 * factor ? rows * factor
                                               : 0.05 * factor;
    if (tetrio_is_full(self) && !tetrio_fits(self, &below)) {
        rows = TETRIO_BUFFER;
        self->must_lock = true;
    }
    const double many = options->lock_resets + TETRIO_MORE_TURNS;
    if (!options->has_infinite_moves && self->turns > many)
        rows += 0.5 * part * (self->turns - many);
    for (; rows > 0; rows -= tetrio_min(1, rows)) {
        if (tetrio_sink(self, tetrio_min(1, rows)))
            continue;
        self->locking += part;
        if (self->locking > options->lock_time || self->must_lock || tetrio_is_full(self)) {
            self->safe = options->is_safe ? TETRIO_SAFE : self->safe;
            tetrio_lock(self);
        }
        return;
    }
}

/* Repeats a shift whose key is held. */
static void tetrio_repeat(tetrio_game *self, unsigned input, double part)
{
    const tetrio_options *options = self->options;
    tetrio_shift *shift = &self->shift[input];
    if (!shift->is_held || self->last_shift != input)
        return;
    const double missing = options->repeat_delay - shift->delay;
    const double over = part - (missing > 0 ? missing : 0);
    shift->delay = tetrio_min(shift->delay + part, options->repeat_delay);
    if (shift->delay < options->repeat_delay)
        return;
    shift->rate += over > 0 ? over : 0;
    if (shift->rate < options->repeat_rate)
        return;
    /* More times would not change anything. */
    double times = options->width;
    if (options->repeat_rate > 0)
        times = tetrio_floor(tetrio_min(shift->rate / options->repeat_rate, 1e9));
    shift->rate -= options->repeat_rate * times;
    for (times = tetrio_min(times, options->width); times > 0; times--)
        tetrio_move(self);
}

static void tetrio_pass(tetrio_game *self, double subframe)
{
    if (subframe <= self->subframe || self->is_over)
        return;
    const double part = subframe - self->subframe;
    tetrio_repeat(self, DF_INPUT_LEFT, part);
    tetrio_repeat(self, DF_INPUT_RIGHT, part);
    tetrio_fall(self, part);
    self->subframe = subframe;
}

static void tetrio_press(tetrio_game *self, const tetrio_event *event)
{
    const tetrio_options *options = self->options;
    switch (event->input) {
    case DF_INPUT_LEFT:
    case DF_INPUT_RIGHT:
        self->shift[event->input] = (tetrio_shift){
            true, event->is_hoisted ? options->repeat_delay - options->repeat_cut : 0,
            options->repeat_rate};
        self->last_shift = event->input;
        tetrio_move(self);
        break;
    case DF_INPUT_CLOCKWISE:
        tetrio_turn(self, DF_TURN_CLOCKWISE);
        break;
    case DF_INPUT_ANTICLOCKWISE:
        tetrio_turn(self, DF_TURN_ANTICLOCKWISE);
        break;
    case DF_INPUT_HALF_TURN:
        if (options->has_half_turns)
            tetrio_turn(self, DF_TURN_HALF);
        break;
    case DF_INPUT_HARD_DROP:
        if (options->has_hard_drop && self->safe == 0) {
            tetrio_slam(self);
            tetrio_lock(self);
        }
        break;
    case DF_INPUTS:
        tetrio_hold(self);
        break;
    default:
        break;
    }
}

static void tetrio_release(tetrio_game *self, const tetrio_event *event)
{
    if (event->input > DF_INPUT_RIGHT)
        return;
    tetrio_shift *other = &self->shift[event->input ^ 1];
    self->shift[event->input].is_held = false;
    self->shift[event->input].delay = 0;
    if (other->is_held)
        self->last_shift = event->input ^ 1;
    if (self->options->cancels)
        *other = (tetrio_shift){other->is_held, 0, self->options->repeat_rate};
}

static void tetrio_frame(tetrio_game *self, uint32_t frame, const tetrio_event **event,
                         const tetrio_event *end)
{
    self->subframe = 0;
    for (; *event < end && (*event)->frame <= frame && !self->is_over; ++*event) {
        tetrio_pass(self, (*event)->subframe);
        if (self->is_over)
            return;
        self->is_down[(*event)->input] = (*event)->is_down;
        ((*event)->is_down ? tetrio_press : tetrio_release)(self, *event);
    }
    tetrio_pass(self, 1);
    if (frame + 1 > self->options->gravity_margin)
        self->gravity += self->options->gravity_increase / 60;
}

/* Deals the first pieces. False: the width or the rules are none for games. */
static bool tetrio_begin(tetrio_game *self)
{
    const tetrio_options *options = self->options;
    for (unsigned i = 0; i < DF_TETROMINOES; i++) {
        if (df_mover_make(&self->movers[i], &self->plan->set->pieces[i], options->width,
                          options->rules) != DF_OK)
            return false;
    }
    if (df_dealer_begin(&self->dealer, DF_DEAL_TETRIO, DF_TETROMINOES, NULL, 0, options->seed,
                        0) != DF_OK)
        return false;
    for (unsigned i = 0; i < DF_TETROMINOES; i++)
        self->first[i] = (uint16_t)df_dealer_next(&self->dealer);
    for (unsigned i = 0; options->skips_szo && i < DF_TETROMINOES; i++) {
        const uint16_t piece = self->first[0];
        if (piece != DF_S && piece != DF_Z && piece != DF_O)
            break;
        for (unsigned j = 1; j < DF_TETROMINOES; j++)
            self->first[j - 1] = self->first[j];
        self->first[DF_TETROMINOES - 1] = piece;
    }
    self->gravity = options->gravity;
    self->last_shift = DF_INPUT_LEFT;
    tetrio_spawn(self, tetrio_deal(self), false);
    return true;
}

df_status df_tetrio_play(df_plan **plan, const df_piece_set *set, const tetrio_options *options,
                         const tetrio_event *events, size_t count, uint32_t frames,
                         bool *is_over)
{
    tetrio_game self = {.options = options};
    df_status status = df_plan_create(&self.plan, options->width, options->height, set);
    if (status == DF_OK)
        status = df_field_create(&self.field, options->width, options->height + TETRIO_BUFFER);
    if (status == DF_OK) {
        self.plan->rules = options->rules;
        status = tetrio_begin(&self) ? DF_OK : DF_ERROR_ARGUMENT;
    }
    const tetrio_event *event = events;
    for (uint32_t i = 0; status == DF_OK && i < frames && !self.is_over; i++) {
        tetrio_frame(&self, i, &event, events + count);
        status = self.status;
    }
    df_field_free(self.field);
    if (status != DF_OK) {
        df_plan_free(self.plan);
        return status;
    }
    for (unsigned i = 0; i < DF_TETROMINOES; i++)
        self.plan->colors[i] = (df_plan_color){true, df_guideline_colors[i]};
    *plan = self.plan;
    *is_over = self.is_over;
    return DF_OK;
}
