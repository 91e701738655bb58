import PeachEarTraining
import Testing

@Suite("Equal levels of compared sounds")
struct LevelMatchTests {
  private func level(_ channels: [Float]...) -> LevelMatch.Level {
    var level = LevelMatch.Level()
    for channel in channels { level.add(channel) }
    return level
  }

  private func noise(seed: UInt64, amplitude: Double) -> [Float] {
    var random = RandomSource(seed: seed)
    return (0..<4000).map { _ in Float(random.between(-amplitude, amplitude)) }
  }

  @Test("After the gains, both sounds have the same root mean square")
  func equal() throws {
    for (one, other) in [(0.1, 0.1), (0.1, 0.5), (0.9, 0.001), (1e-6, 1e-5)] {
      let sounds = (noise(seed: 1, amplitude: one), noise(seed: 2, amplitude: other))
      let match = try #require(LevelMatch(level(sounds.0, sounds.1), level(sounds.1, sounds.1)))
      func energy(_ channels: [[Float]], _ gain: Double) -> Double {
        channels.joined().reduce(0) { $0 + (Double($1) * gain) * (Double($1) * gain) }
      }
      let ratio =
        energy([sounds.0, sounds.1], match.gains.first)
        / energy([sounds.1, sounds.1], match.gains.second)
      #expect(abs(ratio - 1) < 1e-12)
    }
  }

  @Test("Equal sounds keep their level, and no peak exceeds the ceiling")
  func ceiling() throws {
    let quiet = level(noise(seed: 1, amplitude: 0.2))
    let same = try #require(LevelMatch(quiet, quiet))
    #expect(same.gains.first == 1 && same.gains.second == 1)
    // A constant and a sound with one peak.
    let peaked = level([1] + [Float](repeating: 0, count: 99))
    let flat = level([Float](repeating: 0.5, count: 100))
    let match = try #require(LevelMatch(peaked, flat))
    #expect(abs(match.gains.first - 0.9) < 1e-12)
    // The energies are 1 and 25, so that the gains differ by a factor of 5.
    #expect(abs(match.gains.second - 0.18) < 1e-12)
  }

  @Test("A silent sound has no match; values that are not finite count as silence")
  func silence() {
    let sound = level([0.5, -0.5])
    #expect(LevelMatch(sound, level([0, 0])) == nil && LevelMatch(level([]), sound) == nil)
    #expect(LevelMatch(level([.nan, .infinity]), sound) == nil)
    #expect(level([.nan, 0.5, -.infinity, -0.5]) == sound)
  }
}
