// All analysis kernels, compiled once per instruction set by analysis-kernels.c.
#include "vector-body.h"

PEACH_INLINE peach_f64x4 PEACH_FUNCTION(load_doubles)(const double *from) {
  return *(const peach_f64x4_unaligned *)from;
}

PEACH_INLINE void PEACH_FUNCTION(store_doubles)(double *to, peach_f64x4 value) {
  *(peach_f64x4_unaligned *)to = value;
}

// Returns the frame at a fractional position; 0 beyond the ends, and for NaN.
PEACH_INLINE float PEACH_FUNCTION(read_frame)(
    const peach_sinc_reader *reader, double position, int taps) {
#pragma clang fp contract(off)
  if (!(position > -16 && position < reader->count + 16)) return 0;
  const double scaled = (position + peach_reader_lead) * peach_reader_phases;
  // The sum with 2⁵² has the integer part in its lower bits: a conversion without a check. At ties
  // the rounding may yield the phase below, which then has a share of 1.
  const double sum = (scaled - 0.5) + 0x1p52;
  const float share = (float)(scaled - (sum - 0x1p52));
  unsigned long long bits;
  __builtin_memcpy(&bits, &sum, sizeof bits);
  bits &= 0xFFFFFFFFFFFFFull;
  const float *from = reader->frames + bits / peach_reader_phases;
  const float *weights = reader->table + bits % peach_reader_phases * (2 * taps);
  peach_f32x8 frame = 0, change = 0;
  for (int tap = 0; tap < taps; tap += 8) {
    const peach_f32x8 frames = PEACH_FUNCTION(load)(from + tap);
    frame += frames * PEACH_FUNCTION(load)(weights + tap);
    change += frames * PEACH_FUNCTION(load)(weights + taps + tap);
  }
  const peach_f32x4 all = (frame.lo + frame.hi) + share * (change.lo + change.hi);
  return (all.x + all.z) + (all.y + all.w);
}

PEACH_KERNEL void PEACH_FUNCTION(read_16)(
    const peach_sinc_reader *reader, const double *positions, long count, float *frames) {
  for (long index = 0; index < count; index++)
    frames[index] = PEACH_FUNCTION(read_frame)(reader, positions[index], 16);
}

PEACH_KERNEL void PEACH_FUNCTION(read_32)(
    const peach_sinc_reader *reader, const double *positions, long count, float *frames) {
  for (long index = 0; index < count; index++)
    frames[index] = PEACH_FUNCTION(read_frame)(reader, positions[index], 32);
}

// Four complex values.
typedef struct {
  peach_f64x4 real, imaginary;
} PEACH_FUNCTION(complex);

PEACH_INLINE PEACH_FUNCTION(complex)
    PEACH_FUNCTION(load_complex)(const double *real, const double *imaginary, long index) {
  return (PEACH_FUNCTION(complex)){PEACH_FUNCTION(load_doubles)(real + index),
                                   PEACH_FUNCTION(load_doubles)(imaginary + index)};
}

// Returns the values times the conjugates of factors.
PEACH_INLINE PEACH_FUNCTION(complex) PEACH_FUNCTION(turned)(
    PEACH_FUNCTION(complex) value, PEACH_FUNCTION(complex) factor) {
#pragma clang fp contract(off)
  return (PEACH_FUNCTION(complex)){
      value.real * factor.real + value.imaginary * factor.imaginary,
      value.imaginary * factor.real - value.real * factor.imaginary};
}

// Replaces the values at two indices by their sum and difference.
PEACH_INLINE void PEACH_FUNCTION(store_butterfly)(
    PEACH_FUNCTION(complex) a, PEACH_FUNCTION(complex) b, double *real, double *imaginary,
    long sum, long difference) {
#pragma clang fp contract(off)
  PEACH_FUNCTION(store_doubles)(real + sum, a.real + b.real);
  PEACH_FUNCTION(store_doubles)(imaginary + sum, a.imaginary + b.imaginary);
  PEACH_FUNCTION(store_doubles)(real + difference, a.real - b.real);
  PEACH_FUNCTION(store_doubles)(imaginary + difference, a.imaginary - b.imaginary);
}

// The stages of `2 * span` and `4 * span` points of one block, in one pass.
PEACH_INLINE void PEACH_FUNCTION(two_stages)(
    double *real, double *imaginary, const double *cosines, const double *sines, long span) {
#pragma clang fp contract(off)
  for (long index = 0; index < span; index += 4) {
    const PEACH_FUNCTION(complex) turn = PEACH_FUNCTION(load_complex)(cosines, sines, span + index);
    const PEACH_FUNCTION(complex) a = PEACH_FUNCTION(load_complex)(real, imaginary, index);
    const PEACH_FUNCTION(complex) b = PEACH_FUNCTION(turned)(
        PEACH_FUNCTION(load_complex)(real, imaginary, index + span), turn);
    const PEACH_FUNCTION(complex) c =
        PEACH_FUNCTION(load_complex)(real, imaginary, index + 2 * span);
    const PEACH_FUNCTION(complex) d = PEACH_FUNCTION(turned)(
        PEACH_FUNCTION(load_complex)(real, imaginary, index + 3 * span), turn);
    const PEACH_FUNCTION(complex) first = {a.real + b.real, a.imaginary + b.imaginary};
    const PEACH_FUNCTION(complex) second = {a.real - b.real, a.imaginary - b.imaginary};
    const PEACH_FUNCTION(complex) third = {c.real + d.real, c.imaginary + d.imaginary};
    const PEACH_FUNCTION(complex) fourth = {c.real - d.real, c.imaginary - d.imaginary};
    PEACH_FUNCTION(store_butterfly)(
        first,
        PEACH_FUNCTION(turned)(
            third, PEACH_FUNCTION(load_complex)(cosines, sines, 2 * span + index)),
        real, imaginary, index, index + 2 * span);
    PEACH_FUNCTION(store_butterfly)(
        second,
        PEACH_FUNCTION(turned)(
            fourth, PEACH_FUNCTION(load_complex)(cosines, sines, 3 * span + index)),
        real, imaginary, index + span, index + 3 * span);
  }
}

PEACH_KERNEL void PEACH_FUNCTION(transform)(
    double *real, double *imaginary, const double *cosines, const double *sines, long count) {
  long span = 4;
  for (; 2 * span < count; span *= 4)
    for (long start = 0; start < count; start += 4 * span)
      PEACH_FUNCTION(two_stages)(real + start, imaginary + start, cosines, sines, span);
  if (span == count) return;
  // The stage of all points, if there is one more.
  for (long index = 0; index < span; index += 4) {
    const PEACH_FUNCTION(complex) turn = PEACH_FUNCTION(load_complex)(cosines, sines, span + index);
    const PEACH_FUNCTION(complex) lower = PEACH_FUNCTION(turned)(
        PEACH_FUNCTION(load_complex)(real, imaginary, index + span), turn);
    PEACH_FUNCTION(store_butterfly)(
        PEACH_FUNCTION(load_complex)(real, imaginary, index), lower, real, imaginary, index,
        index + span);
  }
}

// Returns 2 to the power of `x`, between −1000 and 1000: the exponential series on ±ln(2)/2, whose
// first omitted term is below 10⁻¹⁵.
PEACH_INLINE peach_f64x4 PEACH_FUNCTION(exp2_doubles)(peach_f64x4 x) {
#pragma clang fp contract(off)
  const double rounding = 0x1.8p52;
  const peach_f64x4 rounded = x + rounding;
  const peach_f64x4 y = (x - (rounded - rounding)) * 0.693147180559945309417;
  const peach_f64x4 y2 = y * y, y4 = y2 * y2;
  const peach_f64x4 first = (0.5 + y * (1.0 / 6)) + y2 * (1.0 / 24 + y * (1.0 / 120));
  const peach_f64x4 second =
      (1.0 / 720 + y * (1.0 / 5040)) + y2 * (1.0 / 40320 + y * (1.0 / 362880));
  const peach_f64x4 third = 1.0 / 3628800 + y * (1.0 / 39916800);
  const peach_f64x4 series = 1 + (y + y2 * (first + y4 * (second + y4 * third)));
  peach_i64x4 whole;
  __builtin_memcpy(&whole, &rounded, sizeof whole);
  // The low bits of the rounded sum are the integer; the shift removes the others.
  whole = (whole + 1023) << 52;
  peach_f64x4 power;
  __builtin_memcpy(&power, &whole, sizeof power);
  return series * power;
}

PEACH_INLINE double PEACH_FUNCTION(sum_of_doubles)(peach_f64x4 x) {
#pragma clang fp contract(off)
  return (x.x + x.z) + (x.y + x.w);
}

// Returns the power at a position: bins weighted by `start` · `step`ᵏ · e^(−a·k²), with k from 0.
PEACH_INLINE double PEACH_FUNCTION(interpolated_power)(
    const peach_interpolated_spectrum *spectrum, long first, double start, double step) {
#pragma clang fp contract(off)
  const double square = step * step;
  const peach_f64x4 powers = {1, step, square, square * step};
  double sum = 0;
  for (long channel = 0; channel < spectrum->channels; channel++) {
    const double *real = spectrum->real + channel * spectrum->stride + first;
    const double *imaginary = spectrum->imaginary + channel * spectrum->stride + first;
    peach_f64x4 x = 0, y = 0, factors = powers * start;
    for (int tap = 0; tap < peach_kernel_taps; tap += 4) {
      const peach_f64x4 weights = factors * PEACH_FUNCTION(load_doubles)(spectrum->taps + tap);
      x += weights * PEACH_FUNCTION(load_doubles)(real + tap);
      y += weights * PEACH_FUNCTION(load_doubles)(imaginary + tap);
      factors *= square * square;
    }
    const double real_sum = PEACH_FUNCTION(sum_of_doubles)(x);
    const double imaginary_sum = PEACH_FUNCTION(sum_of_doubles)(y);
    sum += real_sum * real_sum + imaginary_sum * imaginary_sum;
  }
  return sum;
}

PEACH_KERNEL double PEACH_FUNCTION(sum_partials)(
    const peach_interpolated_spectrum *spectrum, const double *ratios, long count, double first,
    int by_power) {
#pragma clang fp contract(off)
  double sum = 0;
  for (long partial = 0; partial < count; partial += 4) {
    const long lanes = count - partial < 4 ? count - partial : 4;
    long bins[4] = {0, 0, 0, 0};
    peach_f64x4 offsets = 0;
    for (long lane = 0; lane < lanes; lane++) {
      const double position = ratios[partial + lane] * first;
      bins[lane] = (long)position;
      offsets[lane] = position - (double)bins[lane];
    }
    // 2^(−a·(x−k)²) = 2^(−a·x²) · (2^(2a·x))^k · 2^(−a·k²).
    const peach_f64x4 slopes = 2 * spectrum->decay * offsets;
    const peach_f64x4 steps = PEACH_FUNCTION(exp2_doubles)(slopes);
    const peach_f64x4 starts = PEACH_FUNCTION(exp2_doubles)(
        slopes * (1 - peach_kernel_reach) - spectrum->decay * offsets * offsets);
    for (long lane = 0; lane < lanes; lane++) {
      const double power = PEACH_FUNCTION(interpolated_power)(
          spectrum, bins[lane] - peach_kernel_reach + 1, starts[lane], steps[lane]);
      sum += by_power ? power : __builtin_elementwise_sqrt(power);
    }
  }
  return sum;
}

static const peach_analysis_kernels PEACH_FUNCTION(analysis_kernels) = {
    .read_16 = PEACH_FUNCTION(read_16),
    .read_32 = PEACH_FUNCTION(read_32),
    .transform = PEACH_FUNCTION(transform),
    .sum_partials = PEACH_FUNCTION(sum_partials),
};
#undef PEACH_TARGET
#undef PEACH_FUNCTION
