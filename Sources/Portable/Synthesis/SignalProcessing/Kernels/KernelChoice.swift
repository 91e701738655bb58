internal import CDSPKernels

/// The SIMD kernels of a synthesizer. Those for AVX2, AVX-512, arm64 and relaxed WebAssembly SIMD
/// (`-mrelaxed-simd`) use fused multiply-add (FMA), which rounds once instead of twice. Their
/// output differs from the portable kernels' by less than −120 dBFS.
public enum KernelChoice: UInt8, Sendable, CaseIterable, BitwiseCopyable {
  /// The fastest for this processor. AVX2 and AVX-512 are bit-identical; relaxed WebAssembly SIMD
  /// is not bit-identical to either.
  case fastest
  /// Bit-identical on every machine, and slower with AVX2.
  case portable
  /// AVX2 at most: bit-identical to the fastest kernels on x86-64 with AVX2.
  case avx2

  var simdLevel: SIMDLevel {
    switch self {
    case .fastest: .avx512
    case .avx2: .avx2
    case .portable: .baseline
    }
  }
}

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
