import Foundation
import PeachServices
import TestEnvironment
import Testing

/// The code of Documentation/musicians/straight-tone.md.
@Suite("Guide to straight tones")
struct StraightToneGuideTests {
  private func example(
    _ bank: SoundBank, on engine: PlaybackEngine
  ) async throws -> (AppliedTone, [SoundFontNotePlayer], RenderOptions) {
    let cello = try bank.preset(bank: 0, program: 42)
    let straight = try SoundFontNotePlayer(playing: cello, on: engine)
    let player = try SoundFontNotePlayer(
      playing: cello, on: engine, options: NoteOptions(tone: .straight(vibrato: 0.5)))
    // Changes active notes, too.
    try await player.setVibrato(1)
    let smooth = try SoundFontNotePlayer(
      playing: cello, on: engine, options: NoteOptions(tone: .straight(smoothsLevels: true)))
    let recorded = try SoundFontNotePlayer(
      playing: cello, on: engine, options: NoteOptions(tone: .recorded))
    // Straight tone, or the reason why not.
    let applied = try cello.appliedTone(.straight)
    // Songs are played as recorded by default.
    var options = RenderOptions()
    options.tone = .straight
    return (applied, [straight, player, smooth, recorded], options)
  }

  @Test("The example of the guide equals compiled code, and runs")
  func compiled() async throws {
    func lines(_ path: String) throws -> [String] {
      let url = TestFiles.repository.appending(path: path)
      return try String(contentsOf: url, encoding: .utf8).split(separator: "\n")
        .map { $0.trimmingCharacters(in: .whitespaces) }
    }
    let page = try lines("Documentation/musicians/straight-tone.md")
    let guide = page.split(separator: "```swift")[1].prefix { $0 != "```" }
    let code = try lines("Tests/PeachAudioTests/StraightToneGuideTests.swift")
    #expect(guide.count > 8)
    #expect(code.joined(separator: "\n").contains(guide.joined(separator: "\n")))
    var preset = Banks.tone
    preset.presets[0].identifier.program = 42
    let engine = try PlaybackEngine(device: OfflineAudioDevice())
    let (applied, players, options) = try await example(preset, on: engine)
    #expect(applied == .straight && players.count == 4 && options.tone == .straight)
    #expect(RenderOptions().tone == .recorded)
  }
}
