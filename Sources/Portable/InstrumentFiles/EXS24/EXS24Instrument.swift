package import PeachInstrumentModel

/// An EXS24 instrument: the blocks of its file. Apple has not published the format;
/// Documentation/banks/instrument-files.md describes it.
package struct EXS24Instrument: Sendable {
  /// The name in the file, which may differ from the file name.
  package internal(set) var name = ""
  /// Whether the byte order is big-endian.
  package internal(set) var isBigEndian = false
  package internal(set) var zones: [EXS24Zone] = []
  package internal(set) var groups: [EXS24Group] = []
  package internal(set) var samples: [EXS24Sample] = []
  package internal(set) var parameters: EXS24Parameters?
  /// Messages about tolerated defects.
  package internal(set) var warnings = WarningList()

  /// Reads a file. Throws if it has no zone.
  package static func read(_ storage: ByteStorage) throws(InstrumentFileError) -> EXS24Instrument {
    var reader = EXS24Reader(storage.bytes)
    try reader.read()
    return reader.instrument
  }

  /// Returns a sound bank with the instrument as its only preset. Missing samples are silent and
  /// reported in the bank's warnings.
  package func soundBank(of storage: ByteStorage, folders: SampleFolders? = nil) -> SoundBank {
    var translation = EXS24Translation(self)
    let instrument = translation.translate()
    return instrument.soundBank(of: storage, folders: folders, warnings: translation.warnings)
  }
}
