import Foundation
import PeachServices
import SoundFontFixtures
import Testing

@Suite("Sound tags")
struct SoundSourceTests {
  @Test("Every form of a tag round-trips")
  func tags() {
    let cello = PresetIdentifier(bank: 0, program: 42)
    let forms: [(String, SoundSource)] = [
      ("sine", .sine), ("cello", .named("cello")), ("Sine Wave", .named("Sine Wave")),
      ("sf2:0:42", .preset(file: nil, cello)),
      ("sf2:my.sf2:0:42", .preset(file: "my.sf2", cello)),
      ("sf2:a:b.sf2:0:42", .preset(file: "a:b.sf2", cello)),
      ("sf2:C: 4.sf3:128:0", .preset(file: "C: 4.sf3", .init(bank: 128, program: 0))),
      ("sf2:16383:127", .preset(file: nil, .init(bank: 16_383, program: 127))),
    ]
    for (text, source) in forms {
      #expect(SoundSource(text) == source)
      #expect(source.description == text)
    }
  }

  @Test(
    "Empty tags and invalid numbers are refused",
    arguments: [
      "", "sf2:", "sf2:42", "sf2:0:128", "sf2:16384:0", "sf2:-1:0", "sf2:0:", "sf2::0", "sf2:x:y",
      "sf2:my.sf2:0", "sf2:my.sf2:0:300",
    ])
  func refused(text: String) {
    #expect(SoundSource(text) == nil)
  }

  /// Returns a library of files with presets of these names and numbers.
  static func library(_ files: [(name: String, presets: [(UInt16, UInt8, String)])])
    -> SoundFontLibrary
  {
    SoundFontLibrary(
      folders: [BankFolder(path: "/banks", origin: .user)],
      list: { folder in
        files.map { .init(path: "\(folder)/\($0.name)", name: $0.name, identity: $0.name) }
      },
      open: { path in
        let file = files.first { path == "/banks/\($0.name)" }
        return SoundBank(
          information: .init(name: path),
          presets: (file?.presets ?? []).map {
            Preset(identifier: .init(bank: $0.0, program: $0.1), name: $0.2)
          },
          samples: [], storage: ByteStorage(copying: []), regionSource: { _, _ in [] })
      })
  }

  static let two = library([
    (
      "a.sf2",
      [
        (0, 48, "Solo Cello"), (0, 49, "Cello Section"), (0, 50, "Violin"), (128, 0, "Cello Kit"),
        (128, 1, "Drums"),
      ]
    ),
    ("b.sf2", [(0, 42, "CELLO"), (0, 50, "Fiddle"), (0, 51, "Old Fiddle")]),
  ])

  @Test(
    "Exact names precede prefixes, and prefixes precede substrings, in any bank",
    arguments: [
      ("cello", "CELLO"), ("Cello S", "Cello Section"), ("section", "Cello Section"),
      ("SOLO", "Solo Cello"), ("fiddle", "Fiddle"), ("old", "Old Fiddle"), ("violin", "Violin"),
    ])
  func names(name: String, found: String) throws {
    #expect(try Self.two.preset(for: .named(name)).preset.name == found)
  }

  @Test(
    "Names compare with Unicode case folding", arguments: ["GROSSE FLÖTE", "große flöte", "Größe"])
  func caseFolding(name: String) throws {
    let library = Self.library([("a.sf2", [(0, 1, "Große Flöte"), (0, 2, "GRÖSSE")])])
    let expected = name == "Größe" ? "GRÖSSE" : "Große Flöte"
    #expect(try library.preset(for: .named(name)).preset.name == expected)
  }

  @Test("Of equally good names, the first bank's is used, and in it the lowest bank and program")
  func firstBank() throws {
    // Some banks are in order of their file, such as FluidR3.
    func bank(_ presets: [(name: String, bank: UInt16, program: UInt16)]) -> [UInt8] {
      var builder = MistunedBank.builder([MistunedBank.tone(rate: 44_100)])
      let zones = builder.presets[0].zones
      builder.presets = presets.map {
        .init($0.name, bank: $0.bank, program: $0.program, zones: zones)
      }
      return builder.chunks.file
    }
    let folder = try RenderFolder()
    let files = [
      "a.sf2": bank([("String Pad", 8, 50), ("Slow Strings", 0, 49), ("Strings", 0, 48)]),
      "b.sf2": bank([("Strings (Tremolo)", 0, 44), ("String", 0, 45)]),
    ]
    for (name, bytes) in files { try Data(bytes).write(to: URL(filePath: folder.path(name))) }
    let library = SoundFontLibrary(
      folders: [BankFolder(path: folder.path(""), origin: .given)],
      list: { _ in
        files.keys.sorted().map { .init(path: folder.path($0), name: $0, identity: $0) }
      },
      open: { try SoundBank(contentsOf: $0) })
    for (name, expected) in [
      ("strings", "Strings"), ("stri", "Strings"), ("string", "String"), ("slow", "Slow Strings"),
      ("trings", "Strings"), ("tremolo", "Strings (Tremolo)"),
    ] {
      #expect(try library.preset(for: .named(name)).preset.name == expected, "\(name)")
    }
  }

  @Test("Numbers select the first bank that has them, or the named file, by name or path")
  func numbers() throws {
    func name(_ text: String) throws -> String {
      try Self.two.preset(for: #require(SoundSource(text))).preset.name
    }
    #expect(try name("sf2:0:42") == "CELLO")
    #expect(try name("sf2:0:50") == "Violin")
    #expect(try name("sf2:b.sf2:0:50") == "Fiddle")
    #expect(try name("sf2:/banks/b.sf2:0:50") == "Fiddle")
    #expect(try name("sf2:128:0") == "Cello Kit")
  }

  @Test("A tag without a match is an error with the number of banks searched")
  func notFound() throws {
    #expect(throws: SoundSourceError.notFound("tuba", bankCount: 2)) {
      try Self.two.preset(for: .named("tuba"))
    }
    #expect(throws: SoundSourceError.notFound("drums", bankCount: 2)) {
      try Self.two.preset(for: .named("drums"))
    }
    #expect(throws: SoundSourceError.notFound("sf2:a.sf2:0:42", bankCount: 2)) {
      try Self.two.preset(for: .preset(file: "a.sf2", .init(bank: 0, program: 42)))
    }
    #expect(throws: SoundSourceError.notFound("cello", bankCount: 0)) {
      try Self.library([]).preset(for: .named("cello"))
    }
    #expect(throws: SoundSourceError.isNotSampled) { try Self.two.preset(for: .sine) }
  }
}
