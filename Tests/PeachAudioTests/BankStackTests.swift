import PeachInstrumentModel
import PeachMIDIEvents
import PeachSequencing
import PeachServices
import SoundMeasurement
import Testing

@Suite("Stacks of sound banks")
struct BankStackTests {
  /// A bank of presets without sound.
  private static func bank(_ presets: [PresetIdentifier]) -> SoundBank {
    SoundBank(
      information: .init(name: "Test"),
      presets: presets.map { Preset(identifier: $0, name: "\($0.bank):\($0.program)") },
      samples: [], storage: ByteStorage(copying: []), regionSource: { _, _ in [] })
  }

  private static func number(_ bank: UInt16, _ program: UInt8) -> PresetIdentifier {
    PresetIdentifier(bank: bank, program: program)
  }

  private static let generalMIDI = bank([
    number(0, 0), number(0, 42), number(8, 0), number(128, 0), number(128, 25),
  ])

  /// A song with a note on a bank and program of each channel; channel 9 is percussion.
  private static func song(_ presets: [(bank: UInt8, program: UInt8, channel: UInt8)]) throws
    -> MIDIFile
  {
    var track: [UInt8] = []
    for preset in presets {
      track += [0, 0xB0 | preset.channel, 0, preset.bank, 0, 0xC0 | preset.channel]
      track += [preset.program, 0, 0x90 | preset.channel, 60, 100, 1, 0x80 | preset.channel, 60, 0]
    }
    track += [0, 0xFF, 0x2F, 0]
    return try MIDIFile(
      bytes: Array("MThd".utf8) + [0, 0, 0, 6, 0, 0, 0, 1, 0, 96] + Array("MTrk".utf8)
        + [0, 0, 0, UInt8(track.count)] + track)
  }

  /// Returns the layer and the own number of the preset that plays, such as `0 0:42`.
  private static func played(
    _ bank: UInt8, _ program: UInt8, channel: UInt8 = 0, of stack: BankStack
  ) throws -> String? {
    let usages = try song([(bank, program, channel)]).presetUsages(in: stack)
    return usages.first?.entry.map { "\($0.layer) \(stack[$0].name)" }
  }

  private static func stack(_ layers: [(String, SoundBank)]) throws -> BankStack {
    var stack = BankStack()
    for (text, bank) in layers {
      let parsed = try #require(BankLayerText(text))
      stack.layers.append(try #require(parsed.layer(of: bank)))
    }
    return stack
  }

  @Test("The first bank that has a preset plays it; otherwise the rules for one bank apply to all")
  func order() throws {
    let own = Self.bank([Self.number(0, 42), Self.number(128, 1)])
    let stack = try Self.stack([("own.sf2", own), ("gm.sf2", Self.generalMIDI)])
    #expect(try Self.played(0, 42, of: stack) == "0 0:42")
    #expect(try Self.played(0, 0, of: stack) == "1 0:0")
    #expect(try Self.played(8, 0, of: stack) == "1 8:0")
    // GS capital tone: the same program of bank 0, of the first bank that has it.
    #expect(try Self.played(16, 42, of: stack) == "0 0:42")
    #expect(try Self.played(0, 1, channel: 9, of: stack) == "0 128:1")
    #expect(try Self.played(0, 25, channel: 9, of: stack) == "1 128:25")
    // The standard kit for one that no bank has.
    #expect(try Self.played(0, 77, channel: 9, of: stack) == "1 128:0")
    #expect(try Self.played(0, 99, of: stack) == nil)
  }

  @Test("A layer has selected presets, an offset, or another number")
  func parts() throws {
    let other = Self.bank([Self.number(0, 0), Self.number(0, 42), Self.number(128, 0)])
    func played(_ text: String, _ bank: UInt8, _ program: UInt8, channel: UInt8 = 0) throws
      -> String?
    {
      let stack = try Self.stack([(text, other), ("gm.sf2", Self.generalMIDI)])
      return try Self.played(bank, program, channel: channel, of: stack)
    }
    #expect(try played("x.sf2:128", 0, 0) == "1 0:0")
    #expect(try played("x.sf2:128", 0, 0, channel: 9) == "0 128:0")
    #expect(try played("x.sf2:0:42", 0, 42) == "0 0:42")
    #expect(try played("x.sf2:0:42", 0, 0) == "1 0:0")
    #expect(try played("x.sf2+3", 3, 42) == "0 0:42")
    #expect(try played("x.sf2+3", 0, 42) == "1 0:42")
    // Kits have no offset.
    #expect(try played("x.sf2+3", 0, 0, channel: 9) == "0 128:0")
    #expect(try played("x.sf2:0:0+8", 8, 0) == "0 0:0")
    #expect(try played("x.sfz=0:42", 0, 42) == "0 0:0")
    #expect(try played("x.sfz=0:42", 0, 0) == "1 0:0")
    #expect(try played("x.sf2:0:42=8:0", 8, 0) == "0 0:42")
    let missing = try #require(BankLayerText("x.sf2:5"))
    #expect(missing.layer(of: other) == nil)
  }

  @Test("Paths may contain colons, plus signs and digits")
  func paths() throws {
    for (text, path, pattern) in [
      ("a.sf2", "a.sf2", nil), ("C:/b 2.sf2", "C:/b 2.sf2", nil),
      ("a:b.sf2:0:1-3", "a:b.sf2", "0:1-3"),
      ("2:128", "2", "128:*"), ("x+y.sf2", "x+y.sf2", nil), ("a.sf2:128:*", "a.sf2", "128:*"),
    ] as [(String, String, String?)] {
      let parsed = try #require(BankLayerText(text))
      #expect(parsed.path == path && parsed.pattern?.description == pattern)
    }
    for text in [":128", "=0:1", "a.sf2=0:128", "a.sf2=1", "a.sf2+128", "a.sf2:0:200"] {
      #expect(BankLayerText(text) == nil, "\(text)")
    }
  }
}
