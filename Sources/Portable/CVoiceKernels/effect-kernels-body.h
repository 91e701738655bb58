// Read once for each kind of processor; see effect-kernels.c.

// One allpass of a diffuser: a stretch that is in one piece, and shorter than its delay.
PEACH_ENTRY void PEACH_FUNCTION(allpass)(
    float *row, const float *delayed, float *fed, long count, long at, float gain, float step) {
#pragma clang fp contract(off)
  for (long frame = 0; frame < count; frame += PEACH_LANES) {
    const PEACH_WIDE g = PEACH_FUNCTION(wide_places)(at + frame) * step + gain;
    const PEACH_WIDE before = PEACH_FUNCTION(load_wide)(delayed + frame);
    // Added and taken away, it swallows what is too small to compute quickly.
    const PEACH_WIDE in = (PEACH_FUNCTION(load_wide)(row + frame) - before * g + 1e-18f) - 1e-18f;
    PEACH_FUNCTION(store_wide_some)(fed + frame, in, count - frame);
    PEACH_FUNCTION(store_wide_some)(row + frame, in * g + before, count - frame);
  }
}

// Eight taps of a line with a gain for each side, and a ninth that is handed on.
PEACH_ENTRY void PEACH_FUNCTION(reflections)(
    const float *line, const int *starts, long count, const float *left_gains,
    const float *right_gains, float *delayed, float *left, float *right) {
#pragma clang fp contract(off)
  for (long frame = 0; frame < count; frame += PEACH_LANES) {
    PEACH_WIDE a[4], b[4];
    for (int tap = 0; tap < 4; tap++) {
      const PEACH_WIDE x = PEACH_FUNCTION(load_wide)(line + starts[tap] + frame);
      const PEACH_WIDE y = PEACH_FUNCTION(load_wide)(line + starts[tap + 4] + frame);
      a[tap] = x * left_gains[tap] + y * left_gains[tap + 4];
      b[tap] = x * right_gains[tap] + y * right_gains[tap + 4];
    }
    const PEACH_WIDE on = PEACH_FUNCTION(load_wide)(line + starts[8] + frame);
    PEACH_FUNCTION(store_wide_some)(delayed + frame, on, count - frame);
    PEACH_FUNCTION(store_wide_some)(left + frame, (a[0] + a[1]) + (a[2] + a[3]), count - frame);
    PEACH_FUNCTION(store_wide_some)(right + frame, (b[0] + b[1]) + (b[2] + b[3]), count - frame);
  }
}

// One frame of eight lines: what is left of it.
#define PEACH_LOSE(x, k)                                        \
  if (left > k) {                                               \
    if (moves) {                                                \
      const float place = (float)(int)(at + frame + k);         \
      state = (gain + gain_step * place) * x + (pole + pole_step * place) * state; \
    } else {                                                    \
      state = gain * x + pole * state;                          \
    }                                                           \
    x = state;                                                  \
  }
PEACH_PART peach_f8 PEACH_FUNCTION(lose_eight)(
    const float *memory, const int *starts, float *rows, long frame, long count, long at,
    const peach_losses *losses, int lines, peach_f8 state, int moves) {
#pragma clang fp contract(off)
  const peach_f8 gain = PEACH_FUNCTION(load)(losses->gain + lines);
  const peach_f8 gain_step = PEACH_FUNCTION(load)(losses->gain_step + lines);
  const peach_f8 pole = PEACH_FUNCTION(load)(losses->pole + lines);
  const peach_f8 pole_step = PEACH_FUNCTION(load)(losses->pole_step + lines);
  const long left = count - frame;
  memory += frame;
  starts += lines;
  const float *const places[] = {memory + starts[0], memory + starts[1], memory + starts[2],
                                 memory + starts[3], memory + starts[4], memory + starts[5],
                                 memory + starts[6], memory + starts[7]};
  PEACH_FUNCTION(square) x = PEACH_FUNCTION(turned_at)(places);
  PEACH_LOSE(x.a, 0)
  PEACH_LOSE(x.b, 1)
  PEACH_LOSE(x.c, 2)
  PEACH_LOSE(x.d, 3)
  PEACH_LOSE(x.e, 4)
  PEACH_LOSE(x.f, 5)
  PEACH_LOSE(x.g, 6)
  PEACH_LOSE(x.h, 7)
  PEACH_FUNCTION(store_square)(
      rows + lines * peach_row_frames + frame, peach_row_frames, PEACH_FUNCTION(transposed)(x));
  return state;
}
#undef PEACH_LOSE

// Takes from each of sixteen lines what a sound loses on its way through it; the lines are read from
// their starts in `memory` and written to rows.
PEACH_ENTRY void PEACH_FUNCTION(lose)(
    const float *memory, const int *starts, float *rows, long count, long at,
    peach_losses *losses, int moves) {
  peach_f8 low = PEACH_FUNCTION(load)(losses->state);
  peach_f8 high = PEACH_FUNCTION(load)(losses->state + 8);
  for (long frame = 0; frame < count; frame += 8) {
    if (moves) {
      low = PEACH_FUNCTION(lose_eight)(memory, starts, rows, frame, count, at, losses, 0, low, 1);
      high = PEACH_FUNCTION(lose_eight)(memory, starts, rows, frame, count, at, losses, 8, high, 1);
    } else {
      low = PEACH_FUNCTION(lose_eight)(memory, starts, rows, frame, count, at, losses, 0, low, 0);
      high = PEACH_FUNCTION(lose_eight)(memory, starts, rows, frame, count, at, losses, 8, high, 0);
    }
  }
  PEACH_FUNCTION(store)(losses->state, low);
  PEACH_FUNCTION(store)(losses->state + 8, high);
}

// Two sums of the lines' rows, whose signs are rows 5 and 10 of the Hadamard matrix of order 16; the
// lines turned into each other in pairs and reflected, with what comes in, go into the lines again.
PEACH_ENTRY void PEACH_FUNCTION(mix_lines)(
    float *rows, const float *input, const float *angles, float *lines, long stride, long count,
    long at, float *left, float *right) {
#pragma clang fp contract(off)
  for (long frame = 0; frame < count; frame += PEACH_LANES) {
    const long run = count - frame;
    const PEACH_WIDE place = PEACH_FUNCTION(wide_places)(at + frame);
    PEACH_WIDE x[16], fresh[4], p[4], q[4], half[4];
    for (int k = 0; k < 4; k++)
      fresh[k] = PEACH_FUNCTION(load_wide)(input + k * peach_row_frames + frame) * 0.25f;
    for (int k = 0; k < 16; k++)
      x[k] = PEACH_FUNCTION(load_wide)(rows + k * peach_row_frames + frame);
    for (int k = 0; k < 4; k++) {
      p[k] = (x[k] - x[k + 4]) + (x[k + 8] - x[k + 12]);
      q[k] = (x[k] + x[k + 4]) - (x[k + 8] + x[k + 12]);
    }
    const PEACH_WIDE first = (p[0] - p[1]) + (p[2] - p[3]);
    const PEACH_WIDE second = (q[0] + q[1]) - (q[2] + q[3]);
    // Before the first line ends, what goes in is heard: it is as dense as it will be.
    PEACH_FUNCTION(store_wide_some)(left + frame, first + (fresh[0] - fresh[2]) * 2.0f, run);
    PEACH_FUNCTION(store_wide_some)(right + frame, second + (fresh[1] - fresh[3]) * 2.0f, run);
    for (int k = 0; k < 8; k++) {
      const PEACH_WIDE cosine = angles[k] + place * angles[k + 8];
      const PEACH_WIDE sine = angles[k + 16] + place * angles[k + 24];
      const PEACH_WIDE a = x[2 * k], b = x[2 * k + 1];
      x[2 * k] = a * cosine - b * sine;
      x[2 * k + 1] = b * cosine + a * sine;
    }
    for (int k = 0; k < 4; k++) half[k] = ((x[k] + x[k + 4]) + (x[k + 8] + x[k + 12])) * 0.5f;
    for (int k = 0; k < 4; k++) {
      float *to = lines + 4 * k * stride + frame;
      const PEACH_WIDE a = x[4 * k] - half[0], b = x[4 * k + 1] - half[1];
      const PEACH_WIDE c = x[4 * k + 2] - half[2], d = x[4 * k + 3] - half[3];
      const PEACH_WIDE total = ((a + b) + (c + d)) * 0.5f;
      const float sign = k == 0 || k == 3 ? 1.0f : -1.0f;
      const PEACH_WIDE u = fresh[k % 2] * sign, v = fresh[k % 2 + 1] * sign;
      const PEACH_WIDE w = fresh[(k % 2 + 2) % 4] * sign, y = fresh[(k % 2 + 3) % 4] * sign;
      PEACH_FUNCTION(store_wide_some)(to, (a - total) + u, run);
      PEACH_FUNCTION(store_wide_some)(to + stride, (b - total) + v, run);
      PEACH_FUNCTION(store_wide_some)(to + 2 * stride, (c - total) + w, run);
      PEACH_FUNCTION(store_wide_some)(to + 3 * stride, (d - total) + y, run);
    }
  }
}

// What comes into a reverb: its loudest frame, then the high-pass in place, and with a level on its
// way what goes on. `low` is what the high-pass remembers.
PEACH_ENTRY float PEACH_FUNCTION(enter)(
    float *input, float *sent, long count, long at, float level, float step, float *low, float kept,
    float coefficient, float loudest) {
#pragma clang fp contract(off)
  float state = *low;
  for (long frame = 0; frame < count; frame++) {
    const float x = input[frame], loud = __builtin_fabsf(x);
    loudest = loud > loudest ? loud : loudest;
    const float high = x - state;
    state = state * kept + x * coefficient;
    input[frame] = high;
    sent[frame] = high * (level + step * (float)(int)(at + frame));
  }
  *low = state;
  return loudest;
}

// The dense part and the first reflections, each left and behind it right, become one; `levels` are
// what each side has of its own and of the other, dense and early, and their steps.
PEACH_ENTRY void PEACH_FUNCTION(join)(
    float *dense, const float *early, long count, long at, const float *levels) {
#pragma clang fp contract(off)
  float *right = dense + peach_row_frames;
  for (long frame = 0; frame < count; frame += PEACH_LANES) {
    const PEACH_WIDE place = PEACH_FUNCTION(wide_places)(at + frame);
    const PEACH_WIDE x = PEACH_FUNCTION(load_wide)(dense + frame);
    const PEACH_WIDE y = PEACH_FUNCTION(load_wide)(right + frame);
    const PEACH_WIDE u = PEACH_FUNCTION(load_wide)(early + frame);
    const PEACH_WIDE v = PEACH_FUNCTION(load_wide)(early + peach_row_frames + frame);
    const PEACH_WIDE a = place * levels[1] + levels[0], b = place * levels[3] + levels[2];
    const PEACH_WIDE c = place * levels[5] + levels[4], d = place * levels[7] + levels[6];
    PEACH_FUNCTION(store_wide)(dense + frame, (x * a + y * b) + (u * c + v * d));
    PEACH_FUNCTION(store_wide)(right + frame, (y * a + x * b) + (v * c + u * d));
  }
}

// Adds what an effect gives, left and behind it right, to both sides; gives its loudest frame.
PEACH_ENTRY float PEACH_FUNCTION(leave)(
    const float *wet, long count, float *left, float *right, float loudest) {
#pragma clang fp contract(off)
  for (long frame = 0; frame < count; frame++) {
    const float x = wet[frame], y = wet[peach_row_frames + frame];
    const float loud = __builtin_fabsf(x) + __builtin_fabsf(y);
    loudest = loud > loudest ? loud : loudest;
    left[frame] = left[frame] + x;
    right[frame] = right[frame] + y;
  }
  return loudest;
}
