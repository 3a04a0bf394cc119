#include "terminal_player.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/base/clock.h"
#include "screen.h"
#include "terminal.h"

enum { AIR_ROWS = 6 }; /* shown above a stack that is taller than the window */

enum { LARGEST_SQUARE = 32, STATUS_SIZE = 320, MAX_SPEED = 6 };

/* A window onto frames of one plan. */
typedef struct terminal_picture {
    df_raster raster;
    bool has_colors;
    bool has_blocks;
    unsigned columns;
    unsigned lines;
    unsigned left;   /* first pixel column shown */
    unsigned bottom; /* pixel rows hidden below the window */
    uint8_t *pixels; /* of the whole frame: indices of the palette; without colours 0 or 1 */
} terminal_picture;

/* Returns the smaller number. */
static unsigned terminal_min(unsigned a, unsigned b)
{
    return a < b ? a : b;
}

/* Makes a picture of at most `columns` by `lines`, with squares as large as fit, up to `max`
 * pixels. The caller frees it with terminal_picture_free, also on failure. */
static df_status terminal_picture_begin(terminal_picture *picture, const df_plan *plan,
                                        const df_raster_options *options, unsigned columns,
                                        unsigned lines, unsigned max)
{
    *picture = (terminal_picture){.has_colors = terminal_has_colors(),
                                  .has_blocks = terminal_has_blocks()};
    df_raster_options fitted = *options;
    /* ASCII has no halves that could show edges, shines and lines. */
    if (!picture->has_blocks) {
        fitted.look = DF_LOOK_FLAT;
        fitted.grid = false;
    }
    fitted.square_size =
        terminal_min(max, terminal_min(columns / plan->width, 2 * lines / options->rows));
    if (fitted.square_size == 0)
        fitted.square_size = 1;
    fitted.canvas = (df_canvas){0};
    fitted.border = false;
    fitted.hud = false;
    fitted.title = fitted.end_card = NULL;
    const df_status status = df_raster_begin(&picture->raster, plan, &fitted);
    if (status != DF_OK)
        return status;
    const unsigned width = picture->raster.width;
    picture->columns = terminal_min(columns, width);
    picture->lines = terminal_min(lines, (picture->raster.height + 1) / 2);
    picture->left = (width - picture->columns) / 2;
    picture->pixels = calloc(width, picture->raster.height);
    return picture->pixels != NULL ? DF_OK : DF_ERROR_MEMORY;
}

static void terminal_picture_free(terminal_picture *picture)
{
    df_raster_free(&picture->raster);
    free(picture->pixels);
    *picture = (terminal_picture){0};
}

static bool terminal_picture_has_square(const df_frame *frame, unsigned y)
{
    for (unsigned x = 0; x < frame->width; x++) {
        if ((frame->square[(size_t)y * frame->width + x] & DF_FRAME_PIECE) != 0)
            return true;
    }
    return false;
}

/* Returns the rows from the floor to the first empty one: the stack without a falling piece. */
static unsigned terminal_picture_stack_height(const df_frame *frame)
{
    unsigned y = 0;
    while (y < frame->height && terminal_picture_has_square(frame, y))
        y++;
    return y;
}

/* Draws without colours: a pixel is 1 if its square is occupied. */
static void terminal_picture_draw_plain(terminal_picture *picture, const df_frame *frame)
{
    const df_raster *raster = &picture->raster;
    const unsigned size = raster->options.square_size;
    for (unsigned y = 0; y < raster->height; y++) {
        const unsigned row = frame->height - 1U - y / size;
        for (unsigned x = 0; x < raster->width; x++)
            picture->pixels[(size_t)y * raster->width + x] =
                (frame->square[(size_t)row * frame->width + x / size] & DF_FRAME_PIECE) != 0;
    }
}

/* A pixel counted from the bottom; the background above the frame. */
static uint8_t terminal_picture_pixel(const terminal_picture *picture, unsigned x,
                                      unsigned from_bottom)
{
    const df_raster *raster = &picture->raster;
    if (from_bottom >= raster->height)
        return 0;
    return picture->pixels[(size_t)(raster->height - 1 - from_bottom) * raster->width + x];
}

/* Draws a character that shows two pixels; without colours an empty one has a faint dot. */
static void terminal_picture_draw_cell(const terminal_picture *picture, screen *on,
                                       unsigned line, unsigned column, uint8_t upper,
                                       uint8_t lower)
{
    const df_color *palette = picture->raster.palette;
    if (picture->has_colors)
        screen_paint_halves(on, (int)line, (int)column, &palette[upper], &palette[lower]);
    else if (upper == 0 && lower == 0)
        screen_paint(on, (int)line, (int)column, on->has_blocks ? "\u00b7" : ".", NULL, NULL);
    else
        screen_paint_halves(on, (int)line, (int)column, upper ? palette : NULL,
                            lower ? palette : NULL);
}

/* Draws a frame on the screen, with its upper left corner at a line and column. If it is taller
 * than the window, the window follows the top of the stack. */
static void terminal_picture_draw(terminal_picture *picture, const df_frame *frame, screen *on,
                                  unsigned line, unsigned column)
{
    if (picture->has_colors)
        df_raster_draw(&picture->raster, NULL, frame, picture->pixels, NULL);
    else
        terminal_picture_draw_plain(picture, frame);
    const unsigned shown = 2 * picture->lines;
    const unsigned wanted =
        (terminal_picture_stack_height(frame) + AIR_ROWS) * picture->raster.options.square_size;
    picture->bottom = 0;
    if (picture->raster.height > shown && wanted > shown)
        picture->bottom = terminal_min(wanted, picture->raster.height) - shown;
    for (unsigned i = 0; i < picture->lines; i++) {
        const unsigned lower = picture->bottom + shown - 2 - 2 * i;
        for (unsigned x = 0; x < picture->columns; x++)
            terminal_picture_draw_cell(
                picture, on, line + i, column + x,
                terminal_picture_pixel(picture, picture->left + x, lower + 1),
                terminal_picture_pixel(picture, picture->left + x, lower));
    }
}

/* Returns the number of lines from the bottom up to the highest square. */
static unsigned terminal_picture_used_lines(const terminal_picture *picture,
                                            const df_frame *frame)
{
    unsigned top = frame->height;
    while (top > 0 && !terminal_picture_has_square(frame, top - 1))
        top--;
    const unsigned pixels = top * picture->raster.options.square_size;
    return terminal_min(picture->lines, (pixels + 1) / 2);
}

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

cli_status terminal_play(const render_request *request, const terminal_game *game)
{
    terminal_playing player = {.request = request, .game = game, .until = clock_seconds()};
    df_error error = {0};
    const df_status status = terminal_player_run(&player, &error);
    terminal_picture_free(&player.picture);
    screen_free(&player.screen);
    if (player.screen.error != 0)
        return message_stdout(player.screen.error);
    return status == DF_OK ? GO_ON : message_text("terminal", status, &error);
}
