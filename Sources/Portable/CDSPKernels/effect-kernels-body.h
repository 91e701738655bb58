// All effect kernels, compiled once per instruction set by effect-kernels.c; here, the reverb's.
#include "vector-body.h"

// Writes the first `run` frames of a vector to a delay line, and those of its first frames to its
// gap, so that vectors that wrap around are contiguous there.
PEACH_INLINE void PEACH_FUNCTION(write_line)(
    float *line, long capacity, long index, PEACH_VECTOR frames, long run) {
  if (run == PEACH_LANES && index >= peach_line_gap && index + PEACH_LANES <= capacity) {
    PEACH_FUNCTION(store_vector)(line + index, frames);
    return;
  }
  for (long k = 0; k < run; k++) {
    const long at = (index + k) & (capacity - 1);
    line[at] = frames[k];
    if (at < peach_line_gap) line[at + capacity] = frames[k];
  }
}

// Four chains of four Schroeder all-passes: chain `k` filters the input by lines `k`, `k` + 4, … of
// the given lengths, the first of which is the shortest.
PEACH_KERNEL void PEACH_FUNCTION(diffuse)(
    const float *input, float *outputs, float *lines, long stride, const int *lengths,
    long write_index, long count, long offset, float gain, float step) {
#pragma clang fp contract(off)
  const long capacity = stride - peach_line_gap;
  const long longest_run = lengths[0] < PEACH_LANES ? lengths[0] : PEACH_LANES;
  long run;
  for (long frame = 0; frame < count; frame += run) {
    run = count - frame < longest_run ? count - frame : longest_run;
    const long index = (write_index + frame) & (capacity - 1);
    const PEACH_VECTOR g = PEACH_FUNCTION(vector_block_offsets)(offset + frame) * step + gain;
    PEACH_NO_UNROLL
    for (int chain = 0; chain < 4; chain++) {
      PEACH_VECTOR x = PEACH_FUNCTION(load_vector)(input + frame);
      PEACH_NO_UNROLL
      for (int k = chain; k < 16; k += 4) {
        float *line = lines + k * stride;
        const PEACH_VECTOR before =
            PEACH_FUNCTION(load_vector)(line + ((index - lengths[k]) & (capacity - 1)));
        // Adding and subtracting 1e-18 flushes denormals.
        const PEACH_VECTOR in = (x - before * g + 1e-18f) - 1e-18f;
        PEACH_FUNCTION(write_line)(line, capacity, index, in, run);
        x = in * g + before;
      }
      PEACH_FUNCTION(store_vector_partial)(outputs + chain * peach_block_frames + frame, x, run);
    }
  }
}

// Reads eight early reflections with a gain per channel, and copies a ninth tap to `delayed`.
PEACH_KERNEL void PEACH_FUNCTION(reflections)(
    const float *line, const int *read_indices, long count, const float *left_gains,
    const float *right_gains, float *delayed, float *left, float *right) {
#pragma clang fp contract(off)
  for (long frame = 0; frame < count; frame += PEACH_LANES) {
    PEACH_VECTOR a[4], b[4];
    for (int tap = 0; tap < 4; tap++) {
      const PEACH_VECTOR x = PEACH_FUNCTION(load_vector)(line + read_indices[tap] + frame);
      const PEACH_VECTOR y = PEACH_FUNCTION(load_vector)(line + read_indices[tap + 4] + frame);
      a[tap] = x * left_gains[tap] + y * left_gains[tap + 4];
      b[tap] = x * right_gains[tap] + y * right_gains[tap + 4];
    }
    const PEACH_VECTOR ninth = PEACH_FUNCTION(load_vector)(line + read_indices[8] + frame);
    PEACH_FUNCTION(store_vector_partial)(delayed + frame, ninth, count - frame);
    PEACH_FUNCTION(store_vector_partial)(
        left + frame, (a[0] + a[1]) + (a[2] + a[3]), count - frame);
    PEACH_FUNCTION(store_vector_partial)(
        right + frame, (b[0] + b[1]) + (b[2] + b[3]), count - frame);
  }
}

// Filters frame `k` of eight lines.
#define PEACH_ABSORB_FRAME(x, k)                                                     \
  if (remaining > k) {                                                               \
    if (is_ramping) {                                                                \
      const float block_offset = (float)(int)(offset + frame + k);                   \
      state = (gain + gain_step * block_offset) * x +                                \
          (pole + pole_step * block_offset) * state;                                 \
    } else {                                                                         \
      state = gain * x + pole * state;                                               \
    }                                                                                \
    x = state;                                                                       \
  }
// Filters up to eight frames of the eight lines from `first_line`, one per lane. Returns the state.
PEACH_INLINE peach_f32x8 PEACH_FUNCTION(absorb_x8)(
    const float *memory, const int *read_indices, float *buffers, long frame, long count,
    long offset, const peach_absorption_filters *filters, int first_line, peach_f32x8 state,
    int is_ramping) {
#pragma clang fp contract(off)
  const peach_f32x8 gain = PEACH_FUNCTION(load)(filters->gain + first_line);
  const peach_f32x8 gain_step = PEACH_FUNCTION(load)(filters->gain_step + first_line);
  const peach_f32x8 pole = PEACH_FUNCTION(load)(filters->pole + first_line);
  const peach_f32x8 pole_step = PEACH_FUNCTION(load)(filters->pole_step + first_line);
  const long remaining = count - frame;
  memory += frame;
  read_indices += first_line;
  const float *const lines[] = {
      memory + read_indices[0], memory + read_indices[1], memory + read_indices[2],
      memory + read_indices[3], memory + read_indices[4], memory + read_indices[5],
      memory + read_indices[6], memory + read_indices[7]};
  PEACH_FUNCTION(matrix8) x = PEACH_FUNCTION(load_transposed_8x8)(lines);
  PEACH_ABSORB_FRAME(x.a, 0) PEACH_ABSORB_FRAME(x.b, 1)
  PEACH_ABSORB_FRAME(x.c, 2) PEACH_ABSORB_FRAME(x.d, 3)
  PEACH_ABSORB_FRAME(x.e, 4) PEACH_ABSORB_FRAME(x.f, 5)
  PEACH_ABSORB_FRAME(x.g, 6) PEACH_ABSORB_FRAME(x.h, 7)
  PEACH_FUNCTION(store_matrix8)(
      buffers + first_line * peach_block_frames + frame, peach_block_frames,
      PEACH_FUNCTION(transpose_8x8)(x));
  return state;
}
#undef PEACH_ABSORB_FRAME

// Reads sixteen delay lines in `memory` into buffers, each through its absorption filter.
PEACH_KERNEL void PEACH_FUNCTION(absorb)(
    const float *memory, const int *read_indices, float *buffers, long count, long offset,
    peach_absorption_filters *filters, int is_ramping) {
  peach_f32x8 low = PEACH_FUNCTION(load)(filters->state);
  peach_f32x8 high = PEACH_FUNCTION(load)(filters->state + 8);
#define PEACH_ABSORB(first_line, state, is_ramping) \
  PEACH_FUNCTION(absorb_x8)                         \
  (memory, read_indices, buffers, frame, count, offset, filters, first_line, state, is_ramping)
  for (long frame = 0; frame < count; frame += 8) {
    if (is_ramping) {
      low = PEACH_ABSORB(0, low, 1);
      high = PEACH_ABSORB(8, high, 1);
    } else {
      low = PEACH_ABSORB(0, low, 0);
      high = PEACH_ABSORB(8, high, 0);
    }
  }
#undef PEACH_ABSORB
  PEACH_FUNCTION(store)(filters->state, low);
  PEACH_FUNCTION(store)(filters->state + 8, high);
}

// The feedback matrix of the reverb. The outputs are the lines weighted by rows 5 and 10 of the
// Hadamard matrix of order 16. The lines are rotated in pairs, reflected (a Householder matrix in
// each dimension of a 4 × 4 arrangement), and written back together with the input.
PEACH_KERNEL void PEACH_FUNCTION(mix_lines)(
    float *buffers, const float *input, const peach_rotation_angles *angles, float *lines,
    long stride, long count, long offset, float *left, float *right) {
#pragma clang fp contract(off)
  for (long frame = 0; frame < count; frame += PEACH_LANES) {
    const long run = count - frame;
    const PEACH_VECTOR offsets = PEACH_FUNCTION(vector_block_offsets)(offset + frame);
    PEACH_VECTOR x[16], new_frames[4], p[4], q[4], half[4];
    for (int k = 0; k < 4; k++)
      new_frames[k] = PEACH_FUNCTION(load_vector)(input + k * peach_block_frames + frame) * 0.25f;
    for (int k = 0; k < 16; k++)
      x[k] = PEACH_FUNCTION(load_vector)(buffers + k * peach_block_frames + frame);
    for (int k = 0; k < 4; k++) {
      p[k] = (x[k] - x[k + 4]) + (x[k + 8] - x[k + 12]);
      q[k] = (x[k] + x[k + 4]) - (x[k + 8] + x[k + 12]);
    }
    const PEACH_VECTOR first = (p[0] - p[1]) + (p[2] - p[3]);
    const PEACH_VECTOR second = (q[0] + q[1]) - (q[2] + q[3]);
    // The output includes the input, so that it starts before the shortest line's delay.
    PEACH_FUNCTION(store_vector_partial)(
        left + frame, first + (new_frames[0] - new_frames[2]) * 2.0f, run);
    PEACH_FUNCTION(store_vector_partial)(
        right + frame, second + (new_frames[1] - new_frames[3]) * 2.0f, run);
    for (int k = 0; k < 8; k++) {
      const PEACH_VECTOR cosine = angles->cosine[k] + offsets * angles->cosine_step[k];
      const PEACH_VECTOR sine = angles->sine[k] + offsets * angles->sine_step[k];
      const PEACH_VECTOR a = x[2 * k], b = x[2 * k + 1];
      x[2 * k] = a * cosine - b * sine;
      x[2 * k + 1] = b * cosine + a * sine;
    }
    for (int k = 0; k < 4; k++) half[k] = ((x[k] + x[k + 4]) + (x[k + 8] + x[k + 12])) * 0.5f;
    for (int k = 0; k < 4; k++) {
      float *write = lines + 4 * k * stride + frame;
      const PEACH_VECTOR a = x[4 * k] - half[0], b = x[4 * k + 1] - half[1];
      const PEACH_VECTOR c = x[4 * k + 2] - half[2], d = x[4 * k + 3] - half[3];
      const PEACH_VECTOR total = ((a + b) + (c + d)) * 0.5f;
      const float sign = k == 0 || k == 3 ? 1.0f : -1.0f;
      const PEACH_VECTOR u = new_frames[k % 2] * sign, v = new_frames[k % 2 + 1] * sign;
      const PEACH_VECTOR w = new_frames[(k % 2 + 2) % 4] * sign;
      const PEACH_VECTOR y = new_frames[(k % 2 + 3) % 4] * sign;
      PEACH_FUNCTION(store_vector_partial)(write, (a - total) + u, run);
      PEACH_FUNCTION(store_vector_partial)(write + stride, (b - total) + v, run);
      PEACH_FUNCTION(store_vector_partial)(write + 2 * stride, (c - total) + w, run);
      PEACH_FUNCTION(store_vector_partial)(write + 3 * stride, (d - total) + y, run);
    }
  }
}

// High-passes the reverb's input in place and scales it into `send`. Returns the input's peak.
PEACH_KERNEL float PEACH_FUNCTION(filter_input)(
    float *input, float *send, long count, long offset, float level, float step,
    float *lowpass_state, float pole, float coefficient) {
#pragma clang fp contract(off)
  float state = *lowpass_state, peak = 0;
  for (long frame = 0; frame < count; frame++) {
    const float x = input[frame], magnitude = __builtin_fabsf(x);
    peak = magnitude > peak ? magnitude : peak;
    const float high = x - state;
    state = state * pole + x * coefficient;
    input[frame] = high;
    send[frame] = high * (level + step * (float)(int)(offset + frame));
  }
  *lowpass_state = state;
  return peak;
}

// Mixes late reverb and early reflections in place. In both the right channel follows the left.
PEACH_KERNEL void PEACH_FUNCTION(mix_early_late)(
    float *late, const float *early, long count, long offset, const peach_reverb_levels *levels) {
#pragma clang fp contract(off)
  float *right = late + peach_block_frames;
  for (long frame = 0; frame < count; frame += PEACH_LANES) {
    const PEACH_VECTOR offsets = PEACH_FUNCTION(vector_block_offsets)(offset + frame);
    const PEACH_VECTOR x = PEACH_FUNCTION(load_vector)(late + frame);
    const PEACH_VECTOR y = PEACH_FUNCTION(load_vector)(right + frame);
    const PEACH_VECTOR u = PEACH_FUNCTION(load_vector)(early + frame);
    const PEACH_VECTOR v = PEACH_FUNCTION(load_vector)(early + peach_block_frames + frame);
    const PEACH_VECTOR a = offsets * levels->late_direct_step + levels->late_direct;
    const PEACH_VECTOR b = offsets * levels->late_cross_step + levels->late_cross;
    const PEACH_VECTOR c = offsets * levels->early_direct_step + levels->early_direct;
    const PEACH_VECTOR d = offsets * levels->early_cross_step + levels->early_cross;
    PEACH_FUNCTION(store_vector)(late + frame, (x * a + y * b) + (u * c + v * d));
    PEACH_FUNCTION(store_vector)(right + frame, (y * a + x * b) + (v * c + u * d));
  }
}

// Adds the wet signal, the right channel after the left, to both channels. Returns its peak.
PEACH_KERNEL float PEACH_FUNCTION(add_wet)(
    const float *wet, long count, float *left, float *right) {
#pragma clang fp contract(off)
  float peak = 0;
  for (long frame = 0; frame < count; frame++) {
    const float x = wet[frame], y = wet[peach_block_frames + frame];
    const float magnitude = __builtin_fabsf(x) + __builtin_fabsf(y);
    peak = magnitude > peak ? magnitude : peak;
    left[frame] = left[frame] + x;
    right[frame] = right[frame] + y;
  }
  return peak;
}

#include "chorus-kernel-body.h"

static const peach_effect_kernels PEACH_FUNCTION(effect_kernels) = {
    .diffuse = PEACH_FUNCTION(diffuse),
    .reflections = PEACH_FUNCTION(reflections),
    .absorb = PEACH_FUNCTION(absorb),
    .mix_lines = PEACH_FUNCTION(mix_lines),
    .filter_input = PEACH_FUNCTION(filter_input),
    .mix_early_late = PEACH_FUNCTION(mix_early_late),
    .add_wet = PEACH_FUNCTION(add_wet),
    .chorus = PEACH_FUNCTION(chorus),
};
#undef PEACH_TARGET
#undef PEACH_FUNCTION
