/// The formats of instrument files, told by their bytes, never by a file name.
public enum InstrumentFormat: UInt8, CaseIterable, Sendable {
  /// SoundFont 2 (SF2), and 3 with compressed samples (SF3).
  case soundFont
  /// Downloadable Sounds, Level 1 and 2 (DLS).
  case downloadableSounds
  /// SFZ: text that names audio files.
  case sfz
  /// EXS24, of Apple's Logic.
  case exs24
  /// `.aupreset` of Apple's sampler, AUSampler.
  case samplerPreset
  /// A list of samples for SoundBankPlayer.
  case soundBankList
  /// WAV, AIFF, CAF, FLAC or Ogg: an instrument of one recording.
  case audioFile

  /// The format of a file with these bytes; nil where it is none that can be read.
  ///
  /// Looks at the first bytes only, behind comments where these are text, and at the end of a binary
  /// property list. Any thread.
  public init?(recognizing bytes: UnsafeRawBufferPointer) {
    if bytes.uint32(at: 0) == RIFFReader.riff.rawValue {
      switch bytes.uint32(at: 8) {
      case SoundFont.formType.rawValue:
        self = .soundFont
        return
      case DLSCollection.formType.rawValue:
        self = .downloadableSounds
        return
      default: break
      }
    }
    if AudioFileInformation.format(of: bytes) != nil {
      self = .audioFile
    } else if EXS24Reader.recognizes(bytes) {
      self = .exs24
    } else {
      switch PropertyListReader.root(of: bytes) {
      case .dictionary: self = .samplerPreset
      case .array: self = .soundBankList
      case nil:
        guard SFZDocument.recognizes(bytes) else { return nil }
        self = .sfz
      }
    }
  }
}
