// Read once for each kind of processor; see voice-kernels.c. PEACH_TARGET is what to compile for,
// PEACH_FUNCTION a function's name there.

// Reads `count` frames into a row, which has room for seven more. `phase` and `increment` are
// frames of the recording as 32.32 fixed-point numbers. What the voice will read in the next
// stretch is fetched meanwhile: until then other voices have their turn, and memory has time.
#define PEACH_READ(eight)                                            \
  const float *ahead = frames + ((64 * increment) >> 32);            \
  long long p = phase;                                               \
  PEACH_FUNCTION(steps) s = PEACH_FUNCTION(multiples)(increment, 8); \
  peach_u8 fractions = s.fractions + (unsigned)p;                    \
  for (; count >= 8; count -= 8) {                                   \
    __builtin_prefetch(ahead + (p >> 32));                           \
    PEACH_FUNCTION(store)(row, eight);                               \
    row += 8;                                                        \
    p += 8 * increment;                                              \
    PEACH_HIDE(p);                                                   \
    fractions += s.on;                                               \
  }                                                                  \
  if (count == 0) return;                                            \
  s = PEACH_FUNCTION(multiples)(increment, count);                   \
  PEACH_FUNCTION(store)(row, eight);

PEACH_ENTRY void PEACH_FUNCTION(cubic)(
    const float *frames, long long phase, long long increment, long count, float *row) {
#if PEACH_LANES == 16
  const long wide = PEACH_FUNCTION(wide_cubic)(frames, phase, increment, count, row);
  if (wide == count) return;
  phase += wide * increment;
  count -= wide;
  row += wide;
#endif
  PEACH_READ(PEACH_FUNCTION(cubic_eight)(frames, p, fractions, s))
}

PEACH_ENTRY void PEACH_FUNCTION(sinc_8)(
    const float *frames, const float *table, long long phase, long long increment, long count,
    float *row) {
  PEACH_READ(PEACH_FUNCTION(sinc_eight)(frames, table, p, fractions, s, 8))
}

#if PEACH_LANES == 16
#define PEACH_WIDE_SINC PEACH_FUNCTION(wide_sinc_eight)
#else
#define PEACH_WIDE_SINC PEACH_FUNCTION(sinc_eight)
#endif
PEACH_ENTRY void PEACH_FUNCTION(sinc_16)(
    const float *frames, const float *table, long long phase, long long increment, long count,
    float *row) {
  PEACH_READ(PEACH_WIDE_SINC(frames, table, p, fractions, s, 16))
}

PEACH_ENTRY void PEACH_FUNCTION(sinc_32)(
    const float *frames, const float *table, long long phase, long long increment, long count,
    float *row) {
  PEACH_READ(PEACH_WIDE_SINC(frames, table, p, fractions, s, 32))
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
  // Whole numbers, of which a sum of few is exact.
  PEACH_WIDE places = PEACH_FUNCTION(wide_places)(passed);
  // Four numbers side by side go two operations sooner to the known end; wider ones take longer so.
  const long end = count & -(long)PEACH_LANES;
  for (; PEACH_NARROW ? done < end : done + PEACH_LANES <= count; done += PEACH_LANES) {
    const PEACH_WIDE place = places;
    places = places + PEACH_LANES;
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

// Where there is no AVX, only what lies at multiples of sixteen bytes can be added from where it
// is, without being loaded first. Sums do, unless a block begins anywhere.
#if PEACH_NARROW && defined(__x86_64__)
#define PEACH_LIE_WELL(a, b) ((((unsigned long long)(a) | (unsigned long long)(b)) & 15) == 0)
#else
#define PEACH_LIE_WELL(a, b) 0
#endif
#define PEACH_WELL(sum) __builtin_assume_aligned(sum, 16)

PEACH_PART void PEACH_FUNCTION(mix_sides)(
    const float *row, long count, long passed, peach_four gain, peach_four step,
    float *const *sums) {
  if (step[0] != 0 || step[1] != 0) {
    PEACH_FUNCTION(add)(row, count, passed, gain, step, sums, 2, 1);
  } else {
    PEACH_FUNCTION(add)(row, count, passed, gain, step, sums, 2, 0);
  }
}

// The two stereo sides.
PEACH_ENTRY void PEACH_FUNCTION(mix)(
    const float *row, long count, long passed, peach_four gain, peach_four step, float *sumA,
    float *sumB) {
  if (PEACH_LIE_WELL(sumA, sumB)) {
    float *const sums[] = {PEACH_WELL(sumA), PEACH_WELL(sumB)};
    PEACH_FUNCTION(mix_sides)(row, count, passed, gain, step, sums);
  } else {
    float *const sums[] = {sumA, sumB};
    PEACH_FUNCTION(mix_sides)(row, count, passed, gain, step, sums);
  }
}

PEACH_PART void PEACH_FUNCTION(mix_all)(
    const float *row, long count, long passed, peach_four gain, peach_four step,
    float *const *sums) {
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

// The two stereo sides and what is sent to two effects, of which the second is often none.
PEACH_ENTRY void PEACH_FUNCTION(mix_sends)(
    const float *row, long count, long passed, peach_four gain, peach_four step, float *sumA,
    float *sumB, float *sumC, float *sumD) {
  if (PEACH_LIE_WELL(sumA, sumB) && PEACH_LIE_WELL(sumC, sumD)) {
    float *const sums[] = {
        PEACH_WELL(sumA), PEACH_WELL(sumB), PEACH_WELL(sumC), PEACH_WELL(sumD)};
    PEACH_FUNCTION(mix_all)(row, count, passed, gain, step, sums);
  } else {
    float *const sums[] = {sumA, sumB, sumC, sumD};
    PEACH_FUNCTION(mix_all)(row, count, passed, gain, step, sums);
  }
}
#undef PEACH_LIE_WELL
#undef PEACH_WELL

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
