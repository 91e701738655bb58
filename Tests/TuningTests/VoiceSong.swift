import PeachMIDIEvents

/// A song of voices, one per channel, written in seconds.
struct VoiceSong {
  struct Note {
    var channel: UInt8
    var key: UInt8
    var start: Double
    var end: Double
    var velocity: UInt8 = 90
  }

  /// Sorted by their start.
  var notes: [Note] = []
  /// Other messages at the start, such as programs.
  var setup: [[UInt8]] = []
  /// Controllers: seconds, channel, controller, value.
  var controllers: [(seconds: Double, bytes: [UInt8])] = []

  /// One chord per text, from the highest voice to the lowest; `_` holds a voice's last note.
  init(chords: [String], seconds: Double = 1.5, gap: Double = 0.03) {
    var last = [Int?](repeating: nil, count: 16)
    for (index, text) in chords.enumerated() {
      let start = Double(index) * seconds
      for (channel, word) in text.split(separator: " ").enumerated() {
        if word == "_", let held = last[channel] {
          notes[held].end = start + seconds - gap
          continue
        }
        last[channel] = notes.count
        notes.append(
          Note(
            channel: UInt8(channel), key: Self.key(word), start: start,
            end: start + seconds - gap))
      }
    }
  }

  init(_ notes: [Note]) { self.notes = notes }

  /// Returns the key of a name such as `C4`, `F#3` or `Bb2`; C4 is 60.
  static func key(_ name: some StringProtocol) -> UInt8 {
    let letters: [Character: Int] = ["C": 0, "D": 2, "E": 4, "F": 5, "G": 7, "A": 9, "B": 11]
    var key = letters[name.first ?? "C"] ?? 0
    for character in name.dropFirst() {
      switch character {
      case "#": key += 1
      case "b": key -= 1
      default: key += 12 * ((character.wholeNumberValue ?? 0) + 1)
      }
    }
    return UInt8(key)
  }

  /// Returns the song at 960 ticks per second, transposed and later.
  func file(transposition: Int = 0, laterTicks: Int = 0) throws -> MIDIFile {
    var events: [(tick: Int, order: Int, bytes: [UInt8])] = setup.map { (0, 0, $0) }
    func tick(_ seconds: Double) -> Int { Int((seconds * 960).rounded()) + laterTicks }
    for note in notes {
      let key = UInt8(Int(note.key) + (note.channel == 9 ? 0 : transposition))
      events.append((tick(note.start), 2, [0x90 | note.channel, key, note.velocity]))
      events.append((tick(note.end), 1, [0x80 | note.channel, key, 0]))
    }
    for controller in controllers {
      events.append((tick(controller.seconds), 3, controller.bytes))
    }
    let sorted = events.enumerated().sorted {
      ($0.element.tick, $0.element.order, $0.offset)
        < ($1.element.tick, $1.element.order, $1.offset)
    }
    var track: [UInt8] = []
    var last = 0
    for (_, event) in sorted {
      track += Self.variableLength(event.tick - last) + event.bytes
      last = event.tick
    }
    track += [0, 0xFF, 0x2F, 0]
    let count = track.count
    return try MIDIFile(
      bytes: Array("MThd".utf8) + [0, 0, 0, 6, 0, 0, 0, 1, 1, 0xE0] + Array("MTrk".utf8)
        + [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: count >> $0) } + track)
  }

  private static func variableLength(_ value: Int) -> [UInt8] {
    var bytes = [UInt8(value & 0x7F)]
    var rest = value >> 7
    while rest > 0 {
      bytes.insert(UInt8(rest & 0x7F) | 0x80, at: 0)
      rest >>= 7
    }
    return bytes
  }

  static let pump = ["C5 G4 E4 C3", "C5 A4 E4 A3", "D5 A4 F4 D3", "D5 B4 G4 G3"]
  static let cadences = [
    "E5 C5 G4 C3", "F5 C5 A4 F3", "D5 B4 G4 G3", "E5 C5 G4 C3", "C5 G4 E4 C3", "C5 A4 F4 F3",
    "C5 G4 E4 G3", "B4 G4 D4 G3", "C5 G4 E4 C3", "E5 C5 A4 A3", "D5 A4 F4 D3", "E5 B4 G#4 E3",
    "C5 A4 E4 A3",
  ]
}
