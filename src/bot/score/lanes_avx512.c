/* Sixteen drops at once. */
#include "lanes_inside.h"

#if LANES_X86

#include <immintrin.h>

#define LANES 16
#define MACHINE                                                                                \
    target("avx2,fma,avx512f,avx512bw,avx512dq,avx512vl,avx512cd,avx512vnni,avx512vpopcntdq")

#include "lanes_vector.h"

typedef uint16_t lanes_mask;

V_FUNCTION(v_max, _mm512_max_epi32)
V_FUNCTION(v_min, _mm512_min_epi32)
V_FUNCTION(v_left, _mm512_sllv_epi32)
V_FUNCTION(v_right, _mm512_srlv_epi32)
V_FUNCTION(v_max_bytes, _mm512_max_epu8)

KERNEL vec v_look(const table *from, vec index)
{
    return (vec)_mm512_permutexvar_epi32((__m512i)index, (__m512i)from->part[0]);
}

KERNEL vec v_count(vec a)
{
    return (vec)_mm512_popcnt_epi32((__m512i)a);
}

KERNEL lanes_mask v_test(vec a)
{
    return _mm512_test_epi32_mask((__m512i)a, (__m512i)a);
}

KERNEL lanes_mask v_above(vec a, vec b)
{
    return _mm512_cmpgt_epi32_mask((__m512i)a, (__m512i)b);
}

KERNEL vec v_keep(vec a, vec where)
{
    return (vec)_mm512_maskz_mov_epi32(v_test(where), (__m512i)a);
}

KERNEL vec v_nibbles(const uint8_t *entries, vec a)
{
    const __m128i once = _mm_loadu_si128((const __m128i *)entries);
    return (vec)_mm512_shuffle_epi8(_mm512_broadcast_i32x4(once), (__m512i)a);
}

KERNEL vec v_sum_bytes(vec a)
{
    return (vec)_mm512_dpbusd_epi32(_mm512_setzero_si512(), (__m512i)a, _mm512_set1_epi8(1));
}

KERNEL vec v_height(vec a)
{
    return 32 - (vec)_mm512_lzcnt_epi32((__m512i)a);
}

KERNEL void v_totals(uint32_t totals[4], vec a, vec b, vec c, vec d)
{
    const __m512i x = (__m512i)a, y = (__m512i)b, z = (__m512i)c, w = (__m512i)d;
    const vec low = (vec)_mm512_unpacklo_epi32(x, y) + (vec)_mm512_unpackhi_epi32(x, y);
    const vec high = (vec)_mm512_unpacklo_epi32(z, w) + (vec)_mm512_unpackhi_epi32(z, w);
    const __m512i sums = (__m512i)((vec)_mm512_unpacklo_epi64((__m512i)low, (__m512i)high) +
                                   (vec)_mm512_unpackhi_epi64((__m512i)low, (__m512i)high));
    const __m256i halves =
        _mm256_add_epi32(_mm512_castsi512_si256(sums), _mm512_extracti64x4_epi64(sums, 1));
    _mm_storeu_si128((__m128i *)totals, _mm_add_epi32(_mm256_castsi256_si128(halves),
                                                      _mm256_extracti128_si256(halves, 1)));
}

KERNEL uint32_t v_union(vec a)
{
    return (uint32_t)_mm512_reduce_or_epi32((__m512i)a);
}

KERNEL void r_add(reals *sum, int64_t factor, vec a)
{
    const __m512d by = _mm512_set1_pd((double)factor);
    const __m512d low = _mm512_cvtepi32_pd(_mm512_castsi512_si256((__m512i)a));
    const __m512d high = _mm512_cvtepi32_pd(_mm512_extracti64x4_epi64((__m512i)a, 1));
    sum->low = _mm512_fmadd_pd(low, by, sum->low);
    sum->high = _mm512_fmadd_pd(high, by, sum->high);
}

KERNEL void r_put(double *to, reals a, lanes_mask nothing)
{
    const __m512d none = _mm512_set1_pd(LANES_NOTHING);
    _mm512_storeu_pd(to, _mm512_mask_mov_pd(a.low, (__mmask8)nothing, none));
    _mm512_storeu_pd(to + 8, _mm512_mask_mov_pd(a.high, (__mmask8)(nothing >> 8), none));
}

KERNEL reals r_max(reals a, reals b)
{
    return (reals){_mm512_max_pd(a.low, b.low), _mm512_max_pd(a.high, b.high)};
}

KERNEL reals r_max_all(reals a)
{
    const __m512d max = _mm512_set1_pd(_mm512_reduce_max_pd(_mm512_max_pd(a.low, a.high)));
    return (reals){max, max};
}

KERNEL unsigned r_equal(reals a, reals b)
{
    return _mm512_cmp_pd_mask(a.low, b.low, _CMP_EQ_OQ) |
           (unsigned)_mm512_cmp_pd_mask(a.high, b.high, _CMP_EQ_OQ) << 8;
}

/* Rows are 16 bits each and lie one after the other: a column is one bit of all of them. */
KERNEL void lanes_list_columns(uint32_t *columns, const board *b, unsigned width,
                               unsigned words)
{
    const __m512i rows = _mm512_maskz_loadu_epi64((__mmask8)((1u << words) - 1), b->words);
    for (unsigned x = 0; x < width; x++)
        columns[x] = _mm512_test_epi16_mask(rows, _mm512_set1_epi16((short)(1 << x)));
}

#include "lanes_kernel.h"

__attribute__((MACHINE)) int64_t df_lanes_evaluate_avx512(const lanes *l, const board *b,
                                                          const lanes_piece *piece,
                                                          lanes_result *result)
{
    return lanes_evaluate(l, b, piece, result);
}

#endif
