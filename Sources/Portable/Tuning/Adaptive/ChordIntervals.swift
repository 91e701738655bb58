import PeachMusicUnits

/// The pure intervals of all pairs of pitch classes that sound together. Ratios depend on the
/// complete chord: its triads, dominant sevenths and symmetric parts.
struct ChordIntervals {
  /// A deviation from equal temperament in cents, and the weight of the interval: a low one yields
  /// if not all intervals of a song can be pure.
  struct Target {
    var cents: Double
    var weight: Double
  }

  /// 0 in tonal chords, 1 in clusters, which have no pure tuning.
  let clusterFraction: Double
  private let isSeptimal: Bool
  /// The roots of complete minor triads, and of dominant sevenths, as bits of pitch classes.
  private let minorRoots: UInt16
  private let dominantRoots: UInt16
  /// For each pitch class: the upper notes of intervals above it within complete triads.
  private var triadNotes = InlineArray<12, UInt16>(repeating: 0)
  /// For each pitch class: the notes of diminished sevenths and augmented triads with it.
  private var symmetricNotes = InlineArray<12, UInt16>(repeating: 0)
  private let hasTriad: Bool

  /// Analyzes a set of pitch classes: bit 0 for C through bit 11.
  init(classes: UInt16, sevenths: AdaptiveTuning.Sevenths) {
    isSeptimal = sevenths == .seven
    func has(_ root: Int, _ steps: Int...) -> Bool {
      for step in steps where classes & Self.bit(root + step) == 0 { return false }
      return true
    }
    var (major, minor, dominant) = (UInt16(0), UInt16(0), UInt16(0))
    var isSymmetric = false
    for root in 0..<12 {
      if has(root, 0, 4, 7) { major |= Self.bit(root) }
      if has(root, 0, 3, 7) { minor |= Self.bit(root) }
      if has(root, 0, 4, 10) { dominant |= Self.bit(root) }
      for steps in [[0, 3, 6, 9], [0, 4, 8]] {
        let part = steps.reduce(0) { $0 | Self.bit(root + $1) }
        if classes & part == part {
          symmetricNotes[root] |= part
          isSymmetric = true
        }
      }
    }
    // A diminished triad is a dominant seventh without its root, unless a complete triad explains
    // its notes.
    if major == 0 && minor == 0 && !isSymmetric {
      for root in 0..<12 where has(root, 4, 7, 10) { dominant |= Self.bit(root) }
    }
    // A half-diminished seventh is 5 : 6 : 7 : 9, a ninth chord without its root.
    if isSeptimal && classes.nonzeroBitCount == 4 {
      for root in 0..<12 where has(root, 0, 3, 6, 10) {
        dominant |= Self.bit(root + 8)
        minor = 0
      }
    }
    for root in 0..<12 {
      for (roots, third) in [(major, 4), (minor, 3)] where roots & Self.bit(root) != 0 {
        triadNotes[root] |= Self.bit(root + third) | Self.bit(root + 7)
        triadNotes[(root + third) % 12] |= Self.bit(root + 7)
      }
    }
    (minorRoots, dominantRoots) = (minor, dominant)
    hasTriad = major | minor != 0
    clusterFraction = Self.clusterFraction(classes)
  }

  /// Returns the share of seconds and tritones among the intervals, semitones twice, as a smooth
  /// step from 0.8 to 1.2. Four adjacent semitones are a cluster whatever sounds with them.
  private static func clusterFraction(_ classes: UInt16) -> Double {
    guard classes.nonzeroBitCount > 2 else { return 0 }
    for first in 0..<12 {
      let run = bit(first) | bit(first + 1) | bit(first + 2) | bit(first + 3)
      if classes & run == run { return 1 }
    }
    var (pairCount, dissonances) = (0, 0)
    for low in 0..<12 where classes & bit(low) != 0 {
      for high in low + 1..<12 where classes & bit(high) != 0 {
        pairCount += 1
        switch min(high - low, 12 - high + low) {
        case 1: dissonances += 2
        case 2, 6: dissonances += 1
        default: break
        }
      }
    }
    let share = Double(dissonances) / Double(pairCount)
    let step = min(max((share - 0.8) / 0.4, 0), 1)
    return step * step * (3 - 2 * step)
  }

  /// Returns the target of one pitch class above another.
  func target(from low: Int, to high: Int) -> Target {
    let step = (high - low + 12) % 12
    if step == 5 || step > 7 {
      let inverse = target(from: high, to: low)
      return Target(cents: -inverse.cents, weight: inverse.weight)
    }
    if step > 0 && symmetricNotes[low] & Self.bit(high) != 0 {
      return Target(cents: 0, weight: step == 4 ? 1 : 0.8)
    }
    if let target = targetInDominant(from: low, to: high, step: step) { return target }
    if step == 2 {
      if dominantRoots & Self.bit(high) != 0 {
        return isSeptimal ? Self.target(8, 7, step, 0.6) : Self.target(9, 8, step, 0.3)
      }
      // From the seventh of a minor chord up to its root, and from its fifth to an added sixth.
      if minorRoots & (Self.bit(high) | Self.bit(high + 3)) != 0 {
        return Self.target(10, 9, step, 0.1)
      }
    }
    return Self.pureTarget(step)
  }

  /// Returns the target of a third or tritone of a dominant seventh; `nil` for other intervals.
  private func targetInDominant(from low: Int, to high: Int, step: Int) -> Target? {
    switch step {
    case 4 where isSeptimal && dominantRoots & Self.bit(low + 2) != 0 && !hasTriad:
      return Self.target(9, 7, step, 0.6)
    case 3
    where triadNotes[low] & Self.bit(high) == 0 && dominantRoots & Self.bit(low + 5) != 0:
      return isSeptimal ? Self.target(7, 6, step, 0.6) : Self.target(32, 27, step, 0.1)
    case 6:
      for (third, sign) in [(low, 1.0), (high, -1.0)]
      where dominantRoots & Self.bit(third + 8) != 0 {
        let target = isSeptimal ? Self.target(7, 5, step, 0.4) : Self.target(64, 45, step, 0.1)
        return Target(cents: sign * target.cents, weight: target.weight)
      }
      return nil
    default: return nil
    }
  }

  /// Returns the target of an ambiguous second or tritone: the ratio nearest to a difference of
  /// `cents` from equal temperament. Returns `nil` for other intervals.
  func nearestTarget(from low: Int, to high: Int, cents: Double) -> Target? {
    guard target(from: low, to: high).weight <= 0.01, clusterFraction == 0 else { return nil }
    let step = (high - low + 12) % 12
    let ratios: [(Double, Double)]
    switch step {
    case 2, 10: ratios = [(9, 8), (10, 9)]
    case 6: ratios = [(45, 32), (64, 45), (36, 25), (25, 18)]
    default: return nil
    }
    let sign = step == 10 ? -1.0 : 1
    var nearest: Target?
    for (upper, lower) in ratios {
      var option = Self.target(upper, lower, step == 10 ? 2 : step, 0.1)
      option.cents *= sign
      if let found = nearest, abs(found.cents - cents) <= abs(option.cents - cents) { continue }
      nearest = option
    }
    return nearest
  }

  private static func pureTarget(_ step: Int) -> Target {
    switch step {
    case 0: Target(cents: 0, weight: 8)
    case 7: target(3, 2, step, 2)
    case 4: target(5, 4, step, 1)
    case 3: target(6, 5, step, 0.8)
    case 2: target(9, 8, step, 0.003)
    case 1: target(16, 15, step, 0.003)
    default: target(45, 32, step, 0.003)
    }
  }

  private static func target(
    _ upper: Double, _ lower: Double, _ step: Int, _ weight: Double
  ) -> Target {
    Target(cents: 1200 * Exponential.log2(upper / lower) - 100 * Double(step), weight: weight)
  }

  /// Returns the bit of a pitch class, modulo 12.
  private static func bit(_ pitchClass: Int) -> UInt16 { 1 << UInt16(pitchClass % 12) }
}
