// The innermost loops of the voices, over vectors of eight numbers.
//
// Swift has no vector shuffles, and no way to compile a function for several kinds of processor
// within a package that others may depend on. These are plain C over the compiler's vectors, with
// neither a library nor an include of the system's.
#pragma once

#pragma clang assume_nonnull begin

// The rows of numbers that a filter batch consists of, sixteen voices each.
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

// How the table of the filters' tangents lies: for a cutoff's absolute cents.
enum { peach_lowest_cents = 1500, peach_highest_cents = 13500, peach_cents_per_tangent = 5 };

// Where everything about a voice begins, and what moves it: straight lines and triangles of time.
typedef struct {
  // The oscillators' turns, and how many more there are in a frame.
  double vibrato_turn, vibrato_step, swing_turn, swing_step;
  // Octaves that the recording is raised at rest; the modulation envelope, and its slope; the rest.
  double octaves, envelope, envelope_step, unused;
  // Octaves that each of the three moves it. The filter's damping.
  double vibrato_octaves, swing_octaves, envelope_octaves, damping;
  // The amplitude; octaves that it swings, and falls in a frame; cents of cutoff, and what the
  // oscillator and the envelope move it.
  float floats[8];
} peach_motion;

// The rows of numbers that say where eight voices are.
enum { peach_moved_octaves, peach_moved_ratio, peach_moved_pitch_rows };
enum {
  peach_moved_amplitude,
  peach_moved_a1,
  peach_moved_a2,
  peach_moved_a3,
  peach_moved_level_rows
};

// The processors that there are kernels for.
enum peach_width { peach_any_processor, peach_avx2, peach_avx512 };

// The kernels for one kind of processor.
typedef struct {
  // How many coefficients stand side by side in the tables of sincs of 16 and 32 taps: 4, or 8. In
  // those of 8 taps there are 4.
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
  // Sixteen filters, or the first eight of them: `eights` is 2 or 1.
  void (*filter_still)(float *rows, long stride, long count, float *state, int eights);
  void (*filter_moving)(float *rows, long stride, long count, float *state, int eights);
  // Eight voices after the frames that have `passed`, their pitch `ahead` frames before that.
  void (*move)(
      const peach_motion *_Nonnull const *_Nonnull voices, const double *passed, double ahead,
      const double *tangents, double *pitches, float *levels, int filters);
} peach_voice_kernels;

// The widest vectors that this processor has.
enum peach_width peach_widest(void);

// The kernels for processors that have at least these.
const peach_voice_kernels *peach_voice_kernels_for(enum peach_width width);

#pragma clang assume_nonnull end
