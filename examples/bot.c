/* A bot that plays a game of Tetris, and how the playfield looks after a thousand pieces.
 *
 *     cc bot.c $(pkg-config --cflags --libs dropforge) -o bot */
#include <stdio.h>

#include "dropforge/board.h"
#include "dropforge/bot.h"

enum { WIDTH = 10, HEIGHT = 20, PIECES = 1000 };

int main(void)
{
    df_bot_options options = {.width = WIDTH, .height = HEIGHT, .movement = DF_MOVEMENT_ABOVE};
    options.weights = df_player_find("dt20", 4)->weights;
    df_piece_set *set = NULL;
    df_field *field = NULL;
    df_bot *bot = NULL;
    df_dealer dealer;
    df_status status = df_piece_set_tetrominoes(&set);
    options.set = set;
    if (status == DF_OK)
        status = df_field_create(&field, WIDTH, HEIGHT);
    if (status == DF_OK)
        status = df_dealer_begin(&dealer, DF_DEAL_BAG, set->count, NULL, 0, 7, 0);
    if (status == DF_OK)
        status = df_bot_create(&bot, &options);
    int dropped = 0, rows = 0;
    for (bool plays = status == DF_OK; plays && dropped < PIECES; dropped += plays) {
        const uint16_t piece = (uint16_t)df_dealer_next(&dealer);
        const df_position seen = {.rows = field->row, .pieces = &piece, .count = 1, .held = -1};
        df_choice choice;
        df_landing landing = {0};
        df_outcome outcome;
        status = df_bot_decide(bot, &seen, &choice, &outcome);
        plays = status == DF_OK && outcome == DF_FOUND;
        if (plays) {
            const df_drop drop = {piece, choice.place.orientation, choice.place.x, 0, false};
            df_drop_apply(field, set, &drop, DF_MOVEMENT_ABOVE, &landing);
            rows += landing.cleared_count;
        }
    }
    if (status == DF_OK) {
        for (unsigned y = df_field_top(field); y-- > 0;) {
            for (unsigned x = 0; x < WIDTH; x++)
                putchar((field->row[y] >> x & 1) != 0 ? '#' : '.');
            putchar('\n');
        }
        printf("%d pieces, %d rows cleared\n", dropped, rows);
    }
    df_bot_free(bot);
    df_field_free(field);
    df_piece_set_free(set);
    return status != DF_OK;
}
