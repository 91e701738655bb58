import PeachMIDIEvents

/// Writes small MIDI files, right or wrong ones, for the tests.
struct MIDIFileBuilder {
  var format: UInt16 = 1
  var division: UInt16 = 96
  var declaredTracks: UInt16?
  var tracks: [[UInt8]] = []

  static let endOfTrack: [UInt8] = [0, 0xFF, 0x2F, 0]

  /// The file of these tracks' bytes, an end of track after each.
  static func file(
    format: UInt16 = 1, division: UInt16 = 96, _ tracks: [UInt8]...
  ) -> [UInt8] {
    MIDIFileBuilder(format: format, division: division, tracks: tracks.map { $0 + endOfTrack })
      .bytes
  }

  var header: [UInt8] {
    Array("MThd".utf8) + big(UInt32(6)) + big(format)
      + big(declaredTracks ?? UInt16(tracks.count)) + big(division)
  }

  var bytes: [UInt8] { tracks.reduce(header) { $0 + chunk("MTrk", $1) } }
}

func big(_ value: UInt16) -> [UInt8] { [UInt8(value >> 8), UInt8(value & 0xFF)] }

func big(_ value: UInt32) -> [UInt8] { big(UInt16(value >> 16)) + big(UInt16(value & 0xFFFF)) }

func little(_ value: UInt32) -> [UInt8] { big(value).reversed() }

/// A chunk that may lie about its length.
func chunk(_ name: String, _ content: [UInt8], length: Int? = nil) -> [UInt8] {
  Array(name.utf8) + big(UInt32(length ?? content.count)) + content
}

/// A variable-length number.
func variable(_ value: UInt32) -> [UInt8] {
  var bytes = [UInt8(value & 0x7F)]
  var rest = value >> 7
  while rest > 0 {
    bytes.insert(UInt8(rest & 0x7F) | 0x80, at: 0)
    rest >>= 7
  }
  return bytes
}

func tempo(_ microseconds: UInt32) -> [UInt8] { [0xFF, 0x51, 3] + big(microseconds).dropFirst() }

extension MIDIFile {
  /// The error that bytes give; nil if they are read.
  static func error(_ bytes: [UInt8]) -> MIDIFileError? {
    do {
      _ = try MIDIFile(bytes: bytes)
      return nil
    } catch { return error }
  }

  var warningReasons: [MIDIFileWarning.Reason] { warnings.map(\.reason) }

  /// The messages of a track, without the rest.
  func messages(track: Int = 0) -> [MIDIMessage] {
    tracks[track].events.compactMap {
      if case .message(let message) = $0.content { return message }
      return nil
    }
  }
}
