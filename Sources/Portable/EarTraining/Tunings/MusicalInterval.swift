/// An interval of up to an octave in either direction.
public struct MusicalInterval: Hashable, Sendable {
  /// The number of semitones, −12…12; negative values descend.
  public let semitones: Int

  /// Creates an interval. Returns `nil` beyond an octave.
  public init?(semitones: Int) {
    guard semitones >= -12 && semitones <= 12 else { return nil }
    self.semitones = semitones
  }

  private init(_ semitones: Int) { self.semitones = semitones }

  /// The unison.
  public static var unison: MusicalInterval { MusicalInterval(0) }
  /// Seven semitones upwards.
  package static var fifth: MusicalInterval { MusicalInterval(7) }
}
