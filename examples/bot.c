/* A bot that plays a thousand pieces of Tetris.
 *
 *     cc bot.c $(pkg-config --cflags --libs dropforge) -o bot */
#include <stdio.h>

#include "dropforge/dropforge.h"

int main(void)
{
    df_piece_set *set = NULL;
    df_bot_games_summary played = {0};
    bool fails = df_piece_set_tetrominoes(&set);
    const df_bot_options bot = {
        .set = set, .width = 10, .height = 20, .weights = df_player_find("dt20", 4)->weights};
    const df_bot_game_options games = {
        .bot = bot, .deal = DF_DEAL_BAG, .seed = 7, .max_pieces = 1000, .count = 1};
    fails = fails || df_bot_games_play(NULL, &games, &played, NULL);
    printf("%u pieces, %u rows cleared\n", (unsigned)played.pieces, (unsigned)played.lines);
    df_piece_set_free(set);
    return fails;
}
