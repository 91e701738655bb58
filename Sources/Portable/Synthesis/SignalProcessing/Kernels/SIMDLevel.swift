internal import CDSPKernels

/// An instruction set with kernels of its own; see ``KernelChoice``.
package enum SIMDLevel: Int, CaseIterable, BitwiseCopyable {
  /// 128-bit SIMD without FMA.
  case baseline
  /// AVX2 and FMA on x86-64; NEON with FMA on arm64; relaxed SIMD on WebAssembly.
  case avx2
  /// AVX-512 on x86-64.
  case avx512

  /// This level, or the processor's if that is lower.
  var supported: peach_simd_level {
    peach_simd_level(rawValue: min(UInt32(rawValue), peach_detect_simd_level().rawValue))
  }

  package var isSupported: Bool { supported.rawValue == UInt32(rawValue) }
}
