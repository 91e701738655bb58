// SIMD kernels of reverb and chorus. Loops without feedback compute every frame on its own, so that
// the output does not depend on the number of lanes or on how a block is split. `offset` is the
// offset of the first frame within its control block; a ramped parameter is a value at the start of
// the block and a step per frame.
#pragma once

#include "voice-kernels.h"

#pragma clang assume_nonnull begin

enum {
  // The delay lines of the reverb.
  peach_line_count = 16,
  // The frames between two delay lines, at least the lanes of a vector.
  peach_line_gap = 16,
  // The size of a control block, and the distance between its buffers, in frames.
  peach_block_frames = 64
};

// The one-pole absorption filters of the reverb's delay lines.
typedef struct {
  float gain[16], gain_step[16], pole[16], pole_step[16], state[16];
} peach_absorption_filters;

// The rotation of eight pairs of delay lines: cosine and sine of each angle.
typedef struct {
  float cosine[8], cosine_step[8], sine[8], sine_step[8];
} peach_rotation_angles;

// The direct and crossed levels of late reverb and early reflections.
typedef struct {
  float late_direct, late_direct_step, late_cross, late_cross_step;
  float early_direct, early_direct_step, early_cross, early_cross_step;
} peach_reverb_levels;

// The state of a chorus of four voices.
typedef struct {
  // Each voice's delay over the control block: an integer offset and a cubic polynomial, in frames.
  int whole[4];
  float constant[4], linear[4], quadratic[4], cubic[4];
  // Ramps. The first and second gain are those of the voices on each channel.
  float feedback, feedback_step, first_gain, first_gain_step, second_gain, second_gain_step;
  float reverb_send, reverb_send_step;
  // The high-pass: its low-pass state, its pole, and 1 − pole.
  float lowpass_state, pole, coefficient;
  // The peak of input and output so far.
  float peak;
} peach_chorus_state;

// The kernels for one instruction set.
typedef struct {
  void (*diffuse)(
      const float *input, float *outputs, float *lines, long stride, const int *lengths,
      long write_index, long count, long offset, float gain, float step);
  void (*reflections)(
      const float *line, const int *read_indices, long count, const float *left_gains,
      const float *right_gains, float *delayed, float *left, float *right);
  void (*absorb)(
      const float *memory, const int *read_indices, float *buffers, long count, long offset,
      peach_absorption_filters *filters, int is_ramping);
  void (*mix_lines)(
      float *buffers, const float *input, const peach_rotation_angles *angles, float *lines,
      long stride, long count, long offset, float *left, float *right);
  float (*filter_input)(
      float *input, float *send, long count, long offset, float level, float step,
      float *lowpass_state, float pole, float coefficient);
  void (*mix_early_late)(
      float *late, const float *early, long count, long offset, const peach_reverb_levels *levels);
  float (*add_wet)(const float *wet, long count, float *left, float *right);
  void (*chorus)(
      float *line, long mask, long write_index, const float *input, long count, long offset,
      peach_chorus_state *chorus, float *left, float *right, float *reverb);
} peach_effect_kernels;

// Returns the kernels for an instruction set, which the processor must support.
const peach_effect_kernels *peach_effect_kernels_for(enum peach_simd_level level);

#pragma clang assume_nonnull end
