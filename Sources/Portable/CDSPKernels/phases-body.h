// The phases of eight consecutive frames, compiled once per instruction set; see voice-kernels.c.

#if defined(__wasm__)
// Hides from the optimizer that the values are never negative: WebAssembly engines convert signed
// integers in one operation, unsigned ones in eight.
PEACH_INLINE peach_i32x8 PEACH_FUNCTION(as_signed)(peach_i32x8 x) {
  peach_i32x4 low = __builtin_shufflevector(x, x, 0, 1, 2, 3);
  peach_i32x4 high = __builtin_shufflevector(x, x, 4, 5, 6, 7);
  PEACH_OPTIMIZER_HIDE_VAR(low);
  PEACH_OPTIMIZER_HIDE_VAR(high);
  return __builtin_shufflevector(low, high, 0, 1, 2, 3, 4, 5, 6, 7);
}

// A loop-invariant constant in all lanes: WebAssembly engines would rebuild it in each iteration.
PEACH_INLINE peach_f32x8 PEACH_FUNCTION(broadcast)(float value) {
  peach_f32x4 quad = value;
  PEACH_OPTIMIZER_HIDE_VAR(quad);
  return __builtin_shufflevector(quad, quad, 0, 1, 2, 3, 0, 1, 2, 3);
}
#else
PEACH_INLINE peach_i32x8 PEACH_FUNCTION(as_signed)(peach_i32x8 x) { return x; }
PEACH_INLINE peach_f32x8 PEACH_FUNCTION(broadcast)(float value) { return value; }
#endif

// The phases of eight consecutive frames, in 32.32 fixed point.
typedef struct {
  long long a, b, c, d, e, f, g, h;
} PEACH_FUNCTION(phases);

// The increment of the phase, and constants of a loop that follow from it.
typedef struct {
  long long increment, triple;
  // The fractional parts of the offsets in all lanes, and their increment from one vector to the
  // next.
  peach_u32x8 fractions, fraction_step;
  // 2⁻²⁴, ½ and 1.
  peach_f32x8 unit, half, one;
} PEACH_FUNCTION(phase_steps);

// Returns 0 to 7 times a value that is the same in all lanes.
PEACH_INLINE peach_u32x8 PEACH_FUNCTION(lane_multiples)(peach_u32x8 one) {
#if PEACH_SIMD128
  // SSE2 multiplies only two 32-bit lanes at a time; shifts and masks are faster.
  const peach_u32x8 ones = {0, ~0u, 0, ~0u, 0, ~0u, 0, ~0u};
  const peach_u32x8 twos = {0, 0, ~0u, ~0u, 0, 0, ~0u, ~0u};
  const peach_u32x8 fours = {0, 0, 0, 0, ~0u, ~0u, ~0u, ~0u};
  return (one & ones) + ((one << 1) & twos) + ((one << 2) & fours);
#else
  return one * (peach_u32x8){0, 1, 2, 3, 4, 5, 6, 7};
#endif
}

PEACH_INLINE PEACH_FUNCTION(phase_steps) PEACH_FUNCTION(make_phase_steps)(long long increment) {
  const peach_u32x8 one = (unsigned)increment;
  return (PEACH_FUNCTION(phase_steps)){
      increment, 3 * increment, PEACH_FUNCTION(lane_multiples)(one), one << 3,
      PEACH_FUNCTION(broadcast)(1.0f / 16777216), PEACH_FUNCTION(broadcast)(0.5f),
      PEACH_FUNCTION(broadcast)(1.0f)};
}

// Returns the phases from `p` on, each after at most two additions.
PEACH_INLINE PEACH_FUNCTION(phases) PEACH_FUNCTION(make_phases)(
    long long p, PEACH_FUNCTION(phase_steps) s) {
  const long long b = p + s.increment, d = p + s.triple;
  return (PEACH_FUNCTION(phases)){
      p, b, p + 2 * s.increment, d, p + 4 * s.increment, b + 4 * s.increment, p + 2 * s.triple,
      d + 4 * s.increment};
}

// Returns the phases of `count` frames; those beyond are `p`, so that they read valid memory.
PEACH_INLINE PEACH_FUNCTION(phases) PEACH_FUNCTION(make_last_phases)(
    long long p, PEACH_FUNCTION(phase_steps) s, long count) {
  const PEACH_FUNCTION(phases) all = PEACH_FUNCTION(make_phases)(p, s);
  return (PEACH_FUNCTION(phases)){
      p, count > 1 ? all.b : p, count > 2 ? all.c : p, count > 3 ? all.d : p,
      count > 4 ? all.e : p, count > 5 ? all.f : p, count > 6 ? all.g : p, count > 7 ? all.h : p};
}

// Converts 32-bit fractions to 0..<1; the upper 24 bits fill a float's mantissa exactly.
PEACH_INLINE peach_f32x8 PEACH_FUNCTION(fraction_to_float)(
    peach_u32x8 fractions, PEACH_FUNCTION(phase_steps) s) {
  const peach_i32x8 whole = PEACH_FUNCTION(as_signed)((peach_i32x8)(fractions >> 8));
  return __builtin_convertvector(whole, peach_f32x8) * s.unit;
}
