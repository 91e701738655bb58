import PeachMIDIEvents
import Testing

@Suite("MIDI Tuning Standard")
struct SystemExclusiveTuningTests {
  private func settings(_ hexadecimal: String) -> [SystemExclusiveSetting] {
    SystemExclusiveMessage(hexadecimal).settings
  }

  private func key(
    _ noteNumber: Double, _ key: UInt8, program: UInt8 = 0, bank: UInt8 = 0, sounding: Bool = true
  ) -> SystemExclusiveSetting {
    .tuning(
      .key(
        noteNumber: noteNumber, key: key, program: program, bank: bank,
        changesSoundingNotes: sounding))
  }

  /// Twelve data bytes that are all different, and the cents they mean.
  private let twelve = "00 01 20 3F 40 41 50 60 70 7D 7E 7F"
  private let twelveCents: [Double] = [-64, -63, -32, -1, 0, 1, 16, 32, 48, 61, 62, 63]

  @Test("Frequency data match the specification's table within its rounding")
  func frequencies() {
    // MIDI 1.0, MIDI Tuning, Frequency Data Format; recomputed as 440 · 2^((n − 69) / 12) in
    // Python, n = semitone + fraction / 16384.
    let table: [(String, Double, hertz: Double)] = [
      ("00 00 00", 0, 8.1758), ("01 00 00", 1, 8.6620), ("0C 00 00", 12, 16.3516),
      ("3C 00 00", 60, 261.6256), ("3D 00 00", 61, 277.1826),
      ("44 7F 7F", 68.999_938_964_843_75, 439.9984), ("45 00 00", 69, 440),
      ("45 00 01", 69.000_061_035_156_25, 440.0016), ("45 40 00", 69.5, 452.8930),
      ("78 00 00", 120, 8372.0181), ("7F 00 00", 127, 12_543.8540),
      ("7F 7F 7E", 127.999_877_929_687_5, 13_289.6567),
    ]
    for (data, noteNumber, hertz) in table {
      #expect(settings("7F 7F 08 02 00 01 45 " + data) == [key(noteNumber, 0x45)])
      #expect(abs(440 * power((noteNumber - 69) / 12) - hertz) < 1.01e-4)
    }
  }

  /// 2 to the power of `x` by the product of its binary digits' roots: independent of ours.
  private func power(_ x: Double) -> Double {
    var (rest, result, root) = (x - x.rounded(.down), 1.0, 2.0)
    for _ in 0..<60 {
      root = root.squareRoot()
      rest *= 2
      if rest >= 1 {
        result *= root
        rest -= 1
      }
    }
    for _ in 0..<Int(abs(x.rounded(.down))) { result *= x < 0 ? 0.5 : 2 }
    return result
  }

  @Test("Single-note changes in real time, several per message; 7F 7F 7F changes nothing")
  func singleNotes() {
    #expect(
      settings("7F 10 08 02 05 03 3C 3C 40 00 3D 7F 7F 7F 7F 00 00 01") == [
        key(60.5, 60, program: 5), key(1.0 / 16_384, 127, program: 5),
      ])
    #expect(settings("7F 7F 08 02 05 00").isEmpty)
    // 02 has no form outside real time, and no bytes are missing or left over.
    #expect(settings("7E 7F 08 02 00 01 3C 3C 00 00").isEmpty)
    #expect(settings("7F 7F 08 02 00 02 3C 3C 00 00").isEmpty)
    #expect(settings("7F 7F 08 02 00 01 3C 3C 00 00 00").isEmpty)
  }

  @Test("Single-note changes of a bank, in real time or from the next note (CA-020)")
  func bankNotes() {
    #expect(
      settings("7F 7F 08 07 03 05 01 3C 3D 20 00") == [key(61.25, 60, program: 5, bank: 3)])
    #expect(
      settings("7E 7F 08 07 03 05 01 3C 3D 20 00")
        == [key(61.25, 60, program: 5, bank: 3, sounding: false)])
  }

  @Test("Bulk dumps set all keys if their checksum is right, with and without bank")
  func dumps() {
    let name = String(repeating: "20 ", count: 16)
    var pitches = ""
    var expected: [Double] = []
    for key in 0..<128 {
      // Every key an eighth of a semitone higher: 16/128 of the high seven bits.
      pitches += "\(String(key, radix: 16)) 10 00 "
      expected.append(Double(key) + 0.125)
    }
    let plain = SystemExclusiveMessage("7E 00 08 01 09 " + name + pitches).withParity
    #expect(plain.bytes.count == 406)
    #expect(
      plain.settings
        == (0..<128).map { key(expected[$0], UInt8($0), program: 9, sounding: false) })
    let banked = SystemExclusiveMessage("7E 00 08 04 02 09 " + name + pitches).withParity
    #expect(banked.settings.last == key(127.125, 127, program: 9, bank: 2, sounding: false))
    #expect(banked.settings.count == 128)
    for bit in 0..<7 {
      var wrong = plain
      wrong.bytes[405] ^= 1 << bit
      #expect(wrong.settings.isEmpty)
    }
  }

  @Test("Octave dumps set the twelve pitch classes of a program (CA-020)")
  func octaveDumps() {
    let name = String(repeating: "41 ", count: 16)
    let one = SystemExclusiveMessage("7E 7F 08 05 01 02 " + name + twelve).withParity
    #expect(
      one.settings
        == (0..<12).map {
          .tuning(
            .pitchClass(cents: twelveCents[$0], pitchClass: UInt8($0), program: 2, bank: 1))
        })
    // Two bytes: 00 00 is −100 cents, 40 00 is 0, 60 00 is 4096 / 8192 of 100 cents.
    let pairs = "00 00 40 00 60 00" + String(repeating: " 7F 7F", count: 9)
    let two = SystemExclusiveMessage("7E 7F 08 06 01 02 " + name + pairs).withParity
    let cents = [-100, 0, 50] + Array(repeating: 8191.0 * 100 / 8192, count: 9)
    #expect(
      two.settings
        == (0..<12).map {
          .tuning(.pitchClass(cents: cents[$0], pitchClass: UInt8($0), program: 2, bank: 1))
        })
  }

  @Test("Scale tuning applies to a channel mask, in one-byte and two-byte form (CA-021)")
  func channels() {
    // 01: channel 15; 40: channel 14; 05: channels 1 and 3.
    for (id, sounding) in [("7F", true), ("7E", false)] {
      #expect(
        settings("\(id) 7F 08 08 01 40 05 " + twelve)
          == (0..<12).map {
            .tuning(
              .channels(
                cents: twelveCents[$0], pitchClass: UInt8($0), channels: 0b0110_0000_0000_0101,
                changesSoundingNotes: sounding))
          })
      let found = settings("\(id) 7F 08 09 03 7F 7F" + String(repeating: " 20 00", count: 12))
      #expect(found.count == 12)
      #expect(
        found.first
          == .tuning(
            .channels(
              cents: -50, pitchClass: 0, channels: 0xFFFF, changesSoundingNotes: sounding)))
    }
    #expect(settings("7F 7F 08 08 00 00 00 " + twelve).isEmpty)
  }

  @Test("Requests for a dump set nothing")
  func requests() {
    #expect(settings("7E 7F 08 00 05").isEmpty && settings("7E 7F 08 03 01 05").isEmpty)
  }
}
