public import PeachInstrumentModel

/// Reads a sound bank of any supported format.
public enum InstrumentFile {
  /// Reads a file of any supported format, which its contents determine.
  ///
  /// The bank references `storage` and retains it. Takes milliseconds, because sample data and the
  /// regions of presets are read later. Memory stays in proportion to the file, even if the file is
  /// malicious. Call on any thread but the audio thread.
  ///
  /// ```swift
  /// let bank = try InstrumentFile.read(ByteStorage(copying: bytes))
  /// bank.presets.first?.name  // "Yamaha Grand Piano"
  /// ```
  ///
  /// - Parameter folders: The folders that contain external samples. Without them, external samples
  ///   are missing, and the bank's warnings list them.
  public static func read(
    _ storage: ByteStorage, folders: SampleFolders? = nil
  ) throws(InstrumentFileError) -> SoundBank {
    try read(storage, folders: folders, reading: SoundFontReading())
  }

  /// Reads a file of any format, SoundFonts as `reading` says.
  public static func read(
    _ storage: ByteStorage, folders: SampleFolders?, reading: SoundFontReading
  ) throws(InstrumentFileError) -> SoundBank {
    switch InstrumentFormat(recognizing: storage) {
    case .soundFont: try SoundFont.read(storage).soundBank(reading: reading)
    case .downloadableSounds: try DLSCollection.read(storage).soundBank()
    case .sfz:
      try SFZDocument.read(storage, folders: folders).soundBank(of: storage, folders: folders)
    case .exs24: try EXS24Instrument.read(storage).soundBank(of: storage, folders: folders)
    case .samplerPreset: try AUPreset.read(storage, folders: folders)
    case .soundBankList: try SoundBankList.read(storage).soundBank(of: storage, folders: folders)
    case .decentSampler: try DecentSamplerPreset.read(storage, folders: folders)
    case .gravisPatch: try GravisPatch.read(storage)
    case .audioFile: try AudioFileInstrument.read(storage)
    case nil: throw RIFFReader.notRecognized(storage.bytes)
    }
  }
}
