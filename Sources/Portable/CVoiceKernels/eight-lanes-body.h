// What all kernels share, read once for each kind of processor before them. PEACH_TARGET is what to
// compile for, PEACH_FUNCTION a function's name there.

#undef PEACH_PART
#undef PEACH_ENTRY
#define PEACH_PART static inline __attribute__((always_inline, unused)) PEACH_TARGET
#define PEACH_ENTRY PEACH_TARGET

PEACH_PART peach_f8 PEACH_FUNCTION(load)(const float *from) {
  return *(const peach_f8_anywhere *)from;
}

PEACH_PART void PEACH_FUNCTION(store)(float *to, peach_f8 value) {
  *(peach_f8_anywhere *)to = value;
}

// The first `count` of them.
PEACH_PART void PEACH_FUNCTION(store_some)(float *to, peach_f8 value, long count) {
  if (count >= 8) {
    PEACH_FUNCTION(store)(to, value);
  } else {
    for (long k = 0; k < count; k++) to[k] = value[k];
  }
}

// The places of eight frames, from `at` on.
PEACH_PART peach_f8 PEACH_FUNCTION(places)(long at) {
  const peach_f8 lanes = {0, 1, 2, 3, 4, 5, 6, 7};
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
#undef PEACH_LOW
#undef PEACH_HIGH
#undef PEACH_LOW2
#undef PEACH_HIGH2
#undef PEACH_LOW4
#undef PEACH_HIGH4
