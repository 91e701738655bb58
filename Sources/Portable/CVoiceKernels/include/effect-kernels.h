// The inner loops of reverb and chorus, over vectors of eight frames or eight delay lines.
//
// What has no memory from frame to frame gives the same bits eight at a time as one at a time: it
// does not matter where a stretch is cut. `at` is the first frame's place on the 64-frame grid, and
// what moves on it is a value at its beginning and a step for each frame.
#pragma once

#include "voice-kernels.h"

#pragma clang assume_nonnull begin

enum {
  peach_line_count = 16,
  // How far the rows of a stretch lie apart.
  peach_row_frames = 64
};

// What the lines of the feedback network lose: what goes in, and what is kept from frame to frame.
typedef struct {
  float gain[16], gain_step[16], pole[16], pole_step[16], state[16];
} peach_losses;

// Four voices of a chorus: the places over the grid, as whole frames and a cubic of 0…1; levels.
typedef struct {
  int whole[4];
  float constant[4], linear[4], square[4], cubic[4];
  float feedback, feedback_step, first, first_step, second, second_step, onward, onward_step;
  // The high-pass, and the loudest frame so far of what goes in and comes out.
  float low, kept, coefficient, loudest;
} peach_chorus_state;

// The kernels for one kind of processor.
typedef struct {
  void (*allpass)(
      float *row, const float *delayed, float *fed, long count, long at, float gain, float step);
  void (*reflections)(
      const float *line, const int *starts, long count,  const float *left_gains,
      const float *right_gains, float *delayed, float *left, float *right);
  void (*lose)(
      const float *memory, const int *starts, float *rows, long count, long at,
      peach_losses *losses, int moves);
  void (*mix_lines)(
      float *rows, const float *input, const float *angles, float *lines, long stride, long count,
      long at, float *left, float *right);
  float (*enter)(
      float *input, float *sent, long count, long at, float level, float step, float *low,
      float kept, float coefficient, float loudest);
  void (*join)(
      float *dense, const float *early, long count, long at, const float *levels);
  float (*leave)(
      const float *wet, long count, float *left, float *right, float loudest);
  void (*chorus)(
      float *line, long mask, long place, const float *input, long count, long at,
      peach_chorus_state *chorus, float *left, float *right, float *reverb);
} peach_effect_kernels;

// The kernels for processors that have at least vectors of this width.
const peach_effect_kernels *peach_effect_kernels_for(enum peach_width width);

#pragma clang assume_nonnull end
