import Foundation
import PeachServices
import TestEnvironment
import Testing

@Suite(
  "Rendered songs", .serialized,
  .enabled(if: RenderTools.canMeasure, RenderTools.whatIsMissing))
struct SongRenderTests {
  static let rendersWholeSongs = TestScale.cases(short: false, full: true)
  static let songs = TestScale.cases(short: ["dance"], full: ["dance", "j-cycle"])
  static let stems = TestScale.cases(
    short: [("dance", 0)],
    full: [("dance", 0), ("dance", 1), ("dance", 2), ("midi-timing-test", 0)])

  /// The properties of a WAV file as read by Python: frames, channels, peak, clipped frames.
  private struct Audio: Decodable {
    var rate: Int
    var frames: Int
    var channels: Int
    var peak: Double
    var clipped: Int
  }

  @Test(
    "A song ends with its notes, is not clipped, and is bit-identical when repeated",
    .enabled(if: rendersWholeSongs, "Takes minutes in a debug build; the release build runs it."),
    arguments: songs)
  func whole(name: String) throws {
    let folder = try RenderFolder()
    let song = RenderTools.song(name)
    let file = try MIDIFile(contentsOf: song)
    let bank = try SoundBank(contentsOf: RenderTools.smallBank)
    let summary = try file.render(with: bank, to: folder.path("first.wav"))
    try file.render(with: bank, to: folder.path("second.wav"))
    let first = try Data(contentsOf: URL(filePath: folder.path("first.wav")))
    #expect(first == (try Data(contentsOf: URL(filePath: folder.path("second.wav")))))

    let reference = try OtherProgram.tool("midi_reference.py", [song])
    let length = try #require(
      String(decoding: reference, as: UTF8.self).split(separator: " ").first.flatMap {
        Double($0)
      })
    let seconds = Double(summary.songFrameCount) / 48_000
    #expect(abs(seconds - length) < 1e-3)
    #expect(summary.songFrameCount == Int((file.duration.seconds * 48_000).rounded()))
    let tail = Double(summary.frameCount - summary.songFrameCount) / 48_000
    // The file grows by blocks of 4,096 frames.
    #expect(tail >= 0 && tail <= 10 + 4096.0 / 48_000)

    let audio = try JSONDecoder().decode(
      Audio.self, from: OtherProgram.tool("wav_facts.py", [folder.path("first.wav")]))
    #expect(audio.rate == 48_000 && audio.channels == 2 && audio.frames == summary.frameCount)
    #expect(summary.clippedFrameCount == 0 && audio.clipped == 0)
    #expect(abs(audio.peak - Double(summary.peak)) < 2.0 / 32_768)
    #expect(audio.peak > 0.05 && audio.peak < 1)
    print(
      "\(name): \(seconds) s and \(tail) s of tail (mido: \(length) s), peak \(audio.peak),",
      "\(audio.clipped) clipped frames")
  }

  private struct Clicks: Decodable {
    var notes: Int
    var ours: Int
    var theirs: Int
    var largestDeviation: Double?
    var otherEarliest: Double?
    var otherLatest: Double?
    var compared: Int?
    /// After a tempo change FluidSynth's onsets drift.
    var otherEarliestOfAll: Double?
  }

  @Test(
    "Every note starts on its frame, and within 5 ms of FluidSynth's",
    arguments: songs)
  func clicks(name: String) throws {
    let folder = try RenderFolder()
    let bank = folder.path("clicks.sf2")
    try Data(ClickBank.file).write(to: URL(filePath: bank))
    let song = folder.path("song.mid")
    try OtherProgram.tool("without_parameters.py", [RenderTools.song(name), song])
    try RenderTools.render(song, bank: bank, to: folder.path("ours.wav"))
    try RenderTools.fluidSynth(song, bank: bank, to: folder.path("theirs.wav"))
    let found = try JSONDecoder().decode(
      Clicks.self,
      from: OtherProgram.tool(
        "click_onsets.py",
        [song, "\(ClickBank.delay)", folder.path("ours.wav"), folder.path("theirs.wav")]))
    print("\(name), clicks, frames: \(found)")
    #expect(found.notes > 3000 && found.ours == found.notes)
    let deviation = try #require(found.largestDeviation)
    #expect(deviation <= 1)
    #expect(found.theirs == found.notes)
    #expect(try #require(found.compared) > 900)
    let earliest = try #require(found.otherEarliest)
    let latest = try #require(found.otherLatest)
    #expect(earliest > -240 && latest < 240)
  }

  private struct Onsets: Decodable {
    var notes: Int
    var measured: Int
    var largestDeviation: Double
    var poorestMatch: Double
    var compared: Int
    var otherEarliest: Double
    var otherLatest: Double
  }

  @Test(
    "Samples start within 1 ms of the file's time and 5 ms of FluidSynth's", arguments: stems)
  func onsets(name: String, skipped: Int) throws {
    let folder = try RenderFolder()
    let (stem, reference) = (folder.path("stem.mid"), folder.path("reference.mid"))
    try OtherProgram.tool(
      "isolate_notes.py",
      [RenderTools.song(name), stem, reference, folder.path("layout"), "\(skipped)"])
    let bank = RenderTools.smallBank
    try RenderTools.render(stem, bank: bank, to: folder.path("ours.wav"))
    try RenderTools.render(reference, bank: bank, to: folder.path("reference.wav"))
    try RenderTools.fluidSynth(stem, bank: bank, to: folder.path("theirs.wav"))
    let found = try JSONDecoder().decode(
      Onsets.self,
      from: OtherProgram.tool(
        "compare_onsets.py",
        ["layout", "ours.wav", "reference.wav", "theirs.wav"].map { folder.path($0) }))
    print("\(name), notes alone, stem \(skipped), seconds: \(found)")
    // Nearly every note of the stem is measurable; 2 % may be too faint or too dissimilar.
    #expect(found.notes > 100 && Double(found.measured) >= 0.95 * Double(found.notes))
    #expect(Double(found.compared) >= 0.98 * Double(found.measured))
    #expect(found.poorestMatch > 0.99)
    #expect(found.largestDeviation < 0.001)
    #expect(found.otherEarliest > -0.005 && found.otherLatest < 0.005)
  }
}
