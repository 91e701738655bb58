// Compiles the effect kernels once per instruction set, like voice-kernels.c. None uses FMA, so
// that all produce the same bits: in a feedback loop a difference in rounding would accumulate.
#include "effect-kernels.h"

#include "layout.h"
#include "vector.h"

// The arrays that Swift stores as vectors of the same size. The kernels load the first two structs'
// eight elements at a time.
PEACH_ASSERT_ELEMENTS(peach_absorption_filters, gain, float, peach_line_count, 0);
PEACH_ASSERT_ELEMENTS(peach_absorption_filters, gain_step, float, peach_line_count, 16);
PEACH_ASSERT_ELEMENTS(peach_absorption_filters, pole, float, peach_line_count, 32);
PEACH_ASSERT_ELEMENTS(peach_absorption_filters, pole_step, float, peach_line_count, 48);
PEACH_ASSERT_ELEMENTS(peach_absorption_filters, state, float, peach_line_count, 64);
_Static_assert(sizeof(peach_absorption_filters) == 80 * sizeof(float), "Five vectors of 16");
PEACH_ASSERT_ELEMENTS(peach_rotation_angles, cosine, float, peach_line_count / 2, 0);
PEACH_ASSERT_ELEMENTS(peach_rotation_angles, cosine_step, float, peach_line_count / 2, 8);
PEACH_ASSERT_ELEMENTS(peach_rotation_angles, sine, float, peach_line_count / 2, 16);
PEACH_ASSERT_ELEMENTS(peach_rotation_angles, sine_step, float, peach_line_count / 2, 24);
_Static_assert(sizeof(peach_rotation_angles) == 32 * sizeof(float), "Four vectors of 8");
PEACH_ASSERT_ELEMENTS(peach_chorus_state, whole, int, 4, 0);
PEACH_ASSERT_ELEMENTS(peach_chorus_state, constant, float, 4, 4);
PEACH_ASSERT_ELEMENTS(peach_chorus_state, linear, float, 4, 8);
PEACH_ASSERT_ELEMENTS(peach_chorus_state, quadratic, float, 4, 12);
PEACH_ASSERT_ELEMENTS(peach_chorus_state, cubic, float, 4, 16);
PEACH_ASSERT_ELEMENTS(peach_chorus_state, feedback, float, 1, 20);

#define PEACH_TARGET
#define PEACH_FUNCTION(name) peach_##name##_baseline
#define PEACH_LANES 8
#define PEACH_HAS_FMA 0
#include "effect-kernels-body.h"

#if defined(__x86_64__)
#define PEACH_TARGET __attribute__((target("avx2,fma,bmi,bmi2")))
#define PEACH_FUNCTION(name) peach_##name##_avx2
#include "effect-kernels-body.h"
#undef PEACH_LANES

#define PEACH_TARGET __attribute__((target("avx2,fma,bmi,bmi2,avx512f,avx512dq,avx512bw,avx512vl")))
#define PEACH_FUNCTION(name) peach_##name##_avx512
#define PEACH_LANES 16
#include "effect-kernels-body.h"

const peach_effect_kernels *peach_effect_kernels_for(enum peach_simd_level level) {
  if (level == peach_avx512) return &peach_effect_kernels_avx512;
  return level == peach_avx2 ? &peach_effect_kernels_avx2 : &peach_effect_kernels_baseline;
}
#else
const peach_effect_kernels *peach_effect_kernels_for(enum peach_simd_level level) {
  return &peach_effect_kernels_baseline;
}
#endif
