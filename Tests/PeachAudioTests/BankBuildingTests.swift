import Foundation
import PeachSampleCodec
import PeachServices
import SoundMeasurement
import Testing

/// A bank built from a folder of recordings, some of them misnamed on purpose.
@Suite(
  "Built banks are in tune, and their loops do not click", .serialized,
  .enabled(if: SoundFileDecoder.isAvailable, "Built without the trait SoundFile."))
struct BankBuildingTests {
  private static let rate = 48_000.0
  private let folder: RecordingFolder
  private let bank: BuiltBank
  private let path: String

  init() throws {
    folder = try RecordingFolder()
    bank = try BuiltBank(
      BuildRecipe(parsing: "name Test\nbits 24\nreach 127\npreset 0:42 Cello\n"),
      in: folder.path)
    path = folder.folder.path("cello.sf2")
    try SoundFontWriter(bank.contents).write(to: path)
  }

  @Test("Roots, ranges and layers are right; wrong names are reported, and files are complete")
  func structure() throws {
    let regions = bank.presets[0].regions
    #expect(regions.count == RecordingFolder.recordings.count)
    for (region, expected) in zip(regions, RecordingFolder.recordings) {
      #expect(region.recording.file == expected.name)
      #expect(region.recording.root == expected.key, "\(expected.name)")
      #expect(region.keys == expected.keys, "\(expected.name)")
      // mf is 80 and ff 112; their boundary is midway.
      #expect(region.velocities == (expected.isLoud ? 97...127 : 1...96))
      #expect(abs(region.recording.correctionCents + expected.cents) < 0.05, "\(expected.name)")
      #expect(region.recording.loopSource == (expected.hasChunk ? .file : .found))
      #expect(region.recording.channels.count == (expected.isStereo ? 2 : 1))
    }
    // The loop of the file, after the start is trimmed.
    let last = try #require(regions.last?.recording)
    let trimmed = Int((last.trimmedSeconds * 44_100).rounded())
    #expect(last.loop == 12_600 - trimmed..<25_200 - trimmed)
    #expect(bank.warnings.count == 3, "\(bank.warnings)")
    for name in ["Cello-A4_mf.wav", "Cello-C4_mf.wav", "wrong_C2_ff.wav"] {
      #expect(bank.warnings.contains { $0.hasPrefix(name) && $0.contains("from its name") })
    }
    let font = try SoundFont(contentsOf: path)
    #expect(font.warnings.isEmpty)
    #expect(font.contents().presets.map(\.name.text) == ["Cello"])
  }

  @Test("Peach plays every root and range end within 0.1 cents, without clicks")
  func peach() throws {
    let preset = try SoundBank(contentsOf: path).preset(bank: 0, program: 42)
    let prepared = try preset.prepared()
    var worst = (cents: 0.0, decibels: -200.0)
    for recording in RecordingFolder.recordings {
      let ends = [recording.keys.lowerBound, recording.keys.upperBound]
        .filter { abs(Int($0) - Int(recording.key)) < 12 }
      for key in [recording.key] + ends {
        var synthesizer = Synthesizer(
          SynthesizerConfiguration(sampleRate: Self.rate, channelCount: 1, effects: false))
        synthesizer.use(prepared, onChannel: 0)
        synthesizer.handle(
          .noteOn(channel: 0, key: key, velocity: recording.isLoud ? 127 : 96))
        var left = [Float](repeating: 0, count: Int(2.4 * Self.rate))
        var right = left
        synthesizer.render(left: &left, right: &right, count: left.count)
        for ear in [left, right] {
          let found = Self.measure(ear[Int(0.4 * Self.rate)...], key, rate: Self.rate)
          #expect(abs(found.cents) < 0.1, "\(recording.name), key \(key): \(found.cents) cents")
          #expect(found.decibels < -60, "\(recording.name), key \(key): \(found.decibels) dB")
          worst = (max(worst.cents, abs(found.cents)), max(worst.decibels, found.decibels))
        }
      }
    }
    print("built, in Peach: at most \(worst.cents) cents, \(worst.decibels) dB")
    withExtendedLifetime(prepared) {}
  }

  @Test(
    "FluidSynth plays every root within 0.1 cents, without clicks",
    .enabled(if: RenderTools.hasFluidSynth, "FluidSynth is not installed."))
  func fluidSynth() throws {
    // 960 ticks are a second: each note lasts two, with half a second in between.
    var track: [UInt8] = [0, 0xC0, 42]
    for (index, recording) in RecordingFolder.recordings.enumerated() {
      track +=
        (index == 0 ? [0] : [0x83, 0x60]) + [0x90, recording.key, recording.isLoud ? 127 : 96]
      track += [0x8F, 0x00, 0x80, recording.key, 0]
    }
    track += [0x87, 0x40, 0xFF, 0x2F, 0]
    let count = (0..<4).map { UInt8(truncatingIfNeeded: track.count >> (24 - 8 * $0)) }
    let song = folder.folder.path("song.mid")
    var file = Array("MThd".utf8) + [0, 0, 0, 6, 0, 0, 0, 1, 1, 0xE0]
    file += Array("MTrk".utf8) + count + track
    try Data(file).write(to: URL(filePath: song))
    let rendered = try BankComparison.fluidSynth(
      song, bank: path, to: folder.folder.path("song.raw"))
    let values = rendered.frames.withUnsafeBytes { Array($0.bindMemory(to: Float.self)) }
    let left = stride(from: 0, to: values.count, by: 2).map { values[$0] }
    var worst = (cents: 0.0, decibels: -200.0)
    for (index, recording) in RecordingFolder.recordings.enumerated() {
      let start = Int((2.5 * Double(index) + 0.4) * 44_100)
      let found = Self.measure(
        left[start..<start + Int(1.5 * 44_100)], recording.key, rate: 44_100)
      #expect(abs(found.cents) < 0.1, "\(recording.name): \(found.cents) cents")
      #expect(found.decibels < -60, "\(recording.name): \(found.decibels) dB")
      worst = (max(worst.cents, abs(found.cents)), max(worst.decibels, found.decibels))
    }
    print("built, in FluidSynth: at most \(worst.cents) cents, \(worst.decibels) dB")
  }

  /// Returns a note's pitch error and its largest click.
  private static func measure(
    _ audio: ArraySlice<Float>, _ key: UInt8, rate: Double
  ) -> (cents: Double, decibels: Double) {
    let expected = RecordingFolder.hertz(key)
    let hertz = PitchMeter.frequency(of: audio, near: expected, sampleRate: rate)
    return (
      1200 * log2(hertz / expected),
      ClickMeter.restDecibels(
        of: audio, frequency: hertz, partials: RecordingFolder.partials.count, sampleRate: rate)
    )
  }

  @Test("A missing folder, or one without recordings, is an error with its path")
  func mistakes() throws {
    for (lines, word) in [("folder none", "/none"), ("files *.xyz", "Cello")] {
      let recipe = try BuildRecipe(parsing: "preset 0:42 Cello\n\(lines)\n")
      let error = try #require(throws: (any Error).self) {
        try BuiltBank(recipe, in: folder.path)
      }
      #expect("\(error)".contains(word))
    }
  }
}
