// The innermost loops of the voices, over vectors of eight numbers.
//
// Swift has no vector shuffles, and no way to compile a function for several kinds of processor
// within a package that others may depend on. These are plain C over the compiler's vectors, with
// neither a library nor an include of the system's.
#pragma once

#pragma clang assume_nonnull begin

// Four numbers side by side; `SIMD4<Float>` in Swift.
typedef float peach_four __attribute__((ext_vector_type(4)));

// The filter of a voice: its coefficients, of which `dry` is 0 where it is heard and 1 where it is
// bypassed; what is added to each every frame; what it remembers; and where the coefficients are to
// end. Filters that are no low-pass, which the kernels do not compute, have a damping.
typedef struct {
  float a1, a2, a3, dry;
  float a1_step, a2_step, a3_step, dry_step;
  float first_state, second_state;
  float target_a1, target_a2, target_a3;
  float damping, damping_step, target_damping;
} peach_filter;

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

// The rows of numbers that say how high eight voices are.
enum { peach_moved_octaves, peach_moved_ratio, peach_moved_pitch_rows };

// The processors that there are kernels for. WebAssembly with relaxed operations, four numbers side by
// side, counts as what is next to any processor.
enum peach_width { peach_any_processor, peach_avx2, peach_avx512 };

// The kernels for one kind of processor.
typedef struct {
  // How many coefficients stand side by side in the tables of sincs of 16 and 32 taps: 4, or 8. In
  // those of 8 taps there are 4.
  long group;
  // `count` frames of a recording into a row, which has room for seven more. `phase` and `increment`
  // are frames of the recording as 32.32 fixed-point numbers. Sixteen more frames of it lie on both
  // sides of each that is read, and may be read.
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
  // A row into the two stereo sides, each with a gain that was `gain` `passed` frames ago and is `step`
  // more each frame.
  void (*mix)(
      const float *row, long count, long passed, peach_four gain, peach_four step, float *sumA,
      float *sumB);
  // The same, and into what is sent to two effects, of which the second is often none.
  void (*mix_sends)(
      const float *row, long count, long passed, peach_four gain, peach_four step, float *sumA,
      float *sumB, float *sumC, float *sumD);
  void (*sum)(const float *_Nonnull const *_Nonnull rows, long row_count, long count, float *to);
  // The rows of sixteen voices, which lie `stride` apart, by their filters; or, where `eights` is 1
  // and not 2, of the first eight.
  void (*filter)(
      float *rows, long stride, long count, peach_filter *_Nonnull const *_Nonnull filters,
      int eights);
  // Eight voices after the frames that have `passed`, their pitch `ahead` frames before that. Where
  // there are `filters`, these have come to where they were to go, and set out for where they are to
  // be after as many frames as `per_frame` is a part of.
  void (*move)(
      const peach_motion *_Nonnull const *_Nonnull voices, const double *passed, double ahead,
      const double *tangents, double *pitches, float *amplitudes,
      peach_filter *_Nonnull const *_Nullable filters, float per_frame);
} peach_voice_kernels;

// The widest vectors that this processor has.
enum peach_width peach_widest(void);

// The kernels for processors that have at least these.
const peach_voice_kernels *peach_voice_kernels_for(enum peach_width width);

#pragma clang assume_nonnull end
