/* Attributes that control inlining. */
#pragma once

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define ALWAYS_INLINE_CHECKED
#endif
#elif defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define ALWAYS_INLINE_CHECKED
#endif

/* Copies cost more than they give if code must be small or every access is checked: with a
 * sanitizer a file of them takes a compiler minutes. */
#if defined(__GNUC__) && !defined(__OPTIMIZE_SIZE__) && !defined(ALWAYS_INLINE_CHECKED)
#define ALWAYS_INLINE_ON 1
#define ALWAYS_INLINE static inline __attribute__((always_inline))
#else
#define ALWAYS_INLINE_ON 0
#define ALWAYS_INLINE static inline
#endif

/* For rare work that must not slow down the caller. */
#ifdef __GNUC__
#define NOINLINE static __attribute__((noinline))
#else
#define NOINLINE static
#endif

/* Goes before a short loop that the compiler is to unroll completely. */
#if !ALWAYS_INLINE_ON
#define UNROLL
#elif defined(__clang__)
#define UNROLL _Pragma("clang loop unroll(full)")
#else
#define UNROLL _Pragma("GCC unroll 16")
#endif
