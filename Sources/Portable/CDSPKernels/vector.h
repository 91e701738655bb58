// Vector types. Processors without 256-bit SIMD compute eight lanes as two halves.
#pragma once

// Functions with vector arguments are always inlined, so their calling convention does not matter.
#pragma clang diagnostic ignored "-Wpsabi"

// Keeps a loop rolled on WebAssembly, whose engines spill registers in the unrolled one.
#if defined(__wasm__)
#define PEACH_NO_UNROLL _Pragma("clang loop unroll(disable)")
#else
#define PEACH_NO_UNROLL
#endif

typedef float peach_f32x8 __attribute__((ext_vector_type(8)));
typedef float peach_f32x16 __attribute__((ext_vector_type(16)));
typedef float peach_f32x2_unaligned __attribute__((ext_vector_type(2), aligned(4)));
typedef double peach_f64x4 __attribute__((ext_vector_type(4)));
typedef double peach_f64x8 __attribute__((ext_vector_type(8)));
typedef long long peach_i64x4 __attribute__((ext_vector_type(4)));
typedef long long peach_i64x8 __attribute__((ext_vector_type(8)));
typedef int peach_i32x4 __attribute__((ext_vector_type(4)));
typedef int peach_i32x8 __attribute__((ext_vector_type(8)));
typedef unsigned peach_u32x8 __attribute__((ext_vector_type(8)));
typedef int peach_i32x16 __attribute__((ext_vector_type(16)));
typedef unsigned peach_u32x16 __attribute__((ext_vector_type(16)));
typedef float peach_f32x8_unaligned __attribute__((ext_vector_type(8), aligned(4)));
typedef float peach_f32x16_unaligned __attribute__((ext_vector_type(16), aligned(4)));
typedef float peach_f32x16_aligned __attribute__((ext_vector_type(16), aligned(64)));
typedef float peach_f32x8_aligned __attribute__((ext_vector_type(8), aligned(32)));
typedef double peach_f64x4_unaligned __attribute__((ext_vector_type(4), aligned(8)));
typedef double peach_f64x8_unaligned __attribute__((ext_vector_type(8), aligned(8)));
typedef float peach_f32x4_unaligned __attribute__((ext_vector_type(4), aligned(4)));

#if defined(__wasm_relaxed_simd__)
// Relaxed FMA, of scalars too, so that the scalar tail of a loop rounds like its vectors.
typedef double peach_f64x2 __attribute__((ext_vector_type(2)));
#define PEACH_FMA_INLINE static inline __attribute__((always_inline, overloadable, unused))
#define PEACH_FMA_HALVES(vector, half)                                                \
  PEACH_FMA_INLINE vector peach_fma(vector a, vector b, vector c) {                   \
    const half low = peach_fma(a.lo, b.lo, c.lo), high = peach_fma(a.hi, b.hi, c.hi); \
    vector both;                                                                      \
    both.lo = low;                                                                    \
    both.hi = high;                                                                   \
    return both;                                                                      \
  }
PEACH_FMA_INLINE peach_f32x4 peach_fma(peach_f32x4 a, peach_f32x4 b, peach_f32x4 c) {
  return __builtin_wasm_relaxed_madd_f32x4(a, b, c);
}
PEACH_FMA_INLINE peach_f64x2 peach_fma(peach_f64x2 a, peach_f64x2 b, peach_f64x2 c) {
  return __builtin_wasm_relaxed_madd_f64x2(a, b, c);
}
PEACH_FMA_INLINE float peach_fma(float a, float b, float c) {
  return peach_fma((peach_f32x4)a, (peach_f32x4)b, (peach_f32x4)c)[0];
}
PEACH_FMA_HALVES(peach_f32x8, peach_f32x4)
PEACH_FMA_HALVES(peach_f64x4, peach_f64x2)
PEACH_FMA_HALVES(peach_f64x8, peach_f64x4)
#undef PEACH_FMA_HALVES
#undef PEACH_FMA_INLINE
#endif
