// The modulation kernel, compiled once per instruction set; see voice-kernels.c. It computes in
// double precision: errors of pitch accumulate in the phase from block to block.

// Four consecutive fields of eight voices, one voice per lane.
typedef struct {
  peach_f64x8 column[4];
} PEACH_FUNCTION(double_columns4);

PEACH_INLINE peach_f64x4 PEACH_FUNCTION(load_doubles)(const double *from) {
  return *(const peach_f64x4_unaligned *)from;
}

// Loads four doubles at each of eight pointers, as four columns.
PEACH_INLINE PEACH_FUNCTION(double_columns4) PEACH_FUNCTION(load_transposed_doubles)(
    const double *const *pointers) {
  peach_f64x4 column[2][4];
  for (int half = 0; half < 2; half++) {
    const double *const *p = pointers + 4 * half;
    const peach_f64x4 a = PEACH_FUNCTION(load_doubles)(p[0]);
    const peach_f64x4 b = PEACH_FUNCTION(load_doubles)(p[1]);
    const peach_f64x4 c = PEACH_FUNCTION(load_doubles)(p[2]);
    const peach_f64x4 d = PEACH_FUNCTION(load_doubles)(p[3]);
    const peach_f64x4 even = __builtin_shufflevector(a, b, 0, 4, 2, 6);
    const peach_f64x4 odd = __builtin_shufflevector(a, b, 1, 5, 3, 7);
    const peach_f64x4 evens = __builtin_shufflevector(c, d, 0, 4, 2, 6);
    const peach_f64x4 odds = __builtin_shufflevector(c, d, 1, 5, 3, 7);
    column[half][0] = __builtin_shufflevector(even, evens, 0, 1, 4, 5);
    column[half][1] = __builtin_shufflevector(odd, odds, 0, 1, 4, 5);
    column[half][2] = __builtin_shufflevector(even, evens, 2, 3, 6, 7);
    column[half][3] = __builtin_shufflevector(odd, odds, 2, 3, 6, 7);
  }
#define PEACH_COLUMN(k) \
  __builtin_shufflevector(column[0][k], column[1][k], 0, 1, 2, 3, 4, 5, 6, 7)
  return (PEACH_FUNCTION(double_columns4)){
      {PEACH_COLUMN(0), PEACH_COLUMN(1), PEACH_COLUMN(2), PEACH_COLUMN(3)}};
#undef PEACH_COLUMN
}

// Loads four consecutive fields of eight voices into variables with the names of the fields.
#define PEACH_LOAD_MODULATION(voices, first, second, third, fourth)                              \
  PEACH_ASSERT_CONSECUTIVE_4(peach_modulation, first, second, third, fourth);                    \
  const double *const first##_pointers[] = PEACH_FIELD_POINTERS(voices, first);                  \
  const PEACH_FUNCTION(double_columns4) first##_columns =                                        \
      PEACH_FUNCTION(load_transposed_doubles)(first##_pointers);                                 \
  const peach_f64x8 first = first##_columns.column[0], second = first##_columns.column[1];       \
  const peach_f64x8 third = first##_columns.column[2], fourth = first##_columns.column[3]

// 1.5 · 2⁵²: adding it rounds to the nearest integer and leaves it in the low bits of the mantissa.
#define PEACH_ROUNDING 6755399441055744.0

// Returns a bipolar triangle that starts at zero and rises, at unwrapped phases in cycles.
PEACH_INLINE peach_f64x8 PEACH_FUNCTION(triangle)(peach_f64x8 cycles) {
#pragma clang fp contract(off)
  const peach_f64x8 offset = cycles - 0.25;
  const peach_f64x8 distance = offset - ((offset + PEACH_ROUNDING) - PEACH_ROUNDING);
  const peach_f64x8 magnitude = (peach_f64x8)((peach_i64x8)distance & 0x7FFFFFFFFFFFFFFF);
  return PEACH_FMA(magnitude, (peach_f64x8)-4.0, (peach_f64x8)1.0);
}

PEACH_INLINE peach_f64x8 PEACH_FUNCTION(clamp)(peach_f64x8 x, double min, double max) {
  peach_i64x8 mask = (peach_i64x8)(x > min);
  x = (peach_f64x8)(((peach_i64x8)x & mask) | ((peach_i64x8)(peach_f64x8)min & ~mask));
  mask = (peach_i64x8)(x < max);
  return (peach_f64x8)(((peach_i64x8)x & mask) | ((peach_i64x8)(peach_f64x8)max & ~mask));
}

// Returns 2 to the power of x, clamped to ±1000, within 10⁻¹¹, by the exponential series.
PEACH_INLINE peach_f64x8 PEACH_FUNCTION(exp2)(peach_f64x8 x) {
#pragma clang fp contract(off)
  x = PEACH_FUNCTION(clamp)(x, -1000, 1000);
  const peach_f64x8 rounded = x + PEACH_ROUNDING;
  const peach_f64x8 y = (x - (rounded - PEACH_ROUNDING)) * 0.693147180559945309;
  const peach_f64x8 y2 = y * y;
  const peach_f64x8 y4 = y2 * y2;
  const peach_f64x8 a = PEACH_FMA(y, (peach_f64x8)(1.0 / 6), (peach_f64x8)0.5);
  const peach_f64x8 b = PEACH_FMA(y, (peach_f64x8)(1.0 / 120), (peach_f64x8)(1.0 / 24));
  const peach_f64x8 c = PEACH_FMA(y, (peach_f64x8)(1.0 / 5040), (peach_f64x8)(1.0 / 720));
  const peach_f64x8 d = PEACH_FMA(y, (peach_f64x8)(1.0 / 362880), (peach_f64x8)(1.0 / 40320));
  const peach_f64x8 low = PEACH_FMA(y2, b, a), high = PEACH_FMA(y2, d, c);
  const peach_f64x8 series = PEACH_FMA(y2, PEACH_FMA(y4, high, low), y) + 1;
  const peach_i64x8 scale = ((peach_i64x8)rounded + 1023) << 52;
  return series * (peach_f64x8)scale;
}

// Ends the ramps of eight filters at their targets and starts ramps to new coefficients.
PEACH_INLINE void PEACH_FUNCTION(start_filter_ramps)(
    peach_filter *const *filters, peach_f32x8 next_a1, peach_f32x8 next_a2, peach_f32x8 next_a3,
    float per_frame) {
#pragma clang fp contract(off)
  const float *const states[] = PEACH_FIELD_POINTERS(filters, s1);
  const PEACH_FUNCTION(matrix8) columns = PEACH_FUNCTION(load_transposed_8x8)(states);
  PEACH_NAME_COLUMNS_8(
      peach_filter, columns, s1, s2, target_a1, target_a2, target_a3, damping, damping_step,
      target_damping);
  (void)damping;
  (void)damping_step;
  const peach_f32x8 zero = 0.0f;
  // The order of the fields is checked above and by `load_filters`.
  const PEACH_FUNCTION(matrix8) coefficients = {
      .a = target_a1, .b = target_a2, .c = target_a3, .d = zero,
      .e = (next_a1 - target_a1) * per_frame, .f = (next_a2 - target_a2) * per_frame,
      .g = (next_a3 - target_a3) * per_frame, .h = zero};
  const PEACH_FUNCTION(matrix8) targets = {
      .a = PEACH_FUNCTION(flush_denormals)(s1), .b = PEACH_FUNCTION(flush_denormals)(s2),
      .c = next_a1, .d = next_a2, .e = next_a3, .f = target_damping, .g = zero,
      .h = target_damping};
  PEACH_FUNCTION(store_transposed_8x8)(
      (float *const[])PEACH_FIELD_POINTERS(filters, a1), coefficients);
  PEACH_FUNCTION(store_transposed_8x8)((float *const[])PEACH_FIELD_POINTERS(filters, s1), targets);
}

PEACH_INLINE void PEACH_FUNCTION(update_voices)(
    const peach_modulation *const *voices, const double *elapsed, double lead,
    const double *tangents, double *pitches, float *amplitudes, peach_filter *const *filters,
    float per_frame, int has_filters) {
#pragma clang fp contract(off)
  const peach_f64x8 end = *(const peach_f64x8_unaligned *)elapsed;
  const peach_f64x8 middle = end - lead;
  PEACH_LOAD_MODULATION(
      voices, vibrato_lfo_phase, vibrato_lfo_increment, mod_lfo_phase, mod_lfo_increment);
  PEACH_LOAD_MODULATION(voices, octaves, envelope, envelope_step, unused);
  PEACH_LOAD_MODULATION(voices, vibrato_lfo_octaves, mod_lfo_octaves, envelope_octaves, damping);
  const float *const floats[] = PEACH_FIELD_POINTERS(voices, amplitude);
  const PEACH_FUNCTION(matrix8) columns = PEACH_FUNCTION(load_transposed_8x8)(floats);
  PEACH_NAME_COLUMNS_8(
      peach_modulation, columns, amplitude, mod_lfo_amplitude_octaves, decay_octaves, cutoff_cents,
      mod_lfo_cutoff_cents, envelope_cutoff_cents, unused_a, unused_b);
  (void)unused;
  (void)unused_a;
  (void)unused_b;

  const peach_f64x8 vibrato_lfo = PEACH_FUNCTION(triangle)(
      PEACH_FMA(middle, vibrato_lfo_increment, vibrato_lfo_phase));
  const peach_f64x8 pitch_lfo =
      PEACH_FUNCTION(triangle)(PEACH_FMA(middle, mod_lfo_increment, mod_lfo_phase));
  const peach_f64x8 pitch_envelope = PEACH_FMA(middle, envelope_step, envelope);
  const peach_f64x8 pitch = PEACH_FMA(
      pitch_envelope, envelope_octaves,
      PEACH_FMA(pitch_lfo, mod_lfo_octaves, PEACH_FMA(vibrato_lfo, vibrato_lfo_octaves, octaves)));
  *(peach_f64x8_unaligned *)(pitches + 8 * peach_pitch_octaves) = pitch;
  *(peach_f64x8_unaligned *)(pitches + 8 * peach_pitch_ratio) = PEACH_FUNCTION(exp2)(pitch);

#define PEACH_TO_DOUBLE(x) __builtin_convertvector(x, peach_f64x8)
  const peach_f64x8 mod_lfo =
      PEACH_FUNCTION(triangle)(PEACH_FMA(end, mod_lfo_increment, mod_lfo_phase));
  const peach_f64x8 gain_octaves = PEACH_FMA(
      PEACH_TO_DOUBLE(mod_lfo_amplitude_octaves), mod_lfo, -PEACH_TO_DOUBLE(decay_octaves) * end);
  const peach_f64x8 level = PEACH_TO_DOUBLE(amplitude) * PEACH_FUNCTION(exp2)(gain_octaves);
  PEACH_FUNCTION(store)(amplitudes, __builtin_convertvector(level, peach_f32x8));
  if (!has_filters) return;

  // In single precision and without FMA, like the scalar path.
  const peach_f32x8 filter_envelope =
      __builtin_convertvector(PEACH_FMA(end, envelope_step, envelope), peach_f32x8);
  const peach_f32x8 lfo_cents =
      mod_lfo_cutoff_cents * __builtin_convertvector(mod_lfo, peach_f32x8);
  const peach_f64x8 cents =
      PEACH_TO_DOUBLE((cutoff_cents + lfo_cents) + envelope_cutoff_cents * filter_envelope);
#undef PEACH_TO_DOUBLE
  const peach_f64x8 position =
      (PEACH_FUNCTION(clamp)(cents, peach_cutoff_min_cents, peach_cutoff_max_cents) -
       (double)peach_cutoff_min_cents) * (1.0 / peach_cutoff_table_step_cents);
  const peach_f64x8 rounded = (position - 0.5) + PEACH_ROUNDING;
  const peach_i64x8 index = (peach_i64x8)rounded & 0xFFF;
  peach_f64x8 low, high;
  for (int k = 0; k < 8; k++) {
    low[k] = tangents[index[k]];
    high[k] = tangents[index[k] + 1];
  }
  const peach_f64x8 g = PEACH_FMA(high - low, position - (rounded - PEACH_ROUNDING), low);
  const peach_f64x8 a1 = 2 / PEACH_FMA(g, g + damping, (peach_f64x8)1);
  const peach_f64x8 a2 = g * a1;
  PEACH_FUNCTION(start_filter_ramps)(
      filters, __builtin_convertvector(a1, peach_f32x8), __builtin_convertvector(a2, peach_f32x8),
      __builtin_convertvector(g * a2, peach_f32x8), per_frame);
}
#undef PEACH_ROUNDING
#undef PEACH_LOAD_MODULATION

// Entry point; `has_filters` is passed on as a constant, so that both cases are specialized.
PEACH_KERNEL void PEACH_FUNCTION(update_modulation)(
    const peach_modulation *const *voices, const double *elapsed, double lead,
    const double *tangents, double *pitches, float *amplitudes, peach_filter *const *filters,
    float per_frame) {
  if (filters) {
    PEACH_FUNCTION(update_voices)
    (voices, elapsed, lead, tangents, pitches, amplitudes, filters, per_frame, 1);
  } else {
    PEACH_FUNCTION(update_voices)
    (voices, elapsed, lead, tangents, pitches, amplitudes, filters, per_frame, 0);
  }
}
