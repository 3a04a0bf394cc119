#include "play_handling.h"

#include <errno.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "cli/base/child.h"
#include "cli/base/cleanup.h"
#include "cli/base/clock.h"
#include "cli/base/message.h"
#include "cli/terminal/terminal.h"
#include "cli/terminal/terminal_player.h"

enum {
    MAX_LATE = 15, /* ticks to catch up with; more are skipped */
    MAX_LINES = 24,
    SHOWN_SCORES = 5,
    LINE_SIZE = 64
};

#define REST_SECONDS 0.1 /* waiting time for a key while the match rests */

/* A match on the screen. */
typedef struct play_loop_state {
    play_match *match;
    play_standing *standing;
    screen screen;
    bool is_kept; /* the score of this game is in the table */
    play_handling handling;
    unsigned row;                    /* of the handling, which is chosen in a pause */
    bool asks;                       /* for a key of that row */
    bool down[PLAY_ACTS][PLAY_KEYS]; /* keys that are held, if the terminal reports releases */
    double next;                     /* the time of the next tick */
    char text[MAX_LINES][LINE_SIZE];
    const char *lines[MAX_LINES];
    size_t line_count;
} play_loop_state;

static void play_loop_say(play_loop_state *self, const char *text)
{
    if (self->line_count < MAX_LINES)
        self->lines[self->line_count++] = text;
}

/* Adds the best scores of the same table. */
static void play_loop_say_scores(play_loop_state *self, const play_score *like)
{
    const play_standing *standing = self->standing;
    unsigned rank = 0;
    for (size_t i = 0; i < standing->scores.count && rank < SHOWN_SCORES; i++) {
        const play_score *score = &standing->scores.items[i];
        if (!play_scores_match(score, like))
            continue;
        rank++;
        char *text = self->text[rank];
        char mark[PLAY_MARK_SIZE];
        play_report_mark(mark, score);
        snprintf(text, LINE_SIZE, "%c%2u. %10s  %.16s", rank == standing->rank ? '>' : ' ',
                 rank, mark, score->name);
        play_loop_say(self, text);
    }
}

/* Adds the times at the quarters of the goal. */
static void play_loop_say_splits(play_loop_state *self, const df_game_state *state)
{
    size_t length = 0;
    char *text = self->text[SHOWN_SCORES + 1];
    for (unsigned i = 0; i < DF_GAME_SPLITS && state->splits[i] > 0; i++) {
        char time[PLAY_MARK_SIZE];
        play_report_time(time, state->splits[i]);
        length += (size_t)snprintf(text + length, LINE_SIZE - length, "%s%.12s",
                                   i > 0 ? "  " : "", time);
    }
    if (length > 0)
        play_loop_say(self, text);
}

static void play_loop_say_points(play_loop_state *self, const df_game_state *state)
{
    char time[PLAY_MARK_SIZE];
    play_report_time(time, state->tick);
    snprintf(self->text[0], LINE_SIZE, "%" PRIu64 " points, %" PRIu64 " lines, %s",
             state->score, state->lines, time);
    play_loop_say(self, self->text[0]);
}

/* Adds what the drawing took, and what the printer needs for it. */
static void play_loop_say_drawing(play_loop_state *self, const df_game_state *state)
{
    const df_drawing_state *drawing = df_drawing_get_state(self->match->drawing);
    char time[PLAY_MARK_SIZE], *text = self->text[SHOWN_SCORES + 2];
    play_report_time(time, drawing->ticks);
    snprintf(self->text[0], LINE_SIZE, "%s, %" PRIu64 " pieces, %" PRIu64 " lines", time,
             state->pieces, state->lines);
    play_loop_say(self, self->text[0]);
    if (!drawing->is_finished)
        return;
    snprintf(text, LINE_SIZE, "the printer: %" PRIu64 " pieces%s", drawing->printer_pieces,
             !drawing->printer_ended     ? " so far"
             : drawing->printer_finished ? ""
                                         : ", and gives up");
    play_loop_say(self, text);
}

static void play_loop_say_end(play_loop_state *self)
{
    const play_match *match = self->match;
    const df_game_state *state = df_game_get_state(match->seats[0].play);
    const int winner = play_match_winner(match);
    if (match->count == PLAY_SEATS)
        play_loop_say(self, winner == 0 ? "YOU WIN" : winner == 1 ? "THE BOT WINS" : "A DRAW");
    else if (play_match_has_picture(match))
        play_loop_say(self, "THE PICTURE IS FINISHED");
    else if (state->phase != DF_GAME_OVER)
        play_loop_say(self, "END OF THE RECORD");
    else
        play_loop_say(self, state->end == DF_GAME_DEALT  ? "NO MORE PIECES"
                            : state->end == DF_GAME_GOAL ? "THE GOAL IS REACHED"
                                                         : "GAME OVER");
    if (match->drawing != NULL)
        play_loop_say_drawing(self, state);
    else
        play_loop_say_points(self, state);
    play_loop_say_splits(self, state);
    play_loop_say(self, "");
    if (self->is_kept && self->standing->note[0] != '\0')
        play_loop_say(self, self->standing->note);
    if (self->is_kept) {
        play_score like;
        play_keep_describe(&like, match);
        play_loop_say_scores(self, &like);
        play_loop_say(self, "");
    }
    if (match->drawing != NULL && !play_match_has_picture(match))
        play_loop_say(self, "u  take back");
    play_loop_say(self, "r  new game");
    play_loop_say(self, "q  quit");
}

/* Adds what keys do and how they work. */
static void play_loop_say_handling(play_loop_state *self)
{
    play_loop_say(self, terminal_has_releases()
                            ? "PAUSED"
                            : "PAUSED  (this terminal reports no releases of keys)");
    for (unsigned row = 0; row < PLAY_HANDLING_ROWS; row++) {
        char text[PLAY_ROW_SIZE];
        play_handling_describe(&self->handling, row, text);
        snprintf(self->text[row], LINE_SIZE, "%c %.60s", row == self->row ? '>' : ' ', text);
        play_loop_say(self, self->text[row]);
    }
    play_loop_say(self, "  [ ]                    scroll the statistics");
    play_loop_say(self, self->asks ? "press the new key; escape keeps the old one"
                                   : "arrows and enter change it, from the next game on");
}

static bool play_loop_rests(const play_match *match)
{
    return match->is_paused || play_match_is_over(match);
}

static df_status play_loop_draw(play_loop_state *self)
{
    bool is_possible = false;
    play_match *match = self->match;
    self->line_count = 0;
    if (play_match_is_over(match))
        play_loop_say_end(self);
    else if (match->is_paused)
        play_loop_say_handling(self);
    const df_status status =
        play_draw(&self->screen, match, self->lines, self->line_count, &is_possible);
    /* Pauses a game that cannot be shown. */
    if (!is_possible && !play_loop_rests(match))
        match->is_paused = true;
    return status;
}

/* Runs the ticks that are due. */
static df_status play_loop_tick(play_loop_state *self)
{
    const double step = 1.0 / DF_GAME_TICKS_PER_SECOND;
    const double now = clock_seconds();
    df_status status = DF_OK;
    if (play_loop_rests(self->match)) {
        self->next = now + step;
        return DF_OK;
    }
    if (now - self->next > (double)MAX_LATE * step)
        self->next = now;
    while (status == DF_OK && self->next <= now) {
        status = play_match_tick(self->match);
        self->next += step;
    }
    return status;
}

static uint64_t play_loop_seed(const play_match *match)
{
    const play_settings *chosen = match->setup->chosen;
    struct timespec now;
    if (chosen->seed.given || clock_gettime(CLOCK_REALTIME, &now) != 0)
        return chosen->seed.number;
    /* Keeps the seed short enough to read out and type. */
    return ((uint64_t)now.tv_sec * 1000 + (uint64_t)now.tv_nsec / 1000000) % 1000000000;
}

/* Puts the score of a game into the table, once, if a person played it without the bot. */
static void play_loop_keep(play_loop_state *self)
{
    const play_match *match = self->match;
    const play_seat *seat = &match->seats[0];
    const df_game_mode *mode = match->setup->mode;
    const df_game_state *state = df_game_get_state(seat->play);
    const bool counts = match->drawing != NULL
                            ? play_match_has_picture(match) && play_match_is_alone(match)
                        : mode->is_race ? state->end == DF_GAME_GOAL
                                        : state->score > 0;
    if (self->is_kept || seat->bot_has_played || match->count > 1 ||
        match->setup->record != NULL || mode->is_practice || !counts)
        return;
    char note[PLAY_NOTE_SIZE];
    snprintf(note, sizeof note, "%s", self->standing->note);
    play_scores_free(&self->standing->scores);
    play_score score;
    play_keep_describe(&score, match);
    play_score_file_add(self->standing, &score);
    /* Keeps the note of an earlier game, which is still to be shown. */
    if (self->standing->note[0] == '\0')
        snprintf(self->standing->note, sizeof self->standing->note, "%s", note);
    self->is_kept = true;
}

static df_status play_loop_begin(play_loop_state *self)
{
    self->is_kept = false;
    return play_match_begin(self->match, play_loop_seed(self->match));
}

/* Keeps the handling. */
static void play_loop_save(play_loop_state *self)
{
    if (!play_handling_save(&self->handling))
        snprintf(self->standing->note, sizeof self->standing->note,
                 "the settings are not kept: %s", strerror(errno));
}

/* Changes the handling in a pause; false if the key is for something else. */
static bool play_loop_edit(play_loop_state *self, int key)
{
    enum { ESCAPE = 27 };
    if (self->asks) {
        self->asks = false;
        if (key != ESCAPE && play_handling_assign(&self->handling, self->row, key))
            play_loop_save(self);
    } else if (key == TERMINAL_UP || key == TERMINAL_DOWN)
        self->row = (self->row + (key == TERMINAL_UP ? PLAY_HANDLING_ROWS - 1 : 1)) %
                    PLAY_HANDLING_ROWS;
    else if (key == TERMINAL_LEFT || key == TERMINAL_RIGHT) {
        if (play_handling_change(&self->handling, self->row, key == TERMINAL_LEFT ? -1 : 1))
            play_loop_save(self);
    } else if (key == '\n')
        self->asks = !play_handling_change(&self->handling, self->row, 0);
    else
        return false;
    return true;
}

/* Holds a button while one of its keys is held. */
static df_status play_loop_hold(play_loop_state *self, play_act act, int key, bool pressed)
{
    bool others = false;
    for (size_t i = 0; i < PLAY_KEYS; i++) {
        if (self->handling.keys[act][i] == key)
            self->down[act][i] = pressed;
        else
            others |= self->down[act][i];
    }
    return others ? DF_OK : play_match_hold(self->match, (df_game_button)act, pressed);
}

static df_status play_loop_press(play_loop_state *self, terminal_event event, int key)
{
    play_match *match = self->match;
    if (match->is_paused && event != TERMINAL_RELEASED && play_loop_edit(self, key))
        return DF_OK;
    const play_act act = key == '['   ? PLAY_ACT_FEWER
                         : key == ']' ? PLAY_ACT_MORE
                                      : play_handling_act(&self->handling, key);
    if (act < PLAY_ACT_PAUSE && terminal_has_releases())
        return event == TERMINAL_REPEATED
                   ? DF_OK
                   : play_loop_hold(self, act, key, event == TERMINAL_KEY);
    if (act == PLAY_ACTS || event != TERMINAL_KEY)
        return DF_OK;
    /* One key must not lose a game under way. */
    if (act == PLAY_ACT_RESTART && !play_loop_rests(match))
        return DF_OK;
    if (act == PLAY_ACT_RESTART) {
        play_loop_keep(self);
        return play_loop_begin(self);
    }
    return play_match_act(match, act);
}

static df_status play_loop_fit(play_loop_state *self)
{
    unsigned columns, lines;
    terminal_size(&columns, &lines);
    return screen_fit(&self->screen, columns, lines);
}

/* Obeys what happens until the next tick. */
static df_status play_loop_wait(play_loop_state *self)
{
    play_match *match = self->match;
    df_status status = DF_OK;
    const bool is_busy =
        play_match_has_picture(match) && !df_drawing_get_state(match->drawing)->printer_ended;
    double until = is_busy                  ? 0
                   : play_loop_rests(match) ? clock_seconds() + REST_SECONDS
                                            : self->next;
    if (is_busy)
        status = df_drawing_compare(match->drawing);
    while (status == DF_OK && !match->has_quit) {
        int key = 0;
        const terminal_event event = terminal_wait(until, &key);
        if (event == TERMINAL_TIME_OVER)
            break;
        if (event == TERMINAL_CHANGED || event == TERMINAL_RESUMED)
            status = play_loop_fit(self);
        else if (key == 0)
            match->has_quit = true;
        else
            status = play_loop_press(self, event, key);
        if (status == DF_OK && event == TERMINAL_RESUMED) {
            memset(self->down, 0, sizeof self->down);
            if (match->setup->record == NULL)
                status = df_game_press(match->seats[0].play, DF_GAME_BUTTONS, false);
        }
        /* Pauses, so that the player finds the game as it was. */
        if (event == TERMINAL_RESUMED && !play_loop_rests(match))
            match->is_paused = true;
        until = 0;
    }
    return status;
}

/* Ends the process that looks for the chance, if there is one. */
static void play_loop_end_child(play_chance *chance)
{
    if (chance->child > 0) {
        kill(chance->child, SIGKILL);
        child_wait(chance->child);
    }
    chance->child = 0;
}

/* Finds the chance in a process of its own, as it may take long: see play_chance. */
static df_status play_loop_ask(play_chance *chance, const df_game *play)
{
    play_loop_end_child(chance);
    chance->is_known = false;
    const pid_t id = child_fork();
    if (id == 0) {
        (void)play_chance_answer(chance, play);
        _exit(0);
    }
    chance->child = id;
    return id >= 0 ? DF_OK : DF_ERROR_MEMORY;
}

static df_status play_loop_run(play_loop_state *self)
{
    df_status status = play_loop_fit(self);
    if (status == DF_OK)
        status = play_loop_begin(self);
    self->next = clock_seconds();
    while (status == DF_OK && !self->match->has_quit && !cleanup_is_asked()) {
        status = play_loop_draw(self);
        if (status == DF_OK)
            status = play_loop_wait(self);
        if (status == DF_OK)
            status = play_loop_tick(self);
        if (status == DF_OK && play_match_is_over(self->match))
            play_loop_keep(self);
    }
    if (play_match_has_begun(self->match))
        play_loop_keep(self);
    return status;
}

cli_status play_loop(play_match *match)
{
    play_standing standing = {0};
    play_loop_state self = {.match = match, .standing = &standing};
    const bool can_play = isatty(STDIN_FILENO) && terminal_can_play();
    if (!can_play && match->setup->chosen->watch != NULL)
        return message("the game needs a terminal for its picture; watch it in one, or use "
                       "--json or -o");
    if (!can_play)
        return message(
            "the game needs a terminal for its keys and its picture; start it in one, or "
            "use --script");
    const cli_status failure = play_handling_load(&self.handling);
    if (failure != GO_ON)
        return failure;
    match->handling = &self.handling;
    if (match->chance != NULL)
        match->chance->ask = play_loop_ask;
    terminal_open();
    terminal_ask_releases();
    const df_status status = play_loop_run(&self);
    terminal_close();
    if (match->chance != NULL)
        play_loop_end_child(match->chance);
    match->handling = NULL;
    screen_free(&self.screen);
    if (standing.note[0] != '\0')
        message("%s", standing.note);
    play_scores_free(&standing.scores);
    /* A game whose terminal has gone away is kept. */
    return status == DF_OK || self.screen.error != 0 ? GO_ON
                                                     : message("%s", df_status_names[status]);
}
