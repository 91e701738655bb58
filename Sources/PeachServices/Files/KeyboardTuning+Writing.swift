package import PeachMusicUnits

extension KeyboardTuning {
  /// The file that a tuning is written to, by its extension.
  package enum FileKind: String, CaseIterable, Sendable {
    /// A MIDI Tuning Standard message, for players and instruments that read no files.
    case syx
    /// A MIDI file with that message.
    case mid
    /// AnaMark.
    case tun

    package init?(path: String) {
      let name = path.lowercased()
      guard let kind = Self.allCases.first(where: { name.hasSuffix("." + $0.rawValue) }) else {
        return nil
      }
      self = kind
    }
  }

  /// Returns the bytes of a file.
  package func bytes(of kind: FileKind, name: String) -> [UInt8] {
    switch kind {
    case .syx: bulkTuningDump(name: name)
    case .mid: Self.midiFile(bulkTuningDump(name: name))
    case .tun: Array(anaMarkText.utf8)
    }
  }

  /// The number of keys that a file leaves in equal temperament: they have no pitch, or one that
  /// the message cannot express.
  package func unwrittenKeyCount(of kind: FileKind) -> Int {
    noteNumbers.count { kind == .tun ? $0 == nil : $0.flatMap(Self.pitchBytes) == nil }
  }

  /// Returns a Bulk Tuning Dump Reply of tuning program 0, which channels use unless they select
  /// another one (MIDI 1.0, MIDI Tuning). Pitches are rounded to 100/16384 cents.
  private func bulkTuningDump(name: String) -> [UInt8] {
    var message: [UInt8] = [0x7E, 0x7F, 0x08, 0x01, 0]
    let characters = name.utf8.filter { $0 < 0x80 }.prefix(16)
    message += characters + repeatElement(UInt8(ascii: " "), count: 16 - characters.count)
    // 7F 7F 7F is no change.
    for number in noteNumbers { message += number.flatMap(Self.pitchBytes) ?? [0x7F, 0x7F, 0x7F] }
    return [0xF0] + message + [message.reduce(0, ^) & 0x7F, 0xF7]
  }

  /// Returns a pitch as a note and two times seven bits of its fraction; `nil` if it is out of
  /// range.
  private static func pitchBytes(_ noteNumber: Double) -> [UInt8]? {
    let steps = (noteNumber * 16_384).rounded()
    // The greatest value is that of no change.
    guard steps >= 0, steps < 128 * 16_384 - 1 else { return nil }
    let value = Int(steps)
    return [UInt8(value >> 14), UInt8(value >> 7 & 0x7F), UInt8(value & 0x7F)]
  }

  /// A file of format 0 with a message at its start.
  private static func midiFile(_ message: [UInt8]) -> [UInt8] {
    let count = message.count - 1
    // The length of an event, as a variable-length quantity of two bytes.
    var track: [UInt8] = [0, 0xF0, UInt8(count >> 7) | 0x80, UInt8(count & 0x7F)]
    track += message.dropFirst() + [0, 0xFF, 0x2F, 0]
    return Array("MThd".utf8) + [0, 0, 0, 6, 0, 0, 0, 1, 0, 96] + Array("MTrk".utf8)
      + [0, 0, UInt8(track.count >> 8), UInt8(track.count & 0xFF)] + track
  }

  private var anaMarkText: String {
    let notes = noteNumbers.enumerated().map { key, number in
      "note \(key)=\((number ?? Double(key)) * 100)\n"
    }
    return "[Exact Tuning]\n" + notes.joined()
  }
}
