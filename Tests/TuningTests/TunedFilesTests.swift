import Foundation
import PeachInstrumentModel
import PeachMIDIEvents
import PeachSampleCodec
import PeachServices
import PeachTuning
import SoundMeasurement
import TestEnvironment
import Testing

/// Files of tuned songs: their frames do not depend on how they are rendered.
@Suite(
  "Files of tuned songs",
  .enabled(if: SoundFileDecoder.isAvailable, "Built without the trait SoundFile."))
struct TunedFilesTests {
  private static let adaptive: RenderOptions = {
    var options = RenderOptions()
    options.adaptive = AdaptiveTuning()
    (options.effects, options.limiter, options.format) = (false, false, .float32)
    return options
  }()

  private func frames(_ path: String) throws -> [Float] {
    let audio = try DecodedAudio(contentsOf: path)
    return stride(from: 0, to: audio.values.count, by: audio.channelCount).map { audio.values[$0] }
  }

  private func rendered(
    _ file: MIDIFile, _ options: RenderOptions, processors: Int = 1
  ) throws -> [Float] {
    let folder = try TemporaryFolder()
    _ = try file.render(
      with: TestBank.tone(), to: folder.path("song.wav"), options: options,
      intonation: IntonationCache(folder: nil), straightTones: StraightToneCache(folder: nil),
      processors: processors)
    return try frames(folder.path("song.wav"))
  }

  @Test("They are bit-identical for one to three threads, with portable kernels, too")
  func threads() throws {
    let file = try VoiceSong(chords: VoiceSong.pump).file()
    let expected = try rendered(file, Self.adaptive)
    #expect(try rendered(file, Self.adaptive, processors: 2) == expected)
    #expect(try rendered(file, Self.adaptive, processors: 3) == expected)
    var options = Self.adaptive
    options.kernels = .portable
    #expect(try rendered(file, options) == rendered(file, options, processors: 2))
    options.adaptive = nil
    #expect(try rendered(file, options) != expected)
  }

  @Test("A stem is the song with the other channels muted, bit for bit: they keep its chords")
  func stems() throws {
    let file = try VoiceSong(chords: VoiceSong.pump).file()
    let folder = try TemporaryFolder()
    let stems = try file.renderStems(
      with: TestBank.tone(), to: folder.path, mix: folder.path("mix.wav"), options: Self.adaptive,
      intonation: IntonationCache(folder: nil), straightTones: StraightToneCache(folder: nil)
    ).stems
    #expect(stems.count == 4)
    for (channel, stem) in stems.enumerated() {
      var options = Self.adaptive
      options.excerpt.mutedChannels = .all
      options.excerpt.mutedChannels.remove(UInt8(channel))
      let alone = try rendered(file, options)
      let found = try frames(stem.path)
      let count = min(found.count, alone.count)
      #expect(count > 200_000 && found[..<count] == alone[..<count], "\(channel)")
    }
  }

  @Test("After a jump to a chord, the song goes on bit for bit")
  func jump() throws {
    let file = try VoiceSong(chords: VoiceSong.pump).file()
    let whole = try rendered(file, Self.adaptive)
    var options = Self.adaptive
    options.excerpt.startSeconds = 3
    let rest = try rendered(file, options)
    let count = min(rest.count, whole.count - 144_000)
    #expect(count > 100_000 && rest[..<count] == whole[144_000..<144_000 + count])
  }
}
