import Foundation
import PeachInstrumentModel
import PeachIntonation
import PeachServices
import SoundFontFixtures
import SoundMeasurement
import TestEnvironment
import Testing

/// Written banks with straight tones, measured on their samples by an estimator that shares no code
/// with Peach (``CombMeter``).
@Suite("Straightened banks")
struct StraightenedBankTests {
  private let font: SoundFont
  private static let intonation = IntonationCache(folder: nil)

  private static let file = VibratoRecording.bank.chunks.file

  init() throws { font = try SoundFont.read(ByteStorage(copying: Self.file)) }

  /// Returns a bank as written and read.
  static func written(_ contents: SoundFontContents) throws -> SoundBank {
    var bytes: [UInt8] = []
    for piece in try SoundFontWriter(contents).pieces { bytes += piece.bytes }
    return try SoundFont.read(ByteStorage(copying: bytes)).soundBank()
  }

  /// Returns the cents above `hertz` of windows of the sample of a preset's first region, held for
  /// three seconds.
  static func cents(
    _ bank: SoundBank, preset: Int, above hertz: Double, step: Double = 0.05
  ) throws -> [Double] {
    let region = try #require(bank.regions(ofPresetAt: preset).first)
    let sample = bank.samples[region.sample]
    let frames = try bank.readFrames(ofSampleAt: region.sample, decoder: nil, limit: 1 << 20)
    let loop = try #require(sample.loop)
    let held = (0..<Int(3 * sample.sampleRate)).map { index in
      frames[
        index < loop.upperBound
          ? index : loop.lowerBound + (index - loop.lowerBound) % loop.count]
    }
    return CombMeter.cents(
      held, from: 0.1, through: 2.9, step: step, above: hertz,
      sampleRate: sample.sampleRate * exp2(sample.correctionCents / 1200))
  }

  /// Returns the mean pitch of the first preset over a round of its loop, in cents above `hertz`.
  private static func meanOfLoop(_ straight: StraightenedBank, above hertz: Double) throws -> Double
  {
    let bank = try written(straight.contents())
    let region = try #require(bank.regions(ofPresetAt: 0).first)
    let sample = bank.samples[region.sample]
    let frames = try bank.readFrames(ofSampleAt: region.sample, decoder: nil, limit: 1 << 20)
    let loop = try #require(sample.loop)
    let held = (0..<3).flatMap { _ in frames[loop] }
    let (rate, round) = (sample.sampleRate, Double(loop.count) / sample.sampleRate)
    let windows = CombMeter.cents(
      held, from: round, through: 1.99 * round, step: round / 12, above: hertz,
      sampleRate: rate * exp2(sample.correctionCents / 1200))
    #expect(windows.count == 12)
    return mean(windows)
  }

  static func mean(_ values: [Double]) -> Double { values.reduce(0, +) / Double(values.count) }

  static func deviation(_ values: [Double]) -> Double {
    let mean = mean(values)
    return (values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(values.count))
      .squareRoot()
  }

  @Test("A recording of one player becomes straight and in tune, from 50 ms on, through its loop")
  func straight() throws {
    let straight = try StraightenedBank(font, intonation: Self.intonation)
    #expect(straight.presets.map(\.isStraightened) == [true, false])
    #expect(straight.presets.map { $0.recordings[0].verdict } == [.straight, .severalPlayers])
    #expect(straight.presets[1].reason == .severalPlayers)
    let violin = straight.presets[0]
    // The amplitude of 20 cents of a sine.
    #expect(abs((violin.medianDeviationCents ?? 0) - 20 / 2.0.squareRoot()) < 1)
    let before = try Self.cents(font.soundBank(), preset: 0, above: 440)
    let after = try Self.cents(Self.written(straight.contents()), preset: 0, above: 440)
    #expect(before.count == after.count && Self.deviation(before) > 5)
    #expect(after.allSatisfy { abs($0) <= 0.1 }, "\(after.map(abs).max() ?? 9)")
    #expect(abs(Self.mean(after)) <= 0.02)
    // The report is of the same windows within their distance.
    #expect(
      abs((violin.largestCents(after: false) ?? 0) - (before.map { abs($0 - 7) }.max() ?? 0)) < 2)
    #expect((violin.largestCents(after: true) ?? 9) <= 0.1)
  }

  @Test("Amounts of vibrato from 50 to 200 % are in proportion; the mean stays in tune")
  func vibrato() throws {
    let before = try Self.deviation(
      Self.cents(font.soundBank(), preset: 0, above: 440, step: 0.083))
    for amount in TestScale.cases(short: [0.5, 2], full: [0.5, 1, 1.5, 2]) {
      let straight = try StraightenedBank(
        font, intonation: Self.intonation, vibrato: amount, isIncluded: { $0.program == 40 })
      let after = try Self.cents(
        Self.written(straight.contents()), preset: 0, above: 440, step: 0.083)
      // Within 15 % of the recorded deviation, and 0.5 cents for the mean over the loop.
      #expect(abs(Self.deviation(after) / before / amount - 1) < 0.15)
      #expect(abs(try Self.meanOfLoop(straight, above: 440)) < 0.5)
    }
  }

  @Test("Samples of several players and of percussion keep their bytes")
  func untouched() throws {
    let straight = try StraightenedBank(font, intonation: Self.intonation)
    let (before, after) = (font.soundBank(), try Self.written(straight.contents()))
    for preset in [1, 2] {
      let frames = try [before, after].map { bank in
        let region = try #require(bank.regions(ofPresetAt: preset).first)
        return try bank.readFrames(ofSampleAt: region.sample, decoder: nil, limit: 1 << 20)
      }
      #expect(frames[0] == frames[1])
    }
    #expect(after.samples.count == 3 && straight.sharedRegionCount == 0)
    // The mean of the strings is corrected as by `tune`.
    let tuned = try RetunedBank(font, intonation: Self.intonation)
    let strings = try #require(after.regions(ofPresetAt: 1).first)
    let expected = try SoundFont.read(ByteStorage(copying: tuned.bytes())).samples[1]
    #expect(after.samples[strings.sample].sampleRate == Double(expected.sampleRate))
  }

  @Test("A preset stays as recorded if most of its recordings decay", arguments: [1, 2])
  func decaying(count: Int) throws {
    var builder = VibratoRecording.bank
    builder.samples.append(builder.samples[0])
    builder.samples.append(builder.samples[0])
    // The volume envelope falls by 100 dB in a second: the first recordings decay.
    builder.instruments[0].zones = (0..<3).map { index in
      let (sample, key) = (index == 0 ? UInt16(0) : UInt16(index + 1), UInt8(60 + index))
      let envelope: [SoundFontBuilder.Setting] =
        index < count ? [.init(.volumeEnvelopeSustain, 1000), .init(.volumeEnvelopeDecay, 0)] : []
      return .init(
        [.init(.keyRange, from: key, to: key), .init(.sampleModes, 1)] + envelope, plays: sample)
    }
    let straight = try StraightenedBank(
      SoundFont.read(ByteStorage(copying: builder.chunks.file)), intonation: Self.intonation,
      isIncluded: { $0.program == 40 })
    // If most decay, all are treated as decaying tones.
    let decaying = straight.presets[0].recordings.count { $0.verdict == .decaying }
    #expect(decaying == (count == 1 ? 1 : 3))
    #expect(straight.presets[0].isStraightened == (count == 1))
    #expect(straight.replacedHeaderCount == (count == 1 ? 2 : 0))
  }

  /// A bank of one tone of 220 Hz that decays, and glides down by 6 cents.
  private static var glidingBank: SoundFontBuilder {
    let rate = 44_100.0
    var (cycles, frames) = (0.0, [Float]())
    for index in 0..<Int(1.5 * rate) {
      let seconds = Double(index) / rate
      let wave = (1...8).reduce(0) { sum, number in
        sum + sin(2 * .pi * cycles * Double(number)) / Double(number)
      }
      frames.append(Float(0.3 * wave * exp(-2 * seconds)))
      cycles += 220 * exp2(6 * exp(-seconds / 0.25) / 1200) / rate
    }
    var builder = VibratoRecording.bank
    builder.samples[0] = SoundFontSample(
      frames: frames.map { Int16(32_767 * $0) }, rate: UInt32(rate), root: 57)
    builder.instruments[0].zones = [
      .init(
        [.init(.volumeEnvelopeSustain, 1000), .init(.volumeEnvelopeDecay, 1200)], plays: 0)
    ]
    return builder
  }

  @Test("A decaying tone loses its glide")
  func glide() throws {
    let straight = try StraightenedBank(
      SoundFont.read(ByteStorage(copying: Self.glidingBank.chunks.file)),
      intonation: Self.intonation, isIncluded: { $0.program == 40 })
    #expect(straight.presets[0].losesGlides && !straight.presets[0].isStraightened)
    #expect(straight.replacedHeaderCount == 1)
    let written = try Self.written(straight.contents())
    let region = try #require(written.regions(ofPresetAt: 0).first)
    let sample = written.samples[region.sample]
    let recorded = Self.glidingBank.samples[0].frames.map { Float($0) / 32_768 }
    let played = try written.readFrames(ofSampleAt: region.sample, decoder: nil, limit: 1 << 20)
    let deviations = [(recorded, 44_100), (Array(played), sample.sampleRate)].map { frames, rate in
      Self.deviation(
        CombMeter.cents(
          frames, from: 0.1, through: 0.9, step: 0.05, above: 220, sampleRate: rate))
    }
    #expect(deviations[0] > 0.5 && deviations[1] < 0.2 * deviations[0], "\(deviations)")
  }

  @Test("Only the requested presets change; errors of the progress stop the work")
  func choice() throws {
    var parts: [Double] = []
    let straight = try StraightenedBank(
      font, intonation: Self.intonation, isIncluded: { $0.program == 48 },
      progress: { parts.append($0) })
    #expect(straight.presets.map(\.preset.name) == ["Strings"])
    #expect(straight.replacedHeaderCount == 0 && parts == parts.sorted() && parts.last == 1)
    struct Stop: Error {}
    for limit in stride(from: 0, to: 0.99, by: 0.2) {
      #expect(throws: Stop.self) {
        try StraightenedBank(
          font, intonation: Self.intonation,
          progress: { if $0 >= limit { throw Stop() } })
      }
    }
  }

  @Test("Mutated banks are straightened or refused without a trap")
  func hostile() throws {
    var recording = VibratoRecording()
    recording.seconds = 0.3
    var builder = VibratoRecording.bank
    builder.samples = [recording.sample(root: 69), recording.sample(root: 60)]
    let bytes = builder.chunks.file
    var random = RandomNumbers(seed: 11)
    for _ in 0..<TestScale.count(short: 15, full: 150) {
      var mutated = bytes
      for _ in 0..<random.whole(1...4) {
        // Mostly the tables, which follow the samples.
        let first = random.chance(0.8) ? bytes.count - 900 : 0
        mutated[random.whole(first...bytes.count - 1)] = UInt8(random.whole(0...255))
      }
      guard let font = try? SoundFont.read(ByteStorage(copying: mutated)) else { continue }
      guard
        let straight = try? StraightenedBank(
          font, intonation: Self.intonation, vibrato: random.between(0, 2))
      else { continue }
      _ = try? SoundFontWriter(straight.contents())
    }
  }
}
