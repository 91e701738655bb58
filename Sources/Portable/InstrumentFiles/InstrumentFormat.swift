package import PeachInstrumentModel

/// The supported formats of instrument files, recognized by content. The name decides only whether
/// an SFZ file may begin with text that is not SFZ.
package enum InstrumentFormat: UInt8, CaseIterable, Sendable {
  /// SoundFont 2 (SF2), and 3 with compressed samples (SF3).
  case soundFont
  /// Downloadable Sounds, Level 1 and 2 (DLS).
  case downloadableSounds
  case sfz
  case exs24
  /// An `.aupreset` of Apple's AUSampler.
  case samplerPreset
  /// A sample list of SoundBankPlayer.
  case soundBankList
  /// WAV, AIFF, CAF, FLAC, Ogg or WavPack: an instrument of one sample.
  case audioFile
  /// A preset of DecentSampler. The page does not recognize it (decision 0093).
  case decentSampler
  /// A patch of the Gravis Ultrasound (`.pat`). The page does not recognize it (decision 0093).
  case gravisPatch

  /// Recognizes the format of a file; `nil` if it is not supported. Reads only the start of the
  /// file, after comments in text, and the end of a binary property list. Call on any thread.
  ///
  /// - Parameter path: The path of the file; `nil` if it has none.
  package init?(recognizing bytes: UnsafeRawBufferPointer, path: String? = nil) {
    let isRIFF = bytes.fourCharacterCode(at: 0) == RIFFReader.riff
    let form = bytes.fourCharacterCode(at: 8)
    if isRIFF && form == SoundFont.formType {
      self = .soundFont
    } else if isRIFF && form == DLSCollection.formType {
      self = .downloadableSounds
    } else if GravisPatch.recognizes(bytes) {
      self = .gravisPatch
    } else if AudioFileInformation.format(of: bytes) != nil {
      self = .audioFile
    } else if EXS24Reader.recognizes(bytes) {
      self = .exs24
    } else {
      #if !hasFeature(Embedded)
        if DecentSamplerPreset.recognizes(bytes) {
          self = .decentSampler
          return
        }
      #endif
      switch PropertyListReader.root(of: bytes) {
      case .dictionary: self = .samplerPreset
      case .array: self = .soundBankList
      case nil:
        guard SFZDocument.recognizes(bytes, path: path) else { return nil }
        self = .sfz
      }
    }
  }

  /// Recognizes the format of a file by its contents and its path.
  package init?(recognizing storage: ByteStorage) {
    self.init(recognizing: storage.bytes, path: storage.path)
  }

  /// Whether files of this format refer to other files, which contain the samples.
  package var refersToFiles: Bool {
    switch self {
    case .sfz, .exs24, .samplerPreset, .soundBankList, .decentSampler: true
    case .soundFont, .downloadableSounds, .audioFile, .gravisPatch: false
    }
  }
}
