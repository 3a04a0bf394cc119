#include "pattern.h"

#include <string.h>

#define OPEN_WORTH (-6) /* of a square in a row that stays open: it is filled if that helps */

const char *const df_patterns_usual[] = {"",     "P",   "PP",   "PPP",  "F",   "FP",  "FFP",
                                         "FFFP", "FPP", "FFPP", "PF",   "PFF", "PFP", "PFFP",
                                         "FPFP", "G",   "FG",   "PG",   "PFG", "FPG", "FFPG",
                                         "PPG",  "GP",  "FGP",  "FPGP", NULL};

const char *const df_patterns_open[] = {"",   "P",   "PP", "PPP", "F",
                                        "FP", "FPP", "PF", "PFP", NULL};

const char *const df_patterns_rare[] = {
    "FF",    "FFF",   "FFFF",  "FFFFF", "FFFFP", "FFFFFP", "FFFPP", "FFFFPP", "PFFF",  "PFFFF",
    "PFFFP", "PPFF",  "PPFFF", "PPFFP", "FPF",   "FPFF",   "FFPF",  "FFPFF",  "FFPFP", "FFG",
    "FFFG",  "FFFFG", "FFFPG", "FFPFG", "PFFG",  "FPFG",   "FFGP",  "FFFGP",  NULL};

const char *const df_patterns_last[] = {"", "F", "FF", "FFF", NULL};

/* Takes the rows at work off the bottom of a band's letters; NULL if they do not suit. */
static const char *pattern_skip(const char *letters, const print_stage *stage)
{
    for (unsigned i = 0; i < stage->count; i++) {
        if (letters[i] != 'P' || (stage->open >> i & 1) != 0)
            return NULL;
    }
    return letters + stage->count;
}

bool df_pattern_read(pattern *self, const pattern_kind *kind, const print_stage *stage,
                     const canvas *on)
{
    unsigned picture = 0, open = 0, platform = 0;
    const char *added = kind->is_whole ? pattern_skip(kind->letters, stage) : kind->letters;
    if (added == NULL || stage->count + strlen(added) > PACK_MAX_ROWS)
        return false;
    *self = (pattern){.count = stage->count + (unsigned)strlen(added), .hole = kind->hole};
    for (unsigned i = 0; i < self->count; i++) {
        char row = i < stage->count ? 'P' : added[i - stage->count];
        if (i < stage->count && (stage->open >> i & 1) != 0)
            row = kind->closes ? 'F' : 'G';
        self->rows[i] = row;
        picture += row == 'P';
        open += row == 'G';
        platform += row == 'X';
        self->cleared += row == 'F' || row == 'X';
    }
    return self->count > 0 && picture <= kind->max_picture && open <= 1 &&
           platform == (self->hole.shape != NULL ? self->hole.shape->height : 0u) &&
           stage->y + picture <= on->height;
}

/* Returns the columns that stay free of squares of the picture for a platform's last drop. */
static column_set pattern_kept(const pattern *self, const print_stage *stage)
{
    const pattern_hole *hole = &self->hole;
    return hole->shape != NULL ? columns_span(hole->x, hole->shape->width)
                               : df_stage_hole(stage);
}

/* Opens the missing squares of row i of the band, which is row y of the picture. */
static void pattern_lay_picture(const pass_rating *rating, band *made, unsigned i, unsigned y,
                                unsigned index, const column_set *kept)
{
    const canvas *on = rating->on;
    const uint16_t bit = (uint16_t)(1u << i);
    for (unsigned x = 0; x < made->width; x++) {
        const unsigned want = on->want[(size_t)y * on->width + x];
        if (want == 0 || (made->present[x] & bit) != 0 || columns_have(kept, x))
            continue;
        made->open[x] |= bit;
        made->optional[x] |= bit;
        band_allow(made, want, x, bit);
        made->worth[x][i] = df_rating_worth(rating, x, y, index);
    }
}

/* Opens the free squares of row i of the band, which clears now or later. */
static void pattern_lay_other(const pattern *self, band *made, unsigned i, unsigned platform)
{
    const pattern_hole *hole = &self->hole;
    const uint16_t bit = (uint16_t)(1u << i);
    for (unsigned x = 0; x < made->width; x++) {
        const bool is_hole = self->rows[i] == 'X' && x >= hole->x &&
                             x < hole->x + hole->shape->width &&
                             (hole->shape->column[x - hole->x] >> platform & 1) != 0;
        if ((made->present[x] & bit) != 0 || is_hole)
            continue;
        made->open[x] |= bit;
        for (unsigned p = 0; p < DF_TETROMINOES; p++)
            made->allowed[p][x] |= bit;
        if (self->rows[i] == 'G') {
            made->optional[x] |= bit;
            made->worth[x][i] = OPEN_WORTH;
        }
    }
}

/* Makes a band of closed rows. */
static void pattern_begin_band(band *made, unsigned width, unsigned rows)
{
    const size_t size = (width + PRINT_REACH) * sizeof made->open[0];
    made->width = width;
    made->rows = rows;
    made->stays = 0;
    memset(made->open, 0, size);
    memset(made->optional, 0, size);
    memset(made->present, 0, size);
    for (unsigned p = 0; p < DF_TETROMINOES; p++)
        memset(made->allowed[p], 0, size);
}

void df_pattern_lay(const pattern *self, const print_stage *stage, const pass_rating *rating,
                    band *made)
{
    const column_set kept = pattern_kept(self, stage);
    unsigned picture = 0, platform = 0;
    pattern_begin_band(made, rating->on->width, self->count);
    made->carried = df_stage_base(stage, rating->on);
    made->runs = &rating->on->runs;
    made->need_worth = rating->need_worth;
    for (unsigned i = 0; i < self->count; i++) {
        const uint16_t bit = (uint16_t)(1u << i);
        for (unsigned x = 0; i < stage->count && x < made->width; x++)
            made->present[x] |= columns_have(&stage->rows[i], x) ? bit : 0;
        if (self->rows[i] != 'F')
            made->stays |= bit;
        if (self->rows[i] != 'P') {
            pattern_lay_other(self, made, i, platform);
        } else {
            pattern_lay_picture(rating, made, i, stage->y + picture, picture, &kept);
            picture++;
        }
        platform += self->rows[i] == 'X';
    }
}

bool df_pattern_apply(const pattern *self, const band_tiling *tiling, const canvas *on,
                      print_stage *stage, unsigned *left)
{
    print_stage made = {.y = stage->y,
                        .hole = stage->hole,
                        .hole_width = stage->hole_width,
                        .hole_height = stage->hole_height};
    *left = 0;
    for (unsigned i = 0; i < self->count; i++) {
        if (self->rows[i] == 'F' || self->rows[i] == 'X')
            continue;
        if (made.count == STAGE_ROWS)
            return false;
        column_set *squares = &made.rows[made.count];
        if (i < stage->count)
            *squares = stage->rows[i];
        const unsigned before = columns_count(squares);
        for (unsigned x = 0; x < on->width; x++) {
            if ((tiling->filled[x] >> i & 1) != 0)
                columns_add(squares, x);
        }
        const unsigned now = columns_count(squares);
        if (now == on->width)
            return false;
        if (self->rows[i] == 'P')
            *left += now - before;
        else
            made.open |= 1u << made.count;
        made.count++;
    }
    if (self->hole.shape != NULL) {
        made.hole = (uint16_t)self->hole.x;
        made.hole_width = self->hole.shape->width;
        made.hole_height = self->hole.shape->height;
    }
    *stage = made;
    return true;
}
