import PeachBankFiles
import PeachInstrumentModel
import PeachSequencing
import PeachServices
import SoundFontFixtures
import TestEnvironment
import Testing

@Suite("Notes of stacks of sound banks")
struct LibraryStackTests {
  /// Writes a bank of pitched presets, and returns the folder.
  private static func folder(
    _ banks: [String: [(bank: UInt16, program: UInt16, name: String)]]
  ) throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    for (name, presets) in banks {
      var builder = SoundFontBuilder.simple
      builder.presets = presets.map {
        .init($0.name, bank: $0.bank, program: $0.program, zones: [.init(plays: 0)])
      }
      try folder.put(name, builder.chunks.file)
    }
    return folder
  }

  private static func general() throws -> TemporaryFolder {
    try folder([
      "gm.sf2": [(0, 40, "Violin"), (0, 42, "Cello"), (128, 0, "Standard")],
      "my.sf2": [(0, 0, "Cello solo"), (0, 1, "Cello"), (0, 2, "Oboe")],
    ])
  }

  private static func library(
    _ folder: TemporaryFolder, _ texts: String...
  ) throws -> SoundFontLibrary {
    try SoundFontLibrary(banks: texts.map { folder.path($0) })
  }

  /// The file, the index in the bank, and the name of a sound.
  private static func found(_ sound: String, in library: SoundFontLibrary) throws -> String {
    let source = try #require(SoundSource(sound))
    let preset = try library.preset(for: source)
    let path = try #require(preset.bank.storage.path)
    return "\(path.split(separator: "/").last ?? "") \(preset.index) \(preset.preset.name)"
  }

  @Test("Later banks precede, and others fill their gaps")
  func order() throws {
    let folder = try Self.general()
    let library = try Self.library(folder, "gm.sf2", "my.sf2")
    #expect(try Self.found("cello", in: library) == "my.sf2 1 Cello")
    #expect(try Self.found("violin", in: library) == "gm.sf2 0 Violin")
    #expect(try Self.found("sf2:128:0", in: library) == "gm.sf2 2 Standard")
    #expect(try Self.found("sf2:gm.sf2:0:42", in: library) == "gm.sf2 1 Cello")
  }

  /// The indices are those of the file, because caches store measurements by them.
  @Test("Parts of banks have only their presets, by the numbers that select them")
  func parts() throws {
    let folder = try Self.general()
    let library = try Self.library(folder, "gm.sf2", "my.sf2:0:2=0:42")
    #expect(try Self.found("sf2:0:42", in: library) == "my.sf2 2 Oboe")
    #expect(try Self.found("cello", in: library) == "gm.sf2 1 Cello")
    let entries = library.entries.map {
      "\($0.file) \($0.index) \($0.preset.bank):\($0.preset.program) \($0.preset.name)"
    }
    #expect(
      entries == [
        "my.sf2 2 0:42 Oboe", "gm.sf2 0 0:40 Violin", "gm.sf2 1 0:42 Cello",
        "gm.sf2 2 128:0 Standard",
      ])
    let error = SoundSourceError.notFound("cello solo", bankCount: 2, nearest: [])
    #expect(throws: error) { try library.preset(for: .named("cello solo")) }
    let oboe = try library.preset(for: .preset(file: nil, PresetIdentifier(bank: 0, program: 42)))
    #expect(library.source(of: oboe).map { "\($0)" } == "sf2:my.sf2:0:42")
  }

  @Test("Offsets change the numbers of melodic presets only, and of the lowest the name is found")
  func offsets() throws {
    let folder = try Self.general()
    let library = try Self.library(folder, "gm.sf2+5")
    #expect(try Self.found("sf2:5:42", in: library) == "gm.sf2 1 Cello")
    #expect(try Self.found("sf2:128:0", in: library) == "gm.sf2 2 Standard")
    #expect(throws: SoundSourceError.self) { try Self.found("sf2:0:42", in: library) }
    // As percussion, a preset has no pitch for names to find.
    let kit = try Self.library(folder, "my.sf2:0:2=128:0")
    #expect(throws: SoundSourceError.self) { try Self.found("oboe", in: kit) }
    #expect(kit.entries.map(\.isPitched) == [false])
  }

  @Test("A library of an open stack finds the same presets; a part without presets is an error")
  func stack() throws {
    let folder = try Self.general()
    let stack = try BankStack(texts: [folder.path("gm.sf2"), folder.path("my.sf2:0:1")]) {
      try SoundBank(contentsOf: $0)
    }
    let library = SoundFontLibrary(stack)
    #expect(library.entries.count == 4)
    #expect(try Self.found("cello", in: library) == "my.sf2 1 Cello")
    let error = #expect(throws: BankLayerError.self) { try Self.library(folder, "gm.sf2:9") }
    #expect(error.map { "\($0)" } == "\(folder.path("gm.sf2")) has no preset 9:*.")
  }

  @Test("Banks that precede others as a whole are not listed twice; their parts are")
  func followed() throws {
    let folder = try Self.general()
    let installed = try Self.library(folder, "gm.sf2", "my.sf2")
    let whole = try Self.library(folder, "gm.sf2").followed(by: installed)
    #expect(whole.banks.map(\.file.name) == ["gm.sf2", "my.sf2"])
    let part = try Self.library(folder, "gm.sf2:128").followed(by: installed)
    #expect(part.banks.map(\.file.name) == ["gm.sf2", "my.sf2", "gm.sf2"])
  }
}
