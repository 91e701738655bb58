package enum TrainerScreen: Equatable, Sendable {
  /// The first screen of a new user.
  case welcome
  /// The demonstration of cents, with the last difference played, or 0.
  case demonstration(heardCents: Int)
  case home(row: Int)
  case comparison
  case matching
  case settings(row: Int)
  case sounds(SoundPicker)
  case intervals(row: Int)
}

package enum SettingRow: Int, Hashable, Sendable, CaseIterable {
  case sound, lowestNote, highestNote, noteSeconds, gap, pitch, intervals, tuning, loudness
  case procedure, language
}
