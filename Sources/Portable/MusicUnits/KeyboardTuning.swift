/// The pitch of each of the 128 keys, as a place on an equal-tempered keyboard.
///
/// ```swift
/// let tuning = KeyboardTuning(scale: scale, mapping: ScalaKeyboardMapping())
/// tuning[MIDINote(clamping: 69)]  // 69.0 in twelve equal steps: 440 Hz
/// ```
public struct KeyboardTuning: Hashable, Sendable {
  /// For each key 0…127 its note number, 69.0 being 440 Hz; nil for a key that plays nothing.
  public let noteNumbers: [Double?]

  /// Twelve equal steps in the octave, A at 440 Hz.
  public static var equalTemperament: KeyboardTuning {
    var numbers: [Double?] = []
    for key in 0..<128 { numbers.append(Double(key)) }
    return KeyboardTuning(noteNumbers: numbers)
  }

  /// The pitches that a scale has on a keyboard mapped so.
  ///
  /// Keys that the mapping does not retune keep equal temperament; those it leaves unmapped play
  /// nothing, and so do those that come to lie more than 100 octaves from 440 Hz.
  public init(scale: ScalaScale, mapping: ScalaKeyboardMapping) {
    let reference = FrequencyCalculation.noteNumber(frequency: mapping.referenceFrequency)
    let referenceCents = KeyboardTuning.cents(of: mapping.referenceKey, scale, mapping) ?? 0
    var numbers: [Double?] = []
    for key in 0..<128 {
      guard mapping.retunedKeys.contains(key) else {
        numbers.append(Double(key))
        continue
      }
      guard let cents = KeyboardTuning.cents(of: MIDINote(clamping: key), scale, mapping) else {
        numbers.append(nil)
        continue
      }
      let number = reference + (cents - referenceCents) / 100
      numbers.append(number > 69 - 1200 && number < 69 + 1200 ? number : nil)
    }
    noteNumbers = numbers
  }

  private init(noteNumbers: [Double?]) { self.noteNumbers = noteNumbers }

  /// The note number of a key, 69.0 being 440 Hz; nil if it plays nothing.
  public subscript(key: MIDINote) -> Double? { noteNumbers[Int(key.number)] }

  /// How far a key lies above degree 0.
  private static func cents(
    of key: MIDINote, _ scale: ScalaScale, _ mapping: ScalaKeyboardMapping
  ) -> Double? {
    guard let place = mapping.degree(of: key) else { return nil }
    let octave =
      mapping.octaveDegree == 0 ? scale.degrees.count : mapping.octaveDegree
    let octaveCents = scale.interval(ofDegree: octave).value
    return Double(place.repetitions) * octaveCents + scale.interval(ofDegree: place.degree).value
  }
}
