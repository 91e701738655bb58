import Foundation
import Peach
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

  @Test(
    """
    50, 100 and 200 % are in proportion within 3 %, 100 % is as recorded within 15 %, and the mean \
    over rounds of the loop stays within 0.5 cents
    """, arguments: notes)
  func amounts(note: Note) throws {
    let preset = try StraightToneTests.bank.get().preset(bank: 0, program: note.program)
    let times = try StraightLoopTimes(
      preset, key: UInt8(note.key), StraightToneTests.straightTones)
    let loop = try #require(times)
    // Whole rounds of at least 1.5 s, from the loop on.
    let seconds = (1.5 / loop.length).rounded(.up) * loop.length
    let count = Int(seconds / 0.06)
    func contour(_ tone: ToneStyle) throws -> (mean: Double, cents: [Double]) {
      let start = loop.start + 0.1
      let audio = try StraightToneTests().audio(note, seconds: start + seconds + 0.4, tone: tone)
      let times = (0..<count).map { start + seconds * Double($0) / Double(count) }
      let all = times.compactMap { time in
        CombMeter.cents(
          audio, at: Int(time * StraightToneTests.rate), above: note.hertz,
          sampleRate: StraightToneTests.rate)
      }
      try #require(all.count == count)
      let mean = all.reduce(0, +) / Double(count)
      // The mean of windows is weighted by loudness; the duration of rounds is not.
      let rounds = RoundMeter.meanCents(
        of: audio, from: start, period: seconds, above: note.hertz,
        sampleRate: StraightToneTests.rate)
      return (rounds ?? .infinity, all.map { $0 - mean })
    }
    let natural = try contour(.straight(vibrato: 1))
    let power = Self.product(natural.cents, natural.cents)
    let straight = try contour(.straight)
    #expect(Self.product(straight.cents, straight.cents) < 0.01 * power)
    let deviation = (power / Double(count)).squareRoot()
    #expect(deviation > 2)
    var text = "σ \(deviation), means \(straight.mean), \(natural.mean)"
    for mean in [straight.mean, natural.mean] { #expect(abs(mean) <= 0.5) }
    for amount in [0.5, 2] {
      let other = try contour(.straight(vibrato: amount))
      let ratio = Self.product(other.cents, natural.cents) / power
      text += ", \(amount): ratio \(ratio), mean \(other.mean)"
      #expect(abs(ratio / amount - 1) <= 0.03 && abs(other.mean) <= 0.5, "\(amount)")
    }
    let recorded = try contour(.steady).cents
    let ratio = (power / Self.product(recorded, recorded)).squareRoot()
    print("\(note): \(text), recorded vibrato \(ratio)")
    #expect(abs(ratio - 1) < 0.15)
  }
}
