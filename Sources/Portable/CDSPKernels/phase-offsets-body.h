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

// Phase offsets of eight frames from the first, in 32.32 fixed point, with constants for the loop.
typedef struct {
  // Lanes 1 to 7; zero in lanes beyond the end of the buffer, so that they read valid memory.
  long long b, c, d, e, f, g, h;
  // The fractional parts in all lanes, and their increment from one vector to the next.
  peach_u32x8 fractions, fraction_step;
  // 2⁻²⁴, ½ and 1.
  peach_f32x8 unit, half, one;
} PEACH_FUNCTION(phase_offsets);

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

PEACH_INLINE PEACH_FUNCTION(phase_offsets) PEACH_FUNCTION(make_phase_offsets)(
    long long increment, long count) {
  const long long b = count > 1 ? increment : 0, c = count > 2 ? 2 * increment : 0;
  const long long d = count > 3 ? 3 * increment : 0, e = count > 4 ? 4 * increment : 0;
  const long long f = count > 5 ? 5 * increment : 0, g = count > 6 ? 6 * increment : 0;
  const long long h = count > 7 ? 7 * increment : 0;
  const peach_u32x8 one = (unsigned)increment;
  return (PEACH_FUNCTION(phase_offsets)){
      b, c, d, e, f, g, h, PEACH_FUNCTION(lane_multiples)(one), one << 3,
      PEACH_FUNCTION(broadcast)(1.0f / 16777216), PEACH_FUNCTION(broadcast)(0.5f),
      PEACH_FUNCTION(broadcast)(1.0f)};
}

// Converts 32-bit fractions to 0..<1; the upper 24 bits fill a float's mantissa exactly.
PEACH_INLINE peach_f32x8 PEACH_FUNCTION(fraction_to_float)(
    peach_u32x8 fractions, PEACH_FUNCTION(phase_offsets) s) {
  const peach_i32x8 whole = PEACH_FUNCTION(as_signed)((peach_i32x8)(fractions >> 8));
  return __builtin_convertvector(whole, peach_f32x8) * s.unit;
}
