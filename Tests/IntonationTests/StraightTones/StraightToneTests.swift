import PeachIntonation
import PeachMusicUnits
import SoundMeasurement
import TestEnvironment
import Testing

@Suite("Straight tones of synthetic recordings")
struct StraightToneTests {
  static let pitches: [Double] = TestScale.cases(
    short: [65.4, 110, 220, 880], full: [65.4, 110, 220, 330, 440, 880, 1318.5, 1760])

  /// Bounds of the largest deviation in 100 ms, in cents.
  struct Bounds {
    var low: Double
    var middle: Double
    var high: Double

    func callAsFunction(_ hertz: Double) -> Double {
      hertz < 100 ? low : hertz < 200 ? middle : high
    }
  }

  /// Straightens a tone and returns the largest deviation before and after, in cents.
  static func straighten(_ tone: VibratoTone) throws -> (
    result: StraightTone, before: Double, after: Double
  ) {
    let (frames, loop) = tone.recording()
    let result = ToneStraightener().straighten(
      [frames], loop: loop, sampleRate: tone.sampleRate, nominal: .hertz(tone.hertz))
    let comb = DemodulatedComb(sampleRate: tone.sampleRate, hertz: tone.hertz)
    let before = comb.largest(of: [frames], loop: loop)
    guard result.replacesRecording else { return (result, before, before) }
    let own = DemodulatedComb(sampleRate: tone.sampleRate, hertz: result.frequency.hertz)
    return (result, before, own.largest(of: result.channels, loop: result.loop))
  }

  static func expect(
    _ tone: VibratoTone, _ bounds: Bounds, _ name: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let (result, before, after) = try straighten(tone)
    print(
      "\(name), \(tone.hertz) Hz: \(result.verdict), \(before) to \(after) cents, "
        + "σ \(result.deviationCents), D \(result.disagreementCents), "
        + "verified \(result.largestWindowCents)")
    #expect(after <= bounds(tone.hertz), "\(name)", sourceLocation: sourceLocation)
  }

  @Test("Vibrato of ±40 cents, scoop and drift are removed", arguments: pitches)
  func clean(hertz: Double) throws {
    try Self.expect(
      VibratoTone(hertz: hertz, vibrato: 40), Bounds(low: 0.3, middle: 0.15, high: 0.1), "clean")
  }

  @Test("Vibrato is removed from a noisy tone", arguments: pitches)
  func noise(hertz: Double) throws {
    try Self.expect(
      VibratoTone(hertz: hertz, noiseDecibels: -25), Bounds(low: 0.5, middle: 0.35, high: 0.1),
      "noise")
  }

  @Test("Partials whose phases turn with the vibrato are held", arguments: pitches)
  func phases(hertz: Double) throws {
    try Self.expect(
      VibratoTone(hertz: hertz, turn: 0.5), Bounds(low: 0.6, middle: 0.3, high: 0.15), "phases")
  }

  @Test("A scoop of 80 cents is removed", arguments: pitches)
  func scoop(hertz: Double) throws {
    try Self.expect(
      VibratoTone(hertz: hertz, scoop: 80), Bounds(low: 0.3, middle: 0.15, high: 0.1), "scoop")
  }

  @Test("A straight, noisy tone remains straight", arguments: pitches)
  func straight(hertz: Double) throws {
    try Self.expect(
      VibratoTone(hertz: hertz, vibrato: 0, scoop: 0, drift: 0, noiseDecibels: -25),
      Bounds(low: 0.4, middle: 0.25, high: 0.1), "straight")
  }
}
