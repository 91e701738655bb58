/// A format of songs, recognized by the first bytes.
package enum SongFileFormat: Hashable, Sendable {
  /// A Standard MIDI File, plain or in an RMID file.
  case midi
  /// A compressed file (RFC 1952), which contains a song of another format.
  case gzip
  /// A song, or several, of the Miles Sound System.
  case xmidi
  /// A song of id Software's games, in the format of DMX.
  case mus
  /// Songs of Human Machine Interfaces' Sound Operating System.
  case hmi, hmp
  /// A song of Recomposer.
  case rcp
  /// A MIDI Clip File of MIDI 2.0.
  case clip

  /// The name for a listener.
  package var name: String {
    switch self {
    case .midi: "Standard MIDI File"
    case .gzip: "gzip"
    case .xmidi: "XMIDI"
    case .mus: "MUS"
    case .hmi: "HMI"
    case .hmp: "HMP"
    case .rcp: "RCP"
    case .clip: "MIDI 2.0 clip"
    }
  }

  /// Recognizes the format of a file. Whatever is unknown may be a damaged MIDI file.
  init(recognizing bytes: [UInt8]) {
    self =
      if GzipFile.recognizes(bytes) {
        .gzip
      } else if XMIDIFile.recognizes(bytes) {
        .xmidi
      } else if MUSReader.recognizes(bytes) {
        .mus
      } else if HMIReader.recognizes(bytes) {
        .hmi
      } else if HMPReader.recognizes(bytes) {
        .hmp
      } else if RCPFile.recognizes(bytes) {
        .rcp
      } else if ClipReader.recognizes(bytes) {
        .clip
      } else {
        .midi
      }
  }
}
