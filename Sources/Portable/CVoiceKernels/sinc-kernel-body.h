// Read once for each kind of processor; see voice-kernels.c. Windowed sincs over coefficients in
// groups of four, each with how far it is to the next row's.

PEACH_PART peach_f8 PEACH_FUNCTION(row)(const float *from) {
  return *(const peach_f8_row *)from;
}

// Four frames of a recording, twice.
PEACH_PART peach_f8 PEACH_FUNCTION(twice)(const float *from) {
  const peach_f4 four = *(const peach_f4_anywhere *)from;
  return __builtin_shufflevector(four, four, 0, 1, 2, 3, 0, 1, 2, 3);
}

// One frame of a windowed sinc, which has 128 rows of coefficients: four partial sums of what the
// row makes of the recording, and behind them four of how far it is to what the next row makes.
PEACH_PART peach_f8 PEACH_FUNCTION(products)(
    const float *frames, const float *table, long long place, int taps) {
#pragma clang fp contract(off)
  const float *here = table + ((unsigned)place >> 25) * (unsigned long)(2 * taps);
#if PEACH_FUSES && !PEACH_NARROW
  if (taps < 32) PEACH_HIDE(here);
#endif
  const float *from = frames + (place >> 32);
  peach_f8 even = PEACH_FUNCTION(row)(here) * PEACH_FUNCTION(twice)(from);
  peach_f8 odd = PEACH_FUNCTION(row)(here + 8) * PEACH_FUNCTION(twice)(from + 4);
  if (taps == 8) return PEACH_FUSED(PEACH_FUNCTION(row)(here), PEACH_FUNCTION(twice)(from), odd);
  PEACH_IN_TURN
  for (int tap = 8; tap < taps; tap += 8) {
    even = PEACH_FUSED(
        PEACH_FUNCTION(row)(here + 2 * tap), PEACH_FUNCTION(twice)(from + tap), even);
    odd = PEACH_FUSED(
        PEACH_FUNCTION(row)(here + 2 * tap + 8), PEACH_FUNCTION(twice)(from + tap + 4), odd);
  }
  return even + odd;
}

// Sums of neighbours within each half, those of `a` before those of `b`.
PEACH_PART peach_f8 PEACH_FUNCTION(neighbours)(peach_f8 a, peach_f8 b) {
#pragma clang fp contract(off)
  return __builtin_shufflevector(a, b, 0, 2, 8, 10, 4, 6, 12, 14) +
      __builtin_shufflevector(a, b, 1, 3, 9, 11, 5, 7, 13, 15);
}

#if defined(__wasm__)
// Two frames after two, or one after one. Where all eight are computed side by side, engines of
// WebAssembly load everything first and have more under way than there are registers.
PEACH_PART peach_f8 PEACH_FUNCTION(sinc_eight)(
    const float *frames, const float *table, long long p, peach_u8 fractions,
    PEACH_FUNCTION(steps) s, int taps) {
#pragma clang fp contract(off)
  const float *first = frames - (taps / 2 - 1);
  const peach_f8 between = PEACH_FUNCTION(number)(fractions << 7, s);
  const long long places[] = {p, p + s.b, p + s.c, p + s.d, p + s.e, p + s.f, p + s.g, p + s.h};
  peach_f8 pairs[4];
  if (taps == 8) {
    PEACH_IN_TURN
    for (int k = 0; k < 4; k++)
      pairs[k] = PEACH_FUNCTION(neighbours)(
          PEACH_FUNCTION(products)(first, table, places[2 * k], taps),
          PEACH_FUNCTION(products)(first, table, places[2 * k + 1], taps));
  } else {
    peach_f8 sums[8];
    PEACH_IN_TURN
    for (int k = 0; k < 8; k++) sums[k] = PEACH_FUNCTION(products)(first, table, places[k], taps);
    for (int k = 0; k < 4; k++)
      pairs[k] = PEACH_FUNCTION(neighbours)(sums[2 * k], sums[2 * k + 1]);
  }
  const peach_f8 low = PEACH_FUNCTION(neighbours)(pairs[0], pairs[1]);
  const peach_f8 high = PEACH_FUNCTION(neighbours)(pairs[2], pairs[3]);
  const peach_f8 here = __builtin_shufflevector(low, high, 0, 1, 2, 3, 8, 9, 10, 11);
  const peach_f8 onward = __builtin_shufflevector(low, high, 4, 5, 6, 7, 12, 13, 14, 15);
  return PEACH_FUSED(onward, between, here);
}
#else
#define PEACH_PAIR(j, k) \
  PEACH_FUNCTION(neighbours)( \
      PEACH_FUNCTION(products)(first, table, p + (j), taps), \
      PEACH_FUNCTION(products)(first, table, p + (k), taps))
PEACH_PART peach_f8 PEACH_FUNCTION(sinc_eight)(
    const float *frames, const float *table, long long p, peach_u8 fractions,
    PEACH_FUNCTION(steps) s, int taps) {
#pragma clang fp contract(off)
  const float *first = frames - (taps / 2 - 1);
  const peach_f8 between = PEACH_FUNCTION(number)(fractions << 7, s);
  const peach_f8 low = PEACH_FUNCTION(neighbours)(PEACH_PAIR(0, s.b), PEACH_PAIR(s.c, s.d));
  const peach_f8 high = PEACH_FUNCTION(neighbours)(PEACH_PAIR(s.e, s.f), PEACH_PAIR(s.g, s.h));
  const peach_f8 here = __builtin_shufflevector(low, high, 0, 1, 2, 3, 8, 9, 10, 11);
  const peach_f8 onward = __builtin_shufflevector(low, high, 4, 5, 6, 7, 12, 13, 14, 15);
  return PEACH_FUSED(onward, between, here);
}
#undef PEACH_PAIR
#endif
