// As voice-kernels.c: the same text for any processor and, on x86-64, for those that have AVX2;
// nothing is fused, so that both give the same bits.
#include "effect-kernels.h"

#include "eight-lanes.h"

#define PEACH_TARGET
#define PEACH_FUNCTION(name) peach_##name##_baseline
#include "eight-lanes-body.h"
#include "effect-kernels-body.h"
#include "chorus-kernel-body.h"
#undef PEACH_TARGET
#undef PEACH_FUNCTION

#if defined(__x86_64__)
#define PEACH_TARGET __attribute__((target("avx2")))
#define PEACH_FUNCTION(name) peach_##name##_avx2
#include "eight-lanes-body.h"
#include "effect-kernels-body.h"
#include "chorus-kernel-body.h"
#endif
