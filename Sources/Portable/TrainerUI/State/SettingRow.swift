/// A row of the settings screen.
package enum SettingRow: Int, Hashable, Sendable, CaseIterable {
  case sound, lowestNote, highestNote, noteSeconds, gap, pitch, intervals, tuning, loudness
  case procedure, language
}
