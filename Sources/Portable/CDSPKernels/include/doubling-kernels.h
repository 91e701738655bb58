// The filter that doubles the rate of samples.
#pragma once

#include "voice-kernels.h"

#pragma clang assume_nonnull begin

enum {
  // The frames that the filter reads before the first and after the last one.
  peach_doubling_reach = 32,
  // `count` is rounded up to a multiple of this number of frames.
  peach_doubling_group = 16
};

// Writes two frames for each of `count` frames: one at its position, and one halfway to the next.
typedef void peach_doubling_kernel(const float *frames, long count, float *doubled);

// Returns the kernel for an instruction set, which the processor must support. All produce the same
// bits.
peach_doubling_kernel *peach_doubling_kernel_for(enum peach_simd_level level);

#pragma clang assume_nonnull end
