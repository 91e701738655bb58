// Read once for each kind of processor; see voice-kernels.c.

// How far the places of eight frames lie behind the first, 32.32. Where fewer than eight are left,
// the others stay where there surely is something.
typedef struct {
  long long b, c, d, e, f, g, h;
  peach_u8 fractions;
} PEACH_FUNCTION(steps);

PEACH_PART PEACH_FUNCTION(steps) PEACH_FUNCTION(multiples)(long long step, long count) {
  const long long b = count > 1 ? step : 0, c = count > 2 ? 2 * step : 0;
  const long long d = count > 3 ? 3 * step : 0, e = count > 4 ? 4 * step : 0;
  const long long f = count > 5 ? 5 * step : 0, g = count > 6 ? 6 * step : 0;
  const long long h = count > 7 ? 7 * step : 0;
  const peach_u8 fractions = {
      0, (unsigned)b, (unsigned)c, (unsigned)d, (unsigned)e, (unsigned)f, (unsigned)g, (unsigned)h};
  return (PEACH_FUNCTION(steps)){b, c, d, e, f, g, h, fractions};
}

// 32 bits of a fraction as a number; 24 of them fill a float exactly.
PEACH_PART peach_f8 PEACH_FUNCTION(number)(peach_u8 fractions) {
  return __builtin_convertvector((peach_i8)(fractions >> 8), peach_f8) * (1.0f / 16777216);
}
