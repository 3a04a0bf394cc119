/* Replaces library functions that may work for very long, for the program: if a call asks for
 * too much, it returns that memory ran out or that it was cancelled. So each run of the fuzzer
 * is short. */
#pragma once

/* Begins a new run: resets the counts of the work done. */
void bounds_begin(void);
void bounds_begin_print(void);

#ifndef SANDBOX_ITSELF
#define df_print bounded_print
#define df_print_frames bounded_print_frames
#define df_print_bound bounded_print_bound
#define df_live_printer_create bounded_live_create
#define df_live_printer_choose bounded_live_choose
#define df_ominoes_count bounded_ominoes_count
#define df_ominoes_list bounded_ominoes_list
#define df_ominoes_piece_set bounded_ominoes_piece_set
#define df_omino_count bounded_omino_count
#define df_omino_uniform_create bounded_omino_uniform_create
#define df_omino_write bounded_omino_write
#define df_omino_path bounded_omino_path
#define df_omino_walk bounded_omino_walk
#define df_omino_pieces_create bounded_omino_pieces_create
#define df_omino_colors bounded_omino_colors
#define df_omino_plan_colors bounded_omino_plan_colors
#define df_tile_count bounded_tile_count
#define df_tile_count_parts bounded_tile_count_parts
#define df_tilings_create bounded_tilings_create
#define df_tilings_list bounded_tilings_list
#define df_tilings_random bounded_tilings_random
#define df_tiling_orders bounded_tiling_orders
#define df_clear_find bounded_clear_find
#define df_clear_pattern_read bounded_clear_pattern_read
#define df_clear_solver_create bounded_clear_solver_create
#define df_clear_solver_best bounded_clear_solver_best
#define df_clear_solver_ask bounded_clear_solver_ask
#define df_clear_catalog_create bounded_clear_catalog_create
#define df_clear_catalog_minimize bounded_clear_catalog_minimize
#define df_bot_create bounded_bot_create
#define df_bot_game_create bounded_game_create
#define df_bot_games_play bounded_games_play
#define df_train_create bounded_train_create
#define df_train_play bounded_train_play
#define df_game_create bounded_play_create
#define df_game_tick bounded_play_tick
#define df_raster_begin bounded_raster_begin
#define df_film_create bounded_film_create
#define df_sheet_begin bounded_sheet_begin
#endif
