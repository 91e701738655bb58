/// The tuning of chords to pure intervals, of the keyboard and of songs.
package enum PureChords: String, Hashable, Sendable, CaseIterable, MessageRecord {
  case off
  /// Dominant sevenths are the fourth degree of the key: 16:9.
  case five
  /// Dominant sevenths are 7:4.
  case seven

  package static let fields = MessageCase<PureChords>(
    "", { PureChords(rawValue: $0) }, fields: { $0.rawValue })
}
