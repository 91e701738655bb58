import Foundation
import PeachInstrumentModel
import PeachServices
import SoundMeasurement
import TestEnvironment
import Testing

/// A large bank's cello with straight tones, as FluidSynth and Peach play it.
@Suite(
  "Playback of straightened banks", .serialized,
  .enabled(if: TestFiles.exists(RenderTools.largeBank), "FluidR3_GM.sf2 is not installed."))
struct StraightBankPlaybackTests {
  private static let keys: [UInt8] = [60, 64, 69]
  /// The keys that Peach plays.
  private static let playedKeys: [UInt8] = TestScale.cases(short: [64], full: keys)
  private static let rate = 48_000.0
  private static let noteSeconds = 2.0

  /// The files of the cello between C4 and A4, as recorded and with amounts of its vibrato.
  private static let banks = Result {
    let recipe = try PruningRecipe(parsing: "keep 0:42\nkeys 60-69")
    let pruned = try PrunedBank(
      SoundFont(contentsOf: RenderTools.largeBank).contents(), recipe: recipe)
    let recorded = try bytes(pruned.contents)
    let font = try SoundFont.read(ByteStorage(copying: recorded))
    var banks = ["recorded": recorded]
    for (name, amount) in [("straight", 0.0), ("vibrato", 1)] {
      let bank = try StraightenedBank(
        font, intonation: IntonationCache(folder: nil), vibrato: amount)
      #expect(bank.presets[0].isStraightened)
      banks[name] = try bytes(bank.contents())
    }
    return banks
  }

  private static func bytes(_ contents: SoundFontContents) throws -> [UInt8] {
    var bytes: [UInt8] = []
    for piece in try SoundFontWriter(contents).pieces { bytes += piece.bytes }
    return bytes
  }

  private static func bank(_ name: String) throws -> [UInt8] {
    try #require(banks.get()[name])
  }

  private static func hertz(_ key: UInt8) -> Double { 440 * exp2((Double(key) - 69) / 12) }

  /// Returns a song of one note of two seconds per key, with half a second between them.
  private static var song: [UInt8] {
    var track: [UInt8] = [0, 0xC0, 42]
    for key in keys {
      // 1,920 ticks of 480 per half second are two seconds, and 480 half a second.
      track += [0, 0x90, key, 100, 0x8F, 0x00, 0x80, key, 0, 0x83, 0x60, 0xB0, 120, 0]
    }
    track += [0, 0xFF, 0x2F, 0]
    let count = (0..<4).map { UInt8(truncatingIfNeeded: track.count >> (24 - 8 * $0)) }
    return Array("MThd".utf8) + [0, 0, 0, 6, 0, 0, 0, 1, 1, 0xE0] + Array("MTrk".utf8) + count
      + track
  }

  @Test(
    "FluidSynth plays each 100 ms from 150 ms on within 0.6 cents",
    .enabled(if: RenderTools.hasFluidSynth, "FluidSynth is not installed."))
  func fluidSynth() throws {
    let folder = try RenderFolder()
    let (song, bank) = (folder.path("song.mid"), folder.path("straight.sf2"))
    try Data(Self.song).write(to: URL(filePath: song))
    try Data(Self.bank("straight")).write(to: URL(filePath: bank))
    let played = try BankComparison.fluidSynth(song, bank: bank, to: folder.path("cello.raw"))
    let values = played.frames.withUnsafeBytes { Array($0.bindMemory(to: Float.self)) }
    let left = stride(from: 0, to: values.count, by: 2).map { values[$0] }
    for (index, key) in Self.keys.enumerated() {
      let start = 2.5 * Double(index)
      let cents = CombMeter.cents(
        left, from: start + 0.2, through: start + 1.9, step: 0.08, above: Self.hertz(key),
        sampleRate: 44_100)
      let largest = cents.map(abs).max() ?? .infinity
      print("FluidSynth, key \(key): \(StraightenedBankTests.mean(cents)), at most \(largest)")
      #expect(cents.count > 20 && largest <= 0.6)
    }
  }

  /// Returns windows of a note as Peach plays a bank, without pitch correction.
  private func cents(_ name: String, _ key: UInt8) throws -> [Double] {
    let bank = try SoundFont.read(ByteStorage(copying: Self.bank(name))).soundBank()
    let prepared = try bank.preset(bank: 0, program: 42).prepared()
    var synthesizer = Synthesizer(
      SynthesizerConfiguration(sampleRate: Self.rate, channelCount: 1, effects: false))
    synthesizer.use(prepared, onChannel: 0)
    synthesizer.handle(.noteOn(channel: 0, key: key, velocity: 100))
    var left = [Float](repeating: 0, count: Int(Self.rate * Self.noteSeconds))
    var right = left
    synthesizer.render(left: &left, right: &right, count: left.count)
    return withExtendedLifetime(prepared) {
      CombMeter.cents(
        left, from: 0.1, through: 1.9, step: 0.04, above: Self.hertz(key), sampleRate: Self.rate)
    }
  }

  @Test("Peach plays the mean within 0.1 cents, and each 100 ms within 0.8", arguments: playedKeys)
  func peach(key: UInt8) throws {
    let cents = try cents("straight", key)
    let (mean, largest) = (StraightenedBankTests.mean(cents), cents.map(abs).max() ?? .infinity)
    print("Peach, key \(key): \(mean), at most \(largest)")
    #expect(cents.count > 40 && abs(mean) <= 0.1 && largest <= 0.8)
  }

  /// Returns the standard deviation of windows 40 ms apart from the mean of 0.4 s, two cycles of
  /// the vibrato: drift and scoop are not part of it.
  private static func vibratoDeviation(_ cents: [Double]) -> Double {
    let fast = (5..<cents.count - 5).map { index in
      let around = cents[index - 5...index + 5]
      return cents[index]
        - (around.reduce(0, +) - 0.5 * (cents[index - 5] + cents[index + 5])) / 10
    }
    return StraightenedBankTests.deviation(fast)
  }

  @Test("The median deviation of a vibrato of 100 % is the recorded one within 15 %")
  func vibrato() throws {
    var ratios: [Double] = []
    for key in Self.playedKeys {
      let (recorded, written) = try (cents("recorded", key), cents("vibrato", key))
      let (before, after) = (Self.vibratoDeviation(recorded), Self.vibratoDeviation(written))
      print(
        "Vibrato of key \(key): \(before) as recorded, \(after) as written; with drift "
          + "\(StraightenedBankTests.deviation(recorded)), "
          + "\(StraightenedBankTests.deviation(written))")
      #expect(before > 2)
      ratios.append(after / before)
    }
    // Partials whose phases turn by themselves widen the recorded deviation of single keys: they
    // are held, and not part of the contour.
    #expect(abs(ratios.sorted()[ratios.count / 2] - 1) <= 0.15)
  }
}
