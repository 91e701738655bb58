// SIMD kernels of the voices: resampling, mixing, filtering and modulation. In C, because Swift has
// neither vector shuffles nor a way to compile a function for several instruction sets in a package
// that others depend on. Vector extensions only: no library, no system header.
#pragma once

#pragma clang assume_nonnull begin

// `SIMD4<Float>` in Swift.
typedef float peach_f32x4 __attribute__((ext_vector_type(4)));

// A voice's filter. The kernels load and store fields in groups of four and eight; layout.h checks
// their order.
typedef struct {
  // Coefficients; `bypass` is 0 for the filtered and 1 for the unfiltered signal.
  float a1, a2, a3, bypass;
  // The increments per frame of the coefficients.
  float a1_step, a2_step, a3_step, bypass_step;
  // Integrator states.
  float s1, s2;
  // The coefficients at the end of the ramp.
  float target_a1, target_a2, target_a3;
  // Used only by responses other than low-pass, which the kernels do not compute.
  float damping, damping_step, target_damping;
} peach_filter;

// The range and resolution of the table of filter tangents, in absolute cents.
enum {
  peach_cutoff_min_cents = 1500,
  peach_cutoff_max_cents = 13500,
  peach_cutoff_table_step_cents = 5
};

// A voice's predictable modulation: values at a reference frame, and how they change with time. The
// kernels load the doubles four at a time and the floats eight at a time; layout.h checks the
// order.
typedef struct {
  // LFO phases, in cycles, and increments, in cycles per frame.
  double vibrato_lfo_phase, vibrato_lfo_increment, mod_lfo_phase, mod_lfo_increment;
  // The unmodulated pitch, in octaves above the sample's; the modulation envelope and its slope.
  double octaves, envelope, envelope_step, unused;
  // Modulation depths on pitch, in octaves; the filter's damping.
  double vibrato_lfo_octaves, mod_lfo_octaves, envelope_octaves, damping;
  // The linear amplitude, the LFO's depth on it, and its decay per frame, both in octaves.
  float amplitude, mod_lfo_amplitude_octaves, decay_octaves;
  // The unmodulated cutoff and the modulation depths on it, in cents.
  float cutoff_cents, mod_lfo_cutoff_cents, envelope_cutoff_cents;
  float unused_a, unused_b;
} peach_modulation;

// The arrays of eight values in `pitches`, an output of `update_modulation`.
enum { peach_pitch_octaves, peach_pitch_ratio, peach_pitch_value_count };

// Instruction sets with specific kernels. arm64, and WebAssembly with relaxed SIMD, have kernels
// with FMA, which count as AVX2.
enum peach_simd_level { peach_baseline, peach_avx2, peach_avx512 };

// Resamples `count` frames into `buffer`, which needs room for fifteen more. `phase` and
// `increment` are positions in the sample, in 32.32 fixed point; `table` has sinc coefficients. The
// sample must be readable 16 frames before the first and after the last frame used.
typedef void peach_resampling_kernel(
    const float *frames, const float *table, long long phase, long long increment, long count,
    float *buffer);

// The frames after which the increment of a pitch ramp changes, and their binary logarithm.
enum { peach_ramp_step_shift = 5, peach_ramp_step_frames = 1 << peach_ramp_step_shift };

// Resamples `count` frames, a multiple of the above; the increment grows by `step` after each step.
typedef void peach_ramp_kernel(
    const float *frames, const float *table, long long phase, long long increment, long long step,
    long count, float *buffer);

// The kernels for one instruction set.
typedef struct {
  // The number of adjacent coefficients in sinc tables: 4 or 8, and always 4 with 8 taps.
  long coefficient_group;
  // `cubic` and `doubled` ignore the table. For `doubled`, frames and positions are those of a
  // sample of twice the rate, which must be readable 64 frames before the first and after the last.
  peach_resampling_kernel *cubic;
  peach_resampling_kernel *doubled;
  peach_resampling_kernel *sinc_8;
  peach_resampling_kernel *sinc_16;
  peach_resampling_kernel *sinc_32;
  // Crossfades from `previous` to `buffer`, in place, after `elapsed` of `1 / per_frame` frames.
  void (*crossfade)(
      float *buffer, const float *previous, long count, long elapsed, float per_frame);
  // Adds a voice buffer to both channels. Gains ramp from `gain`, their value `elapsed` frames ago,
  // by `step` per frame.
  void (*mix)(
      const float *buffer, long count, long elapsed, peach_f32x4 gain, peach_f32x4 step,
      float *left, float *right);
  // The same, with the sends of reverb and chorus.
  void (*mix_sends)(
      const float *buffer, long count, long elapsed, peach_f32x4 gain, peach_f32x4 step,
      float *left, float *right, float *reverb, float *chorus);
  // Sums buffers, in their order.
  void (*sum)(
      const float *_Nonnull const *_Nonnull buffers, long buffer_count, long count,
      float *destination);
  // Filters the buffers of 8 × `vector_count` voices in place, `vector_count` being 1 or 2.
  // Consecutive voices are `stride` floats apart.
  void (*filter)(
      float *buffers, long stride, long count, peach_filter *_Nonnull const *_Nonnull filters,
      int vector_count);
  // Evaluates the modulation of eight voices `elapsed` frames after their reference frame, and the
  // pitch `lead` frames earlier. If `filters` is given, ends their ramps and starts the next, of
  // `1 / per_frame` frames.
  void (*update_modulation)(
      const peach_modulation *_Nonnull const *_Nonnull voices, const double *elapsed, double lead,
      const double *tangents, double *pitches, float *amplitudes,
      peach_filter *_Nonnull const *_Nullable filters, float per_frame);
  // The same for pitch ramps.
  peach_ramp_kernel *cubic_ramp;
  peach_ramp_kernel *doubled_ramp;
  peach_ramp_kernel *sinc_8_ramp;
  peach_ramp_kernel *sinc_16_ramp;
  peach_ramp_kernel *sinc_32_ramp;
} peach_voice_kernels;

// Returns the best instruction set that processor and operating system support.
enum peach_simd_level peach_detect_simd_level(void);

// Returns the kernels for an instruction set, which the processor must support.
const peach_voice_kernels *peach_voice_kernels_for(enum peach_simd_level level);

#pragma clang assume_nonnull end
