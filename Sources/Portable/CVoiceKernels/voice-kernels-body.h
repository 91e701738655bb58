// Read once for each kind of processor; see voice-kernels.c. PEACH_TARGET is what to compile for,
// PEACH_FUNCTION a function's name there.

PEACH_PART peach_f8 PEACH_FUNCTION(pair)(const float *low, const float *high) {
  const peach_f4 a = *(const peach_f4_anywhere *)low, b = *(const peach_f4_anywhere *)high;
  return __builtin_shufflevector(a, b, 0, 1, 2, 3, 4, 5, 6, 7);
}

// How far the places of eight frames lie behind the first, 32.32. Where fewer than eight are left,
// the others stay where there surely is something.
typedef struct {
  long long b, c, d, e, f, g, h;
  peach_u8 fractions;
} PEACH_FUNCTION(steps);

PEACH_PART PEACH_FUNCTION(steps) PEACH_FUNCTION(multiples)(long long step, long count) {
  const long long b = count > 1 ? step : 0, c = count > 2 ? 2 * step : 0;
  const long long d = count > 3 ? 3 * step : 0, e = count > 4 ? 4 * step : 0;
  const long long f = count > 5 ? 5 * step : 0, g = count > 6 ? 6 * step : 0;
  const long long h = count > 7 ? 7 * step : 0;
  const peach_u8 fractions = {
      0, (unsigned)b, (unsigned)c, (unsigned)d, (unsigned)e, (unsigned)f, (unsigned)g, (unsigned)h};
  return (PEACH_FUNCTION(steps)){b, c, d, e, f, g, h, fractions};
}

// 32 bits of a fraction as a number; 24 of them fill a float exactly.
PEACH_PART peach_f8 PEACH_FUNCTION(number)(peach_u8 fractions) {
  return __builtin_convertvector((peach_i8)(fractions >> 8), peach_f8) * (1.0f / 16777216);
}

// The cubic through four neighbours (Catmull and Rom), eight frames.
PEACH_PART peach_f8 PEACH_FUNCTION(cubic_eight)(
    const float *frames, long long p, PEACH_FUNCTION(steps) s) {
#pragma clang fp contract(off)
  const peach_f8 fraction = PEACH_FUNCTION(number)(s.fractions + (unsigned)p);
  const float *before = frames - 1;
  const peach_f8 v0 = PEACH_FUNCTION(pair)(before + (p >> 32), before + ((p + s.e) >> 32));
  const peach_f8 v1 = PEACH_FUNCTION(pair)(before + ((p + s.b) >> 32), before + ((p + s.f) >> 32));
  const peach_f8 v2 = PEACH_FUNCTION(pair)(before + ((p + s.c) >> 32), before + ((p + s.g) >> 32));
  const peach_f8 v3 = PEACH_FUNCTION(pair)(before + ((p + s.d) >> 32), before + ((p + s.h) >> 32));
  const peach_f8 a = __builtin_shufflevector(v0, v1, 0, 8, 1, 9, 4, 12, 5, 13);
  const peach_f8 b = __builtin_shufflevector(v0, v1, 2, 10, 3, 11, 6, 14, 7, 15);
  const peach_f8 c = __builtin_shufflevector(v2, v3, 0, 8, 1, 9, 4, 12, 5, 13);
  const peach_f8 d = __builtin_shufflevector(v2, v3, 2, 10, 3, 11, 6, 14, 7, 15);
  const peach_f8 x0 = __builtin_shufflevector(a, c, 0, 1, 8, 9, 4, 5, 12, 13);
  const peach_f8 x1 = __builtin_shufflevector(a, c, 2, 3, 10, 11, 6, 7, 14, 15);
  const peach_f8 x2 = __builtin_shufflevector(b, d, 0, 1, 8, 9, 4, 5, 12, 13);
  const peach_f8 x3 = __builtin_shufflevector(b, d, 2, 3, 10, 11, 6, 7, 14, 15);
  const peach_f8 slope = 0.5f * (x2 - x0);
  const peach_f8 cubic = 1.5f * (x1 - x2) + 0.5f * (x3 - x0);
  const peach_f8 square = x2 - x1 - slope - cubic;
  return ((cubic * fraction + square) * fraction + slope) * fraction + x1;
}

PEACH_PART peach_f8 PEACH_FUNCTION(row)(const float *from) {
  return *(const peach_f8_row *)from;
}

// Four frames of a recording, twice.
PEACH_PART peach_f8 PEACH_FUNCTION(twice)(const float *from) {
  const peach_f4 four = *(const peach_f4_anywhere *)from;
  return __builtin_shufflevector(four, four, 0, 1, 2, 3, 0, 1, 2, 3);
}

// One frame of a windowed sinc, which has 128 rows of coefficients: four partial sums of what the
// row makes of the recording, and behind them four of how far it is to what the next row makes.
PEACH_PART peach_f8 PEACH_FUNCTION(products)(
    const float *frames, const float *table, long long place, int taps) {
#pragma clang fp contract(off)
  const float *here = table + ((unsigned)place >> 25) * (unsigned long)(2 * taps);
  const float *from = frames + (place >> 32);
  peach_f8 sum = PEACH_FUNCTION(row)(here) * PEACH_FUNCTION(twice)(from);
  for (int tap = 4; tap < taps; tap += 4)
    sum = sum + PEACH_FUNCTION(row)(here + 2 * tap) * PEACH_FUNCTION(twice)(from + tap);
  return sum;
}

// Sums of neighbours within each half, those of `a` before those of `b`.
PEACH_PART peach_f8 PEACH_FUNCTION(neighbours)(peach_f8 a, peach_f8 b) {
#pragma clang fp contract(off)
  return __builtin_shufflevector(a, b, 0, 2, 8, 10, 4, 6, 12, 14) +
      __builtin_shufflevector(a, b, 1, 3, 9, 11, 5, 7, 13, 15);
}

#define PEACH_PAIR(j, k) \
  PEACH_FUNCTION(neighbours)( \
      PEACH_FUNCTION(products)(first, table, p + (j), taps), \
      PEACH_FUNCTION(products)(first, table, p + (k), taps))
PEACH_PART peach_f8 PEACH_FUNCTION(sinc_eight)(
    const float *frames, const float *table, long long p, PEACH_FUNCTION(steps) s, int taps) {
#pragma clang fp contract(off)
  const float *first = frames - (taps / 2 - 1);
  const peach_f8 between = PEACH_FUNCTION(number)((s.fractions + (unsigned)p) << 7);
  const peach_f8 low = PEACH_FUNCTION(neighbours)(PEACH_PAIR(0, s.b), PEACH_PAIR(s.c, s.d));
  const peach_f8 high = PEACH_FUNCTION(neighbours)(PEACH_PAIR(s.e, s.f), PEACH_PAIR(s.g, s.h));
  const peach_f8 here = __builtin_shufflevector(low, high, 0, 1, 2, 3, 8, 9, 10, 11);
  const peach_f8 onward = __builtin_shufflevector(low, high, 4, 5, 6, 7, 12, 13, 14, 15);
  return here + onward * between;
}
#undef PEACH_PAIR

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
  PEACH_READ(PEACH_FUNCTION(cubic_eight)(frames, p, s))
}

PEACH_ENTRY void PEACH_FUNCTION(sinc_8)(
    const float *frames, const float *table, long long phase, long long increment, long count,
    float *row) {
  PEACH_READ(PEACH_FUNCTION(sinc_eight)(frames, table, p, s, 8))
}

PEACH_ENTRY void PEACH_FUNCTION(sinc_16)(
    const float *frames, const float *table, long long phase, long long increment, long count,
    float *row) {
  PEACH_READ(PEACH_FUNCTION(sinc_eight)(frames, table, p, s, 16))
}

PEACH_ENTRY void PEACH_FUNCTION(sinc_32)(
    const float *frames, const float *table, long long phase, long long increment, long count,
    float *row) {
  PEACH_READ(PEACH_FUNCTION(sinc_eight)(frames, table, p, s, 32))
}
#undef PEACH_READ

// Fades a row out of another, which has it in full `passed` frames ago and no longer after
// `1 / perFrame` frames.
PEACH_ENTRY void PEACH_FUNCTION(fade)(
    float *row, const float *former, long count, long passed, float perFrame) {
#pragma clang fp contract(off)
  for (long at = 0; at < count; at++) {
    const float part = (float)(int)(passed + at) * perFrame;
    row[at] = former[at] + (row[at] - former[at]) * part;
  }
}

// Adds a row to a sum with a gain on its way: `gain` at the frame `passed` frames ago, `step` more
// each frame. Both sides at once: they are the stereo sides, or the two sends.
PEACH_ENTRY void PEACH_FUNCTION(mix)(
    const float *row, long count, long passed, float gainA, float stepA, float gainB, float stepB,
    float *restrict sumA, float *restrict sumB) {
#pragma clang fp contract(off)
  const peach_f8 lanes = {0, 1, 2, 3, 4, 5, 6, 7};
  long done = 0;
  if (stepA == 0 && stepB == 0) {
    for (; done + 8 <= count; done += 8) {
      const peach_f8 x = PEACH_FUNCTION(load)(row + done);
      PEACH_FUNCTION(store)(sumA + done, PEACH_FUNCTION(load)(sumA + done) + x * gainA);
      PEACH_FUNCTION(store)(sumB + done, PEACH_FUNCTION(load)(sumB + done) + x * gainB);
    }
  } else {
    for (; done + 8 <= count; done += 8) {
      const peach_f8 place = lanes + (float)(int)(passed + done);
      const peach_f8 x = PEACH_FUNCTION(load)(row + done);
      PEACH_FUNCTION(store)(
          sumA + done, PEACH_FUNCTION(load)(sumA + done) + x * (place * stepA + gainA));
      PEACH_FUNCTION(store)(
          sumB + done, PEACH_FUNCTION(load)(sumB + done) + x * (place * stepB + gainB));
    }
  }
  for (; done < count; done++) {
    const float place = (float)(int)(passed + done);
    sumA[done] = sumA[done] + row[done] * (place * stepA + gainA);
    sumB[done] = sumB[done] + row[done] * (place * stepB + gainB);
  }
}

// Adds a row to sums, each with a gain on its way: `gain` at the frame `passed` frames ago, `step`
// more each frame.
PEACH_PART void PEACH_FUNCTION(add)(
    const float *row, long count, long passed, const float *gain, const float *step,
    float *const *sums, int sides, int moves) {
#pragma clang fp contract(off)
  const peach_f8 lanes = {0, 1, 2, 3, 4, 5, 6, 7};
  long done = 0;
  for (; done + 8 <= count; done += 8) {
    const peach_f8 place = lanes + (float)(int)(passed + done);
    const peach_f8 x = PEACH_FUNCTION(load)(row + done);
    peach_f8 added[4];
    for (int side = 0; side < sides; side++) {
      const peach_f8 sum = PEACH_FUNCTION(load)(sums[side] + done);
      added[side] = sum + x * (moves ? place * step[side] + gain[side] : (peach_f8)(gain[side]));
    }
    for (int side = 0; side < sides; side++)
      PEACH_FUNCTION(store)(sums[side] + done, added[side]);
  }
  for (; done < count; done++) {
    const float place = (float)(int)(passed + done);
    for (int side = 0; side < sides; side++)
      sums[side][done] = sums[side][done] + row[done] * (place * step[side] + gain[side]);
  }
}

// The two stereo sides and what is sent to two effects, of which the second is often none.
PEACH_ENTRY void PEACH_FUNCTION(mix_sends)(
    const float *row, long count, long passed, float gainA, float stepA, float gainB, float stepB,
    float gainC, float stepC, float gainD, float stepD, float *sumA, float *sumB, float *sumC,
    float *sumD) {
  const float gain[] = {gainA, gainB, gainC, gainD}, step[] = {stepA, stepB, stepC, stepD};
  float *const sums[] = {sumA, sumB, sumC, sumD};
  const int moves = stepA != 0 || stepB != 0 || stepC != 0 || stepD != 0;
  const int isHalf = gainD == 0 && stepD == 0;
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

// The state-variable filter, eight voices side by side. The coefficients are twice the textbook's;
// nothing waits for more than it must: a filter is as slow as the way back to its own state.
PEACH_PART peach_f8 PEACH_FUNCTION(filter_frame)(peach_f8 x, peach_filter *f, int moves) {
#pragma clang fp contract(off)
  const peach_f8 input = x - f->second;
  const peach_f8 rise = f->a2 * f->first + f->a3 * input;
  // While its input stands still the first state falls without end; -400 dB a frame keep it
  // from numbers too small to compute quickly, and are lost in the rounding of what is heard.
  f->first = (f->a1 * f->first - (f->first - 1e-20f)) + f->a2 * input;
  const peach_f8 low = f->second + 0.5f * rise;
  f->second = f->second + rise;
  if (!moves) return low;
  const peach_f8 heard = low + (x - low) * f->dry;
  f->a1 = f->a1 + f->a1_step;
  f->a2 = f->a2 + f->a2_step;
  f->a3 = f->a3 + f->a3_step;
  f->dry = f->dry + f->dry_step;
  return heard;
}

// Filters `count` frames of eight rows, which lie `stride` apart.
PEACH_PART void PEACH_FUNCTION(filter_rows)(
    float *rows, long stride, long count, float *part, int moves) {
  peach_filter f;
  f.a1 = PEACH_FUNCTION(load)(part + 8 * peach_filter_a1);
  f.a2 = PEACH_FUNCTION(load)(part + 8 * peach_filter_a2);
  f.a3 = PEACH_FUNCTION(load)(part + 8 * peach_filter_a3);
  f.dry = PEACH_FUNCTION(load)(part + 8 * peach_filter_dry);
  f.a1_step = PEACH_FUNCTION(load)(part + 8 * peach_filter_a1_step);
  f.a2_step = PEACH_FUNCTION(load)(part + 8 * peach_filter_a2_step);
  f.a3_step = PEACH_FUNCTION(load)(part + 8 * peach_filter_a3_step);
  f.dry_step = PEACH_FUNCTION(load)(part + 8 * peach_filter_dry_step);
  f.first = PEACH_FUNCTION(load)(part + 8 * peach_filter_first_state);
  f.second = PEACH_FUNCTION(load)(part + 8 * peach_filter_second_state);
  for (long done = 0; done < count; done += 8) {
    float *at = rows + done;
    PEACH_FUNCTION(square) x = {
        PEACH_FUNCTION(load)(at),
        PEACH_FUNCTION(load)(at + stride),
        PEACH_FUNCTION(load)(at + 2 * stride),
        PEACH_FUNCTION(load)(at + 3 * stride),
        PEACH_FUNCTION(load)(at + 4 * stride),
        PEACH_FUNCTION(load)(at + 5 * stride),
        PEACH_FUNCTION(load)(at + 6 * stride),
        PEACH_FUNCTION(load)(at + 7 * stride)};
    x = PEACH_FUNCTION(transposed)(x);
    const long left = count - done;
    x.a = PEACH_FUNCTION(filter_frame)(x.a, &f, moves);
    if (left > 1) x.b = PEACH_FUNCTION(filter_frame)(x.b, &f, moves);
    if (left > 2) x.c = PEACH_FUNCTION(filter_frame)(x.c, &f, moves);
    if (left > 3) x.d = PEACH_FUNCTION(filter_frame)(x.d, &f, moves);
    if (left > 4) x.e = PEACH_FUNCTION(filter_frame)(x.e, &f, moves);
    if (left > 5) x.f = PEACH_FUNCTION(filter_frame)(x.f, &f, moves);
    if (left > 6) x.g = PEACH_FUNCTION(filter_frame)(x.g, &f, moves);
    if (left > 7) x.h = PEACH_FUNCTION(filter_frame)(x.h, &f, moves);
    x = PEACH_FUNCTION(transposed)(x);
    PEACH_FUNCTION(store)(at, x.a);
    PEACH_FUNCTION(store)(at + stride, x.b);
    PEACH_FUNCTION(store)(at + 2 * stride, x.c);
    PEACH_FUNCTION(store)(at + 3 * stride, x.d);
    PEACH_FUNCTION(store)(at + 4 * stride, x.e);
    PEACH_FUNCTION(store)(at + 5 * stride, x.f);
    PEACH_FUNCTION(store)(at + 6 * stride, x.g);
    PEACH_FUNCTION(store)(at + 7 * stride, x.h);
  }
  PEACH_FUNCTION(store)(part + 8 * peach_filter_first_state, f.first);
  PEACH_FUNCTION(store)(part + 8 * peach_filter_second_state, f.second);
  if (!moves) return;
  PEACH_FUNCTION(store)(part + 8 * peach_filter_a1, f.a1);
  PEACH_FUNCTION(store)(part + 8 * peach_filter_a2, f.a2);
  PEACH_FUNCTION(store)(part + 8 * peach_filter_a3, f.a3);
  PEACH_FUNCTION(store)(part + 8 * peach_filter_dry, f.dry);
}

// Filters whose coefficients stand still, all of them heard in full.
PEACH_ENTRY void PEACH_FUNCTION(filter_still)(float *rows, long stride, long count, float *state) {
  PEACH_FUNCTION(filter_rows)(rows, stride, count, state, 0);
}

// Filters of which any may move or come in.
PEACH_ENTRY void PEACH_FUNCTION(filter_moving)(float *rows, long stride, long count, float *state) {
  PEACH_FUNCTION(filter_rows)(rows, stride, count, state, 1);
}
