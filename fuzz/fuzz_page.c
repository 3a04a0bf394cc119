/* Calls what web pages call, with any numbers and bytes: pixels become a picture, pictures and
 * drop lists become plans, also with dealt pieces, and plans films and exports; or a game is
 * begun and played by its buttons. */
#include <stdlib.h>
#include <string.h>

#include "bounds.h"
#include "check.h"
#include "dropforge/game.h"
#include "dropforge/picture.h"
#include "exports.h"
#include "glue.h"

/* This tests the glue, so the library behind it gets little to do. */
enum {
    MAX_SIDE = 8,
    MAX_PRINTED = 20, /* squares; the search for the drops of a row grows with its length */
    MAX_WATCHES = 1,  /* reports of progress before the printer is stopped, if it is */
    MAX_QUEUE = 40,   /* pieces that are given */
    MAX_WIDTH = 12,   /* of playfields; rows as wide as these must be filled to clear */
    MAX_FRAMES = 12,
    MAX_SQUARE = 6, /* pixels */
    THEMES = 7,     /* and sizes that have a name: JavaScript gives the index of one */
    SIZES = 3,
    MAX_TITLE = 4, /* bytes, as of the end card */
    MAX_SCORES = 8,
    MAX_TICKS = 120,    /* enough for some pieces to lock */
    MAX_BOT_TICKS = 30, /* enough for the bot to move some pieces */
    MAX_SQUARES = 4,    /* of most pieces */
    USUAL_WIDTH = 9
};

typedef struct film film;

/* The deal_wish of web/printer.c. */
struct deal_wish {
    uint16_t deal, hold, preview, rules, queue[MAX_QUEUE];
};

int page_progress(double nodes, double expected, double drops);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static unsigned watches;
static bool is_dealt; /* then its nodes are counted (bounds.c) */

/* Of the page: stops the printer soon. */
int page_progress(double nodes, double expected, double drops)
{
    MUST(nodes >= 0 && expected >= 0 && drops >= 0);
    return is_dealt || watches++ < MAX_WATCHES;
}

static void check_frame(film *made, unsigned frame)
{
    const size_t colors = film_palette_count(made);
    const size_t count = (size_t)film_width(made) * film_height(made);
    const uint8_t *indices = film_draw_indices(made, frame);
    for (size_t i = 0; i < count; i++)
        MUST(indices[i] < colors);
    const uint8_t *rgba = film_draw(made, frame);
    const df_color color = film_palette(made)[indices[0]];
    MUST(rgba[0] == color.red && rgba[1] == color.green && rgba[2] == color.blue);
}

/* Numbers that JavaScript reads: when frames begin, and how many drops have begun then. */
static void check_times(const film *made)
{
    const size_t frames = film_frames(made);
    const char *starts = film_starts(made), *drops = film_drops(made);
    MUST(frames > 0);
    for (size_t i = 0; i < frames; i++) {
        uint32_t times[2], done;
        memcpy(times, starts + i * sizeof times[0], sizeof times);
        memcpy(&done, drops + i * sizeof done, sizeof done);
        MUST(times[0] <= times[1] && done <= UINT32_MAX / 2);
    }
}

/* Draws a film with any look, skin, title, end card and scores. */
static df_status dress_film(film *made, unsigned wishes)
{
    const int32_t skin_height = wishes & 64 ? (int32_t)(input_byte() % (MAX_SQUARE + 1)) : 0;
    const int32_t skin_width =
        DF_SKIN_SQUARES * skin_height + (skin_height > 0 && wishes & 128);
    const int32_t title_length = (int32_t)(input_byte() % (MAX_TITLE + 1));
    const int32_t end_card_length = (int32_t)(input_byte() % (MAX_TITLE + 2)) - 1;
    const look_wishes wanted = {.theme = (int32_t)(input_byte() % (THEMES + 1)) - 1,
                                .canvas = (int32_t)(input_byte() % (SIZES + 1)) - 1,
                                .square_size = (int32_t)(input_byte() % MAX_SQUARE),
                                .look = (int32_t)(input_byte() % (DF_LOOKS + 1)) - 1,
                                .grid = (int32_t)(input_byte() % 3) - 1,
                                .background = (int32_t)(input_number() - 2),
                                .border = (wishes & 8) != 0,
                                .hud = (wishes & 16) != 0,
                                .even = (wishes & 32) != 0,
                                .skin_width = skin_width,
                                .skin_height = skin_height,
                                .title_length = title_length,
                                .end_card_length = end_card_length,
                                .score_count = (int32_t)(input_byte() % MAX_SCORES)};
    char *texts = input_bytes((size_t)title_length + (size_t)(end_card_length + 1));
    uint8_t *skin = input_bytes(4 * (size_t)skin_width * (size_t)skin_height);
    char *scores = input_bytes(sizeof(uint64_t) * (size_t)wanted.score_count);
    const df_status status =
        film_look(made, &wanted, texts, skin, (const uint64_t *)(void *)scores);
    free(scores);
    free(texts);
    free(skin);
    return status;
}

static void check_film(const df_plan *plan)
{
    const unsigned motion = input_byte(), speed = input_number(), hold = input_number();
    const unsigned wishes = input_byte(), duration = wishes & 1 ? input_number() : 0;
    if (!is_done(film_open(plan, motion, wishes >> 2 & 3, wishes & 2, speed, duration,
                           MAX_FRAMES, hold)))
        return;
    film *made = answer_made();
    check_times(made);
    if (is_done(dress_film(made, wishes))) {
        for (unsigned i = 0; i < 2; i++)
            check_frame(made, (unsigned)(input_byte() % film_frames(made)));
    }
    film_free(made);
}

static void check_made_plan(void)
{
    df_plan *plan = answer_made();
    check_plan(plan);
    MUST(is_done(plan_write(plan)) && answer_length() > 0);
    MUST(is_done(plan_deal(plan)));
    (void)is_done(plan_export(plan, input_byte() % 4));
    check_film(plan);
    plan_free(plan);
}

/* Of up to five colours: few pictures of any others can be printed. */
static uint8_t *take_pixels(size_t count, bool is_any)
{
    uint8_t *rgba = malloc(4 * count + 1);
    MUST(rgba != NULL);
    for (size_t i = 0; i < count; i++) {
        const uint8_t first = (uint8_t)input_byte();
        for (size_t k = 0; k < 4; k++)
            rgba[4 * i + k] = is_any ? (uint8_t)input_byte() : (uint8_t)(first % 6 * 51);
        if (!is_any)
            rgba[4 * i + 3] = first % 6 == 0 ? 0 : 255;
    }
    return rgba;
}

/* A picture of pixels; NULL if there can be none. */
static df_picture *take_picture(void)
{
    const unsigned width = input_byte() % (MAX_SIDE + 1);
    const unsigned height = input_byte() % (MAX_SIDE + 1);
    double wish[22]; /* as preparation_members of web/printer.c */
    for (unsigned i = 0; i < sizeof wish / sizeof wish[0]; i++)
        wish[i] = input_byte() % 2 == 0 ? 0 : (int32_t)(input_number() - 1);
    uint8_t *rgba = take_pixels((size_t)width * height, input_byte() % 4 == 0);
    const bool is_made = is_done(picture_make(rgba, width, height, wish));
    free(rgba);
    return is_made ? answer_made() : NULL;
}

static void check_cells(const df_picture *picture)
{
    const uint8_t *cells = picture_cells(picture);
    MUST(is_done(picture_tell(picture)));
    for (unsigned i = 0; i < picture->width * picture->height; i++)
        MUST(cells[i] <= picture->color_count);
}

/* Takes how pieces are dealt. Returns the number of those that are given. */
static size_t take_wish(struct deal_wish *wish)
{
    const unsigned number = input_byte(), count = input_byte() % (MAX_QUEUE + 1);
    *wish =
        (struct deal_wish){.deal = (uint16_t)(number % 8),
                           .hold = (uint16_t)(number >> 3 & 1),
                           .rules = (uint16_t)(number >> 4 & 7),
                           .preview = number >= 128 ? (uint16_t)input_size(4) : DF_PREVIEW_ALL};
    for (unsigned i = 0; wish->deal == DF_DEAL_GIVEN && i < count; i++)
        wish->queue[i] = (uint16_t)input_size(DF_TETROMINOES - 1);
    return count;
}

static void check_picture(void)
{
    static const char *const letters[] = {"",   "JTL", "LJ",  "IOTSZJL",
                                          "JJ", "x",   "any", "JLSZ,IOT"};
    struct deal_wish wish;
    const unsigned method = input_byte(), width = input_size(MAX_WIDTH);
    const unsigned height = input_number(), anchors = input_byte(), seed = input_number();
    const char *pieces = letters[input_byte() % (sizeof letters / sizeof letters[0])];
    df_picture *picture = take_picture();
    if (picture == NULL)
        return;
    /* The printer's own choice of a width tries many; and so high a number is none. */
    const unsigned columns = width == 0                                         ? USUAL_WIDTH
                             : width > MAX_WIDTH && width <= DF_FIELD_MAX_WIDTH ? MAX_WIDTH
                                                                                : width;
    check_cells(picture);
    if (picture->width * picture->height > MAX_PRINTED)
        MUST(picture->color_count > 0);
    else if (method % 8 == 7)
        (void)is_done(
            printer_bound(picture, columns, pieces[0] != '\0' ? pieces : "JTL", anchors));
    else if (method % 8 == 6) {
        const size_t count = take_wish(&wish);
        is_dealt = true;
        if (is_done(printer_plan(&(const df_picture *){picture}, 0, 0, 1, columns, height,
                                 pieces, seed, anchors, 0, &wish, count)))
            check_made_plan();
    } else if (is_done(printer_plan(&(const df_picture *){picture}, 0, method % 8, method % 2,
                                    columns, height, pieces, seed, anchors, anchors / 2 % 2,
                                    NULL, 0)))
        check_made_plan();
    picture_free(picture);
}

static void check_text(void)
{
    if (is_done(plan_read((const char *)input_rest(), input_left())))
        check_made_plan();
}

/* Calls that the page makes as it draws. */
static void check_view(contest *made)
{
    enum { KINDS = 0, WIDTH = 2, HEIGHT = 3 };
    const double *view = see(made);
    const unsigned kinds = (unsigned)view[KINDS];
    const unsigned count = (unsigned)view[WIDTH] * (unsigned)view[HEIGHT];
    const uint16_t *now = squares(made, 0), *before = squares(made, 1);
    for (unsigned i = 0; i < count; i++) /* one more: garbage, of no piece */
        MUST(now[i] <= kinds + 1 && before[i] <= kinds + 1);
    for (unsigned piece = 0; piece < kinds && piece < 2; piece++) {
        const uint32_t *seen = look_at(made, piece, piece % 4);
        MUST(seen[0] >= 1 && seen[0] <= 32 && seen[1] >= 1 && seen[1] <= 32);
        MUST(memchr(name(made, piece), '\0', DF_PIECE_NAME_SIZE) != NULL);
        MUST(spawned(made, piece) >= 0);
    }
    while (page_poll(made) != NULL)
        continue;
}

static void play(contest *made)
{
    int status = DF_OK;
    unsigned bot_ticks = 0;
    for (unsigned i = 0; i < MAX_TICKS && input_left() > 0 && status == DF_OK; i++) {
        const unsigned act = input_byte();
        if (act % 16 == 15 && bot_ticks++ < MAX_BOT_TICKS)
            status = act_as_bot(made);
        else if (act % 16 == 13)
            status = release(made);
        else if (act % 16 == 11)
            forget_bot(made);
        else if (act % 2 == 0)
            (void)press(made, (int)(act / 2 % (DF_GAME_BUTTONS + 1)), act >= 64);
        if (status == DF_OK)
            status = tick(made);
    }
}

static void check_game(void)
{
    const unsigned rules = input_byte(), kind = input_size(MAX_SQUARES);
    const unsigned level = input_number(), seed = input_number(), turns = input_byte();
    const int delay = (int)(input_number() - 1), repeat = (int)(input_number() - 1);
    /* Of these all are listed, or counted for uniform draws, which takes seconds. */
    if (kind > MAX_SQUARES + 1 && kind < 17)
        return;
    if (!is_done((df_status)page_begin((int)rules, kind, level, seed, turns, delay, repeat, 0,
                                       turns / 8 % 5, turns / 64)))
        return;
    contest *made = answer_made();
    play(made);
    check_view(made);
    MUST(is_done((df_status)write_plan(made)));
    MUST(is_done((df_status)write_record(made)));
    MUST(count_scores(made) > 0 && read_scores(made)[0] >= 0);
    game_free(made);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static void (*const checks[])(void) = {check_picture, check_text, check_game};
    bounds_begin();
    watches = 0;
    is_dealt = false;
    input_begin(data, size);
    checks[input_byte() % (sizeof checks / sizeof checks[0])]();
    return 0;
}
