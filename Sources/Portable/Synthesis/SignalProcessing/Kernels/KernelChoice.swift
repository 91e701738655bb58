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
