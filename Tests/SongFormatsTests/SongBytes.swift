/// Writes small songs.
enum SongBytes {
  /// A Standard MIDI File of format 0 or 1, with an end of track after the events of each track.
  static func midi(division: Int = 96, _ tracks: [[UInt8]]...) -> [UInt8] {
    var file = Array("MThd".utf8) + big(6, 4) + big(tracks.count > 1 ? 1 : 0, 2)
    file += big(tracks.count, 2) + big(division, 2)
    for track in tracks {
      let content: [UInt8] = Array(track.joined()) + [0, 0xFF, 0x2F, 0]
      file += Array("MTrk".utf8) + big(content.count, 4) + content
    }
    return file
  }

  static func big(_ value: Int, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * (count - 1 - $0))) }
  }

  static func little(_ value: Int, _ count: Int) -> [UInt8] { big(value, count).reversed() }

  /// A number in groups of 7 bits, the highest first.
  static func quantity(_ value: Int) -> [UInt8] {
    let groups = (0..<4).map { UInt8(value >> (7 * $0) & 0x7F) }
    let count = 4 - groups.reversed().prefix { $0 == 0 }.count
    return (0..<max(count, 1)).reversed().map { groups[$0] | ($0 > 0 ? 0x80 : 0) }
  }
}
