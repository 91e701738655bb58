// The same text compiled for any processor and, on x86-64, once more for those that have AVX2.
// Multiplications and additions are never fused, so that both give the same bits, as do arm64 and
// WebAssembly.
#include "voice-kernels.h"

#include "eight-lanes.h"

typedef struct {
  peach_f8 a1, a2, a3, dry, a1_step, a2_step, a3_step, dry_step, first, second;
} peach_filter;

// Keeps the optimizer from carrying eight places through a loop where it can add to one.
#define PEACH_HIDE(place) __asm__("" : "+r"(place))

#define PEACH_TARGET
#define PEACH_FUNCTION(name) peach_##name##_baseline
#include "eight-lanes-body.h"
#include "voice-kernels-body.h"
#undef PEACH_TARGET
#undef PEACH_FUNCTION

#if defined(__x86_64__)
#define PEACH_TARGET __attribute__((target("avx2")))
#define PEACH_FUNCTION(name) peach_##name##_avx2
#include "eight-lanes-body.h"
#include "voice-kernels-body.h"

// Whether this processor has AVX2, and its system keeps the wide registers.
int peach_has_avx2(void) {
  unsigned a = 0, b, c = 0, d;
  __asm__("cpuid" : "+a"(a), "=b"(b), "+c"(c), "=d"(d));
  if (a < 7) return 0;
  a = 1, c = 0;
  __asm__("cpuid" : "+a"(a), "=b"(b), "+c"(c), "=d"(d));
  const unsigned avx = 1u << 28, xsave = 1u << 27;
  if ((c & avx) == 0 || (c & xsave) == 0) return 0;
  unsigned kept, high;
  __asm__("xgetbv" : "=a"(kept), "=d"(high) : "c"(0));
  if ((kept & 6) != 6) return 0;
  a = 7, c = 0;
  __asm__("cpuid" : "+a"(a), "=b"(b), "+c"(c), "=d"(d));
  return (b & (1u << 5)) != 0;
}
#endif
