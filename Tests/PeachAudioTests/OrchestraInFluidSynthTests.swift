import Foundation
import PeachLoudness
import PeachSampleCodec
import PeachServices
import SoundMeasurement
import TestEnvironment
import Testing

/// A bank built from real recordings, as FluidSynth plays it.
@Suite(
  "Banks built from real recordings are even in FluidSynth", .serialized,
  .enabled(if: SoundFileDecoder.isAvailable, "Built without the trait SoundFile."),
  .enabled(if: LoudnessMeter.isAvailable, "Built without the trait Loudness."),
  .enabled(if: RenderTools.hasFluidSynth, "FluidSynth is not installed."),
  .enabled(
    if: TestFiles.exists(TestFiles.shared("orchestra/cello")), "The recordings are absent."))
struct OrchestraInFluidSynthTests {
  /// The number of ticks per note, of 960 a second.
  private static let noteSeconds = 2.0

  /// Plays keys at velocity 127 one after another, and returns the left channel of each.
  private func play(_ keys: [UInt8], program: UInt8, bank: String, in folder: RenderFolder) throws
    -> [[Float]]
  {
    var track: [UInt8] = [0, 0xC0, program]
    for key in keys {
      // 1440 and 480 ticks, of which 960 are a second.
      track += [0, 0x90, key, 127, 0x8B, 0x20, 0x80, key, 0, 0x83, 0x60, 0xB0, 7, 100]
    }
    track += [0, 0xFF, 0x2F, 0]
    let count = (0..<4).map { UInt8(truncatingIfNeeded: track.count >> (24 - 8 * $0)) }
    let file =
      Array("MThd".utf8) + [0, 0, 0, 6, 0, 0, 0, 1, 1, 0xE0] + Array("MTrk".utf8) + count + track
    let song = folder.path("song.mid")
    try Data(file).write(to: URL(filePath: song))
    let output = folder.path("song.raw")
    let result = try OtherProgram.run([
      "env", "OMP_NUM_THREADS=1", "fluidsynth", "-ni", "-R", "0", "-C", "0", "-g", "0.5", "-r",
      "48000", "-T", "raw", "-O", "float", "-F", output, bank, song,
    ])
    #expect(result.status == 0)
    let values = try Data(contentsOf: URL(filePath: output)).withUnsafeBytes {
      Array($0.bindMemory(to: Float.self))
    }
    let left = stride(from: 0, to: values.count, by: 2).map { values[$0] }
    let frames = Int(Self.noteSeconds * KWeightedMeter.sampleRate)
    return keys.indices.map { Array(left[$0 * frames..<min(($0 + 1) * frames, left.count)]) }
  }

  // The bars of the design: 40 ms after note-on, adjacent recordings within 1.2 dB.
  @Test("Cello: attacks are at most 40 ms after note-on, adjacent levels within 1.2 dB")
  func cello() throws {
    let recipe = try BuildRecipe(
      parsing: "preset 0:42 Cello\nfolder cello\nfiles *2_*forte*, *C?_*forte*, *A?_*forte*")
    let bank = try BuiltBank(recipe, in: TestFiles.shared("orchestra"))
    let folder = try RenderFolder()
    try SoundFontWriter(bank.contents).write(to: folder.path("cello.sf2"))
    let keys = bank.presets[0].recordings.map { $0.root }.sorted()
    #expect(keys.count >= 12)
    let audio = try play(keys, program: 42, bank: folder.path("cello.sf2"), in: folder)
    let attacks = zip(keys, audio).map { key, audio in
      KWeightedMeter.attackMilliseconds(audio, hertz: 440 * pow(2, (Double(key) - 69) / 12))
    }
    #expect((attacks.max() ?? 99) <= 40, "\(attacks)")
    // libebur128 measures 100 to 600 ms.
    let loudness = try audio.map { audio in
      let meter = try LoudnessMeter(sampleRate: 48_000)
      let part = Array(audio[4800..<28_800])
      try meter.add(part, part, count: part.count)
      return try meter.integrated()
    }
    for (level, next) in zip(loudness, loudness.dropFirst()) {
      #expect(abs(level - next) <= 1.2, "\(loudness)")
    }
    // The same by the tables of BS.1770: two equal channels have 3.01 dB more than one.
    for (level, audio) in zip(loudness, audio) {
      let weighted = KWeightedMeter.level(audio, seconds: 0.1...0.6) - 0.691 + 3.01
      #expect(abs(level - weighted) < 1, "\(loudness)")
    }
  }
}
