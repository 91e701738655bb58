// Polyphase windowed-sinc resampling, compiled once per instruction set; see voice-kernels.c. The
// table has 128 phases; each group of four coefficients is followed by their differences to the
// next phase, for linear interpolation between phases.

PEACH_INLINE peach_f32x8 PEACH_FUNCTION(load_aligned)(const float *from) {
  return *(const peach_f32x8_aligned *)from;
}

// Loads four frames of the sample into both halves.
PEACH_INLINE peach_f32x8 PEACH_FUNCTION(load_duplicated)(const float *from) {
  const peach_f32x4 quad = *(const peach_f32x4_unaligned *)from;
  return __builtin_shufflevector(quad, quad, 0, 1, 2, 3, 0, 1, 2, 3);
}

// Returns four partial dot products of the sample with a phase's coefficients, and four with their
// differences to the next phase.
PEACH_INLINE peach_f32x8 PEACH_FUNCTION(partial_dot_products)(
    const float *frames, const float *table, long long phase, int taps) {
#pragma clang fp contract(off)
  const float *here = table + ((unsigned)phase >> 25) * (unsigned long)(2 * taps);
#if PEACH_HAS_FMA && !PEACH_SIMD128
  if (taps < 32) PEACH_OPTIMIZER_HIDE_VAR(here);
#endif
  const float *from = frames + (phase >> 32);
  peach_f32x8 even = PEACH_FUNCTION(load_aligned)(here) * PEACH_FUNCTION(load_duplicated)(from);
  peach_f32x8 odd =
      PEACH_FUNCTION(load_aligned)(here + 8) * PEACH_FUNCTION(load_duplicated)(from + 4);
  if (taps == 8)
    return PEACH_FMA(
        PEACH_FUNCTION(load_aligned)(here), PEACH_FUNCTION(load_duplicated)(from), odd);
  PEACH_NO_UNROLL
  for (int tap = 8; tap < taps; tap += 8) {
    even = PEACH_FMA(
        PEACH_FUNCTION(load_aligned)(here + 2 * tap), PEACH_FUNCTION(load_duplicated)(from + tap),
        even);
    odd = PEACH_FMA(
        PEACH_FUNCTION(load_aligned)(here + 2 * tap + 8),
        PEACH_FUNCTION(load_duplicated)(from + tap + 4), odd);
  }
  return even + odd;
}

// A horizontal add within each half, `a` before `b`.
PEACH_INLINE peach_f32x8 PEACH_FUNCTION(pairwise_sum)(peach_f32x8 a, peach_f32x8 b) {
#pragma clang fp contract(off)
  return __builtin_shufflevector(a, b, 0, 2, 8, 10, 4, 6, 12, 14) +
      __builtin_shufflevector(a, b, 1, 3, 9, 11, 5, 7, 13, 15);
}

#if defined(__wasm__)
// Interpolates eight frames, in pairs or one by one: WebAssembly engines would hoist all loads and
// spill registers if the loops were unrolled.
PEACH_INLINE peach_f32x8 PEACH_FUNCTION(sinc_x8)(
    const float *frames, const float *table, PEACH_FUNCTION(phases) p, peach_u32x8 fractions,
    PEACH_FUNCTION(phase_steps) s, int taps) {
#pragma clang fp contract(off)
  const float *first = frames - (taps / 2 - 1);
  const peach_f32x8 fraction = PEACH_FUNCTION(fraction_to_float)(fractions << 7, s);
  const long long phases[] = {p.a, p.b, p.c, p.d, p.e, p.f, p.g, p.h};
  peach_f32x8 pairs[4];
  if (taps == 8) {
    PEACH_NO_UNROLL
    for (int k = 0; k < 4; k++)
      pairs[k] = PEACH_FUNCTION(pairwise_sum)(
          PEACH_FUNCTION(partial_dot_products)(first, table, phases[2 * k], taps),
          PEACH_FUNCTION(partial_dot_products)(first, table, phases[2 * k + 1], taps));
  } else {
    peach_f32x8 sums[8];
    PEACH_NO_UNROLL
    for (int k = 0; k < 8; k++)
      sums[k] = PEACH_FUNCTION(partial_dot_products)(first, table, phases[k], taps);
    for (int k = 0; k < 4; k++)
      pairs[k] = PEACH_FUNCTION(pairwise_sum)(sums[2 * k], sums[2 * k + 1]);
  }
  const peach_f32x8 low = PEACH_FUNCTION(pairwise_sum)(pairs[0], pairs[1]);
  const peach_f32x8 high = PEACH_FUNCTION(pairwise_sum)(pairs[2], pairs[3]);
  const peach_f32x8 here = __builtin_shufflevector(low, high, 0, 1, 2, 3, 8, 9, 10, 11);
  const peach_f32x8 difference = __builtin_shufflevector(low, high, 4, 5, 6, 7, 12, 13, 14, 15);
  return PEACH_FMA(difference, fraction, here);
}
#else
#define PEACH_PAIR_SUM(j, k) \
  PEACH_FUNCTION(pairwise_sum)( \
      PEACH_FUNCTION(partial_dot_products)(first, table, p.j, taps), \
      PEACH_FUNCTION(partial_dot_products)(first, table, p.k, taps))
PEACH_INLINE peach_f32x8 PEACH_FUNCTION(sinc_x8)(
    const float *frames, const float *table, PEACH_FUNCTION(phases) p, peach_u32x8 fractions,
    PEACH_FUNCTION(phase_steps) s, int taps) {
#pragma clang fp contract(off)
  const float *first = frames - (taps / 2 - 1);
  const peach_f32x8 fraction = PEACH_FUNCTION(fraction_to_float)(fractions << 7, s);
  const peach_f32x8 low =
      PEACH_FUNCTION(pairwise_sum)(PEACH_PAIR_SUM(a, b), PEACH_PAIR_SUM(c, d));
  const peach_f32x8 high =
      PEACH_FUNCTION(pairwise_sum)(PEACH_PAIR_SUM(e, f), PEACH_PAIR_SUM(g, h));
  const peach_f32x8 here = __builtin_shufflevector(low, high, 0, 1, 2, 3, 8, 9, 10, 11);
  const peach_f32x8 difference = __builtin_shufflevector(low, high, 4, 5, 6, 7, 12, 13, 14, 15);
  return PEACH_FMA(difference, fraction, here);
}
#undef PEACH_PAIR_SUM
#endif
