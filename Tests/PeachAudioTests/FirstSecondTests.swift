import Foundation
import PeachServices
import PeachSynthesis
import SoundMeasurement
import TestEnvironment
import Testing

/// The pitch of the first second of notes as rendered, by an estimator that shares no code with
/// Peach's (``FirstSecond``).
@Suite("First second of notes", .serialized)
struct FirstSecondTests {
  private static let hasLarge = TestFiles.exists(RenderTools.largeBank)
  private static let hasUser = TestFiles.exists(RenderTools.userBank)
  private static let cache = IntonationCache(folder: nil)

  private struct Key {
    var key: UInt8
    var before: FirstSecond
    var after: FirstSecond
  }

  private func keys(
    _ keys: [UInt8], of path: String, program: UInt8, partials: Int = 12
  ) throws -> [Key] {
    let chosen = try SoundBank(contentsOf: path).preset(bank: 0, program: program)
    let before = try chosen.prepared(tone: .steady)
    let after = try chosen.prepared(intonation: Self.cache, tone: .steady)
    return try keys.map { key in
      Key(
        key: key, before: try #require(Self.heard(before, key, partials), "\(key)"),
        after: try #require(Self.heard(after, key, partials), "\(key)"))
    }
  }

  private static func heard(_ preset: PreparedPreset, _ key: UInt8, _ partials: Int) -> FirstSecond?
  {
    var synthesizer = Synthesizer(
      SynthesizerConfiguration(sampleRate: 48_000, maximumVoices: 64, effects: false))
    synthesizer.use(preset, onChannel: 0)
    synthesizer.handle(.noteOn(channel: 0, key: key, velocity: 100))
    var left = [Float](repeating: 0, count: 67_200)
    var right = left
    synthesizer.render(left: &left, right: &right, count: left.count)
    return FirstSecond(
      of: [left, right], above: 440 * exp2((Double(key) - 69) / 12), sampleRate: 48_000,
      partials: partials)
  }

  private func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }

  @Test(
    "FluidR3's cello: no key is worse than uncorrected, the median is half as large",
    .enabled(if: hasLarge, "Requires FluidR3_GM.sf2."))
  func cello() throws {
    let all =
      TestScale.cases(
        short: [
          36, 39, 41, 44, 47, 50, 53, 56, 59, 62, 65, 68, 71, 74, 77, 79, 80, 81, 82, 83, 84,
        ],
        full: Array(36...84)) as [UInt8]
    let found = try keys(all, of: RenderTools.largeBank, program: 42)
    for key in found {
      #expect(abs(key.after.mean) <= abs(key.before.mean) + 0.1, "key \(key.key)")
      #expect(key.after.largest <= key.before.largest + 0.1, "key \(key.key)")
    }
    let (before, after) = (found.map { abs($0.before.mean) }, found.map { abs($0.after.mean) })
    print(
      "FluidR3's cello, 0.1 to 1 s: median \(median(before)) → \(median(after)), "
        + "worst \(before.max() ?? 0) → \(after.max() ?? 0)")
    #expect(median(after) < median(before))
    func isHalved() { #expect(median(after) <= 0.5 * median(before)) }
    if TestScale.isFull {
      withKnownIssue("the median of all keys: 1.98 → 1.37", isHalved)
    } else {
      isHalved()
    }
    // Refusing what cannot be verified leaves errors of vibrato and bow noise that could be
    // corrected.
    withKnownIssue("the median and the largest error", isIntermittent: true) {
      #expect(median(after) <= TestScale.cases(short: 1.3, full: 0.8))
      for key in found {
        // Windows of the two highest keys are up to 29 cents sharp and 21 flat: a full correction
        // of 10 cents would make the largest error larger.
        let limit = key.key > 82 ? 0.55 * abs(key.before.mean) : 4
        #expect(abs(key.after.mean) <= limit, "key \(key.key)")
      }
    }
  }

  @Test(
    "GeneralUser's harp is not rated exact, and no key of it is worse than uncorrected",
    .enabled(if: hasUser, "Requires GeneralUser."))
  func harp() throws {
    let all = TestScale.cases(short: [23, 28, 33, 36], full: Array(23...103)) as [UInt8]
    // The first partial alone: strings are inharmonic.
    for key in try keys(all, of: RenderTools.userBank, program: 46, partials: 1) {
      #expect(abs(key.after.mean) <= abs(key.before.mean) + 0.3, "key \(key.key)")
    }
    let harp = try SoundBank(contentsOf: RenderTools.userBank).preset(bank: 0, program: 46)
    #expect(try Self.cache.intonation(of: harp)?.badge != .exact)
  }
}
