/// Which inner loops a synthesizer computes with.
///
/// Processors with AVX2 multiply and add in one go, which rounds once and not twice; so does
/// WebAssembly that was compiled with `-mrelaxed-simd`, where the processor can. What they compute and
/// what all others do differ by less than −120 dB of full scale.
public enum KernelChoice: UInt8, Sendable, CaseIterable, BitwiseCopyable {
  /// The fastest for this processor: all with AVX2 or AVX-512 give the same bits. WebAssembly with
  /// relaxed operations has bits of its own.
  case fastest
  /// Those that give the same bits on every machine; with AVX2 it would be faster.
  case portable
  /// Those for processors with AVX2, though this one may have more: the bits of the fastest.
  case avx2

  /// How much the loops may have side by side.
  var width: KernelWidth {
    switch self {
    case .fastest: .avx512
    case .avx2: .avx2
    case .portable: .any
    }
  }
}
