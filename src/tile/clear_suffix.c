#include "tile/clear_suffix.h"

#include <stdlib.h>

/* The sets of one level while the level before it is made. */
typedef struct level_sets {
    size_t numbers;
    size_t words;
    size_t total; /* words in each array */
    uint64_t *sets;
    uint64_t *turned; /* those of the mirrored boards */
} level_sets;

static unsigned turn(unsigned number, unsigned length)
{
    unsigned turned = 0;
    unsigned unit = 1;
    for (; length > 0; length--) {
        turned += df_graph_mirror[number % 7] * unit;
        number /= 7;
        unit *= 7;
    }
    return turned;
}

static df_status take(level_sets *made, graph *of, unsigned level)
{
    *made = (level_sets){.numbers = 1};
    for (unsigned l = level; l < of->drops; l++)
        made->numbers *= 7;
    made->words = (made->numbers + 63) / 64;
    made->total = made->words * of->levels[level].count;
    made->sets = df_budget_take(&of->memory, made->total, sizeof made->sets[0]);
    return made->sets == NULL ? of->memory.status : DF_OK;
}

static void give(level_sets *own, graph *of)
{
    df_budget_give(&of->memory, own->sets, own->total, sizeof own->sets[0]);
    df_budget_give(&of->memory, own->turned, own->total, sizeof own->turned[0]);
    *own = (level_sets){0};
}

static df_status mirror_all(level_sets *own, graph *of, unsigned level)
{
    own->turned = df_budget_take(&of->memory, own->total, sizeof own->turned[0]);
    if (own->turned == NULL)
        return of->memory.status;
    for (size_t i = 0; i < own->total; i++) {
        uint64_t *to = &own->turned[i - i % own->words];
        for (uint64_t rest = own->sets[i]; rest != 0; rest &= rest - 1) {
            const unsigned number = (unsigned)(i % own->words) * 64 + ground_lowest(rest);
            const unsigned turned = turn(number, of->drops - level);
            to[turned / 64] |= UINT64_C(1) << turned % 64;
        }
    }
    return DF_OK;
}

/* Adds a set, its numbers increased by `shift`. */
static void add_shifted(uint64_t *to, const uint64_t *from, size_t words, size_t shift)
{
    to += shift / 64;
    const unsigned low = (unsigned)(shift % 64);
    for (size_t i = 0; i < words; i++) {
        to[i] |= from[i] << low;
        /* What is shifted out of the last word may be nothing, and then there may be no
         * word for it. */
        if (low > 0 && from[i] >> (64 - low) != 0)
            to[i + 1] |= from[i] >> (64 - low);
    }
}

static void fill(level_sets *own, const level_sets *later, const graph_level *level)
{
    for (size_t i = 0; i < level->count; i++) {
        for (uint32_t e = level->first[i]; e < level->first[i + 1]; e++) {
            const uint32_t edge = level->edges[e];
            const uint64_t *sets = GRAPH_FLIP(edge) != 0 ? later->turned : later->sets;
            add_shifted(&own->sets[i * own->words], &sets[GRAPH_BOARD(edge) * later->words],
                        later->words, GRAPH_PIECE(edge) * later->numbers);
        }
    }
}

df_status df_suffixes_create(suffixes *made, graph *of)
{
    made->length = of->drops < SUFFIX_MOST ? of->drops : SUFFIX_MOST;
    made->level = of->drops - made->length;
    level_sets later;
    df_status status = take(&later, of, of->drops);
    if (status == DF_OK && of->levels[of->drops].count > 0)
        later.sets[0] = 1;
    for (unsigned l = of->drops; l-- > made->level && status == DF_OK;) {
        level_sets own = {0};
        status = mirror_all(&later, of, l + 1);
        if (status == DF_OK)
            status = take(&own, of, l);
        if (status == DF_OK)
            fill(&own, &later, &of->levels[l]);
        give(&later, of);
        later = own;
    }
    made->sets = later.sets;
    made->words = later.words;
    made->numbers = later.numbers;
    for (unsigned i = 0; i < made->numbers; i++)
        made->turned[i] = (uint16_t)turn(i, made->length);
    return status;
}

void df_suffixes_free(suffixes *own)
{
    free(own->sets);
}
