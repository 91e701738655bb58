package import PeachEarTraining

package enum TrainerScreen: Equatable, Sendable {
  /// The first screen of a new user.
  case welcome
  /// The demonstration of cents, with the last difference played, or 0.
  case demonstration(heardCents: Int)
  case home(row: HomeRow)
  case comparison
  case matching
  /// The choice between exercises with notes that sound together.
  case chords(row: ChordRow)
  case beats
  case settings(row: SettingRow)
  indirect case sounds(SoundPicker)
  case intervals(row: MusicalInterval)
  /// The listener's thresholds, from a line on.
  case profile(top: Int)
  /// The meanings of signs, from a line on.
  case legend(top: Int)
  /// The results of a session.
  indirect case summary(SessionSummary)
  /// The time before a block of a study, and after the last one.
  case study
  /// The choice between resets.
  case reset(row: TrainerReset)
}

/// A row of the menu.
package enum HomeRow: Hashable, Sendable, CaseIterable {
  case comparison, matching, chords, sounds, settings, demonstration, profile, legend, quit
}

/// A row of the exercises with notes that sound together.
package enum ChordRow: Hashable, Sendable, CaseIterable {
  case purity, width, drone, triad, beats, sound
}

/// A row of the settings.
package enum SettingRow: Hashable, Sendable, CaseIterable {
  case sound, lowestNote, highestNote, noteSeconds, chordSeconds, gap, feedback, pitch, intervals,
    tuning
  case loudness, procedure, length, language, reset
}

/// A choice of the reset screen.
package enum TrainerReset: UInt8, Hashable, Sendable, CaseIterable {
  case cancel
  /// All settings except the sound and the language get their defaults.
  case settings
  /// Earlier trials do not count any more. They are kept.
  case profile
  /// All trials count again.
  case allTrials
}

extension MusicalInterval {
  /// The rows of the intervals, from the top.
  static var rows: [MusicalInterval] {
    (-12...12).reversed().compactMap { MusicalInterval(semitones: $0) }
  }
}
