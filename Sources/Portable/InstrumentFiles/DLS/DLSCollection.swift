package import PeachInstrumentModel

/// A parsed DLS file: instruments and waves (Downloadable Sounds Level 1 v1.1b and Level 2.2, whose
/// chunk names the comments cite).
package struct DLSCollection: Sendable {
  static var formType: FourCharacterCode { "DLS " }
  package var information: SoundBank.Information
  package var instruments: [DLSInstrument]
  package var waves: [DLSWave]
  /// User-facing messages about tolerated faults.
  package var warnings: [String]
  /// Whether a chunk of odd size lacks its pad byte, without an effect on the sound.
  package var lacksPadByte = false
  /// The file's bytes, which the waves reference.
  package var storage: ByteStorage

  /// Reads a DLS file without its sample data. Takes time and memory in proportion to the file.
  /// Call on any thread but the audio thread.
  ///
  /// - Throws: `InstrumentFileError` for missing lists, invalid sizes, an unmet condition of the
  ///   file (`cdl `), and if no wave has a supported encoding.
  package static func read(_ storage: ByteStorage) throws(InstrumentFileError) -> DLSCollection {
    var reader = DLSReader(storage)
    return try reader.read()
  }
}
