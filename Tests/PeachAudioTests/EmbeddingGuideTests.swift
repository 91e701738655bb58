import Foundation
import PeachInstrumentModel
import PeachMusicUnits
import PeachPlugIn
import PeachServices
import PeachSynthesis
import SoundFontFixtures
import TestEnvironment
import Testing

@Suite("Embedding guide")
struct EmbeddingGuideTests {
  /// Returns the lines of a text without leading and trailing spaces.
  private func lines(_ text: String) -> [String] {
    text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
  }

  @Test("Each example of the guide equals compiled code, line by line")
  func compiled() throws {
    let root = TestFiles.repository
    let guide = try String(
      contentsOf: root.appending(path: "Documentation/developers/embedding.md"), encoding: .utf8)
    let code = try String(
      contentsOf: root.appending(path: "Tests/PeachAudioTests/EmbeddingExamples.swift"),
      encoding: .utf8)
    let compiled = lines(code).joined(separator: "\n")
    let examples = guide.components(separatedBy: "```swift\n").dropFirst()
      .map { $0.components(separatedBy: "```")[0] }
      // The dependency in an app's Package.swift is not part of the compiled code.
      .filter { !$0.hasPrefix(".package(") }
    #expect(examples.count == 7)
    for example in examples {
      #expect(compiled.contains(lines(example).joined(separator: "\n")), "\(example)")
    }
  }

  @Test("A preset is printed by its numbers, its name and its bank")
  func printed() throws {
    let bank = try MistunedBank.bank(StringBank.builder(isStiff: false), in: try RenderFolder())
    #expect("\(BankPreset(bank: bank, index: 0))" == "0:0 Strings of \(bank.information.name)")
  }

  @Test("The examples behave as the guide states")
  func run() throws {
    let folder = try TemporaryFolder()
    var builder = SoundFontBuilder.simple
    builder.instruments = [.init(zones: [.init([.init(.sampleModes, 1)], plays: 0)])]
    let path = try folder.put("a.sf2", builder.chunks.file)
    let key = MIDINote(clamping: 60)
    let strength = try #require(Velocity(100))
    let unit = try EmbeddingExamples.makeUnit(
      folder: folder.path, path: path, key: key, strength: strength)
    var audio = [Float](repeating: 0, count: 1024)
    try audio.withUnsafeMutableBufferPointer { audio in
      let left = try #require(audio.baseAddress)
      EmbeddingExamples.render(
        unit, key: key, strength: strength, left: left, right: left + 512)
    }
    #expect(unit.activeVoiceCount == 2)
    #expect(audio.contains { $0 != 0 })
    #expect(EmbeddingExamples.serve(unit) == [])
    try EmbeddingExamples.keep(unit)
    let rendered = try EmbeddingExamples.renderOnServer(path: path)
    // The note ends on time; only reverb follows.
    let note = rendered[12_000..<24_000].map(\.magnitude).max() ?? 0
    let room = rendered[40_000..<48_000].map(\.magnitude).max() ?? 1
    #expect(note > 0.01 && room < note / 3)
    let bank = try SoundBank(contentsOf: path)
    let preset = try InstrumentLoader(bank: bank).prepare(presetAt: 0)
    try audio.withUnsafeMutableBufferPointer { audio in
      let left = try #require(audio.baseAddress)
      EmbeddingExamples.playLive(preset, left: left, right: left + 512)
    }
    #expect(audio.contains { $0 != 0 })
  }
}
