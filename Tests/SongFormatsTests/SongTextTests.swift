import Foundation
import PeachMIDIEvents
import PeachSequencing
import Testing

@testable import PeachSongFormats

@Suite("Encodings of texts in songs")
struct SongTextTests {
  /// Encodes a text by the program iconv.
  private static func iconv(_ text: String, to name: String) throws -> [UInt8] {
    try run("UTF-8", name, Array(text.utf8))
  }

  private static func run(_ from: String, _ to: String, _ bytes: [UInt8]) throws -> [UInt8] {
    let url = FileManager.default.temporaryDirectory.appending(path: "text-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: url) }
    try Data(bytes).write(to: url)
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/iconv")
    process.arguments = ["-f", from, "-t", to, url.path]
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let data = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    return [UInt8](data)
  }

  /// Returns the texts of a song with these lyrics.
  private static func lyrics(_ lyrics: [[UInt8]]) throws -> [String] {
    let events = lyrics.map { [0, 0xFF, 5] + SongBytes.quantity($0.count) + $0 }
    let song = try SongFile(bytes: SongBytes.midi(events)).song
    return SongOutline(song).texts.map(\.text)
  }

  @Test(
    "Tables: all characters are those of iconv",
    arguments: [
      ("CP1250", SongEncoding.windows1250), ("CP1251", .windows1251), ("CP1252", .windows1252),
      ("CP1253", .windows1253), ("CP1254", .windows1254), ("CP932", .shiftJIS),
    ])
  func tables(name: String, encoding: SongEncoding) throws {
    var bytes: [UInt8] = []
    var expected: [Unicode.Scalar] = []
    func add(_ text: [UInt8]) {
      guard let scalars = encoding.decode(text[...]) else { return }
      expected += scalars
      bytes += text
    }
    for byte in UInt8(1)...255 {
      add([byte])
      if encoding == .shiftJIS, byte >= 0x80 { for trail in UInt8(0)...255 { add([byte, trail]) } }
    }
    let text = String(decoding: try Self.run(name, "UTF-8", bytes), as: UTF8.self)
    #expect(text.unicodeScalars.elementsEqual(expected))
    #expect(expected.count > (encoding == .shiftJIS ? 7400 : 235))
  }

  /// Lines in languages and their usual encodings.
  static let lines: [(encoding: String, text: String)] = [
    ("CP932", "さくら さくら 野山も里も 見わたす限り"), ("CP932", "ドレミのうた"), ("CP932", "東京"),
    ("CP932", "ﾁｭｰﾘｯﾌﾟ"), ("CP932", "Hello 世界 LOVE♪"),
    ("CP1251", "Во поле берёза стояла"), ("CP1251", "КАТЮША"),
    ("CP1251", "Ніч яка місячна, зоряна"),
    ("CP1251", "Тиха нощ"),
    ("CP1250", "Wlazł kotek na płotek i mruga, ładna to piosenka, niedługa"),
    ("CP1250", "Skákal pes přes oves, přes zelenou louku"),
    ("CP1250", "Süss fel nap, fényes nap, őrült tűz"),
    ("CP1252", "Frère Jacques, dormez-vous ? Où êtes-vous, ça va"),
    ("CP1252", "Alle Vögel sind schon da, süß"),
    ("CP1252", "El niño cantó “mañana” – ¿qué pasó?"), ("CP1252", "Só dança samba, coração não"),
    ("CP1252", "Små grodorna är lustiga att se på"), ("CP1252", "It’s now or never… “Don’t go”"),
    ("CP1253", "Μήλο μου κόκκινο, ρόιδο βαμμένο"),
    ("CP1254", "Üsküdar'a gider iken aldı da bir yağmur, şimdi"),
  ]

  @Test("Statistics: lines of songs are recognized by their letters", arguments: lines)
  func statistics(encoding: String, text: String) throws {
    #expect(try Self.lyrics([Self.iconv(text, to: encoding)]) == [text])
    // Whole lines, or syllables, as karaoke files have them.
    let syllables = text.map { String($0) }
    #expect(
      try Self.lyrics(syllables.map { try Self.iconv($0, to: encoding) }).joined() == text)
  }

  @Test("Some damaged texts do not change the encoding of the others")
  func damagedTexts() throws {
    for (name, text, broken) in [
      ("CP932", "さくら さくら", [0x82]), ("UTF-8", "Größe, süß, schön", [0xE4, 0x61]),
    ] as [(String, String, [UInt8])] {
      let lines = [[UInt8]](repeating: try Self.iconv(text, to: name), count: 10)
      let texts = try Self.lyrics(lines + [broken])
      #expect(texts.dropLast() == ArraySlice([String](repeating: text, count: 10)))
    }
  }

  @Test("UTF-8 with and without a byte-order mark, and ASCII, are unchanged")
  func unicode() throws {
    #expect(try Self.lyrics([Array("\u{FEFF}Größe".utf8), Array("東".utf8)]) == ["Größe", "東"])
    let ascii = SongBytes.midi([[0, 0xFF, 5, 2, 0x61, 0x5C]])
    #expect(try SongFile(bytes: ascii).song.bytes == ascii)
  }

  // Proves song lyric-tags: RP-026; exact
  @Test("RP-026: tags {@LATIN} and {@JP} decide, until the next one, and are not shown")
  func tags() throws {
    // In Latin-1 ﾃ is Ã; the tag decides.
    let latin: [UInt8] = [0xC3, 0xC4]
    let texts = try Self.lyrics([
      latin, Array("{@LATIN}".utf8) + latin, latin, Array("{@JP}".utf8) + latin, latin,
    ])
    #expect(texts == ["ÃÄ", "ÃÄ", "ÃÄ", "ﾃﾄ", "ﾃﾄ"])
    #expect(try Self.lyrics([Array("{@JP}abc".utf8)]) == ["abc"])
    #expect(try Self.lyrics([Array("{@UTF-8}é".utf8)]) == ["é"])
    // Unknown tags are texts.
    #expect(try Self.lyrics([Array("{@X}a".utf8)]) == ["{@X}a"])
  }

  @Test("The title of a song is decoded, too; bytes of no encoding stay Latin-1")
  func title() throws {
    let name = try Self.iconv("春の海", to: "CP932")
    let song = try SongFile(
      bytes: SongBytes.midi([[0, 0xFF, 3] + SongBytes.quantity(name.count) + name])
    ).song
    #expect(song.title == "春の海")
    #expect(try Self.lyrics([[0xB2, 0x80, 0x81]]) == ["²\u{80}\u{81}"])
  }

  @Test("An RMID file names the encoding of its song (chunk MENC)")
  func information() throws {
    let song = SongBytes.midi([[0, 0xFF, 5, 2, 0xC3, 0xC4]])
    func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
      Array(name.utf8) + SongBytes.little(content.count, 4) + content
        + (content.count % 2 == 1 ? [0] : [])
    }
    for (name, text) in [("Shift_JIS\0", "ﾃﾄ"), ("windows-1251", "ГД"), ("CP1253", "ΓΔ")] {
      let content =
        Array("RMID".utf8) + chunk("data", song)
        + chunk("LIST", Array("INFO".utf8) + chunk("MENC", Array(name.utf8)))
      let file = try SongFile(bytes: chunk("RIFF", content)).song
      #expect(SongOutline(file).texts.map(\.text) == [text])
    }
  }

  // Proves song rmid-encoding: SF2 RMIDI specification, INFO chunks IENC, INAM; exact
  @Test("IENC names the encoding of the title of an RMID file (SF2 RMIDI specification)")
  func informationEncoding() throws {
    func riff(_ name: String, _ content: [UInt8]) -> [UInt8] {
      Array(name.utf8) + SongBytes.little(content.count, 4) + content
        + (content.count % 2 == 1 ? [0] : [])
    }
    func title(_ encoding: String?, _ name: [UInt8]) throws -> String? {
      let info =
        riff("INAM", name + [0]) + (encoding.map { riff("IENC", Array($0.utf8) + [0]) } ?? [])
      let file = riff(
        "RIFF",
        Array("RMID".utf8) + riff("data", SongBytes.midi([[0, 0xC0, 1]]))
          + riff("LIST", Array("INFO".utf8) + info))
      return try SongFile(bytes: file).song.title
    }
    // Песня in Windows-1251, and 歌 in Shift-JIS, by their code tables.
    let russian: [UInt8] = [0xCF, 0xE5, 0xF1, 0xED, 0xFF]
    #expect(try title("windows-1251", russian) == "Песня")
    #expect(try title("Cp1251", russian) == "Песня")
    #expect(try title("Shift_JIS", [0x89, 0xCC]) == "歌")
    #expect(try title("utf-8", Array("Lied ü".utf8)) == "Lied ü")
    #expect(try title("unknown", [0x41]) == "A" && title(nil, [0x41]) == "A")
  }
}
