// Read once for each kind of processor; see voice-kernels.c. The cubic of Catmull and Rom through four
// neighbours.

// Eight frames, whose neighbours lie anywhere, `fractions` behind them.
PEACH_PART peach_f8 PEACH_FUNCTION(cubic_eight)(
    const float *frames, long long p, peach_u8 fractions, PEACH_FUNCTION(steps) s) {
  const float *before = frames - 1;
  const float *const places[] = {
      before + (p >> 32),         before + ((p + s.b) >> 32), before + ((p + s.c) >> 32),
      before + ((p + s.d) >> 32), before + ((p + s.e) >> 32), before + ((p + s.f) >> 32),
      before + ((p + s.g) >> 32), before + ((p + s.h) >> 32)};
  const PEACH_FUNCTION(columns) x = PEACH_FUNCTION(neighbours_in)(places);
#if PEACH_NARROW
  // As the 23 bits behind the point of a number from 0.5 to 1, which is half of 1 and the fraction:
  // an operation less than a number made of 24, half of it, and a half less.
  const peach_f8 half_on = (peach_f8)(fractions >> 9 | (peach_u8)s.half);
  const peach_f8 half_left = half_on - s.one, fraction = half_on + half_left;
#else
  const peach_f8 fraction = PEACH_FUNCTION(number)(fractions, s);
  const peach_f8 half_left = PEACH_FUSED(fraction, s.half, -s.half);
#endif
  return PEACH_FUNCTION(catmull_rom)(x.a, x.b, x.c, x.d, fraction, half_left);
}

#if PEACH_LANES == 16
PEACH_CATMULL_ROM(peach_f16, wide_catmull_rom)

// Those of 32 numbers that stand at these places.
PEACH_PART peach_f16 PEACH_FUNCTION(chosen)(peach_f16 low, peach_f16 high, peach_i16 places) {
  return __builtin_ia32_vpermi2varps512(low, places, high);
}

// Sixteen frames at a time, as long as the neighbours of all lie within 32 frames of the recording,
// which are then chosen from two vectors. Returns how many are done.
PEACH_PART long PEACH_FUNCTION(wide_cubic)(
    const float *frames, long long phase, long long increment, long count, float *row) {
  if (15 * increment > 28LL << 32) return 0;
  const peach_l8 eight = {0, 1, 2, 3, 4, 5, 6, 7};
  const peach_i16 sixteen = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
  const long long part = increment & 0xFFFFFFFF;
  const peach_l8 first = eight * part, second = (eight + 8) * part;
#define PEACH_BOTH_HALVES(a, b)                                                                \
  __builtin_shufflevector(                                                                     \
      __builtin_convertvector(a, peach_i8), __builtin_convertvector(b, peach_i8), 0, 1, 2, 3,  \
      4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15)
  const peach_i16 whole =
      PEACH_BOTH_HALVES(first >> 32, second >> 32) + sixteen * (int)(increment >> 32);
  const peach_u16 parts = (peach_u16)PEACH_BOTH_HALVES(first, second);
#undef PEACH_BOTH_HALVES
  long done = 0;
  for (; done + 16 <= count; done += 16) {
    __builtin_prefetch(frames + ((phase + 64 * increment) >> 32));
    const float *from = frames - 1 + (phase >> 32);
    const peach_f16 low = *(const peach_f16_anywhere *)from;
    const peach_f16 high = *(const peach_f16_anywhere *)(from + 16);
    const peach_u16 fractions = parts + (unsigned)phase;
    const peach_f16 fraction =
        __builtin_convertvector((peach_i16)(fractions >> 8), peach_f16) * (1.0f / 16777216);
    // Where a fraction has passed its end there is one frame more.
    const peach_i16 place = fractions < (unsigned)phase ? whole + 1 : whole;
    *(peach_f16_anywhere *)(row + done) = PEACH_FUNCTION(wide_catmull_rom)(
        PEACH_FUNCTION(chosen)(low, high, place), PEACH_FUNCTION(chosen)(low, high, place + 1),
        PEACH_FUNCTION(chosen)(low, high, place + 2), PEACH_FUNCTION(chosen)(low, high, place + 3),
        fraction, PEACH_FUSED(fraction, (peach_f16)0.5f, (peach_f16)-0.5f));
    phase += 16 * increment;
  }
  return done;
}
#endif
