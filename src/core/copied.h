/* Small functions of which every caller gets a copy of its own, for speed. */
#ifndef DROPFORGE_CORE_COPIED_H
#define DROPFORGE_CORE_COPIED_H

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define COPIED_CHECKED
#endif
#elif defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define COPIED_CHECKED
#endif

/* Where code is to be small, or every access is checked, copies cost more than they give: with
 * a sanitizer a file of them takes a compiler minutes. */
#if defined(__GNUC__) && !defined(__OPTIMIZE_SIZE__) && !defined(COPIED_CHECKED)
#define COPIED_AT_ALL 1
#define COPIED static inline __attribute__((always_inline))
#else
#define COPIED_AT_ALL 0
#define COPIED static inline
#endif

/* Functions for what is rare, which are to take no time when they are not called. */
#ifdef __GNUC__
#define APART static __attribute__((noinline))
#else
#define APART static
#endif

/* Before a loop over so few things that nothing of it is to be left in a copy. */
#if !COPIED_AT_ALL
#define UNROLL
#elif defined(__clang__)
#define UNROLL _Pragma("clang loop unroll(full)")
#else
#define UNROLL _Pragma("GCC unroll 16")
#endif

#endif
