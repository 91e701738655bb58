// Vectors of eight numbers, which any processor has, if in two halves; and of sixteen.
#pragma once

// Vectors are handed from one part to another only where all becomes one function.
#pragma clang diagnostic ignored "-Wpsabi"

typedef float peach_f8 __attribute__((ext_vector_type(8)));
typedef float peach_f16 __attribute__((ext_vector_type(16)));
typedef float peach_f2_anywhere __attribute__((ext_vector_type(2), aligned(4)));
typedef float peach_f4 __attribute__((ext_vector_type(4)));
typedef double peach_d4 __attribute__((ext_vector_type(4)));
typedef double peach_d8 __attribute__((ext_vector_type(8)));
typedef long long peach_l8 __attribute__((ext_vector_type(8)));
typedef int peach_i4 __attribute__((ext_vector_type(4)));
typedef int peach_i8 __attribute__((ext_vector_type(8)));
typedef unsigned peach_u8 __attribute__((ext_vector_type(8)));
typedef int peach_i16 __attribute__((ext_vector_type(16)));
typedef unsigned peach_u16 __attribute__((ext_vector_type(16)));
typedef float peach_f8_anywhere __attribute__((ext_vector_type(8), aligned(4)));
typedef float peach_f16_anywhere __attribute__((ext_vector_type(16), aligned(4)));
typedef float peach_f16_row __attribute__((ext_vector_type(16), aligned(64)));
typedef float peach_f8_row __attribute__((ext_vector_type(8), aligned(32)));
typedef double peach_d4_anywhere __attribute__((ext_vector_type(4), aligned(8)));
typedef double peach_d8_anywhere __attribute__((ext_vector_type(8), aligned(8)));
typedef float peach_f4_anywhere __attribute__((ext_vector_type(4), aligned(4)));

#if defined(__wasm_relaxed_simd__)
// a·b + c in one go, where the processor can; numbers alone as well as those side by side, so that a
// frame is the same wherever its vector ends.
typedef double peach_d2 __attribute__((ext_vector_type(2)));
#define PEACH_FUSING static inline __attribute__((always_inline, overloadable, unused))
#define PEACH_FUSED_HALVES(vector, half)                                                    \
  PEACH_FUSING vector peach_fused(vector a, vector b, vector c) {                           \
    const half low = peach_fused(a.lo, b.lo, c.lo), high = peach_fused(a.hi, b.hi, c.hi);   \
    vector both;                                                                            \
    both.lo = low;                                                                          \
    both.hi = high;                                                                         \
    return both;                                                                            \
  }
PEACH_FUSING peach_f4 peach_fused(peach_f4 a, peach_f4 b, peach_f4 c) {
  return __builtin_wasm_relaxed_madd_f32x4(a, b, c);
}
PEACH_FUSING peach_d2 peach_fused(peach_d2 a, peach_d2 b, peach_d2 c) {
  return __builtin_wasm_relaxed_madd_f64x2(a, b, c);
}
PEACH_FUSING float peach_fused(float a, float b, float c) {
  return peach_fused((peach_f4)a, (peach_f4)b, (peach_f4)c)[0];
}
PEACH_FUSED_HALVES(peach_f8, peach_f4)
PEACH_FUSED_HALVES(peach_d4, peach_d2)
PEACH_FUSED_HALVES(peach_d8, peach_d4)
#undef PEACH_FUSED_HALVES
#undef PEACH_FUSING
#endif
