/* A picture that is drawn in a game of the page (play.c). */
#include <stdlib.h>

#include "answer.h"
#include "play_pieces.h"

enum {
    TETROMINO = 4,
    USUAL_WIDTH = 10 /* to which photographs are scaled */
};

/* Of a drawing: DRAWING in game.js. */
#define STATE(member) MEMBER(df_drawing_state, member)
#define DRAWING_MEMBERS                                                                        \
    STATE(progress.squares), STATE(progress.fit), STATE(progress.wrong), STATE(progress.rows), \
        STATE(is_finished), STATE(ticks), STATE(hints), STATE(taken_back), STATE(has_hint),    \
        STATE(hint.state), STATE(hint.uneven), STATE(hint.holds), STATE(hint.to_go),           \
        STATE(hint.drop.piece), STATE(hint.drop.orientation), STATE(hint.drop.x),              \
        STATE(hint.drop.y), STATE(printer_pieces), STATE(printer_ended),                       \
        STATE(printer_finished)
static const answer_member drawing_members[] = {DRAWING_MEMBERS};

static double shown[sizeof drawing_members / sizeof drawing_members[0]];

/* Makes the picture of pixels, which are prepared in place, or a built-in one. */
static df_status make_picture(df_picture **picture, int sample, uint8_t *rgba, size_t width,
                              size_t height, bool *anchors, df_error *error)
{
    const df_preparation how = {
        .frames = 1, .max_colors = DF_TETROMINOES, .scaled_width = USUAL_WIDTH};
    df_prepared report;
    if (sample >= 0)
        return df_picture_from_sample(picture, (size_t)sample);
    df_status status = df_pixels_prepare(rgba, &width, &height, &how, &report);
    if (status == DF_OK)
        status = df_picture_from_rgba(picture, rgba, width, height, error);
    *anchors = status == DF_OK && report.empty_rows > 0;
    return status;
}

static df_status begin_picture(contest *self, df_game_options *options, bool any, bool anchors,
                               df_error *error)
{
    const df_print_options print = {.pieces =
                                        any || self->picture->color_count == 1 ? "any" : NULL,
                                    .anchors = anchors,
                                    .jobs = 1};
    df_plan *plan = NULL;
    df_status status = df_drawing_fit(options, self->picture, &print, error);
    if (status == DF_OK)
        status = df_game_create(&self->play, options);
    if (status == DF_OK)
        status = df_drawing_create(&self->drawing, self->picture, options, &print, error);
    if (status == DF_OK)
        status = df_plan_create(&plan, 1, 1, options->set);
    if (status == DF_OK)
        df_drawing_paint(self->drawing, plan);
    for (size_t i = 0; status == DF_OK && i < DF_TETROMINOES; i++) {
        if (plan->colors[i].given)
            self->pieces.colors[i] = plan->colors[i].color;
    }
    df_plan_free(plan);
    return status == DF_OK ? contest_make_bot(self) : status;
}

/* Makes a game by the guideline in which a picture is drawn: the built-in one of this number
 * or, below 0, the pixels, which are prepared. With `any` only the shape counts. */
WASM_EXPORT(begin_drawing)
int begin_drawing(int sample, uint8_t *rgba, unsigned width, unsigned height, int any, int hold,
                  unsigned preview, uint64_t seed, unsigned turns, int shift_delay,
                  int shift_repeat, unsigned soft_factor)
{
    contest *made = calloc(1, sizeof *made);
    df_error error = {0};
    bool anchors = false;
    answer_begin();
    if (made == NULL)
        return (int)answer_end(DF_ERROR_MEMORY, NULL);
    df_status status = play_pieces_make(&made->pieces, DF_GAME_GUIDELINE, TETROMINO);
    df_game_options options = df_game_defaults(DF_GAME_GUIDELINE, made->pieces.set);
    const df_game_traits *traits = df_games[DF_GAME_GUIDELINE];
    if (df_game_has_rules(traits, (df_rules)turns))
        options.rules = (df_rules)turns;
    options.seed = seed;
    options.hold = hold != 0;
    options.next = preview;
    options.clear_delay = CLEAR_TICKS;
    contest_take_handling(&options, shift_delay, shift_repeat, soft_factor);
    if (status == DF_OK)
        status = make_picture(&made->picture, sample, rgba, width, height, &anchors, &error);
    if (status == DF_OK)
        status = begin_picture(made, &options, any != 0, anchors, &error);
    if (status == DF_OK) {
        df_drawing_follow(made->drawing, made->play);
        answer_give(made);
    } else {
        game_free(made);
    }
    return (int)answer_end(status, &error);
}

/* Asks for a hint. */
WASM_EXPORT(hint) int hint(contest *self)
{
    return (int)answer_tell(df_drawing_hint(self->drawing, self->play));
}

/* Lets the printer make a drop in its own game. */
WASM_EXPORT(compare) int compare(contest *self)
{
    return (int)answer_tell(df_drawing_compare(self->drawing));
}

WASM_EXPORT(see_drawing) const double *see_drawing(contest *self)
{
    ANSWER_VIEW(shown, df_drawing_get_state(self->drawing), drawing_members);
    return shown;
}

/* The squares of the playfield, row by row from the floor, each of two bytes: a df_live_mark
 * and a colour of the picture, from 1. */
WASM_EXPORT(drawing_squares) const df_live_square *drawing_squares(contest *self)
{
    return df_drawing_get_state(self->drawing)->squares;
}

/* The picture, which is borrowed. */
WASM_EXPORT(drawing_picture) const df_picture *drawing_picture(const contest *self)
{
    return self->picture;
}
