public import PeachEarTraining
import PeachMusicUnits

extension ScheduledNote {
  /// Creates a player's note from a trial's, with the sample of `region` or else its own. Its level
  /// is exactly the trial's; all notes of trials have the same velocity, and so the same timbre.
  public init(_ note: TrialNote, at seconds: Double = 0, region: TrialNote? = nil) {
    self.init(
      at: .seconds(seconds), frequency: note.frequency,
      duration: .seconds(note.durationSeconds ?? 1), amplitude: note.amplitude,
      region: RegionSelector(region ?? note))
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
    [
      ScheduledNote(reference),
      ScheduledNote(
        target, at: (reference.durationSeconds ?? 1) + gapSeconds,
        region: isUnison ? reference : nil),
    ]
  }
}

extension RegionSelector {
  /// Creates a selector for the sample of a trial's note, at half the velocity for any level.
  public init(_ note: TrialNote) { self.init(frequency: note.frequency, amplitude: 0.5) }
}

extension TrialNote {
  /// The amplitude for players, 0…1; 0.25 at the default level, so that 12 dB more are possible.
  public var amplitude: Double { 0.25 * Decibels(levelDecibels).amplitude }
}
