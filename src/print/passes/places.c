#include "places.h"

#include <string.h>

#include "core/base/error.h"
#include "print/base/advice.h"
#include "print/base/possible.h"

enum {
    SETS = 1 << DF_TETROMINOES,
    MAX_ALIKE = 4, /* ways that give J, L and T to the same colours; */
    FEW_WAYS = 10, /* ways that are compared at first, */
    FEW_ALIKE = 2, /* and those of them that are alike */
};

/* What each set of pieces costs each colour: the squares that stick out at least. */
typedef struct cost_table {
    unsigned colors;
    size_t squares[DF_TETROMINOES];
    size_t cost[DF_TETROMINOES][SETS];
} cost_table;

/* A way that may be kept. */
typedef struct assign_option {
    assignment way;
    unsigned alike; /* which colours J, L and T are for */
    uint64_t score; /* the lower the better */
} assign_option;

/* Adds what sets of pieces cost the runs of each length. */
static void cost_add_runs(cost_table *self, const df_piece_set *tetrominoes,
                          size_t count[DF_TETROMINOES][DF_FIELD_MAX_WIDTH + 1])
{
    print_shape shapes[PRINT_SHAPES];
    df_shapes_init(shapes, tetrominoes);
    for (unsigned set = 1; set < SETS; set++) {
        const uint8_t sets[DF_TETROMINOES] = {(uint8_t)set};
        run_table runs;
        df_runs_init(&runs, sets, shapes);
        for (unsigned i = 0; i < self->colors; i++) {
            for (unsigned length = 1; length <= DF_FIELD_MAX_WIDTH; length++)
                self->cost[i][set] += count[i][length] * df_runs_need(&runs, set, length);
        }
    }
}

static void cost_fill(cost_table *self, const print_job *job)
{
    const df_picture *picture = job->frames[0];
    size_t count[DF_TETROMINOES][DF_FIELD_MAX_WIDTH + 1] = {{0}};
    for (unsigned y = 0; y < picture->height; y++) {
        const uint8_t *row = &picture->cell[(size_t)y * picture->width];
        for (unsigned x = 0; x < picture->width;) {
            const unsigned begin = x;
            while (x < picture->width && row[x] == row[begin])
                x++;
            if (row[begin] != 0)
                count[row[begin] - 1][x - begin]++;
        }
    }
    cost_add_runs(self, job->tetrominoes, count);
    df_share_count_squares(picture, self->squares);
}

/* Rates a way: by what sticks out, and among equals by how many pieces are for how many
 * squares. False if some colour has no piece, or only O, which leaves pairs only. */
static bool assign_rate(const cost_table *self, bool is_single, assign_option *made)
{
    uint64_t cost = 0, crowd = 0;
    for (unsigned i = 0; i < self->colors; i++) {
        const unsigned set = made->way.pieces[i];
        if (set == 0 || set == 1u << DF_O || (is_single && bits_count(set) > 1))
            return false;
        cost += self->cost[i][set];
        crowd += self->squares[i] * 420 / bits_count(set);
    }
    made->score = cost << 32 | crowd;
    return true;
}

/* Puts an option where it belongs among the best so far. */
static void assign_keep(assign_option best[ASSIGN_MAX], unsigned *count,
                        const assign_option *made)
{
    unsigned place = *count, alike = 0, last = 0;
    if (*count == ASSIGN_MAX && best[*count - 1].score <= made->score)
        return;
    for (unsigned i = 0; i < *count; i++) {
        if (best[i].alike == made->alike) {
            alike++;
            last = i;
        }
    }
    if (alike == MAX_ALIKE) {
        if (best[last].score <= made->score)
            return;
        memmove(&best[last], &best[last + 1], (*count - last - 1) * sizeof best[0]);
        place = --*count;
    } else if (*count == ASSIGN_MAX) {
        place = --*count;
    }
    for (; place > 0 && best[place - 1].score > made->score; place--)
        best[place] = best[place - 1];
    best[place] = *made;
    ++*count;
}

/* Gives each piece to a colour in every way; with one piece for each, the others to none. */
static unsigned assign_search(const cost_table *self, bool is_single,
                              assign_option best[ASSIGN_MAX])
{
    const unsigned choices = self->colors + is_single;
    unsigned count = 0, all = 1;
    for (unsigned i = 0; i < DF_TETROMINOES; i++)
        all *= choices;
    for (unsigned number = 0; number < all; number++) {
        assign_option made = {.way = {{0}}};
        for (unsigned piece = 0, rest = number; piece < DF_TETROMINOES; piece++) {
            const unsigned color = rest % choices;
            rest /= choices;
            if (color == self->colors)
                continue;
            made.way.pieces[color] |= (uint8_t)(1u << piece);
            if (piece == DF_J || piece == DF_L || piece == DF_T)
                made.alike = made.alike * DF_TETROMINOES + color;
        }
        if (assign_rate(self, is_single, &made))
            assign_keep(best, &count, &made);
    }
    return count;
}

/* The sets that suit a picture in one colour, which no choice of colours tells apart. */
static unsigned assign_one_color(assignment ways[ASSIGN_MAX])
{
    static const uint8_t sets[] = {
        SETS - 1,
        (SETS - 1) & ~(1u << DF_O | 1u << DF_I),
        1u << DF_J | 1u << DF_L | 1u << DF_T,
        (SETS - 1) & ~(1u << DF_O),
    };
    for (unsigned i = 0; i < sizeof sets; i++)
        ways[i] = (assignment){{sets[i]}};
    return sizeof sets;
}

/* Writes ways, those for the beginning first; returns the number of these. */
static unsigned assign_order(const assign_option *best, unsigned count, assignment *ways)
{
    bool taken[ASSIGN_MAX] = {false};
    unsigned few = 0;
    for (unsigned i = 0; i < count && few < FEW_WAYS; i++) {
        unsigned alike = 0;
        for (unsigned k = 0; k < i; k++)
            alike += best[k].alike == best[i].alike;
        taken[i] = alike < FEW_ALIKE;
        if (taken[i])
            ways[few++] = best[i].way;
    }
    for (unsigned i = 0, placed = few; i < count; i++) {
        if (!taken[i])
            ways[placed++] = best[i].way;
    }
    return few;
}

/* Lists the most promising ways to give each colour pieces of its own, or a single one, or the
 * one way that is asked for. The picture has at most 6 colours. */
static void places_list_ways(places *self)
{
    const print_job *job = self->job;
    cost_table costs = {.colors = job->frames[0]->color_count};
    assign_option best[ASSIGN_MAX];
    carrier_sets sets;
    if (job->options->pieces != NULL) {
        (void)df_carriers_read(&sets, job->options->pieces);
        memcpy(self->ways[0].pieces, sets.pieces, costs.colors);
        self->way_count = self->all_ways = 1;
    } else if (costs.colors == 1 && !job->is_single) {
        self->way_count = self->all_ways = assign_one_color(self->ways);
    } else {
        cost_fill(&costs, job);
        self->all_ways = assign_search(&costs, job->is_single, best);
        self->way_count = assign_order(best, self->all_ways, self->ways);
    }
}

#define LEAST_WIDTH 4 /* in which every piece can be spawned */

/* Checks that the picture can be printed on that width. *error may be NULL. */
static df_status places_check_width(const print_job *job, unsigned width, df_error *error)
{
    if (width < LEAST_WIDTH) {
        df_error_set(error, DF_ERROR_ARGUMENT,
                     "a playfield of fewer than 4 columns has no room for piece I");
        df_error_advise(error, DF_OPTION_WIDTH, "%u",
                        df_possible_width(job->frames[0], LEAST_WIDTH, job->options->anchors));
        return DF_ERROR_ARGUMENT;
    }
    return df_possible_check(job->frames[0], width, job->options->pieces, job->options->anchors,
                             error);
}

static void places_add_widths(places *self, unsigned min)
{
    for (unsigned w = min; w <= DF_FIELD_MAX_WIDTH && self->width_count < PLACES_WIDTHS; w++) {
        if (places_check_width(self->job, w, NULL) == DF_OK)
            self->widths[self->width_count++] = w;
    }
}

static df_status places_check_height(const print_job *job)
{
    const unsigned height = job->options->height;
    if (height == 0 || job->frames[0]->height <= height)
        return DF_OK;
    df_error_set(job->error, DF_ERROR_PICTURE,
                 "the picture is %u rows high and the playfield %u", job->frames[0]->height,
                 height);
    df_error_advise(job->error, DF_OPTION_HEIGHT, "auto");
    df_advice_put_fit(job->error, job->frames[0], DF_NARROW_MAX_WIDTH, height,
                      DF_PRINT_MAX_COLORS);
    return DF_ERROR_PICTURE;
}

static df_status places_list_widths(places *self)
{
    const print_job *job = self->job;
    const unsigned asked = job->options->width;
    if (asked != 0) {
        self->widths[self->width_count++] = asked;
        return places_check_width(job, asked, job->error);
    }
    const unsigned min = unsigned_max(job->frames[0]->width, LEAST_WIDTH);
    places_add_widths(self, min);
    if (self->width_count > 0)
        return DF_OK;
    return places_check_width(job, min < DF_FIELD_MAX_WIDTH ? min + 1 : DF_FIELD_MAX_WIDTH,
                              job->error);
}

df_status df_places_list(places *made, const print_job *job)
{
    *made = (places){.job = job};
    df_status status = places_check_height(job);
    if (status == DF_OK)
        status = places_list_widths(made);
    if (status == DF_OK)
        places_list_ways(made);
    return status;
}

bool df_places_has(const places *self, unsigned width, const assignment *way)
{
    char pieces[DF_PRINT_PIECES_SIZE];
    const print_job *job = self->job;
    df_carriers_write(way->pieces, job->frames[0]->color_count, pieces);
    return df_possible_check(job->frames[0], width, pieces, job->options->anchors, NULL) ==
           DF_OK;
}

picture_place df_places_make(const places *self, unsigned width, const assignment *way)
{
    const print_job *job = self->job;
    picture_place place = {.picture = job->frames[0],
                           .width = width,
                           .left = (width - job->frames[0]->width) / 2,
                           .anchors = job->options->anchors,
                           .ground = job->ground};
    memcpy(place.pieces, way->pieces, sizeof place.pieces);
    return place;
}

void df_leaders_note(leader leaders[LEADERS], const picture_place *place, size_t drops)
{
    unsigned at = 0;
    while (at < LEADERS - 1 &&
           (leaders[at].drops == 0 || leaders[at].place.width != place->width ||
            memcmp(leaders[at].place.pieces, place->pieces, sizeof place->pieces) != 0))
        at++;
    if (leaders[at].drops != 0 && leaders[at].drops <= drops)
        return;
    for (; at > 0 && (leaders[at - 1].drops == 0 || leaders[at - 1].drops > drops); at--)
        leaders[at] = leaders[at - 1];
    leaders[at] = (leader){*place, drops};
}
