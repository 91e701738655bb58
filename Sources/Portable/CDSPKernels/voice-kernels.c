// Compiles the voice kernels once per instruction set: baseline and, on x86-64, AVX2 and AVX-512;
// on arm64, NEON with FMA. AVX2 and AVX-512 use FMA, which rounds once instead of twice, and
// produce the same bits. The baseline never uses it and produces the same bits everywhere, on arm64
// and WebAssembly too. With relaxed SIMD (-mrelaxed-simd) WebAssembly has kernels with FMA as well,
// if the engine supports it.
#include "voice-kernels.h"

#include "doubling-coefficients.h"
#include "layout.h"
#include "vector.h"

// The structs that Swift writes and the kernels load: their sizes and the offsets of the fields
// from which loads start. The loads check the order of the fields.
_Static_assert(sizeof(peach_f32x4) == 16, "SIMD4<Float> has 16 bytes");
PEACH_ASSERT_ELEMENTS(peach_filter, a1, float, 1, 0);
PEACH_ASSERT_ELEMENTS(peach_filter, a1_step, float, 1, 4);
PEACH_ASSERT_ELEMENTS(peach_filter, s1, float, 1, 8);
PEACH_ASSERT_ELEMENTS(peach_filter, target_damping, float, 1, 15);
_Static_assert(sizeof(peach_filter) == 16 * sizeof(float), "A filter is a cache line");
PEACH_ASSERT_ELEMENTS(peach_modulation, vibrato_lfo_phase, double, 1, 0);
PEACH_ASSERT_ELEMENTS(peach_modulation, octaves, double, 1, 4);
PEACH_ASSERT_ELEMENTS(peach_modulation, vibrato_lfo_octaves, double, 1, 8);
PEACH_ASSERT_ELEMENTS(peach_modulation, amplitude, float, 1, 24);
PEACH_ASSERT_ELEMENTS(peach_modulation, unused_b, float, 1, 31);
_Static_assert(sizeof(peach_modulation) == 16 * sizeof(double), "A modulation is two cache lines");

// Eight and four filters, one per lane.
typedef struct {
  peach_f32x8 a1, a2, a3, bypass, a1_step, a2_step, a3_step, bypass_step, s1, s2;
} peach_filter_x8;
typedef struct {
  peach_f32x4 a1, a2, a3, bypass, a1_step, a2_step, a3_step, bypass_step, s1, s2;
} peach_filter_x4;

// Hides a variable's value from the optimizer, which would carry eight phases through a loop
// instead of one, or use indexed addressing, which adds a micro-operation to a multiplication.
#define PEACH_OPTIMIZER_HIDE_VAR(variable) __asm__("" : "+r"(variable))

// Hides a variable's value from the optimizer in each iteration of a loop, so that it adds its
// multiples there instead of keeping them in memory. WebAssembly engines allocate registers
// themselves.
#if defined(__wasm__)
#define PEACH_KEEP_IN_LOOP(variable)
#else
#define PEACH_KEEP_IN_LOOP(variable) PEACH_OPTIMIZER_HIDE_VAR(variable)
#endif

// Allows the optimizer to hoist the multiples out of the loop, which makes the cubic kernels
// faster.
#define PEACH_HOIST(variable)

// Pointers to one field of each of eight structs.
#define PEACH_FIELD_POINTERS(structs, field)                                                   \
  {&(structs)[0]->field, &(structs)[1]->field, &(structs)[2]->field, &(structs)[3]->field, \
   &(structs)[4]->field, &(structs)[5]->field, &(structs)[6]->field, &(structs)[7]->field}

#define PEACH_LANES 8
#define PEACH_HAS_FMA 0
#define PEACH_SIMD128 1
#define PEACH_GROUP 4
// The page has a separate module for relaxed SIMD, without the baseline.
#if !defined(PEACH_WITHOUT_BASELINE) || !defined(__wasm_relaxed_simd__)
#define PEACH_TARGET
#define PEACH_FUNCTION(name) peach_##name##_baseline
#include "voice-kernels-body.h"
#endif

#if defined(__x86_64__)
#define PEACH_TARGET __attribute__((target("avx2,fma,bmi,bmi2")))
#define PEACH_FUNCTION(name) peach_##name##_avx2
#undef PEACH_HAS_FMA
#define PEACH_HAS_FMA 1
#undef PEACH_SIMD128
#define PEACH_SIMD128 0
#include "voice-kernels-body.h"
#undef PEACH_LANES
#undef PEACH_GROUP

#define PEACH_TARGET __attribute__((target("avx2,fma,bmi,bmi2,avx512f,avx512dq,avx512bw,avx512vl")))
#define PEACH_FUNCTION(name) peach_##name##_avx512
#define PEACH_LANES 16
#define PEACH_GROUP 8
#include "voice-kernels-body.h"

typedef struct {
  unsigned a, b, c, d;
} peach_cpuid_registers;

static peach_cpuid_registers peach_cpuid(unsigned leaf) {
  peach_cpuid_registers r = {leaf, 0, 0, 0};
  __asm__("cpuid" : "+a"(r.a), "=b"(r.b), "+c"(r.c), "=d"(r.d));
  return r;
}

enum peach_simd_level peach_detect_simd_level(void) {
  if (peach_cpuid(0).a < 7) return peach_baseline;
  const unsigned required = 1u << 12 | 1u << 27 | 1u << 28;  // FMA, OSXSAVE, AVX.
  if ((peach_cpuid(1).c & required) != required) return peach_baseline;
  // XCR0: the registers that the operating system saves.
  unsigned saved, high;
  __asm__("xgetbv" : "=a"(saved), "=d"(high) : "c"(0));
  const unsigned avx2 = 1u << 3 | 1u << 5 | 1u << 8;  // BMI1, AVX2, BMI2.
  const unsigned avx512 = 1u << 16 | 1u << 17 | 1u << 30 | 1u << 31;  // F, DQ, BW, VL.
  const unsigned features = peach_cpuid(7).b;
  if ((saved & 0x06) != 0x06 || (features & avx2) != avx2) return peach_baseline;
  if ((saved & 0xE6) != 0xE6 || (features & avx512) != avx512) return peach_avx2;
  return peach_avx512;
}

const peach_voice_kernels *peach_voice_kernels_for(enum peach_simd_level level) {
  if (level == peach_avx512) return &peach_voice_kernels_avx512;
  return level == peach_avx2 ? &peach_voice_kernels_avx2 : &peach_voice_kernels_baseline;
}
#elif defined(__wasm_relaxed_simd__)
#define PEACH_TARGET
#define PEACH_FUNCTION(name) peach_##name##_relaxed
#undef PEACH_HAS_FMA
#define PEACH_HAS_FMA 1
#include "voice-kernels-body.h"

enum peach_simd_level peach_detect_simd_level(void) { return peach_avx2; }

const peach_voice_kernels *peach_voice_kernels_for(enum peach_simd_level level) {
#if !defined(PEACH_WITHOUT_BASELINE) || !defined(__wasm_relaxed_simd__)
  if (level == peach_baseline) return &peach_voice_kernels_baseline;
#endif
  return &peach_voice_kernels_relaxed;
}
#elif defined(__aarch64__)
// Every arm64 processor has fused multiply-add of vectors.
#define PEACH_TARGET
#define PEACH_FUNCTION(name) peach_##name##_neon
#undef PEACH_HAS_FMA
#define PEACH_HAS_FMA 1
#include "voice-kernels-body.h"

enum peach_simd_level peach_detect_simd_level(void) { return peach_avx2; }

const peach_voice_kernels *peach_voice_kernels_for(enum peach_simd_level level) {
  return level == peach_baseline ? &peach_voice_kernels_baseline : &peach_voice_kernels_neon;
}
#else
enum peach_simd_level peach_detect_simd_level(void) { return peach_baseline; }

const peach_voice_kernels *peach_voice_kernels_for(enum peach_simd_level level) {
  return &peach_voice_kernels_baseline;
}
#endif
