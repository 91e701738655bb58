// Polyphase windowed-sinc resampling for AVX-512: the sums of sinc-kernel-body.h in the same order,
// over coefficients in groups of eight. Kernels of 8 taps would not be faster.

PEACH_INLINE peach_f32x16 PEACH_FUNCTION(load_aligned_x16)(const float *from) {
  return *(const peach_f32x16_aligned *)from;
}

// Loads eight frames of the sample into both halves.
PEACH_INLINE peach_f32x16 PEACH_FUNCTION(load_duplicated_x16)(const float *from) {
  const peach_f32x8 eight = PEACH_FUNCTION(load)(from);
  return __builtin_shufflevector(eight, eight, 0, 1, 2, 3, 4, 5, 6, 7, 0, 1, 2, 3, 4, 5, 6, 7);
}

// Returns eight partial dot products of the sample with a phase's coefficients, and eight with
// their differences to the next phase.
PEACH_INLINE peach_f32x16 PEACH_FUNCTION(partial_dot_products_x16)(
    const float *frames, const float *table, long long phase, int taps) {
#pragma clang fp contract(off)
  const float *here = table + ((unsigned)phase >> 25) * (unsigned long)(2 * taps);
  PEACH_OPTIMIZER_HIDE_VAR(here);
  const float *from = frames + (phase >> 32);
  peach_f32x16 sum =
      PEACH_FUNCTION(load_aligned_x16)(here) * PEACH_FUNCTION(load_duplicated_x16)(from);
  for (int tap = 8; tap < taps; tap += 8)
    sum = PEACH_FMA(
        PEACH_FUNCTION(load_aligned_x16)(here + 2 * tap),
        PEACH_FUNCTION(load_duplicated_x16)(from + tap), sum);
  return sum;
}

// Adds the halves of each group of eight: the four results are those of `a`, then those of `b`.
PEACH_INLINE peach_f32x16 PEACH_FUNCTION(sum_halves)(peach_f32x16 a, peach_f32x16 b) {
#pragma clang fp contract(off)
  return __builtin_shufflevector(
             a, b, 0, 1, 2, 3, 8, 9, 10, 11, 16, 17, 18, 19, 24, 25, 26, 27) +
      __builtin_shufflevector(
             a, b, 4, 5, 6, 7, 12, 13, 14, 15, 20, 21, 22, 23, 28, 29, 30, 31);
}

// A horizontal add within each 128-bit lane, `a` before `b`.
PEACH_INLINE peach_f32x16 PEACH_FUNCTION(wide_pairwise_sum)(peach_f32x16 a, peach_f32x16 b) {
#pragma clang fp contract(off)
  return __builtin_shufflevector(
             a, b, 0, 2, 16, 18, 4, 6, 20, 22, 8, 10, 24, 26, 12, 14, 28, 30) +
      __builtin_shufflevector(
             a, b, 1, 3, 17, 19, 5, 7, 21, 23, 9, 11, 25, 27, 13, 15, 29, 31);
}

#define PEACH_PAIR_SUM(j, k) \
  PEACH_FUNCTION(sum_halves)( \
      PEACH_FUNCTION(partial_dot_products_x16)(first, table, p.j, taps), \
      PEACH_FUNCTION(partial_dot_products_x16)(first, table, p.k, taps))
PEACH_INLINE peach_f32x8 PEACH_FUNCTION(sinc_512_x8)(
    const float *frames, const float *table, PEACH_FUNCTION(phases) p, peach_u32x8 fractions,
    PEACH_FUNCTION(phase_steps) s, int taps) {
#pragma clang fp contract(off)
  const float *first = frames - (taps / 2 - 1);
  const peach_f32x8 fraction = PEACH_FUNCTION(fraction_to_float)(fractions << 7, s);
  const peach_f32x16 low =
      PEACH_FUNCTION(wide_pairwise_sum)(PEACH_PAIR_SUM(a, e), PEACH_PAIR_SUM(b, f));
  const peach_f32x16 high =
      PEACH_FUNCTION(wide_pairwise_sum)(PEACH_PAIR_SUM(c, g), PEACH_PAIR_SUM(d, h));
  const peach_f32x16 all = PEACH_FUNCTION(wide_pairwise_sum)(low, high);
  const peach_f32x8 here = __builtin_shufflevector(all, all, 0, 1, 2, 3, 8, 9, 10, 11);
  const peach_f32x8 difference = __builtin_shufflevector(all, all, 4, 5, 6, 7, 12, 13, 14, 15);
  return PEACH_FMA(difference, fraction, here);
}
#undef PEACH_PAIR_SUM
