// Read once for each kind of processor; see voice-kernels.c. Where everything about eight voices is
// after some time, in double precision: an error of pitch adds up from stretch to stretch.

// Four numbers of eight voices, as four columns.
typedef struct {
  peach_d8 a, b, c, d;
} PEACH_FUNCTION(quarters);

PEACH_PART peach_d4 PEACH_FUNCTION(four)(const double *from) { return *(const peach_d4_anywhere *)from; }

PEACH_PART PEACH_FUNCTION(quarters) PEACH_FUNCTION(numbers)(
    const peach_motion *const *voices, long offset) {
  peach_d4 column[2][4];
  for (int half = 0; half < 2; half++) {
    const peach_motion *const *v = voices + 4 * half;
    const peach_d4 a = PEACH_FUNCTION(four)((const double *)v[0] + offset);
    const peach_d4 b = PEACH_FUNCTION(four)((const double *)v[1] + offset);
    const peach_d4 c = PEACH_FUNCTION(four)((const double *)v[2] + offset);
    const peach_d4 d = PEACH_FUNCTION(four)((const double *)v[3] + offset);
    const peach_d4 even = __builtin_shufflevector(a, b, 0, 4, 2, 6);
    const peach_d4 odd = __builtin_shufflevector(a, b, 1, 5, 3, 7);
    const peach_d4 evens = __builtin_shufflevector(c, d, 0, 4, 2, 6);
    const peach_d4 odds = __builtin_shufflevector(c, d, 1, 5, 3, 7);
    column[half][0] = __builtin_shufflevector(even, evens, 0, 1, 4, 5);
    column[half][1] = __builtin_shufflevector(odd, odds, 0, 1, 4, 5);
    column[half][2] = __builtin_shufflevector(even, evens, 2, 3, 6, 7);
    column[half][3] = __builtin_shufflevector(odd, odds, 2, 3, 6, 7);
  }
#define PEACH_COLUMN(k) \
  __builtin_shufflevector(column[0][k], column[1][k], 0, 1, 2, 3, 4, 5, 6, 7)
  return (PEACH_FUNCTION(quarters)){
      PEACH_COLUMN(0), PEACH_COLUMN(1), PEACH_COLUMN(2), PEACH_COLUMN(3)};
#undef PEACH_COLUMN
}

// Added and taken off again, it rounds to a whole number, which stands in its lowest bits.
#define PEACH_ROUNDING 6755399441055744.0

// The triangle after so many turns from zero; the nearest top is at 0.
PEACH_PART peach_d8 PEACH_FUNCTION(triangle)(peach_d8 turns) {
#pragma clang fp contract(off)
  const peach_d8 place = turns - 0.25;
  const peach_d8 off = place - ((place + PEACH_ROUNDING) - PEACH_ROUNDING);
  const peach_d8 magnitude = (peach_d8)((peach_l8)off & 0x7FFFFFFFFFFFFFFF);
  return PEACH_FUSED(magnitude, (peach_d8)-4.0, (peach_d8)1.0);
}

PEACH_PART peach_d8 PEACH_FUNCTION(within)(peach_d8 x, double least, double greatest) {
  peach_l8 is = (peach_l8)(x > least);
  x = (peach_d8)(((peach_l8)x & is) | ((peach_l8)(peach_d8)least & ~is));
  is = (peach_l8)(x < greatest);
  return (peach_d8)(((peach_l8)x & is) | ((peach_l8)(peach_d8)greatest & ~is));
}

// 2 to the power of x, within 10^-11: the exponential series.
PEACH_PART peach_d8 PEACH_FUNCTION(power_of_two)(peach_d8 x) {
#pragma clang fp contract(off)
  x = PEACH_FUNCTION(within)(x, -1000, 1000);
  const peach_d8 rounded = x + PEACH_ROUNDING;
  const peach_d8 y = (x - (rounded - PEACH_ROUNDING)) * 0.693147180559945309;
  const peach_d8 y2 = y * y;
  const peach_d8 y4 = y2 * y2;
  const peach_d8 a = PEACH_FUSED(y, (peach_d8)(1.0 / 6), (peach_d8)0.5);
  const peach_d8 b = PEACH_FUSED(y, (peach_d8)(1.0 / 120), (peach_d8)(1.0 / 24));
  const peach_d8 c = PEACH_FUSED(y, (peach_d8)(1.0 / 5040), (peach_d8)(1.0 / 720));
  const peach_d8 d = PEACH_FUSED(y, (peach_d8)(1.0 / 362880), (peach_d8)(1.0 / 40320));
  const peach_d8 low = PEACH_FUSED(y2, b, a), high = PEACH_FUSED(y2, d, c);
  const peach_d8 series = PEACH_FUSED(y2, PEACH_FUSED(y4, high, low), y) + 1;
  const peach_l8 scale = ((peach_l8)rounded + 1023) << 52;
  return series * (peach_d8)scale;
}

// Eight filters come to the end of their way, and set out for other coefficients.
PEACH_PART void PEACH_FUNCTION(set_out)(
    peach_filter *const *filters, peach_f8 a1, peach_f8 a2, peach_f8 a3, float per_frame) {
#pragma clang fp contract(off)
  const float *const states[] = PEACH_PLACES(filters, first_state);
  PEACH_FUNCTION(square) y = PEACH_FUNCTION(turned_at)(states);
  const peach_f8 none = 0.0f;
  const PEACH_FUNCTION(square) x = {
      y.c, y.d, y.e, none, (a1 - y.c) * per_frame, (a2 - y.d) * per_frame, (a3 - y.e) * per_frame,
      none};
  // A filter that hears nothing must not end in numbers too small to compute quickly.
  y.a = PEACH_FUNCTION(quick)(y.a);
  y.b = PEACH_FUNCTION(quick)(y.b);
  const PEACH_FUNCTION(square) then = {y.a, y.b, a1, a2, a3, y.h, none, y.h};
  PEACH_FUNCTION(store_square_at)((float *const[])PEACH_PLACES(filters, a1), x);
  PEACH_FUNCTION(store_square_at)((float *const[])PEACH_PLACES(filters, first_state), then);
}

// Where pitch, level and filter of eight voices are so many frames after what they began with: the
// pitch in the middle of the next stretch, `ahead` frames sooner than the others.
PEACH_PART void PEACH_FUNCTION(move_all)(
    const peach_motion *const *voices, const double *passed, double ahead, const double *tangents,
    double *pitches, float *amplitudes, peach_filter *const *filters, float per_frame,
    int sets_out) {
#pragma clang fp contract(off)
  const peach_d8 end = *(const peach_d8_anywhere *)passed;
  const peach_d8 middle = end - ahead;
  const PEACH_FUNCTION(quarters) turns = PEACH_FUNCTION(numbers)(voices, 0);
  const PEACH_FUNCTION(quarters) pitch = PEACH_FUNCTION(numbers)(voices, 4);
  const PEACH_FUNCTION(quarters) octaves = PEACH_FUNCTION(numbers)(voices, 8);
  const float *const places[] = {
      voices[0]->floats, voices[1]->floats, voices[2]->floats, voices[3]->floats,
      voices[4]->floats, voices[5]->floats, voices[6]->floats, voices[7]->floats};
  const PEACH_FUNCTION(square) rest = PEACH_FUNCTION(turned_at)(places);

  const peach_d8 vibrato = PEACH_FUNCTION(triangle)(PEACH_FUSED(middle, turns.b, turns.a));
  const peach_d8 sway = PEACH_FUNCTION(triangle)(PEACH_FUSED(middle, turns.d, turns.c));
  const peach_d8 envelope = PEACH_FUSED(middle, pitch.c, pitch.b);
  const peach_d8 raised =
      PEACH_FUSED(envelope, octaves.c, PEACH_FUSED(sway, octaves.b, PEACH_FUSED(vibrato, octaves.a, pitch.a)));
  *(peach_d8_anywhere *)(pitches + 8 * peach_moved_octaves) = raised;
  *(peach_d8_anywhere *)(pitches + 8 * peach_moved_ratio) = PEACH_FUNCTION(power_of_two)(raised);

#define PEACH_WIDENED(x) __builtin_convertvector(x, peach_d8)
  const peach_d8 swing = PEACH_FUNCTION(triangle)(PEACH_FUSED(end, turns.d, turns.c));
  const peach_d8 level = PEACH_FUSED(PEACH_WIDENED(rest.b), swing, -PEACH_WIDENED(rest.c) * end);
  const peach_d8 amplitude = PEACH_WIDENED(rest.a) * PEACH_FUNCTION(power_of_two)(level);
  PEACH_FUNCTION(store)(amplitudes, __builtin_convertvector(amplitude, peach_f8));
  if (!sets_out) return;

  // In single precision and never fused, as a voice itself says it.
  const peach_f8 reached = __builtin_convertvector(PEACH_FUSED(end, pitch.c, pitch.b), peach_f8);
  const peach_f8 swung = rest.e * __builtin_convertvector(swing, peach_f8);
  const peach_d8 cents = PEACH_WIDENED((rest.d + swung) + rest.f * reached);
#undef PEACH_WIDENED
  const peach_d8 place =
      (PEACH_FUNCTION(within)(cents, peach_lowest_cents, peach_highest_cents) -
       (double)peach_lowest_cents) * (1.0 / peach_cents_per_tangent);
  const peach_d8 rounded = (place - 0.5) + PEACH_ROUNDING;
  const peach_l8 entry = (peach_l8)rounded & 0xFFF;
  peach_d8 low, high;
  for (int k = 0; k < 8; k++) {
    low[k] = tangents[entry[k]];
    high[k] = tangents[entry[k] + 1];
  }
  const peach_d8 g = PEACH_FUSED(high - low, place - (rounded - PEACH_ROUNDING), low);
  const peach_d8 first = 2 / PEACH_FUSED(g, g + octaves.d, (peach_d8)1);
  const peach_d8 second = g * first;
  PEACH_FUNCTION(set_out)(
      filters, __builtin_convertvector(first, peach_f8), __builtin_convertvector(second, peach_f8),
      __builtin_convertvector(g * second, peach_f8), per_frame);
}
#undef PEACH_ROUNDING

PEACH_ENTRY void PEACH_FUNCTION(move)(
    const peach_motion *const *voices, const double *passed, double ahead, const double *tangents,
    double *pitches, float *amplitudes, peach_filter *const *filters, float per_frame) {
  if (filters) {
    PEACH_FUNCTION(move_all)
    (voices, passed, ahead, tangents, pitches, amplitudes, filters, per_frame, 1);
  } else {
    PEACH_FUNCTION(move_all)
    (voices, passed, ahead, tangents, pitches, amplitudes, filters, per_frame, 0);
  }
}
