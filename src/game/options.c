#include "game/game.h"

enum { TETROMINO = 4, MOST_SOFT_FACTOR = 1000 };

static unsigned longest_side(const df_piece *piece)
{
    const df_shape *north = &piece->shape[DF_NORTH];
    return north->width > north->height ? north->width : north->height;
}

void df_play_options_resize(df_play_options *options, unsigned squares)
{
    const unsigned width = 2 * squares + 2;
    options->width = width < DF_FIELD_MAX_WIDTH ? width : DF_FIELD_MAX_WIDTH;
    options->height = 2 * squares + 12;
    options->hidden = squares;
}

void df_play_options_set(df_play_options *options, df_play_rules rules, const df_piece_set *set)
{
    unsigned squares = set == NULL ? TETROMINO : 1;
    for (size_t i = 0; set != NULL && i < set->count; i++) {
        if (set->pieces[i].size > squares)
            squares = set->pieces[i].size;
    }
    *options = (df_play_options){.rules = rules, .set = set};
    df_play_options_resize(options, squares);
    df_game_rules(rules)->set(options);
    if (set == NULL)
        options->deal = DF_PLAY_DEAL_SUPPLY;
}

df_status df_play_tetrominoes(df_piece_set **set, df_play_rules rules)
{
    if ((unsigned)rules >= DF_PLAY_RULES)
        return DF_ERROR_ARGUMENT;
    const df_piece_drawing *own = df_game_rules(rules)->tetrominoes;
    return own != NULL ? df_piece_set_create(set, own, DF_TETROMINOES)
                       : df_piece_set_tetrominoes(set);
}

df_rotation df_game_rotation(const df_play_options *options)
{
    return options->half_turns ? DF_ROTATION_SRS_180 : df_game_rules(options->rules)->rotation;
}

bool df_game_piece_fits(const df_play_options *options, const df_piece *piece)
{
    const unsigned longest = longest_side(piece);
    return piece->shape[DF_NORTH].width <= options->width && longest <= options->height &&
           longest <= options->hidden;
}

static bool is_from(unsigned least, unsigned number, unsigned most)
{
    return least <= number && number <= most;
}

static bool has_good_field(const df_play_options *options)
{
    return is_from(1, options->width, DF_FIELD_MAX_WIDTH) &&
           is_from(1, options->height, DF_FIELD_MAX_HEIGHT) &&
           is_from(1, options->hidden, DF_PIECE_MAX_SQUARES) &&
           options->height + options->hidden <= DF_FIELD_MAX_HEIGHT;
}

static bool has_good_pieces(const df_play_options *options)
{
    const df_piece_set *set = options->set;
    if (options->deal == DF_PLAY_DEAL_SUPPLY)
        return options->supply != NULL;
    if (set == NULL || (unsigned)options->deal > DF_PLAY_DEAL_SUPPLY || set->count == 0 ||
        set->count > PIECE_LIST_MOST)
        return false;
    if (options->deal == DF_PLAY_DEAL_REGISTER && set->count != DF_TETROMINOES)
        return false;
    for (size_t i = 0; i < set->count; i++) {
        if (!df_game_piece_fits(options, &set->pieces[i]))
            return false;
    }
    return true;
}

bool df_game_options_are_good(const df_play_options *options)
{
    const df_play_traits *traits = df_play_get_traits(options->rules);
    if (traits == NULL || (options->hold && !traits->hold) ||
        (options->half_turns && !traits->half_turns))
        return false;
    return has_good_field(options) && has_good_pieces(options) &&
           is_from(traits->least_level, options->level, traits->most_level) &&
           is_from(1, options->next, DF_PLAY_MAX_NEXT) &&
           is_from(0, options->shift_delay, DF_PLAY_MAX_TICKS) &&
           is_from(0, options->shift_repeat, DF_PLAY_MAX_TICKS) &&
           is_from(1, options->soft_factor, MOST_SOFT_FACTOR) &&
           is_from(1, options->lock_delay, DF_PLAY_MAX_TICKS) &&
           is_from(0, options->lock_resets, DF_PLAY_MAX_TICKS) &&
           is_from(0, options->entry_delay, DF_PLAY_MAX_TICKS) &&
           is_from(0, options->clear_delay, DF_PLAY_MAX_TICKS);
}
