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
    if case .seven = sevenths { isSeptimal = true } else { isSeptimal = false }
    /// Whether the set has a pattern above a root; bit 0 of the pattern is the root.
    func has(_ pattern: UInt16, above root: Int) -> Bool {
      let part = Self.rotated(pattern, by: root)
      return classes & part == part
    }
    var (major, minor, dominant) = (UInt16(0), UInt16(0), UInt16(0))
    var isSymmetric = false
    for root in 0..<12 {
      if has(Self.majorTriad, above: root) { major |= Self.bit(root) }
      if has(Self.minorTriad, above: root) { minor |= Self.bit(root) }
      if has(Self.dominantSeventh, above: root) { dominant |= Self.bit(root) }
      if has(Self.diminishedSeventh, above: root) {
        symmetricNotes[root] |= Self.rotated(Self.diminishedSeventh, by: root)
        isSymmetric = true
      }
      if has(Self.augmentedTriad, above: root) {
        symmetricNotes[root] |= Self.rotated(Self.augmentedTriad, by: root)
        isSymmetric = true
      }
    }
    // A diminished triad is a dominant seventh without its root, unless a complete triad explains
    // its notes.
    if major == 0 && minor == 0 && !isSymmetric {
      for root in 0..<12 where has(Self.dominantWithoutRoot, above: root) {
        dominant |= Self.bit(root)
      }
    }
    // A half-diminished seventh is 5 : 6 : 7 : 9, a ninth chord without its root.
    if isSeptimal && classes.nonzeroBitCount == 4 {
      for root in 0..<12 where has(Self.halfDiminishedSeventh, above: root) {
        dominant |= Self.bit(root + 8)
        minor = 0
      }
    }
    (minorRoots, dominantRoots) = (minor, dominant)
    hasTriad = major | minor != 0
    clusterFraction = Self.clusterFraction(classes)
    for root in 0..<12 {
      if major & Self.bit(root) != 0 { addTriad(root, third: 4) }
      if minor & Self.bit(root) != 0 { addTriad(root, third: 3) }
    }
  }

  private mutating func addTriad(_ root: Int, third: Int) {
    triadNotes[root] |= Self.bit(root + third) | Self.bit(root + 7)
    triadNotes[(root + third) % 12] |= Self.bit(root + 7)
  }

  // Patterns of pitch classes above a root, a bit for each.
  private static var majorTriad: UInt16 { 0b1001_0001 }
  private static var minorTriad: UInt16 { 0b1000_1001 }
  private static var dominantSeventh: UInt16 { 0b100_0001_0001 }
  private static var dominantWithoutRoot: UInt16 { 0b100_1001_0000 }
  private static var diminishedSeventh: UInt16 { 0b10_0100_1001 }
  private static var halfDiminishedSeventh: UInt16 { 0b100_0100_1001 }
  private static var augmentedTriad: UInt16 { 0b1_0001_0001 }

  /// Returns a pattern above a root.
  private static func rotated(_ pattern: UInt16, by root: Int) -> UInt16 {
    let bits = UInt32(pattern) << UInt32(root)
    return UInt16(truncatingIfNeeded: (bits | bits >> 12) & 0xFFF)
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
      if dominantRoots & Self.bit(low + 8) != 0 {
        return isSeptimal ? Self.target(7, 5, step, 0.4) : Self.target(64, 45, step, 0.1)
      }
      if dominantRoots & Self.bit(high + 8) != 0 {
        let target = isSeptimal ? Self.target(7, 5, step, 0.4) : Self.target(64, 45, step, 0.1)
        return Target(cents: -target.cents, weight: target.weight)
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
    guard step == 2 || step == 6 || step == 10 else { return nil }
    let sign = step == 10 ? -1.0 : 1
    var nearest: Target?
    for index in 0..<(step == 6 ? 4 : 2) {
      let (upper, lower): (Double, Double) =
        switch (step == 6, index) {
        case (false, 0): (9, 8)
        case (false, _): (10, 9)
        case (true, 0): (45, 32)
        case (true, 1): (64, 45)
        case (true, 2): (36, 25)
        case (true, _): (25, 18)
        }
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
