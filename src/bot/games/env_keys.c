#include "env_keys.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/bits.h"

struct env_keys {
    grid layout;
    const df_piece_set *set;
    bool turns_half;
    df_mover *movers; /* one for each piece */
};

df_status df_env_keys_create(env_keys **keys, const grid *g, const df_piece_set *set,
                             df_rules rules)
{
    env_keys *made = calloc(1, sizeof *made);
    if (made == NULL)
        return DF_ERROR_MEMORY;
    *made = (env_keys){
        .layout = *g, .set = set, .turns_half = df_rules_have(rules, DF_TRAIT_HALF_TURNS)};
    made->movers = calloc(set->count, sizeof made->movers[0]);
    df_status status = made->movers != NULL ? DF_OK : DF_ERROR_MEMORY;
    for (size_t i = 0; status == DF_OK && i < set->count; i++)
        status =
            df_mover_make(&made->movers[i], &set->pieces[i], g->width, df_rules_turning(rules));
    if (status == DF_OK)
        *keys = made;
    else
        df_env_keys_free(made);
    return status;
}

void df_env_keys_free(env_keys *keys)
{
    if (keys == NULL)
        return;
    free(keys->movers);
    free(keys);
}

bool df_env_keys_turn_half(const env_keys *keys)
{
    return keys->turns_half;
}

void df_env_keys_spawn(const env_keys *keys, env_faller *faller, const board *b, uint16_t piece)
{
    const grid *g = &keys->layout;
    for (unsigned y = 0; y < b->rows; y++)
        faller->rows[y] = grid_row(g, b->words, y);
    faller->count = b->rows;
    faller->piece = piece;
    faller->is_lost = false;
    faller->at.orientation = DF_NORTH;
    df_mover_spawn(&keys->movers[piece], g->height, &faller->at.x, &faller->at.y);
}

/* Moves the piece if there is room. */
static bool env_keys_move(const env_keys *keys, env_faller *faller, int x, int y)
{
    const piece_at to = {faller->at.orientation, faller->at.x + x, faller->at.y + y};
    if (!df_mover_fits(&keys->movers[faller->piece], faller->rows, faller->count, &to))
        return false;
    faller->at = to;
    return true;
}

/* The place of a piece at rest. */
static df_place env_keys_place(const env_keys *keys, env_faller *faller)
{
    const df_piece *piece = &keys->set->pieces[faller->piece];
    const unsigned o = piece->same_as[faller->at.orientation];
    faller->is_lost = faller->at.y + piece->shape[o].height > (int)keys->layout.height;
    return (df_place){
        .orientation = (uint8_t)o, .x = (uint8_t)faller->at.x, .y = (uint16_t)faller->at.y};
}

bool df_env_keys_press(const env_keys *keys, env_faller *faller, df_env_key key,
                       df_place *place)
{
    if (key == DF_ENV_KEY_LEFT || key == DF_ENV_KEY_RIGHT)
        (void)env_keys_move(keys, faller, key == DF_ENV_KEY_LEFT ? -1 : 1, 0);
    else if (key == DF_ENV_KEY_DOWN)
        (void)env_keys_move(keys, faller, 0, -1);
    else if (key >= DF_ENV_KEY_CLOCKWISE && key <= DF_ENV_KEY_HALF_TURN)
        (void)df_mover_turn(&keys->movers[faller->piece], faller->rows, faller->count,
                            DF_TURN_CLOCKWISE + (key - DF_ENV_KEY_CLOCKWISE), &faller->at);
    bool falls = env_keys_move(keys, faller, 0, -1);
    while (falls && key == DF_ENV_KEY_HARD_DROP)
        falls = env_keys_move(keys, faller, 0, -1);
    if (falls)
        return false;
    *place = env_keys_place(keys, faller);
    return true;
}

static void env_keys_mark(const env_keys *keys, const env_faller *faller, uint8_t *active)
{
    const grid *g = &keys->layout;
    const df_shape *shape = &keys->set->pieces[faller->piece].shape[faller->at.orientation];
    for (unsigned i = 0; i < shape->height; i++) {
        const int y = faller->at.y + (int)i;
        uint32_t row = y < (int)g->height ? shape->row[i] : 0;
        for (; row != 0; row &= row - 1)
            active[(size_t)y * g->width + (size_t)faller->at.x + bits_lowest(row)] = 1;
    }
}

void df_env_keys_show(const env_keys *keys, const env_faller *faller, uint8_t *active,
                      int32_t *position, const grid *g)
{
    if (active != NULL)
        memset(active, 0, (size_t)g->width * g->height);
    if (active != NULL && faller != NULL)
        env_keys_mark(keys, faller, active);
    if (position != NULL) {
        position[0] = faller != NULL ? (int32_t)faller->at.orientation : 0;
        position[1] = faller != NULL ? faller->at.x : 0;
        position[2] = faller != NULL ? faller->at.y : 0;
    }
}
