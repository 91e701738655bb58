package import PeachInstrumentModel

/// The properties of an audio file, read without decoding: WAV, AIFF, CAF, FLAC, Ogg and WavPack.
/// The format is recognized by content, never by file name. Input is untrusted: invalid values are
/// ignored, and ranges are clamped to the file.
package struct AudioFileInformation: Hashable, Sendable {
  package enum Format: UInt8, CaseIterable, Sendable {
    /// RIFF or RF64 with form type WAVE.
    case wav
    /// FORM with form type AIFF or AIFC.
    case aiff
    case caf
    case flac
    /// Ogg with Vorbis.
    case ogg
    #if !hasFeature(Embedded)
      /// WavPack 4 and 5. The page does not recognize it (decision 0112).
      case wavPack
    #endif
  }

  package var format: Format
  /// The sample rate in hertz, greater than 0.
  package var sampleRate = 0.0
  package var channelCount = 0
  /// The declared number of frames, which may exceed the actual one; `nil` if undeclared.
  package var frameCount: Int?
  /// The number of bytes of frames that the file declares and lacks.
  package var missingByteCount: UInt64 = 0
  /// The layout of PCM frames; `nil` if the file needs a decoder.
  package var pcmLayout: PCMLayout?
  /// Pitch, loop, ranges and gain for use in an instrument.
  package var note: RecordingChunks

  /// Reads the properties of a whole file; `nil` if the format is unknown, or the sample rate or
  /// the number of channels is invalid.
  package init?(_ file: UnsafeRawBufferPointer) {
    guard let format = Self.format(of: file) else { return nil }
    self.format = format
    note = RecordingChunks(file)
    switch format {
    case .wav: readWAV(file)
    case .aiff: readAIFF(file)
    case .caf: readCAF(file)
    case .flac: readFLAC(file)
    case .ogg: readOgg(file)
    #if !hasFeature(Embedded)
      case .wavPack: readWavPack(file)
    #endif
    }
    guard (1...10_000_000).contains(sampleRate), (1...256).contains(channelCount) else {
      return nil
    }
    if let pcmLayout {
      frameCount = pcmLayout.frameCount
      if pcmLayout.frameCount == 0 { self.pcmLayout = nil }
    }
    if let count = frameCount { note.loop = note.loop?.intersection(0..<max(count, 0)) }
  }

  /// Returns the format of a file, recognized by its first bytes, or `nil` if it is unknown.
  package static func format(of file: UnsafeRawBufferPointer) -> Format? {
    let form = file.fourCharacterCode(at: 8)
    switch file.fourCharacterCode(at: 0) {
    case "RIFF" where form == "WAVE", "RF64" where form == "WAVE": return .wav
    case "FORM" where form == "AIFF" || form == "AIFC": return .aiff
    case "caff": return .caf
    case "fLaC": return .flac
    case "OggS": return .ogg
    #if !hasFeature(Embedded)
      case "wvpk": return .wavPack
    #endif
    default: return nil
    }
  }

  /// Returns the format of PCM frames, or `nil` if it is not supported.
  static func pcmFormat(bits: Int, isFloat: Bool, isUnsigned8: Bool) -> PCMLayout.Format? {
    switch (bits, isFloat) {
    case (1...8, false): isUnsigned8 ? .unsigned8 : .signed8
    case (9...16, false): .integer16
    case (17...24, false): .integer24
    case (25...32, false): .integer32
    case (32, true): .float32
    case (64, true): .float64
    default: nil
    }
  }
}
