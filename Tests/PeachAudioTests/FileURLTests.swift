import Foundation
import PeachAudio
import SoundFontFixtures
import Testing

@Suite("File URLs beside paths, by the names of PeachAudio alone")
struct FileURLTests {
  let user: UserFolder

  init() throws { user = try UserFolder() }

  private func put(_ name: String, _ bytes: [UInt8]) throws -> URL {
    URL(filePath: try user.put(name, bytes))
  }

  /// One track: program change to cello, note 57 for 96 ticks.
  private static let song: [UInt8] =
    Array("MThd".utf8) + [0, 0, 0, 6, 0, 0, 0, 1, 0, 96]
    + Array("MTrk".utf8) + [0, 0, 0, 15, 0, 0xC0, 42, 0, 0x90, 57, 100, 96, 0x80, 57, 0]
    + [0, 0xFF, 0x2F, 0]

  @Test(
    "Names with spaces, percent signs and umlauts are those of files",
    arguments: [
      "my bank.sf2", "100%20.sf2", "Celli für alle.sf2",
    ])
  func names(name: String) throws {
    let url = try put(name, UserFolder.bank("Cello"))
    #expect(try SoundBank(contentsOf: url).presets.map(\.name) == ["Cello"])
    let library = try SoundFontLibrary(file: url)
    #expect(library.entries.map(\.url) == [url])
    #expect(try library.preset(for: .named("cello")).preset.name == "Cello")
  }

  @Test("A URL that is not that of a file throws, and names the URL")
  func remote() throws {
    let url = try #require(URL(string: "https://example.org/a.sf2"))
    for attempt in [
      { _ = try SoundBank(contentsOf: url) }, { _ = try MIDIFile(contentsOf: url) },
      { _ = try SoundFontLibrary(file: url) }, { _ = try BankFolder(url: url, origin: .given) },
    ] as [() throws -> Void] {
      let error = #expect(throws: FileAccessError.self) { try attempt() }
      #expect(error?.reason == .notFileURL && error?.path == "https://example.org/a.sf2")
    }
  }

  @Test("A folder's URL, which ends in a slash, is the same folder as its path")
  func folder() throws {
    let url = URL(filePath: user.path, directoryHint: .isDirectory)
    #expect(url.absoluteString.hasSuffix("/"))
    #expect(try BankFolder(url: url, origin: .given) == BankFolder(path: user.path, origin: .given))
  }

  @Test("A bank is imported, and another one of its name is refused")
  func imported() throws {
    let library = try UserLibrary(environment: user.environment)
    let url = try put("my bank.sf2", UserFolder.bank("Cello"))
    var fractions: [Double] = []
    let result = try library.importBank(at: url) { fractions.append($0) }
    #expect(result.isNew && result.url.lastPathComponent == "my bank.sf2")
    #expect(result.url.deletingLastPathComponent().path == library.folderURL.path)
    #expect(fractions.last == 1)
    let other = try put("my bank.sf2", UserFolder.bank("Viola"))
    #expect(throws: UserLibraryError.self) { try library.importBank(at: other) }
    #expect(try library.importBank(at: other, replacing: true).isNew)
  }

  @Test("A song is read and rendered, with the bytes of the calls with paths")
  func songs() throws {
    let bank = try SoundBank(contentsOf: put("a.sf2", UserFolder.bank("Cello")))
    let song = try put("a song.mid", Self.song)
    let output = URL(filePath: user.path).appending(path: "by URL.wav")
    try MIDIFile(contentsOf: song).render(with: bank, to: output)
    try MIDIFile(contentsOf: song.path).render(with: bank, to: user.path + "/by path.wav")
    let bytes = try Data(contentsOf: output)
    #expect(bytes.count > 44)
    #expect(bytes == FileManager.default.contents(atPath: user.path + "/by path.wav"))
    #expect(AudioFileType(of: output) == .wav)
  }

  @Test("Errors of damaged files are caught by their public types")
  func damaged() throws {
    let bank = try put("damaged.sf2", Array(UserFolder.bank("Cello").prefix(100)))
    #expect(throws: BankFileError.self) { try SoundBank(contentsOf: bank) }
    let song = try put("damaged.mid", Array(Self.song.prefix(10)))
    let error = #expect(throws: MIDIFileProblem.self) { try MIDIFile(contentsOf: song) }
    #expect(error?.path == song.path)
    let missing = URL(filePath: user.path + "/missing.sf2")
    #expect(throws: FileAccessError.self) { try SoundBank(contentsOf: missing) }
  }

  @Test("A format that a file type lacks throws a public error, which names the trait if it is off")
  func formats() throws {
    let url = URL(filePath: user.path).appending(path: "a.opus")
    let error = #expect(throws: AudioFileWriter.Failure.self) {
      try AudioFileWriter(url: url, type: .opus, sampleRate: 44_100, format: .integer16)
    }
    // With the trait, the sample rate is the reason; without it, the trait.
    switch error {
    case .unsupported(let type, let rate, _): #expect(type == .opus && rate == 44_100)
    case .notBuilt(let type): #expect(type == .opus)
    case nil: break
    }
    for type in AudioFileType.allCases where type != .wav {
      let message = "\(AudioFileWriter.Failure.notBuilt(type))"
      #expect(message.contains("SoundFile") && message.contains(".\(type.rawValue)"))
    }
    let names = try FileManager.default.contentsOfDirectory(atPath: user.path)
    #expect(!names.contains { $0.hasPrefix("a.opus") })
  }

  @Test("Without the trait Loudness, measuring throws a public error, which names the trait")
  func loudness() throws {
    #expect("\(LoudnessError.notBuilt)".contains("the trait Loudness"))
    let bank = try SoundBank(contentsOf: put("a.sf2", UserFolder.bank("Cello")))
    let song = try MIDIFile(contentsOf: put("a.mid", Self.song))
    do {
      #expect(try song.loudness(with: bank).integrated < 0)
    } catch let error as LoudnessError {
      #expect(error == .notBuilt)
    }
  }

  @Test("A preset is found by its name, like in a library; if not, the nearest names are")
  func presetNames() throws {
    var builder = SoundFontBuilder.simple
    let names = ["Cello Section", "Cello", "Solo Viola", "Violoncello"]
    builder.presets = names.enumerated().map { index, name in
      .init(name, program: UInt16(index), zones: [.init(plays: 0)])
    }
    builder.presets.append(.init("Cellos", bank: 128, program: 0, zones: [.init(plays: 0)]))
    let url = try put("names.sf2", builder.chunks.file)
    let bank = try SoundBank(contentsOf: url)
    let library = try SoundFontLibrary(file: url)
    for (text, name) in [
      ("cello", "Cello"), ("CELLO S", "Cello Section"), ("viola", "Solo Viola"),
      ("oncello", "Violoncello"),
    ] {
      #expect(try bank.preset(named: text).preset.name == name)
      #expect(try library.preset(for: .named(text)).preset.name == name)
    }
    // A drum kit never matches.
    let error = #expect(throws: SoundSourceError.self) { try bank.preset(named: "cellos") }
    guard case .notFound("cellos", 1, let nearest) = error else {
      Issue.record("The error is \(String(describing: error)).")
      return
    }
    #expect(nearest.prefix(2).contains("Cello"))
    #expect(
      "\(SoundSourceError.notFound("cellos", bankCount: 1, nearest: nearest))".contains(
        "Did you mean \"Cello"))
  }
}
