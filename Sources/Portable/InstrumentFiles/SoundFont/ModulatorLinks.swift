import PeachInstrumentModel

/// Finds the chains of linked modulators in a zone (SoundFont 2.04 §7.4, 9.5.4). Drops links out of
/// the zone, to modulators whose source is not a link, in a cycle, or to an unknown destination,
/// and modulators whose source is a link that does not exist.
struct ModulatorLinks {
  private let modulators: [Modulator]
  private var isUsable: [Bool]

  /// Analyzes the modulators of a zone; links are indices into them.
  init(_ modulators: [Modulator]) {
    self.modulators = modulators
    isUsable = modulators.map { $0.isKnown }
    for index in modulators.indices where isUsable[index] {
      isUsable[index] = root(of: index) != nil
    }
    dropUnfed()
  }

  /// The chains in the zone's order. Links are relative to the start of their chain.
  var chains: [[Modulator]] {
    var chains: [[Modulator]] = []
    for end in modulators.indices
    where isUsable[end] && modulators[end].isFedByLink && modulators[end].linkTarget == nil {
      let members = modulators.indices.filter { isUsable[$0] && root(of: $0) == end }
      chains.append(
        members.map { member in
          modulators[member].relinked { members.firstIndex(of: $0) }
        })
    }
    return chains
  }

  /// Returns the end of a modulator's chain, or `nil` if the chain is cyclic or invalid.
  private func root(of index: Int) -> Int? {
    var current = index
    for _ in modulators.indices {
      guard let target = modulators[current].linkTarget else { return current }
      guard target < modulators.count, modulators[target].isKnown, modulators[target].isFedByLink
      else { return nil }
      current = target
    }
    return nil
  }

  /// Drops modulators that wait for a missing link, then their targets if nothing else feeds them.
  private mutating func dropUnfed() {
    var feeders = [Int](repeating: 0, count: modulators.count)
    for index in modulators.indices where isUsable[index] {
      if let target = modulators[index].linkTarget { feeders[target] += 1 }
    }
    var unfed = modulators.indices.filter {
      isUsable[$0] && modulators[$0].isFedByLink && feeders[$0] == 0
    }
    while let index = unfed.popLast() {
      isUsable[index] = false
      if let target = modulators[index].linkTarget {
        feeders[target] -= 1
        if feeders[target] == 0 { unfed.append(target) }
      }
    }
  }
}
