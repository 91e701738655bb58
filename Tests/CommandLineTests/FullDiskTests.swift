import Foundation
import SoundFontFixtures
import Testing

/// A limit of the size of files stands in for a full disk: `write` fails, as it does there.
@Suite("A disk without space")
struct FullDiskTests {
  private let peach: Peach

  init() throws { peach = try Peach() }

  /// Runs the program with files of at most 16 KB.
  private func run(_ arguments: String...) throws -> Peach.Result {
    let program = try #require(Peach.program)
    // The units are half kilobytes. Without the signal, the call returns an error.
    let script = "trap '' XFSZ; ulimit -f 32; exec \"$0\" \"$@\""
    return try peach.end(peach.start(["-c", script, program] + arguments, by: "/bin/sh"))
  }

  @Test(
    "An audio file that cannot be written replaces nothing",
    arguments: ["wav", "flac", "ogg", "opus", "mp3", "aiff", "caf"])
  func audio(type: String) throws {
    let name = "old.\(type)"
    try peach.put(name, Array("old".utf8))
    let result = try run("play", "440", "--sound", "sine", "--duration", "20", "-o", name)
    #expect(result.status == 1)
    #expect(result.errors.contains("old.\(type)"), "\(result.errors)")
    #expect(peach.bytes(name) == Array("old".utf8))
    #expect(try peach.names() == [name])
  }

  @Test(
    "A bank built from recordings that cannot be written replaces nothing",
    arguments: ["sf2", "sf3"])
  func bank(type: String) throws {
    try FileManager.default.createDirectory(
      atPath: peach.path("work/cello"), withIntermediateDirectories: true)
    for name in ["A2", "D3", "A3", "D4", "A4", "D5", "A5", "D6"] {
      let made = try peach.run(
        "play", name, "--sound", "sine", "--duration", "3", "-o", "cello/\(name).wav")
      #expect(made.status == 0, "\(made.errors)")
    }
    try peach.put("mine.txt", Array("preset 0:42 Cello\nfolder cello\nbits 24".utf8))
    let old = "old.\(type)"
    try peach.put(old, Array("old".utf8))
    let result = try run("build", "mine.txt", "-o", old)
    #expect(result.status == 1 && result.output.isEmpty)
    // Without libsndfile, the error names it.
    if !result.errors.contains("libsndfile") {
      #expect(result.errors.contains(old), "\(result.errors)")
    }
    #expect(peach.bytes(old) == Array("old".utf8))
    #expect(try peach.names() == ["cello", "mine.txt", old])
  }

  @Test("A conversion to SFZ that cannot be written leaves nothing")
  func conversion() throws {
    var builder = SoundFontBuilder()
    builder.samples = [1000, 2000, 40_000].map {
      .init(frames: Array(0..<Int16($0 / 2)) + Array(0..<Int16($0 / 2)))
    }
    builder.instruments = [.init(zones: (0..<3).map { .init(plays: $0) })]
    builder.presets = [.init(zones: [.init(plays: 0)])]
    try peach.put("a.sf2", builder.chunks.file)
    try peach.put("c.sfz", Array("old".utf8))
    let result = try run("convert", "a.sf2", "c.sfz")
    #expect(result.status == 1 && !result.errors.isEmpty, "\(result.errors)")
    #expect(try peach.names() == ["a.sf2", "c.sfz"])
    #expect(peach.bytes("c.sfz") == Array("old".utf8))
  }

  @Test("A conversion replaces its samples and keeps the other files of their folder")
  func replacement() throws {
    var builder = SoundFontBuilder()
    builder.samples = [.init(frames: [0, 100, 200, 100])]
    builder.instruments = [.init(zones: [.init(plays: 0)])]
    builder.presets = [.init(zones: [.init(plays: 0)])]
    try peach.put("a.sf2", builder.chunks.file)
    for _ in 0..<2 {
      let result = try peach.run("convert", "a.sf2", "c.sfz")
      #expect(result.status == 0, "\(result.errors)")
      try peach.put("mine.txt", [1], in: "work/c samples")
    }
    let files = try FileManager.default.contentsOfDirectory(atPath: peach.path("work/c samples"))
    #expect(files.sorted() == ["000 sample.wav", "mine.txt"])
    #expect(try peach.names() == ["a.sf2", "c samples", "c.sfz"])
  }
}
