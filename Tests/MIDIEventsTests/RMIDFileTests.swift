import PeachMIDIEvents
import Testing

/// RMID is a RIFF file with a MIDI file in its chunk `data` (RP-029). The SF2 RMIDI specification
/// adds a SoundFont, the information INAM, IART, and DBNK: two bytes, 0 through 127.
@Suite("RMID files")
struct RMIDFileTests {
  private static func riff(_ name: String, _ content: [UInt8]) -> [UInt8] {
    Array(name.utf8) + little(UInt32(content.count)) + content
      + (content.count % 2 == 1 ? [0] : [])
  }

  private static let song = riff(
    "data", MIDIFileBuilder.file([0, 0xFF, 3, 5] + "Track".utf8 + [0, 0xC0, 1]))
  private static let bank = riff("RIFF", Array("sfbk".utf8) + [1, 2, 3, 4])

  private static func information(_ chunks: [UInt8]...) -> [UInt8] {
    riff("LIST", Array("INFO".utf8) + chunks.joined())
  }

  private static func file(_ chunks: [UInt8]...) -> [UInt8] {
    riff("RIFF", Array("RMID".utf8) + chunks.joined())
  }

  @Test("Song, bank and information are found in any order")
  func order() throws {
    let information = Self.information(
      Self.riff("INAM", Array("Prélude\0".utf8)), Self.riff("DBNK", [2, 0]),
      Self.riff("IART", Array("A. Writer".utf8)))
    for bytes in [
      Self.file(Self.song, information, Self.bank), Self.file(Self.bank, information, Self.song),
      Self.file(information, Self.riff("odd ", [1]), Self.bank, Self.song),
    ] {
      let file = try MIDIFile(bytes: bytes)
      let range = try #require(file.embeddedBank)
      #expect(Array(bytes[range.range]) == Self.bank)
      #expect(file.information.bankOffset == 2 && file.warnings.isEmpty)
      #expect(file.title == "Prélude" && file.artist == "A. Writer")
      #expect(file.messages().count == 1)
      #expect(Array(bytes[file.songRange]) == Array(Self.song[8...]))
    }
    // Without information, the title is that of the track.
    #expect(try MIDIFile(bytes: Self.file(Self.song, Self.bank)).title == "Track")
  }

  @Test("A bank offset that is not two bytes of 0 through 127 has a warning, and counts as none")
  func bankOffset() throws {
    for (content, value) in [([128, 0], 128), ([0, 1], 256), ([1], nil), ([1, 0, 0, 0], nil)]
      as [([UInt8], Int?)]
    {
      let file = try MIDIFile(
        bytes: Self.file(Self.song, Self.information(Self.riff("DBNK", content)), Self.bank))
      #expect(file.information.bankOffset == nil)
      #expect(file.warningReasons == [.invalidBankOffset(value)])
    }
    // Without a bank it has no meaning.
    let file = try MIDIFile(
      bytes: Self.file(Self.song, Self.information(Self.riff("DBNK", [1]))))
    #expect(file.warnings.isEmpty)
  }

  @Test("Each prefix is read or refused")
  func prefixes() throws {
    let bytes = Self.file(
      Self.information(Self.riff("DBNK", [1, 0])), Self.bank, Self.song)
    for count in 0..<bytes.count {
      let file = try? MIDIFile(bytes: Array(bytes[..<count]))
      if let range = file?.embeddedBank { #expect(range.offset + range.count <= count) }
    }
  }
}
