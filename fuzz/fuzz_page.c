/* Calls what web pages and the npm package call, with any numbers and bytes: pixels become a
 * picture, pictures and drop lists become plans, and plans films; or a game is begun and played
 * by its buttons. */
#include <stdlib.h>
#include <string.h>

#include "answer.h"
#include "check.h"
#include "dropforge/picture.h"
#include "dropforge/play.h"

enum {
    MOST_SIDE = 12,
    MOST_PRINTED = 36, /* squares; more take too long */
    MOST_WATCHES = 2,
    MOST_FRAMES = 40,
    MOST_SQUARE = 6, /* pixels */
    MOST_TICKS = 300,
    USUAL_WIDTH = 9
};

/* The functions in the folder web, which only JavaScript calls. */
typedef struct film film;
typedef struct contest contest;
const char *answer_address(void);
size_t answer_length(void);
void *answer_made(void);
df_status picture_make(uint8_t *rgba, size_t width, size_t height, int transparent,
                       unsigned fit_width, unsigned fit_height, unsigned threshold,
                       unsigned colors, unsigned dither);
void picture_free(df_picture *picture);
df_status printer_plan(const df_picture *picture, unsigned method, unsigned effort,
                       unsigned width, unsigned height, const char *pieces, uint64_t seed,
                       unsigned anchors);
df_status printer_bound(const df_picture *picture, unsigned width, const char *pieces,
                        unsigned anchors);
df_status plan_write(const df_plan *plan);
df_status plan_read(const char *text, size_t length);
void plan_free(df_plan *plan);
df_status film_open(const df_plan *plan, unsigned fast, unsigned speed_percent,
                    unsigned most_frames, unsigned hold_centiseconds);
df_status film_look(film *own, unsigned square_size, unsigned look, unsigned grid,
                    int background);
size_t film_frames(const film *own);
const uint8_t *film_draw(film *own, size_t frame);
void film_free(film *own);
int page_begin(int rules, unsigned squares, unsigned level, uint64_t seed, int half_turns,
               int shift_delay, int shift_repeat);
int press(contest *own, int button, int pressed);
int tick(contest *own);
int act_as_bot(contest *own);
const double *see(contest *own);
const double *page_poll(contest *own);
int write_plan(contest *own);
int write_record(contest *own);
void game_free(contest *own);

int page_progress(double nodes, double expected, double drops);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* What is left of the input. */
typedef struct source {
    const uint8_t *bytes;
    size_t length;
    unsigned watches;
} source;

static source own;

/* Of the page: stops the printer soon. */
int page_progress(double nodes, double expected, double drops)
{
    MUST(nodes >= 0 && expected >= 0 && drops >= 0);
    return own.watches++ < MOST_WATCHES;
}

static unsigned take(void)
{
    if (own.length == 0)
        return 0;
    own.length--;
    return *own.bytes++;
}

/* A small number, or now and then one of four bytes. */
static unsigned take_number(void)
{
    const unsigned first = take();
    if (first < 250)
        return first;
    return take() << 24 | take() << 16 | take() << 8 | take();
}

/* After an error the answer is words. */
static bool is_done(df_status status)
{
    MUST(status == DF_OK || answer_length() > 0);
    MUST(answer_length() == 0 || strlen(answer_address()) == answer_length());
    return status == DF_OK;
}

static void check_film(const df_plan *plan)
{
    const unsigned fast = take(), speed = take_number(), hold = take_number();
    if (!is_done(film_open(plan, fast, speed, MOST_FRAMES, hold)))
        return;
    film *made = answer_made();
    const unsigned square = take() % MOST_SQUARE, look = take_number();
    if (is_done(film_look(made, square, look, take(), (int)take_number()))) {
        MUST(film_frames(made) > 0);
        for (unsigned i = 0; i < 4; i++)
            MUST(film_draw(made, take() % film_frames(made)) != NULL);
    }
    film_free(made);
}

static void check_made_plan(void)
{
    df_plan *plan = answer_made();
    check_plan(plan);
    MUST(is_done(plan_write(plan)) && answer_length() > 0);
    check_film(plan);
    plan_free(plan);
}

/* Of up to five colours: few pictures of any others can be printed. */
static uint8_t *take_pixels(size_t count, bool is_any)
{
    uint8_t *rgba = malloc(4 * count + 1);
    MUST(rgba != NULL);
    for (size_t i = 0; i < count; i++) {
        const uint8_t first = (uint8_t)take();
        for (size_t k = 0; k < 4; k++)
            rgba[4 * i + k] = is_any ? (uint8_t)take() : (uint8_t)(first % 6 * 51);
        if (!is_any)
            rgba[4 * i + 3] = first % 6 == 0 ? 0 : 255;
    }
    return rgba;
}

static void check_picture(void)
{
    static const char *const letters[] = {"", "JTL", "LJ", "IOTSZJL", "JJ", "x"};
    const unsigned width = take() % (MOST_SIDE + 1), height = take() % (MOST_SIDE + 1);
    const int transparent = (int)take_number() - 1;
    const unsigned fit_width = take_number(), fit_height = take_number();
    const unsigned threshold = 2 * take_number(), colors = take_number(), dither = take() % 8;
    const unsigned method = take(), print_width = take(), print_height = take_number();
    const char *pieces = letters[take() % (sizeof letters / sizeof letters[0])];
    const unsigned anchors = take(), seed = take_number();
    uint8_t *rgba = take_pixels((size_t)width * height, take() % 4 == 0);
    const bool is_made = is_done(picture_make(rgba, width, height, transparent, fit_width,
                                              fit_height, threshold, colors, dither));
    free(rgba);
    if (!is_made)
        return;
    df_picture *picture = answer_made();
    const unsigned columns = print_width > 0 ? print_width : USUAL_WIDTH;
    if (picture->width * picture->height > MOST_PRINTED)
        MUST(picture->color_count > 0);
    else if (method % 8 == 7)
        (void)is_done(
            printer_bound(picture, columns, pieces[0] != '\0' ? pieces : "JTL", anchors));
    else if (is_done(printer_plan(picture, method % 8, method % 2, columns, print_height,
                                  pieces, seed, anchors)))
        check_made_plan();
    picture_free(picture);
}

static void check_text(void)
{
    const char *text = (const char *)own.bytes;
    if (is_done(plan_read(text, own.length)))
        check_made_plan();
}

static void check_game(void)
{
    const unsigned rules = take(), squares = take_number() % 100;
    const unsigned level = take_number(), seed = take_number(), half_turns = take();
    const int delay = (int)take_number() - 1, repeat = (int)take_number() - 1;
    /* Tables for uniform draws take too long to make again and again. */
    if (squares > 5 && squares < 17)
        return;
    if (!is_done((df_status)page_begin((int)rules, squares, level, seed, (int)half_turns, delay,
                                       repeat)))
        return;
    contest *made = answer_made();
    int status = DF_OK;
    for (unsigned i = 0; i < MOST_TICKS && own.length > 0 && status == DF_OK; i++) {
        const unsigned act = take();
        if (act % 16 == 15)
            status = act_as_bot(made);
        else if (act % 2 == 0)
            (void)press(made, (int)(act / 2 % (DF_PLAY_BUTTONS + 1)), act >= 64);
        if (status == DF_OK)
            status = tick(made);
        MUST(see(made) != NULL);
        while (page_poll(made) != NULL)
            continue;
    }
    MUST(is_done((df_status)write_plan(made)));
    MUST(is_done((df_status)write_record(made)));
    game_free(made);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static void (*const checks[])(void) = {check_picture, check_text, check_game};
    own = (source){.bytes = data, .length = size};
    checks[take() % (sizeof checks / sizeof checks[0])]();
    return 0;
}
