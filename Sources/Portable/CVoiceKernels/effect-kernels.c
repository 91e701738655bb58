// As voice-kernels.c: the same text for any processor and, on x86-64, for those that have AVX2 or
// AVX-512. Here nothing is fused, so that all give the same bits: what goes round and round would
// carry a difference in rounding on.
#include "effect-kernels.h"

#include "eight-lanes.h"

#define PEACH_TARGET
#define PEACH_FUNCTION(name) peach_##name##_baseline
#define PEACH_LANES 8
#define PEACH_FUSES 0
#include "eight-lanes-body.h"
#include "effect-kernels-body.h"
#include "chorus-kernel-body.h"
#undef PEACH_TARGET
#undef PEACH_FUNCTION

#if defined(__x86_64__)
#define PEACH_TARGET __attribute__((target("avx2,fma,bmi,bmi2")))
#define PEACH_FUNCTION(name) peach_##name##_avx2
#include "eight-lanes-body.h"
#include "effect-kernels-body.h"
#include "chorus-kernel-body.h"
#undef PEACH_TARGET
#undef PEACH_FUNCTION
#undef PEACH_LANES

#define PEACH_TARGET __attribute__((target("avx2,fma,bmi,bmi2,avx512f,avx512dq,avx512bw,avx512vl")))
#define PEACH_FUNCTION(name) peach_##name##_avx512
#define PEACH_LANES 16
#include "eight-lanes-body.h"
#include "effect-kernels-body.h"
#include "chorus-kernel-body.h"

const peach_effect_kernels *peach_effect_kernels_for(enum peach_width width) {
  if (width == peach_avx512) return &peach_effect_kernels_avx512;
  return width == peach_avx2 ? &peach_effect_kernels_avx2 : &peach_effect_kernels_baseline;
}
#else
const peach_effect_kernels *peach_effect_kernels_for(enum peach_width width) {
  return &peach_effect_kernels_baseline;
}
#endif
