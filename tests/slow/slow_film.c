#include "slow_film.h"

#include <stdlib.h>
#include <string.h>

#include "core/board/input_path.h"
#include "slow_moves.h"
#include "tests/support/support.h"

static slow_reel watched;
static slow_history past;

static df_status slow_film_keep(void *context, const df_frame *frame)
{
    slow_reel *reel = context;
    const size_t size = (size_t)frame->width * frame->height;
    assert_true(reel->count < SLOW_FILM_FRAMES);
    assert_true(size <= SLOW_FILM_SQUARES);
    assert_true(frame->centiseconds >= 2);
    reel->frames[reel->count] = *frame;
    memcpy(reel->squares[reel->count], frame->square, size * sizeof *frame->square);
    reel->count++;
    return DF_OK;
}

const slow_reel *slow_film_watch(const df_plan *plan, const df_film_options *options)
{
    df_film *film = NULL;
    assert_status(df_film_create(&film, plan, options, NULL), DF_OK);
    const df_film_size size = df_film_measure(film);
    uint64_t centiseconds = 0;
    watched.count = 0;
    assert_status(df_film_play(film, slow_film_keep, &watched), DF_OK);
    df_film_free(film);
    assert_true(watched.count > 0);
    assert_int_equal(watched.count, size.frames);
    for (size_t i = 0; i < watched.count; i++) {
        watched.frames[i].square = watched.squares[i];
        centiseconds += watched.frames[i].centiseconds;
        assert_int_equal(watched.frames[i].width, size.width);
        assert_int_equal(watched.frames[i].height, size.height);
    }
    assert_true(centiseconds == size.centiseconds);
    assert_int_equal(size.width, plan->width);
    return &watched;
}

uint64_t slow_film_duration(const slow_reel *reel)
{
    uint64_t sum = 0;
    for (size_t i = 0; i < reel->count; i++)
        sum += reel->frames[i].centiseconds;
    return sum;
}

void slow_film_check_last(const slow_reel *reel, const df_plan *plan, unsigned hold)
{
    const df_frame *last = &reel->frames[reel->count - 1];
    assert_int_equal(last->event, DF_EVENT_END);
    assert_int_equal(last->centiseconds, hold);
    assert_int_equal(last->drops, plan->count);
    assert_int_equal(last->piece, -1);
}

static void slow_film_remember(slow_history *history, const df_field *field)
{
    const unsigned width = field->width;
    assert_true(history->count <= SLOW_FILM_DROPS);
    assert_true(width * history->height <= SLOW_FILM_SQUARES);
    for (unsigned y = 0; y < history->height; y++) {
        for (unsigned x = 0; x < width; x++)
            history->squares[history->count][y * width + x] = df_field_square(field, x, y);
    }
}

static df_status slow_film_see_drop(void *context, const df_field *before, const df_drop *drop,
                                    const df_landing *landing)
{
    slow_history *history = context;
    (void)drop;
    slow_film_remember(history, before);
    history->landings[history->count] = *landing;
    history->rows_cleared[history->count + 1] =
        history->rows_cleared[history->count] + landing->cleared_count;
    history->count++;
    return DF_OK;
}

const slow_history *slow_film_play(const df_plan *plan, unsigned height)
{
    df_field *final = NULL;
    past.plan = plan;
    past.count = 0;
    past.height = height;
    past.rows_cleared[0] = 0;
    assert_status(df_plan_play(plan, slow_film_see_drop, &past, &final, NULL, NULL), DF_OK);
    slow_film_remember(&past, final);
    df_field_free(final);
    return &past;
}

/* True if square (x, y) belongs to a piece whose corner is there. */
static bool slow_film_covers(const df_shape *shape, int corner_x, int corner_y, int x, int y)
{
    x -= corner_x;
    y -= corner_y;
    return x >= 0 && x < shape->width && y >= 0 && y < shape->height &&
           (shape->row[y] >> x & 1) != 0;
}

/* True if a piece lies on free squares, inside the walls and above the floor. */
static bool slow_film_fits(const slow_history *history, const uint32_t *field,
                           const df_shape *shape, int x, int y)
{
    const int width = history->plan->width;
    for (int j = 0; j < shape->height; j++) {
        for (int i = 0; i < shape->width; i++) {
            if ((shape->row[j] >> i & 1) == 0)
                continue;
            if (x + i < 0 || x + i >= width || y + j < 0)
                return false;
            if (y + j < (int)history->height && field[(y + j) * width + x + i] != 0)
                return false;
        }
    }
    return true;
}

static const df_shape *slow_film_shape(const slow_history *history, const df_frame *frame)
{
    return &history->plan->set->pieces[frame->piece].shape[frame->orientation];
}

static bool slow_film_is_landed(const slow_history *history, const df_frame *frame)
{
    const df_drop *drop = &history->plan->drops[frame->drops - 1];
    return frame->x == drop->x && frame->y == history->landings[frame->drops - 1].y;
}

/* Checks a frame without one: a playfield, with trails in empty squares below the top. */
static void slow_film_check_field(const slow_history *history, const df_frame *frame)
{
    const uint32_t *wanted = history->squares[frame->drops];
    for (int x = 0; x < frame->width; x++) {
        bool is_above = true;
        for (int y = frame->height - 1; y >= 0; y--) {
            const int at = y * frame->width + x;
            const bool is_trail = frame->square[at] == DF_FRAME_TRAIL;
            assert_true(!is_trail || (is_above && frame->drops > 0));
            assert_int_equal(is_trail ? 0 : frame->square[at], wanted[at]);
            is_above = is_above && wanted[at] == 0;
        }
    }
}

/* Checks a frame with a piece in hand. */
static void slow_film_check_piece(const slow_history *history, const df_frame *frame)
{
    const uint32_t *before = history->squares[frame->drops - 1];
    const df_shape *shape = slow_film_shape(history, frame);
    assert_int_equal(frame->piece, history->plan->drops[frame->drops - 1].piece);
    assert_true(slow_film_fits(history, before, shape, frame->x, frame->y));
    int ghost = frame->y;
    while (slow_film_fits(history, before, shape, frame->x, ghost - 1))
        ghost--;
    const uint32_t piece = 1 + (uint32_t)frame->piece;
    for (int y = 0; y < frame->height; y++) {
        for (int x = 0; x < frame->width; x++) {
            uint32_t square = frame->square[y * frame->width + x];
            uint32_t wanted = before[y * frame->width + x];
            if (slow_film_covers(shape, frame->x, ghost, x, y))
                wanted = DF_FRAME_GHOST;
            if (slow_film_covers(shape, frame->x, frame->y, x, y))
                wanted = piece;
            if (square == (piece | DF_FRAME_LOCK)) {
                assert_true(slow_film_is_landed(history, frame));
                square = piece;
            }
            assert_int_equal(square, wanted);
        }
    }
}

/* Checks a frame in which rows light up. */
static void slow_film_check_flash(const slow_history *history, const df_frame *frame)
{
    const df_landing *landing = &history->landings[frame->drops - 1];
    const df_drop *drop = &history->plan->drops[frame->drops - 1];
    const df_shape *shape = &history->plan->set->pieces[drop->piece].shape[drop->orientation];
    const uint32_t *before = history->squares[frame->drops - 1];
    assert_true(landing->cleared_count > 0);
    for (int y = 0; y < frame->height; y++) {
        const bool is_full =
            y >= landing->y && y < landing->y + 32 && landing->cleared >> (y - landing->y) & 1;
        for (int x = 0; x < frame->width; x++) {
            uint32_t wanted = before[y * frame->width + x];
            if (slow_film_covers(shape, drop->x, landing->y, x, y))
                wanted = 1U + drop->piece;
            if (is_full)
                wanted |= DF_FRAME_CLEAR;
            assert_int_equal(frame->square[y * frame->width + x], wanted);
        }
    }
}

static void slow_film_check_next(const slow_history *history, const df_frame *frame)
{
    const df_plan *plan = history->plan;
    if (plan->deal != NULL)
        return;
    const size_t left = plan->count - frame->drops;
    assert_int_equal(frame->held, -1);
    assert_int_equal(frame->next_count, left < DF_FRAME_MAX_NEXT ? left : DF_FRAME_MAX_NEXT);
    for (unsigned i = 0; i < frame->next_count; i++)
        assert_int_equal(frame->next[i], plan->drops[frame->drops + i].piece);
}

size_t slow_film_check(const slow_reel *reel, const slow_history *history)
{
    uint64_t time = 0, flashed = 0;
    for (size_t i = 0; i < reel->count; i++) {
        const df_frame *frame = &reel->frames[i];
        assert_true(frame->drops <= history->count);
        assert_true(i == 0 || frame->drops >= reel->frames[i - 1].drops);
        slow_film_check_next(history, frame);
        if (frame->piece >= 0) {
            slow_film_check_piece(history, frame);
            assert_int_equal(frame->rows_cleared, history->rows_cleared[frame->drops - 1]);
        } else if (frame->event == DF_EVENT_CLEAR) {
            slow_film_check_flash(history, frame);
            assert_int_equal(frame->rows_cleared, history->rows_cleared[frame->drops - 1]);
            /* Times are rounded to whole centiseconds. */
            assert_true(flashed == 0 || time - flashed >= 1000 / 30 - 1);
            flashed = time;
        } else {
            slow_film_check_field(history, frame);
            assert_int_equal(frame->rows_cleared, history->rows_cleared[frame->drops]);
        }
        if (frame->event == DF_EVENT_END)
            return i + 1;
        time += frame->centiseconds;
    }
    fail_msg("the film has no end");
    return 0;
}

/* A pose that must be seen. */
typedef struct slow_pose {
    int x;
    int y;
    unsigned orientation;
} slow_pose;

enum { MAX_POSES = 200, SHIFTS_SEEN = 6 };

typedef struct slow_way {
    size_t count;
    slow_pose poses[MAX_POSES];
} slow_way;

static void slow_film_expect(slow_way *way, unsigned orientation, int x, int y)
{
    assert_true(way->count < MAX_POSES);
    way->poses[way->count++] = (slow_pose){x, y, orientation};
}

/* The rows of a playfield as words. */
static unsigned slow_film_rows(const slow_history *history, size_t drop, uint64_t *rows)
{
    const unsigned width = history->plan->width;
    for (unsigned y = 0; y < history->height; y++) {
        rows[y] = 0;
        for (unsigned x = 0; x < width; x++) {
            if (history->squares[drop][y * width + x] != 0)
                rows[y] |= UINT64_C(1) << x;
        }
    }
    return history->height;
}

/* The same inputs but for falling. */
static void slow_film_check_same(const df_input_path *a, const df_input_path *b)
{
    size_t i = 0, j = 0;
    while (i < a->count || j < b->count) {
        while (i < a->count && a->input[i] == DF_INPUT_SOFT_DROP)
            i++;
        while (j < b->count && b->input[j] == DF_INPUT_SOFT_DROP)
            j++;
        if (i == a->count && j == b->count)
            return;
        assert_true(i < a->count && j < b->count);
        assert_int_equal(a->input[i++], b->input[j++]);
    }
}

/* The poses after each input of a player but soft drops, from the place where the film spawns
 * the piece. These are the inputs for the plan's own playfield, too. */
static void slow_film_follow(const slow_history *history, const df_frame *first, slow_way *way)
{
    const df_plan *plan = history->plan;
    const df_drop *drop = &plan->drops[first->drops - 1];
    const df_piece *piece = &plan->set->pieces[drop->piece];
    const df_rules rules = plan->rules == DF_RULES_SRS ? DF_RULES_SRS : DF_RULES_SRS_180;
    const df_place place = {drop->orientation, drop->x, drop->y};
    uint64_t rows[SLOW_FILM_SQUARES];
    const unsigned count = slow_film_rows(history, first->drops - 1, rows);
    df_mover *mover = NULL;
    df_input_path *path = NULL, *usual = NULL;
    df_outcome outcome;
    int x, y;
    assert_status(df_mover_create(&mover, piece, plan->width, rules), DF_OK);
    df_mover_spawn(mover, plan->height, &x, &y);
    assert_int_equal(first->x, x);
    assert_status(
        df_input_path_find(&usual, &outcome, mover, rows, count, x, y, &place, DF_SPINS),
        DF_OK);
    assert_status(df_input_path_find(&path, &outcome, mover, rows, count, first->x, first->y,
                                     &place, DF_SPINS),
                  DF_OK);
    assert_int_equal(outcome, DF_FOUND);
    slow_film_check_same(path, usual);
    slow_player player = {
        .piece = piece, .width = plan->width, .rules = rules, .rows = rows, .count = count};
    assert_true(slow_player_spawn(&player, first->x, first->y));
    slow_film_expect(way, DF_NORTH, first->x, first->y);
    for (size_t i = 0; i < path->count; i++) {
        assert_true(slow_player_press(&player, path->input[i]));
        slow_player_corner(&player, &x, &y);
        if (path->input[i] != DF_INPUT_SOFT_DROP)
            slow_film_expect(way, (unsigned)player.orientation, x, y);
    }
    df_input_path_free(path);
    df_input_path_free(usual);
    df_mover_free(mover);
}

/* The poses of a piece that is turned at the centre of the top rows and shifted there. */
static void slow_film_centre(const slow_history *history, const df_frame *first, slow_way *way)
{
    static const char *const turns[] = {"N", "NE", "NES", "NW"};
    const df_plan *plan = history->plan;
    const df_drop *drop = &plan->drops[first->drops - 1];
    const df_piece *piece = &plan->set->pieces[drop->piece];
    const char *letters = turns[piece->same_as[drop->orientation]];
    const df_shape *shape = NULL;
    unsigned orientation = DF_NORTH;
    int x = 0, y = 0;
    for (; *letters != '\0'; letters++) {
        orientation = 0;
        while (DF_ORIENTATION_LETTERS[orientation] != *letters)
            orientation++;
        shape = &piece->shape[orientation];
        if (shape->width > plan->width)
            continue;
        x = (plan->width - shape->width) / 2;
        y = first->height - shape->height;
        slow_film_expect(way, orientation, x, y);
    }
    while (x != drop->x) {
        x += x < drop->x ? 1 : -1;
        slow_film_expect(way, orientation, x, y);
    }
    slow_film_expect(way, orientation, x, history->landings[first->drops - 1].y);
}

static bool slow_film_shows(const slow_history *history, const df_frame *frame,
                            const slow_pose *pose)
{
    const df_piece *piece = &history->plan->set->pieces[frame->piece];
    return frame->x == pose->x && frame->y == pose->y &&
           piece->same_as[frame->orientation] == piece->same_as[pose->orientation];
}

/* Checks the frames of a drop from `first` to before `end`. */
static void slow_film_check_way(const slow_history *history, const df_frame *first,
                                const df_frame *end)
{
    slow_way way = {0};
    if (df_rules_have(history->plan->rules, DF_TRAIT_MOVES))
        slow_film_follow(history, first, &way);
    else
        slow_film_centre(history, first, &way);
    const df_frame *at = first;
    unsigned missed = 0;
    for (size_t i = 0; i < way.count; i++) {
        const df_frame *found = at;
        while (found < end && !slow_film_shows(history, found, &way.poses[i]))
            found++;
        if (found < end) {
            at = found;
            continue;
        }
        /* Only the columns of long shifts may be left out. */
        assert_true(i > 0 && i + 1 < way.count);
        assert_int_equal(way.poses[i].orientation, way.poses[i - 1].orientation);
        assert_int_equal(way.poses[i].y, way.poses[i - 1].y);
        missed++;
    }
    assert_true(missed == 0 || way.count > SHIFTS_SEEN);
}

void slow_film_check_inputs(const slow_reel *reel, const slow_history *history)
{
    size_t seen = 0;
    for (size_t i = 0; i < reel->count;) {
        const df_frame *first = &reel->frames[i];
        size_t end = i;
        while (end < reel->count && reel->frames[end].drops == first->drops &&
               reel->frames[end].piece >= 0)
            end++;
        if (end == i) {
            i++;
            continue;
        }
        assert_int_equal(first->event, DF_EVENT_SPAWN);
        slow_film_check_way(history, first, &reel->frames[end]);
        seen++;
        i = end;
    }
    assert_int_equal(seen, history->plan->count);
}
