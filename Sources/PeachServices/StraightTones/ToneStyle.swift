/// The way a preset's recordings are played: with or without their own pitch contour.
///
/// ```swift
/// NoteOptions()                                // straight
/// NoteOptions(tone: .straight(vibrato: 0.5))   // half of the vibrato
/// NoteOptions(tone: .recorded)                 // as the bank has it
/// ```
public struct ToneStyle: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    case straight
    /// The recordings as they are, without pitch modulation by the bank.
    case steady
    case recorded
  }

  package let kind: Kind
  /// The amount of the recorded vibrato, 0…2; 1 is as recorded.
  package let vibrato: Double
  /// Whether the levels of the partials are smoothed.
  package let smoothsLevels: Bool

  private init(_ kind: Kind, vibrato: Double = 0, smoothsLevels: Bool = false) {
    self.kind = kind
    self.vibrato = vibrato
    self.smoothsLevels = smoothsLevels
  }

  /// The range of the amount of recorded vibrato.
  public static let vibratoRange = 0.0...2.0

  /// Without the pitch contour of the recordings (vibrato, scoop and drift), and without vibrato
  /// and pitch envelopes of the bank. Recordings of several players, decaying tones and percussion
  /// keep their contour.
  public static let straight = ToneStyle(.straight)

  /// Like ``straight``, with options.
  ///
  /// - Parameters:
  ///   - vibrato: The amount of the recorded vibrato, clamped to 0…2: 0.5 is half of it.
  ///   - smoothsLevels: Whether the level of each partial is smoothed over 0.12 s. Vibrato
  ///     modulates these levels, so that a straight tone has some tremolo. Without it, the tone is
  ///     steadier and less lively.
  public static func straight(vibrato: Double = 0, smoothsLevels: Bool = false) -> ToneStyle {
    ToneStyle(.straight, vibrato: clamped(vibrato), smoothsLevels: smoothsLevels)
  }

  /// Like ``straight``, with smoothed levels: what chords need, so that nothing beats but their
  /// tuning.
  public static let chord = ToneStyle.straight(smoothsLevels: true)

  /// The recordings, and all pitch modulation of the bank.
  public static let recorded = ToneStyle(.recorded)

  /// The recordings, without pitch modulation by the bank except pitch bend.
  package static let steady = ToneStyle(.steady)

  package var isStraight: Bool { kind == .straight }

  static func clamped(_ vibrato: Double) -> Double {
    // NaN yields 0.
    vibrato > 0 ? min(vibrato, vibratoRange.upperBound) : 0
  }
}
