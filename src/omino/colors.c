/* Colours that differ well: each is the one least like those before it (C. Glasbey and others,
 * Colour displays for categorical images, Color Research and Application 32, 2007). How much
 * two differ is measured in OKLab (B. Ottosson 2020), all in whole numbers, so that every
 * machine has the same colours. */
#include <stdlib.h>
#include <string.h>

#include "core/light.h"
#include "dropforge/omino.h"

/* Lightness and two opposites, green to red and blue to yellow: 65536 is 1. */
typedef struct lab {
    int32_t l, a, b;
} lab;

typedef struct candidate {
    df_color color;
    lab place;
    uint64_t distance; /* the square of that to the nearest colour so far */
} candidate;

enum {
    LEVELS = 16, /* of each of red, green and blue, among the candidates */
    CANDIDATES = LEVELS * LEVELS * LEVELS,
    /* Clear colours, neither dark nor pale, neither grey nor glaring. */
    LEAST_LIGHTNESS = 65536 * 52 / 100,
    MOST_LIGHTNESS = 65536 * 90 / 100,
    LEAST_CHROMA = 65536 * 7 / 100,
    MOST_CHROMA = 65536 * 20 / 100,
};

static const df_color guideline[DF_TETROMINOES] = {
    [DF_I] = {0x00, 0xf0, 0xf0}, [DF_O] = {0xf0, 0xf0, 0x00}, [DF_T] = {0xa0, 0x00, 0xf0},
    [DF_S] = {0x00, 0xf0, 0x00}, [DF_Z] = {0xf0, 0x00, 0x00}, [DF_J] = {0x00, 0x00, 0xf0},
    [DF_L] = {0xf0, 0xa0, 0x00},
};

/* The cube root of a number up to 2^48, rounded down, bit by bit. */
static int64_t cube_root(int64_t number)
{
    int64_t root = 0;
    for (int64_t bit = INT64_C(1) << 16; bit > 0; bit /= 2) {
        const int64_t next = root + bit;
        if (next * next * next <= number)
            root = next;
    }
    return root;
}

/* The factors of OKLab, times 10^10. */
static lab lab_of(df_color color)
{
    static const int64_t to_cones[3][3] = {
        {4122214708, 5363325363, 514459929},
        {2119034982, 6806995451, 1073969566},
        {883024619, 2817188376, 6299787005},
    };
    static const int64_t to_lab[3][3] = {
        {2104542553, 7936177850, -40720468},
        {19779984951, -24285922050, 4505937099},
        {259040371, 7827717662, -8086757660},
    };
    const int64_t one = INT64_C(10000000000);
    const int64_t light[3] = {df_light_from_srgb(color.red), df_light_from_srgb(color.green),
                              df_light_from_srgb(color.blue)};
    int64_t cones[3], answer[3];
    for (unsigned i = 0; i < 3; i++) {
        const int64_t sum =
            to_cones[i][0] * light[0] + to_cones[i][1] * light[1] + to_cones[i][2] * light[2];
        cones[i] = cube_root(sum / one * (INT64_C(1) << 32));
    }
    for (unsigned i = 0; i < 3; i++) {
        answer[i] =
            (to_lab[i][0] * cones[0] + to_lab[i][1] * cones[1] + to_lab[i][2] * cones[2]) / one;
    }
    return (lab){(int32_t)answer[0], (int32_t)answer[1], (int32_t)answer[2]};
}

static uint64_t distance(lab one, lab other)
{
    const int64_t l = one.l - other.l, a = one.a - other.a, b = one.b - other.b;
    return (uint64_t)(l * l + a * a + b * b);
}

static size_t find_candidates(candidate *candidates)
{
    size_t count = 0;
    for (unsigned i = 0; i < CANDIDATES; i++) {
        const unsigned step = 255 / (LEVELS - 1);
        const df_color color = {(uint8_t)(i / LEVELS / LEVELS * step),
                                (uint8_t)(i / LEVELS % LEVELS * step),
                                (uint8_t)(i % LEVELS * step)};
        const lab place = lab_of(color), grey = {place.l, 0, 0};
        const uint64_t chroma = distance(place, grey);
        if (place.l >= LEAST_LIGHTNESS && place.l <= MOST_LIGHTNESS &&
            chroma >= (uint64_t)LEAST_CHROMA * LEAST_CHROMA &&
            chroma <= (uint64_t)MOST_CHROMA * MOST_CHROMA)
            candidates[count++] = (candidate){.color = color, .place = place};
    }
    return count;
}

/* Keeps the candidates away from a colour; answers the farthest of them from all so far. */
static size_t keep_away(candidate *candidates, size_t count, df_color color)
{
    const lab place = lab_of(color);
    size_t best = 0;
    for (size_t i = 0; i < count; i++) {
        const uint64_t now = distance(candidates[i].place, place);
        if (now < candidates[i].distance)
            candidates[i].distance = now;
        if (candidates[i].distance > candidates[best].distance)
            best = i;
    }
    return best;
}

/* Keeps the candidates away from what there is anyway: the colours that are given, and those
 * behind the pieces and around them. Answers the farthest. */
static size_t begin(candidate *candidates, size_t choice, const df_color *colors,
                    const bool *given, size_t count)
{
    static const df_color around[] = {{255, 255, 255}, {0, 0, 0}, {128, 128, 128}};
    size_t best = 0;
    for (size_t i = 0; i < choice; i++)
        candidates[i].distance = UINT64_MAX;
    for (size_t i = 0; i < sizeof around / sizeof around[0]; i++)
        best = keep_away(candidates, choice, around[i]);
    for (size_t i = 0; i < count; i++) {
        if (given != NULL && given[i])
            best = keep_away(candidates, choice, colors[i]);
    }
    return best;
}

/* Fills in the colours that are not given. `given` may be NULL: none is. */
static df_status spread(df_color *colors, const bool *given, size_t count)
{
    candidate *candidates = malloc(CANDIDATES * sizeof *candidates);
    if (candidates == NULL)
        return DF_ERROR_MEMORY;
    const size_t choice = find_candidates(candidates);
    size_t best = begin(candidates, choice, colors, given, count);
    for (size_t i = 0; i < count; i++) {
        if (given != NULL && given[i])
            continue;
        /* All have been used: once more from the first. */
        if (candidates[best].distance == 0)
            best = begin(candidates, choice, colors, given, count);
        colors[i] = candidates[best].color;
        best = keep_away(candidates, choice, colors[i]);
    }
    free(candidates);
    return DF_OK;
}

df_status df_omino_colors(df_color *colors, size_t count)
{
    return spread(colors, NULL, count);
}

/* Which tetromino a piece is, or DF_TETROMINOES. */
static unsigned tetromino_of(const df_piece *piece)
{
    df_omino omino;
    char name[DF_PIECE_NAME_SIZE];
    if (piece->size != 4)
        return DF_TETROMINOES;
    df_omino_from_shape(&omino, &piece->shape[DF_NORTH]);
    df_omino_name(&omino, name);
    unsigned tetromino = 0;
    while ("IOTSZJL"[tetromino] != name[0])
        tetromino++;
    return tetromino;
}

df_status df_omino_set_colors(df_color *colors, const df_piece_set *set)
{
    bool *given = malloc(set->count * sizeof *given);
    df_color *made = malloc(set->count * sizeof *made);
    df_status status = given != NULL && made != NULL ? DF_OK : DF_ERROR_MEMORY;
    unsigned used = 0; /* which tetrominoes have their colours */
    for (size_t i = 0; status == DF_OK && i < set->count; i++) {
        const unsigned tetromino = tetromino_of(&set->pieces[i]);
        /* Only the first of several that are turns of one another. */
        given[i] = tetromino < DF_TETROMINOES && (used >> tetromino & 1) == 0;
        if (given[i]) {
            made[i] = guideline[tetromino];
            used |= 1u << tetromino;
        }
    }
    if (status == DF_OK)
        status = spread(made, given, set->count);
    if (status == DF_OK)
        memcpy(colors, made, set->count * sizeof *made);
    free(made);
    free(given);
    return status;
}
