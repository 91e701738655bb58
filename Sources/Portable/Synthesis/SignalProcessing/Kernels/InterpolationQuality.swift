/// How samples are interpolated. More taps preserve more treble and reduce imaging. All but
/// ``cubic`` also suppress the aliasing of samples resampled above their original pitch.
/// Signal-to-noise ratio of sines of 0.44, 8.8 and 17 kHz, in samples of 44.1 kHz:
///
/// ```text
/// cubic    110 dB    30 dB    10 dB
/// sinc8    104 dB    63 dB    15 dB
/// sinc16   124 dB   107 dB    28 dB
/// sinc32   114 dB   105 dB    95 dB
/// doubled  118 dB   116 dB   112 dB
/// ```
///
/// Samples have one form for ``doubled`` and another one for the others, of which an
/// ``InstrumentLoader`` prepares one.
public enum InterpolationQuality: UInt8, Sendable, CaseIterable, BitwiseCopyable {
  /// Catmull-Rom interpolation through four taps.
  case cubic = 4
  /// Six taps, with polynomials of the fifth degree, of samples whose rate was doubled when they
  /// were loaded. They take twice the memory. From a resampling ratio of 1.12 on, a windowed sinc
  /// as long as that of ``sinc16``.
  case doubled = 6
  /// A polyphase windowed sinc of 8 taps.
  case sinc8 = 8
  /// A polyphase windowed sinc of 16 taps.
  case sinc16 = 16
  /// A polyphase windowed sinc of 32 taps.
  case sinc32 = 32

  /// The number of taps: the raw value.
  public var tapCount: Int { Int(rawValue) }

  /// Returns the quality with `tapCount` taps, or `nil` for other numbers.
  package init?(tapCount: Int) {
    guard let value = UInt8(exactly: tapCount) else { return nil }
    self.init(rawValue: value)
  }

  /// Whether samples that were prepared for another quality have the form of this one.
  package func sharesSamples(with other: InterpolationQuality) -> Bool {
    sampleForm == other.sampleForm
  }

  /// The form of the samples that it interpolates.
  var sampleForm: SampleFrames.Form { self == .doubled ? .doubled : .original }
}
