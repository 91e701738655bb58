/// Writes songs of games, from the public descriptions of their formats.
public enum GameSongBytes {
  /// The bytes of a number, the lowest first.
  public static func little(_ value: Int, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }

  private static func big(_ value: Int, _ count: Int) -> [UInt8] {
    little(value, count).reversed()
  }

  /// A number in groups of 7 bits, the highest first.
  public static func quantity(_ value: Int) -> [UInt8] {
    var bytes = [UInt8(value & 0x7F)]
    var rest = value >> 7
    while rest > 0 {
      bytes.insert(UInt8(rest & 0x7F) | 0x80, at: 0)
      rest >>= 7
    }
    return bytes
  }

  /// A chunk of an IFF file, with a pad byte after an odd size.
  public static func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
    Array(name.utf8) + big(content.count, 4) + content + (content.count % 2 == 1 ? [0] : [])
  }

  /// A delay of an XMIDI file: a sum of bytes below 128.
  public static func delay(_ ticks: Int) -> [UInt8] {
    [UInt8](repeating: 127, count: ticks / 127) + (ticks % 127 > 0 ? [UInt8(ticks % 127)] : [])
  }

  /// An XMIDI file with the events of songs: a directory and a catalog, or a form for a single one.
  public static func xmidi(_ songs: [[UInt8]], hasDirectory: Bool = true) -> [UInt8] {
    let forms = songs.map { events in
      chunk(
        "FORM",
        Array("XMID".utf8) + chunk("TIMB", [1, 0, 42, 0])
          + chunk("EVNT", events + [0xFF, 0x2F, 0]))
    }
    guard hasDirectory else { return forms[0] }
    return chunk("FORM", Array("XDIR".utf8) + chunk("INFO", little(songs.count, 2)))
      + chunk("CAT ", Array("XMID".utf8) + forms.joined())
  }

  /// A MUS file with events, and two instruments in its header.
  public static func mus(_ events: [UInt8]) -> [UInt8] {
    let start = 16 + 2 * 2
    return Array("MUS\u{1A}".utf8) + little(events.count, 2) + little(start, 2) + little(1, 2)
      + little(0, 2) + little(2, 2) + [0, 0] + little(42, 2) + little(135, 2) + events
  }

  /// A MIDI Clip File (M2-116-U): packets with their delta times, between start and end.
  public static func clip(
    _ ticksPerQuarterNote: UInt32, _ packets: [(delta: UInt32, words: [UInt32])]
  ) -> [UInt8] {
    var words: [UInt32] = [0x0040_0000, 0x0030_0000 | ticksPerQuarterNote]
    words += [0x0040_0000, 0xF020_0000, 0, 0, 0]
    for (delta, packet) in packets { words += [0x0040_0000 | delta] + packet }
    words += [0x0040_0000, 0xF021_0000, 0, 0, 0]
    return Array("SMF2CLIP".utf8)
      + words.flatMap { word in
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: word >> $0) }
      }
  }

  /// An HMI file with the events of tracks, without their ends.
  public static func hmi(rate: Int = 120, _ tracks: [[UInt8]]) -> [UInt8] {
    var file = [UInt8](repeating: 0, count: 0x172)
    func put(_ bytes: [UInt8], at offset: Int) {
      file.replaceSubrange(offset..<offset + bytes.count, with: bytes)
    }
    put(Array("HMI-MIDISONG061595".utf8), at: 0)
    put(little(rate, 2), at: 0xD4)
    put(little(tracks.count, 2), at: 0xE4)
    put(little(0x172, 4), at: 0xE8)
    var offset = 0x172 + 4 * tracks.count
    var contents: [UInt8] = []
    for events in tracks {
      var track = [UInt8](repeating: 0, count: 0x5B)
      track.replaceSubrange(0..<13, with: Array("HMI-MIDITRACK".utf8))
      track.replaceSubrange(0x57..<0x5B, with: little(0x5B, 4))
      track += events + [0, 0xFF, 0x2F, 0]
      file += little(offset, 4)
      offset += track.count
      contents += track
    }
    return file + contents
  }

  /// A delay of an HMP file: groups of 7 bits, the lowest first; the last has the highest bit.
  public static func reversedQuantity(_ value: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    var rest = value
    while rest > 127 {
      bytes.append(UInt8(rest & 127))
      rest >>= 7
    }
    return bytes + [UInt8(rest) | 128]
  }

  /// An HMP file with the events of chunks, without their ends.
  public static func hmp(
    rate: Int = 120, isLater: Bool = false, _ chunks: [[UInt8]]
  ) -> [UInt8] {
    var file = [UInt8](repeating: 0, count: isLater ? 0x388 : 0x308)
    func put(_ bytes: [UInt8], at offset: Int) {
      file.replaceSubrange(offset..<offset + bytes.count, with: bytes)
    }
    put(Array(("HMIMIDIP" + (isLater ? "013195" : "")).utf8), at: 0)
    put(little(chunks.count, 4), at: 0x30)
    put(little(rate, 4), at: 0x38)
    for (index, events) in chunks.enumerated() {
      let content = events + [0x80, 0xFF, 0x2F, 0]
      file += little(index, 4) + little(content.count + 12, 4) + little(index, 4) + content
    }
    return file
  }
}
