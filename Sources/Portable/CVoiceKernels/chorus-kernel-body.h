// Read once for each kind of processor; see effect-kernels.c.

// Where a voice of a chorus is at eight frames: whole frames before now, and what is left of one.
typedef struct {
  peach_i8 whole;
  peach_f8 fraction;
} PEACH_FUNCTION(chorus_way);

PEACH_PART PEACH_FUNCTION(chorus_way) PEACH_FUNCTION(chorus_place)(
    const peach_chorus_state *c, int voice, long at) {
#pragma clang fp contract(off)
  const peach_f8 t = PEACH_FUNCTION(places)(at) * (1.0f / peach_row_frames);
  const peach_f8 way =
      ((c->cubic[voice] * t + c->square[voice]) * t + c->linear[voice]) * t + c->constant[voice];
  // Behind 2²³ a number has no fraction, and its last bits are the whole number: the nearest to
  // half a frame less is the frame below, or its neighbour where the fraction is 0 or 1.
  const float rounding = 8388608;
  const peach_f8 rounded = (way - 0.5f) + rounding;
  return (PEACH_FUNCTION(chorus_way)){
      ((peach_i8)rounded & 0x7FFFFF) + c->whole[voice], way - (rounded - rounding)};
}

// The cubic through the four neighbours of eight places; in memory they stand the later one first.
PEACH_PART peach_f8 PEACH_FUNCTION(chorus_read)(
    const float *line, long mask, long now, PEACH_FUNCTION(chorus_way) way) {
#pragma clang fp contract(off)
  const peach_i8 lanes = {0, 1, 2, 3, 4, 5, 6, 7};
  const peach_i8 start = (lanes + (int)(now - 2) - way.whole) & (int)mask;
  const float *const places[] = {line + start[0], line + start[1], line + start[2],
                                 line + start[3], line + start[4], line + start[5],
                                 line + start[6], line + start[7]};
  const PEACH_FUNCTION(columns) x = PEACH_FUNCTION(neighbours_at)(places);
  const peach_f8 half_left = PEACH_FUSED(way.fraction, (peach_f8)0.5f, (peach_f8)-0.5f);
  return PEACH_FUNCTION(catmull_rom)(x.d, x.c, x.b, x.a, way.fraction, half_left);
}

PEACH_PART peach_f8 PEACH_FUNCTION(magnitude)(peach_f8 x) {
  return (peach_f8)((peach_i8)x & 0x7FFFFFFF);
}

PEACH_PART peach_f8 PEACH_FUNCTION(greater)(peach_f8 a, peach_f8 b) {
  const peach_i8 isLess = a < b;
  return (peach_f8)(((peach_i8)b & isLess) | ((peach_i8)a & ~isLess));
}

PEACH_PART void PEACH_FUNCTION(add_some)(float *to, peach_f8 value, long count) {
#pragma clang fp contract(off)
  if (count >= 8) {
    PEACH_FUNCTION(store)(to, PEACH_FUNCTION(load)(to) + value);
  } else {
    for (long k = 0; k < count; k++) to[k] = to[k] + value[k];
  }
}

// A chorus: reads the line at its voices' places, writes what comes in and the first voice's
// feedback, and adds the voices to both sides and what goes on to the reverb.
PEACH_ENTRY void PEACH_FUNCTION(chorus)(
    float *line, long mask, long place, const float *input, long count, long at,
    peach_chorus_state *c, float *left, float *right, float *reverb) {
#pragma clang fp contract(off)
  const int isDouble = c->second != 0 || c->second_step != 0;
  const int isSent = c->onward != 0 || c->onward_step != 0;
  const float kept = c->kept, coefficient = c->coefficient;
  float low = c->low;
  peach_f8 loudest = c->loudest;
  for (long frame = 0; frame < count;) {
    PEACH_FUNCTION(chorus_way) way[4];
    for (int voice = 0; voice < 4; voice++)
      way[voice] = PEACH_FUNCTION(chorus_place)(c, voice, at + frame);
    // Eight frames are read before the first of them is written, or else one.
    const peach_i8 near = (way[0].whole < 9) | (way[1].whole < 9) | (way[2].whole < 9) |
        (way[3].whole < 9);
    const int isNear = near[0] | near[1] | near[2] | near[3] | near[4] | near[5] | near[6] | near[7];
    long run = count - frame < 8 ? count - frame : 8;
    if (isNear) run = 1;
    const long now = place + frame;
    const peach_f8 v0 = PEACH_FUNCTION(chorus_read)(line, mask, now, way[0]);
    const peach_f8 v2 = PEACH_FUNCTION(chorus_read)(line, mask, now, way[2]);
    const peach_f8 places = PEACH_FUNCTION(places)(at + frame);
    const peach_f8 first = places * c->first_step + c->first;
    peach_f8 a = v0 * first, b = v2 * first;
    if (isDouble) {
      const peach_f8 second = places * c->second_step + c->second;
      a = a + PEACH_FUNCTION(chorus_read)(line, mask, now, way[1]) * second;
      b = b + PEACH_FUNCTION(chorus_read)(line, mask, now, way[3]) * second;
    }
    const peach_f8 returned = v0 * (places * c->feedback_step + c->feedback);
    for (long k = 0; k < run; k++) {
      const float x = input[frame + k];
      const float high = x - low;
      low = low * kept + x * coefficient;
      const long here = (now + k) & mask;
      const float fed = ((high + returned[k]) + 1e-18f) - 1e-18f;
      line[here] = fed;
      // The first four frames stand behind the last once more: neighbours are never parted.
      if (here < 4) line[here + mask + 1] = fed;
    }
    PEACH_FUNCTION(add_some)(left + frame, a, run);
    PEACH_FUNCTION(add_some)(right + frame, b, run);
    if (isSent) {
      const peach_f8 onward = places * c->onward_step + c->onward;
      PEACH_FUNCTION(add_some)(reverb + frame, (a + b) * 0.5f * onward, run);
    }
    const peach_f8 out = PEACH_FUNCTION(magnitude)(a) + PEACH_FUNCTION(magnitude)(b);
    if (run == 8) {
      const peach_f8 in = PEACH_FUNCTION(magnitude)(PEACH_FUNCTION(load)(input + frame));
      loudest = PEACH_FUNCTION(greater)(PEACH_FUNCTION(greater)(loudest, in), out);
    } else {
      for (long k = 0; k < run; k++) {
        const float in = __builtin_fabsf(input[frame + k]);
        loudest[0] = in > loudest[0] ? in : loudest[0];
        loudest[0] = out[k] > loudest[0] ? out[k] : loudest[0];
      }
    }
    frame += run;
  }
  c->low = low;
  for (int k = 0; k < 8; k++) c->loudest = loudest[k] > c->loudest ? loudest[k] : c->loudest;
}

static const peach_effect_kernels PEACH_FUNCTION(effect_kernels) = {
    PEACH_FUNCTION(allpass), PEACH_FUNCTION(reflections), PEACH_FUNCTION(lose),
    PEACH_FUNCTION(mix_lines), PEACH_FUNCTION(enter), PEACH_FUNCTION(join), PEACH_FUNCTION(leave),
    PEACH_FUNCTION(chorus),
};
