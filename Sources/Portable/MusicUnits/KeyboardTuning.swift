/// The pitch of each of the 128 keys, as a fractional note number.
///
/// ```swift
/// let tuning = KeyboardTuning(scale: scale, mapping: ScalaKeyboardMapping())
/// tuning[MIDINote(clamping: 69)]  // 69.0 in twelve equal steps: 440 Hz
/// ```
public struct KeyboardTuning: Hashable, Sendable {
  /// The note number of each key 0…127, 69.0 being 440 Hz; `nil` for an unmapped key.
  public let noteNumbers: [Double?]

  /// Twelve equal steps per octave, with A4 at 440 Hz.
  public static var equalTemperament: KeyboardTuning {
    KeyboardTuning(noteNumbers: (0..<128).map { Double($0) })
  }

  /// Creates the tuning of a scale with a keyboard mapping. Keys that it does not retune keep equal
  /// temperament. Unmapped keys, and keys more than 100 octaves from 440 Hz, play nothing.
  public init(scale: ScalaScale, mapping: ScalaKeyboardMapping) {
    let reference = FrequencyCalculation.noteNumber(frequency: mapping.referenceFrequency)
    let referenceCents = KeyboardTuning.cents(of: mapping.referenceKey, scale, mapping) ?? 0
    noteNumbers = (0..<128).map { key in
      guard mapping.retunedKeys.contains(key) else { return Double(key) }
      let cents = KeyboardTuning.cents(of: MIDINote(clamping: key), scale, mapping)
      guard let cents else { return nil }
      let number = reference + (cents - referenceCents) / 100
      return number > 69 - 1200 && number < 69 + 1200 ? number : nil
    }
  }

  package init(noteNumbers: [Double?]) { self.noteNumbers = noteNumbers }

  /// The note number of a key, 69.0 being 440 Hz; `nil` for an unmapped key.
  public subscript(key: MIDINote) -> Double? { noteNumbers[Int(key.number)] }

  /// Returns the interval from degree 0 to a key.
  private static func cents(
    of key: MIDINote, _ scale: ScalaScale, _ mapping: ScalaKeyboardMapping
  ) -> Double? {
    guard let (repetitions, degree) = mapping.degree(of: key) else { return nil }
    let octave = mapping.octaveDegree == 0 ? scale.degrees.count : mapping.octaveDegree
    let octaveCents = scale.interval(ofDegree: octave).value
    return Double(repetitions) * octaveCents + scale.interval(ofDegree: degree).value
  }
}
