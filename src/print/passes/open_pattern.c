#include "open_pattern.h"

#include <string.h>

#include "core/base/bits.h"

#define OPEN_WORTH (-6) /* of a square in a row that stays open: it is filled if that helps */

const char *const df_open_patterns_usual[] = {
    "",    "P",    "PP",  "PPP",  "F",    "FP",    "FFP",   "FFFP", "FPP", "FFPP",
    "PF",  "PFF",  "PFP", "PFFP", "FPFP", "FFPFP", "G",     "FG",   "PG",  "PFG",
    "FPG", "FFPG", "PPG", "GP",   "FGP",  "FPGP",  "FFPFG", NULL};

const char *const df_open_patterns_rare[] = {
    "FF",    "FFF",   "FFFF",  "FFFFF", "FFFFP", "FFFFFP", "FFFPP", "FFFFPP", "PFFF",
    "PFFFF", "PFFFP", "PPFF",  "PPFFF", "PPFFP", "FPF",    "FPFF",  "FFPF",   "FFPFF",
    "FFG",   "FFFG",  "FFFFG", "FFFPG", "PFFG",  "FPFG",   "FFGP",  "FFFGP",  NULL};

const char *const df_open_patterns_last[] = {"", "F", "FF", "FFF", NULL};

bool df_open_pattern_read(open_pattern *self, const char *letters, unsigned closing,
                          const open_stage *stage, const canvas *on, unsigned max_rows)
{
    unsigned picture = 0, open = 0;
    *self = (open_pattern){.count = stage->count + (unsigned)strlen(letters)};
    if (self->count > PACK_MAX_ROWS)
        return false;
    for (unsigned i = 0; i < self->count; i++) {
        char kind = i < stage->count ? 'P' : letters[i - stage->count];
        if (i < stage->count && (stage->open >> i & 1) != 0)
            kind = (closing >> i & 1) != 0 ? 'F' : 'G';
        self->kind[i] = kind;
        picture += kind == 'P';
        open += kind == 'G';
        self->cleared += kind == 'F';
    }
    return picture <= max_rows && open <= 1 && stage->y + picture <= on->height;
}

/* Opens the missing squares of row i of the band, which is row y of the picture. */
static void open_lay_picture(const open_rating *rating, band *made, unsigned i, unsigned y,
                             unsigned index)
{
    const canvas *on = rating->on;
    const uint16_t bit = (uint16_t)(1u << i);
    for (unsigned x = 0; x < made->width; x++) {
        const unsigned want = on->want[(size_t)y * on->width + x];
        if (want == 0 || (made->present[x] & bit) != 0)
            continue;
        made->open[x] |= bit;
        made->optional[x] |= bit;
        band_allow(made, want, x, bit);
        made->worth[x][i] = df_open_rating_worth(rating, x, y, index);
    }
}

/* Opens the free squares of row i of the band, which clears now or later. */
static void open_lay_other(band *made, unsigned i, bool clears)
{
    const uint16_t bit = (uint16_t)(1u << i);
    for (unsigned x = 0; x < made->width; x++) {
        if ((made->present[x] & bit) != 0)
            continue;
        made->open[x] |= bit;
        for (unsigned p = 0; p < DF_TETROMINOES; p++)
            made->allowed[p][x] |= bit;
        if (!clears) {
            made->optional[x] |= bit;
            made->worth[x][i] = OPEN_WORTH;
        }
    }
}

void df_open_pattern_lay(const open_pattern *self, const open_stage *stage,
                         const open_rating *rating, band *made)
{
    memset(made, 0, sizeof *made);
    made->width = rating->on->width;
    made->rows = self->count;
    made->carried = df_canvas_base(rating->on, stage->y);
    unsigned index = 0;
    for (unsigned i = 0; i < self->count; i++) {
        const uint64_t present = i < stage->count ? stage->rows[i] : 0;
        for (unsigned x = 0; x < made->width; x++)
            made->present[x] |= (uint16_t)((present >> x & 1) << i);
        if (self->kind[i] != 'F')
            made->stays |= (uint16_t)(1u << i);
        if (self->kind[i] != 'P') {
            open_lay_other(made, i, self->kind[i] == 'F');
        } else {
            open_lay_picture(rating, made, i, stage->y + index, index);
            index++;
        }
    }
}

bool df_open_pattern_apply(const open_pattern *self, const band_tiling *tiling,
                           const canvas *on, open_stage *stage, unsigned *left)
{
    const uint64_t full = bits_span(0, on->width);
    open_stage made = {.y = stage->y};
    *left = 0;
    for (unsigned i = 0; i < self->count; i++) {
        if (self->kind[i] == 'F')
            continue;
        const uint64_t before = i < stage->count ? stage->rows[i] : 0;
        uint64_t squares = before;
        for (unsigned x = 0; x < on->width; x++)
            squares |= (uint64_t)(tiling->filled[x] >> i & 1) << x;
        if (made.count == OPEN_ROWS || squares == full)
            return false;
        if (self->kind[i] == 'P')
            *left += bits_count(squares & ~before);
        else
            made.open |= 1u << made.count;
        made.rows[made.count++] = squares;
    }
    df_open_stage_settle(&made, on);
    *stage = made;
    return true;
}
