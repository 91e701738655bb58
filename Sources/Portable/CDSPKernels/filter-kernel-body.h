// Filter kernels, compiled once per instruction set: voice-kernels.c includes this file with
// PEACH_TARGET, PEACH_FUNCTION, PEACH_SIMD128 and PEACH_HAS_FMA defined.
//
// A topology-preserving (TPT) state-variable low-pass, 12 dB per octave, one voice per SIMD lane.
// For a cutoff with g = tan(π·f/rate) and damping k = 1/Q the textbook coefficients are
// a1 = 1 / (1 + g·(g + k)), a2 = g·a1 and a3 = g·a2; stored doubled, so that a state update adds a
// full step and the output half of one. A DC offset of 1e-20 (−400 dBFS) per frame, which rounding
// removes from the output, keeps the first integrator state from decaying into denormals.

// Loads the coefficients and states of eight voices, one voice per lane.
PEACH_INLINE peach_filter_x8 PEACH_FUNCTION(load_filters)(peach_filter *const *filters) {
  const float *const coefficients[] = PEACH_FIELD_POINTERS(filters, a1);
  const float *const states[] = PEACH_FIELD_POINTERS(filters, s1);
  const PEACH_FUNCTION(matrix8) columns = PEACH_FUNCTION(load_transposed_8x8)(coefficients);
  PEACH_NAME_COLUMNS_8(
      peach_filter, columns, a1, a2, a3, bypass, a1_step, a2_step, a3_step, bypass_step);
  // Two columns of four are the states.
  const PEACH_FUNCTION(columns4) state_columns = PEACH_FUNCTION(load_transposed_8x4)(states);
  PEACH_ASSERT_NEXT(peach_filter, s1, s2);
  return (peach_filter_x8){
      .a1 = a1, .a2 = a2, .a3 = a3, .bypass = bypass, .a1_step = a1_step, .a2_step = a2_step,
      .a3_step = a3_step, .bypass_step = bypass_step, .s1 = state_columns.a, .s2 = state_columns.b};
}

// Stores the states of eight voices and, if the coefficients were ramping, the coefficients.
PEACH_INLINE void PEACH_FUNCTION(store_filters)(
    peach_filter *const *filters, peach_filter_x8 f, int is_ramping) {
  float *const states[] = PEACH_FIELD_POINTERS(filters, s1);
  PEACH_FUNCTION(store_transposed_2x8)(states, f.s1, f.s2);
  if (!is_ramping) return;
  float *const coefficients[] = PEACH_FIELD_POINTERS(filters, a1);
  PEACH_ASSERT_CONSECUTIVE_4(peach_filter, a1, a2, a3, bypass);
  PEACH_FUNCTION(store_transposed_4x8)
  (coefficients, (PEACH_FUNCTION(columns4)){.a = f.a1, .b = f.a2, .c = f.a3, .d = f.bypass});
}

// Returns whether any lane is non-zero; the sign bit is ignored.
PEACH_INLINE int PEACH_FUNCTION(any_nonzero)(peach_f32x8 x) {
  return __builtin_reduce_or((peach_i32x8)x & 0x7FFFFFFF) != 0;
}
PEACH_INLINE peach_f32x8 PEACH_FUNCTION(bitwise_or)(peach_f32x8 a, peach_f32x8 b) {
  return (peach_f32x8)((peach_i32x8)a | (peach_i32x8)b);
}

// Ends a frame: advances the coefficient ramps and crossfades between the bypassed input `x`
// (`bypass` = 1) and the low-pass output `low` (`bypass` = 0).
#define PEACH_FILTER_OUTPUT(vector)                               \
  if (is_ramping) {                                               \
    f->a1 = f->a1 + f->a1_step;                                   \
    f->a2 = f->a2 + f->a2_step;                                   \
    f->a3 = f->a3 + f->a3_step;                                   \
  }                                                               \
  if (!is_crossfading) return low;                                \
  const vector mixed = PEACH_FMA(x - low, f->bypass, low);        \
  f->bypass = f->bypass + f->bypass_step;                         \
  return mixed;

#if PEACH_SIMD128
// 128-bit SIMD (SSE2, NEON, WebAssembly): four voices per vector, and `a3` holds half of its value
// elsewhere. This form has the fewest operations (ten); its longer dependency chain is hidden by
// interleaving independent groups of voices.
PEACH_INLINE peach_f32x4 PEACH_FUNCTION(filter_frame_x4)(
    peach_f32x4 x, peach_filter_x4 *f, int is_ramping, int is_crossfading) {
#pragma clang fp contract(off)
  const peach_f32x4 difference = x - f->s2;
  const peach_f32x4 s1_term = PEACH_FMA(f->a1 - 1, f->s1, (peach_f32x4)1e-20f);
  const peach_f32x4 half_change = PEACH_FMA(f->a3, difference, 0.5f * f->a2 * f->s1);
  f->s1 = PEACH_FMA(f->a2, difference, s1_term);
  const peach_f32x4 low = f->s2 + half_change;
  f->s2 = low + half_change;
  PEACH_FILTER_OUTPUT(peach_f32x4)
}

#define PEACH_SPLIT_FILTERS(f, half)                                                \
  (peach_filter_x4) {                                                               \
    .a1 = half(f->a1), .a2 = half(f->a2), .a3 = 0.5f * half(f->a3),                 \
    .bypass = half(f->bypass), .a1_step = half(f->a1_step),                         \
    .a2_step = half(f->a2_step), .a3_step = 0.5f * half(f->a3_step),                \
    .bypass_step = half(f->bypass_step), .s1 = half(f->s1), .s2 = half(f->s2)       \
  }
#define PEACH_LOW_HALF(x) __builtin_shufflevector(x, x, 0, 1, 2, 3)
#define PEACH_HIGH_HALF(x) __builtin_shufflevector(x, x, 4, 5, 6, 7)

PEACH_INLINE PEACH_FUNCTION(matrix4) PEACH_FUNCTION(transpose_4x4)(PEACH_FUNCTION(matrix4) x) {
  const peach_f32x4 e = __builtin_shufflevector(x.a, x.b, 0, 4, 1, 5);
  const peach_f32x4 f = __builtin_shufflevector(x.a, x.b, 2, 6, 3, 7);
  const peach_f32x4 g = __builtin_shufflevector(x.c, x.d, 0, 4, 1, 5);
  const peach_f32x4 h = __builtin_shufflevector(x.c, x.d, 2, 6, 3, 7);
  return (PEACH_FUNCTION(matrix4)){
      __builtin_shufflevector(e, g, 0, 1, 4, 5), __builtin_shufflevector(e, g, 2, 3, 6, 7),
      __builtin_shufflevector(f, h, 0, 1, 4, 5), __builtin_shufflevector(f, h, 2, 3, 6, 7)};
}

// Filters four frames of four voices in place, or the first `remaining` frames if fewer are left.
// A larger tile does not fit into the 16 SIMD registers.
PEACH_INLINE void PEACH_FUNCTION(filter_4x4)(
    float *buffer, long stride, long remaining, peach_filter_x4 *f, int is_ramping,
    int is_crossfading) {
  peach_f32x4_unaligned *const voices[] = {
      (peach_f32x4_unaligned *)buffer, (peach_f32x4_unaligned *)(buffer + stride),
      (peach_f32x4_unaligned *)(buffer + 2 * stride),
      (peach_f32x4_unaligned *)(buffer + 3 * stride)};
  PEACH_FUNCTION(matrix4) x = PEACH_FUNCTION(transpose_4x4)(
      (PEACH_FUNCTION(matrix4)){*voices[0], *voices[1], *voices[2], *voices[3]});
  x.a = PEACH_FUNCTION(filter_frame_x4)(x.a, f, is_ramping, is_crossfading);
  if (remaining > 1) x.b = PEACH_FUNCTION(filter_frame_x4)(x.b, f, is_ramping, is_crossfading);
  if (remaining > 2) x.c = PEACH_FUNCTION(filter_frame_x4)(x.c, f, is_ramping, is_crossfading);
  if (remaining > 3) x.d = PEACH_FUNCTION(filter_frame_x4)(x.d, f, is_ramping, is_crossfading);
  x = PEACH_FUNCTION(transpose_4x4)(x);
  *voices[0] = x.a;
  *voices[1] = x.b;
  *voices[2] = x.c;
  *voices[3] = x.d;
}

#if !defined(__wasm__)
// Filters four frames of eight voices in place. Interleaving two groups of four voices hides the
// latency of the state update. A third would spill registers, as two would in WebAssembly.
#define PEACH_FILTER_FRAME_PAIR(k)                                                              \
  x[0].k = PEACH_FUNCTION(filter_frame_x4)(x[0].k, quads, is_ramping, is_crossfading);          \
  x[1].k = PEACH_FUNCTION(filter_frame_x4)(x[1].k, quads + 1, is_ramping, is_crossfading);
PEACH_INLINE void PEACH_FUNCTION(filter_8x4)(
    float *buffer, long stride, peach_filter_x4 *quads, int is_ramping, int is_crossfading) {
  peach_f32x4_unaligned *voices[8];
  for (int voice = 0; voice < 8; voice++)
    voices[voice] = (peach_f32x4_unaligned *)(buffer + voice * stride);
  PEACH_FUNCTION(matrix4) x[2];
  for (int k = 0; k < 2; k++)
    x[k] = PEACH_FUNCTION(transpose_4x4)((PEACH_FUNCTION(matrix4)){
        *voices[4 * k], *voices[4 * k + 1], *voices[4 * k + 2], *voices[4 * k + 3]});
  PEACH_FILTER_FRAME_PAIR(a) PEACH_FILTER_FRAME_PAIR(b)
  PEACH_FILTER_FRAME_PAIR(c) PEACH_FILTER_FRAME_PAIR(d)
  for (int k = 0; k < 2; k++) {
    x[k] = PEACH_FUNCTION(transpose_4x4)(x[k]);
    *voices[4 * k] = x[k].a;
    *voices[4 * k + 1] = x[k].b;
    *voices[4 * k + 2] = x[k].c;
    *voices[4 * k + 3] = x[k].d;
  }
}
#undef PEACH_FILTER_FRAME_PAIR
#endif

// Filters up to four frames of 8 × `vector_count` voices in place.
PEACH_INLINE void PEACH_FUNCTION(filter_block_x4)(
    float *buffer, long stride, long remaining, peach_filter_x4 *quads, int vector_count,
    int is_ramping, int is_crossfading) {
#if !defined(__wasm__)
  if (vector_count == 2 && remaining >= 4) {
    PEACH_FUNCTION(filter_8x4)(buffer, stride, quads, is_ramping, is_crossfading);
    PEACH_FUNCTION(filter_8x4)(buffer + 8 * stride, stride, quads + 2, is_ramping, is_crossfading);
    return;
  }
#endif
  PEACH_FUNCTION(filter_4x4)(buffer, stride, remaining, quads, is_ramping, is_crossfading);
  PEACH_FUNCTION(filter_4x4)
  (buffer + 4 * stride, stride, remaining, quads + 1, is_ramping, is_crossfading);
  if (vector_count == 1) return;
  PEACH_FUNCTION(filter_4x4)
  (buffer + 8 * stride, stride, remaining, quads + 2, is_ramping, is_crossfading);
  PEACH_FUNCTION(filter_4x4)
  (buffer + 12 * stride, stride, remaining, quads + 3, is_ramping, is_crossfading);
}

// Merges two groups of four voices: the states and, if they were ramping, the coefficients.
PEACH_INLINE void PEACH_FUNCTION(merge_filters)(
    peach_filter_x8 *f, const peach_filter_x4 *quads, int is_ramping) {
#define PEACH_CONCAT(field) \
  f->field = __builtin_shufflevector(quads[0].field, quads[1].field, 0, 1, 2, 3, 4, 5, 6, 7);
  PEACH_CONCAT(s1) PEACH_CONCAT(s2)
  if (!is_ramping) return;
  PEACH_CONCAT(a1) PEACH_CONCAT(a2) PEACH_CONCAT(a3) PEACH_CONCAT(bypass)
  f->a3 = 2 * f->a3;
#undef PEACH_CONCAT
}

// Filters `count` frames of 8 × `vector_count` voice buffers in place. Consecutive voices lie
// `stride` floats apart.
PEACH_INLINE void PEACH_FUNCTION(filter_voices)(
    float *buffers, long stride, long count, peach_filter_x8 *f, peach_filter_x8 *g,
    int vector_count, int is_ramping, int is_crossfading) {
  peach_filter_x4 quads[] = {
      PEACH_SPLIT_FILTERS(f, PEACH_LOW_HALF), PEACH_SPLIT_FILTERS(f, PEACH_HIGH_HALF),
      PEACH_SPLIT_FILTERS(g, PEACH_LOW_HALF), PEACH_SPLIT_FILTERS(g, PEACH_HIGH_HALF)};
  long frame = 0;
  PEACH_NO_UNROLL
  for (; frame + 4 <= count; frame += 4)
    PEACH_FUNCTION(filter_block_x4)
    (buffers + frame, stride, 4, quads, vector_count, is_ramping, is_crossfading);
  if (frame < count)
    PEACH_FUNCTION(filter_block_x4)
    (buffers + frame, stride, count - frame, quads, vector_count, is_ramping, is_crossfading);
  PEACH_FUNCTION(merge_filters)(f, quads, is_ramping);
  if (vector_count == 2) PEACH_FUNCTION(merge_filters)(g, quads + 2, is_ramping);
}
#undef PEACH_SPLIT_FILTERS
#undef PEACH_LOW_HALF
#undef PEACH_HIGH_HALF
#else
// 256-bit SIMD and wider: eight voices per vector. The terms are arranged for the shortest
// dependency chain: from one state to the next it takes a single FMA or addition.
PEACH_INLINE peach_f32x8 PEACH_FUNCTION(filter_frame)(
    peach_f32x8 x, peach_filter_x8 *f, int is_ramping, int is_crossfading) {
#pragma clang fp contract(off)
  const peach_f32x8 input_term = PEACH_FMA(f->a2, x, (peach_f32x8)1e-20f);
  const peach_f32x8 s1_term = PEACH_FMA(f->a1 - 1, f->s1, input_term);
  const peach_f32x8 change_term = PEACH_FMA(f->a2, f->s1, f->a3 * x);
  const peach_f32x8 change = PEACH_FMA(-f->a3, f->s2, change_term);
  f->s1 = PEACH_FMA(-f->a2, f->s2, s1_term);
  const peach_f32x8 low = PEACH_FMA((peach_f32x8)0.5f, change, f->s2);
  f->s2 = f->s2 + change;
  PEACH_FILTER_OUTPUT(peach_f32x8)
}

// Loads eight frames of eight voices, one voice per lane.
PEACH_INLINE PEACH_FUNCTION(matrix8) PEACH_FUNCTION(load_buffers_transposed)(
    const float *buffer, long stride) {
  const float *const voices[] = {
      buffer,              buffer + stride,     buffer + 2 * stride, buffer + 3 * stride,
      buffer + 4 * stride, buffer + 5 * stride, buffer + 6 * stride, buffer + 7 * stride};
  return PEACH_FUNCTION(load_transposed_8x8)(voices);
}

// Filters eight frames of eight voices in place, or the first `remaining` frames if fewer are left.
PEACH_INLINE void PEACH_FUNCTION(filter_8x8)(
    float *buffer, long stride, long remaining, peach_filter_x8 *f, int is_ramping,
    int is_crossfading) {
  PEACH_FUNCTION(matrix8) x = PEACH_FUNCTION(load_buffers_transposed)(buffer, stride);
  x.a = PEACH_FUNCTION(filter_frame)(x.a, f, is_ramping, is_crossfading);
  if (remaining > 1) x.b = PEACH_FUNCTION(filter_frame)(x.b, f, is_ramping, is_crossfading);
  if (remaining > 2) x.c = PEACH_FUNCTION(filter_frame)(x.c, f, is_ramping, is_crossfading);
  if (remaining > 3) x.d = PEACH_FUNCTION(filter_frame)(x.d, f, is_ramping, is_crossfading);
  if (remaining > 4) x.e = PEACH_FUNCTION(filter_frame)(x.e, f, is_ramping, is_crossfading);
  if (remaining > 5) x.f = PEACH_FUNCTION(filter_frame)(x.f, f, is_ramping, is_crossfading);
  if (remaining > 6) x.g = PEACH_FUNCTION(filter_frame)(x.g, f, is_ramping, is_crossfading);
  if (remaining > 7) x.h = PEACH_FUNCTION(filter_frame)(x.h, f, is_ramping, is_crossfading);
  PEACH_FUNCTION(store_matrix8)(buffer, stride, PEACH_FUNCTION(transpose_8x8)(x));
}

// Filters eight frames of sixteen voices in place. Interleaving the two vectors hides latency.
#define PEACH_FILTER_FRAME_PAIR(k)                                            \
  x.k = PEACH_FUNCTION(filter_frame)(x.k, first, is_ramping, is_crossfading); \
  y.k = PEACH_FUNCTION(filter_frame)(y.k, second, is_ramping, is_crossfading);
PEACH_INLINE void PEACH_FUNCTION(filter_16x8)(
    float *buffer, long stride, peach_filter_x8 *first, peach_filter_x8 *second, int is_ramping,
    int is_crossfading) {
  float *upper = buffer + 8 * stride;
  PEACH_FUNCTION(matrix8) x = PEACH_FUNCTION(load_buffers_transposed)(buffer, stride);
  PEACH_FUNCTION(matrix8) y = PEACH_FUNCTION(load_buffers_transposed)(upper, stride);
  PEACH_FILTER_FRAME_PAIR(a) PEACH_FILTER_FRAME_PAIR(b)
  PEACH_FILTER_FRAME_PAIR(c) PEACH_FILTER_FRAME_PAIR(d)
  PEACH_FILTER_FRAME_PAIR(e) PEACH_FILTER_FRAME_PAIR(f)
  PEACH_FILTER_FRAME_PAIR(g) PEACH_FILTER_FRAME_PAIR(h)
  PEACH_FUNCTION(store_matrix8)(buffer, stride, PEACH_FUNCTION(transpose_8x8)(x));
  PEACH_FUNCTION(store_matrix8)(upper, stride, PEACH_FUNCTION(transpose_8x8)(y));
}
#undef PEACH_FILTER_FRAME_PAIR

PEACH_INLINE void PEACH_FUNCTION(filter_voices)(
    float *buffers, long stride, long count, peach_filter_x8 *f, peach_filter_x8 *g,
    int vector_count, int is_ramping, int is_crossfading) {
  long frame = 0;
  for (; frame + 8 <= count; frame += 8) {
    if (vector_count == 2) {
      PEACH_FUNCTION(filter_16x8)(buffers + frame, stride, f, g, is_ramping, is_crossfading);
    } else {
      PEACH_FUNCTION(filter_8x8)(buffers + frame, stride, 8, f, is_ramping, is_crossfading);
    }
  }
  const long remaining = count - frame;
  if (remaining == 0) return;
  float *buffer = buffers + frame;
  PEACH_FUNCTION(filter_8x8)(buffer, stride, remaining, f, is_ramping, is_crossfading);
  if (vector_count == 2)
    PEACH_FUNCTION(filter_8x8)
    (buffer + 8 * stride, stride, remaining, g, is_ramping, is_crossfading);
}
#endif

// Filters a batch of voices in place and writes their states back. Specialized for constant
// coefficients (most voices), ramping ones, and ramping ones with a bypass crossfade.
PEACH_INLINE void PEACH_FUNCTION(filter_batch)(
    float *buffers, long stride, long count, peach_filter *const *filters, int vector_count) {
  peach_filter_x8 f = PEACH_FUNCTION(load_filters)(filters), g = {0};
  if (vector_count == 2) g = PEACH_FUNCTION(load_filters)(filters + 8);
#define PEACH_IN_EITHER(field) PEACH_FUNCTION(bitwise_or)(f.field, g.field)
  const peach_f32x8 steps = PEACH_FUNCTION(bitwise_or)(
      PEACH_FUNCTION(bitwise_or)(PEACH_IN_EITHER(a1_step), PEACH_IN_EITHER(a2_step)),
      PEACH_IN_EITHER(a3_step));
  const peach_f32x8 bypass =
      PEACH_FUNCTION(bitwise_or)(PEACH_IN_EITHER(bypass), PEACH_IN_EITHER(bypass_step));
#undef PEACH_IN_EITHER
  const int is_crossfading = PEACH_FUNCTION(any_nonzero)(bypass),
            is_ramping = is_crossfading || PEACH_FUNCTION(any_nonzero)(steps);
  if (is_crossfading) {
    PEACH_FUNCTION(filter_voices)(buffers, stride, count, &f, &g, vector_count, 1, 1);
  } else if (is_ramping) {
    PEACH_FUNCTION(filter_voices)(buffers, stride, count, &f, &g, vector_count, 1, 0);
  } else {
    PEACH_FUNCTION(filter_voices)(buffers, stride, count, &f, &g, vector_count, 0, 0);
  }
  PEACH_FUNCTION(store_filters)(filters, f, is_ramping);
  if (vector_count == 2) PEACH_FUNCTION(store_filters)(filters + 8, g, is_ramping);
}

// Entry point; `vector_count`, 1 or 2, is passed on as a constant to specialize both cases. On
// WebAssembly there is one case, because the page's module is limited in size: sixteen voices, two
// times eight, take a tenth longer.
PEACH_KERNEL void PEACH_FUNCTION(filter)(
    float *buffers, long stride, long count, peach_filter *const *filters, int vector_count) {
#if defined(__wasm__)
  PEACH_NO_UNROLL
  for (int vector = 0; vector < vector_count; vector++)
    PEACH_FUNCTION(filter_batch)
    (buffers + 8 * stride * vector, stride, count, filters + 8 * vector, 1);
#else
  if (vector_count == 2) {
    PEACH_FUNCTION(filter_batch)(buffers, stride, count, filters, 2);
  } else {
    PEACH_FUNCTION(filter_batch)(buffers, stride, count, filters, 1);
  }
#endif
}
#undef PEACH_FILTER_OUTPUT
