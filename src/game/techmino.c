/* Techmino, a frame at a time: custom games in which nothing falls by itself. */
#include "techmino.h"

#include "core/board/mover.h"

enum {
    TECHMINO_ROWS = 20,
    TECHMINO_ABOVE = 20, /* rows above the playfield */
    TECHMINO_START = 180 /* frames before the first piece */
};

typedef struct techmino_game {
    const techmino_replay *given;
    df_plan *plan;
    df_field *field;
    df_mover movers[DF_TETROMINOES];
    size_t taken;  /* of the queue */
    unsigned held; /* 0: nothing; else 1 + piece */
    bool is_down[TECHMINO_KEYS];
    int direction;   /* of shifts that repeat: -1, 1 or 0 */
    unsigned moving; /* frames of a shift */
    int falling;     /* frames of a soft drop; below 0: none */
    double delay;    /* until a soft drop falls; of the game, whose unit is its gravity */
    bool is_over;
    df_status status;
    unsigned piece; /* in play */
    piece_at at;
    int lowest; /* row of its box */
} techmino_game;

/* The delay of a row without a soft drop, for ever. */
static const double techmino_gravity = 1e99;

static bool techmino_move(techmino_game *self, int x, int y)
{
    piece_at at = self->at;
    at.x += x;
    at.y += y;
    if (!df_mover_fits(&self->movers[self->piece], self->field->row, self->field->height, &at))
        return false;
    self->at = at;
    return true;
}

static void techmino_sink(techmino_game *self)
{
    while (techmino_move(self, 0, -1)) {
    }
}

/* Follows a move: a fast soft drop goes on, and a row that is new begins the delay. */
static void techmino_settle(techmino_game *self)
{
    const techmino_replay *given = self->given;
    if (given->drop_repeat == 0 && self->is_down[TECHMINO_SOFT_DROP] &&
        self->falling >= (int)given->drop_delay)
        techmino_sink(self);
    const int row = self->at.y - self->movers[self->piece].turns.corner_y[self->at.orientation];
    if (row < self->lowest) {
        self->lowest = row;
        self->delay = techmino_gravity;
    }
}

static void techmino_fall(techmino_game *self)
{
    if (techmino_move(self, 0, -1))
        techmino_settle(self);
}

/* Shifts by a column, or as far as possible. */
static bool techmino_shift(techmino_game *self, int direction, bool whole)
{
    const int before = self->at.x;
    while (techmino_move(self, direction, 0)) {
        techmino_settle(self);
        if (!whole)
            break;
    }
    return self->at.x != before;
}

static void techmino_turn(techmino_game *self, unsigned how)
{
    const df_mover *mover = &self->movers[self->piece];
    piece_at at = self->at;
    const int test = df_mover_turn(mover, self->field->row, self->field->height, how, &at);
    if (how == DF_TURN_HALF)
        self->plan->rules = DF_RULES_SRS_180;
    if (test < 0 || (test > 0 && how == DF_TURN_HALF)) /* half turns have no kicks */
        return;
    self->at = at;
    techmino_settle(self);
}

static void techmino_enter(techmino_game *self, unsigned piece)
{
    const df_mover *mover = &self->movers[piece];
    self->piece = piece;
    self->at = (piece_at){.orientation = DF_NORTH};
    df_mover_spawn(mover, TECHMINO_ROWS, &self->at.x, &self->at.y);
    self->lowest = self->at.y - mover->turns.corner_y[DF_NORTH];
    self->delay = techmino_gravity;
    self->is_over = !techmino_move(self, 0, 0);
    techmino_settle(self);
}

/* Brings the next piece of the queue, after which the game is lost. */
static void techmino_spawn(techmino_game *self)
{
    if (self->taken < self->given->count)
        techmino_enter(self, self->given->queue[self->taken++]);
    else
        self->is_over = true;
}

static void techmino_hold(techmino_game *self)
{
    const unsigned held = self->held;
    self->held = self->piece + 1;
    if (held == 0)
        techmino_spawn(self);
    else
        techmino_enter(self, held - 1);
}

static void techmino_lock(techmino_game *self)
{
    df_plan *plan = self->plan;
    const df_piece *piece = &plan->set->pieces[self->piece];
    df_landing landing;
    techmino_sink(self);
    const df_drop drop = {.piece = (uint16_t)self->piece,
                          .orientation = piece->same_as[self->at.orientation],
                          .x = (uint8_t)self->at.x,
                          .y = (uint16_t)self->at.y};
    const unsigned top = (unsigned)self->at.y + piece->shape[self->at.orientation].height;
    self->is_over = df_drop_apply(self->field, plan->set, &drop, DF_RULES_SRS_180, &landing) !=
                    DF_REFUSAL_NONE;
    if (self->is_over)
        return;
    self->status = df_plan_add(plan, drop);
    plan->height = top > plan->height ? (uint16_t)top : plan->height;
    techmino_spawn(self);
}

/* Does what a key does that goes down while a piece is in play. */
static void techmino_act(techmino_game *self, unsigned key)
{
    const techmino_replay *given = self->given;
    switch (key) {
    case TECHMINO_LEFT:
    case TECHMINO_RIGHT:
        self->moving = techmino_shift(self, self->direction, false) ? 0 : given->shift_delay;
        break;
    case TECHMINO_CLOCKWISE:
        techmino_turn(self, DF_TURN_CLOCKWISE);
        break;
    case TECHMINO_ANTICLOCKWISE:
        techmino_turn(self, DF_TURN_ANTICLOCKWISE);
        break;
    case TECHMINO_HALF_TURN:
        techmino_turn(self, DF_TURN_HALF);
        break;
    case TECHMINO_HARD_DROP:
        techmino_lock(self);
        break;
    case TECHMINO_SOFT_DROP:
        self->falling = 0;
        techmino_fall(self);
        if (given->drop_delay == 0) {
            techmino_fall(self);
            if (given->drop_repeat == 0)
                techmino_sink(self);
        }
        break;
    case TECHMINO_HOLD:
        techmino_hold(self);
        break;
    case TECHMINO_TO_LEFT:
    case TECHMINO_TO_RIGHT:
        (void)techmino_shift(self, key == TECHMINO_TO_LEFT ? -1 : 1, true);
        break;
    default:
        techmino_sink(self);
        techmino_settle(self);
        break;
    }
}

static void techmino_press(techmino_game *self, unsigned key, bool plays)
{
    /* Turns, hard drops and the hold do not act on the next piece: they are up again at once.
     * Only those from before the first piece wait for it. */
    self->is_down[key] = key <= TECHMINO_RIGHT || key == TECHMINO_SOFT_DROP || !plays;
    if (key <= TECHMINO_RIGHT)
        self->direction = key == TECHMINO_LEFT ? -1 : 1;
    if (plays)
        techmino_act(self, key);
}

/* Repeats a shift whose key is held. */
static void techmino_repeat(techmino_game *self)
{
    const unsigned delay = self->given->shift_delay, repeat = self->given->shift_repeat;
    if (self->direction == 0) {
        self->direction = self->is_down[TECHMINO_LEFT]    ? -1
                          : self->is_down[TECHMINO_RIGHT] ? 1
                                                          : 0;
        self->moving = self->direction != 0 ? 0 : self->moving;
    } else if (!self->is_down[self->direction < 0 ? TECHMINO_LEFT : TECHMINO_RIGHT]) {
        self->direction = 0;
    } else if (repeat == 0) {
        if (self->moving == delay)
            (void)techmino_shift(self, self->direction, true);
        else
            self->moving++;
    } else {
        if (self->moving == delay + repeat || self->moving == delay)
            self->moving =
                techmino_shift(self, self->direction, false) ? delay : delay + repeat - 1;
        self->moving++;
    }
}

/* Lets a soft drop whose key is held fall. */
static void techmino_drop(techmino_game *self)
{
    const double repeat = self->given->drop_repeat;
    self->falling = self->is_down[TECHMINO_SOFT_DROP] ? self->falling + 1 : -1;
    if (self->falling < 0 || self->falling < (int)self->given->drop_delay)
        return;
    if (repeat == 0) {
        techmino_sink(self);
        techmino_settle(self);
        return;
    }
    const piece_at before = self->at;
    if (!techmino_move(self, 0, -1))
        return;
    self->at = before;
    self->delay -= techmino_gravity / repeat;
    if (self->delay <= 0) {
        self->delay += techmino_gravity;
        techmino_fall(self);
    }
}

/* Brings the first piece, on which the keys act that are down. */
static void techmino_begin(techmino_game *self)
{
    bool *is_down = self->is_down;
    techmino_spawn(self);
    if (is_down[TECHMINO_HOLD] && !self->is_over)
        techmino_hold(self);
    const bool clockwise = is_down[TECHMINO_CLOCKWISE];
    const bool anticlockwise = is_down[TECHMINO_ANTICLOCKWISE];
    if (is_down[TECHMINO_HALF_TURN] || (clockwise && anticlockwise))
        techmino_turn(self, DF_TURN_HALF);
    else if (clockwise || anticlockwise)
        techmino_turn(self, clockwise ? DF_TURN_CLOCKWISE : DF_TURN_ANTICLOCKWISE);
    if (is_down[TECHMINO_HARD_DROP] && !self->is_over)
        techmino_lock(self);
}

static void techmino_frame(techmino_game *self, uint32_t frame)
{
    if (frame + 1 <= TECHMINO_START) {
        if (frame + 1 == TECHMINO_START)
            techmino_begin(self);
        self->moving = self->direction == 0                      ? 0
                       : self->moving < self->given->shift_delay ? self->moving + 1
                                                                 : self->moving;
        return;
    }
    techmino_repeat(self);
    techmino_drop(self);
}

/* Plays until the keys end. */
static df_status techmino_run(techmino_game *self)
{
    const techmino_replay *given = self->given;
    for (uint32_t frame = 0, i = 0; i < given->key_count && !self->is_over; frame++) {
        for (; i < given->key_count && given->keys[i].frame <= frame && !self->is_over; i++) {
            const unsigned key = given->keys[i].key;
            if (key > TECHMINO_UP)
                self->is_down[key - TECHMINO_UP] = false;
            else
                techmino_press(self, key, frame >= TECHMINO_START);
        }
        if (!self->is_over)
            techmino_frame(self, frame);
        if (self->status != DF_OK)
            return self->status;
    }
    return DF_OK;
}

df_status df_techmino_play(df_plan **plan, const df_piece_set *set,
                           const techmino_replay *given, bool *is_over)
{
    techmino_game self = {.given = given, .falling = -1};
    df_status status = df_plan_create(&self.plan, 10, TECHMINO_ROWS, set);
    if (status == DF_OK)
        status = df_field_create(&self.field, 10, TECHMINO_ROWS + TECHMINO_ABOVE);
    for (unsigned i = 0; status == DF_OK && i < DF_TETROMINOES; i++)
        status = df_mover_make(&self.movers[i], &set->pieces[i], 10, DF_RULES_SRS_180);
    if (status == DF_OK) {
        self.plan->rules = DF_RULES_SRS;
        status = techmino_run(&self);
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
