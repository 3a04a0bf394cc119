/* Sixteen drops at once. */
#include "bot/lanes_inside.h"

#if LANES_X86

#include <immintrin.h>

#define LANES 16
#define MACHINE                                                                                \
    target("avx2,fma,avx512f,avx512bw,avx512dq,avx512vl,avx512cd,avx512vnni,avx512vpopcntdq")
#define KERNEL COPIED __attribute__((MACHINE))

typedef __m512i vec;
typedef __m512i table;
typedef uint16_t lanes_mask;

typedef struct reals {
    __m512d low, high;
} reals;

KERNEL vec v_set(int32_t a)
{
    return _mm512_set1_epi32(a);
}

KERNEL vec v_load(const int32_t *from)
{
    return _mm512_loadu_si512(from);
}

KERNEL void v_put(int32_t *to, vec a)
{
    _mm512_storeu_si512(to, a);
}

KERNEL table t_load(const uint32_t *from)
{
    return _mm512_loadu_si512(from);
}

KERNEL vec v_look(const table *from, vec index)
{
    return _mm512_permutexvar_epi32(index, *from);
}

KERNEL vec v_add(vec a, vec b)
{
    return _mm512_add_epi32(a, b);
}

KERNEL vec v_sub(vec a, vec b)
{
    return _mm512_sub_epi32(a, b);
}

KERNEL vec v_and(vec a, vec b)
{
    return _mm512_and_si512(a, b);
}

KERNEL vec v_or(vec a, vec b)
{
    return _mm512_or_si512(a, b);
}

KERNEL vec v_xor(vec a, vec b)
{
    return _mm512_xor_si512(a, b);
}

KERNEL vec v_and_not(vec a, vec b)
{
    return _mm512_andnot_si512(a, b);
}

KERNEL vec v_max(vec a, vec b)
{
    return _mm512_max_epi32(a, b);
}

KERNEL vec v_min(vec a, vec b)
{
    return _mm512_min_epi32(a, b);
}

KERNEL vec v_left(vec a, vec by)
{
    return _mm512_sllv_epi32(a, by);
}

KERNEL vec v_right(vec a, vec by)
{
    return _mm512_srlv_epi32(a, by);
}

KERNEL vec v_left_by(vec a, unsigned by)
{
    return _mm512_slli_epi32(a, by);
}

KERNEL vec v_right_by(vec a, unsigned by)
{
    return _mm512_srli_epi32(a, by);
}

KERNEL vec v_count(vec a)
{
    return _mm512_popcnt_epi32(a);
}

KERNEL lanes_mask v_test(vec a)
{
    return _mm512_test_epi32_mask(a, a);
}

KERNEL lanes_mask v_above(vec a, vec b)
{
    return _mm512_cmpgt_epi32_mask(a, b);
}

KERNEL vec v_keep(vec a, vec where)
{
    return _mm512_maskz_mov_epi32(_mm512_test_epi32_mask(where, where), a);
}

KERNEL vec v_nibbles(const uint8_t *entries, vec a)
{
    const __m128i once = _mm_loadu_si128((const __m128i *)entries);
    return _mm512_shuffle_epi8(_mm512_broadcast_i32x4(once), a);
}

KERNEL vec v_most_bytes(vec a, vec b)
{
    return _mm512_max_epu8(a, b);
}

KERNEL vec v_add_bytes(vec a, vec b)
{
    return _mm512_add_epi8(a, b);
}

KERNEL vec v_sum_bytes(vec a)
{
    return _mm512_dpbusd_epi32(_mm512_setzero_si512(), a, _mm512_set1_epi8(1));
}

/* How high columns are, with whatever is below their highest squares. */
KERNEL vec v_height(vec a)
{
    return _mm512_sub_epi32(_mm512_set1_epi32(32), _mm512_lzcnt_epi32(a));
}

/* Half of it, rounded down, signed. */
KERNEL vec v_halve(vec a)
{
    return _mm512_srai_epi32(a, 1);
}

KERNEL void t_set(table *to, unsigned part, vec a)
{
    (void)part;
    *to = a;
}

KERNEL void v_totals(uint32_t totals[4], vec a, vec b, vec c, vec d)
{
    const vec low = _mm512_add_epi32(_mm512_unpacklo_epi32(a, b), _mm512_unpackhi_epi32(a, b));
    const vec high = _mm512_add_epi32(_mm512_unpacklo_epi32(c, d), _mm512_unpackhi_epi32(c, d));
    const vec sums =
        _mm512_add_epi32(_mm512_unpacklo_epi64(low, high), _mm512_unpackhi_epi64(low, high));
    const __m256i halves =
        _mm256_add_epi32(_mm512_castsi512_si256(sums), _mm512_extracti64x4_epi64(sums, 1));
    _mm_storeu_si128((__m128i *)totals, _mm_add_epi32(_mm256_castsi256_si128(halves),
                                                      _mm256_extracti128_si256(halves, 1)));
}

KERNEL uint32_t v_union(vec a)
{
    return (uint32_t)_mm512_reduce_or_epi32(a);
}

KERNEL reals r_zero(void)
{
    return (reals){_mm512_setzero_pd(), _mm512_setzero_pd()};
}

KERNEL void r_add(reals *sum, int64_t factor, vec a)
{
    const __m512d by = _mm512_set1_pd((double)factor);
    const __m512d low = _mm512_cvtepi32_pd(_mm512_castsi512_si256(a));
    const __m512d high = _mm512_cvtepi32_pd(_mm512_extracti64x4_epi64(a, 1));
    sum->low = _mm512_fmadd_pd(low, by, sum->low);
    sum->high = _mm512_fmadd_pd(high, by, sum->high);
}

KERNEL void r_put(double *to, reals a, lanes_mask nothing)
{
    const __m512d none = _mm512_set1_pd(LANES_NOTHING);
    _mm512_storeu_pd(to, _mm512_mask_mov_pd(a.low, (__mmask8)nothing, none));
    _mm512_storeu_pd(to + 8, _mm512_mask_mov_pd(a.high, (__mmask8)(nothing >> 8), none));
}

KERNEL reals r_load(const double *from)
{
    return (reals){_mm512_loadu_pd(from), _mm512_loadu_pd(from + 8)};
}

KERNEL reals r_max(reals a, reals b)
{
    return (reals){_mm512_max_pd(a.low, b.low), _mm512_max_pd(a.high, b.high)};
}

/* The greatest of them in all places. */
KERNEL reals r_most(reals a)
{
    const __m512d most = _mm512_set1_pd(_mm512_reduce_max_pd(_mm512_max_pd(a.low, a.high)));
    return (reals){most, most};
}

KERNEL unsigned r_equal(reals a, reals b)
{
    return _mm512_cmp_pd_mask(a.low, b.low, _CMP_EQ_OQ) |
           (unsigned)_mm512_cmp_pd_mask(a.high, b.high, _CMP_EQ_OQ) << 8;
}

/* Rows are 16 bits each and lie one after the other: a column is one bit of all of them. */
KERNEL void list_columns(uint32_t *columns, const board *b, unsigned width, unsigned words)
{
    const __m512i rows = _mm512_maskz_loadu_epi64((__mmask8)((1u << words) - 1), b->words);
    for (unsigned x = 0; x < width; x++)
        columns[x] = _mm512_test_epi16_mask(rows, _mm512_set1_epi16((short)(1 << x)));
}

#include "bot/lanes_kernel.h"

__attribute__((MACHINE)) int64_t df_lanes_evaluate_avx512(const lanes *l, const board *b,
                                                          const lanes_piece *piece,
                                                          lanes_result *result)
{
    return evaluate_lanes(l, b, piece, result);
}

#endif
