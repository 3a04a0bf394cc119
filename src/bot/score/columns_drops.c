/* The drops of a shape, scored by what they change. */
#include "columns.h"

#include "core/base/always_inline.h"
#include "core/base/bits.h"
#include "evaluate.h"

/* ---- the shape ---- */

/* A shape in bytes, one for each column, and in words of rows as a strip has them. */
typedef struct form {
    const df_shape *shape;
    uint64_t squares;                   /* in the first place of a strip, */
    uint64_t edges;                     /* the right ones of a square and none side by side */
    uint64_t beside;                    /* the squares left and right of these */
    uint64_t bits[COLUMNS_MAX_WIDTH];   /* the squares of each column, from the bottom */
    uint64_t bottom[COLUMNS_MAX_WIDTH]; /* the lowest of these */
    uint32_t bottoms;                   /* bytes: their rows */
    uint32_t counts;                    /* bytes: how many squares there are, */
    uint32_t crests;                    /* one above the highest, */
    uint32_t packed;                    /* and the squares */
    int64_t score;                      /* of the board, and of the shape wherever it falls */
} form;

/* Prepares a shape of that width; false if a column of it has a gap. Reads a fixed number of
 * rows: those above the top of the shape are empty. */
ALWAYS_INLINE bool columns_make_form(form *made, const columns *c, const df_shape *shape,
                                     unsigned width)
{
    const int64_t *factor = c->judge->factor;
    unsigned size = 0;
    made->shape = shape;
    made->squares = made->bottoms = made->counts = made->packed = 0;
    for (unsigned y = 0; y < COLUMNS_MAX_HEIGHT; y++)
        made->squares |= (uint64_t)shape->row[y] << (y * LANE + COLUMNS_MARGIN);
    for (unsigned i = 0; i < width; i++) {
        const unsigned count = shape->top[i] - shape->bottom[i] + 1u;
        made->bottoms |= (uint32_t)shape->bottom[i] << 8 * i;
        made->counts |= count << 8 * i;
        made->bits[i] = columns_under(count) << shape->bottom[i];
        made->bottom[i] = UINT64_C(1) << shape->bottom[i];
        made->packed |= (uint32_t)made->bits[i] << 8 * i;
        size += count;
    }
    made->crests = made->bottoms + made->counts;
    made->edges = made->squares ^ made->squares << 1;
    made->beside = made->squares << 1 | made->squares >> 1;
    made->score = c->score + factor[DF_FEATURE_LANDING_HEIGHT] * (shape->height - 1) +
                  factor[DF_FEATURE_ROW_TRANSITIONS] * bits_count(made->edges) +
                  factor[DF_FEATURE_AGGREGATE_HEIGHT] * size;
    return size == bits_count(made->squares);
}

/* ---- a drop ---- */

/* A piece in its place. */
typedef struct landed {
    const column *self; /* its first one */
    unsigned x, y;
    uint64_t were;  /* rows y … y + 3 of the strip before, */
    uint64_t now;   /* and with the piece */
    uint32_t gaps;  /* bytes: how many squares are empty between a column and the piece */
    uint32_t open;  /* bytes: 1 if that is so, */
    uint32_t above; /* or if there was an empty square below the top */
} landed;

/* Returns the lowest `width` bytes. */
static inline uint32_t of_width(unsigned width, uint32_t bytes)
{
    return bytes & UINT32_MAX >> (32 - 8 * width);
}

/* Returns the empty squares of words of rows with both neighbours full. */
static inline uint64_t columns_drops_find_wells(uint64_t full)
{
    return ~full & full << 1 & full >> 1;
}

/* True if some row is full. */
static inline bool has_full(uint64_t rows)
{
    /* The last place of a row is unused, and stands for a wall. */
    const uint64_t last = EACH_LANE << (LANE - 1);
    return ((~rows + (last - EACH_LANE)) & last) != last;
}

/* Returns the sum of the wells in the columns of the piece, in the gaps below it and above it.
 */
ALWAYS_INLINE int sum_inside(const columns *c, const landed *at, const form *piece,
                             const uint64_t *full, unsigned width)
{
    int sum = 0;
    UNROLL
    for (unsigned i = 0; i < width; i++) {
        const uint64_t wells = (full[i] & full[i + 2]) >> at->self[i].top;
        const unsigned gap = byte_of(at->gaps, i);
        sum += sum_open(c, wells & columns_under(gap));
        sum += sum_open(c, wells >> (gap + byte_of(piece->counts, i)));
    }
    return sum;
}

/* Returns the gain in wells above the old tops, in the columns of the piece and beside it. */
ALWAYS_INLINE int columns_drops_gain_wells(const columns *c, const landed *at,
                                           const form *piece, unsigned width, int holes)
{
    const column *left = at->self - 1, *right = at->self + width;
    uint64_t full[COLUMNS_MAX_WIDTH + 2]; /* from `left` to `right` */
    for (unsigned i = 0; i < width + 2; i++)
        full[i] = left[i].full;
    for (unsigned i = 0; i < width; i++)
        full[i + 1] |= piece->bits[i] << at->y;
    int sum = sum_open(c, (left[-1].full & full[1]) >> left->top) - left->open +
              sum_open(c, (full[width] & right[1].full) >> right->top) - right->open;
    /* Wells above the piece are within its box, but for a piece of one column; those below it
     * are in gaps, and had been there, or are within the box too. */
    const uint64_t box = columns_under(width) * EACH_LANE << COLUMNS_MARGIN;
    const int before = right->left - at->self->left;
    const uint64_t inside = columns_drops_find_wells(at->now) & box << at->self->place;
    const int below = width > 1 ? before * holes : before;
    if ((inside | (uint64_t)below) != 0)
        sum += sum_inside(c, at, piece, full, width);
    return sum - before;
}

/* Returns the gain of the score from the new heights of columns. Byte 0 is the second column
 * left of the piece. */
ALWAYS_INLINE int64_t columns_drops_weigh_steps(const columns *c, const landed *at,
                                                const form *piece, unsigned width)
{
    const uint64_t each = UINT64_C(0x0101010101010101), high = 128 * each;
    const column *first = at->self - COLUMNS_MARGIN, *last = at->self + width + 1;
    const uint64_t self = (uint64_t)of_width(width, UINT32_MAX) << 8 * COLUMNS_MARGIN;
    const uint64_t rise = (at->y * each + piece->crests) << 8 * COLUMNS_MARGIN;
    const uint64_t tops = (first->tops & ~self) | (rise & self);
    /* The step to the next column, plus 64. */
    const uint64_t next = (tops >> 8) + 64 * each - tops;
    uint64_t steps = c->steps - (last->steps - first->steps);
    uint64_t pairs = c->pairs - (last->pairs - first[1].pairs);
    int rough = first->rough - last->rough;
    unsigned before = STEP_OTHER;
    UNROLL
    for (unsigned i = 0; i < width + 2 * COLUMNS_MARGIN - 1; i++) {
        const int rows = (int)(next >> 8 * i & 255) - 64;
        const unsigned kind = steps_kind(rows);
        steps += step_sets[kind];
        pairs += i > 0 ? pair_sets[before][kind] : 0;
        rough += rows < 0 ? -rows : rows;
        before = kind;
    }
    /* A wall is no step. */
    if (at->x == 0)
        rough += (int)(at->y + byte_of(piece->crests, 0)) - at->self->top;
    if (at->x + width == c->judge->layout.width)
        rough += (int)(at->y + byte_of(piece->crests, width - 1)) - at->self[width - 1].top;
    const uint64_t deep = (next + (128 - 64 - STEPS_DEEP) * each) &
                          ((128 + 64 - STEPS_DEEP) * each - next) << 8 & high;
    const uint64_t looked = UINT64_MAX >> (64 - 8 * (width + 2)) << 8;
    const int wells = (int)(((deep & looked) >> 7) * each >> 56);
    return weigh_sets(c, steps, pairs) - c->of_steps +
           c->judge->factor[DF_FEATURE_ROUGHNESS] * rough +
           c->judge->factor[DF_FEATURE_DEEP_WELLS] * (wells - (last[-1].deep - first->deep));
}

/* Returns the gain in empty squares of rows above holes. */
ALWAYS_INLINE int columns_drops_gain_covers(const columns *c, const landed *at,
                                            const form *piece)
{
    const uint32_t old = (uint32_t)(c->covers >> at->y) & 15;
    uint32_t rows = piece->packed & whole_bytes(at->above);
    rows |= rows >> 16;
    rows = (rows | rows >> 8) & 15;
    /* Bit i to lane i. */
    const uint64_t fresh = (rows & ~old) * UINT64_C(0x0000200040008001) & EACH_LANE;
    const uint64_t lacking = c->lacking[at->y] & ((fresh << LANE) - fresh);
    return (int)(lacking * EACH_LANE >> (64 - LANE)) -
           (int)bits_count(piece->packed & (rows | old) * EACH_BYTE);
}

/* Returns the set of rows with an empty square right below the piece. */
ALWAYS_INLINE uint64_t find_hole_rows(const landed *at, const form *piece, unsigned width)
{
    uint64_t rows = 0;
    for (unsigned i = 0; i < width; i++)
        rows |= ((piece->bottom[i] << at->y) - 1) & at->self[i].over;
    return rows;
}

/* Returns the gain of the score from features that not all players have. */
ALWAYS_INLINE int64_t columns_drops_weigh_more(const columns *c, const landed *at,
                                               const form *piece, unsigned width)
{
    const evaluator *e = c->judge;
    int64_t score = 0;
    if ((e->used & STEPS) != 0)
        score += columns_drops_weigh_steps(c, at, piece, width);
    if ((e->used & 1u << DF_FEATURE_COVER_GAPS) != 0)
        score += e->factor[DF_FEATURE_COVER_GAPS] * columns_drops_gain_covers(c, at, piece);
    return score;
}

/* Returns the score of a drop that fills no row and closes no side of a hole. It is compiled
 * once for each width, so that the loops above have no branches. */
ALWAYS_INLINE int64_t columns_drops_weigh(const columns *c, const landed *at, const form *piece,
                                          unsigned width)
{
    const int holes = sum_bytes(at->gaps);
    const int lost =
        (int)bits_count((at->were ^ at->were << 1) & piece->edges << at->self->place);
    int64_t score = piece->score + c->of_row * at->y + c->of_edge * lost + c->of_hole * holes +
                    c->of_depth * sum_bytes(piece->counts & whole_bytes(at->above));
    const uint64_t fresh = find_hole_rows(at, piece, width) & ~c->hole_rows;
    score += c->of_ceiling * sum_bytes(at->open) + c->of_hole_row * bits_count(fresh);
    if (c->of_well != 0)
        score += c->of_well * columns_drops_gain_wells(c, at, piece, width, holes);
    if (c->is_more)
        score += columns_drops_weigh_more(c, at, piece, width);
    return score;
}

/* Returns the maximum of each byte; none is above 127. */
static inline uint64_t greater_bytes(uint64_t a, uint64_t b)
{
    const uint64_t high = UINT64_C(0x8080808080808080);
    const uint64_t first = ((a | high) - b) & high;
    return b ^ ((a ^ b) & (first - (first >> 7)));
}

/* Returns the score of a drop. */
ALWAYS_INLINE int64_t weigh_or_measure(const columns *c, const form *piece, df_place drop,
                                       unsigned width)
{
    const column *self = &c->column[COLUMNS_MARGIN + drop.x];
    const strip *near = &c->strips[self->strip];
    const uint64_t were = near->full[drop.y], now = were | piece->squares << self->place;
    const uint64_t holes = near->holes[drop.y];
    if (has_full(now) ||
        ((holes & piece->beside << self->place) != 0 &&
         (holes & columns_drops_find_wells(now) & ~columns_drops_find_wells(were)) != 0))
        return df_evaluate(c->judge, c->now, piece->shape, drop.x, drop.y);
    landed at = {.self = self, .x = drop.x, .y = drop.y, .were = were, .now = now};
    at.gaps = of_width(width, at.y * EACH_BYTE + piece->bottoms - (uint32_t)self->tops);
    at.open = (at.gaps + 127 * EACH_BYTE) >> 7 & EACH_BYTE;
    at.above = of_width(width, at.open | self->hollow);
    return columns_drops_weigh(c, &at, piece, width);
}

/* Returns bytes: the rows where a shape comes to rest, for this column and 7 further right. */
ALWAYS_INLINE uint64_t find_rests(const column *self, const df_shape *shape, unsigned width)
{
    /* With this lift no byte is below 0. */
    const uint64_t each = UINT64_C(0x0101010101010101), lift = COLUMNS_MAX_HEIGHT * each;
    uint64_t rests = self->tops + lift - shape->bottom[0] * each;
    for (unsigned i = 1; i < width; i++)
        rests = greater_bytes(rests, self[i].tops + lift - shape->bottom[i] * each);
    return rests - lift;
}

/* Lists the drops that are inside. */
ALWAYS_INLINE size_t list_drops(const columns *c, const df_shape *shape, uint8_t orientation,
                                unsigned width, scored *list)
{
    const unsigned end = c->judge->layout.width + 1, height = c->judge->layout.height;
    uint64_t rests = 0;
    size_t count = 0;
    for (unsigned x = 0; x + width < end; x++, rests >>= 8) {
        if (x % 8 == 0)
            rests = find_rests(&c->column[COLUMNS_MARGIN + x], shape, width);
        const unsigned y = rests & 255;
        list[count].place = (df_place){orientation, (uint8_t)x, (uint16_t)y};
        count += y + shape->height <= height;
    }
    return count;
}

ALWAYS_INLINE bool columns_score_shape(const columns *c, const df_shape *shape,
                                       uint8_t orientation, unsigned width, scored *list,
                                       size_t *count)
{
    form made;
    if (!columns_make_form(&made, c, shape, width))
        return false;
    const size_t found = list_drops(c, shape, orientation, width, list);
    for (size_t i = 0; i < found; i++)
        list[i].score = weigh_or_measure(c, &made, list[i].place, width);
    *count = found;
    return true;
}

bool df_columns_drops(const columns *c, const df_shape *shape, uint8_t orientation,
                      scored *list, size_t *count)
{
    if (shape->height > COLUMNS_MAX_HEIGHT)
        return false;
    switch (shape->width) {
    case 1:
        return columns_score_shape(c, shape, orientation, 1, list, count);
    case 2:
        return columns_score_shape(c, shape, orientation, 2, list, count);
    case 3:
        return columns_score_shape(c, shape, orientation, 3, list, count);
    case 4:
        return columns_score_shape(c, shape, orientation, 4, list, count);
    default:
        return false;
    }
}

/* Lists the drops of one orientation, each evaluated by itself. */
static size_t evaluate_each(const evaluator *e, const board *b, const df_shape *shape,
                            uint8_t orientation, scored *list)
{
    const grid *g = &e->layout;
    size_t count = 0;
    for (unsigned x = 0; x + shape->width <= g->width; x++) {
        const unsigned y = board_rest(b, shape, x);
        if (y + shape->height > g->height)
            continue;
        list[count].place = (df_place){orientation, (uint8_t)x, (uint16_t)y};
        list[count++].score = df_evaluate(e, b, shape, x, y);
    }
    return count;
}

size_t df_evaluate_drops(const evaluator *e, const board *b, const df_piece *piece,
                         scored *list)
{
    const bool fit = df_columns_fit(e);
    columns c;
    size_t count = 0;
    if (fit)
        df_columns_load(&c, e, b);
    for (uint8_t o = 0; o < DF_ORIENTATIONS; o++) {
        const df_shape *shape = &piece->shape[o];
        size_t found;
        if (piece->same_as[o] != o)
            continue;
        if (!fit || !df_columns_drops(&c, shape, o, list + count, &found))
            found = evaluate_each(e, b, shape, o, list + count);
        count += found;
    }
    return count;
}
