/// A format of songs, recognized by the first bytes.
package enum SongFileFormat: Hashable, Sendable {
  /// A Standard MIDI File, plain or in an RMID file.
  case midi
  /// A compressed file (RFC 1952), which contains a song of another format.
  case gzip

  /// The name for a listener.
  package var name: String {
    switch self {
    case .midi: "Standard MIDI File"
    case .gzip: "gzip"
    }
  }

  /// Recognizes the format of a file. Whatever is unknown may be a damaged MIDI file.
  init(recognizing bytes: [UInt8]) {
    self = GzipFile.recognizes(bytes) ? .gzip : .midi
  }
}
