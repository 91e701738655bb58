// Cubic (Catmull-Rom) resampling, compiled once per instruction set; see voice-kernels.c.

// Interpolates eight frames at phases `p`, with their fractional parts `fractions`.
PEACH_INLINE peach_f32x8 PEACH_FUNCTION(cubic_x8)(
    const float *frames, PEACH_FUNCTION(phases) p, peach_u32x8 fractions,
    PEACH_FUNCTION(phase_steps) s) {
  const float *before = frames - 1;
  const float *const taps[] = {
      before + (p.a >> 32), before + (p.b >> 32), before + (p.c >> 32), before + (p.d >> 32),
      before + (p.e >> 32), before + (p.f >> 32), before + (p.g >> 32), before + (p.h >> 32)};
  const PEACH_FUNCTION(columns4) x = PEACH_FUNCTION(gather_taps)(taps);
#if PEACH_SIMD128
  // Makes ½ + fraction / 2 from 23 bits: one operation less than a conversion from an integer.
  const peach_f32x8 half_plus = (peach_f32x8)(fractions >> 9 | (peach_u32x8)s.half);
  const peach_f32x8 half_left = half_plus - s.one, fraction = half_plus + half_left;
#else
  const peach_f32x8 fraction = PEACH_FUNCTION(fraction_to_float)(fractions, s);
  const peach_f32x8 half_left = PEACH_FMA(fraction, s.half, -s.half);
#endif
  return PEACH_FUNCTION(catmull_rom)(x.a, x.b, x.c, x.d, fraction, half_left);
}

#if PEACH_LANES == 16
PEACH_CATMULL_ROM(peach_f32x16, catmull_rom_x16)

// Returns the elements of two vectors at the given indices, 0 to 31.
PEACH_INLINE peach_f32x16 PEACH_FUNCTION(permute)(
    peach_f32x16 low, peach_f32x16 high, peach_i32x16 indices) {
  return __builtin_ia32_vpermi2varps512(low, indices, high);
}

// Replaces elements whose indices are 32 to 47 by those of a third vector.
PEACH_INLINE peach_f32x16 PEACH_FUNCTION(permute_beyond)(
    peach_f32x16 elements, peach_f32x16 third, peach_i32x16 indices) {
  const peach_f32x16 permuted = __builtin_ia32_permvarsf512(third, indices);
  return indices > 31 ? permuted : elements;
}

// The offsets of sixteen phases from the first, in 32.32 fixed point.
typedef struct {
  peach_i64x8 low, high;
} PEACH_FUNCTION(phase_offsets);

PEACH_INLINE PEACH_FUNCTION(phase_offsets) PEACH_FUNCTION(make_phase_offsets)(
    long long increment) {
  const peach_i64x8 lanes = {0, 1, 2, 3, 4, 5, 6, 7};
  return (PEACH_FUNCTION(phase_offsets)){lanes * increment, (lanes + 8) * increment};
}

PEACH_INLINE peach_i32x16 PEACH_FUNCTION(truncate)(peach_i64x8 low, peach_i64x8 high) {
  return __builtin_shufflevector(
      __builtin_convertvector(low, peach_i32x8), __builtin_convertvector(high, peach_i32x8), 0, 1,
      2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
}

// Interpolates sixteen frames at a time, if their taps span at most 32 frames of the sample: they
// are permuted from two registers instead of gathered. Returns the number of frames written.
PEACH_INLINE long PEACH_FUNCTION(cubic_512)(
    const float *frames, long long phase, PEACH_FUNCTION(phase_offsets) offsets,
    long long increment, long count, float *buffer) {
  if (15 * increment > 28LL << 32) return 0;
  const peach_i32x16 whole = PEACH_FUNCTION(truncate)(offsets.low >> 32, offsets.high >> 32);
  const peach_u32x16 fraction_offsets =
      (peach_u32x16)PEACH_FUNCTION(truncate)(offsets.low, offsets.high);
  long done = 0;
  for (; done + 16 <= count; done += 16) {
    __builtin_prefetch(frames + ((phase + 64 * increment) >> 32));
    const float *taps = frames - 1 + (phase >> 32);
    const peach_f32x16 low = *(const peach_f32x16_unaligned *)taps;
    const peach_f32x16 high = *(const peach_f32x16_unaligned *)(taps + 16);
    const peach_u32x16 fractions = fraction_offsets + (unsigned)phase;
    const peach_f32x16 fraction =
        __builtin_convertvector((peach_i32x16)(fractions >> 8), peach_f32x16) * (1.0f / 16777216);
    // Adds the carry of the fraction.
    const peach_i32x16 index = fractions < (unsigned)phase ? whole + 1 : whole;
    *(peach_f32x16_unaligned *)(buffer + done) = PEACH_FUNCTION(catmull_rom_x16)(
        PEACH_FUNCTION(permute)(low, high, index), PEACH_FUNCTION(permute)(low, high, index + 1),
        PEACH_FUNCTION(permute)(low, high, index + 2),
        PEACH_FUNCTION(permute)(low, high, index + 3),
        fraction, PEACH_FMA(fraction, (peach_f32x16)0.5f, (peach_f32x16)-0.5f));
    phase += 16 * increment;
  }
  return done;
}
#endif
