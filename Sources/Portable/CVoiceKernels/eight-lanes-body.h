// What all kernels share, read once for each kind of processor before them. PEACH_TARGET is what to
// compile for, PEACH_FUNCTION a function's name there, PEACH_LANES how many numbers it has abreast,
// and PEACH_FUSES is 1 where it multiplies and adds in one go, rounding once.

#undef PEACH_PART
#undef PEACH_ENTRY
#define PEACH_PART static inline __attribute__((always_inline, unused)) PEACH_TARGET
#define PEACH_ENTRY static PEACH_TARGET

// a·b + c. Nothing else is ever fused: which of two products would be, compilers decide.
#undef PEACH_FUSED
#if PEACH_FUSES && defined(__wasm__)
#define PEACH_FUSED(a, b, c) peach_fused(a, b, c)
#elif PEACH_FUSES
#define PEACH_FUSED(a, b, c) __builtin_elementwise_fma(a, b, c)
#else
#define PEACH_FUSED(a, b, c) ((a) * (b) + (c))
#endif

PEACH_PART peach_f8 PEACH_FUNCTION(load)(const float *from) {
  return *(const peach_f8_anywhere *)from;
}

PEACH_PART void PEACH_FUNCTION(store)(float *to, peach_f8 value) {
  *(peach_f8_anywhere *)to = value;
}

// The places of eight frames, from `at` on.
PEACH_PART peach_f8 PEACH_FUNCTION(places)(long at) {
  const peach_f8 lanes = {0, 1, 2, 3, 4, 5, 6, 7};
  return lanes + (float)(int)at;
}

// Numbers below 1e-20 are none: whoever computes with them would become slow.
PEACH_PART peach_f8 PEACH_FUNCTION(quick)(peach_f8 x) {
  const peach_f8 magnitude = (peach_f8)((peach_i8)x & 0x7FFFFFFF);
  return (peach_f8)((peach_i8)x & ~(peach_i8)(magnitude < 1e-20f));
}

// As many numbers as the processor has side by side, eight or sixteen.
#undef PEACH_WIDE
#undef PEACH_WIDE_ANYWHERE
#if PEACH_LANES == 16
#define PEACH_WIDE peach_f16
#define PEACH_WIDE_ANYWHERE peach_f16_anywhere
#else
#define PEACH_WIDE peach_f8
#define PEACH_WIDE_ANYWHERE peach_f8_anywhere
#endif

PEACH_PART PEACH_WIDE PEACH_FUNCTION(load_wide)(const float *from) {
  return *(const PEACH_WIDE_ANYWHERE *)from;
}

PEACH_PART void PEACH_FUNCTION(store_wide)(float *to, PEACH_WIDE value) {
  *(PEACH_WIDE_ANYWHERE *)to = value;
}

// The first `count` of them.
PEACH_PART void PEACH_FUNCTION(store_wide_some)(float *to, PEACH_WIDE value, long count) {
  if (count >= PEACH_LANES) {
    PEACH_FUNCTION(store_wide)(to, value);
  } else {
    for (long k = 0; k < count; k++) to[k] = value[k];
  }
}

// The places of as many frames, from `at` on.
PEACH_PART PEACH_WIDE PEACH_FUNCTION(wide_places)(long at) {
#if PEACH_LANES == 16
  const PEACH_WIDE lanes = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
#else
  const PEACH_WIDE lanes = {0, 1, 2, 3, 4, 5, 6, 7};
#endif
  return lanes + (float)(int)at;
}

// Eight rows of eight, of which the columns are to be the rows.
typedef struct {
  peach_f8 a, b, c, d, e, f, g, h;
} PEACH_FUNCTION(square);

#define PEACH_LOW(a, b) __builtin_shufflevector(a, b, 0, 8, 1, 9, 4, 12, 5, 13)
#define PEACH_HIGH(a, b) __builtin_shufflevector(a, b, 2, 10, 3, 11, 6, 14, 7, 15)
#define PEACH_LOW2(a, b) __builtin_shufflevector(a, b, 0, 1, 8, 9, 4, 5, 12, 13)
#define PEACH_HIGH2(a, b) __builtin_shufflevector(a, b, 2, 3, 10, 11, 6, 7, 14, 15)
#define PEACH_LOW4(a, b) __builtin_shufflevector(a, b, 0, 1, 2, 3, 8, 9, 10, 11)
#define PEACH_HIGH4(a, b) __builtin_shufflevector(a, b, 4, 5, 6, 7, 12, 13, 14, 15)
PEACH_PART PEACH_FUNCTION(square) PEACH_FUNCTION(transposed)(PEACH_FUNCTION(square) r) {
  const peach_f8 a = PEACH_LOW(r.a, r.b), b = PEACH_HIGH(r.a, r.b);
  const peach_f8 c = PEACH_LOW(r.c, r.d), d = PEACH_HIGH(r.c, r.d);
  const peach_f8 e = PEACH_LOW(r.e, r.f), f = PEACH_HIGH(r.e, r.f);
  const peach_f8 g = PEACH_LOW(r.g, r.h), h = PEACH_HIGH(r.g, r.h);
  const peach_f8 i = PEACH_LOW2(a, c), j = PEACH_HIGH2(a, c);
  const peach_f8 k = PEACH_LOW2(b, d), l = PEACH_HIGH2(b, d);
  const peach_f8 m = PEACH_LOW2(e, g), n = PEACH_HIGH2(e, g);
  const peach_f8 o = PEACH_LOW2(f, h), p = PEACH_HIGH2(f, h);
  return (PEACH_FUNCTION(square)){
      PEACH_LOW4(i, m),  PEACH_LOW4(j, n),  PEACH_LOW4(k, o),  PEACH_LOW4(l, p),
      PEACH_HIGH4(i, m), PEACH_HIGH4(j, n), PEACH_HIGH4(k, o), PEACH_HIGH4(l, p)};
}

// Eight rows that lie `stride` apart.
PEACH_PART void PEACH_FUNCTION(store_square)(float *to, long stride, PEACH_FUNCTION(square) x) {
  PEACH_FUNCTION(store)(to, x.a);
  PEACH_FUNCTION(store)(to + stride, x.b);
  PEACH_FUNCTION(store)(to + 2 * stride, x.c);
  PEACH_FUNCTION(store)(to + 3 * stride, x.d);
  PEACH_FUNCTION(store)(to + 4 * stride, x.e);
  PEACH_FUNCTION(store)(to + 5 * stride, x.f);
  PEACH_FUNCTION(store)(to + 6 * stride, x.g);
  PEACH_FUNCTION(store)(to + 7 * stride, x.h);
}

// Eight columns to eight places, as eight neighbours each.
PEACH_PART void PEACH_FUNCTION(store_square_at)(float *const *places, PEACH_FUNCTION(square) x) {
  const PEACH_FUNCTION(square) rows = PEACH_FUNCTION(transposed)(x);
  PEACH_FUNCTION(store)(places[0], rows.a);
  PEACH_FUNCTION(store)(places[1], rows.b);
  PEACH_FUNCTION(store)(places[2], rows.c);
  PEACH_FUNCTION(store)(places[3], rows.d);
  PEACH_FUNCTION(store)(places[4], rows.e);
  PEACH_FUNCTION(store)(places[5], rows.f);
  PEACH_FUNCTION(store)(places[6], rows.g);
  PEACH_FUNCTION(store)(places[7], rows.h);
}

// Four neighbours at each of eight places, as four columns.
typedef struct {
  peach_f8 a, b, c, d;
} PEACH_FUNCTION(columns);

PEACH_PART peach_f8 PEACH_FUNCTION(pair)(const float *low, const float *high) {
  const peach_f4 a = *(const peach_f4_anywhere *)low, b = *(const peach_f4_anywhere *)high;
  return __builtin_shufflevector(a, b, 0, 1, 2, 3, 4, 5, 6, 7);
}

PEACH_PART PEACH_FUNCTION(columns) PEACH_FUNCTION(neighbours_at)(const float *const *places) {
  const peach_f8 v0 = PEACH_FUNCTION(pair)(places[0], places[4]);
  const peach_f8 v1 = PEACH_FUNCTION(pair)(places[1], places[5]);
  const peach_f8 v2 = PEACH_FUNCTION(pair)(places[2], places[6]);
  const peach_f8 v3 = PEACH_FUNCTION(pair)(places[3], places[7]);
  const peach_f8 a = PEACH_LOW(v0, v1), b = PEACH_HIGH(v0, v1);
  const peach_f8 c = PEACH_LOW(v2, v3), d = PEACH_HIGH(v2, v3);
  return (PEACH_FUNCTION(columns)){
      PEACH_LOW2(a, c), PEACH_HIGH2(a, c), PEACH_LOW2(b, d), PEACH_HIGH2(b, d)};
}

#if PEACH_NARROW
// Four rows of four, or four columns.
typedef struct {
  peach_f4 a, b, c, d;
} PEACH_FUNCTION(tile);
#endif

#if PEACH_NARROW && defined(__x86_64__)
// Two numbers and two others. Reads the two before the latter as well: a load and half a load take
// less than two loads whose numbers then have to be shuffled together. WebAssembly's engines take longer
// that way.
PEACH_PART peach_f4 PEACH_FUNCTION(two_and_two)(const float *low, const float *high) {
  const peach_f2_anywhere a = *(const peach_f2_anywhere *)low;
  const peach_f4 x = __builtin_shufflevector(a, a, 0, 1, -1, -1);
  const peach_f4 y = *(const peach_f4_anywhere *)(high - 2);
  return __builtin_shufflevector(x, y, 0, 1, 6, 7);
}

PEACH_PART PEACH_FUNCTION(tile) PEACH_FUNCTION(four_neighbours_in)(const float *const *places) {
  const peach_f4 a = PEACH_FUNCTION(two_and_two)(places[0], places[1]);
  const peach_f4 b = PEACH_FUNCTION(two_and_two)(places[2], places[3]);
  const peach_f4 c = PEACH_FUNCTION(two_and_two)(places[0] + 2, places[1] + 2);
  const peach_f4 d = PEACH_FUNCTION(two_and_two)(places[2] + 2, places[3] + 2);
  return (PEACH_FUNCTION(tile)){
      __builtin_shufflevector(a, b, 0, 2, 4, 6), __builtin_shufflevector(a, b, 1, 3, 5, 7),
      __builtin_shufflevector(c, d, 0, 2, 4, 6), __builtin_shufflevector(c, d, 1, 3, 5, 7)};
}

// Four neighbours at each of eight places of a recording, which has more before them.
PEACH_PART PEACH_FUNCTION(columns) PEACH_FUNCTION(neighbours_in)(const float *const *places) {
  const PEACH_FUNCTION(tile) x = PEACH_FUNCTION(four_neighbours_in)(places);
  const PEACH_FUNCTION(tile) y = PEACH_FUNCTION(four_neighbours_in)(places + 4);
#define PEACH_WHOLE(number) __builtin_shufflevector(x.number, y.number, 0, 1, 2, 3, 4, 5, 6, 7)
  return (PEACH_FUNCTION(columns)){
      PEACH_WHOLE(a), PEACH_WHOLE(b), PEACH_WHOLE(c), PEACH_WHOLE(d)};
#undef PEACH_WHOLE
}
#else
PEACH_PART PEACH_FUNCTION(columns) PEACH_FUNCTION(neighbours_in)(const float *const *places) {
  return PEACH_FUNCTION(neighbours_at)(places);
}
#endif

// Eight neighbours at each of eight places, as eight columns: half of the turning is loading.
PEACH_PART PEACH_FUNCTION(square) PEACH_FUNCTION(turned_at)(const float *const *places) {
  const float *const on[] = {places[0] + 4, places[1] + 4, places[2] + 4, places[3] + 4,
                             places[4] + 4, places[5] + 4, places[6] + 4, places[7] + 4};
  const PEACH_FUNCTION(columns) x = PEACH_FUNCTION(neighbours_at)(places);
  const PEACH_FUNCTION(columns) y = PEACH_FUNCTION(neighbours_at)(on);
  return (PEACH_FUNCTION(square)){x.a, x.b, x.c, x.d, y.a, y.b, y.c, y.d};
}

// Four columns to eight places, as four neighbours each.
#define PEACH_STORE_HALVES(value, low, high)                                              \
  *(peach_f4_anywhere *)(low) = __builtin_shufflevector(value, value, 0, 1, 2, 3);         \
  *(peach_f4_anywhere *)(high) = __builtin_shufflevector(value, value, 4, 5, 6, 7);
PEACH_PART void PEACH_FUNCTION(store_neighbours)(
    float *const *places, PEACH_FUNCTION(columns) x) {
  const peach_f8 e = PEACH_LOW(x.a, x.b), f = PEACH_HIGH(x.a, x.b);
  const peach_f8 g = PEACH_LOW(x.c, x.d), h = PEACH_HIGH(x.c, x.d);
  const peach_f8 first = PEACH_LOW2(e, g), second = PEACH_HIGH2(e, g);
  const peach_f8 third = PEACH_LOW2(f, h), fourth = PEACH_HIGH2(f, h);
  PEACH_STORE_HALVES(first, places[0], places[4])
  PEACH_STORE_HALVES(second, places[1], places[5])
  PEACH_STORE_HALVES(third, places[2], places[6])
  PEACH_STORE_HALVES(fourth, places[3], places[7])
}
#undef PEACH_STORE_HALVES

// Two columns to eight places, as pairs.
#define PEACH_STORE_PAIR(value, at, place) \
  *(peach_f2_anywhere *)(place) = __builtin_shufflevector(value, value, at, at + 1);
PEACH_PART void PEACH_FUNCTION(store_pairs)(float *const *places, peach_f8 a, peach_f8 b) {
  const peach_f8 low = PEACH_LOW(a, b), high = PEACH_HIGH(a, b);
  PEACH_STORE_PAIR(low, 0, places[0])
  PEACH_STORE_PAIR(low, 2, places[1])
  PEACH_STORE_PAIR(high, 0, places[2])
  PEACH_STORE_PAIR(high, 2, places[3])
  PEACH_STORE_PAIR(low, 4, places[4])
  PEACH_STORE_PAIR(low, 6, places[5])
  PEACH_STORE_PAIR(high, 4, places[6])
  PEACH_STORE_PAIR(high, 6, places[7])
}
#undef PEACH_STORE_PAIR

// The cubic of Catmull and Rom between `here` and `next`, for vectors of any length: the straight line
// between them, bent by how much the slope changes at either, which is weighed by how near it is.
// `half_left` is half of what is left of the fraction to 1, taken from zero.
#undef PEACH_CATMULL_ROM
#define PEACH_CATMULL_ROM(vector, name)                                                        \
  PEACH_PART vector PEACH_FUNCTION(name)(                                                      \
      vector before, vector here, vector next, vector after, vector fraction,                  \
      vector half_left) {                                                                      \
    _Pragma("clang fp contract(off)") const vector rise = next - here;                         \
    const vector bend = rise + (before - here), further = (after - next) - rise;               \
    const vector bends = PEACH_FUSED(further - bend, fraction, bend);                          \
    return PEACH_FUSED(PEACH_FUSED(bends, half_left, rise), fraction, here);                   \
  }
PEACH_CATMULL_ROM(peach_f8, catmull_rom)

#undef PEACH_LOW
#undef PEACH_HIGH
#undef PEACH_LOW2
#undef PEACH_HIGH2
#undef PEACH_LOW4
#undef PEACH_HIGH4
