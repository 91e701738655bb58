package import PeachMIDIEvents

/// A song of any format, recognized by its content. Songs of other formats become Standard MIDI
/// Files in memory.
///
/// ```swift
/// let file = try SongFile(bytes: bytes)
/// file.formats.map { $0.name }  // ["gzip", "Standard MIDI File"]
/// file.song.duration
/// ```
package struct SongFile: Sendable {
  /// The formats, from the outside: gzip, and that of its content.
  package private(set) var formats: [SongFileFormat] = []
  /// The number of songs in the file.
  package private(set) var songCount = 1
  /// The song.
  package let song: MIDIFile

  /// Reads a file's bytes.
  ///
  /// - Parameter number: The song of a file with several, counted from 1.
  package init(bytes: [UInt8], song number: Int = 1) throws(SongFileError) {
    var bytes = bytes
    var warnings: [SongFileWarning] = []
    if SongFileFormat(recognizing: bytes) == .gzip {
      let file = try GzipFile(bytes)
      formats.append(.gzip)
      (bytes, warnings) = (file.content, file.warnings)
    }
    let format = SongFileFormat(recognizing: bytes)
    formats.append(format)
    if format == .gzip {
      throw SongFileError(.gzip, .damaged("it contains another gzip file"), at: 0)
    }
    var encoding: SongEncoding?
    if let converted = try format.convert(bytes, song: number) {
      bytes = converted.file
      songCount = converted.songCount
      warnings += converted.warnings
      encoding = converted.encoding
    } else if number != 1 {
      throw SongFileError(format, .noSong(number, count: 1), at: 0)
    }
    do {
      let file = try MIDIFile(bytes: bytes).adding(
        warnings.map { MIDIFileWarning(reason: .format($0.text), offset: $0.offset) })
      song = SongTexts.decode(file, encoding: encoding)
    } catch {
      throw SongFileError(format, .midi(error), at: error.offset)
    }
  }

  /// Whether the file is a Standard MIDI File, not compressed.
  package var isPlainMIDI: Bool { formats == [.midi] }

  /// Whether a file begins as a song does.
  package static func recognizes(_ bytes: [UInt8]) -> Bool {
    SongFileFormat(recognizing: bytes) != .midi || bytes.starts(at: 0, with: "MThd")
      || bytes.starts(at: 0, with: "RIFF") && bytes.starts(at: 8, with: "RMID")
  }

  /// The names of the formats, such as `Standard MIDI File in gzip`.
  package var formatName: String {
    formats.reversed().map { $0.name }.joined(separator: " in ")
  }
}
