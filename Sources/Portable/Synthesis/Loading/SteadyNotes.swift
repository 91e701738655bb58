/// The notes of a preset without modulation of pitch, except for the pitch wheel.
package enum SteadyNotes: Sendable {
  case none
  /// The notes that have a share of the preset's changes (``NoteShares``).
  case changed
  case all
}
