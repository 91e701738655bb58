// Windowed sincs for processors with vectors of sixteen numbers: as sinc-kernel-body.h, the same sums
// in the same order, over coefficients in groups of eight. For eight taps it is no faster.

PEACH_PART peach_f16 PEACH_FUNCTION(wide_row)(const float *from) {
  return *(const peach_f16_row *)from;
}

// Eight frames of a recording, twice.
PEACH_PART peach_f16 PEACH_FUNCTION(wide_twice)(const float *from) {
  const peach_f8 eight = PEACH_FUNCTION(load)(from);
  return __builtin_shufflevector(eight, eight, 0, 1, 2, 3, 4, 5, 6, 7, 0, 1, 2, 3, 4, 5, 6, 7);
}

// One frame: eight partial sums, and eight of how far it is to what the next row makes.
PEACH_PART peach_f16 PEACH_FUNCTION(wide_products)(
    const float *frames, const float *table, long long place, int taps) {
#pragma clang fp contract(off)
  const float *here = table + ((unsigned)place >> 25) * (unsigned long)(2 * taps);
  PEACH_HIDE(here);
  const float *from = frames + (place >> 32);
  peach_f16 sum = PEACH_FUNCTION(wide_row)(here) * PEACH_FUNCTION(wide_twice)(from);
  for (int tap = 8; tap < taps; tap += 8)
    sum = PEACH_FUSED(PEACH_FUNCTION(wide_row)(here + 2 * tap), PEACH_FUNCTION(wide_twice)(from + tap), sum);
  return sum;
}

// Sums of each group's halves: the four quarters are the two groups of `a`, and those of `b`.
PEACH_PART peach_f16 PEACH_FUNCTION(wide_halves)(peach_f16 a, peach_f16 b) {
#pragma clang fp contract(off)
  return __builtin_shufflevector(
             a, b, 0, 1, 2, 3, 8, 9, 10, 11, 16, 17, 18, 19, 24, 25, 26, 27) +
      __builtin_shufflevector(
             a, b, 4, 5, 6, 7, 12, 13, 14, 15, 20, 21, 22, 23, 28, 29, 30, 31);
}

// Sums of neighbours within each quarter, those of `a` before those of `b`.
PEACH_PART peach_f16 PEACH_FUNCTION(wide_neighbours)(peach_f16 a, peach_f16 b) {
#pragma clang fp contract(off)
  return __builtin_shufflevector(
             a, b, 0, 2, 16, 18, 4, 6, 20, 22, 8, 10, 24, 26, 12, 14, 28, 30) +
      __builtin_shufflevector(
             a, b, 1, 3, 17, 19, 5, 7, 21, 23, 9, 11, 25, 27, 13, 15, 29, 31);
}

#define PEACH_PAIR(j, k) \
  PEACH_FUNCTION(wide_halves)( \
      PEACH_FUNCTION(wide_products)(first, table, p + (j), taps), \
      PEACH_FUNCTION(wide_products)(first, table, p + (k), taps))
PEACH_PART peach_f8 PEACH_FUNCTION(wide_sinc_eight)(
    const float *frames, const float *table, long long p, peach_u8 fractions,
    PEACH_FUNCTION(steps) s, int taps) {
#pragma clang fp contract(off)
  const float *first = frames - (taps / 2 - 1);
  const peach_f8 between = PEACH_FUNCTION(number)(fractions << 7, s);
  const peach_f16 low = PEACH_FUNCTION(wide_neighbours)(PEACH_PAIR(0, s.e), PEACH_PAIR(s.b, s.f));
  const peach_f16 high = PEACH_FUNCTION(wide_neighbours)(PEACH_PAIR(s.c, s.g), PEACH_PAIR(s.d, s.h));
  const peach_f16 all = PEACH_FUNCTION(wide_neighbours)(low, high);
  const peach_f8 here = __builtin_shufflevector(all, all, 0, 1, 2, 3, 8, 9, 10, 11);
  const peach_f8 onward = __builtin_shufflevector(all, all, 4, 5, 6, 7, 12, 13, 14, 15);
  return PEACH_FUSED(onward, between, here);
}
#undef PEACH_PAIR
