/* Eight drops at once. */
#include "bot/lanes_inside.h"

#if LANES_X86

#include <immintrin.h>

#define LANES 8
#define MACHINE target("avx2,fma")
#define KERNEL COPIED __attribute__((MACHINE))

typedef __m256i vec;
typedef uint8_t lanes_mask;

typedef struct table {
    vec low, high;
} table;

typedef struct reals {
    __m256d low, high;
} reals;

KERNEL vec v_set(int32_t a)
{
    return _mm256_set1_epi32(a);
}

KERNEL vec v_load(const int32_t *from)
{
    return _mm256_loadu_si256((const __m256i *)from);
}

KERNEL void v_put(int32_t *to, vec a)
{
    _mm256_storeu_si256((__m256i *)to, a);
}

KERNEL table t_load(const uint32_t *from)
{
    return (table){_mm256_loadu_si256((const __m256i *)from),
                   _mm256_loadu_si256((const __m256i *)(from + 8))};
}

/* Bit 3 of the index, where the choice looks for it, tells in which half the entry is. */
KERNEL vec v_look(const table *from, vec index)
{
    const __m256 low = _mm256_castsi256_ps(_mm256_permutevar8x32_epi32(from->low, index));
    const __m256 high = _mm256_castsi256_ps(_mm256_permutevar8x32_epi32(from->high, index));
    const __m256 half = _mm256_castsi256_ps(_mm256_slli_epi32(index, 28));
    return _mm256_castps_si256(_mm256_blendv_ps(low, high, half));
}

KERNEL vec v_add(vec a, vec b)
{
    return _mm256_add_epi32(a, b);
}

KERNEL vec v_sub(vec a, vec b)
{
    return _mm256_sub_epi32(a, b);
}

KERNEL vec v_and(vec a, vec b)
{
    return _mm256_and_si256(a, b);
}

KERNEL vec v_or(vec a, vec b)
{
    return _mm256_or_si256(a, b);
}

KERNEL vec v_xor(vec a, vec b)
{
    return _mm256_xor_si256(a, b);
}

KERNEL vec v_and_not(vec a, vec b)
{
    return _mm256_andnot_si256(a, b);
}

KERNEL vec v_max(vec a, vec b)
{
    return _mm256_max_epi32(a, b);
}

KERNEL vec v_min(vec a, vec b)
{
    return _mm256_min_epi32(a, b);
}

KERNEL vec v_left(vec a, vec by)
{
    return _mm256_sllv_epi32(a, by);
}

KERNEL vec v_right(vec a, vec by)
{
    return _mm256_srlv_epi32(a, by);
}

KERNEL vec v_left_by(vec a, unsigned by)
{
    return _mm256_slli_epi32(a, (int)by);
}

KERNEL vec v_right_by(vec a, unsigned by)
{
    return _mm256_srli_epi32(a, (int)by);
}

KERNEL lanes_mask v_sign(vec a)
{
    return (lanes_mask)_mm256_movemask_ps(_mm256_castsi256_ps(a));
}

KERNEL lanes_mask v_test(vec a)
{
    return (lanes_mask)~v_sign(_mm256_cmpeq_epi32(a, _mm256_setzero_si256()));
}

KERNEL lanes_mask v_above(vec a, vec b)
{
    return v_sign(_mm256_cmpgt_epi32(a, b));
}

KERNEL vec v_keep(vec a, vec where)
{
    return _mm256_andnot_si256(_mm256_cmpeq_epi32(where, _mm256_setzero_si256()), a);
}

KERNEL vec v_nibbles(const uint8_t *entries, vec a)
{
    const __m128i once = _mm_loadu_si128((const __m128i *)entries);
    return _mm256_shuffle_epi8(_mm256_broadcastsi128_si256(once), a);
}

KERNEL vec v_most_bytes(vec a, vec b)
{
    return _mm256_max_epu8(a, b);
}

KERNEL vec v_add_bytes(vec a, vec b)
{
    return _mm256_add_epi8(a, b);
}

KERNEL vec v_sum_bytes(vec a)
{
    const __m256i pairs = _mm256_maddubs_epi16(a, _mm256_set1_epi8(1));
    return _mm256_madd_epi16(pairs, _mm256_set1_epi16(1));
}

KERNEL vec v_count(vec a)
{
    static const uint8_t bits[16] = {0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4};
    const vec halves = _mm256_set1_epi8(15);
    const vec low = v_nibbles(bits, v_and(a, halves));
    return v_sum_bytes(v_add_bytes(low, v_nibbles(bits, v_and(v_right_by(a, 4), halves))));
}

/* How high columns are, with whatever is below their highest squares. */
KERNEL vec v_height(vec a)
{
    a = _mm256_or_si256(a, _mm256_srli_epi32(a, 1));
    a = _mm256_or_si256(a, _mm256_srli_epi32(a, 2));
    a = _mm256_or_si256(a, _mm256_srli_epi32(a, 4));
    a = _mm256_or_si256(a, _mm256_srli_epi32(a, 8));
    return v_count(_mm256_or_si256(a, _mm256_srli_epi32(a, 16)));
}

/* Half of it, rounded down, signed. */
KERNEL vec v_halve(vec a)
{
    return _mm256_srai_epi32(a, 1);
}

KERNEL void t_set(table *to, unsigned part, vec a)
{
    if (part == 0)
        to->low = a;
    else
        to->high = a;
}

KERNEL void v_totals(uint32_t totals[4], vec a, vec b, vec c, vec d)
{
    const vec low = _mm256_add_epi32(_mm256_unpacklo_epi32(a, b), _mm256_unpackhi_epi32(a, b));
    const vec high = _mm256_add_epi32(_mm256_unpacklo_epi32(c, d), _mm256_unpackhi_epi32(c, d));
    const vec sums =
        _mm256_add_epi32(_mm256_unpacklo_epi64(low, high), _mm256_unpackhi_epi64(low, high));
    _mm_storeu_si128((__m128i *)totals, _mm_add_epi32(_mm256_castsi256_si128(sums),
                                                      _mm256_extracti128_si256(sums, 1)));
}

KERNEL uint32_t v_union(vec a)
{
    const __m128i halves =
        _mm_or_si128(_mm256_castsi256_si128(a), _mm256_extracti128_si256(a, 1));
    const uint64_t both =
        (uint64_t)(_mm_extract_epi64(halves, 0) | _mm_extract_epi64(halves, 1));
    return (uint32_t)(both | both >> 32);
}

KERNEL reals r_zero(void)
{
    return (reals){_mm256_setzero_pd(), _mm256_setzero_pd()};
}

KERNEL void r_add(reals *sum, int64_t factor, vec a)
{
    const __m256d by = _mm256_set1_pd((double)factor);
    const __m256d low = _mm256_cvtepi32_pd(_mm256_castsi256_si128(a));
    const __m256d high = _mm256_cvtepi32_pd(_mm256_extracti128_si256(a, 1));
    sum->low = _mm256_fmadd_pd(low, by, sum->low);
    sum->high = _mm256_fmadd_pd(high, by, sum->high);
}

KERNEL void r_put(double *to, reals a, lanes_mask nothing)
{
    _mm256_storeu_pd(to, a.low);
    _mm256_storeu_pd(to + 4, a.high);
    for (unsigned mask = nothing; mask != 0; mask &= mask - 1)
        to[__builtin_ctz(mask)] = LANES_NOTHING;
}

KERNEL reals r_load(const double *from)
{
    return (reals){_mm256_loadu_pd(from), _mm256_loadu_pd(from + 4)};
}

KERNEL reals r_max(reals a, reals b)
{
    return (reals){_mm256_max_pd(a.low, b.low), _mm256_max_pd(a.high, b.high)};
}

/* The greatest of them in all places. */
KERNEL reals r_most(reals a)
{
    __m256d most = _mm256_max_pd(a.low, a.high);
    most = _mm256_max_pd(most, _mm256_permute4x64_pd(most, 0x4e));
    most = _mm256_max_pd(most, _mm256_permute_pd(most, 5));
    return (reals){most, most};
}

KERNEL unsigned r_equal(reals a, reals b)
{
    return (unsigned)_mm256_movemask_pd(_mm256_cmp_pd(a.low, b.low, _CMP_EQ_OQ)) |
           (unsigned)_mm256_movemask_pd(_mm256_cmp_pd(a.high, b.high, _CMP_EQ_OQ)) << 4;
}

/* Rows are 16 bits each and lie one after the other: a column is one bit of all of them. It is
 * shifted to the sign, which stays when two vectors become one of bytes. */
KERNEL void list_columns(uint32_t *columns, const board *b, unsigned width, unsigned words)
{
    uint64_t rows[8] = {0};
    for (unsigned i = 0; i < words; i++)
        rows[i] = b->words[i];
    const vec low = _mm256_loadu_si256((const __m256i *)rows);
    const vec high = _mm256_loadu_si256((const __m256i *)(rows + 4));
    for (unsigned x = 0; x < width; x++) {
        const __m128i by = _mm_cvtsi32_si128((int)(15 - x));
        const vec bytes =
            _mm256_packs_epi16(_mm256_sll_epi16(low, by), _mm256_sll_epi16(high, by));
        columns[x] = (uint32_t)_mm256_movemask_epi8(_mm256_permute4x64_epi64(bytes, 0xd8));
    }
}

#include "bot/lanes_kernel.h"

__attribute__((MACHINE)) int64_t df_lanes_evaluate_avx2(const lanes *l, const board *b,
                                                        const lanes_piece *piece,
                                                        lanes_result *result)
{
    return evaluate_lanes(l, b, piece, result);
}

#endif
