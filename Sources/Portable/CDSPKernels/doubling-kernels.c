// Compiles the doubling filter once per instruction set, like voice-kernels.c. It does not use FMA,
// so that samples are the same for all kernels and on all machines.
#include "doubling-kernels.h"

#include "doubling-coefficients.h"
#include "vector.h"

#define PEACH_HAS_FMA 0
#define PEACH_TARGET
#define PEACH_FUNCTION(name) peach_##name##_baseline
#define PEACH_LANES 8
#include "doubling-kernels-body.h"

#if defined(__x86_64__)
#define PEACH_TARGET __attribute__((target("avx2,bmi,bmi2")))
#define PEACH_FUNCTION(name) peach_##name##_avx2
#include "doubling-kernels-body.h"
#undef PEACH_LANES

#define PEACH_TARGET __attribute__((target("avx2,bmi,bmi2,avx512f,avx512dq,avx512bw,avx512vl")))
#define PEACH_FUNCTION(name) peach_##name##_avx512
#define PEACH_LANES 16
#include "doubling-kernels-body.h"

peach_doubling_kernel *peach_doubling_kernel_for(enum peach_simd_level level) {
  if (level == peach_avx512) return peach_double_rate_avx512;
  return level == peach_avx2 ? peach_double_rate_avx2 : peach_double_rate_baseline;
}
#else
peach_doubling_kernel *peach_doubling_kernel_for(enum peach_simd_level level) {
  return peach_double_rate_baseline;
}
#endif
