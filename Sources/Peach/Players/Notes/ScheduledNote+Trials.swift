public import PeachEarTraining
import PeachMusicUnits

extension ScheduledNote {
  /// Creates a player's note from a trial's. The amplitude at 0 dB is 0.5, to leave headroom.
  public init(_ note: TrialNote, at seconds: Double = 0, region: TrialNote? = nil) {
    self.init(
      at: .seconds(seconds), frequency: note.frequency,
      duration: .seconds(note.durationSeconds ?? 1), amplitude: note.amplitude,
      region: region.map { RegionSelector($0) })
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
  /// Creates a selector for the sample of a trial's note.
  public init(_ note: TrialNote) { self.init(frequency: note.frequency, amplitude: note.amplitude) }
}

extension TrialNote {
  /// The amplitude for players, 0…1; 0.5 at the default level.
  public var amplitude: Double { 0.5 * Decibels(levelDecibels).amplitude }
}
