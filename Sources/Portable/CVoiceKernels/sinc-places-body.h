// Read once for each kind of processor; see voice-kernels.c.

#if defined(__wasm__)
// Numbers of which the optimizer is not to know that they are never negative: as numbers without a
// sign WebAssembly's engines convert them by eight operations in place of one.
PEACH_PART peach_i8 PEACH_FUNCTION(with_sign)(peach_i8 x) {
  peach_i4 low = __builtin_shufflevector(x, x, 0, 1, 2, 3);
  peach_i4 high = __builtin_shufflevector(x, x, 4, 5, 6, 7);
  PEACH_HIDE(low);
  PEACH_HIDE(high);
  return __builtin_shufflevector(low, high, 0, 1, 2, 3, 4, 5, 6, 7);
}

// A number eight times, to be kept through a loop: WebAssembly's engines would make it anew in each
// turn.
PEACH_PART peach_f8 PEACH_FUNCTION(kept)(float number) {
  peach_f4 four = number;
  PEACH_HIDE(four);
  return __builtin_shufflevector(four, four, 0, 1, 2, 3, 0, 1, 2, 3);
}
#else
PEACH_PART peach_i8 PEACH_FUNCTION(with_sign)(peach_i8 x) { return x; }
PEACH_PART peach_f8 PEACH_FUNCTION(kept)(float number) { return number; }
#endif

// How far the places of eight frames lie behind the first, 32.32. Where fewer than eight are left,
// the others stay where there surely is something. The fractions of all eight, and how much they are
// on in the next eight. And what a turn of the loop needs of numbers that are always the same: what
// makes a fraction's upper 24 bits a number, a half and one.
typedef struct {
  long long b, c, d, e, f, g, h;
  peach_u8 fractions, on;
  peach_f8 unit, half, one;
} PEACH_FUNCTION(steps);

// 0 to 7 times a number that stands at all eight places.
PEACH_PART peach_u8 PEACH_FUNCTION(up_to_seven_times)(peach_u8 one) {
#if PEACH_NARROW
  // Any processor multiplies only two whole numbers of 32 bits side by side.
  const peach_u8 ones = {0, ~0u, 0, ~0u, 0, ~0u, 0, ~0u}, twos = {0, 0, ~0u, ~0u, 0, 0, ~0u, ~0u};
  const peach_u8 fours = {0, 0, 0, 0, ~0u, ~0u, ~0u, ~0u};
  return (one & ones) + ((one << 1) & twos) + ((one << 2) & fours);
#else
  return one * (peach_u8){0, 1, 2, 3, 4, 5, 6, 7};
#endif
}

PEACH_PART PEACH_FUNCTION(steps) PEACH_FUNCTION(multiples)(long long step, long count) {
  const long long b = count > 1 ? step : 0, c = count > 2 ? 2 * step : 0;
  const long long d = count > 3 ? 3 * step : 0, e = count > 4 ? 4 * step : 0;
  const long long f = count > 5 ? 5 * step : 0, g = count > 6 ? 6 * step : 0;
  const long long h = count > 7 ? 7 * step : 0;
  const peach_u8 one = (unsigned)step;
  return (PEACH_FUNCTION(steps)){
      b, c, d, e, f, g, h, PEACH_FUNCTION(up_to_seven_times)(one), one << 3,
      PEACH_FUNCTION(kept)(1.0f / 16777216), PEACH_FUNCTION(kept)(0.5f),
      PEACH_FUNCTION(kept)(1.0f)};
}

// 32 bits of a fraction as a number; 24 of them fill a float exactly.
PEACH_PART peach_f8 PEACH_FUNCTION(number)(peach_u8 fractions, PEACH_FUNCTION(steps) s) {
  const peach_i8 whole = PEACH_FUNCTION(with_sign)((peach_i8)(fractions >> 8));
  return __builtin_convertvector(whole, peach_f8) * s.unit;
}
