/// The formats of instrument files, told by their bytes, never by a file name.
public enum InstrumentFormat: UInt8, CaseIterable, Sendable {
  /// SoundFont 2 (SF2), and 3 with compressed samples (SF3).
  case soundFont
  /// Downloadable Sounds, Level 1 and 2 (DLS).
  case downloadableSounds
  /// SFZ: text that names audio files.
  case sfz

  /// The format of a file with these bytes; nil where it is none that can be read.
  ///
  /// Looks at the first bytes only; where these are a comment, at what follows it. Any thread.
  public init?(recognizing bytes: UnsafeRawBufferPointer) {
    guard bytes.uint32(at: 0) == RIFFReader.riff.rawValue else {
      guard SFZDocument.recognizes(bytes) else { return nil }
      self = .sfz
      return
    }
    switch bytes.uint32(at: 8) {
    case SoundFont.formType.rawValue: self = .soundFont
    case DLSCollection.formType.rawValue: self = .downloadableSounds
    default: return nil
    }
  }
}
