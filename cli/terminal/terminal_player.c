#include "terminal_player.h"
#include "cli/formats/plan_formats.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/base/clock.h"
#include "cli/base/message.h"
#include "dropforge/base.h"
#include "terminal.h"
#include "terminal_picture.h"
#include "terminal_text.h"

enum { LARGEST_SQUARE = 8, STATUS_SIZE = 160, MAX_SPEED = 6 };

typedef struct terminal_playing {
    const render_request *request;
    df_film *film;
    terminal_picture picture;
    terminal_cell *before; /* the content of the screen; NULL: unknown */
    unsigned columns;      /* of the terminal */
    unsigned rows;
    double until;  /* when the next frame is due */
    size_t target; /* frames of fewer drops are passed over */
    int speed;     /* each step above 0 doubles the speed, each below halves it */
    bool is_paused;
    bool is_rewound; /* the film begins again, on its way to the target */
    int error;       /* of errno; 0: none */
} terminal_playing;

bool terminal_can_play(void)
{
    const char *kind = getenv("TERM");
    return isatty(STDOUT_FILENO) && kind != NULL && kind[0] != '\0' &&
           strcmp(kind, "dumb") != 0;
}

static void terminal_player_free_picture(terminal_playing *player)
{
    terminal_picture_free(&player->picture);
    free(player->before);
    player->before = NULL;
}

/* Fits everything to the terminal as it is now; the next frame is drawn as a whole. */
static df_status terminal_player_fit(terminal_playing *player)
{
    df_raster_options options = player->request->raster;
    options.rows = df_film_measure(player->film).height;
    terminal_player_free_picture(player);
    terminal_size(&player->columns, &player->rows);
    const unsigned lines = player->rows > 1 ? player->rows - 1 : 1;
    return terminal_picture_begin(&player->picture, &player->request->painted, &options,
                                  player->columns, lines, LARGEST_SQUARE);
}

static bool terminal_player_is_changed(const terminal_playing *player, size_t index)
{
    return player->before == NULL ||
           memcmp(&player->before[index], &player->picture.cells[index],
                  sizeof player->before[0]) != 0;
}

/* Returns the lines above the picture, which stands in the middle with its status below. */
static unsigned terminal_player_above(const terminal_playing *player)
{
    const unsigned used = player->picture.lines + 1;
    return player->rows > used ? (player->rows - used) / 2 : 0;
}

/* Appends the cells of a line that have changed, run by run. */
static void terminal_player_put_changes(const terminal_playing *player, df_text *text,
                                        unsigned line)
{
    const terminal_picture *picture = &player->picture;
    const size_t first = (size_t)line * picture->columns;
    const unsigned margin = (player->columns - picture->columns) / 2;
    const unsigned above = terminal_player_above(player);
    for (unsigned x = 0; x < picture->columns; x++) {
        if (!terminal_player_is_changed(player, first + x))
            continue;
        const unsigned begin = x;
        while (x < picture->columns && terminal_player_is_changed(player, first + x))
            x++;
        terminal_put_move(text, above + line, margin + begin);
        terminal_picture_put(picture, text, line, begin, x);
    }
}

/* Writes the status, in the middle of a whole line: it gets shorter, too. */
static void terminal_player_put_status(const terminal_playing *player, df_text *text,
                                       const df_frame *frame)
{
    char status[STATUS_SIZE], speed[16] = "";
    if (player->rows < 2)
        return;
    if (player->speed != 0)
        snprintf(speed, sizeof speed, player->speed > 0 ? ", speed %d" : ", speed 1/%d",
                 1 << abs(player->speed));
    snprintf(status, sizeof status,
             "drop %zu of %zu%s%s; space: %s, arrows: step, + -: speed, q: stop", frame->drops,
             player->request->plan->count, player->is_paused ? ", paused" : "", speed,
             player->is_paused ? "play" : "pause");
    const unsigned length = (unsigned)strlen(status), width = player->columns - 1;
    const unsigned left = length < width ? (player->columns - length) / 2 : 0;
    terminal_put_move(text, terminal_player_above(player) + player->picture.lines, 0);
    for (unsigned i = 0; i < left; i++)
        df_text_put_char(text, ' ');
    df_text_put_bytes(text, status, length < width ? length : width);
    for (unsigned i = left + length; i < width; i++)
        df_text_put_char(text, ' ');
}

/* Brings the screen from the frame before to this one. */
static df_status terminal_player_paint(terminal_playing *player, const df_frame *frame)
{
    terminal_picture *picture = &player->picture;
    const size_t size = (size_t)picture->columns * picture->lines * sizeof picture->cells[0];
    df_text text = {0};
    terminal_picture_draw(picture, frame);
    if (player->before == NULL)
        df_text_put(&text, "\033[0m\033[2J");
    for (unsigned line = 0; line < picture->lines; line++)
        terminal_player_put_changes(player, &text, line);
    terminal_player_put_status(player, &text, frame);
    const df_status status = terminal_write_text(&text, &player->error);
    if (player->before == NULL)
        player->before = malloc(size);
    if (player->before == NULL)
        return DF_ERROR_MEMORY;
    memcpy(player->before, picture->cells, size);
    return status;
}

/* Returns the seconds that a frame of that many is shown at the speed chosen. */
static double terminal_player_scale(const terminal_playing *player, double seconds)
{
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
    const size_t count = player->request->plan->count;
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
        terminal_player_step(player, frame->drops > 0 ? frame->drops - 1 : 0, true);
        break;
    default:
        break;
    }
    *status = DF_ERROR_CANCELLED;
    return true;
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
        if (event == TERMINAL_CHANGED)
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
    player->until += terminal_player_scale(player, frame->centiseconds / 100.0);
    return status == DF_OK ? terminal_player_wait(player, frame) : status;
}

/* Writes the final picture to the ordinary screen, where it stays. */
static df_status terminal_player_leave_picture(void *context, const df_frame *frame)
{
    terminal_playing *player = context;
    df_status status = terminal_player_fit(player);
    if (status != DF_OK)
        return status;
    terminal_picture *picture = &player->picture;
    terminal_picture_draw(picture, frame);
    df_text text = {0};
    const unsigned used = terminal_picture_used_lines(picture, frame);
    for (unsigned line = picture->lines - used; line < picture->lines; line++) {
        terminal_picture_put(picture, &text, line, 0, picture->columns);
        df_text_put_char(&text, '\n');
    }
    return terminal_write_text(&text, &player->error);
}

/* Shows the film in the other screen of the terminal, and leaves its last frame in the ordinary
 * one. */
static df_status terminal_player_run(terminal_playing *player, df_error *error)
{
    const render_request *request = player->request;
    df_film_options shown = request->film, last = request->film;
    shown.poster = DF_POSTER_NONE;
    last.max_frames = 1;
    df_status status = df_film_create(&player->film, &request->painted, &shown, error);
    if (status == DF_OK) {
        terminal_open();
        status = terminal_player_fit(player);
        while (status == DF_OK) {
            player->is_rewound = false;
            status = df_film_play(player->film, terminal_player_show_frame, player);
            if (player->is_rewound)
                status = DF_OK;
            else if (!request->film.loop)
                break;
        }
        terminal_close();
        if (status == DF_ERROR_CANCELLED && player->error == 0)
            status = DF_OK;
    }
    df_film_free(player->film);
    player->film = NULL;
    if (status == DF_OK)
        status = df_film_create(&player->film, &request->painted, &last, error);
    if (status == DF_OK)
        status = df_film_play(player->film, terminal_player_leave_picture, player);
    df_film_free(player->film);
    return status;
}

int terminal_play(const render_request *request)
{
    terminal_playing player = {.request = request, .until = clock_seconds()};
    df_error error = {0};
    const df_status status = terminal_player_run(&player, &error);
    terminal_player_free_picture(&player);
    if (player.error != 0)
        return message_stdout(player.error);
    return status == DF_OK ? -1 : message_text("terminal", status, &error);
}
