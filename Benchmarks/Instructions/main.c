// Calls a kernel for blocks of 64 frames, so that its instructions can be counted: main KERNEL
// BLOCKS FMA. Compiled without an operating system's headers but the C library's.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "voice-kernels.h"

enum { block = 64, sample_frames = 1 << 14 };

static float sample[sample_frames], table[1 << 20], previous[block + 16];
static float buffers[16][block + 16], left[block], right[block], reverb[block], chorus[block];

int main(int argc, char **argv) {
  if (argc != 4) return 64;
  const char *name = argv[1];
  const long blocks = atol(argv[2]);
  const peach_voice_kernels *kernels = peach_voice_kernels_for(atoi(argv[3]));
  for (long index = 0; index < sample_frames; index++) sample[index] = (float)(index % 101) / 101;
  peach_filter filters[16], *pointers[16];
  const float *sources[16];
  for (int voice = 0; voice < 16; voice++) {
    filters[voice] = (peach_filter){.a1 = 0.2f, .a2 = 0.1f, .a3 = 0.05f};
    pointers[voice] = &filters[voice];
    sources[voice] = buffers[voice];
  }
  const peach_f32x4 gain = {0.5f, 0.4f, 0.1f, 0.1f}, step = {0, 0, 0, 0};
  // A fifth up, from a fractional position.
  const long long phase = (64LL << 32) + 12345678, increment = 6442450944LL;
  for (long number = 0; number < blocks; number++) {
    if (!strcmp(name, "cubic")) kernels->cubic(sample, table, phase, increment, block, buffers[0]);
    if (!strcmp(name, "doubled"))
      kernels->doubled(sample, table, phase, increment, block, buffers[0]);
    if (!strcmp(name, "sinc_8"))
      kernels->sinc_8(sample, table, phase, increment, block, buffers[0]);
    if (!strcmp(name, "sinc_16"))
      kernels->sinc_16(sample, table, phase, increment, block, buffers[0]);
    if (!strcmp(name, "sinc_32"))
      kernels->sinc_32(sample, table, phase, increment, block, buffers[0]);
    if (!strcmp(name, "sinc_16_ramp"))
      kernels->sinc_16_ramp(sample, table, phase, increment, 64, block, buffers[0]);
    if (!strcmp(name, "mix")) kernels->mix(buffers[0], block, 0, gain, step, left, right);
    if (!strcmp(name, "mix_sends"))
      kernels->mix_sends(buffers[0], block, 0, gain, step, left, right, reverb, chorus);
    if (!strcmp(name, "crossfade"))
      kernels->crossfade(buffers[0], previous, block, 0, 1.0f / block);
    if (!strcmp(name, "sum")) kernels->sum(sources, 16, block, left);
    // Of 16 voices.
    if (!strcmp(name, "filter")) kernels->filter(buffers[0], block + 16, block, pointers, 2);
  }
  // The output keeps the calls.
  printf("%g\n", (double)(buffers[0][7] + left[3] + right[5] + reverb[1] + chorus[2]));
}
