/* Printing in games that are dealt here: to the end, with garbage and other drops on the way,
 * and where it cannot be done. */
#include <stdio.h>
#include <string.h>

#include "core/board/drop.h"
#include "dropforge/print.h"
#include "tests/support/alloc.h"
#include "tests/support/bitmaps.h"

#define SHOWN 6
#define MAX_DROPS 600
#define MAX_NODES 600000 /* of an answer: the limit, and what a level may have beyond it */

/* A game with a printer. */
typedef struct live_game {
    bitmap map;
    df_picture *picture;
    df_plan_deal deal;
    df_print_options options;
    df_live_printer *printer;
    df_dealer dealer;
    df_plan *colors; /* the colours of the pieces */
    df_field *field;
    uint16_t queue[SHOWN];
    unsigned shown;
    int held;
    unsigned drops;
} live_game;

static void game_begin_on(live_game *self, unsigned columns, unsigned rows, const char *drawing,
                          df_deal deal, bool hold, const char *pieces, uint64_t seed)
{
    *self = (live_game){.map = bitmap_read(drawing), .held = -1, .shown = SHOWN};
    self->picture = bitmap_picture(&self->map);
    self->deal = (df_plan_deal){.deal = deal, .hold = hold, .seed = seed};
    self->options = (df_print_options){
        .deal = &self->deal, .pieces = pieces, .width = columns, .height = rows};
    assert_status(
        df_live_printer_create(&self->printer, self->picture, shared_set, &self->options, NULL),
        DF_OK);
    assert_status(df_live_printer_make_plan(&self->colors, self->printer), DF_OK);
    assert_int_equal(self->colors->width, columns);
    assert_int_equal(self->colors->height, rows);
    assert_status(df_field_create(&self->field, columns, rows + 10), DF_OK);
    assert_status(df_dealer_begin(&self->dealer, deal, DF_TETROMINOES, NULL, 0, seed, 0),
                  DF_OK);
    for (unsigned i = 0; i < SHOWN; i++)
        self->queue[i] = (uint16_t)df_dealer_next(&self->dealer);
}

static void game_begin(live_game *self, const char *drawing, df_deal deal, bool hold,
                       const char *pieces, uint64_t seed)
{
    game_begin_on(self, 6, 14, drawing, deal, hold, pieces, seed);
}

static void game_end(live_game *self)
{
    df_live_printer_free(self->printer);
    df_plan_free(self->colors);
    df_field_free(self->field);
    df_picture_free(self->picture);
}

static df_status game_choose(live_game *self, df_live_answer *answer)
{
    const df_live_view view = {self->field, self->queue, self->shown, self->held, false};
    return df_live_printer_choose(self->printer, &view, answer);
}

/* Takes the current piece from the queue, or the other one. */
static unsigned game_take(live_game *self, bool holds)
{
    const int current = self->queue[0];
    int taken = current;
    unsigned count = 1;
    if (holds) {
        taken = self->held >= 0 ? self->held : self->queue[1];
        count = self->held >= 0 ? 1 : 2;
        self->held = current;
    }
    for (unsigned i = 0; i + count < SHOWN; i++)
        self->queue[i] = self->queue[i + count];
    for (unsigned i = SHOWN - count; i < SHOWN; i++)
        self->queue[i] = (uint16_t)df_dealer_next(&self->dealer);
    return (unsigned)taken;
}

static void game_drop(live_game *self, const df_drop *drop)
{
    df_landing landing;
    assert_int_equal(df_drop_apply(self->field, shared_set, drop, DF_RULES_HARDDROP, &landing),
                     DF_REFUSAL_NONE);
    assert_int_equal(landing.y, drop->y);
    self->drops++;
}

static void game_check_picture(live_game *self)
{
    df_picture_difference difference;
    if (self->options.pieces != NULL && strcmp(self->options.pieces, "any") == 0) {
        for (unsigned i = 0; i < DF_TETROMINOES; i++)
            self->colors->colors[i] = (df_plan_color){true, self->picture->colors[0]};
    }
    df_picture_compare(self->picture, self->field, self->colors, 0, &difference);
    assert_true(difference.same);
}

/* Plays until the picture is finished. With `shocks`, now and then something else happens. */
static void game_play(live_game *self, df_random *shocks)
{
    df_live_answer answer, again;
    bool is_shocked = df_field_top(self->field) > 0;
    for (;;) {
        assert_status(game_choose(self, &answer), DF_OK);
        assert_int_equal(answer.is_new, is_shocked);
        assert_in_range(answer.nodes, 0, MAX_NODES);
        is_shocked = false;
        assert_status(game_choose(self, &again), DF_OK);
        assert_memory_equal(&again, &answer, sizeof again);
        if (answer.state != DF_LIVE_DROP)
            break;
        assert_in_range(self->drops, 0, MAX_DROPS);
        assert_int_equal(game_take(self, answer.holds), answer.drop.piece);
        const unsigned shock = shocks != NULL ? df_random_below(shocks, 4) : 2;
        if (shock == 0 && self->drops < 8) {
            /* Another column. */
            df_drop other = answer.drop;
            const df_shape *shape = &shared_set->pieces[other.piece].shape[other.orientation];
            unsigned y;
            other.x = other.x > 0 ? 0 : (uint8_t)(self->field->width - shape->width);
            assert_int_equal(df_drop_find(self->field, &shared_set->pieces[other.piece],
                                          other.orientation, other.x, DF_RULES_HARDDROP, &y),
                             DF_REFUSAL_NONE);
            other.y = (uint16_t)y;
            game_drop(self, &other);
            is_shocked = true;
        } else {
            game_drop(self, &answer.drop);
        }
        if (shock == 1 && self->drops < 8) {
            /* Another piece. */
            self->queue[0] = (uint16_t)((self->queue[0] + 1) % DF_TETROMINOES);
            is_shocked = true;
        }
    }
    assert_int_equal(answer.state, DF_LIVE_FINISHED);
    game_check_picture(self);
}

TEST(test_prints)
{
    static const struct {
        const char *drawing, *pieces;
        df_deal deal;
        bool hold;
    } cases[] = {
        {"1111/1..1/11..", "any", DF_DEAL_BAG, true},
        {"1111/1111", "any", DF_DEAL_NES, false},
        {"12../1222", NULL, DF_DEAL_TETRIO, true},
    };
    for (unsigned i = 0; i < COUNT(cases); i++) {
        live_game game;
        game_begin(&game, cases[i].drawing, cases[i].deal, cases[i].hold, cases[i].pieces, i);
        game_play(&game, NULL);
        printf("# case %u: %u drops\n", i, game.drops);
        game_end(&game);
    }
}

/* Pictures that need many drops: an answer does not wait until there is a whole plan. */
TEST(long_answers_soon)
{
    for (unsigned i = 0; i < test_cases(1); i++) {
        live_game game;
        game_begin_on(&game, 10, 20, ".1111./112211/112211/.1221./.1221./..11../..11..",
                      DF_DEAL_BAG, true, NULL, i);
        game_play(&game, NULL);
        printf("# %u drops\n", game.drops);
        game_end(&game);
    }
}

/* Other drops and other pieces than expected. */
TEST(test_plans_anew)
{
    df_random random = test_random(0);
    for (unsigned i = 0; i < test_cases(1); i++) {
        live_game game;
        game_begin(&game, i % 2 == 0 ? "1111/1..1/11.." : ".11./1221/.11.", DF_DEAL_BAG, true,
                   i % 2 == 0 ? "any" : "JLT,SZIO", i);
        game_play(&game, &random);
        printf("# %u drops\n", game.drops);
        game_end(&game);
    }
}

/* Puts a row below all others, of no piece, with holes. */
static void add_garbage(df_field *field, uint64_t holes)
{
    for (unsigned y = field->height; y-- > 0;) {
        for (unsigned x = 0; x < field->width; x++) {
            const unsigned square = y > 0                   ? df_field_square(field, x, y - 1)
                                    : (holes >> x & 1) != 0 ? 0
                                                            : DF_TETROMINOES + 1;
            assert_status(df_field_set(field, x, y, square), DF_OK);
        }
    }
}

/* Rows of no piece must clear if pieces have colours. Those that make the number of squares odd
 * can never be cleared, until there are more of them. */
TEST(test_garbage)
{
    live_game game;
    game_begin(&game, "12/11", DF_DEAL_BAG, true, "JLT,SZIO", 3);
    df_live_answer answer;
    add_garbage(game.field, 1);
    assert_status(game_choose(&game, &answer), DF_OK);
    assert_int_equal(answer.state, DF_LIVE_NONE);
    assert_true(answer.uneven);
    add_garbage(game.field, 1);
    assert_status(game_choose(&game, &answer), DF_OK);
    assert_int_equal(answer.state, DF_LIVE_DROP);
    game_play(&game, NULL);
    game_end(&game);
}

/* Rows that lie there already may stay. */
TEST(test_takes_what_lies_there)
{
    live_game game;
    game_begin(&game, "1111/1..1/11..", DF_DEAL_BAG, true, "any", 0);
    df_live_answer answer;
    for (unsigned i = 0; i < 4; i++) {
        if (i < 2)
            assert_status(df_field_set(game.field, 1 + i, 0, 1 + DF_TETROMINOES), DF_OK);
        if (i % 3 == 0)
            assert_status(df_field_set(game.field, 1 + i, 1, 1 + DF_S), DF_OK);
    }
    game.queue[0] = DF_I;
    assert_status(game_choose(&game, &answer), DF_OK);
    assert_int_equal(answer.state, DF_LIVE_DROP);
    assert_int_equal(answer.to_go, 1);
    assert_int_equal(answer.drop.piece, DF_I);
    assert_int_equal(answer.drop.x, 1);
    assert_int_equal(answer.drop.y, 2);
    game_end(&game);
}

/* Where colours count, the pieces of what lies there do, too. */
TEST(test_sees_pieces_that_lie_there)
{
    live_game game;
    df_live_answer answer;
    game_begin(&game, "12/12", DF_DEAL_BAG, true, "J,L", 0);
    for (unsigned i = 0; i < 3; i++) {
        for (unsigned k = 0; k < 4; k++)
            assert_status(
                df_field_set(game.field, k % 2, k / 2, 1U + ((k + i) % 2 == 0 ? DF_J : DF_L)),
                DF_OK);
        assert_status(game_choose(&game, &answer), DF_OK);
        assert_int_equal(answer.state, i % 2 == 0 ? DF_LIVE_FINISHED : DF_LIVE_DROP);
    }
    game_end(&game);
}

/* A piece that is not shown is not dropped: the current piece cannot be exchanged for it. */
TEST(test_takes_no_hidden_piece)
{
    live_game game;
    game_begin(&game, "1111/1..1/11..", DF_DEAL_BAG, true, "any", 0);
    df_live_answer answer;
    game.shown = 1;
    for (unsigned i = 0; i < DF_TETROMINOES; i++) {
        game.queue[0] = (uint16_t)i;
        assert_status(game_choose(&game, &answer), DF_OK);
        assert_int_equal(answer.state, DF_LIVE_DROP);
        assert_int_equal(answer.drop.piece, i);
        assert_false(answer.holds);
    }
    game_end(&game);
}

TEST(test_errors)
{
    live_game game;
    df_live_answer answer;
    df_live_printer *printer = NULL;
    df_error error = {0};
    game_begin(&game, "11/11", DF_DEAL_BAG, true, NULL, 0);
    game.shown = 0;
    assert_status(game_choose(&game, &answer), DF_ERROR_ARGUMENT);
    game.shown = 2;
    game.queue[1] = DF_TETROMINOES;
    assert_status(game_choose(&game, &answer), DF_ERROR_ARGUMENT);
    game.queue[1] = DF_I;
    add_garbage(game.field, 0);
    assert_status(game_choose(&game, &answer), DF_ERROR_ARGUMENT);
    game.options.deal = NULL;
    assert_status(
        df_live_printer_create(&printer, game.picture, shared_set, &game.options, &error),
        DF_ERROR_ARGUMENT);
    game.options.deal = &game.deal;
    game.options.width = 2;
    assert_status(
        df_live_printer_create(&printer, game.picture, shared_set, &game.options, &error),
        DF_ERROR_PICTURE);
    game.options.width = 8;
    game.options.height = 1;
    assert_status(
        df_live_printer_create(&printer, game.picture, shared_set, &game.options, &error),
        DF_ERROR_PICTURE);
    game.options.height = 0;
    game.options.pieces = "JX";
    assert_status(
        df_live_printer_create(&printer, game.picture, shared_set, &game.options, &error),
        DF_ERROR_ARGUMENT);
    assert_null(printer);
    game_end(&game);
}

static df_status make_and_choose(void *context)
{
    live_game *game = context;
    df_live_printer *printer = NULL;
    df_live_answer answer;
    df_status status =
        df_live_printer_create(&printer, game->picture, shared_set, &game->options, NULL);
    const df_live_view view = {game->field, game->queue, SHOWN, 1, false};
    if (status == DF_OK)
        status = df_live_printer_choose(printer, &view, &answer);
    df_live_printer_free(printer);
    return status;
}

TEST(test_failed_allocations)
{
    live_game game;
    game_begin(&game, "11/11", DF_DEAL_BAG, true, "any", 0);
    add_garbage(game.field, 3);
    alloc_fail_each(make_and_choose, &game);
    game_end(&game);
}
