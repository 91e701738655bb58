// The inner loops of reverb and chorus, over vectors of eight frames or eight delay lines.
//
// What has no memory from frame to frame gives the same bits eight at a time as one at a time: it
// does not matter where a stretch is cut. `at` is the first frame's place on the 64-frame grid, and
// what moves on it is a value at its beginning and a step for each frame.
#pragma once

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

#define PEACH_DECLARE(processor)                                                                  \
  void peach_allpass_##processor(                                                                 \
      float *row, const float *delayed, float *fed, long count, long at, float gain, float step); \
  void peach_reflections_##processor(                                                             \
      const float *line, const int *starts, long count,  const float *left_gains,                 \
      const float *right_gains, float *delayed, float *left, float *right);                       \
  void peach_lose_##processor(                                                                    \
      const float *memory, const int *starts, float *rows, long count, long at,                   \
      peach_losses *losses, int moves);                                                           \
  void peach_mix_lines_##processor(                                                               \
      float *rows, const float *input, const float *angles, float *lines, long stride, long count, \
      long at, float *left, float *right);                                                        \
  float peach_enter_##processor(                                                                  \
      float *input, float *sent, long count, long at, float level, float step, float *low,        \
      float kept, float coefficient, float loudest);                                              \
  void peach_join_##processor(                                                                    \
      float *dense, const float *early, long count, long at, const float *levels);                \
  float peach_leave_##processor(                                                                  \
      const float *wet, long count, float *left, float *right, float loudest);                    \
  void peach_chorus_##processor(                                                                  \
      float *line, long mask, long place, const float *input, long count, long at,                \
      peach_chorus_state *chorus, float *left, float *right, float *reverb);

PEACH_DECLARE(baseline)
#if defined(__x86_64__)
PEACH_DECLARE(avx2)
#endif
#undef PEACH_DECLARE
