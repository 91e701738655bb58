import PeachInstrumentModel

/// A kind of files that instruments refer to, recognized by extension and contents.
enum ExternalFileKind {
  /// An audio file.
  case sample
  /// Text for an SFZ `#include`.
  case include

  private var extensions: [String] {
    switch self {
    #if hasFeature(Embedded)
      case .sample: ["wav", "aif", "aiff", "aifc", "caf", "flac", "ogg", "oga"]
    #else
      case .sample: ["wav", "aif", "aiff", "aifc", "caf", "flac", "ogg", "oga", "wv"]
    #endif
    case .include: ["sfz", "txt", "inc"]
    }
  }

  /// Whether a path has an extension of this kind.
  func includes(_ path: String) -> Bool {
    guard let dot = path.lastIndex(of: ".") else { return false }
    return extensions.contains(FilePath.folded(String(path[path.index(after: dot)...])))
  }

  /// Whether a file has contents of this kind: the header of an audio file, or an SFZ header,
  /// directive or opcode after comments.
  func recognizes(_ storage: ByteStorage) -> Bool {
    switch self {
    case .sample: AudioFileInformation(storage.bytes) != nil
    case .include: SFZDocument.recognizes(storage.bytes)
    }
  }
}
