// The same text compiled for any processor and, on x86-64, once more for those that have AVX2 and for
// those that have AVX-512. These two fuse multiplications and additions where the text says so, and
// give the same bits; the first never do, and give the same bits everywhere, on arm64 and as
// WebAssembly too. Where WebAssembly is compiled with relaxed operations (-mrelaxed-simd) there are
// kernels that fuse as well, if whoever runs them can.
#include "voice-kernels.h"

#include "eight-lanes.h"

// Eight filters side by side.
typedef struct {
  peach_f8 a1, a2, a3, dry, a1_step, a2_step, a3_step, dry_step, first, second;
} peach_filters;

// Four of them.
typedef struct {
  peach_f4 a1, a2, a3, dry, a1_step, a2_step, a3_step, dry_step, first, second;
} peach_four_filters;

// Keeps the optimizer from carrying eight places through a loop where it can add to one, and from
// addresses of two parts, by which a multiplication takes an operation more.
#define PEACH_HIDE(place) __asm__("" : "+r"(place))

// One turn of a loop after the other, where WebAssembly's engines would lose their way.
#if defined(__wasm__)
#define PEACH_IN_TURN _Pragma("clang loop unroll(disable)")
#else
#define PEACH_IN_TURN
#endif

// Where a number of each of eight things stands.
#define PEACH_PLACES(things, number)                                                         \
  {&(things)[0]->number, &(things)[1]->number, &(things)[2]->number, &(things)[3]->number, \
   &(things)[4]->number, &(things)[5]->number, &(things)[6]->number, &(things)[7]->number}

#define PEACH_TARGET
#define PEACH_FUNCTION(name) peach_##name##_baseline
#define PEACH_LANES 8
#define PEACH_FUSES 0
#define PEACH_NARROW 1
#define PEACH_GROUP 4
#include "eight-lanes-body.h"
#include "sinc-places-body.h"
#include "cubic-kernel-body.h"
#include "sinc-kernel-body.h"
#include "motion-kernel-body.h"
#include "filter-kernel-body.h"
#include "voice-kernels-body.h"
#undef PEACH_TARGET
#undef PEACH_FUNCTION

#if defined(__x86_64__)
#define PEACH_TARGET __attribute__((target("avx2,fma,bmi,bmi2")))
#define PEACH_FUNCTION(name) peach_##name##_avx2
#undef PEACH_FUSES
#define PEACH_FUSES 1
#undef PEACH_NARROW
#define PEACH_NARROW 0
#include "eight-lanes-body.h"
#include "sinc-places-body.h"
#include "cubic-kernel-body.h"
#include "sinc-kernel-body.h"
#include "motion-kernel-body.h"
#include "filter-kernel-body.h"
#include "voice-kernels-body.h"
#undef PEACH_TARGET
#undef PEACH_FUNCTION
#undef PEACH_LANES
#undef PEACH_GROUP

#define PEACH_TARGET __attribute__((target("avx2,fma,bmi,bmi2,avx512f,avx512dq,avx512bw,avx512vl")))
#define PEACH_FUNCTION(name) peach_##name##_avx512
#define PEACH_LANES 16
#define PEACH_GROUP 8
#include "eight-lanes-body.h"
#include "sinc-places-body.h"
#include "cubic-kernel-body.h"
#include "sinc-kernel-body.h"
#include "wide-sinc-kernel-body.h"
#include "motion-kernel-body.h"
#include "filter-kernel-body.h"
#include "voice-kernels-body.h"

typedef struct {
  unsigned a, b, c, d;
} peach_processor_facts;

static peach_processor_facts peach_ask_processor(unsigned leaf) {
  peach_processor_facts r = {leaf, 0, 0, 0};
  __asm__("cpuid" : "+a"(r.a), "=b"(r.b), "+c"(r.c), "=d"(r.d));
  return r;
}

// The widest vectors that this processor has, and that its system keeps.
enum peach_width peach_widest(void) {
  if (peach_ask_processor(0).a < 7) return peach_any_processor;
  const unsigned basics = 1u << 12 | 1u << 27 | 1u << 28;  // Fused operations, XSAVE, AVX.
  if ((peach_ask_processor(1).c & basics) != basics) return peach_any_processor;
  unsigned kept, high;
  __asm__("xgetbv" : "=a"(kept), "=d"(high) : "c"(0));
  const unsigned avx2 = 1u << 3 | 1u << 5 | 1u << 8;  // With both sets of operations on bits.
  const unsigned avx512 = 1u << 16 | 1u << 17 | 1u << 30 | 1u << 31;
  const unsigned has = peach_ask_processor(7).b;
  if ((kept & 0x06) != 0x06 || (has & avx2) != avx2) return peach_any_processor;
  if ((kept & 0xE6) != 0xE6 || (has & avx512) != avx512) return peach_avx2;
  return peach_avx512;
}

const peach_voice_kernels *peach_voice_kernels_for(enum peach_width width) {
  if (width == peach_avx512) return &peach_voice_kernels_avx512;
  return width == peach_avx2 ? &peach_voice_kernels_avx2 : &peach_voice_kernels_baseline;
}
#elif defined(__wasm_relaxed_simd__)
#define PEACH_TARGET
#define PEACH_FUNCTION(name) peach_##name##_relaxed
#undef PEACH_FUSES
#define PEACH_FUSES 1
#include "eight-lanes-body.h"
#include "sinc-places-body.h"
#include "cubic-kernel-body.h"
#include "sinc-kernel-body.h"
#include "motion-kernel-body.h"
#include "filter-kernel-body.h"
#include "voice-kernels-body.h"

enum peach_width peach_widest(void) { return peach_avx2; }

const peach_voice_kernels *peach_voice_kernels_for(enum peach_width width) {
  return width == peach_any_processor ? &peach_voice_kernels_baseline
                                      : &peach_voice_kernels_relaxed;
}
#else
enum peach_width peach_widest(void) { return peach_any_processor; }

const peach_voice_kernels *peach_voice_kernels_for(enum peach_width width) {
  return &peach_voice_kernels_baseline;
}
#endif
