import Foundation
import PeachIntonation
import PeachMusicUnits
import SoundMeasurement
import TestEnvironment
import Testing

/// Recordings that cannot be straightened, and those that a damaged file may contain.
@Suite("Limits of straight tones")
struct StraightToneLimitTests {
  private func straight(
    _ channels: [[Float]], loop: Range<Int>?, rate: Double = 44_100, nominal: Double = 220
  ) -> StraightTone {
    ToneStraightener().straighten(
      channels, loop: loop, sampleRate: rate, nominal: .hertz(nominal))
  }

  /// White noise, −0.5…0.5.
  private static func noise(_ count: Int, seed: UInt64 = 7) -> [Float] {
    var random = RandomNumbers(seed: seed)
    return (0..<count).map { _ in Float(random.unit() - 0.5) }
  }

  /// Three players whose vibratos differ in rate, extent and phase.
  private static func ensemble() -> (frames: [Float], loop: Range<Int>) {
    let players = [(218.9, 14.0, 5.2), (220.3, 18, 5.9), (221.2, 11, 4.6)].enumerated().map {
      VibratoTone(
        hertz: $1.0, vibrato: $1.1, vibratoHertz: $1.2, seed: UInt64($0 + 1)
      ).recording()
    }
    let frames = players[0].frames.indices.map { index in
      players.reduce(0) { $0 + $1.frames[index] / 3 }
    }
    return (frames, players[0].loop)
  }

  @Test("Several players stay as recorded")
  func players() {
    let (frames, loop) = Self.ensemble()
    let tone = straight([frames], loop: loop)
    #expect(tone.verdict == .severalPlayers)
    #expect(!tone.replacesRecording && tone.loop == nil && tone.vibrato.cents.isEmpty)
  }

  @Test("A soloist's tone that decreases like a plucked string is straightened in its preset")
  func decreasing() throws {
    var (frames, loop) = VibratoTone(vibrato: 30).recording()
    for index in frames.indices {
      frames[index] *= Float(pow(10, -12 * min(Double(index) / 44_100, 1.2) / 20))
    }
    let alone = straight([frames], loop: loop)
    #expect(alone.verdict == .decaying && !alone.replacesRecording)
    let tone = ToneStraightener().straighten(
      [frames], loop: loop, sampleRate: 44_100, nominal: .hertz(220), belongsToSoloist: true)
    #expect(tone.verdict == .decaying && tone.replacesRecording)
    let comb = DemodulatedComb(sampleRate: 44_100, hertz: tone.frequency.hertz)
    #expect(comb.largest(of: tone.channels, loop: tone.loop) < 0.1)
  }

  @Test("Noise and silence have no pitch")
  func unpitched() {
    #expect(straight([Self.noise(60_000)], loop: nil).verdict == .unpitched)
    #expect(straight([Self.noise(60_000)], loop: 20_000..<59_000).verdict == .unpitched)
    #expect(straight([[Float](repeating: 0, count: 60_000)], loop: nil).verdict == .unpitched)
    #expect(straight([], loop: nil).verdict == .unpitched)
  }

  @Test("Decaying tones stay as recorded")
  func decaying() {
    let (frames, loop) = VibratoTone().recording()
    let tone = ToneStraightener().straighten(
      [frames], loop: loop, sampleRate: 44_100, nominal: .hertz(220), decays: true)
    #expect(tone.verdict == .decaying && !tone.replacesRecording)
  }

  @Test("The removed vibrato has a mean of 0 over the loop, and the recorded extent")
  func vibrato() throws {
    let recorded = VibratoTone(scoop: 0, drift: 0)
    let (frames, loop) = recorded.recording()
    let tone = straight([frames], loop: loop)
    let own = try #require(tone.loop)
    let table = tone.vibrato
    #expect(table.framesPerEntry > 0)
    let cents = table.cents.indices.filter { own.contains($0 * table.framesPerEntry) }
      .map { Double(table.cents[$0]) }
    let mean = cents.reduce(0, +) / Double(cents.count)
    // The loop is one cycle, and its table has entries of 4 ms.
    #expect(abs(mean) < 0.5)
    // The standard deviation of a sine of ±15 cents.
    let deviation = (cents.reduce(0) { $0 + $1 * $1 } / Double(cents.count)).squareRoot()
    #expect(abs(deviation / (15 / 2.0.squareRoot()) - 1) < 0.15)
  }

  @Test("A preset is not straightened if too many of its recordings have several players or decay")
  func preset() {
    func decision(_ verdicts: ToneVerdict...) -> Bool {
      StraightTone.isStraightened(verdicts: verdicts)
    }
    #expect(decision(.straight, .straight, .severalPlayers))
    #expect(!decision(.straight, .severalPlayers, .severalPlayers))
    #expect(!decision(.straight, .severalPlayers, .unpitched))
    #expect(decision(.straight, .decaying))
    #expect(!decision(.straight, .decaying, .decaying))
    #expect(decision(.straight, .unverified, .unverified))
  }

  /// Frames that a damaged file may contain.
  private static let hostile: [(name: String, frames: [Float])] = {
    var tone = VibratoTone(seconds: 0.6).recording().frames
    let clean = tone
    for index in stride(from: 100, to: tone.count, by: 97) { tone[index] = .nan }
    var infinite = clean
    for index in stride(from: 50, to: infinite.count, by: 1013) { infinite[index] = .infinity }
    return [
      ("none", []), ("one frame", [0.5]), ("two frames", [1, -1]), ("NaN", tone),
      ("only NaN", [Float](repeating: .nan, count: 20_000)), ("infinite", infinite),
      ("huge", clean.map { $0 * 3e38 }), ("denormal", clean.map { $0 * 1e-20 * 1e-20 }),
      ("constant", [Float](repeating: 1, count: 20_000)),
      ("impulses", (0..<20_000).map { $0 % 200 == 0 ? 1 : 0 }),
      ("alternating", (0..<20_000).map { $0 % 2 == 0 ? 1 : -1 }),
      ("noise", noise(20_000)), ("tone", clean),
    ]
  }()

  @Test("Any frames, loop, sample rate and pitch yield finite frames and a loop within them")
  func anything() {
    let straightener = ToneStraightener()
    for (name, frames) in Self.hostile {
      let count = frames.count
      let loops: [Range<Int>?] = [
        nil, 0..<0, 0..<count, max(count - 2, 0)..<count, count / 2..<count / 2 + min(3, count / 2),
        count..<count + 10, 0..<Int(Int32.max), count / 3..<max(count / 3, count - 5),
      ]
      for loop in loops {
        for (rate, nominal) in [
          (44_100, 220), (44_100, 1e-9), (44_100, 1e9), (100, 220), (2_000, 900), (1e7, 220),
          (.nan, 220), (44_100, .nan), (0, 0), (-1, -1), (.infinity, .infinity),
        ] as [(Double, Double)] {
          let stereo = [frames, Array(frames.dropLast(3))]
          for channels in TestScale.cases(short: [stereo], full: [[frames], stereo]) {
            let tone = straightener.straighten(
              channels, loop: loop, sampleRate: rate, nominal: .hertz(nominal))
            #expect(
              tone.channels.allSatisfy { $0.allSatisfy { value in value.isFinite } },
              "\(name), \(loop as Any), \(rate), \(nominal)")
            guard tone.replacesRecording else { continue }
            #expect(tone.channels.count == channels.count && tone.frequency.hertz > 0)
            #expect(tone.vibrato.cents.allSatisfy { $0.isFinite })
            if let own = tone.loop {
              #expect(tone.channels.allSatisfy { own.upperBound <= $0.count } && !own.isEmpty)
            }
          }
        }
      }
    }
  }
}
