/* The kernel for x86-64 with AVX2. */
#include "core/base/always_inline.h"
#include "lanes_inside.h"

#if LANES_X86

#include <immintrin.h>

#define MACHINE __attribute__((target("avx2")))
#define KERNEL ALWAYS_INLINE MACHINE
#define COLUMNS 16

typedef __m256d reals[2];

KERNEL vec v_count(vec a)
{
    const __m128i low = _mm_set1_epi8(15);
    const __m128i bits = _mm_setr_epi8(0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4);
    const __m128i right = _mm_and_si128((__m128i)a, low);
    const __m128i left = _mm_and_si128((__m128i)(a >> 4), low);
    return (vec)_mm_add_epi8(_mm_shuffle_epi8(bits, right), _mm_shuffle_epi8(bits, left));
}

KERNEL void v_weigh(reals sum, double factor, vec a)
{
    const __m256d by = _mm256_set1_pd(factor);
    const __m256i wide = _mm256_cvtepu16_epi32((__m128i)a);
    const __m256d low = _mm256_cvtepi32_pd(_mm256_castsi256_si128(wide));
    const __m256d high = _mm256_cvtepi32_pd(_mm256_extracti128_si256(wide, 1));
    sum[0] = _mm256_add_pd(sum[0], _mm256_mul_pd(low, by));
    sum[1] = _mm256_add_pd(sum[1], _mm256_mul_pd(high, by));
}

KERNEL void v_store(double *to, const reals a)
{
    _mm256_storeu_pd(to, a[0]);
    _mm256_storeu_pd(to + 4, a[1]);
}

#include "lanes_choose.h"

MACHINE size_t df_lanes_list_avx2(const lanes *l, const board *b, unsigned piece, scored *list)
{
    return lanes_list(l, b, piece, list);
}

MACHINE size_t df_lanes_choose_avx2(const lanes *l, const board *b, unsigned piece,
                                    scored *best)
{
    return lanes_choose(l, b, piece, best);
}

#endif
