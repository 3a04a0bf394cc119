#include "wide_band.h"

#include <stdlib.h>
#include <string.h>

bool df_wide_pattern_read(wide_pattern *self, const char *letters, const wide_hole *hole,
                          const wide_stage *stage, const wide_canvas *on)
{
    unsigned picture = 0, platform = 0, first = 0;
    *self = (wide_pattern){.letters = letters, .hole = *hole};
    while (letters[first] == 'P')
        first++;
    for (const char *letter = letters; *letter != '\0'; letter++) {
        picture += *letter == 'P';
        platform += *letter == 'X';
        self->cleared += *letter != 'P';
    }
    if (hole->shape != NULL && platform != hole->shape->height)
        return false;
    const unsigned begun = df_wide_stage_begun(stage, on);
    return first >= begun && picture <= WIDE_ROWS && stage->y + picture <= on->height;
}

/* True if the square of a platform's row, counted from 0, is that of its hole. */
static bool wide_is_hole(const wide_hole *hole, unsigned x, unsigned row)
{
    return x >= hole->x && x < (unsigned)hole->x + hole->shape->width &&
           (hole->shape->column[x - hole->x] >> row & 1) != 0;
}

/* True if no square of the picture is laid in the column. */
static bool wide_is_kept(const wide_pattern *pattern, const wide_stage *stage, unsigned x)
{
    const wide_hole *hole = &pattern->hole;
    if (hole->shape != NULL)
        return x >= hole->x && x < (unsigned)hole->x + hole->shape->width;
    return df_wide_stage_keeps(stage, x);
}

/* Opens the missing squares of a row of the picture. */
static void wide_lay_picture(band *made, const wide_pattern *pattern, const wide_stage *stage,
                             const wide_canvas *on, unsigned y, unsigned row)
{
    const uint16_t bit = (uint16_t)(1u << y);
    const size_t first = (size_t)(stage->y + row) * on->width;
    for (unsigned x = 0; x < on->width; x++) {
        const unsigned want = on->want[first + x];
        if (want == 0)
            continue;
        if ((stage->done[x] >> row & 1) != 0) {
            made->present[x] |= bit;
        } else if (!wide_is_kept(pattern, stage, x)) {
            made->open[x] |= bit;
            made->optional[x] |= bit;
            band_allow(made, want, x, bit);
            /* A row further up is worth less, so that the lowest one is done first. */
            made->worth[x][y] =
                (int16_t)(BAND_WORTH - (int)row + (on->hanging[first + x] ? BAND_HANGING : 0));
        }
    }
}

void df_wide_band_lay(band *made, const wide_pattern *pattern, const wide_stage *stage,
                      const wide_canvas *on)
{
    memset(made, 0, sizeof *made);
    made->width = on->width;
    made->rows = (unsigned)strlen(pattern->letters) + 1;
    made->stays = 1;
    for (unsigned x = 0; x < on->width; x++)
        made->present[x] = df_wide_stage_carries(stage, on, x);
    unsigned picture = 0, platform = 0;
    for (unsigned y = 1; y < made->rows; y++) {
        const char kind = pattern->letters[y - 1];
        const uint16_t bit = (uint16_t)(1u << y);
        made->stays = (uint16_t)(made->stays | (kind != 'F' ? bit : 0));
        if (kind == 'P') {
            wide_lay_picture(made, pattern, stage, on, y, picture++);
            continue;
        }
        for (unsigned x = 0; x < on->width; x++) {
            if (kind == 'X' && wide_is_hole(&pattern->hole, x, platform))
                continue;
            made->open[x] |= bit;
            for (unsigned p = 0; p < DF_TETROMINOES; p++)
                made->allowed[p][x] |= bit;
        }
        platform += kind == 'X';
    }
}

void df_wide_band_apply(const wide_pattern *pattern, const band_tiling *tiling,
                        const wide_canvas *on, wide_stage *stage)
{
    unsigned picture = 0;
    for (unsigned y = 1; pattern->letters[y - 1] != '\0'; y++) {
        if (pattern->letters[y - 1] != 'P')
            continue;
        for (unsigned x = 0; x < on->width; x++)
            stage->done[x] |= (uint8_t)((tiling->filled[x] >> y & 1) << picture);
        picture++;
    }
    if (pattern->hole.shape != NULL) {
        stage->hole = pattern->hole.x;
        stage->hole_width = pattern->hole.shape->width;
    }
}

static int wide_compare(const void *one, const void *other)
{
    const pack_placed *a = one, *b = other;
    if (a->label != b->label)
        return a->label < b->label ? -1 : 1;
    if (a->y != b->y)
        return a->y < b->y ? -1 : 1;
    return a->x != b->x ? a->x - b->x : a->shape - b->shape;
}

/* True if all pieces below this one have been taken; `cover` has 1 + the index of the piece on
 * each square. */
static bool wide_is_ready(const print_shape *shape, const pack_placed *piece,
                          uint16_t cover[DF_FIELD_MAX_WIDTH][PACK_MAX_ROWS], const bool *taken)
{
    for (unsigned i = 0; i < shape->width; i++) {
        for (unsigned y = piece->y + shape->bottom[i]; y-- > 0;) {
            const unsigned below = cover[piece->x + i][y];
            if (below != 0 && !taken[below - 1])
                return false;
        }
    }
    return true;
}

void df_wide_band_order(const print_shape shapes[PRINT_SHAPES], pack_placed *pieces,
                        size_t count)
{
    uint16_t cover[DF_FIELD_MAX_WIDTH][PACK_MAX_ROWS] = {{0}};
    bool taken[PACK_MAX_PIECES] = {false};
    pack_placed ordered[PACK_MAX_PIECES];
    qsort(pieces, count, sizeof pieces[0], wide_compare);
    for (size_t i = 0; i < count; i++) {
        const print_shape *shape = &shapes[pieces[i].shape];
        for (unsigned j = 0; j < shape->width; j++) {
            for (unsigned k = shape->bottom[j]; k <= shape->top[j]; k++)
                cover[pieces[i].x + j][pieces[i].y + k] = (uint16_t)(i + 1);
        }
    }
    /* A piece that lies on others of its label may come before them; it waits a round. */
    size_t made = 0, first = 0;
    while (made < count) {
        const int label = pieces[first].label;
        size_t end = first;
        for (; end < count && pieces[end].label == label; end++) {
            if (taken[end] ||
                !wide_is_ready(&shapes[pieces[end].shape], &pieces[end], cover, taken))
                continue;
            taken[end] = true;
            ordered[made++] = pieces[end];
        }
        first = made == end ? end : first;
    }
    memcpy(pieces, ordered, count * sizeof ordered[0]);
}
