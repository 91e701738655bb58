public import PeachEarTraining
import PeachMusicUnits
public import PeachPlayback

extension ScheduledNote {
  /// Creates a player's note from a trial's, at exactly its level. All notes of trials have the
  /// same velocity, and so the same timbre.
  public init(_ timed: TimedTrialNote) {
    self.init(
      at: .seconds(timed.startSeconds), frequency: timed.note.frequency,
      duration: .seconds(timed.durationSeconds), amplitude: timed.note.amplitude,
      region: RegionSelector(timed.sampleNote))
  }

  /// Creates a player's note from a trial's, with the sample of `region` or else its own.
  public init(_ note: TrialNote, at seconds: Double = 0, region: TrialNote? = nil) {
    self.init(TimedTrialNote(note, at: seconds, sampleNote: region))
  }

  /// Returns both notes of a comparison. The notes of a unison use the same sample, so that they
  /// differ only in pitch.
  ///
  /// ```swift
  /// for case .play(_, let trial) in session.reduce(.start(day: 0)) {
  ///   try await player.play(
  ///     ScheduledNote.pair(
  ///       trial.reference, trial.target, gapSeconds: trial.gapSeconds, isUnison: true)) { _ in }
  /// }
  /// ```
  public static func pair(
    _ reference: TrialNote, _ target: TrialNote, gapSeconds: Double, isUnison: Bool
  ) -> [ScheduledNote] {
    TimedTrialNote.pair(reference, target, gapSeconds: gapSeconds, isUnison: isUnison)
      .map { ScheduledNote($0) }
  }
}

extension RegionSelector {
  /// Creates a selector for the sample of a trial's note.
  public init(_ note: TrialNote) {
    self.init(frequency: note.frequency, amplitude: TrialNote.sampleAmplitude)
  }
}
