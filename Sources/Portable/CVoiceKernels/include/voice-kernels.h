// The innermost loops of the voices, over vectors of eight numbers.
//
// Swift has no vector shuffles, and no way to compile a function for several kinds of processor
// within a package that others may depend on. These are plain C over the compiler's vectors, with
// neither a library nor an include of the system's.
#pragma once

// The rows of numbers that a filter batch consists of, eight voices each.
enum {
  peach_filter_a1,
  peach_filter_a2,
  peach_filter_a3,
  peach_filter_dry,
  peach_filter_a1_step,
  peach_filter_a2_step,
  peach_filter_a3_step,
  peach_filter_dry_step,
  peach_filter_first_state,
  peach_filter_second_state,
  peach_filter_rows
};

// `count` frames of a recording into a row, which has room for seven more. `phase` and `increment`
// are frames of the recording as 32.32 fixed-point numbers.
#define PEACH_DECLARE(processor)                                                                  \
  void peach_cubic_##processor(                                                                   \
      const float *frames, long long phase, long long increment, long count, float *row);         \
  void peach_sinc_8_##processor(                                                                  \
      const float *frames, const float *table, long long phase, long long increment, long count,  \
      float *row);                                                                                \
  void peach_sinc_16_##processor(                                                                 \
      const float *frames, const float *table, long long phase, long long increment, long count,  \
      float *row);                                                                                \
  void peach_sinc_32_##processor(                                                                 \
      const float *frames, const float *table, long long phase, long long increment, long count,  \
      float *row);                                                                                \
  void peach_fade_##processor(                                                                    \
      float *row, const float *former, long count, long passed, float perFrame);                  \
  void peach_mix_##processor(                                                                     \
      const float *row, long count, long passed, float gainA, float stepA, float gainB,           \
      float stepB, float *sumA, float *sumB);                                                     \
  void peach_mix_sends_##processor(                                                               \
      const float *row, long count, long passed, float gainA, float stepA, float gainB,           \
      float stepB, float gainC, float stepC, float gainD, float stepD, float *sumA, float *sumB,  \
      float *sumC, float *sumD);                                                                  \
  void peach_filter_still_##processor(float *rows, long stride, long count, float *state);        \
  void peach_filter_moving_##processor(float *rows, long stride, long count, float *state);

PEACH_DECLARE(baseline)
#if defined(__x86_64__)
PEACH_DECLARE(avx2)
int peach_has_avx2(void);
#endif
#undef PEACH_DECLARE
