// Read once for each kind of processor; see voice-kernels.c. PEACH_TARGET is what to compile for,
// PEACH_FUNCTION a function's name there.

// Reads `count` frames into a row, which has room for seven more. `phase` and `increment` are
// frames of the recording as 32.32 fixed-point numbers. What the voice will read in the next
// stretch is fetched meanwhile: until then other voices have their turn, and memory has time.
#define PEACH_READ(eight)                                            \
  long done = 0;                                                     \
  long long p = phase;                                               \
  PEACH_FUNCTION(steps) s = PEACH_FUNCTION(multiples)(increment, 8); \
  for (; done + 8 <= count; done += 8) {                             \
    __builtin_prefetch(frames + ((p + 64 * increment) >> 32));       \
    PEACH_FUNCTION(store)(row + done, eight);                        \
    p += 8 * increment;                                              \
    PEACH_HIDE(p);                                                   \
  }                                                                  \
  if (done == count) return;                                         \
  s = PEACH_FUNCTION(multiples)(increment, count - done);            \
  PEACH_FUNCTION(store)(row + done, eight);

PEACH_ENTRY void PEACH_FUNCTION(cubic)(
    const float *frames, long long phase, long long increment, long count, float *row) {
#if PEACH_LANES == 16
  const long wide = PEACH_FUNCTION(wide_cubic)(frames, phase, increment, count, row);
  if (wide == count) return;
  phase += wide * increment;
  count -= wide;
  row += wide;
#endif
  PEACH_READ(PEACH_FUNCTION(cubic_eight)(frames, p, s))
}

PEACH_ENTRY void PEACH_FUNCTION(sinc_8)(
    const float *frames, const float *table, long long phase, long long increment, long count,
    float *row) {
  PEACH_READ(PEACH_FUNCTION(sinc_eight)(frames, table, p, s, 8))
}

#if PEACH_LANES == 16
#define PEACH_WIDE_SINC PEACH_FUNCTION(wide_sinc_eight)
#else
#define PEACH_WIDE_SINC PEACH_FUNCTION(sinc_eight)
#endif
PEACH_ENTRY void PEACH_FUNCTION(sinc_16)(
    const float *frames, const float *table, long long phase, long long increment, long count,
    float *row) {
  PEACH_READ(PEACH_WIDE_SINC(frames, table, p, s, 16))
}

PEACH_ENTRY void PEACH_FUNCTION(sinc_32)(
    const float *frames, const float *table, long long phase, long long increment, long count,
    float *row) {
  PEACH_READ(PEACH_WIDE_SINC(frames, table, p, s, 32))
}
#undef PEACH_READ
#undef PEACH_WIDE_SINC

// Fades a row out of another, which has it in full `passed` frames ago and no longer after
// `1 / perFrame` frames.
PEACH_ENTRY void PEACH_FUNCTION(fade)(
    float *row, const float *former, long count, long passed, float perFrame) {
#pragma clang fp contract(off)
  for (long at = 0; at < count; at++) {
    const float part = (float)(int)(passed + at) * perFrame;
    row[at] = PEACH_FUSED(row[at] - former[at], part, former[at]);
  }
}

// Adds a row to sums, each with a gain on its way: `gain` at the frame `passed` frames ago, `step`
// more each frame.
PEACH_PART void PEACH_FUNCTION(add)(
    const float *row, long count, long passed, peach_four gain, peach_four step,
    float *const *sums, int sides, int moves) {
#pragma clang fp contract(off)
  long done = 0;
  for (; done + PEACH_LANES <= count; done += PEACH_LANES) {
    const PEACH_WIDE place = PEACH_FUNCTION(wide_places)(passed + done);
    const PEACH_WIDE x = PEACH_FUNCTION(load_wide)(row + done);
    PEACH_WIDE added[4];
    for (int side = 0; side < sides; side++) {
      const PEACH_WIDE sum = PEACH_FUNCTION(load_wide)(sums[side] + done);
      const PEACH_WIDE start = gain[side], slope = step[side];
      added[side] = PEACH_FUSED(x, moves ? PEACH_FUSED(place, slope, start) : start, sum);
    }
    for (int side = 0; side < sides; side++)
      PEACH_FUNCTION(store_wide)(sums[side] + done, added[side]);
  }
  for (; done < count; done++) {
    const float place = (float)(int)(passed + done);
    for (int side = 0; side < sides; side++)
      sums[side][done] =
          PEACH_FUSED(row[done], PEACH_FUSED(place, step[side], gain[side]), sums[side][done]);
  }
}

// The two stereo sides.
PEACH_ENTRY void PEACH_FUNCTION(mix)(
    const float *row, long count, long passed, peach_four gain, peach_four step, float *sumA,
    float *sumB) {
  float *const sums[] = {sumA, sumB};
  if (step[0] != 0 || step[1] != 0) {
    PEACH_FUNCTION(add)(row, count, passed, gain, step, sums, 2, 1);
  } else {
    PEACH_FUNCTION(add)(row, count, passed, gain, step, sums, 2, 0);
  }
}

// The two stereo sides and what is sent to two effects, of which the second is often none.
PEACH_ENTRY void PEACH_FUNCTION(mix_sends)(
    const float *row, long count, long passed, peach_four gain, peach_four step, float *sumA,
    float *sumB, float *sumC, float *sumD) {
  float *const sums[] = {sumA, sumB, sumC, sumD};
  const int moves = step[0] != 0 || step[1] != 0 || step[2] != 0 || step[3] != 0;
  const int isHalf = gain[3] == 0 && step[3] == 0;
  if (moves && isHalf) {
    PEACH_FUNCTION(add)(row, count, passed, gain, step, sums, 3, 1);
  } else if (moves) {
    PEACH_FUNCTION(add)(row, count, passed, gain, step, sums, 4, 1);
  } else if (isHalf) {
    PEACH_FUNCTION(add)(row, count, passed, gain, step, sums, 3, 0);
  } else {
    PEACH_FUNCTION(add)(row, count, passed, gain, step, sums, 4, 0);
  }
}

// The sum of rows, one after the other.
PEACH_ENTRY void PEACH_FUNCTION(sum)(
    const float *const *rows, long row_count, long count, float *to) {
#pragma clang fp contract(off)
  long done = 0;
  for (; done + PEACH_LANES <= count; done += PEACH_LANES) {
    PEACH_WIDE sum = {0};
    for (long row = 0; row < row_count; row++)
      sum = sum + PEACH_FUNCTION(load_wide)(rows[row] + done);
    PEACH_FUNCTION(store_wide)(to + done, sum);
  }
  for (; done < count; done++) {
    float sum = 0;
    for (long row = 0; row < row_count; row++) sum = sum + rows[row][done];
    to[done] = sum;
  }
}

// The state-variable filter, eight voices side by side. The coefficients are twice the textbook's;
// nothing waits for more than it must: a filter is as slow as the way back to its own state.
PEACH_PART peach_f8 PEACH_FUNCTION(filter_frame)(
    peach_f8 x, peach_filters *f, int moves, int fades) {
#pragma clang fp contract(off)
  // While its input stands still the first state falls without end; -400 dB a frame keep it
  // from numbers too small to compute quickly, and are lost in the rounding of what is heard.
  const peach_f8 entering = PEACH_FUSED(f->a2, x, (peach_f8)1e-20f);
  const peach_f8 kept = PEACH_FUSED(f->a1 - 1, f->first, entering);
  const peach_f8 pulled = PEACH_FUSED(f->a2, f->first, f->a3 * x);
  const peach_f8 rise = PEACH_FUSED(-f->a3, f->second, pulled);
  f->first = PEACH_FUSED(-f->a2, f->second, kept);
  const peach_f8 low = PEACH_FUSED((peach_f8)0.5f, rise, f->second);
  f->second = f->second + rise;
  if (moves) {
    f->a1 = f->a1 + f->a1_step;
    f->a2 = f->a2 + f->a2_step;
    f->a3 = f->a3 + f->a3_step;
  }
  if (!fades) return low;
  const peach_f8 heard = PEACH_FUSED(x - low, f->dry, low);
  f->dry = f->dry + f->dry_step;
  return heard;
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

static const peach_voice_kernels PEACH_FUNCTION(voice_kernels) = {
    PEACH_GROUP,
    PEACH_FUNCTION(cubic),
    PEACH_FUNCTION(sinc_8),
    PEACH_FUNCTION(sinc_16),
    PEACH_FUNCTION(sinc_32),
    PEACH_FUNCTION(fade),
    PEACH_FUNCTION(mix),
    PEACH_FUNCTION(mix_sends),
    PEACH_FUNCTION(sum),
    PEACH_FUNCTION(filter),
    PEACH_FUNCTION(move),
};
