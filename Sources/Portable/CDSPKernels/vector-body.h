// Vector operations shared by all kernels, compiled once per instruction set. PEACH_TARGET is the
// target attribute, PEACH_FUNCTION decorates a function's name, PEACH_LANES is the number of float
// lanes, and PEACH_HAS_FMA is 1 if fused multiply-add is used.

#undef PEACH_INLINE
#undef PEACH_KERNEL
#define PEACH_INLINE static inline __attribute__((always_inline, unused)) PEACH_TARGET
#define PEACH_KERNEL static PEACH_TARGET

// a·b + c. Contraction is off everywhere else: compilers differ in the product that they fuse.
#undef PEACH_FMA
#if PEACH_HAS_FMA && defined(__wasm__)
#define PEACH_FMA(a, b, c) peach_fma(a, b, c)
#elif PEACH_HAS_FMA
#define PEACH_FMA(a, b, c) __builtin_elementwise_fma(a, b, c)
#else
#define PEACH_FMA(a, b, c) ((a) * (b) + (c))
#endif

PEACH_INLINE peach_f32x8 PEACH_FUNCTION(load)(const float *from) {
  return *(const peach_f32x8_unaligned *)from;
}

PEACH_INLINE void PEACH_FUNCTION(store)(float *to, peach_f32x8 value) {
  *(peach_f32x8_unaligned *)to = value;
}

PEACH_INLINE peach_f32x8 PEACH_FUNCTION(block_offsets)(long offset) {
  const peach_f32x8 lanes = {0, 1, 2, 3, 4, 5, 6, 7};
  return lanes + (float)(int)offset;
}

// Flushes values below 1e-20 to zero, before they decay into denormals.
PEACH_INLINE peach_f32x8 PEACH_FUNCTION(flush_denormals)(peach_f32x8 x) {
  const peach_f32x8 magnitude = (peach_f32x8)((peach_i32x8)x & 0x7FFFFFFF);
  return (peach_f32x8)((peach_i32x8)x & ~(peach_i32x8)(magnitude < 1e-20f));
}

#undef PEACH_VECTOR
#undef PEACH_VECTOR_UNALIGNED
#if PEACH_LANES == 16
#define PEACH_VECTOR peach_f32x16
#define PEACH_VECTOR_UNALIGNED peach_f32x16_unaligned
#else
#define PEACH_VECTOR peach_f32x8
#define PEACH_VECTOR_UNALIGNED peach_f32x8_unaligned
#endif

PEACH_INLINE PEACH_VECTOR PEACH_FUNCTION(load_vector)(const float *from) {
  return *(const PEACH_VECTOR_UNALIGNED *)from;
}

PEACH_INLINE void PEACH_FUNCTION(store_vector)(float *to, PEACH_VECTOR value) {
  *(PEACH_VECTOR_UNALIGNED *)to = value;
}

PEACH_INLINE void PEACH_FUNCTION(store_vector_partial)(float *to, PEACH_VECTOR value, long count) {
  if (count >= PEACH_LANES) {
    PEACH_FUNCTION(store_vector)(to, value);
  } else {
    for (long k = 0; k < count; k++) to[k] = value[k];
  }
}

PEACH_INLINE PEACH_VECTOR PEACH_FUNCTION(vector_block_offsets)(long offset) {
#if PEACH_LANES == 16
  const PEACH_VECTOR lanes = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
#else
  const PEACH_VECTOR lanes = {0, 1, 2, 3, 4, 5, 6, 7};
#endif
  return lanes + (float)(int)offset;
}

// An 8 × 8 matrix, as rows or as columns.
typedef struct {
  peach_f32x8 a, b, c, d, e, f, g, h;
} PEACH_FUNCTION(matrix8);

#define PEACH_UNPACK_LOW(a, b) __builtin_shufflevector(a, b, 0, 8, 1, 9, 4, 12, 5, 13)
#define PEACH_UNPACK_HIGH(a, b) __builtin_shufflevector(a, b, 2, 10, 3, 11, 6, 14, 7, 15)
#define PEACH_UNPACK_LOW_PAIRS(a, b) __builtin_shufflevector(a, b, 0, 1, 8, 9, 4, 5, 12, 13)
#define PEACH_UNPACK_HIGH_PAIRS(a, b) __builtin_shufflevector(a, b, 2, 3, 10, 11, 6, 7, 14, 15)
#define PEACH_CONCAT_LOW(a, b) __builtin_shufflevector(a, b, 0, 1, 2, 3, 8, 9, 10, 11)
#define PEACH_CONCAT_HIGH(a, b) __builtin_shufflevector(a, b, 4, 5, 6, 7, 12, 13, 14, 15)
PEACH_INLINE PEACH_FUNCTION(matrix8) PEACH_FUNCTION(transpose_8x8)(PEACH_FUNCTION(matrix8) r) {
  const peach_f32x8 a = PEACH_UNPACK_LOW(r.a, r.b), b = PEACH_UNPACK_HIGH(r.a, r.b);
  const peach_f32x8 c = PEACH_UNPACK_LOW(r.c, r.d), d = PEACH_UNPACK_HIGH(r.c, r.d);
  const peach_f32x8 e = PEACH_UNPACK_LOW(r.e, r.f), f = PEACH_UNPACK_HIGH(r.e, r.f);
  const peach_f32x8 g = PEACH_UNPACK_LOW(r.g, r.h), h = PEACH_UNPACK_HIGH(r.g, r.h);
  const peach_f32x8 i = PEACH_UNPACK_LOW_PAIRS(a, c), j = PEACH_UNPACK_HIGH_PAIRS(a, c);
  const peach_f32x8 k = PEACH_UNPACK_LOW_PAIRS(b, d), l = PEACH_UNPACK_HIGH_PAIRS(b, d);
  const peach_f32x8 m = PEACH_UNPACK_LOW_PAIRS(e, g), n = PEACH_UNPACK_HIGH_PAIRS(e, g);
  const peach_f32x8 o = PEACH_UNPACK_LOW_PAIRS(f, h), p = PEACH_UNPACK_HIGH_PAIRS(f, h);
  return (PEACH_FUNCTION(matrix8)){
      PEACH_CONCAT_LOW(i, m),  PEACH_CONCAT_LOW(j, n),  PEACH_CONCAT_LOW(k, o),
      PEACH_CONCAT_LOW(l, p),  PEACH_CONCAT_HIGH(i, m), PEACH_CONCAT_HIGH(j, n),
      PEACH_CONCAT_HIGH(k, o), PEACH_CONCAT_HIGH(l, p)};
}

PEACH_INLINE void PEACH_FUNCTION(store_matrix8)(float *to, long stride, PEACH_FUNCTION(matrix8) x) {
  PEACH_FUNCTION(store)(to, x.a);
  PEACH_FUNCTION(store)(to + stride, x.b);
  PEACH_FUNCTION(store)(to + 2 * stride, x.c);
  PEACH_FUNCTION(store)(to + 3 * stride, x.d);
  PEACH_FUNCTION(store)(to + 4 * stride, x.e);
  PEACH_FUNCTION(store)(to + 5 * stride, x.f);
  PEACH_FUNCTION(store)(to + 6 * stride, x.g);
  PEACH_FUNCTION(store)(to + 7 * stride, x.h);
}

// Stores eight columns as eight floats at each of eight pointers.
PEACH_INLINE void PEACH_FUNCTION(store_transposed_8x8)(
    float *const *pointers, PEACH_FUNCTION(matrix8) x) {
  const PEACH_FUNCTION(matrix8) rows = PEACH_FUNCTION(transpose_8x8)(x);
  PEACH_FUNCTION(store)(pointers[0], rows.a);
  PEACH_FUNCTION(store)(pointers[1], rows.b);
  PEACH_FUNCTION(store)(pointers[2], rows.c);
  PEACH_FUNCTION(store)(pointers[3], rows.d);
  PEACH_FUNCTION(store)(pointers[4], rows.e);
  PEACH_FUNCTION(store)(pointers[5], rows.f);
  PEACH_FUNCTION(store)(pointers[6], rows.g);
  PEACH_FUNCTION(store)(pointers[7], rows.h);
}

// Four columns of eight rows.
typedef struct {
  peach_f32x8 a, b, c, d;
} PEACH_FUNCTION(columns4);

PEACH_INLINE peach_f32x8 PEACH_FUNCTION(load_concat)(const float *low, const float *high) {
  const peach_f32x4 a = *(const peach_f32x4_unaligned *)low;
  const peach_f32x4 b = *(const peach_f32x4_unaligned *)high;
  return __builtin_shufflevector(a, b, 0, 1, 2, 3, 4, 5, 6, 7);
}

// Loads four floats at each of eight pointers, as four columns.
PEACH_INLINE PEACH_FUNCTION(columns4) PEACH_FUNCTION(load_transposed_8x4)(
    const float *const *pointers) {
  const peach_f32x8 v0 = PEACH_FUNCTION(load_concat)(pointers[0], pointers[4]);
  const peach_f32x8 v1 = PEACH_FUNCTION(load_concat)(pointers[1], pointers[5]);
  const peach_f32x8 v2 = PEACH_FUNCTION(load_concat)(pointers[2], pointers[6]);
  const peach_f32x8 v3 = PEACH_FUNCTION(load_concat)(pointers[3], pointers[7]);
  const peach_f32x8 a = PEACH_UNPACK_LOW(v0, v1), b = PEACH_UNPACK_HIGH(v0, v1);
  const peach_f32x8 c = PEACH_UNPACK_LOW(v2, v3), d = PEACH_UNPACK_HIGH(v2, v3);
  return (PEACH_FUNCTION(columns4)){
      PEACH_UNPACK_LOW_PAIRS(a, c), PEACH_UNPACK_HIGH_PAIRS(a, c), PEACH_UNPACK_LOW_PAIRS(b, d),
      PEACH_UNPACK_HIGH_PAIRS(b, d)};
}

#if PEACH_SIMD128
// A 4 × 4 matrix, as rows or as columns.
typedef struct {
  peach_f32x4 a, b, c, d;
} PEACH_FUNCTION(matrix4);
#endif

#if PEACH_SIMD128 && defined(__x86_64__)
// Loads two floats at each of two pointers, and also reads the two before the second: a full and a
// half load take less than two half loads and a shuffle. WebAssembly engines take longer that way.
PEACH_INLINE peach_f32x4 PEACH_FUNCTION(load_pairs)(const float *low, const float *high) {
  const peach_f32x2_unaligned a = *(const peach_f32x2_unaligned *)low;
  const peach_f32x4 x = __builtin_shufflevector(a, a, 0, 1, -1, -1);
  const peach_f32x4 y = *(const peach_f32x4_unaligned *)(high - 2);
  return __builtin_shufflevector(x, y, 0, 1, 6, 7);
}

PEACH_INLINE PEACH_FUNCTION(matrix4) PEACH_FUNCTION(load_transposed_4x4)(
    const float *const *pointers) {
  const peach_f32x4 a = PEACH_FUNCTION(load_pairs)(pointers[0], pointers[1]);
  const peach_f32x4 b = PEACH_FUNCTION(load_pairs)(pointers[2], pointers[3]);
  const peach_f32x4 c = PEACH_FUNCTION(load_pairs)(pointers[0] + 2, pointers[1] + 2);
  const peach_f32x4 d = PEACH_FUNCTION(load_pairs)(pointers[2] + 2, pointers[3] + 2);
  return (PEACH_FUNCTION(matrix4)){
      __builtin_shufflevector(a, b, 0, 2, 4, 6), __builtin_shufflevector(a, b, 1, 3, 5, 7),
      __builtin_shufflevector(c, d, 0, 2, 4, 6), __builtin_shufflevector(c, d, 1, 3, 5, 7)};
}

// Gathers four frames of a sample at each of eight pointers; earlier frames are readable.
PEACH_INLINE PEACH_FUNCTION(columns4) PEACH_FUNCTION(gather_taps)(const float *const *pointers) {
  const PEACH_FUNCTION(matrix4) x = PEACH_FUNCTION(load_transposed_4x4)(pointers);
  const PEACH_FUNCTION(matrix4) y = PEACH_FUNCTION(load_transposed_4x4)(pointers + 4);
#define PEACH_CONCAT(field) __builtin_shufflevector(x.field, y.field, 0, 1, 2, 3, 4, 5, 6, 7)
  return (PEACH_FUNCTION(columns4)){
      PEACH_CONCAT(a), PEACH_CONCAT(b), PEACH_CONCAT(c), PEACH_CONCAT(d)};
#undef PEACH_CONCAT
}
#else
PEACH_INLINE PEACH_FUNCTION(columns4) PEACH_FUNCTION(gather_taps)(const float *const *pointers) {
  return PEACH_FUNCTION(load_transposed_8x4)(pointers);
}

// Loads two floats at each of two pointers.
PEACH_INLINE peach_f32x4 PEACH_FUNCTION(load_pairs)(const float *low, const float *high) {
  const peach_f32x2_unaligned a = *(const peach_f32x2_unaligned *)low;
  const peach_f32x2_unaligned b = *(const peach_f32x2_unaligned *)high;
  return __builtin_shufflevector(a, b, 0, 1, 2, 3);
}
#endif

// Loads eight floats at each of eight pointers, as columns. The loads do half of the transpose.
PEACH_INLINE PEACH_FUNCTION(matrix8) PEACH_FUNCTION(load_transposed_8x8)(
    const float *const *pointers) {
  const float *const next[] = {pointers[0] + 4, pointers[1] + 4, pointers[2] + 4, pointers[3] + 4,
                               pointers[4] + 4, pointers[5] + 4, pointers[6] + 4, pointers[7] + 4};
  const PEACH_FUNCTION(columns4) x = PEACH_FUNCTION(load_transposed_8x4)(pointers);
  const PEACH_FUNCTION(columns4) y = PEACH_FUNCTION(load_transposed_8x4)(next);
  return (PEACH_FUNCTION(matrix8)){x.a, x.b, x.c, x.d, y.a, y.b, y.c, y.d};
}

// Stores four columns as four floats at each of eight pointers.
#define PEACH_STORE_HALVES(value, low, high)                                            \
  *(peach_f32x4_unaligned *)(low) = __builtin_shufflevector(value, value, 0, 1, 2, 3);  \
  *(peach_f32x4_unaligned *)(high) = __builtin_shufflevector(value, value, 4, 5, 6, 7);
PEACH_INLINE void PEACH_FUNCTION(store_transposed_4x8)(
    float *const *pointers, PEACH_FUNCTION(columns4) x) {
  const peach_f32x8 e = PEACH_UNPACK_LOW(x.a, x.b), f = PEACH_UNPACK_HIGH(x.a, x.b);
  const peach_f32x8 g = PEACH_UNPACK_LOW(x.c, x.d), h = PEACH_UNPACK_HIGH(x.c, x.d);
  const peach_f32x8 first = PEACH_UNPACK_LOW_PAIRS(e, g), second = PEACH_UNPACK_HIGH_PAIRS(e, g);
  const peach_f32x8 third = PEACH_UNPACK_LOW_PAIRS(f, h), fourth = PEACH_UNPACK_HIGH_PAIRS(f, h);
  PEACH_STORE_HALVES(first, pointers[0], pointers[4])
  PEACH_STORE_HALVES(second, pointers[1], pointers[5])
  PEACH_STORE_HALVES(third, pointers[2], pointers[6])
  PEACH_STORE_HALVES(fourth, pointers[3], pointers[7])
}
#undef PEACH_STORE_HALVES

// Stores two columns as two floats at each of eight pointers.
#define PEACH_STORE_PAIR(value, lane, pointer) \
  *(peach_f32x2_unaligned *)(pointer) = __builtin_shufflevector(value, value, lane, lane + 1);
PEACH_INLINE void PEACH_FUNCTION(store_transposed_2x8)(
    float *const *pointers, peach_f32x8 a, peach_f32x8 b) {
  const peach_f32x8 low = PEACH_UNPACK_LOW(a, b), high = PEACH_UNPACK_HIGH(a, b);
  PEACH_STORE_PAIR(low, 0, pointers[0]) PEACH_STORE_PAIR(low, 2, pointers[1])
  PEACH_STORE_PAIR(high, 0, pointers[2]) PEACH_STORE_PAIR(high, 2, pointers[3])
  PEACH_STORE_PAIR(low, 4, pointers[4]) PEACH_STORE_PAIR(low, 6, pointers[5])
  PEACH_STORE_PAIR(high, 4, pointers[6]) PEACH_STORE_PAIR(high, 6, pointers[7])
}
#undef PEACH_STORE_PAIR

// Catmull-Rom interpolation between `here` and `next`, for vectors of any length: linear
// interpolation plus the changes of slope at both points. `half_left` is (fraction − 1) / 2.
#undef PEACH_CATMULL_ROM
#define PEACH_CATMULL_ROM(vector, name)                                                \
  PEACH_INLINE vector PEACH_FUNCTION(name)(                                            \
      vector before, vector here, vector next, vector after, vector fraction,          \
      vector half_left) {                                                              \
    _Pragma("clang fp contract(off)") const vector slope = next - here;                \
    const vector bend = slope + (before - here), next_bend = (after - next) - slope;   \
    const vector bends = PEACH_FMA(next_bend - bend, fraction, bend);                  \
    return PEACH_FMA(PEACH_FMA(bends, half_left, slope), fraction, here);              \
  }
PEACH_CATMULL_ROM(peach_f32x8, catmull_rom)

#undef PEACH_UNPACK_LOW
#undef PEACH_UNPACK_HIGH
#undef PEACH_UNPACK_LOW_PAIRS
#undef PEACH_UNPACK_HIGH_PAIRS
#undef PEACH_CONCAT_LOW
#undef PEACH_CONCAT_HIGH
