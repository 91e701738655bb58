/// The tuning of chords to pure intervals, of the keyboard and of songs.
package enum PureChords: String, Hashable, Sendable, CaseIterable, MessageField {
  case off
  /// Dominant sevenths are the fourth degree of the key: 16:9.
  case five
  /// Dominant sevenths are 7:4.
  case seven

  package init?(from fields: inout MessageReader) {
    guard let chords = fields.next().flatMap({ PureChords(rawValue: $0) }) else { return nil }
    self = chords
  }

  package func write(to fields: inout MessageWriter) { fields.append(rawValue) }
}
