import PeachInstrumentFiles
import PeachInstrumentModel
import Testing

@Suite("Encodings and initial text of SFZ files")
struct SFZTextTests {
  private static let region = "<region> sample=mono.wav key=60"

  private func bank(_ bytes: [UInt8], _ folder: MemoryFolders = SFZFile.folder) throws -> SoundBank
  {
    try InstrumentFile.read(ByteStorage(copying: bytes), folders: folder.folders(own: "/i"))
  }

  private static func utf16(_ text: String, bigEndian: Bool) -> [UInt8] {
    text.utf16.flatMap { unit in
      let bytes = [UInt8(unit & 255), UInt8(unit >> 8)]
      return bigEndian ? bytes.reversed() : bytes
    }
  }

  @Test(
    "Text before the first header is skipped by lines, with one warning (sfizz's parser, recover)",
    arguments: [
      "A flute, recorded at home\n-----\n", "Tempo=120\n", "[Piano]\r\n\r\n",
      "!!! key=5 volume=3\r", "100 % free <Piano 1>\n", "Piano\n\n  ", "\"title\"\n\0\0",
    ])
  func initialText(text: String) throws {
    let bank = try bank(Array((text + Self.region).utf8))
    #expect(bank.regions(ofPresetAt: 0) == (try SFZFile.regions(Self.region)))
    #expect(bank.warnings == ["Ignored the text before the first header."])
  }

  @Test(
    "UTF-16 of both byte orders, with and without a byte-order mark, and UTF-8 are equal",
    arguments: [true, false])
  func unicode(bigEndian: Bool) throws {
    var folder = SFZFile.folder
    folder.files["/i/é \u{1D11E}.wav"] = folder.files["/i/mono.wav"]
    let text = "// Peach: name Näme\r\n<region> sample=é \u{1D11E}.wav key=60\r\n"
    let expected = try bank(Array(text.utf8), folder)
    #expect(expected.warnings == [])
    for mark in ["", "\u{FEFF}"] {
      let read = try bank(Self.utf16(mark + text, bigEndian: bigEndian), folder)
      #expect(read.information.name == "Näme")
      #expect(read.samples == expected.samples && read.warnings == [])
      #expect(read.regions(ofPresetAt: 0) == expected.regions(ofPresetAt: 0))
    }
    // A unit that is cut, and a lone surrogate.
    #expect(try bank(Self.utf16(text, bigEndian: bigEndian) + [0x3C], folder).samples.count == 1)
    let lone: [UInt8] = bigEndian ? [0xD8, 0] : [0, 0xD8]
    #expect(try bank(Self.utf16(text, bigEndian: bigEndian) + lone, folder).samples.count == 1)
  }

  @Test("Included files have encodings of their own")
  func includes() throws {
    var folder = SFZFile.folder
    folder.files["/i/part.sfz"] = [0xFF, 0xFE] + Self.utf16("pan=10\r\n", bigEndian: false)
    let text = Self.region + " #include \"part.sfz\""
    let bank = try bank(Array(text.utf8), folder)
    #expect(bank.regions(ofPresetAt: 0) == (try SFZFile.regions(Self.region + " pan=10")))
  }

  @Test("Names in Latin-1 and Windows-1252 find files whose names are UTF-8")
  func singleByteEncodings() throws {
    var folder = SFZFile.folder
    folder.files["/i/Flöte\u{2019}s – 1.wav"] = folder.files["/i/mono.wav"]
    // ö, ’ and – in Windows-1252.
    let name: [UInt8] =
      Array("Fl".utf8) + [0xF6] + Array("te".utf8) + [0x92] + Array("s ".utf8)
      + [0x96] + Array(" 1.wav".utf8)
    let bank = try bank(Array("<region> sample=".utf8) + name + [0x0A], folder)
    #expect(bank.warnings == [])
    #expect(bank.samples.map(\.name) == ["Flöte\u{2019}s – 1.wav"])
  }

  @Test("NUL bytes separate like spaces")
  func zeros() throws {
    let bank = try bank(Array("\0<region>\0sample=mono.wav\0key=60\0\0".utf8))
    #expect(bank.regions(ofPresetAt: 0) == (try SFZFile.regions(Self.region)))
  }

  private func format(_ text: String, _ path: String?) -> InstrumentFormat? {
    Array(text.utf8).withUnsafeBytes { InstrumentFormat(recognizing: $0, path: path) }
  }

  @Test("Text that only mentions SFZ, markup, JSON, MIDI and binary files are not SFZ")
  func otherFiles() {
    for text in [
      "The header <region> starts a region: <region> sample=a.wav", "{\"a\": \"<region> key=1\"}",
      "Text\n<region>\nand more text\nkey=60", "Text\n<region>", "<region>a</region>",
      "<?xml version=\"1.0\"?>\n<group>\n<region>\nkey=1</region></group>",
      "<html>\n<p>\n</p>\n<group>\n<region>\nkey=1",
      "Text\n<sample name=\"a\"/>\n<region>\nkey=1",
      "MThd\0\0\0\u{6}\0\u{1}\0\u{1}\n<region>\nkey=1",
      "\u{1}\u{2}\n<region>\nkey=1", "[1, 2,\n3]", "key value\n",
    ] {
      #expect(format(text, "a.sfz") == nil, "\(text)")
      #expect(format(text, nil) == nil, "\(text)")
    }
    let text = "Some text\n<region> key=1"
    #expect(format(text, "/b/A.SFZ") == .sfz && format(text, nil) == .sfz)
    // Documents that contain an example.
    #expect(format(text, "readme.md") == nil && format(text, "/a.sfz/b.txt") == nil)
  }
}
