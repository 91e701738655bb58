/// Generated MIDI files.
enum MIDINotes {
  /// A cello note of a tenth of a second.
  static let cello = file([0, 0xC0, 42, 0, 0x90, 60, 100, 100, 0x80, 60, 64])

  /// Returns a random song of about twelve seconds with four instruments and drums.
  static func song(seed: UInt64) -> [UInt8] {
    var state = seed &* 0x9E37_79B9_7F4A_7C15 | 1
    func random(_ count: UInt64) -> UInt8 {
      // Marsaglia's xorshift (2003), triple 13, 7, 17.
      state ^= state &<< 13
      state ^= state &>> 7
      state ^= state &<< 17
      return UInt8(truncatingIfNeeded: (state &>> 11) % count)
    }
    var track: [UInt8] = []
    let programs: [UInt8] = [0, 4, 24, 33, 40, 42, 48, 52, 56, 61, 65, 73]
    for channel in 0..<UInt8(4) {
      track += [0, 0xC0 | channel, programs[Int(random(UInt64(programs.count)))]]
    }
    for _ in 0..<100 {
      let channel = random(5)
      let status = 0x90 | (channel == 4 ? 9 : channel)
      let key = channel == 4 ? 35 + random(20) : 40 + random(45)
      track += [random(60), status, key, 40 + random(80)]
      track += [60 + random(60), status, key, 0]
    }
    return file(track)
  }

  /// Encodes a delta time as a variable-length quantity (Standard MIDI Files 1.0).
  static func delta(_ ticks: Int) -> [UInt8] {
    var bytes = [UInt8(ticks & 127)]
    var rest = ticks >> 7
    while rest > 0 {
      bytes.insert(UInt8(rest & 127) | 128, at: 0)
      rest >>= 7
    }
    return bytes
  }

  /// Returns a file of one track whose ticks are milliseconds.
  static func file(_ events: [UInt8]) -> [UInt8] {
    let track = events + [0, 0xFF, 0x2F, 0]
    let size = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: track.count >> $0) }
    // 500 ticks per quarter note of half a second.
    return Array("MThd".utf8) + [0, 0, 0, 6, 0, 0, 0, 1, 1, 0xF4] + Array("MTrk".utf8) + size
      + track
  }
}
