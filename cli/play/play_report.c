#include "play_match.h"

#include <inttypes.h>
#include <stdio.h>

#include "cli/base/json.h"
#include "cli/base/message.h"
#include "cli/base/report.h"

static const char *play_report_end(const play_match *match)
{
    static const char *const names[] = {
        [DF_GAME_GOES_ON] = "left",      [DF_GAME_BLOCK_OUT] = "block out",
        [DF_GAME_LOCK_OUT] = "lock out", [DF_GAME_DEALT] = "out of pieces",
        [DF_GAME_GOAL] = "goal",
    };
    return names[df_game_get_state(match->seats[0].play)->end];
}

static double play_report_seconds(const df_game_state *state)
{
    return (double)state->tick / DF_GAME_TICKS_PER_SECOND;
}

void play_report_time(char text[PLAY_MARK_SIZE], uint64_t ticks)
{
    const uint64_t minute = UINT64_C(60) * DF_GAME_TICKS_PER_SECOND, rest = ticks % minute;
    snprintf(text, PLAY_MARK_SIZE, "%" PRIu64 ":%02u.%03u", ticks / minute,
             (unsigned)(rest / DF_GAME_TICKS_PER_SECOND),
             (unsigned)(rest % DF_GAME_TICKS_PER_SECOND * 1000 / DF_GAME_TICKS_PER_SECOND));
}

void play_report_mark(char text[PLAY_MARK_SIZE], const play_score *score)
{
    if (score->ticks > 0)
        play_report_time(text, score->ticks);
    else
        snprintf(text, PLAY_MARK_SIZE, "%" PRIu64, score->score);
}

/* Adds what the drawing took beside the game's own figures. */
static void play_report_add_drawing(figure_list *figures, const df_drawing_state *state)
{
    report_flag(figures, "finished", state->is_finished, "the picture is finished");
    if (!state->is_finished)
        report_number(figures, "fit", state->fit, "square fits", "squares fit");
    if (state->hints > 0)
        report_number(figures, "hints", state->hints, "hint", "hints");
    if (state->taken_back > 0)
        report_number(figures, "taken_back", state->taken_back, "taken back", "taken back");
    if (state->printer_finished)
        report_number(figures, "printer_pieces", state->printer_pieces, "for the printer",
                      "for the printer");
}

void play_report_summary(const play_match *match)
{
    const df_game_state *state = df_game_get_state(match->seats[0].play);
    figure_list figures = {.seconds = play_report_seconds(state)};
    report_number(&figures, "score", state->score, "point", "points");
    report_number(&figures, "lines", state->lines, "line", "lines");
    report_number(&figures, "pieces", state->pieces, "piece", "pieces");
    /* A record does not say who played. */
    if (match->setup->chosen->watch == NULL)
        report_word(&figures, "level", match->seats[0].bot_has_played ? "a bot" : "you",
                    "played by");
    report_word(&figures, "end", play_report_end(match), "game");
    if (match->drawing != NULL)
        play_report_add_drawing(&figures, df_drawing_get_state(match->drawing));
    report_summary(&figures);
}

static void play_report_put_rules(json_writer *json, const play_match *match)
{
    const df_game_options *options = df_game_get_state(match->seats[0].play)->options;
    char board[24];
    snprintf(board, sizeof board, "%ux%u", options->width, options->height);
    json_put_text(json, "rules", df_games[options->kind]->name);
    json_put_text(json, "mode", match->setup->mode->name);
    json_put_text(json, "pieces_kind", match->setup->kind);
    json_put_text(json, "board", board);
    json_put_number(json, "seed", options->seed);
}

static void play_report_put_state(json_writer *json, const df_game_state *state)
{
    json_put_number(json, "score", state->score);
    json_put_number(json, "lines", state->lines);
    json_put_number(json, "level", state->level);
    json_put_number(json, "pieces", state->pieces);
    json_put_number(json, "perfect_clears", state->perfect_clears);
    json_put_number(json, "ticks", state->tick);
    json_put_decimal(json, "seconds", play_report_seconds(state));
    json_open_array(json, "splits");
    for (unsigned i = 0; i < DF_GAME_SPLITS && state->splits[i] > 0; i++)
        json_put_number(json, NULL, state->splits[i]);
    json_close(json);
}

/* Puts the number of pieces that cleared each number of rows. */
static void play_report_put_clears(json_writer *json, const df_game_state *state)
{
    json_open_object(json, "clears");
    for (unsigned i = 1; i <= DF_PIECE_MAX_SQUARES; i++) {
        char key[12];
        snprintf(key, sizeof key, "%u", i);
        if (state->clears[i] > 0)
            json_put_number(json, key, state->clears[i]);
    }
    json_close(json);
}

/* Puts the rows with squares, from the top. */
static void play_report_put_field(json_writer *json, const df_field *field)
{
    json_open_array(json, "field");
    for (unsigned y = df_field_top(field); y > 0; y--) {
        char text[DF_NARROW_MAX_WIDTH + 1];
        for (unsigned x = 0; x < field->width; x++)
            text[x] = (field->row[y - 1] >> x & 1) != 0 ? '#' : '.';
        text[field->width] = '\0';
        json_put_text(json, NULL, text);
    }
    json_close(json);
}

static void play_report_put_winner(json_writer *json, const play_match *match)
{
    if (match->count < PLAY_SEATS)
        return;
    const int winner = play_match_winner(match);
    json_put_text(json, "winner", winner == 0 ? "player" : winner == 1 ? "bot" : "none");
}

static void play_report_put_drawing(json_writer *json, const play_match *match)
{
    const df_drawing_state *state = df_drawing_get_state(match->drawing);
    json_open_object(json, "drawing");
    json_put_text(json, "name", match->setup->picture.name);
    json_put_bool(json, "finished", state->is_finished);
    json_put_number(json, "squares", state->all);
    json_put_number(json, "fit", state->fit);
    json_put_number(json, "wrong", state->wrong);
    json_put_number(json, "ticks", state->ticks);
    json_put_number(json, "hints", state->hints);
    json_put_number(json, "taken_back", state->taken_back);
    if (state->printer_finished)
        json_put_number(json, "printer_pieces", state->printer_pieces);
    json_close(json);
}

static void play_report_put_chance(json_writer *json, const play_chance *chance)
{
    const df_clear_tally *tally = &chance->answer.tally;
    json_open_object(json, "chance");
    if (chance->is_asked && chance->is_known && tally->total > 0) {
        json_put_number(json, "clear", tally->clear);
        json_put_number(json, "total", tally->total);
    }
    if (chance->last_total > 0) {
        json_open_object(json, "last_drop");
        json_put_number(json, "clear", chance->last_kept);
        json_put_number(json, "best", chance->last_best);
        json_put_number(json, "total", chance->last_total);
        json_close(json);
    }
    json_close(json);
}

cli_status play_report_json(const play_match *match, const output_list *outputs)
{
    const play_seat *seat = &match->seats[0];
    json_writer json = {0};
    json_open_object(&json, NULL);
    play_report_put_rules(&json, match);
    json_put_bool(&json, "bot", seat->bot_has_played);
    json_put_text(&json, "end", play_report_end(match));
    play_report_put_winner(&json, match);
    play_report_put_state(&json, df_game_get_state(seat->play));
    play_report_put_clears(&json, df_game_get_state(seat->play));
    play_report_put_field(&json, df_game_get_state(seat->play)->field);
    if (match->drawing != NULL)
        play_report_put_drawing(&json, match);
    if (match->chance != NULL)
        play_report_put_chance(&json, match->chance);
    output_list_put_json(outputs, &json);
    return json_print(&json);
}

cli_status play_report_scores(const play_scores *scores)
{
    for (size_t i = 0; i < scores->count; i++) {
        const play_score *score = &scores->items[i];
        if (i == 0 || !play_scores_match(score, score - 1))
            printf("%s%s, %s, %s, %s\n", i > 0 ? "\n" : "", score->rules, score->pieces,
                   score->board, score->mode);
        char mark[PLAY_MARK_SIZE];
        play_report_mark(mark, score);
        printf("%10s  %6" PRIu64 " lines  level %-3" PRIu64 "  %.10s  %s\n", mark, score->lines,
               score->level, score->time, score->name);
    }
    return message_flush_stdout();
}

static void play_report_put_score(json_writer *json, const play_score *score)
{
    json_open_object(json, NULL);
    json_put_text(json, "rules", score->rules);
    json_put_text(json, "pieces_kind", score->pieces);
    json_put_text(json, "board", score->board);
    json_put_text(json, "mode", score->mode);
    json_put_number(json, "score", score->score);
    json_put_number(json, "lines", score->lines);
    json_put_number(json, "level", score->level);
    json_put_number(json, "pieces", score->count);
    json_put_number(json, "seed", score->seed);
    json_put_text(json, "time", score->time);
    json_put_text(json, "name", score->name);
    json_put_number(json, "ticks", score->ticks);
    json_close(json);
}

cli_status play_report_scores_json(const play_scores *scores)
{
    json_writer json = {0};
    json_open_array(&json, NULL);
    for (size_t i = 0; i < scores->count; i++)
        play_report_put_score(&json, &scores->items[i]);
    return json_print(&json);
}
