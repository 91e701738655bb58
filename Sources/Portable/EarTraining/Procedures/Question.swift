/// What a trial is about, but for its offset: what a threshold may depend on.
public struct Question: Hashable, Sendable {
  /// The reference's place on the keyboard; 69 is A4, fractions are between keys.
  public var noteNumber: Double
  /// From the reference to the target; 0 is the unison.
  public var interval: MusicalInterval
  /// Which sound, as the shell has numbered them: 0 through 7.
  public var sound: Int

  /// A question about a note, by default about its unison.
  public init(noteNumber: Double, interval: MusicalInterval = .unison, sound: Int = 0) {
    self.noteNumber = noteNumber
    self.interval = interval
    self.sound = sound
  }
}
