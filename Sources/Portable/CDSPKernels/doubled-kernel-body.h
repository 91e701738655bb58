// Interpolation of samples of twice their rate, compiled once per instruction set; see
// voice-kernels.c. The kernel spans six frames and is a polynomial of the fifth degree between two
// frames (a Farrow structure: C. W. Farrow, "A continuously variable digital delay element", 1988).
// Even and odd powers of the distance from the middle between two frames apply to the sums and the
// differences of the frames on both sides, which halves the multiplications.

// Interpolates between `x[2]` and `x[3]`, for vectors of any length. `z` is the fraction − ½.
#undef PEACH_DOUBLED
#define PEACH_DOUBLED(vector, name)                                                           \
  PEACH_INLINE vector PEACH_FUNCTION(name)(const vector *x, vector z) {                       \
    _Pragma("clang fp contract(off)") const vector square = z * z;                            \
    vector even[3], odd[3];                                                                   \
    for (int pair = 0; pair < 3; pair++) {                                                    \
      const float *e = peach_doubled_even[pair], *o = peach_doubled_odd[pair];                \
      even[pair] = PEACH_FMA(                                                                 \
          PEACH_FMA((vector)e[2], square, (vector)e[1]), square, (vector)e[0]);               \
      odd[pair] = PEACH_FMA(                                                                  \
          PEACH_FMA((vector)o[2], square, (vector)o[1]), square, (vector)o[0]);               \
    }                                                                                         \
    const vector sum = PEACH_FMA(                                                             \
        even[0], x[2] + x[3], PEACH_FMA(even[1], x[1] + x[4], even[2] * (x[0] + x[5])));      \
    const vector difference = PEACH_FMA(                                                      \
        odd[0], x[2] - x[3], PEACH_FMA(odd[1], x[1] - x[4], odd[2] * (x[0] - x[5])));         \
    return PEACH_FMA(difference, z, sum);                                                     \
  }

#if PEACH_SIMD128
PEACH_DOUBLED(peach_f32x4, doubled_polynomial)

// Interpolates four frames, whose first taps are given: one half at a time leaves registers for the
// coefficients.
PEACH_INLINE peach_f32x4 PEACH_FUNCTION(doubled_x4)(
    const float *a, const float *b, const float *c, const float *d, peach_i32x4 centered) {
  const peach_f32x4 i = *(const peach_f32x4_unaligned *)a, j = *(const peach_f32x4_unaligned *)b;
  const peach_f32x4 k = *(const peach_f32x4_unaligned *)c, l = *(const peach_f32x4_unaligned *)d;
  const peach_f32x4 m = __builtin_shufflevector(i, j, 0, 4, 1, 5);
  const peach_f32x4 n = __builtin_shufflevector(k, l, 0, 4, 1, 5);
  const peach_f32x4 o = __builtin_shufflevector(i, j, 2, 6, 3, 7);
  const peach_f32x4 p = __builtin_shufflevector(k, l, 2, 6, 3, 7);
  const peach_f32x4 q = PEACH_FUNCTION(load_pairs)(a + 4, b + 4);
  const peach_f32x4 r = PEACH_FUNCTION(load_pairs)(c + 4, d + 4);
  const peach_f32x4 x[] = {
      __builtin_shufflevector(m, n, 0, 1, 4, 5), __builtin_shufflevector(m, n, 2, 3, 6, 7),
      __builtin_shufflevector(o, p, 0, 1, 4, 5), __builtin_shufflevector(o, p, 2, 3, 6, 7),
      __builtin_shufflevector(q, r, 0, 2, 4, 6), __builtin_shufflevector(q, r, 1, 3, 5, 7)};
  return PEACH_FUNCTION(doubled_polynomial)(
      x, __builtin_convertvector(centered, peach_f32x4) * 0x1p-32f);
}

// Interpolates eight frames at phases `p`, with their fractional parts `fractions`.
PEACH_INLINE peach_f32x8 PEACH_FUNCTION(doubled_x8)(
    const float *frames, PEACH_FUNCTION(phases) p, peach_u32x8 fractions) {
  const float *first = frames - 2;
  const peach_i32x8 centered = (peach_i32x8)(fractions ^ 0x80000000u);
  const peach_f32x4 low = PEACH_FUNCTION(doubled_x4)(
      first + (p.a >> 32), first + (p.b >> 32), first + (p.c >> 32), first + (p.d >> 32),
      centered.lo);
  const peach_f32x4 high = PEACH_FUNCTION(doubled_x4)(
      first + (p.e >> 32), first + (p.f >> 32), first + (p.g >> 32), first + (p.h >> 32),
      centered.hi);
  return __builtin_shufflevector(low, high, 0, 1, 2, 3, 4, 5, 6, 7);
}
#else
PEACH_DOUBLED(peach_f32x8, doubled_polynomial)

// Two columns of eight rows.
typedef struct {
  peach_f32x8 a, b;
} PEACH_FUNCTION(columns2);

// Gathers two frames of a sample at each of eight pointers.
PEACH_INLINE PEACH_FUNCTION(columns2) PEACH_FUNCTION(gather_pairs)(const float *const *pointers) {
  const peach_f32x4 a = PEACH_FUNCTION(load_pairs)(pointers[0], pointers[1]);
  const peach_f32x4 b = PEACH_FUNCTION(load_pairs)(pointers[2], pointers[3]);
  const peach_f32x4 c = PEACH_FUNCTION(load_pairs)(pointers[4], pointers[5]);
  const peach_f32x4 d = PEACH_FUNCTION(load_pairs)(pointers[6], pointers[7]);
  const peach_f32x8 low = __builtin_shufflevector(a, c, 0, 1, 2, 3, 4, 5, 6, 7);
  const peach_f32x8 high = __builtin_shufflevector(b, d, 0, 1, 2, 3, 4, 5, 6, 7);
  return (PEACH_FUNCTION(columns2)){
      __builtin_shufflevector(low, high, 0, 2, 8, 10, 4, 6, 12, 14),
      __builtin_shufflevector(low, high, 1, 3, 9, 11, 5, 7, 13, 15)};
}

// Interpolates eight frames at phases `p`, with their fractional parts `fractions`.
PEACH_INLINE peach_f32x8 PEACH_FUNCTION(doubled_x8)(
    const float *frames, PEACH_FUNCTION(phases) p, peach_u32x8 fractions) {
  const float *first = frames - 2;
  const float *const taps[] = {
      first + (p.a >> 32), first + (p.b >> 32), first + (p.c >> 32), first + (p.d >> 32),
      first + (p.e >> 32), first + (p.f >> 32), first + (p.g >> 32), first + (p.h >> 32)};
  const float *const last[] = {taps[0] + 4, taps[1] + 4, taps[2] + 4, taps[3] + 4,
                               taps[4] + 4, taps[5] + 4, taps[6] + 4, taps[7] + 4};
  const PEACH_FUNCTION(columns4) x = PEACH_FUNCTION(gather_taps)(taps);
  const PEACH_FUNCTION(columns2) y = PEACH_FUNCTION(gather_pairs)(last);
  const peach_f32x8 columns[] = {x.a, x.b, x.c, x.d, y.a, y.b};
  // A signed conversion, of the fraction − ½.
  const peach_i32x8 centered = (peach_i32x8)(fractions ^ 0x80000000u);
  return PEACH_FUNCTION(doubled_polynomial)(
      columns, __builtin_convertvector(centered, peach_f32x8) * 0x1p-32f);
}
#endif

#if PEACH_LANES == 16
PEACH_DOUBLED(peach_f32x16, doubled_polynomial_x16)

// Interpolates sixteen frames at a time, and writes up to fifteen more than `count`, if their taps
// span at most 48 frames of the sample: they are permuted from two registers, or from three if they
// span more than 32. Returns whether that is so. Prefetches what the voice's next call reads,
// because other voices are rendered in the meantime.
PEACH_INLINE int PEACH_FUNCTION(doubled_512)(
    const float *frames, long long phase, PEACH_FUNCTION(phase_offsets) offsets,
    long long increment, long count, float *buffer) {
  if (15 * increment > 42LL << 32) return 0;
  const int is_narrow = 15 * increment <= 26LL << 32;
  const peach_i32x16 whole = PEACH_FUNCTION(truncate)(offsets.low >> 32, offsets.high >> 32);
  const peach_u32x16 fraction_offsets =
      (peach_u32x16)PEACH_FUNCTION(truncate)(offsets.low, offsets.high);
  const float *ahead = frames + (((count > 64 ? count : 64) * increment) >> 32);
  for (long done = 0; done < count; done += 16) {
    __builtin_prefetch(ahead + (phase >> 32));
    __builtin_prefetch(ahead + (phase >> 32) + 16);
    const float *taps = frames - 2 + (phase >> 32);
    const peach_f32x16 low = *(const peach_f32x16_unaligned *)taps;
    const peach_f32x16 middle = *(const peach_f32x16_unaligned *)(taps + 16);
    const peach_u32x16 fractions = fraction_offsets + (unsigned)phase;
    // Adds the carry of the fraction.
    const peach_i32x16 index = fractions < (unsigned)phase ? whole + 1 : whole;
    peach_f32x16 x[6];
    for (int tap = 0; tap < 6; tap++)
      x[tap] = PEACH_FUNCTION(permute)(low, middle, index + tap);
    if (!is_narrow) {
      const peach_f32x16 high = *(const peach_f32x16_unaligned *)(taps + 32);
      for (int tap = 0; tap < 6; tap++)
        x[tap] = PEACH_FUNCTION(permute_beyond)(x[tap], high, index + tap);
    }
    const peach_i32x16 centered = (peach_i32x16)(fractions ^ 0x80000000u);
    *(peach_f32x16_unaligned *)(buffer + done) = PEACH_FUNCTION(doubled_polynomial_x16)(
        x, __builtin_convertvector(centered, peach_f32x16) * 0x1p-32f);
    phase += 16 * increment;
  }
  return 1;
}
#endif
