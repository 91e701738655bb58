public import PeachInstrumentModel

/// A DLS file taken apart: instruments, and the pool of waves that their regions play (Downloadable
/// Sounds Level 1 v1.1b and Level 2.2; chunks are cited by the names that these give them).
///
/// ```swift
/// let collection = try DLSCollection.read(ByteStorage(copying: bytes))
/// collection.instruments.first?.name           // "Ding Instrument"
/// collection.soundBank().presets.first?.program  // 0
/// ```
public struct DLSCollection: Sendable {
  /// What stands behind `RIFF` and the size.
  package static var formType: FourCharacterCode { "DLS " }

  /// Name, author, copyright and comment of the INFO list.
  public var information: SoundBank.Information
  /// The instruments, in the file's order.
  public var instruments: [DLSInstrument]
  /// The waves of the pool, in the file's order.
  public var waves: [DLSWave]
  /// What was wrong in the file and yet could be lived with, one sentence each.
  public var warnings: [String]
  /// The file's bytes, which the waves point into.
  public var storage: ByteStorage

  /// Reads a DLS file; neither sound nor what only a chosen instrument needs is looked at.
  ///
  /// Takes time and memory in proportion to the file. Throws for a list that is missing, a size
  /// that does not fit, a condition of the file's own that is not met (`cdl `), and where no wave
  /// has an encoding that is read. Any thread but the audio thread.
  public static func read(_ storage: ByteStorage) throws(InstrumentFileError) -> DLSCollection {
    var reader = DLSReader(storage)
    return try reader.read()
  }
}
