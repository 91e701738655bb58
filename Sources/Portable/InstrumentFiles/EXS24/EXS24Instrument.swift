public import PeachInstrumentModel

/// An EXS24 instrument: what its file holds, block by block.
///
/// Apple never wrote the format down; Documentation/instrument-files.md says what is known of it.
public struct EXS24Instrument: Sendable {
  /// The name in the file, which need not be the file's.
  public internal(set) var name = ""
  /// Whether the high byte comes first in it.
  public internal(set) var isBigEndian = false
  package internal(set) var zones: [EXS24Zone] = []
  package internal(set) var groups: [EXS24Group] = []
  package internal(set) var samples: [EXS24Sample] = []
  package internal(set) var parameters: EXS24Parameters?
  /// What is wrong in it and could be lived with.
  package internal(set) var warnings = WarningList()

  /// How many zones there are.
  public var zoneCount: Int { zones.count }

  init() {}

  /// Reads a file's blocks. Any bytes give an error or an instrument with at least one zone.
  ///
  /// ```swift
  /// try EXS24Instrument.read(bytes).zoneCount  // 7
  /// ```
  public static func read(
    _ storage: ByteStorage
  ) throws(InstrumentFileError) -> EXS24Instrument {
    var reader = EXS24Reader(storage.bytes)
    try reader.read()
    return reader.instrument
  }

  /// The bank of one preset that it is, its samples looked for in `folders`; `storage` are the bytes
  /// it was read from. A missing sample is silent, and said in the bank's warnings.
  public func soundBank(
    of storage: ByteStorage, folders: SampleFolders? = nil
  ) -> SoundBank {
    var translation = EXS24Translation(self)
    let instrument = translation.translate()
    return instrument.soundBank(of: storage, folders: folders, warnings: translation.warnings)
  }
}
