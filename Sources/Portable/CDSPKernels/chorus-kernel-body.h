// The chorus kernel, compiled once per instruction set; see effect-kernels.c.

// A chorus voice's delay at eight consecutive frames: integer part and fraction, in frames.
typedef struct {
  peach_i32x8 whole;
  peach_f32x8 fraction;
} PEACH_FUNCTION(chorus_delay);

// Evaluates a voice's delay at the eight frames from block offset `offset`.
PEACH_INLINE PEACH_FUNCTION(chorus_delay) PEACH_FUNCTION(chorus_delay_at)(
    const peach_chorus_state *c, int voice, long offset) {
#pragma clang fp contract(off)
  const peach_f32x8 t = PEACH_FUNCTION(block_offsets)(offset) * (1.0f / peach_block_frames);
  const peach_f32x8 delay =
      ((c->cubic[voice] * t + c->quadratic[voice]) * t + c->linear[voice]) * t + c->constant[voice];
  // Adding 2²³ rounds to the nearest integer and leaves it in the mantissa. Subtracting one half
  // first makes that the floor, or its neighbor if the fraction is 0 or 1.
  const float rounding = 8388608;
  const peach_f32x8 rounded = (delay - 0.5f) + rounding;
  return (PEACH_FUNCTION(chorus_delay)){
      ((peach_i32x8)rounded & 0x7FFFFF) + c->whole[voice], delay - (rounded - rounding)};
}

// Reads the delay line at eight frames by cubic interpolation. The taps of a frame are in reverse:
// the later a frame, the higher its index.
PEACH_INLINE peach_f32x8 PEACH_FUNCTION(read_chorus_tap)(
    const float *line, long mask, long write_index, PEACH_FUNCTION(chorus_delay) delay) {
#pragma clang fp contract(off)
  const peach_i32x8 lanes = {0, 1, 2, 3, 4, 5, 6, 7};
  const peach_i32x8 start = (lanes + (int)(write_index - 2) - delay.whole) & (int)mask;
  const float *const taps[] = {
      line + start[0], line + start[1], line + start[2], line + start[3],
      line + start[4], line + start[5], line + start[6], line + start[7]};
  const PEACH_FUNCTION(columns4) x = PEACH_FUNCTION(load_transposed_8x4)(taps);
  const peach_f32x8 half_left = PEACH_FMA(delay.fraction, (peach_f32x8)0.5f, (peach_f32x8)-0.5f);
  return PEACH_FUNCTION(catmull_rom)(x.d, x.c, x.b, x.a, delay.fraction, half_left);
}

PEACH_INLINE peach_f32x8 PEACH_FUNCTION(magnitude)(peach_f32x8 x) {
  return (peach_f32x8)((peach_i32x8)x & 0x7FFFFFFF);
}

PEACH_INLINE peach_f32x8 PEACH_FUNCTION(max)(peach_f32x8 a, peach_f32x8 b) {
  const peach_i32x8 is_less = a < b;
  return (peach_f32x8)(((peach_i32x8)b & is_less) | ((peach_i32x8)a & ~is_less));
}

PEACH_INLINE void PEACH_FUNCTION(add_partial)(float *buffer, peach_f32x8 value, long count) {
#pragma clang fp contract(off)
  if (count >= 8) {
    PEACH_FUNCTION(store)(buffer, PEACH_FUNCTION(load)(buffer) + value);
  } else {
    for (long k = 0; k < count; k++) buffer[k] = buffer[k] + value[k];
  }
}

// Reads four voices from the delay line, writes the high-passed input and the first voice's
// feedback to it, and adds the voices to both channels and to the reverb send.
PEACH_KERNEL void PEACH_FUNCTION(chorus)(
    float *line, long mask, long write_index, const float *input, long count, long offset,
    peach_chorus_state *c, float *left, float *right, float *reverb) {
#pragma clang fp contract(off)
  const int has_second_voices = c->second_gain != 0 || c->second_gain_step != 0;
  const int has_send = c->reverb_send != 0 || c->reverb_send_step != 0;
  const float pole = c->pole, coefficient = c->coefficient;
  float lowpass_state = c->lowpass_state;
  peach_f32x8 peak = c->peak;
  for (long frame = 0; frame < count;) {
    PEACH_FUNCTION(chorus_delay) delay[4];
    peach_i32x8 overlaps = {0};
    for (int voice = 0; voice < 4; voice += has_second_voices ? 1 : 2) {
      delay[voice] = PEACH_FUNCTION(chorus_delay_at)(c, voice, offset + frame);
      overlaps |= delay[voice].whole < 9;
    }
    // Eight frames are read before the first is written, unless a tap overlaps what is written.
    const int overlaps_write = overlaps[0] | overlaps[1] | overlaps[2] | overlaps[3] | overlaps[4] |
        overlaps[5] | overlaps[6] | overlaps[7];
    long run = count - frame < 8 ? count - frame : 8;
    if (overlaps_write) run = 1;
    const long now = write_index + frame;
    const peach_f32x8 v0 = PEACH_FUNCTION(read_chorus_tap)(line, mask, now, delay[0]);
    const peach_f32x8 v2 = PEACH_FUNCTION(read_chorus_tap)(line, mask, now, delay[2]);
    const peach_f32x8 offsets = PEACH_FUNCTION(block_offsets)(offset + frame);
    const peach_f32x8 first = offsets * c->first_gain_step + c->first_gain;
    peach_f32x8 a = v0 * first, b = v2 * first;
    if (has_second_voices) {
      const peach_f32x8 second = offsets * c->second_gain_step + c->second_gain;
      a = a + PEACH_FUNCTION(read_chorus_tap)(line, mask, now, delay[1]) * second;
      b = b + PEACH_FUNCTION(read_chorus_tap)(line, mask, now, delay[3]) * second;
    }
    const peach_f32x8 feedback = v0 * (offsets * c->feedback_step + c->feedback);
    float high[8] = {0};
    for (long k = 0; k < run; k++) {
      const float x = input[frame + k];
      high[k] = x - lowpass_state;
      lowpass_state = lowpass_state * pole + x * coefficient;
    }
    // Flushes denormals.
    const peach_f32x8 written = ((PEACH_FUNCTION(load)(high) + feedback) + 1e-18f) - 1e-18f;
    const long first_index = now & mask;
    if (run == 8 && first_index >= 4 && first_index + 7 <= mask) {
      PEACH_FUNCTION(store)(line + first_index, written);
    } else {
      for (long k = 0; k < run; k++) {
        const long index = (now + k) & mask;
        line[index] = written[k];
        // The first four frames are repeated after the last, so that four taps are contiguous.
        if (index < 4) line[index + mask + 1] = written[k];
      }
    }
    PEACH_FUNCTION(add_partial)(left + frame, a, run);
    PEACH_FUNCTION(add_partial)(right + frame, b, run);
    if (has_send) {
      const peach_f32x8 send = offsets * c->reverb_send_step + c->reverb_send;
      PEACH_FUNCTION(add_partial)(reverb + frame, (a + b) * 0.5f * send, run);
    }
    const peach_f32x8 out = PEACH_FUNCTION(magnitude)(a) + PEACH_FUNCTION(magnitude)(b);
    if (run == 8) {
      const peach_f32x8 in = PEACH_FUNCTION(magnitude)(PEACH_FUNCTION(load)(input + frame));
      peak = PEACH_FUNCTION(max)(PEACH_FUNCTION(max)(peak, in), out);
    } else {
      for (long k = 0; k < run; k++) {
        const float in = __builtin_fabsf(input[frame + k]);
        peak[0] = in > peak[0] ? in : peak[0];
        peak[0] = out[k] > peak[0] ? out[k] : peak[0];
      }
    }
    frame += run;
  }
  c->lowpass_state = lowpass_state;
  for (int k = 0; k < 8; k++) c->peak = peak[k] > c->peak ? peak[k] : c->peak;
}
