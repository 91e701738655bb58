// SIMD kernels of pitch analysis and of straight tones. None uses FMA, so that all produce the same
// bits.
#pragma once

#include "voice-kernels.h"

#pragma clang assume_nonnull begin

// Reads a channel at fractional positions by windowed-sinc interpolation.
typedef struct {
  // The coefficients of each phase: the taps, then their differences to the next phase.
  const float *table;
  // The first frame that is read at the position −`peach_reader_lead`.
  const float *frames;
  // The number of frames. Positions up to −16, and from `count` + 16, yield 0.
  double count;
} peach_sinc_reader;

enum {
  // The phases of a reader's table.
  peach_reader_phases = 512,
  // The frames before the first one that may be read.
  peach_reader_lead = 32
};

// The bins of one or more channels, and the Gaussian kernel that interpolates between them.
typedef struct {
  // The bins of each channel; `stride` is the distance of two channels, in bins.
  const double *real, *imaginary;
  long stride, channels;
  // e^(−a·k²) for k = −`peach_kernel_reach` + 1…, padded with zeros. Bins are read
  // for all `peach_kernel_taps` taps.
  const double *taps;
  // The decay to base 2, a / ln 2: 2^(−decay·x²), with x in bins.
  double decay;
} peach_interpolated_spectrum;

enum {
  // The taps of the Gaussian kernel on each side, and the number of taps with padding.
  peach_kernel_reach = 7,
  peach_kernel_taps = 16
};

// The kernels for one instruction set.
typedef struct {
  // Read `count` frames at `positions`, with 16 and 32 taps.
  void (*read_16)(
      const peach_sinc_reader *reader, const double *positions, long count, float *frames);
  void (*read_32)(
      const peach_sinc_reader *reader, const double *positions, long count, float *frames);
  // The stages from eight points on of a complex Fourier transform of `count` points, in place. The
  // `m` cosines and sines of the stage of `2·m` points begin at index `m`.
  void (*transform)(
      double *real, double *imaginary, const double *cosines, const double *sines, long count);
  // Returns the sum of the amplitudes, or of the powers if `by_power`, at `ratios` times `first`
  // bins.
  double (*sum_partials)(
      const peach_interpolated_spectrum *spectrum, const double *ratios, long count, double first,
      int by_power);
} peach_analysis_kernels;

// Returns the kernels for an instruction set, which the processor must support.
const peach_analysis_kernels *peach_analysis_kernels_for(enum peach_simd_level level);

#pragma clang assume_nonnull end
