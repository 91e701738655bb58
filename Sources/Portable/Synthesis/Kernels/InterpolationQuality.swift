/// How many frames of a recording are weighed for each frame of output.
///
/// More keep more of the treble and add less that was not recorded. All but ``cubic`` also hold
/// back what would be folded down where a recording is raised. Signal to noise of a sine raised by
/// seven or eleven semitones, at 440 Hz and at 8.8 kHz of the recording:
///
/// ```text
/// cubic    113 dB   34 dB
/// sinc8     70 and more at both
/// sinc16    96 and more at both
/// sinc32   100 and more at both
/// ```
public enum InterpolationQuality: UInt8, Sendable, CaseIterable, BitwiseCopyable {
  /// A cubic through four neighbours.
  case cubic = 4
  /// Windowed sincs of so many taps.
  case sinc8 = 8
  case sinc16 = 16
  case sinc32 = 32

  /// How many frames are weighed: the raw value.
  public var tapCount: Int { Int(rawValue) }

  /// The quality with so many taps; nil where there is none.
  public init?(tapCount: Int) {
    guard let value = UInt8(exactly: tapCount) else { return nil }
    self.init(rawValue: value)
  }
}
