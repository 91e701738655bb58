// All voice kernels, compiled once per instruction set by voice-kernels.c; here, the loops of
// resampling, crossfading and mixing.
#include "vector-body.h"
#include "phases-body.h"
#include "cubic-kernel-body.h"
#include "doubled-kernel-body.h"
#include "sinc-kernel-body.h"
#if PEACH_LANES == 16
#include "sinc-kernel-512-body.h"
#endif
#include "modulation-kernel-body.h"
#include "filter-kernel-body.h"

// Starts resampling at `phase`.
#define PEACH_BEGIN_RESAMPLING()                                               \
  const float *ahead = frames + ((64 * increment) >> 32);                      \
  long long p = phase;                                                         \
  PEACH_FUNCTION(phase_steps) s = PEACH_FUNCTION(make_phase_steps)(increment); \
  peach_u32x8 fractions = s.fractions + (unsigned)p;

// Resamples eight frames, which `block` computes at the phases `q`. Prefetches sample data of the
// voice's next control block, because others are computed first. `keep` is PEACH_KEEP_IN_LOOP or
// PEACH_HOIST.
#define PEACH_RESAMPLE_VECTOR(keep, block)                            \
  __builtin_prefetch(ahead + (p >> 32));                              \
  keep(s.increment);                                                  \
  keep(s.triple);                                                     \
  const PEACH_FUNCTION(phases) q = PEACH_FUNCTION(make_phases)(p, s); \
  PEACH_FUNCTION(store)(buffer, block);                               \
  buffer += 8;                                                        \
  count -= 8;                                                         \
  p += 8 * s.increment;                                               \
  PEACH_OPTIMIZER_HIDE_VAR(p);                                        \
  fractions += s.fraction_step;

// Resamples `count` frames into `buffer`.
#define PEACH_RESAMPLE(keep, block)                                               \
  PEACH_BEGIN_RESAMPLING()                                                        \
  while (count >= 8) {                                                            \
    PEACH_RESAMPLE_VECTOR(keep, block)                                            \
  }                                                                               \
  if (count == 0) return;                                                         \
  const PEACH_FUNCTION(phases) q = PEACH_FUNCTION(make_last_phases)(p, s, count); \
  PEACH_FUNCTION(store)(buffer, block);

PEACH_KERNEL void PEACH_FUNCTION(cubic)(
    const float *frames, const float *table, long long phase, long long increment, long count,
    float *buffer) {
  (void)table;
#if PEACH_LANES == 16
  const long done = PEACH_FUNCTION(cubic_512)(
      frames, phase, PEACH_FUNCTION(make_phase_offsets)(increment), increment, count, buffer);
  if (done == count) return;
  phase += done * increment;
  count -= done;
  buffer += done;
#endif
  PEACH_RESAMPLE(PEACH_HOIST, PEACH_FUNCTION(cubic_x8)(frames, q, fractions, s))
}

#define PEACH_SINC(taps, block)                                                                \
  PEACH_KERNEL void PEACH_FUNCTION(sinc_##taps)(                                               \
      const float *frames, const float *table, long long phase, long long increment,           \
      long count, float *buffer) {                                                             \
    PEACH_RESAMPLE(                                                                            \
        PEACH_KEEP_IN_LOOP, PEACH_FUNCTION(block)(frames, table, q, fractions, s, taps))       \
  }
PEACH_SINC(8, sinc_x8)
#if PEACH_LANES == 16
PEACH_SINC(16, sinc_512_x8)
PEACH_SINC(32, sinc_512_x8)
#else
PEACH_SINC(16, sinc_x8)
PEACH_SINC(32, sinc_x8)
#endif
#undef PEACH_RESAMPLE
#undef PEACH_SINC

// Resamples `count` frames at a constant increment, a multiple of eight.
PEACH_INLINE void PEACH_FUNCTION(cubic_vectors)(
    const float *frames, long long phase, long long increment, long count, float *buffer) {
  PEACH_BEGIN_RESAMPLING()
  while (count > 0) {
    PEACH_RESAMPLE_VECTOR(PEACH_HOIST, PEACH_FUNCTION(cubic_x8)(frames, q, fractions, s))
  }
}

// Writes up to seven frames more, for which it reads the sample. Compiled once for both kernels.
__attribute__((noinline)) PEACH_KERNEL void PEACH_FUNCTION(doubled_vectors)(
    const float *frames, long long phase, long long increment, long count, float *buffer) {
  PEACH_BEGIN_RESAMPLING()
  while (count > 0) {
    PEACH_RESAMPLE_VECTOR(PEACH_HOIST, PEACH_FUNCTION(doubled_x8)(frames, q, fractions))
  }
}

PEACH_KERNEL void PEACH_FUNCTION(doubled)(
    const float *frames, const float *table, long long phase, long long increment, long count,
    float *buffer) {
  (void)table;
#if PEACH_LANES == 16
  const PEACH_FUNCTION(phase_offsets) offsets = PEACH_FUNCTION(make_phase_offsets)(increment);
  if (PEACH_FUNCTION(doubled_512)(frames, phase, offsets, increment, count, buffer)) return;
#endif
  // Seven frames more are within the margin of the sample, unless the increment is large.
  const long whole = increment <= 4LL << 32 ? count : count & -8L;
  PEACH_FUNCTION(doubled_vectors)(frames, phase, increment, whole, buffer);
  for (long frame = whole; frame < count; frame++)
    PEACH_FUNCTION(doubled_vectors)(frames, phase + frame * increment, 0, 1, buffer + frame);
}

// Calls a kernel for every step of a ramp; `wide` interpolates sixteen frames at a time if it can.
#if PEACH_LANES == 16
#define PEACH_RAMP_STEPS(wide, narrow)                                                       \
  PEACH_FUNCTION(phase_offsets) offsets = PEACH_FUNCTION(make_phase_offsets)(increment);     \
  const PEACH_FUNCTION(phase_offsets) steps = PEACH_FUNCTION(make_phase_offsets)(step);      \
  for (; count > 0; count -= peach_ramp_step_frames) {                                       \
    if (!PEACH_FUNCTION(wide)(                                                               \
            frames, phase, offsets, increment, peach_ramp_step_frames, buffer))              \
      PEACH_FUNCTION(narrow)(frames, phase, increment, peach_ramp_step_frames, buffer);      \
    offsets.low += steps.low;                                                                \
    offsets.high += steps.high;                                                              \
    phase += peach_ramp_step_frames * increment;                                             \
    increment += step;                                                                       \
    buffer += peach_ramp_step_frames;                                                        \
  }
#else
#define PEACH_RAMP_STEPS(wide, narrow)                                                       \
  for (; count > 0; count -= peach_ramp_step_frames) {                                       \
    PEACH_FUNCTION(narrow)(frames, phase, increment, peach_ramp_step_frames, buffer);        \
    phase += peach_ramp_step_frames * increment;                                             \
    increment += step;                                                                       \
    buffer += peach_ramp_step_frames;                                                        \
  }
#endif

PEACH_KERNEL void PEACH_FUNCTION(cubic_ramp)(
    const float *frames, const float *table, long long phase, long long increment, long long step,
    long count, float *buffer) {
  (void)table;
  PEACH_RAMP_STEPS(cubic_512, cubic_vectors)
}

PEACH_KERNEL void PEACH_FUNCTION(doubled_ramp)(
    const float *frames, const float *table, long long phase, long long increment, long long step,
    long count, float *buffer) {
  (void)table;
  PEACH_RAMP_STEPS(doubled_512, doubled_vectors)
}
#undef PEACH_RAMP_STEPS

// Resamples `count` frames into `buffer`; see peach_ramp_kernel.
#define PEACH_RESAMPLE_RAMP(block)                                                   \
  PEACH_BEGIN_RESAMPLING()                                                           \
  const PEACH_FUNCTION(phase_steps) change = PEACH_FUNCTION(make_phase_steps)(step); \
  while (count > 0) {                                                                \
    PEACH_RESAMPLE_VECTOR(PEACH_KEEP_IN_LOOP, block)                                 \
    if (count % peach_ramp_step_frames != 0) continue;                               \
    s.increment += change.increment;                                                 \
    s.triple += change.triple;                                                       \
    fractions += change.fractions;                                                   \
    s.fraction_step += change.fraction_step;                                         \
  }

#define PEACH_SINC_RAMP(taps, block)                                                           \
  PEACH_KERNEL void PEACH_FUNCTION(sinc_##taps##_ramp)(                                        \
      const float *frames, const float *table, long long phase, long long increment,           \
      long long step, long count, float *buffer) {                                             \
    PEACH_RESAMPLE_RAMP(PEACH_FUNCTION(block)(frames, table, q, fractions, s, taps))           \
  }
PEACH_SINC_RAMP(8, sinc_x8)
#if PEACH_LANES == 16
PEACH_SINC_RAMP(16, sinc_512_x8)
PEACH_SINC_RAMP(32, sinc_512_x8)
#else
PEACH_SINC_RAMP(16, sinc_x8)
PEACH_SINC_RAMP(32, sinc_x8)
#endif
#undef PEACH_RESAMPLE_RAMP
#undef PEACH_RESAMPLE_VECTOR
#undef PEACH_BEGIN_RESAMPLING
#undef PEACH_SINC_RAMP

PEACH_KERNEL void PEACH_FUNCTION(crossfade)(
    float *buffer, const float *previous, long count, long elapsed, float per_frame) {
#pragma clang fp contract(off)
  for (long frame = 0; frame < count; frame++) {
    const float fraction = (float)(int)(elapsed + frame) * per_frame;
    buffer[frame] = PEACH_FMA(buffer[frame] - previous[frame], fraction, previous[frame]);
  }
}

// Adds a buffer to `channels` channels. Gains ramp from `gain`, their value `elapsed` frames ago,
// by `step` per frame.
PEACH_INLINE void PEACH_FUNCTION(mix_channels)(
    const float *buffer, long count, long elapsed, peach_f32x4 gain, peach_f32x4 step,
    float *const *outputs, int channels, int is_ramping) {
#pragma clang fp contract(off)
  long done = 0;
  // Integers, whose sums are exact in single precision.
  PEACH_VECTOR next_offsets = PEACH_FUNCTION(vector_block_offsets)(elapsed);
  // Comparing with a precomputed end saves two operations in 128-bit kernels; others are slower so.
  const long end = count & -(long)PEACH_LANES;
  for (; PEACH_SIMD128 ? done < end : done + PEACH_LANES <= count; done += PEACH_LANES) {
    const PEACH_VECTOR offsets = next_offsets;
    next_offsets = next_offsets + PEACH_LANES;
    const PEACH_VECTOR x = PEACH_FUNCTION(load_vector)(buffer + done);
    PEACH_VECTOR mixed[4];
    for (int channel = 0; channel < channels; channel++) {
      const PEACH_VECTOR sum = PEACH_FUNCTION(load_vector)(outputs[channel] + done);
      const PEACH_VECTOR start = gain[channel], slope = step[channel];
      mixed[channel] = PEACH_FMA(x, is_ramping ? PEACH_FMA(offsets, slope, start) : start, sum);
    }
    for (int channel = 0; channel < channels; channel++)
      PEACH_FUNCTION(store_vector)(outputs[channel] + done, mixed[channel]);
  }
  // The scalar tail.
  for (; done < count; done++) {
    const float offset = (float)(int)(elapsed + done);
    for (int channel = 0; channel < channels; channel++)
      outputs[channel][done] = PEACH_FMA(
          buffer[done], PEACH_FMA(offset, step[channel], gain[channel]), outputs[channel][done]);
  }
}

// Without AVX, a memory operand of an addition must be aligned to 16 bytes. Outputs are, unless a
// block starts at an odd frame.
#if PEACH_SIMD128 && defined(__x86_64__)
#define PEACH_ALIGNED16(a, b) ((((unsigned long long)(a) | (unsigned long long)(b)) & 15) == 0)
#else
#define PEACH_ALIGNED16(a, b) 0
#endif
#define PEACH_ASSUME_ALIGNED16(output) __builtin_assume_aligned(output, 16)

PEACH_INLINE void PEACH_FUNCTION(mix_stereo)(
    const float *buffer, long count, long elapsed, peach_f32x4 gain, peach_f32x4 step,
    float *const *outputs) {
  if (step[0] != 0 || step[1] != 0) {
    PEACH_FUNCTION(mix_channels)(buffer, count, elapsed, gain, step, outputs, 2, 1);
  } else {
    PEACH_FUNCTION(mix_channels)(buffer, count, elapsed, gain, step, outputs, 2, 0);
  }
}

PEACH_KERNEL void PEACH_FUNCTION(mix)(
    const float *buffer, long count, long elapsed, peach_f32x4 gain, peach_f32x4 step, float *left,
    float *right) {
  if (PEACH_ALIGNED16(left, right)) {
    float *const outputs[] = {PEACH_ASSUME_ALIGNED16(left), PEACH_ASSUME_ALIGNED16(right)};
    PEACH_FUNCTION(mix_stereo)(buffer, count, elapsed, gain, step, outputs);
  } else {
    float *const outputs[] = {left, right};
    PEACH_FUNCTION(mix_stereo)(buffer, count, elapsed, gain, step, outputs);
  }
}

// Skips the chorus send, the fourth channel, if it is silent, which is common.
PEACH_INLINE void PEACH_FUNCTION(mix_stereo_and_sends)(
    const float *buffer, long count, long elapsed, peach_f32x4 gain, peach_f32x4 step,
    float *const *outputs) {
  const int is_ramping = step[0] != 0 || step[1] != 0 || step[2] != 0 || step[3] != 0;
  const int skips_chorus = gain[3] == 0 && step[3] == 0;
  if (is_ramping && skips_chorus) {
    PEACH_FUNCTION(mix_channels)(buffer, count, elapsed, gain, step, outputs, 3, 1);
  } else if (is_ramping) {
    PEACH_FUNCTION(mix_channels)(buffer, count, elapsed, gain, step, outputs, 4, 1);
  } else if (skips_chorus) {
    PEACH_FUNCTION(mix_channels)(buffer, count, elapsed, gain, step, outputs, 3, 0);
  } else {
    PEACH_FUNCTION(mix_channels)(buffer, count, elapsed, gain, step, outputs, 4, 0);
  }
}

PEACH_KERNEL void PEACH_FUNCTION(mix_sends)(
    const float *buffer, long count, long elapsed, peach_f32x4 gain, peach_f32x4 step, float *left,
    float *right, float *reverb, float *chorus) {
  if (PEACH_ALIGNED16(left, right) && PEACH_ALIGNED16(reverb, chorus)) {
    float *const outputs[] = {
        PEACH_ASSUME_ALIGNED16(left), PEACH_ASSUME_ALIGNED16(right),
        PEACH_ASSUME_ALIGNED16(reverb), PEACH_ASSUME_ALIGNED16(chorus)};
    PEACH_FUNCTION(mix_stereo_and_sends)(buffer, count, elapsed, gain, step, outputs);
  } else {
    float *const outputs[] = {left, right, reverb, chorus};
    PEACH_FUNCTION(mix_stereo_and_sends)(buffer, count, elapsed, gain, step, outputs);
  }
}
#undef PEACH_ALIGNED16
#undef PEACH_ASSUME_ALIGNED16

PEACH_KERNEL void PEACH_FUNCTION(sum)(
    const float *const *buffers, long buffer_count, long count, float *destination) {
#pragma clang fp contract(off)
  long done = 0;
  for (; done + PEACH_LANES <= count; done += PEACH_LANES) {
    PEACH_VECTOR sum = {0};
    for (long k = 0; k < buffer_count; k++)
      sum = sum + PEACH_FUNCTION(load_vector)(buffers[k] + done);
    PEACH_FUNCTION(store_vector)(destination + done, sum);
  }
  for (; done < count; done++) {
    float sum = 0;
    for (long k = 0; k < buffer_count; k++) sum = sum + buffers[k][done];
    destination[done] = sum;
  }
}

static const peach_voice_kernels PEACH_FUNCTION(voice_kernels) = {
    .coefficient_group = PEACH_GROUP,
    .cubic = PEACH_FUNCTION(cubic),
    .doubled = PEACH_FUNCTION(doubled),
    .sinc_8 = PEACH_FUNCTION(sinc_8),
    .sinc_16 = PEACH_FUNCTION(sinc_16),
    .sinc_32 = PEACH_FUNCTION(sinc_32),
    .crossfade = PEACH_FUNCTION(crossfade),
    .mix = PEACH_FUNCTION(mix),
    .mix_sends = PEACH_FUNCTION(mix_sends),
    .sum = PEACH_FUNCTION(sum),
    .filter = PEACH_FUNCTION(filter),
    .update_modulation = PEACH_FUNCTION(update_modulation),
    .cubic_ramp = PEACH_FUNCTION(cubic_ramp),
    .doubled_ramp = PEACH_FUNCTION(doubled_ramp),
    .sinc_8_ramp = PEACH_FUNCTION(sinc_8_ramp),
    .sinc_16_ramp = PEACH_FUNCTION(sinc_16_ramp),
    .sinc_32_ramp = PEACH_FUNCTION(sinc_32_ramp),
};
#undef PEACH_TARGET
#undef PEACH_FUNCTION
