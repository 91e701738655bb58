/// The properties of a trial on which a threshold may depend.
public struct TrialQuestion: Hashable, Sendable {
  /// The pitch of the reference as a fractional MIDI key; 69 is A4.
  public var noteNumber: Double
  /// The interval from the reference to the target.
  public var interval: MusicalInterval
  /// The index of the sound, 0 to 7, by ``SoundIndices``.
  public var sound: Int

  /// Creates a question.
  public init(noteNumber: Double, interval: MusicalInterval = .unison, sound: Int = 0) {
    self.noteNumber = noteNumber
    self.interval = interval
    self.sound = sound
  }
}
