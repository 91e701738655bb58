// Compiles the effect kernels once per instruction set, like voice-kernels.c. None uses FMA, so
// that all produce the same bits: in a feedback loop a difference in rounding would accumulate.
#include "effect-kernels.h"

#include "vector.h"

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
