// Compiles the analysis kernels once per instruction set, like voice-kernels.c.
#include "analysis-kernels.h"

#include "vector.h"

#define PEACH_TARGET
#define PEACH_FUNCTION(name) peach_##name##_baseline
#define PEACH_LANES 8
#define PEACH_HAS_FMA 0
#include "analysis-kernels-body.h"

#if defined(__x86_64__)
#define PEACH_TARGET __attribute__((target("avx2,bmi,bmi2")))
#define PEACH_FUNCTION(name) peach_##name##_avx2
#include "analysis-kernels-body.h"

const peach_analysis_kernels *peach_analysis_kernels_for(enum peach_simd_level level) {
  return level == peach_baseline ? &peach_analysis_kernels_baseline : &peach_analysis_kernels_avx2;
}
#else
const peach_analysis_kernels *peach_analysis_kernels_for(enum peach_simd_level level) {
  return &peach_analysis_kernels_baseline;
}
#endif
