// The innermost loops of the voices, over vectors of eight numbers.
//
// Swift has no vector shuffles, and no way to compile a function for several kinds of processor
// within a package that others may depend on. These are plain C over the compiler's vectors, with
// neither a library nor an include of the system's.
#pragma once

#pragma clang assume_nonnull begin

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

// The processors that there are kernels for.
enum peach_width { peach_any_processor, peach_avx2, peach_avx512 };

// The kernels for one kind of processor.
typedef struct {
  // How many coefficients stand side by side in the tables of sincs: 4, or 8.
  long group;
  // `count` frames of a recording into a row, which has room for seven more. `phase` and `increment`
  // are frames of the recording as 32.32 fixed-point numbers.
  void (*cubic)(
      const float *frames, long long phase, long long increment, long count, float *row);
  void (*sinc_8)(
      const float *frames, const float *table, long long phase, long long increment, long count,
      float *row);
  void (*sinc_16)(
      const float *frames, const float *table, long long phase, long long increment, long count,
      float *row);
  void (*sinc_32)(
      const float *frames, const float *table, long long phase, long long increment, long count,
      float *row);
  void (*fade)(
      float *row, const float *former, long count, long passed, float perFrame);
  void (*mix)(
      const float *row, long count, long passed, float gainA, float stepA, float gainB,
      float stepB, float *sumA, float *sumB);
  void (*mix_sends)(
      const float *row, long count, long passed, float gainA, float stepA, float gainB,
      float stepB, float gainC, float stepC, float gainD, float stepD, float *sumA, float *sumB,
      float *sumC, float *sumD);
  void (*sum)(const float *_Nonnull const *_Nonnull rows, long row_count, long count, float *to);
  void (*filter_still)(float *rows, long stride, long count, float *state);
  void (*filter_moving)(float *rows, long stride, long count, float *state);
} peach_voice_kernels;

// The widest vectors that this processor has.
enum peach_width peach_widest(void);

// The kernels for processors that have at least these.
const peach_voice_kernels *peach_voice_kernels_for(enum peach_width width);

#pragma clang assume_nonnull end
