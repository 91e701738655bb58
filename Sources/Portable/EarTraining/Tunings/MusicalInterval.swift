/// An interval as it is trained: so many semitones up or down, at most an octave.
public struct MusicalInterval: Hashable, Sendable {
  /// −12 through 12; negative is downward, 0 the unison.
  public let semitones: Int

  /// The interval of so many semitones; nil beyond an octave.
  public init?(semitones: Int) {
    guard semitones >= -12 && semitones <= 12 else { return nil }
    self.semitones = semitones
  }

  private init(_ semitones: Int) { self.semitones = semitones }

  /// Two notes of the same pitch.
  public static var unison: MusicalInterval { MusicalInterval(0) }
}
