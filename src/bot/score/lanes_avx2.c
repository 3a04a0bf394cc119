/* Sixteen drops at once. */
#include "lanes_inside.h"

#if LANES_X86

#include <immintrin.h>

#define LANES 16
#define MACHINE __attribute__((target("avx2")))
#define KERNEL ALWAYS_INLINE MACHINE

#include "lanes_vector.h"

typedef __m256d reals[LANES / 4];

KERNEL void v_weigh(reals sum, double factor, vec a)
{
    const __m256d by = _mm256_set1_pd(factor);
    UNROLL
    for (unsigned i = 0; i < 2; i++) {
        const __m128i half = i == 0 ? _mm256_castsi256_si128((__m256i)a)
                                    : _mm256_extracti128_si256((__m256i)a, 1);
        const __m256i wide = _mm256_cvtepu16_epi32(half);
        const __m256d low = _mm256_cvtepi32_pd(_mm256_castsi256_si128(wide));
        const __m256d high = _mm256_cvtepi32_pd(_mm256_extracti128_si256(wide, 1));
        sum[2 * i] = _mm256_add_pd(sum[2 * i], _mm256_mul_pd(low, by));
        sum[2 * i + 1] = _mm256_add_pd(sum[2 * i + 1], _mm256_mul_pd(high, by));
    }
}

KERNEL void v_store(double *to, const reals a)
{
    UNROLL
    for (unsigned i = 0; i < LANES / 4; i++)
        _mm256_storeu_pd(to + 4 * i, a[i]);
}

KERNEL vec v_count(vec a)
{
    const __m256i low = _mm256_set1_epi8(15);
    const __m256i bits = _mm256_setr_epi8(0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4, 0, 1,
                                          1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4);
    const __m256i right = _mm256_and_si256((__m256i)a, low);
    const __m256i left = _mm256_and_si256((__m256i)(a >> 4), low);
    return (vec)_mm256_add_epi8(_mm256_shuffle_epi8(bits, right),
                                _mm256_shuffle_epi8(bits, left));
}

KERNEL vec v_sum(vec a)
{
    return (vec)_mm256_maddubs_epi16((__m256i)a, _mm256_set1_epi8(1));
}

#include "lanes_kernel.h"

MACHINE void df_lanes_weigh_avx2(const lanes *l, const board *b, const lanes_piece *piece,
                                 lanes_result *result)
{
    lanes_weigh_piece(l, b, piece, result);
}

#endif
