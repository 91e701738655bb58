public import PeachInstrumentModel

/// The way in: bytes of any known format become a sound bank.
public enum InstrumentFile {
  /// Reads a file of any format that ``InstrumentFormat`` knows.
  ///
  /// The bank points into `storage` and keeps it. Takes milliseconds: neither sample data nor what
  /// only a chosen preset needs is read. Any thread but the audio thread. Any bytes give an error
  /// or a bank; memory stays in proportion to the file.
  ///
  /// ```swift
  /// let bank = try InstrumentFile.read(ByteStorage(copying: bytes))
  /// bank.presets.first?.name  // "Yamaha Grand Piano"
  /// ```
  /// `folders` are where a format whose samples are files of their own finds them; without, they are
  /// missing, which the bank's warnings say.
  public static func read(
    _ storage: ByteStorage, folders: SampleFolders? = nil
  ) throws(InstrumentFileError) -> SoundBank {
    switch InstrumentFormat(recognizing: storage.bytes) {
    case .soundFont: return try SoundFont.read(storage).soundBank()
    case .downloadableSounds: return try DLSCollection.read(storage).soundBank()
    case .sfz:
      return try SFZDocument.read(storage, folders: folders)
        .soundBank(of: storage, folders: folders)
    case .exs24:
      return try EXS24Instrument.read(storage).soundBank(of: storage, folders: folders)
    case .samplerPreset: return try AUPreset.read(storage, folders: folders)
    case .soundBankList:
      return try SoundBankList.read(storage).soundBank(of: storage, folders: folders)
    case .audioFile: return try AudioFileInstrument.read(storage)
    case nil: throw RIFFReader.notRecognized(storage.bytes)
    }
  }
}
