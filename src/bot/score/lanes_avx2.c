/* Eight drops at once. */
#include "lanes_inside.h"

#if LANES_X86

#include <immintrin.h>

#define LANES 8
#define MACHINE target("avx2,fma")

#include "lanes_vector.h"

typedef uint8_t lanes_mask;

V_FUNCTION(v_max, _mm256_max_epi32)
V_FUNCTION(v_min, _mm256_min_epi32)
V_FUNCTION(v_left, _mm256_sllv_epi32)
V_FUNCTION(v_right, _mm256_srlv_epi32)
V_FUNCTION(v_max_bytes, _mm256_max_epu8)

/* Bit 3 of the index selects the half of the table; the blend takes it from the sign. */
KERNEL vec v_look(const table *from, vec index)
{
    const __m256 low =
        (__m256)_mm256_permutevar8x32_epi32((__m256i)from->part[0], (__m256i)index);
    const __m256 high =
        (__m256)_mm256_permutevar8x32_epi32((__m256i)from->part[1], (__m256i)index);
    return (vec)_mm256_blendv_ps(low, high, (__m256)(index << 28));
}

KERNEL lanes_mask v_test(vec a)
{
    return (lanes_mask)~_mm256_movemask_ps((__m256)(a == 0));
}

KERNEL lanes_mask v_above(vec a, vec b)
{
    return (lanes_mask)_mm256_movemask_ps((__m256)((signed_vec)a > (signed_vec)b));
}

KERNEL vec v_keep(vec a, vec where)
{
    return ~(vec)(where == 0) & a;
}

KERNEL vec v_nibbles(const uint8_t *entries, vec a)
{
    const __m128i once = _mm_loadu_si128((const __m128i *)entries);
    return (vec)_mm256_shuffle_epi8(_mm256_broadcastsi128_si256(once), (__m256i)a);
}

KERNEL vec v_sum_bytes(vec a)
{
    const __m256i pairs = _mm256_maddubs_epi16((__m256i)a, _mm256_set1_epi8(1));
    return (vec)_mm256_madd_epi16(pairs, _mm256_set1_epi16(1));
}

KERNEL vec v_count(vec a)
{
    static const uint8_t bits[16] = {0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4};
    const vec low = v_nibbles(bits, a & 0x0f0f0f0f);
    return v_sum_bytes(v_add_bytes(low, v_nibbles(bits, a >> 4 & 0x0f0f0f0f)));
}

KERNEL vec v_height(vec a)
{
    UNROLL
    for (unsigned by = 1; by < 32; by *= 2)
        a |= a >> by;
    return v_count(a);
}

KERNEL void v_totals(uint32_t totals[4], vec a, vec b, vec c, vec d)
{
    const __m256i low = _mm256_hadd_epi32((__m256i)a, (__m256i)b);
    const __m256i high = _mm256_hadd_epi32((__m256i)c, (__m256i)d);
    const __m256i sums = _mm256_hadd_epi32(low, high);
    _mm_storeu_si128((__m128i *)totals, _mm_add_epi32(_mm256_castsi256_si128(sums),
                                                      _mm256_extracti128_si256(sums, 1)));
}

KERNEL uint32_t v_union(vec a)
{
    const __m128i halves = _mm_or_si128(_mm256_castsi256_si128((__m256i)a),
                                        _mm256_extracti128_si256((__m256i)a, 1));
    const uint64_t both =
        (uint64_t)(_mm_extract_epi64(halves, 0) | _mm_extract_epi64(halves, 1));
    return (uint32_t)(both | both >> 32);
}

KERNEL void r_add(reals *sum, int64_t factor, vec a)
{
    const __m256d by = _mm256_set1_pd((double)factor);
    const __m256d low = _mm256_cvtepi32_pd(_mm256_castsi256_si128((__m256i)a));
    const __m256d high = _mm256_cvtepi32_pd(_mm256_extracti128_si256((__m256i)a, 1));
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

KERNEL reals r_max(reals a, reals b)
{
    return (reals){_mm256_max_pd(a.low, b.low), _mm256_max_pd(a.high, b.high)};
}

KERNEL reals r_max_all(reals a)
{
    __m256d max = _mm256_max_pd(a.low, a.high);
    max = _mm256_max_pd(max, _mm256_permute4x64_pd(max, 0x4e));
    max = _mm256_max_pd(max, _mm256_permute_pd(max, 5));
    return (reals){max, max};
}

KERNEL unsigned r_equal(reals a, reals b)
{
    return (unsigned)_mm256_movemask_pd(_mm256_cmp_pd(a.low, b.low, _CMP_EQ_OQ)) |
           (unsigned)_mm256_movemask_pd(_mm256_cmp_pd(a.high, b.high, _CMP_EQ_OQ)) << 4;
}

/* Rows are 16 bits each and lie one after the other: a column is one bit of all of them. It is
 * shifted to the sign, which stays when two vectors become one of bytes. */
KERNEL void lanes_list_columns(uint32_t *columns, const board *b, unsigned width,
                               unsigned words)
{
    uint64_t rows[8] = {0};
    for (unsigned i = 0; i < words; i++)
        rows[i] = b->words[i];
    const __m256i low = _mm256_loadu_si256((const __m256i *)rows);
    const __m256i high = _mm256_loadu_si256((const __m256i *)(rows + 4));
    for (unsigned x = 0; x < width; x++) {
        const __m128i by = _mm_cvtsi32_si128((int)(15 - x));
        const __m256i bytes =
            _mm256_packs_epi16(_mm256_sll_epi16(low, by), _mm256_sll_epi16(high, by));
        columns[x] = (uint32_t)_mm256_movemask_epi8(_mm256_permute4x64_epi64(bytes, 0xd8));
    }
}

#include "lanes_kernel.h"

__attribute__((MACHINE)) int64_t df_lanes_evaluate_avx2(const lanes *l, const board *b,
                                                        const lanes_piece *piece,
                                                        lanes_result *result)
{
    return lanes_evaluate(l, b, piece, result);
}

#endif
