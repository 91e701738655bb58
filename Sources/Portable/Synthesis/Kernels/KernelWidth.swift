internal import CVoiceKernels

/// How many numbers the inner loops have side by side: as many as the processor has, or fewer.
/// Those with AVX2 and with AVX-512 give the same bits; see ``KernelChoice``.
package enum KernelWidth: Int, CaseIterable, BitwiseCopyable {
  /// What any processor has.
  case any
  /// Eight, on x86-64. In WebAssembly that was compiled with relaxed operations: four, fused.
  case avx2
  /// Sixteen, on x86-64.
  case avx512

  /// What the loops are called by on this processor, which may have less.
  var kind: peach_width {
    peach_width(rawValue: min(UInt32(rawValue), peach_widest().rawValue))
  }
}
