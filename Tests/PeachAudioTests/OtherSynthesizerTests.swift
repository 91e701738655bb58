import Foundation
import PeachServices
import TestEnvironment
import Testing

/// Entire songs compared with FluidSynth, without effects.
/// Documentation/evidence/specification-song.md lists the differences.
@Suite(
  "Songs against FluidSynth", .serialized,
  .enabled(if: RenderTools.canMeasure, RenderTools.whatIsMissing))
struct OtherSynthesizerTests {
  static let songs = ["dance", "hybrid-collage", "j-cycle", "midi-timing-test", "reset-gs"]
  static let banks = [RenderTools.userBank, RenderTools.largeBank].filter { TestFiles.exists($0) }

  /// The output of compare_renders.py, which defines the measures.
  private struct Likeness: Decodable {
    var frames: Int
    var gain: Double
    var level: Double
    var spectrum: Double
    var bands: Double
  }

  @Test(
    "Level and third-octave spectrum are within 3 dB in 95 of 100 frames of 100 ms",
    .enabled(
      if: SongRenderTests.rendersWholeSongs,
      "Takes minutes in a debug build; the release build runs it."),
    arguments: songs, banks)
  func alike(song name: String, bank: String) throws {
    let (folder, peach) = (try RenderFolder(), try #require(OtherProgram.peach))
    let (ours, theirs) = (folder.path("ours.wav"), folder.path("theirs.wav"))
    let song = folder.path("song.mid")
    try OtherProgram.tool("without_extensions.py", [peach, bank, RenderTools.song(name), song])
    // With cubic interpolation, as in FluidSynth: more taps preserve more treble of clicks.
    try RenderTools.render(song, bank: bank, to: ours, interpolation: .cubic)
    try RenderTools.fluidSynth(song, bank: bank, to: theirs)
    let found = try JSONDecoder().decode(
      Likeness.self, from: OtherProgram.tool("compare_renders.py", [ours, theirs]))
    print("\(name), \(bank): \(found)")
    // The last song has no notes: both must be silent.
    #expect((found.frames > 300) == (name != "reset-gs"))
    #expect(found.level >= 0.95 && found.spectrum >= 0.95)
    // One gain factor relates both levels in all songs and banks.
    #expect(found.frames == 0 || abs(found.gain - 1.2) < 0.7)
  }
}
