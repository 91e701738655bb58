import Foundation
import PeachServices
import SoundMeasurement
import TestEnvironment
import Testing

/// Amounts of the vibrato that was removed from the recordings of FluidR3, as rendered.
@Suite(
  "Amounts of vibrato of straight tones", .serialized,
  .enabled(if: TestFiles.exists(RenderTools.largeBank), "FluidR3_GM.sf2 is not installed."))
struct StraightVibratoTests {
  typealias Note = StraightToneTests.Note

  /// Keys of cello, violin and flute.
  static let notes = TestScale.cases(
    short: [Note(program: 42, key: 60)],
    full: [(42, 48), (42, 60), (42, 69), (40, 69), (40, 76), (73, 72), (73, 79)].map {
      Note(program: $0, key: $1)
    })

  private static func product(_ one: [Double], _ other: [Double]) -> Double {
    zip(one, other).reduce(0) { $0 + $1.0 * $1.1 }
  }

  private static func audio(
    _ note: Note, _ loop: StraightLoopTimes, _ tone: ToneStyle
  ) throws -> [Float] {
    try StraightToneTests().audio(
      note, seconds: loop.start + wholeRounds(loop) + 0.5, tone: tone)
  }

  private static func loop(_ note: Note) throws -> StraightLoopTimes {
    let preset = try StraightToneTests.bank.get().preset(bank: 0, program: note.program)
    let times = try StraightLoopTimes(
      preset, key: UInt8(note.key), StraightToneTests.straightTones)
    return try #require(times)
  }

  /// Returns the duration of whole rounds, at least 1.5 s.
  private static func wholeRounds(_ loop: StraightLoopTimes) -> Double {
    (1.5 / loop.length).rounded(.up) * loop.length
  }

  /// Returns values without their mean.
  private static func centered(_ values: [Double]) -> [Double] {
    let mean = values.reduce(0, +) / Double(values.count)
    return values.map { $0 - mean }
  }

  @Test(
    "50, 100 and 200 % are in proportion within 3 %; the mean of whole rounds within 0.5 cents",
    arguments: notes)
  func amounts(note: Note) throws {
    let loop = try Self.loop(note)
    let (start, seconds) = (loop.start + 0.1, Self.wholeRounds(loop))
    func contour(_ amount: Double) throws -> (mean: Double, cents: [Double]) {
      let audio = try Self.audio(note, loop, .straight(vibrato: amount))
      // The mean of windows is weighted by loudness; the duration of rounds is not.
      let mean = RoundMeter.meanCents(
        of: audio, from: start, period: seconds, above: note.hertz,
        sampleRate: StraightToneTests.rate)
      let cents = PartialPhases.contour(
        of: audio, from: start, to: start + seconds, above: note.hertz,
        sampleRate: StraightToneTests.rate, partials: 3)
      return (try #require(mean), Self.centered(cents))
    }
    let natural = try contour(1)
    let power = Self.product(natural.cents, natural.cents)
    let deviation = (power / Double(natural.cents.count)).squareRoot()
    #expect(deviation > 2 && abs(natural.mean) <= 0.5)
    var text = "σ \(deviation), mean \(natural.mean)"
    for amount in [0, 0.5, 2] {
      let other = try contour(amount)
      let ratio = Self.product(other.cents, natural.cents) / power
      text += "; \(amount): \(ratio), mean \(other.mean)"
      #expect(abs(ratio - amount) <= 0.03 * max(amount, 1), "\(amount)")
      #expect(abs(other.mean) <= 0.5, "\(amount)")
    }
    print("\(note): \(text)")
  }

  @Test("The median deviation of a vibrato of 100 % is the recorded one within 15 %")
  func asRecorded() throws {
    var ratios: [Double] = []
    for note in Self.notes {
      let loop = try Self.loop(note)
      let (start, seconds) = (loop.start + 0.1, Self.wholeRounds(loop))
      func power(_ tone: ToneStyle) throws -> Double {
        let cents = CombMeter.cents(
          try Self.audio(note, loop, tone), from: start, through: start + seconds, step: 0.06,
          above: note.hertz, sampleRate: StraightToneTests.rate)
        let centered = Self.centered(cents)
        return Self.product(centered, centered) / Double(centered.count)
      }
      ratios.append(try (power(.straight(vibrato: 1)) / power(.steady)).squareRoot())
    }
    print("recorded vibrato: \(ratios)")
    // Partials whose phases turn by themselves change the recorded deviation of single keys.
    #expect(abs(ratios.sorted()[ratios.count / 2] - 1) < 0.15)
  }
}
