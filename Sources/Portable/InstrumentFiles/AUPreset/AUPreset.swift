package import PeachInstrumentModel

/// The reader of `.aupreset` files of Apple's sampler, AUSampler.
///
/// Documentation/instrument-files.md lists the supported keys and their units.
package enum AUPreset {
  /// Reads a preset, an XML or binary property list, as a bank with one preset.
  ///
  /// The samples are searched in `folders`. See ``InstrumentFile/read(_:folders:)``.
  ///
  /// ```swift
  /// try AUPreset.read(bytes, folders: folders).presets.first?.name  // "Trombone"
  /// ```
  package static func read(
    _ storage: ByteStorage, folders: SampleFolders? = nil
  ) throws(InstrumentFileError) -> SoundBank {
    let list = try PropertyListReader.read(storage.bytes)
    let reader = try AUPresetReader(list, of: storage.bytes)
    return reader.instrument.soundBank(of: storage, folders: folders, warnings: reader.warnings)
  }
}
