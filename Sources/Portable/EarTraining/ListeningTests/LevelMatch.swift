/// The gains that give two sounds the same level. Otherwise listeners could recognize the louder
/// one, and would prefer it.
package struct LevelMatch: Equatable, Sendable {
  /// The gains, as amplitude factors.
  package let gains: (first: Double, second: Double)

  package static func == (left: LevelMatch, right: LevelMatch) -> Bool {
    left.gains == right.gains
  }

  /// The level of a sound of several channels.
  package struct Level: Equatable, Sendable {
    /// The sum of the squares of all values.
    package private(set) var energy = 0.0
    /// The maximum magnitude.
    package private(set) var peak = 0.0

    package init() {}

    /// Adds the values of a channel. Values that are not finite count as 0.
    package mutating func add(_ channel: [Float]) {
      for value in channel {
        let value = Double(value)
        guard value.isFinite else { continue }
        energy += value * value
        peak = max(peak, value.magnitude)
      }
    }
  }

  /// Matches the root mean square values of two sounds of equal length to their geometric mean, and
  /// lowers both if a peak exceeds `ceiling`. Returns `nil` if either sound is silent.
  package init?(_ first: Level, _ second: Level, ceiling: Double = 0.9) {
    guard first.energy > 0, second.energy > 0 else { return nil }
    // Amplitudes are square roots of energies.
    let ratio = (second.energy / first.energy).squareRoot().squareRoot()
    guard ratio > 0, ratio.isFinite else { return nil }
    var gains = (first: ratio, second: 1 / ratio)
    let peak = max(gains.first * first.peak, gains.second * second.peak)
    if peak > ceiling {
      gains.first *= ceiling / peak
      gains.second *= ceiling / peak
    }
    self.gains = gains
  }
}
