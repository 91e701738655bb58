// The filter that doubles the rate of a sample, compiled once per instruction set by
// doubling-kernels.c.
#include "vector-body.h"

// Returns the frames at the positions of `x` and those in between. Both filters are symmetric.
PEACH_INLINE void PEACH_FUNCTION(double_vector)(
    const float *x, PEACH_VECTOR *at, PEACH_VECTOR *between) {
#pragma clang fp contract(off)
  PEACH_VECTOR left = PEACH_FUNCTION(load_vector)(x);
  PEACH_VECTOR even = peach_doubling_even[0] * left;
  PEACH_VECTOR odd = 0;
  PEACH_NO_UNROLL
  for (int tap = 0; tap < 32; tap++) {
    const PEACH_VECTOR right = PEACH_FUNCTION(load_vector)(x + tap + 1);
    odd = odd + peach_doubling_odd[tap] * (left + right);
    if (tap == 31) break;
    left = PEACH_FUNCTION(load_vector)(x - tap - 1);
    even = even + peach_doubling_even[tap + 1] * (left + right);
  }
  *at = even;
  *between = odd;
}

PEACH_KERNEL void PEACH_FUNCTION(double_rate)(const float *frames, long count, float *doubled) {
  for (long frame = 0; frame < count; frame += PEACH_LANES) {
    PEACH_VECTOR at, between;
    PEACH_FUNCTION(double_vector)(frames + frame, &at, &between);
#if PEACH_LANES == 16
    PEACH_FUNCTION(store_vector)(
        doubled + 2 * frame,
        __builtin_shufflevector(
            at, between, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23));
    PEACH_FUNCTION(store_vector)(
        doubled + 2 * frame + 16,
        __builtin_shufflevector(
            at, between, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31));
#else
    PEACH_FUNCTION(store_vector)(
        doubled + 2 * frame, __builtin_shufflevector(at, between, 0, 8, 1, 9, 2, 10, 3, 11));
    PEACH_FUNCTION(store_vector)(
        doubled + 2 * frame + 8, __builtin_shufflevector(at, between, 4, 12, 5, 13, 6, 14, 7, 15));
#endif
  }
}
#undef PEACH_TARGET
#undef PEACH_FUNCTION
