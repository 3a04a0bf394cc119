#include "pattern.h"

#include <string.h>

#include "core/base/bits.h"

const char *const df_patterns_usual[] = {
    "P",      "PP",     "PPP",    "PF",      "PPF",     "PFP",     "PPFP",    "PFF",
    "PPFF",   "PFPF",   "PFFP",   "PPFFP",   "PFFF",    "PPFFF",   "FPF",     "PPPF",
    "PPPFF",  "FP",     "FFP",    "FFFP",    "FPP",     "FFPP",    "FFFPP",   "PFFFF",
    "PPFFFF", "PFFFP",  "PFFFFF", "PPFFFFF", "FFFFP",   "FFFFPP",  "FFPFFF",  "PFFFFP",
    "PFFFPP", "PPFFFP", "PFFPP",  "PFFFFFP", "PFFFFPP", "PPFFFFP", "PPFFFPP", NULL};

const char *const df_patterns_rare[] = {
    "FPFF",    "FPFFF",    "FPFFFF",   "FFPF",      "FFPFF",    "FFPFFFF", "FFFPF",   "FFFPFF",
    "FFFPFFF", "FPFP",     "FFFFPF",   "FFFFPFF",   "FFFFFP",   "FFFFFPP", "FFFFFFP", "PFPFF",
    "PFFPF",   "PFFPFF",   "PFFFPF",   "PFFFPFF",   "PPPFFF",   "PPPFFFF", "PPFPF",   "PPFFPF",
    "PFFFFFF", "PPFFFFFF", "PFFFFFFF", "PPFFFFFFF", "PPPFFFFF", NULL};

const char *const df_patterns_floor[] = {"FXX",    "FFXX",  "FFXXP",  "FXXP",   "XXP",
                                         "XXX",    "FXXX",  "XXXP",   "FXXXP",  "FFFXX",
                                         "FFXXPF", "FXXPF", "FFXXPP", "FFFXXX", NULL};

bool df_pattern_read(pattern *self, const char *letters, const pattern_hole *hole,
                     const print_stage *stage, const canvas *on)
{
    unsigned picture = 0, platform = 0;
    *self = (pattern){.count = (unsigned)strlen(letters), .hole = *hole, .kept = stage->hole};
    for (unsigned y = 0; y < self->count; y++) {
        self->rows[y].kind = letters[y];
        self->rows[y].index = letters[y] == 'P' ? picture++ : platform;
        platform += letters[y] == 'X';
        self->cleared += letters[y] != 'P';
    }
    if (hole->shape != NULL) {
        self->kept = bits_span(hole->x, hole->shape->width);
        if (platform != hole->shape->height)
            return false;
    }
    const unsigned begun = df_stage_begun(stage);
    for (unsigned y = 0; y < begun; y++) {
        if (y >= self->count || self->rows[y].kind != 'P')
            return false;
    }
    return picture <= STAGE_ROWS && stage->y + picture <= on->height;
}

static bool is_hole(const pattern *self, unsigned x, unsigned y)
{
    const pattern_hole *hole = &self->hole;
    return self->rows[y].kind == 'X' && x >= hole->x && x < hole->x + hole->shape->width &&
           (hole->shape->column[x - hole->x] >> self->rows[y].index & 1) != 0;
}

/* Opens one square of a row of the picture, if it is missing. A row further up is worth less,
 * so that the lowest one is done first. */
static void lay_square(const pattern *self, const print_stage *stage, const canvas *on,
                       band *made, unsigned x, unsigned y)
{
    const uint16_t bit = (uint16_t)(1u << y);
    const unsigned index = self->rows[y].index;
    const unsigned want = on->want[(size_t)(stage->y + index) * on->width + x];
    if ((stage->done[index] >> x & 1) != 0) {
        made->present[x] |= bit;
    } else if (want != 0 && (self->kept >> x & 1) == 0) {
        made->open[x] |= bit;
        made->optional[x] |= bit;
        band_allow(made, want, x, bit);
        const bool hangs = (on->rows[stage->y + index].hanging >> x & 1) != 0;
        made->worth[x][y] = (int16_t)(BAND_WORTH - (int)index + (hangs ? BAND_HANGING : 0));
    }
}

static void lay_row(const pattern *self, const print_stage *stage, const canvas *on, band *made,
                    unsigned y)
{
    const uint16_t bit = (uint16_t)(1u << y);
    if (self->rows[y].kind != 'F')
        made->stays |= bit;
    for (unsigned x = 0; x < made->width; x++) {
        if (self->rows[y].kind == 'P') {
            lay_square(self, stage, on, made, x, y);
        } else if (!is_hole(self, x, y)) {
            made->open[x] |= bit;
            for (unsigned p = 0; p < DF_TETROMINOES; p++)
                made->allowed[p][x] |= bit;
        }
    }
}

void df_pattern_lay(const pattern *self, const print_stage *stage, const canvas *on, band *made)
{
    memset(made, 0, sizeof *made);
    made->width = on->width;
    made->rows = self->count;
    made->carried = df_stage_base(stage, on);
    for (unsigned y = 0; y < self->count; y++)
        lay_row(self, stage, on, made, y);
}

void df_pattern_apply(const pattern *self, const band_tiling *tiling, const canvas *on,
                      print_stage *stage)
{
    for (unsigned y = 0; y < self->count; y++) {
        for (unsigned x = 0; self->rows[y].kind == 'P' && x < on->width; x++)
            stage->done[self->rows[y].index] |= (uint64_t)(tiling->filled[x] >> y & 1) << x;
    }
    if (self->hole.shape != NULL) {
        stage->platform = bits_span(0, on->width) & ~self->kept;
        stage->hole = self->kept;
    }
}
