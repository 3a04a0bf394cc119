#include "light.h"

enum { WHITE = 65535 };

/* IEC 61966-2-1, rounded: 65535 * ((v / 255 + 0.055) / 1.055) ** 2.4, and 65535 * v / 255 /
 * 12.92 up to v = 10. A table, because powers differ between mathematical libraries. */
static const uint16_t lights[256] = {
    0,     20,    40,    60,    80,    99,    119,   139,   159,   179,   199,   219,   241,
    264,   288,   313,   340,   367,   396,   427,   458,   491,   526,   562,   599,   637,
    677,   718,   761,   805,   851,   898,   947,   997,   1048,  1101,  1156,  1212,  1270,
    1330,  1391,  1453,  1517,  1583,  1651,  1720,  1790,  1863,  1937,  2013,  2090,  2170,
    2250,  2333,  2418,  2504,  2592,  2681,  2773,  2866,  2961,  3058,  3157,  3258,  3360,
    3464,  3570,  3678,  3788,  3900,  4014,  4129,  4247,  4366,  4488,  4611,  4736,  4864,
    4993,  5124,  5257,  5392,  5530,  5669,  5810,  5953,  6099,  6246,  6395,  6547,  6700,
    6856,  7014,  7174,  7335,  7500,  7666,  7834,  8004,  8177,  8352,  8528,  8708,  8889,
    9072,  9258,  9445,  9635,  9828,  10022, 10219, 10417, 10619, 10822, 11028, 11235, 11446,
    11658, 11873, 12090, 12309, 12530, 12754, 12980, 13209, 13440, 13673, 13909, 14146, 14387,
    14629, 14874, 15122, 15371, 15623, 15878, 16135, 16394, 16656, 16920, 17187, 17456, 17727,
    18001, 18277, 18556, 18837, 19121, 19407, 19696, 19987, 20281, 20577, 20876, 21177, 21481,
    21787, 22096, 22407, 22721, 23038, 23357, 23678, 24002, 24329, 24658, 24990, 25325, 25662,
    26001, 26344, 26688, 27036, 27386, 27739, 28094, 28452, 28813, 29176, 29542, 29911, 30282,
    30656, 31033, 31412, 31794, 32179, 32567, 32957, 33350, 33745, 34143, 34544, 34948, 35355,
    35764, 36176, 36591, 37008, 37429, 37852, 38278, 38706, 39138, 39572, 40009, 40449, 40891,
    41337, 41785, 42236, 42690, 43147, 43606, 44069, 44534, 45002, 45473, 45947, 46423, 46903,
    47385, 47871, 48359, 48850, 49344, 49841, 50341, 50844, 51349, 51858, 52369, 52884, 53401,
    53921, 54445, 54971, 55500, 56032, 56567, 57105, 57646, 58190, 58737, 59287, 59840, 60396,
    60955, 61517, 62082, 62650, 63221, 63795, 64372, 64952, 65535,
};

uint32_t df_light_from_srgb(uint8_t value)
{
    return lights[value];
}

uint8_t df_light_to_srgb(uint32_t light)
{
    unsigned low = 0, high = 255;
    while (low < high) {
        const unsigned middle = (low + high) / 2;
        const uint32_t border = (uint32_t)lights[middle] + lights[middle + 1];
        if (2 * light < border)
            high = middle;
        else
            low = middle + 1;
    }
    return (uint8_t)low;
}

/* Returns the cube root, rounded down. The cubes fit below 2 ** 42. */
static uint32_t light_cube_root(uint64_t cube)
{
    uint32_t root = 0;
    for (uint32_t bit = 1u << 13; bit != 0; bit >>= 1) {
        const uint64_t next = root | bit;
        if (next * next * next <= cube)
            root |= bit;
    }
    return root;
}

/* Converts a colour with that much light of the room in place of its own. The matrices are
 * those of Ottosson's OKLab (2020) in parts of 65536. A cube root of light in 2 ** 36 parts has
 * 2 ** 12 parts. */
static df_lab light_lab(const uint8_t srgb[3], uint32_t flare)
{
    static const uint32_t cones[3][3] = {
        {27015, 35149, 3372}, {13887, 44610, 7039}, {5787, 18463, 41286}};
    static const int32_t parts[3][3] = {
        {13792, 52011, -267}, {129630, -159160, 29530}, {1698, 51300, -52998}};
    int64_t root[3], sum[3] = {0};
    for (unsigned i = 0; i < 3; i++) {
        uint64_t light = 0;
        for (unsigned c = 0; c < 3; c++)
            light +=
                (uint64_t)cones[i][c] * (lights[srgb[c]] * (WHITE - flare) / WHITE + flare);
        root[i] = light_cube_root(light << 4);
    }
    for (unsigned i = 0; i < 3; i++) {
        for (unsigned c = 0; c < 3; c++)
            sum[i] += parts[i][c] * root[c];
    }
    return (df_lab){(int32_t)(sum[0] / 65536), (int32_t)(sum[1] / 65536),
                    (int32_t)(sum[2] / 65536)};
}

df_lab df_light_lab(const uint8_t srgb[3])
{
    return light_lab(srgb, 0);
}

/* IEC 61966-2-1 (1999), the typical viewing flare. */
df_lab df_light_seen(const uint8_t srgb[3])
{
    return light_lab(srgb, WHITE / 20);
}
