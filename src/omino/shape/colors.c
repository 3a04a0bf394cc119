/* Chooses colours that differ well: each is the one least like those before it (C. Glasbey and
 * others, Colour displays for categorical images, Color Research and Application 32, 2007).
 * Differences are measured in OKLab (B. Ottosson 2020), in whole numbers only, so that every
 * machine chooses the same colours. */
#include <stdlib.h>
#include <string.h>

#include "core/image/light.h"
#include "dropforge/omino.h"

/* Lightness and two opposites, green to red and blue to yellow: 65536 is 1. */
typedef struct lab {
    int32_t l, a, b;
} lab;

/* A colour that may be chosen. */
typedef struct color_candidate {
    df_color color;
    lab place;
    uint64_t distance; /* to the nearest colour so far, squared */
} color_candidate;

enum {
    LEVELS = 16, /* of each of red, green and blue, among the candidates */
    CANDIDATES = LEVELS * LEVELS * LEVELS,
    /* Clear colours: neither dark nor pale, neither grey nor glaring. */
    MIN_LIGHTNESS = 65536 * 52 / 100,
    MAX_LIGHTNESS = 65536 * 90 / 100,
    MIN_CHROMA = 65536 * 7 / 100,
    MAX_CHROMA = 65536 * 20 / 100,
};

/* All candidates, and the index of one that is farthest from all colours so far. */
typedef struct color_choice {
    size_t count;
    size_t farthest;
    color_candidate candidates[CANDIDATES];
} color_choice;

/* Returns the cube root of a number up to 2^48, rounded down, found bit by bit. */
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

/* Converts a colour to OKLab. The factors are times 10^10. */
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

static uint64_t lab_distance(lab one, lab other)
{
    const int64_t l = one.l - other.l, a = one.a - other.a, b = one.b - other.b;
    return (uint64_t)(l * l + a * a + b * b);
}

static void color_choice_fill(color_choice *choice)
{
    choice->count = 0;
    for (unsigned i = 0; i < CANDIDATES; i++) {
        const unsigned step = 255 / (LEVELS - 1);
        const df_color color = {(uint8_t)(i / LEVELS / LEVELS * step),
                                (uint8_t)(i / LEVELS % LEVELS * step),
                                (uint8_t)(i % LEVELS * step)};
        const lab place = lab_of(color), grey = {place.l, 0, 0};
        const uint64_t chroma = lab_distance(place, grey);
        if (place.l >= MIN_LIGHTNESS && place.l <= MAX_LIGHTNESS &&
            chroma >= (uint64_t)MIN_CHROMA * MIN_CHROMA &&
            chroma <= (uint64_t)MAX_CHROMA * MAX_CHROMA)
            choice->candidates[choice->count++] =
                (color_candidate){.color = color, .place = place};
    }
}

/* Moves the choice away from a colour that is in use. */
static void color_choice_avoid(color_choice *choice, df_color color)
{
    const lab place = lab_of(color);
    color_candidate *candidates = choice->candidates;
    choice->farthest = 0;
    for (size_t i = 0; i < choice->count; i++) {
        const uint64_t now = lab_distance(candidates[i].place, place);
        if (now < candidates[i].distance)
            candidates[i].distance = now;
        if (candidates[i].distance > candidates[choice->farthest].distance)
            choice->farthest = i;
    }
}

/* Begins with the colours that are always in use: those behind the pieces and around them, and
 * those of the tetrominoes whose index in `tetrominoes` is below `count`. */
static void color_choice_begin(color_choice *choice, const size_t tetrominoes[DF_TETROMINOES],
                               size_t count)
{
    static const df_color around[] = {{255, 255, 255}, {0, 0, 0}, {128, 128, 128}};
    for (size_t i = 0; i < choice->count; i++)
        choice->candidates[i].distance = UINT64_MAX;
    for (size_t i = 0; i < sizeof around / sizeof around[0]; i++)
        color_choice_avoid(choice, around[i]);
    for (unsigned t = 0; t < DF_TETROMINOES; t++) {
        if (tetrominoes[t] < count)
            color_choice_avoid(choice, df_guideline_colors[t]);
    }
}

/* Writes `count` colours: the guideline's at the indices of `tetrominoes`, which are `count`
 * where there is none, and chosen ones at all others. */
static df_status colors_choose(df_color *colors, const size_t tetrominoes[DF_TETROMINOES],
                               size_t count)
{
    color_choice *choice = malloc(sizeof *choice);
    if (choice == NULL)
        return DF_ERROR_MEMORY;
    color_choice_fill(choice);
    color_choice_begin(choice, tetrominoes, count);
    for (size_t i = 0; i < count; i++) {
        unsigned t = 0;
        while (t < DF_TETROMINOES && tetrominoes[t] != i)
            t++;
        if (t < DF_TETROMINOES) {
            colors[i] = df_guideline_colors[t];
            continue;
        }
        /* All have been used: begin again with the first. */
        if (choice->candidates[choice->farthest].distance == 0)
            color_choice_begin(choice, tetrominoes, count);
        colors[i] = choice->candidates[choice->farthest].color;
        color_choice_avoid(choice, colors[i]);
    }
    free(choice);
    return DF_OK;
}

/* Returns which tetromino a piece is, or DF_TETROMINOES. */
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

df_status df_omino_colors(df_color *colors, const df_piece_set *set, size_t count)
{
    size_t tetrominoes[DF_TETROMINOES];
    for (unsigned t = 0; t < DF_TETROMINOES; t++)
        tetrominoes[t] = count;
    /* Backwards, so that of pieces that are turns of one another the first one counts. */
    for (size_t i = set != NULL ? count : 0; i-- > 0;) {
        const unsigned tetromino = tetromino_of(&set->pieces[i]);
        if (tetromino < DF_TETROMINOES)
            tetrominoes[tetromino] = i;
    }
    return colors_choose(colors, tetrominoes, count);
}

df_status df_omino_plan_colors(df_plan_color **colors, const df_piece_set *set)
{
    if (*colors == NULL)
        *colors = calloc(set->count, sizeof **colors);
    df_color *chosen = malloc(set->count * sizeof *chosen);
    df_status status = *colors != NULL && chosen != NULL ? DF_OK : DF_ERROR_MEMORY;
    bool is_given = false;
    for (size_t i = 0; status == DF_OK && i < set->count; i++)
        is_given |= (*colors)[i].given;
    if (status == DF_OK && !is_given)
        status = df_omino_colors(chosen, set, set->count);
    for (size_t i = 0; status == DF_OK && !is_given && i < set->count; i++)
        (*colors)[i] = (df_plan_color){.given = true, .color = chosen[i]};
    free(chosen);
    return status;
}

bool df_omino_plan_undress(df_plan_color *colors, const df_piece_set *set)
{
    for (size_t i = 0; i < set->count; i++) {
        const df_piece *piece = &set->pieces[i];
        unsigned tetromino = 0; /* by its letter, as themes know it */
        while (tetromino < DF_TETROMINOES && "IOTSZJL"[tetromino] != piece->name[0])
            tetromino++;
        if (tetromino == DF_TETROMINOES || piece->size != 4 || !colors[i].given ||
            memcmp(&colors[i].color, &df_guideline_colors[tetromino],
                   sizeof df_guideline_colors[0]) != 0)
            return false;
    }
    memset(colors, 0, set->count * sizeof colors[0]);
    return true;
}
