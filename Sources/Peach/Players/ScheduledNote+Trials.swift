public import PeachEarTraining
import PeachMusicUnits

extension ScheduledNote {
  /// A trial's note as players take it, so many seconds after the first. Players are as loud as they
  /// usually are, which leaves room for notes that are a little louder.
  public init(_ note: TrialNote, at seconds: Double = 0, like reference: TrialNote? = nil) {
    self.init(
      at: .seconds(seconds), frequency: note.frequency,
      duration: .seconds(note.durationSeconds ?? 1), amplitude: note.amplitude,
      like: reference.map { NoteReference($0) })
  }

  /// Both notes of a comparison, for one message to the audio clock.
  ///
  /// Those of a unison sound from one recording: nothing but pitch tells them apart.
  ///
  /// ```swift
  /// for case .play(_, let reference, let target, let gap) in session.reduce(.start(day: 0)) {
  ///   try await player.play(
  ///     ScheduledNote.pair(reference, target, gapSeconds: gap, isUnison: true)) { _ in }
  /// }
  /// ```
  public static func pair(
    _ reference: TrialNote, _ target: TrialNote, gapSeconds: Double, isUnison: Bool
  ) -> [ScheduledNote] {
    [
      ScheduledNote(reference),
      ScheduledNote(
        target, at: (reference.durationSeconds ?? 1) + gapSeconds,
        like: isUnison ? reference : nil),
    ]
  }
}

extension NoteReference {
  /// The recording that a trial's note sounds from.
  public init(_ note: TrialNote) {
    self.init(frequency: note.frequency, amplitude: note.amplitude)
  }
}

extension TrialNote {
  /// How loud it is for players, 0…1: 0.5 where its level is the sound's usual one.
  public var amplitude: Double { 0.5 * Decibels(levelDecibels).amplitude }
}
