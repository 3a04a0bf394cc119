#include "terminal_player.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/base/clock.h"
#include "terminal.h"
#include "terminal_picture.h"

enum { LARGEST_SQUARE = 32, STATUS_SIZE = 320, MAX_SPEED = 6 };

typedef struct terminal_playing {
    const render_request *request;
    const terminal_game *game; /* or NULL */
    df_film *film;             /* if there is no game */
    terminal_picture picture;
    screen screen;
    double until;  /* when the next frame is due */
    size_t target; /* frames of fewer drops are passed over */
    int speed;     /* each step above 0 doubles the speed, each below halves it */
    bool is_paused;
    bool is_rewound; /* the film begins again, on its way to the target */
} terminal_playing;

bool terminal_can_play(void)
{
    const char *kind = getenv("TERM");
    return isatty(STDOUT_FILENO) && kind != NULL && kind[0] != '\0' &&
           strcmp(kind, "dumb") != 0;
}

/* Makes a picture of at most `columns` by `lines`. */
static df_status terminal_player_fit_picture(terminal_playing *player, unsigned columns,
                                             unsigned lines)
{
    df_raster_options options = player->request->raster;
    options.rows = player->game != NULL ? player->request->plan->height
                                        : df_film_measure(player->film).height;
    terminal_picture_free(&player->picture);
    return terminal_picture_begin(&player->picture, &player->request->painted, &options,
                                  columns, lines > 1 ? lines - 1 : 1, LARGEST_SQUARE);
}

/* Fits everything to the terminal as it is now; the next frame is drawn as a whole. */
static df_status terminal_player_fit(terminal_playing *player)
{
    unsigned columns, lines;
    terminal_size(&columns, &lines);
    const df_status status = screen_fit(&player->screen, columns, lines);
    return status == DF_OK ? terminal_player_fit_picture(player, columns, lines) : status;
}

/* Draws the status, in the middle of the line below the picture. */
static void terminal_player_draw_status(terminal_playing *player, unsigned line,
                                        const df_frame *frame)
{
    const terminal_game *game = player->game;
    char figures[STATUS_SIZE - 100], status[STATUS_SIZE], speed[16] = "";
    if (player->speed != 0)
        snprintf(speed, sizeof speed, player->speed > 0 ? ", speed %d" : ", speed 1/%d",
                 1 << abs(player->speed));
    if (game != NULL)
        game->describe(game->context, figures, sizeof figures);
    else
        snprintf(figures, sizeof figures, "drop %zu of %zu", frame->drops,
                 player->request->plan->count);
    const char *paused = player->is_paused ? ", paused" : "";
    const char *space = player->is_paused ? "play" : "pause";
    snprintf(status, sizeof status, "%s%s%s; space: %s, %s: step, + -: speed, q: stop", figures,
             paused, speed, space, game != NULL ? "right" : "arrows");
    if (strlen(status) > player->screen.columns)
        snprintf(status, sizeof status, "%s%s%s; space: %s, q: stop", figures, paused, speed,
                 space);
    if (strlen(status) > player->screen.columns)
        snprintf(status, sizeof status, "%s%s%s; q: stop", figures, paused, speed);
    screen_text_middle(&player->screen, (int)line, status);
}

/* Brings the screen from the frame before to this one, which stands in the middle. */
static df_status terminal_player_paint(terminal_playing *player, const df_frame *frame)
{
    screen *on = &player->screen;
    const terminal_picture *picture = &player->picture;
    const unsigned used = picture->lines + 1;
    const unsigned above = on->lines > used ? (on->lines - used) / 2 : 0;
    screen_clear(on);
    terminal_picture_draw(&player->picture, frame, on, above,
                          (on->columns - picture->columns) / 2);
    terminal_player_draw_status(player, above + picture->lines, frame);
    return screen_show(on);
}

/* Returns the seconds that a frame is shown at the speed chosen. */
static double terminal_player_time(const terminal_playing *player, const df_frame *frame)
{
    const double percent = player->game != NULL ? player->request->film.speed_percent : 100;
    const double seconds = frame->centiseconds / percent;
    return player->speed < 0 ? seconds * (1 << -player->speed) : seconds / (1 << player->speed);
}

static void terminal_player_change_speed(terminal_playing *player, int by)
{
    const int speed = player->speed + by;
    const double now = clock_seconds(), left = player->until - now;
    if (speed < -MAX_SPEED || speed > MAX_SPEED)
        return;
    player->speed = speed;
    player->until = now + (by > 0 ? left / 2 : left * 2);
}

/* Goes to the frame where a number of drops have begun, and stays there. */
static void terminal_player_step(terminal_playing *player, size_t drops, bool is_back)
{
    player->is_paused = true;
    player->is_rewound = is_back;
    player->target = drops;
}

/* True if the frame that is shown is to be left for the next one; DF_ERROR_CANCELLED in *status
 * ends the film, or rewinds it. */
static bool terminal_player_obey(terminal_playing *player, int key, const df_frame *frame,
                                 df_status *status)
{
    const size_t count = player->game != NULL ? SIZE_MAX : player->request->plan->count;
    switch (key) {
    case ' ':
        player->is_paused = !player->is_paused;
        player->until = clock_seconds();
        return !player->is_paused;
    case '+':
    case TERMINAL_UP:
        terminal_player_change_speed(player, 1);
        return false;
    case '-':
    case TERMINAL_DOWN:
        terminal_player_change_speed(player, -1);
        return false;
    case '.':
        player->is_paused = true;
        return true;
    case TERMINAL_RIGHT:
        terminal_player_step(player, frame->drops < count ? frame->drops + 1 : count, false);
        return frame->event != DF_EVENT_END;
    case TERMINAL_LEFT:
        if (player->game != NULL)
            return false;
        terminal_player_step(player, frame->drops > 0 ? frame->drops - 1 : 0, true);
        *status = DF_ERROR_CANCELLED;
        return true;
    case 'q':
    case 'Q':
    case '\033':
    case '\0': /* no more keys will come */
        *status = DF_ERROR_CANCELLED;
        return true;
    default:
        return false;
    }
}

/* Waits until the next frame is due; with a pause, until a key asks for it. */
static df_status terminal_player_wait(terminal_playing *player, const df_frame *frame)
{
    df_status status = DF_OK;
    while (status == DF_OK) {
        int key;
        const terminal_event event =
            terminal_wait(player->is_paused ? HUGE_VAL : player->until, &key);
        if (event == TERMINAL_TIME_OVER)
            return DF_OK;
        if (event == TERMINAL_KEY && terminal_player_obey(player, key, frame, &status))
            return status;
        if (event != TERMINAL_KEY)
            status = terminal_player_fit(player);
        if (status == DF_OK)
            status = terminal_player_paint(player, frame);
    }
    return status;
}

/* Paints a frame and waits; DF_ERROR_CANCELLED without an error if a key was pressed that ends
 * the film or rewinds it. */
static df_status terminal_player_show_frame(void *context, const df_frame *frame)
{
    terminal_playing *player = context;
    if (frame->drops < player->target)
        return DF_OK;
    player->target = 0;
    const df_status status = terminal_player_paint(player, frame);
    const double now = clock_seconds();
    /* After a pause, such as a stopped program, the film continues from here. */
    if (player->until < now - 0.5)
        player->until = now;
    player->until += terminal_player_time(player, frame);
    return status == DF_OK ? terminal_player_wait(player, frame) : status;
}

/* Writes the final picture to the ordinary screen, where it stays. */
static df_status terminal_player_leave_picture(void *context, const df_frame *frame)
{
    terminal_playing *player = context;
    terminal_picture *picture = &player->picture;
    unsigned columns, lines;
    terminal_size(&columns, &lines);
    df_status status = terminal_player_fit_picture(player, columns, lines);
    if (status == DF_OK)
        status = screen_fit(&player->screen, picture->columns, picture->lines);
    if (status != DF_OK)
        return status;
    terminal_picture_draw(picture, frame, &player->screen, 0, 0);
    return screen_leave(&player->screen,
                        picture->lines - terminal_picture_used_lines(picture, frame));
}

/* Shows the game or film in the other screen of the terminal. */
static df_status terminal_player_show(terminal_playing *player)
{
    const terminal_game *game = player->game;
    terminal_open();
    df_status status = terminal_player_fit(player);
    if (status == DF_OK && game != NULL)
        status = game->play(game->context, terminal_player_show_frame, player);
    while (status == DF_OK && game == NULL) {
        player->is_rewound = false;
        status = df_film_play(player->film, terminal_player_show_frame, player);
        if (player->is_rewound)
            status = DF_OK;
        else if (!player->request->film.loop)
            break;
    }
    terminal_close();
    return status == DF_ERROR_CANCELLED && player->screen.error == 0 ? DF_OK : status;
}

/* Shows everything, and leaves the last frame in the ordinary screen. */
static df_status terminal_player_run(terminal_playing *player, df_error *error)
{
    const render_request *request = player->request;
    df_film_options shown = request->film, last = request->film;
    shown.poster = DF_POSTER_NONE;
    last.max_frames = 1;
    df_status status = DF_OK;
    if (player->game == NULL)
        status = df_film_create(&player->film, &request->painted, &shown, error);
    if (status == DF_OK)
        status = terminal_player_show(player);
    df_film_free(player->film);
    player->film = NULL;
    if (status == DF_OK && player->game != NULL)
        return terminal_player_leave_picture(player, player->game->frame);
    if (status == DF_OK)
        status = df_film_create(&player->film, &request->painted, &last, error);
    if (status == DF_OK)
        status = df_film_play(player->film, terminal_player_leave_picture, player);
    df_film_free(player->film);
    return status;
}

int terminal_play(const render_request *request, const terminal_game *game)
{
    terminal_playing player = {.request = request, .game = game, .until = clock_seconds()};
    df_error error = {0};
    const df_status status = terminal_player_run(&player, &error);
    terminal_picture_free(&player.picture);
    screen_free(&player.screen);
    if (player.screen.error != 0)
        return message_stdout(player.screen.error);
    return status == DF_OK ? -1 : message_text("terminal", status, &error);
}
