package import PeachMusicUnits

/// The trials of a listening test in random order, reproducible by a seed.
///
/// Sounds, pitches and the labels A and B of ABX trials are balanced in random order: their numbers
/// of trials differ by at most one. X, and the order of a pair, are independent fair coins. If they
/// were balanced as well, a listener who hears nothing and gives both answers equally often would
/// succeed more often than the binomial distribution predicts: of four trials all would be right
/// with a probability of 1/6 instead of 1/16. Coins make the statistics exact for any strategy of
/// guessing.
package struct ListeningPlan: Sendable {
  package let trials: [ListeningTrial]

  /// Plans `count` trials.
  ///
  /// - Parameter conditions: The combinations of sound and pitch, at least one.
  package init(
    kind: ListeningTestKind, pair: ListeningStylePair, conditions: [ListeningCondition],
    count: Int, seed: UInt64
  ) {
    precondition(!conditions.isEmpty && count >= 0, "A test needs a condition.")
    var random = RandomSource(seed: seed)
    var trials: [ListeningTrial] = []
    trials.reserveCapacity(count)
    let labels = Self.balancedLabels(count: count, random: &random)
    while trials.count < count {
      for condition in Self.shuffled(conditions, random: &random) where trials.count < count {
        // Both kinds draw the same numbers.
        let coin = random.coin()
        trials.append(
          ListeningTrial(
            kind: kind, pair: pair, sound: condition.sound, frequency: condition.frequency,
            isSwapped: kind == .abx ? labels[trials.count] : coin,
            isXEqualToB: kind == .abx && coin))
      }
    }
    self.trials = trials
  }

  /// Returns random Booleans, half of them `true`. An odd one is random.
  private static func balancedLabels(count: Int, random: inout RandomSource) -> [Bool] {
    let extra = random.coin()
    let swappedCount = count / 2 + (count % 2 == 1 && extra ? 1 : 0)
    return shuffled((0..<count).map { $0 < swappedCount }, random: &random)
  }

  /// Returns a random permutation (Fisher and Yates).
  private static func shuffled<Element>(
    _ elements: [Element], random: inout RandomSource
  ) -> [Element] {
    var elements = elements
    var last = elements.count - 1
    while last > 0 {
      elements.swapAt(last, random.index(below: last + 1))
      last -= 1
    }
    return elements
  }
}

/// A combination of sound and pitch in a listening test.
package struct ListeningCondition: Hashable, Sendable {
  /// The index of the sound in the test's list.
  package var sound: Int
  /// The pitch of a note, or of the tonic of a cadence.
  package var frequency: Frequency

  package init(sound: Int, frequency: Frequency) {
    self.sound = sound
    self.frequency = frequency
  }

  /// Returns up to three keys of a compass: at a quarter, half and three quarters.
  package static func keys(in compass: ClosedRange<UInt8>) -> [UInt8] {
    let (low, width) = (Int(compass.lowerBound), Int(compass.upperBound - compass.lowerBound))
    var keys: [UInt8] = []
    for quarter in 1...3 {
      let key = UInt8(low + (width * quarter + 2) / 4)
      if keys.last != key { keys.append(key) }
    }
    return keys
  }

  /// Returns up to three tonics of a ``Cadence``: the ``keys(in:)`` of those tonics with which it
  /// is within a compass, or of the compass if it is too small for a cadence.
  package static func tonics(in compass: ClosedRange<UInt8>) -> [UInt8] {
    let low = Int(compass.lowerBound) - Cadence.keys.lowerBound
    let high = Int(compass.upperBound) - Cadence.keys.upperBound
    return keys(in: low <= high ? UInt8(low)...UInt8(high) : compass)
  }
}
