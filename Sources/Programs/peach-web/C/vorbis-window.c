// The windows of libvorbis, which has them as tables: computed by the formula of the Vorbis I specification §1.3.2, they are
// 27 KB less to load. One thread decodes.
#include <math.h>

#include "window.h"

// The rising halves of the windows of 64 to 8,192 frames.
static float halves[8160];

const float *_vorbis_window_get(int index) {
  if (halves[8159] == 0) {
    float *value = halves;
    for (int half = 32; half <= 4096; half *= 2)
      for (int i = 0; i < half; i++) {
        const double rise = sin((i + 0.5) / half * M_PI_2);
        *value++ = (float)sin(M_PI_2 * rise * rise);
      }
  }
  return halves + ((32 << index) - 32);
}

// Multiplies a block by its window, whose slopes have the length of the shorter of two adjacent blocks (§4.3.1).
void _vorbis_apply_window(float *frames, int *indices, long *counts, int before, int current, int after) {
  const int left = current ? before : 0, right = current ? after : 0;
  const long count = counts[current], rise = counts[left] / 2, fall = counts[right] / 2;
  const float *rising = _vorbis_window_get(indices[left]), *falling = _vorbis_window_get(indices[right]);
  const long riseStart = count / 4 - rise / 2, fallStart = count * 3 / 4 - fall / 2;
  for (long i = 0; i < riseStart; i++) frames[i] = 0;
  for (long i = 0; i < rise; i++) frames[riseStart + i] *= rising[i];
  for (long i = 0; i < fall; i++) frames[fallStart + i] *= falling[fall - 1 - i];
  for (long i = fallStart + fall; i < count; i++) frames[i] = 0;
}
