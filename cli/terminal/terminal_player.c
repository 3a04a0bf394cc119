#include "terminal_player.h"
#include "cli/formats/plan_formats.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/base/clock.h"
#include "cli/base/message.h"
#include "dropforge/text.h"
#include "terminal.h"
#include "terminal_picture.h"
#include "terminal_text.h"

enum { LARGEST_SQUARE = 8, STATUS_SIZE = 80 };

typedef struct terminal_playing {
    const render_request *request;
    df_film *film;
    terminal_picture picture;
    terminal_cell *before; /* the content of the screen; NULL: unknown */
    unsigned columns;      /* of the terminal */
    unsigned rows;
    double until; /* when the next frame is due */
    int error;    /* of errno; 0: none */
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
    return terminal_picture_begin(&player->picture, &player->request->painted, &options,
                                  player->columns, player->rows > 1 ? player->rows - 1 : 1,
                                  LARGEST_SQUARE);
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

static void terminal_player_put_status(const terminal_playing *player, df_text *text,
                                       const df_frame *frame)
{
    char status[STATUS_SIZE];
    const int length = snprintf(status, sizeof status, "drop %zu of %zu, any key stops",
                                frame->drops, player->request->plan->count);
    if (player->rows < 2 || length < 0)
        return;
    const unsigned size = (unsigned)length;
    const unsigned width = player->columns - 1;
    terminal_put_move(text, terminal_player_above(player) + player->picture.lines,
                      size < width ? (player->columns - size) / 2 : 0);
    df_text_put_bytes(text, status, size < width ? size : width);
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

/* Paints a frame and waits; DF_ERROR_CANCELLED without an error if a key was pressed. */
static df_status terminal_player_show_frame(void *context, const df_frame *frame)
{
    terminal_playing *player = context;
    df_status status = terminal_player_paint(player, frame);
    const double now = clock_seconds();
    /* After a pause, such as a stopped program, the film continues from here. */
    if (player->until < now - 0.5)
        player->until = now;
    player->until += frame->centiseconds / 100.0;
    while (status == DF_OK) {
        const terminal_event event = terminal_wait(player->until);
        if (event == TERMINAL_TIME_OVER)
            return DF_OK;
        if (event == TERMINAL_KEY)
            return DF_ERROR_CANCELLED;
        status = terminal_player_fit(player);
        if (status == DF_OK)
            status = terminal_player_paint(player, frame);
    }
    return status;
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
    df_film_options last = request->film;
    last.max_frames = 1;
    df_status status = df_film_create(&player->film, &request->painted, &request->film, error);
    if (status == DF_OK)
        status = terminal_player_fit(player);
    if (status == DF_OK) {
        terminal_open();
        do
            status = df_film_play(player->film, terminal_player_show_frame, player);
        while (status == DF_OK && request->film.loop);
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
        return message("standard output: cannot be written: %s", strerror(player.error));
    return status == DF_OK ? -1 : message_text("terminal", status, &error);
}
