/* A whole console from power-on: the menus, then the game, eight buttons in each frame. */
#include "nes_console.h"

#include <string.h>

#include "core/board/plan_deal.h"
#include "nes_frame.h"

enum {
    CONSOLE_REGISTER = 0x8988, /* at power-on */
    CONSOLE_STEPS = 262,       /* of it before the first frame that has buttons */
    CONSOLE_FRAME = 2,         /* the count of frames then */
    CONSOLE_LEGAL = 255,
    CONSOLE_FACES = 8, /* of the throw for a piece */
    CONSOLE_PIECES = 7,
    CONSOLE_ALL = (1 << DF_NES_WIDTH) - 1, /* columns */
    CONSOLE_MEMORY = 256,                  /* bytes, a square each */
    CONSOLE_LAST = 0x3f,                   /* those of the last row */
    CONSOLE_MAX_SCORE = 999999,
    CONSOLE_LINES_PER_LEVEL = 10,
    CONSOLE_B_LINES = 25, /* of type B */
    CONSOLE_B_TOP = 8     /* its highest row of squares */
};

/* An orientation, around its middle. */
typedef struct console_shape {
    uint8_t row[4]; /* from two rows above the middle to one below; bit i: column i - 2 */
    int8_t left, right, bottom;
    uint8_t clockwise, anticlockwise; /* orientations */
    uint8_t piece, orientation;       /* of a drop */
} console_shape;

static const console_shape shapes[DF_NES_ORIENTATIONS] = {
    {{0, 4, 14, 0}, -1, 1, 0, 1, 3, DF_T, DF_NORTH},
    {{0, 4, 12, 4}, 0, 1, 1, 2, 0, DF_T, DF_EAST},
    {{0, 0, 14, 4}, -1, 1, 1, 3, 1, DF_T, DF_SOUTH},
    {{0, 4, 6, 4}, -1, 0, 1, 0, 2, DF_T, DF_WEST},
    {{0, 4, 4, 6}, -1, 0, 1, 5, 7, DF_J, DF_WEST},
    {{0, 2, 14, 0}, -1, 1, 0, 6, 4, DF_J, DF_NORTH},
    {{0, 12, 4, 4}, 0, 1, 1, 7, 5, DF_J, DF_EAST},
    {{0, 0, 14, 8}, -1, 1, 1, 4, 6, DF_J, DF_SOUTH},
    {{0, 0, 6, 12}, -1, 1, 1, 9, 9, DF_Z, DF_NORTH},
    {{0, 8, 12, 4}, 0, 1, 1, 8, 8, DF_Z, DF_EAST},
    {{0, 0, 6, 6}, -1, 0, 1, 10, 10, DF_O, DF_NORTH},
    {{0, 0, 12, 6}, -1, 1, 1, 12, 12, DF_S, DF_NORTH},
    {{0, 4, 12, 8}, 0, 1, 1, 11, 11, DF_S, DF_EAST},
    {{0, 4, 4, 12}, 0, 1, 1, 14, 16, DF_L, DF_EAST},
    {{0, 0, 14, 2}, -1, 1, 1, 15, 13, DF_L, DF_SOUTH},
    {{0, 6, 4, 4}, -1, 0, 1, 16, 14, DF_L, DF_WEST},
    {{0, 8, 14, 0}, -1, 1, 0, 13, 15, DF_L, DF_NORTH},
    {{4, 4, 4, 4}, 0, 0, 1, 18, 18, DF_I, DF_EAST},
    {{0, 0, 15, 0}, -2, 1, 0, 17, 17, DF_I, DF_NORTH},
};

static void console_step_register(df_nes *nes)
{
    const unsigned old = nes->random;
    nes->random = (uint16_t)(old >> 1 | ((old >> 9 ^ old >> 1) & 1) << 15);
}

static void console_step_times(df_nes *nes, unsigned times)
{
    while (times-- > 0)
        console_step_register(nes);
}

/* Steps the register at least once, until the low digit of its first byte is a column. */
static unsigned console_random_column(df_nes *nes)
{
    do
        console_step_register(nes);
    while ((nes->random >> 8) % 16 >= DF_NES_WIDTH);
    return (nes->random >> 8) % 16;
}

/* The orientations in which the pieces are spawned, in the order of the program's table. */
static const uint8_t spawned[CONSOLE_PIECES] = {2, 7, 8, 10, 11, 14, 18};

/* Picks a piece by the register and the number of pieces so far, and once more if that gives
 * none or the last one. */
static uint8_t console_deal(df_nes *nes)
{
    nes->dealt++;
    unsigned face = ((unsigned)(nes->random >> 8) + nes->dealt) % CONSOLE_FACES;
    if (face == CONSOLE_PIECES || spawned[face] == nes->last) {
        console_step_register(nes);
        face = ((unsigned)(nes->random >> 8) % CONSOLE_FACES + nes->last) % CONSOLE_PIECES;
    }
    nes->last = spawned[face];
    return nes->last;
}

/* Found by going through all values of the register. */
static const df_piece_order console_order = {
    .second = {0x0c, 0x56, 0x60, 0x03, 0x61, 0x11, 0x0c},
    .next = {{0x7e, 0x7f, 0x7b, 0x7f, 0x7f, 0x5f, 0x3f},
             {0x7f, 0x7f, 0x7b, 0x7f, 0x6f, 0x5f, 0x3f},
             {0x7f, 0x7f, 0x7b, 0x77, 0x6f, 0x5f, 0x7f},
             {0x7f, 0x7f, 0x7b, 0x7f, 0x6f, 0x5f, 0x7f},
             {0x7e, 0x7f, 0x7f, 0x7f, 0x7f, 0x7f, 0x7f},
             {0x7e, 0x7f, 0x7f, 0x7f, 0x7f, 0x7f, 0x7f},
             {0x7e, 0x7f, 0x7f, 0x7f, 0x6f, 0x7f, 0x3f},
             {0x7e, 0x7f, 0x7b, 0x7f, 0x7f, 0x7f, 0x3f}},
};

const df_piece_order *const df_nes_order = &console_order;

/* Returns a row of the playfield from -2 on. Those above the top are in the memory behind it:
 * the place of a square is 10 y + x modulo 256. */
ALWAYS_INLINE unsigned console_row(const df_nes *nes, int y)
{
    if (y >= 0)
        return nes->row[y];
    const int first = DF_NES_ROWS + y - 1;
    const unsigned squares = (unsigned)nes->row[first] >> 6 | (unsigned)nes->row[first + 1]
                                                                  << 4;
    return squares & CONSOLE_ALL;
}

bool df_nes_has(const df_nes *nes, int x, int y)
{
    return (console_row(nes, y) >> x & 1) != 0;
}

static bool console_is_free(const df_nes *nes, unsigned orientation, int x, int y)
{
    const console_shape *shape = &shapes[orientation];
    if (x + shape->left < 0 || x + shape->right >= DF_NES_WIDTH ||
        y + shape->bottom >= DF_NES_HEIGHT)
        return false;
    for (int i = 0; i < 4; i++) {
        if (shape->row[i] != 0 &&
            (console_row(nes, y + i - 2) << 2 & (unsigned)shape->row[i] << x) != 0)
            return false;
    }
    return true;
}

df_drop df_nes_drop(unsigned orientation, int x, int y)
{
    const console_shape *shape = &shapes[orientation];
    return (df_drop){.piece = shape->piece,
                     .orientation = shape->orientation,
                     .x = (uint8_t)(x + shape->left),
                     .y = (uint16_t)(DF_NES_HEIGHT - 1 - y - shape->bottom)};
}

/* Moves the piece if it is free there. */
static bool console_move(df_nes *nes, unsigned orientation, int x, int y)
{
    if (!console_is_free(nes, orientation, x, y))
        return false;
    nes->piece = (uint8_t)orientation;
    nes->x = (int8_t)x;
    nes->y = (int8_t)y;
    return true;
}

static bool console_shift(void *game, int x)
{
    df_nes *nes = game;
    return console_move(nes, nes->piece, nes->x + x, nes->y);
}

static void console_turn(void *game, bool clockwise)
{
    df_nes *nes = game;
    const console_shape *shape = &shapes[nes->piece];
    (void)console_move(nes, clockwise ? shape->clockwise : shape->anticlockwise, nes->x,
                       nes->y);
}

static bool console_fall(void *game)
{
    df_nes *nes = game;
    return console_move(nes, nes->piece, nes->x, nes->y + 1);
}

static bool console_fits(const void *game)
{
    const df_nes *nes = game;
    return console_is_free(nes, nes->piece, nes->x, nes->y);
}

static void console_lock(void *game)
{
    df_nes *nes = game;
    const console_shape *shape = &shapes[nes->piece];
    for (int i = 0; i < 4; i++) {
        const unsigned squares = (unsigned)shape->row[i] << nes->x >> 2;
        const int y = nes->y + i - 2;
        if (y >= 0) {
            nes->row[y] |= (uint16_t)squares;
        } else if (squares != 0) {
            const int first = DF_NES_ROWS + y - 1;
            nes->row[first] |= (uint16_t)(squares << 6 & CONSOLE_ALL);
            nes->row[first + 1] |= (uint16_t)(squares >> 4);
        }
    }
    nes->locks++;
}

/* Clears a row. When it is the top one the program moves all the memory. */
static void console_clear(df_nes *nes, unsigned y)
{
    const unsigned last = y > 0 ? y : DF_NES_ROWS - 1;
    memmove(&nes->row[1], &nes->row[0], last * sizeof nes->row[0]);
    nes->row[0] = 0;
    nes->row[DF_NES_ROWS - 1] &= CONSOLE_LAST;
}

static bool console_check(void *game, unsigned index)
{
    df_nes *nes = game;
    const unsigned y = (nes->y < 2 ? 0 : (unsigned)nes->y - 2) + index;
    if (nes->row[y] != CONSOLE_ALL)
        return false;
    console_clear(nes, y);
    return true;
}

/* Counts one line; the tenth of each ten raises a level that is below them, read as decimal
 * digits of a number in base 16. */
static void console_count_line(df_nes *nes)
{
    enum { MAX_LINES = 10000 };
    nes->lines = (uint16_t)((nes->lines + 1) % MAX_LINES);
    if (nes->lines % CONSOLE_LINES_PER_LEVEL != 0)
        return;
    const unsigned tens = nes->lines / CONSOLE_LINES_PER_LEVEL % 100;
    nes->level = (uint8_t)(nes->level + (nes->level < tens + 6 * (tens / 10)));
}

unsigned df_nes_level(unsigned start, unsigned lines)
{
    df_nes nes = {.level = (uint8_t)start};
    for (unsigned i = 0; i < lines; i++)
        console_count_line(&nes);
    return nes.level;
}

static void console_count(void *game, unsigned rows, unsigned soft_rows)
{
    df_nes *nes = game;
    if (nes->type_b)
        nes->lines = (uint16_t)(nes->lines > rows ? nes->lines - rows : 0);
    for (unsigned i = 0; !nes->type_b && i < rows; i++)
        console_count_line(nes);
    nes->score = (uint32_t)nes_soft_score(nes->score, soft_rows);
    nes->score += nes_points(rows) * (nes->level + 1U);
    if (nes->score > CONSOLE_MAX_SCORE)
        nes->score = CONSOLE_MAX_SCORE;
}

static void console_spawn(void *game)
{
    df_nes *nes = game;
    nes->piece = nes->next;
    nes->x = DF_NES_WIDTH / 2;
    nes->y = 0;
    nes->next = console_deal(nes);
}

static unsigned console_gravity(const void *game)
{
    return nes_gravity(((const df_nes *)game)->level);
}

static unsigned console_middle(const void *game)
{
    const df_nes *nes = game;
    return nes->y > 0 ? (unsigned)nes->y : 0;
}

static const nes_parts parts = {
    .shift = console_shift,
    .turn = console_turn,
    .fall = console_fall,
    .fits = console_fits,
    .lock = console_lock,
    .check = console_check,
    .count = console_count,
    .spawn = console_spawn,
    .gravity = console_gravity,
    .middle = console_middle,
};

/* Fills the lower rows at random for type B, and empties those above the chosen height, with
 * one square more. */
static void console_fill(df_nes *nes)
{
    static const uint8_t empty_rows[] = {20, 17, 15, 12, 10, 8};
    static const uint8_t is_full = 0x3a; /* bit: low digit of the first byte, modulo 8 */
    for (unsigned y = CONSOLE_B_TOP; y < DF_NES_HEIGHT; y++) {
        unsigned row = 0;
        console_step_register(nes);
        for (unsigned x = DF_NES_WIDTH; x-- > 0;) {
            console_step_register(nes);
            row |= (is_full >> (nes->random >> 8) % 8 & 1U) << x;
        }
        row &= ~(1U << console_random_column(nes));
        nes->row[y] = (uint16_t)row;
    }
    const unsigned empty = empty_rows[nes->height];
    memset(nes->row, 0, empty * sizeof nes->row[0]);
    if (empty < DF_NES_HEIGHT)
        nes->row[empty] &= CONSOLE_ALL - 1;
}

static void console_begin_game(df_nes *nes)
{
    console_step_register(nes);
    nes->screen = DF_NES_PLAYING;
    nes_frame_begin(&nes->timing, nes->timing.before, nes->timing.frame);
    nes->lines = nes->type_b ? CONSOLE_B_LINES : 0;
    nes->next = console_deal(nes);
    console_step_register(nes);
    console_spawn(nes);
    if (nes->type_b)
        console_fill(nes);
}

/* Leaves a screen: the next one looks at buttons after some frames, in which the register
 * steps and frames are counted otherwise than in those with buttons. */
static void console_go(df_nes *nes, df_nes_screen screen, unsigned wait, unsigned steps,
                       unsigned frames)
{
    nes->screen = (uint8_t)screen;
    nes->menu_wait = (uint16_t)wait;
    nes->timing.frame = (uint8_t)((nes->timing.frame + frames) % NES_FRAMES);
    console_step_times(nes, steps);
}

static void console_choose_type(df_nes *nes, unsigned pressed)
{
    if (pressed == DF_NES_LEFT || pressed == DF_NES_RIGHT) {
        nes->type_b = pressed == DF_NES_RIGHT;
    } else if (pressed == DF_NES_START) {
        nes->at_height = false;
        console_go(nes, DF_NES_LEVEL, 4, 3, 3);
    } else if (pressed == DF_NES_B) {
        console_go(nes, DF_NES_TITLE, 5, 5, 1);
    }
}

/* Moves a cursor among `count` numbers in lines of `columns`. */
static uint8_t console_move_cursor(uint8_t at, unsigned pressed, int columns, int count)
{
    int to = at;
    if (pressed == DF_NES_RIGHT)
        to++;
    else if (pressed == DF_NES_LEFT)
        to--;
    else if (pressed == DF_NES_DOWN)
        to += columns;
    else if (pressed == DF_NES_UP)
        to -= columns;
    return to >= 0 && to < count ? (uint8_t)to : at;
}

static void console_choose_level(df_nes *nes, unsigned held, unsigned pressed)
{
    if (nes->at_height)
        nes->height = console_move_cursor(nes->height, pressed, 3, 6);
    else
        nes->level = console_move_cursor(nes->level, pressed, 5, 10);
    if (pressed == DF_NES_A && nes->type_b)
        nes->at_height = !nes->at_height;
    if (pressed == DF_NES_START) {
        if (held == (DF_NES_START | DF_NES_A))
            nes->level = (uint8_t)(nes->level + 10);
        nes->begins = true;
        console_go(nes, DF_NES_LEVEL, nes->type_b ? 15 : 3, 2, 3);
    } else if (pressed == DF_NES_B) {
        console_go(nes, DF_NES_TYPE, 3, 3, 3);
    } else {
        /* The places of two cursors that blink. */
        (void)console_random_column(nes);
        (void)console_random_column(nes);
    }
}

static void console_step_menu(df_nes *nes, unsigned held)
{
    const unsigned pressed = held & ~(unsigned)nes->timing.before;
    switch ((df_nes_screen)nes->screen) {
    case DF_NES_LEGAL:
        if (pressed != DF_NES_START && nes->legal > 0)
            nes->legal--;
        else
            console_go(nes, DF_NES_TITLE, 4, 4, 0);
        break;
    case DF_NES_TITLE:
        if (pressed == DF_NES_START)
            console_go(nes, DF_NES_TYPE, 3, 3, 3);
        break;
    case DF_NES_TYPE:
        console_choose_type(nes, pressed);
        break;
    case DF_NES_LEVEL:
    case DF_NES_PLAYING:
        console_choose_level(nes, held, pressed);
        break;
    }
}

void df_nes_begin(df_nes *nes)
{
    *nes = (df_nes){.random = CONSOLE_REGISTER,
                    .menu_wait = DF_NES_FIRST_FRAMES,
                    .legal = CONSOLE_LEGAL,
                    .timing.frame = CONSOLE_FRAME};
    console_step_times(nes, CONSOLE_STEPS);
}

void df_nes_step(df_nes *nes, unsigned buttons)
{
    nes->frames++;
    if (nes->timing.over)
        return;
    if (nes->menu_wait > 0) {
        nes->menu_wait--;
        nes->timing.before = (uint8_t)buttons;
        return;
    }
    console_step_register(nes);
    if (nes->screen == DF_NES_PLAYING) {
        nes_frame_step(&nes->timing, buttons, &parts, nes);
        return;
    }
    nes->timing.frame = (uint8_t)((nes->timing.frame + 1) % NES_FRAMES);
    if (nes->begins) {
        console_begin_game(nes);
        return;
    }
    console_step_menu(nes, buttons);
    nes->timing.before = (uint8_t)buttons;
}
