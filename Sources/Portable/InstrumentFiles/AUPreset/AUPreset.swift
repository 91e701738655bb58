public import PeachInstrumentModel

/// The way in for `.aupreset` files of Apple's sampler, AUSampler.
///
/// Documentation/instrument-files.md says what is read and in which units.
public enum AUPreset {
  /// Reads a preset, a property list of text or binary, and finds its samples in `folders`.
  ///
  /// Any bytes give an error or a bank of one preset; see ``InstrumentFile/read(_:folders:)``.
  ///
  /// ```swift
  /// try AUPreset.read(bytes, folders: folders).presets.first?.name  // "Trombone"
  /// ```
  public static func read(
    _ storage: ByteStorage, folders: SampleFolders? = nil
  ) throws(InstrumentFileError) -> SoundBank {
    let list = try PropertyListReader.read(storage.bytes)
    let reader = try AUPresetReader(list, of: storage.bytes)
    return reader.instrument.soundBank(of: storage, folders: folders, warnings: reader.warnings)
  }
}
