// Read once for each kind of processor; see voice-kernels.c.

// The state-variable filter, voices side by side. The coefficients are twice the textbook's.
//
// While its input stands still the first state falls without end; -400 dB a frame keep it from numbers
// too small to compute quickly, and are lost in the rounding of what is heard.

// The numbers of eight filters.
PEACH_PART peach_filters PEACH_FUNCTION(load_filters)(peach_filter *const *filters) {
  const float *const coefficients[] = PEACH_PLACES(filters, a1);
  const float *const states[] = PEACH_PLACES(filters, first_state);
  const PEACH_FUNCTION(square) x = PEACH_FUNCTION(turned_at)(coefficients);
  const PEACH_FUNCTION(columns) y = PEACH_FUNCTION(neighbours_at)(states);
  return (peach_filters){x.a, x.b, x.c, x.d, x.e, x.f, x.g, x.h, y.a, y.b};
}

// Back again, as far as they have changed.
PEACH_PART void PEACH_FUNCTION(store_filters)(
    peach_filter *const *filters, peach_filters f, int moves) {
  float *const states[] = PEACH_PLACES(filters, first_state);
  PEACH_FUNCTION(store_pairs)(states, f.first, f.second);
  if (!moves) return;
  float *const coefficients[] = PEACH_PLACES(filters, a1);
  PEACH_FUNCTION(store_neighbours)
  (coefficients, (PEACH_FUNCTION(columns)){f.a1, f.a2, f.a3, f.dry});
}

// Whether any of eight numbers is not zero.
PEACH_PART int PEACH_FUNCTION(is_any)(peach_f8 x) {
  return __builtin_reduce_or((peach_i8)x & 0x7FFFFFFF) != 0;
}
PEACH_PART peach_f8 PEACH_FUNCTION(either)(peach_f8 a, peach_f8 b) {
  return (peach_f8)((peach_i8)a | (peach_i8)b);
}

// What of a frame is heard, once the filter is where it will be.
#define PEACH_FILTER_END(vector)                                \
  if (moves) {                                                  \
    f->a1 = f->a1 + f->a1_step;                                 \
    f->a2 = f->a2 + f->a2_step;                                 \
    f->a3 = f->a3 + f->a3_step;                                 \
  }                                                             \
  if (!fades) return low;                                       \
  const vector heard = PEACH_FUSED(x - low, f->dry, low);       \
  f->dry = f->dry + f->dry_step;                                \
  return heard;

#if PEACH_NARROW
// Where there are four numbers side by side; `a3` is half of what it is elsewhere. As few operations
// as there can be: while some wait for the state, there are others to do.
PEACH_PART peach_f4 PEACH_FUNCTION(narrow_filter_frame)(
    peach_f4 x, peach_four_filters *f, int moves, int fades) {
#pragma clang fp contract(off)
  const peach_f4 off = x - f->second;
  const peach_f4 kept = PEACH_FUSED(f->a1 - 1, f->first, (peach_f4)1e-20f);
  const peach_f4 half_rise = PEACH_FUSED(f->a3, off, 0.5f * f->a2 * f->first);
  f->first = PEACH_FUSED(f->a2, off, kept);
  const peach_f4 low = f->second + half_rise;
  f->second = low + half_rise;
  PEACH_FILTER_END(peach_f4)
}

#define PEACH_HALF_OF_FILTERS(f, half)                                                         \
  (peach_four_filters) {                                                                       \
    half(f->a1), half(f->a2), 0.5f * half(f->a3), half(f->dry), half(f->a1_step),              \
        half(f->a2_step), 0.5f * half(f->a3_step), half(f->dry_step), half(f->first),          \
        half(f->second)                                                                        \
  }
#define PEACH_FIRST(x) __builtin_shufflevector(x, x, 0, 1, 2, 3)
#define PEACH_LATTER(x) __builtin_shufflevector(x, x, 4, 5, 6, 7)

PEACH_PART PEACH_FUNCTION(tile) PEACH_FUNCTION(turned_tile)(PEACH_FUNCTION(tile) x) {
  const peach_f4 e = __builtin_shufflevector(x.a, x.b, 0, 4, 1, 5);
  const peach_f4 f = __builtin_shufflevector(x.a, x.b, 2, 6, 3, 7);
  const peach_f4 g = __builtin_shufflevector(x.c, x.d, 0, 4, 1, 5);
  const peach_f4 h = __builtin_shufflevector(x.c, x.d, 2, 6, 3, 7);
  return (PEACH_FUNCTION(tile)){
      __builtin_shufflevector(e, g, 0, 1, 4, 5), __builtin_shufflevector(e, g, 2, 3, 6, 7),
      __builtin_shufflevector(f, h, 0, 1, 4, 5), __builtin_shufflevector(f, h, 2, 3, 6, 7)};
}

// Four frames of four rows, or what is left of them: no more than there are registers for.
PEACH_PART void PEACH_FUNCTION(filter_tile)(
    float *at, long stride, long left, peach_four_filters *f, int moves, int fades) {
  peach_f4_anywhere *const rows[] = {
      (peach_f4_anywhere *)at, (peach_f4_anywhere *)(at + stride),
      (peach_f4_anywhere *)(at + 2 * stride), (peach_f4_anywhere *)(at + 3 * stride)};
  PEACH_FUNCTION(tile) x = PEACH_FUNCTION(turned_tile)(
      (PEACH_FUNCTION(tile)){*rows[0], *rows[1], *rows[2], *rows[3]});
  x.a = PEACH_FUNCTION(narrow_filter_frame)(x.a, f, moves, fades);
  if (left > 1) x.b = PEACH_FUNCTION(narrow_filter_frame)(x.b, f, moves, fades);
  if (left > 2) x.c = PEACH_FUNCTION(narrow_filter_frame)(x.c, f, moves, fades);
  if (left > 3) x.d = PEACH_FUNCTION(narrow_filter_frame)(x.d, f, moves, fades);
  x = PEACH_FUNCTION(turned_tile)(x);
  *rows[0] = x.a;
  *rows[1] = x.b;
  *rows[2] = x.c;
  *rows[3] = x.d;
}

#if !defined(__wasm__)
// Four frames of eight rows, a frame of all after the other: while four rows wait for their states, the
// other four are computed. With more the registers do not suffice; WebAssembly's engines would keep
// everything in memory.
#define PEACH_FRAME_OF_BOTH(k)                                                     \
  x[0].k = PEACH_FUNCTION(narrow_filter_frame)(x[0].k, fours, moves, fades);      \
  x[1].k = PEACH_FUNCTION(narrow_filter_frame)(x[1].k, fours + 1, moves, fades);
PEACH_PART void PEACH_FUNCTION(filter_both_tiles)(
    float *at, long stride, peach_four_filters *fours, int moves, int fades) {
  peach_f4_anywhere *rows[8];
  for (int row = 0; row < 8; row++) rows[row] = (peach_f4_anywhere *)(at + row * stride);
  PEACH_FUNCTION(tile) x[2];
  for (int k = 0; k < 2; k++)
    x[k] = PEACH_FUNCTION(turned_tile)((PEACH_FUNCTION(tile)){
        *rows[4 * k], *rows[4 * k + 1], *rows[4 * k + 2], *rows[4 * k + 3]});
  PEACH_FRAME_OF_BOTH(a)
  PEACH_FRAME_OF_BOTH(b)
  PEACH_FRAME_OF_BOTH(c)
  PEACH_FRAME_OF_BOTH(d)
  for (int k = 0; k < 2; k++) {
    x[k] = PEACH_FUNCTION(turned_tile)(x[k]);
    *rows[4 * k] = x[k].a;
    *rows[4 * k + 1] = x[k].b;
    *rows[4 * k + 2] = x[k].c;
    *rows[4 * k + 3] = x[k].d;
  }
}
#undef PEACH_FRAME_OF_BOTH
#endif

// Four frames of eight or sixteen rows, or what is left of them.
PEACH_PART void PEACH_FUNCTION(filter_tiles)(
    float *at, long stride, long left, peach_four_filters *fours, int eights, int moves,
    int fades) {
#if !defined(__wasm__)
  if (eights == 2 && left >= 4) {
    PEACH_FUNCTION(filter_both_tiles)(at, stride, fours, moves, fades);
    PEACH_FUNCTION(filter_both_tiles)(at + 8 * stride, stride, fours + 2, moves, fades);
    return;
  }
#endif
  PEACH_FUNCTION(filter_tile)(at, stride, left, fours, moves, fades);
  PEACH_FUNCTION(filter_tile)(at + 4 * stride, stride, left, fours + 1, moves, fades);
  if (eights == 1) return;
  PEACH_FUNCTION(filter_tile)(at + 8 * stride, stride, left, fours + 2, moves, fades);
  PEACH_FUNCTION(filter_tile)(at + 12 * stride, stride, left, fours + 3, moves, fades);
}

// Two fours as eight, as far as they have changed.
PEACH_PART void PEACH_FUNCTION(join_fours)(
    peach_filters *f, const peach_four_filters *fours, int moves) {
#define PEACH_WHOLE(number)              \
  f->number = __builtin_shufflevector(   \
      fours[0].number, fours[1].number, 0, 1, 2, 3, 4, 5, 6, 7);
  PEACH_WHOLE(first)
  PEACH_WHOLE(second)
  if (!moves) return;
  PEACH_WHOLE(a1)
  PEACH_WHOLE(a2)
  PEACH_WHOLE(a3)
  f->a3 = 2 * f->a3;
  PEACH_WHOLE(dry)
#undef PEACH_WHOLE
}

// Filters `count` frames of eight or sixteen rows, which lie `stride` apart.
PEACH_PART void PEACH_FUNCTION(filter_rows)(
    float *rows, long stride, long count, peach_filters *f, peach_filters *g, int eights,
    int moves, int fades) {
  peach_four_filters fours[] = {
      PEACH_HALF_OF_FILTERS(f, PEACH_FIRST), PEACH_HALF_OF_FILTERS(f, PEACH_LATTER),
      PEACH_HALF_OF_FILTERS(g, PEACH_FIRST), PEACH_HALF_OF_FILTERS(g, PEACH_LATTER)};
  long done = 0;
  PEACH_IN_TURN
  for (; done + 4 <= count; done += 4)
    PEACH_FUNCTION(filter_tiles)(rows + done, stride, 4, fours, eights, moves, fades);
  if (done < count)
    PEACH_FUNCTION(filter_tiles)(rows + done, stride, count - done, fours, eights, moves, fades);
  PEACH_FUNCTION(join_fours)(f, fours, moves);
  if (eights == 2) PEACH_FUNCTION(join_fours)(g, fours + 2, moves);
}
#undef PEACH_HALF_OF_FILTERS
#undef PEACH_FIRST
#undef PEACH_LATTER
#else
// Nothing waits for more than it must: a filter is as slow as the way back to its own state.
PEACH_PART peach_f8 PEACH_FUNCTION(filter_frame)(
    peach_f8 x, peach_filters *f, int moves, int fades) {
#pragma clang fp contract(off)
  const peach_f8 entering = PEACH_FUSED(f->a2, x, (peach_f8)1e-20f);
  const peach_f8 kept = PEACH_FUSED(f->a1 - 1, f->first, entering);
  const peach_f8 pulled = PEACH_FUSED(f->a2, f->first, f->a3 * x);
  const peach_f8 rise = PEACH_FUSED(-f->a3, f->second, pulled);
  f->first = PEACH_FUSED(-f->a2, f->second, kept);
  const peach_f8 low = PEACH_FUSED((peach_f8)0.5f, rise, f->second);
  f->second = f->second + rise;
  PEACH_FILTER_END(peach_f8)
}

// The first eight frames of eight rows, as columns.
PEACH_PART PEACH_FUNCTION(square) PEACH_FUNCTION(turned_rows)(const float *at, long stride) {
  const float *const places[] = {
      at,              at + stride,     at + 2 * stride, at + 3 * stride,
      at + 4 * stride, at + 5 * stride, at + 6 * stride, at + 7 * stride};
  return PEACH_FUNCTION(turned_at)(places);
}

// Eight frames of eight rows, or what is left of them.
PEACH_PART void PEACH_FUNCTION(filter_square)(
    float *at, long stride, long left, peach_filters *f, int moves, int fades) {
  PEACH_FUNCTION(square) x = PEACH_FUNCTION(turned_rows)(at, stride);
  x.a = PEACH_FUNCTION(filter_frame)(x.a, f, moves, fades);
  if (left > 1) x.b = PEACH_FUNCTION(filter_frame)(x.b, f, moves, fades);
  if (left > 2) x.c = PEACH_FUNCTION(filter_frame)(x.c, f, moves, fades);
  if (left > 3) x.d = PEACH_FUNCTION(filter_frame)(x.d, f, moves, fades);
  if (left > 4) x.e = PEACH_FUNCTION(filter_frame)(x.e, f, moves, fades);
  if (left > 5) x.f = PEACH_FUNCTION(filter_frame)(x.f, f, moves, fades);
  if (left > 6) x.g = PEACH_FUNCTION(filter_frame)(x.g, f, moves, fades);
  if (left > 7) x.h = PEACH_FUNCTION(filter_frame)(x.h, f, moves, fades);
  PEACH_FUNCTION(store_square)(at, stride, PEACH_FUNCTION(transposed)(x));
}

// Eight frames of sixteen rows: while one eight wait for their states, the others are computed.
#define PEACH_BOTH(k)                                          \
  x.k = PEACH_FUNCTION(filter_frame)(x.k, first, moves, fades); \
  y.k = PEACH_FUNCTION(filter_frame)(y.k, second, moves, fades);
PEACH_PART void PEACH_FUNCTION(filter_squares)(
    float *at, long stride, peach_filters *first, peach_filters *second, int moves, int fades) {
  float *on = at + 8 * stride;
  PEACH_FUNCTION(square) x = PEACH_FUNCTION(turned_rows)(at, stride);
  PEACH_FUNCTION(square) y = PEACH_FUNCTION(turned_rows)(on, stride);
  PEACH_BOTH(a)
  PEACH_BOTH(b)
  PEACH_BOTH(c)
  PEACH_BOTH(d)
  PEACH_BOTH(e)
  PEACH_BOTH(f)
  PEACH_BOTH(g)
  PEACH_BOTH(h)
  PEACH_FUNCTION(store_square)(at, stride, PEACH_FUNCTION(transposed)(x));
  PEACH_FUNCTION(store_square)(on, stride, PEACH_FUNCTION(transposed)(y));
}
#undef PEACH_BOTH

// Filters `count` frames of eight or sixteen rows, which lie `stride` apart.
PEACH_PART void PEACH_FUNCTION(filter_rows)(
    float *rows, long stride, long count, peach_filters *f, peach_filters *g, int eights,
    int moves, int fades) {
  long done = 0;
  for (; done + 8 <= count; done += 8) {
    if (eights == 2) {
      PEACH_FUNCTION(filter_squares)(rows + done, stride, f, g, moves, fades);
    } else {
      PEACH_FUNCTION(filter_square)(rows + done, stride, 8, f, moves, fades);
    }
  }
  const long left = count - done;
  if (left == 0) return;
  float *at = rows + done;
  PEACH_FUNCTION(filter_square)(at, stride, left, f, moves, fades);
  if (eights == 2) PEACH_FUNCTION(filter_square)(at + 8 * stride, stride, left, g, moves, fades);
}
#endif

// The same by filters as they are in memory. Most stand still, or are heard in full.
PEACH_PART void PEACH_FUNCTION(filter_eights)(
    float *rows, long stride, long count, peach_filter *const *filters, int eights) {
  peach_filters f = PEACH_FUNCTION(load_filters)(filters), g = {0};
  if (eights == 2) g = PEACH_FUNCTION(load_filters)(filters + 8);
#define PEACH_ANY(number) PEACH_FUNCTION(either)(f.number, g.number)
  const peach_f8 steps = PEACH_FUNCTION(either)(
      PEACH_FUNCTION(either)(PEACH_ANY(a1_step), PEACH_ANY(a2_step)), PEACH_ANY(a3_step));
  const peach_f8 dry = PEACH_FUNCTION(either)(PEACH_ANY(dry), PEACH_ANY(dry_step));
#undef PEACH_ANY
  const int fades = PEACH_FUNCTION(is_any)(dry), moves = fades || PEACH_FUNCTION(is_any)(steps);
  if (fades) {
    PEACH_FUNCTION(filter_rows)(rows, stride, count, &f, &g, eights, 1, 1);
  } else if (moves) {
    PEACH_FUNCTION(filter_rows)(rows, stride, count, &f, &g, eights, 1, 0);
  } else {
    PEACH_FUNCTION(filter_rows)(rows, stride, count, &f, &g, eights, 0, 0);
  }
  PEACH_FUNCTION(store_filters)(filters, f, moves);
  if (eights == 2) PEACH_FUNCTION(store_filters)(filters + 8, g, moves);
}

PEACH_ENTRY void PEACH_FUNCTION(filter)(
    float *rows, long stride, long count, peach_filter *const *filters, int eights) {
  if (eights == 2) {
    PEACH_FUNCTION(filter_eights)(rows, stride, count, filters, 2);
  } else {
    PEACH_FUNCTION(filter_eights)(rows, stride, count, filters, 1);
  }
}
#undef PEACH_FILTER_END
