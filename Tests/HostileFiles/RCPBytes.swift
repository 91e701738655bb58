/// Writes songs of Recomposer, from the package description of the format.
package struct RCPBytes {
  /// A track of a song.
  package struct Track {
    package var channel: UInt8
    /// The transposition in semitones; 0x80 and above for a rhythm track.
    package var key: UInt8
    package var startTick: UInt8
    package var mode: UInt8
    package var name: [UInt8]
    /// The events of four bytes, without the end of the track.
    package var events: [[UInt8]]

    package init(
      channel: UInt8 = 0, key: UInt8 = 0, startTick: UInt8 = 0, mode: UInt8 = 0,
      name: [UInt8] = [], _ events: [[UInt8]]
    ) {
      (self.channel, self.key, self.startTick) = (channel, key, startTick)
      (self.mode, self.name, self.events) = (mode, name, events)
    }

    var bytes: [UInt8] {
      let size = 44 + 4 * (events.count + 1)
      return [UInt8(size & 0xFF), UInt8(size >> 8 & 0xFF), 1, key >= 0x80 ? 0x80 : 0]
        + [channel, key, startTick, mode] + RCPBytes.padded(name, to: 36, with: 0x20)
        + events.joined() + [0xFE, 0, 0, 0]
    }
  }

  package var division = 48
  package var tempo: UInt8 = 120
  package var title: [UInt8] = []
  package var memo: [[UInt8]] = []
  package var playBias: Int8 = 0
  package var keySignature: UInt8 = 0
  package var setupFile: [UInt8] = []
  /// The number of tracks that the header declares.
  package var trackCount: UInt8 = 36
  /// The messages of the user without F0.
  package var userExclusives: [[UInt8]] = []
  package var tracks: [Track]

  package init(_ tracks: [Track]) { self.tracks = tracks }

  package var bytes: [UInt8] {
    var file = [UInt8](repeating: 0, count: 0x586)
    func put(_ bytes: [UInt8], at offset: Int) {
      file.replaceSubrange(offset..<offset + bytes.count, with: bytes)
    }
    put(Array("RCM-PC98V2.0(C)COME ON MUSIC\r\n".utf8), at: 0)
    put(Self.padded(title, to: 64, with: 0x20), at: 0x20)
    for line in 0..<12 {
      let text = memo.indices.contains(line) ? memo[line] : []
      put(Self.padded(text, to: 28, with: 0x20), at: 0x60 + 28 * line)
    }
    put([UInt8(division & 0xFF), tempo, 4, 4, keySignature], at: 0x1C0)
    put([UInt8(bitPattern: playBias)], at: 0x1C5)
    put(Self.padded(setupFile, to: 16, with: 0x20), at: 0x1D6)
    put([trackCount, UInt8(division >> 8)], at: 0x1E6)
    for number in 0..<8 {
      let message = userExclusives.indices.contains(number) ? userExclusives[number] : []
      put(Self.padded([], to: 24, with: 0x20), at: 0x406 + 48 * number)
      put(Self.padded(message, to: 24, with: 0xF7), at: 0x406 + 48 * number + 24)
    }
    let empty = [Track](repeating: Track([]), count: max(Int(trackCount) - tracks.count, 0))
    return file + (tracks + empty).flatMap { $0.bytes }
  }

  private static func padded(_ text: [UInt8], to count: Int, with byte: UInt8) -> [UInt8] {
    Array(text.prefix(count)) + [UInt8](repeating: byte, count: max(count - text.count, 0))
  }
}
