import PeachMIDIEvents

/// Makes songs for the tests: 1,000 ticks a second, so that at 1,000 Hz a tick is a frame.
enum Song {
  /// A file of tracks, each a list of ticks and the bytes of an event, in order.
  static func file(
    format: UInt8 = 1, end: Int = 0, _ tracks: [(tick: Int, bytes: [UInt8])]...
  ) throws -> MIDIFile {
    try file(format: format, tracks: tracks, end: end)
  }

  static func file(
    format: UInt8 = 1, tracks: [[(tick: Int, bytes: [UInt8])]], end: Int
  ) throws -> MIDIFile {
    // 500 ticks in a quarter note of half a second.
    var bytes = Array("MThd".utf8) + [0, 0, 0, 6, 0, format, 0, UInt8(tracks.count), 1, 0xF4]
    for track in tracks {
      var content: [UInt8] = []
      var last = 0
      for event in track + [(max(end, track.last?.tick ?? 0), [0xFF, 0x2F, 0])] {
        content += variable(event.tick - last) + event.bytes
        last = event.tick
      }
      let size = content.count
      bytes += Array("MTrk".utf8) + [0, 0, UInt8(size >> 8), UInt8(size & 255)] + content
    }
    return try MIDIFile(bytes: bytes)
  }

  private static func variable(_ value: Int) -> [UInt8] {
    value < 128
      ? [UInt8(value)]
      : value < 16_384
        ? [UInt8(value >> 7) | 128, UInt8(value & 127)]
        : [UInt8(value >> 14) | 128, UInt8(value >> 7 & 127) | 128, UInt8(value & 127)]
  }
}
