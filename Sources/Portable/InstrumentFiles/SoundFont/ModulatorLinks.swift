import PeachInstrumentModel

/// Finds the chains among a zone's modulators (SoundFont 2.04 §7.4, 9.5.4).
///
/// Left out, and nothing else with them than what depends on them: links beyond the zone, to
/// modulators that do not take their source from a link, in a circle, or to nothing that sounds;
/// and modulators that wait for a link that nobody makes.
struct ModulatorLinks {
  private let modulators: [Modulator]
  private var isUsable: [Bool]

  /// The links among these modulators, of which links count from the first.
  init(_ modulators: [Modulator]) {
    self.modulators = modulators
    isUsable = modulators.map { $0.isKnown }
    for index in modulators.indices where isUsable[index] {
      isUsable[index] = root(of: index) != nil
    }
    dropUnfed()
  }

  /// Each chain in the zone's order, its links counting from its own first.
  var chains: [[Modulator]] {
    var chains: [[Modulator]] = []
    for end in modulators.indices
    where isUsable[end] && modulators[end].isFedByLink && modulators[end].linkTarget == nil {
      let members = modulators.indices.filter { isUsable[$0] && root(of: $0) == end }
      var chain: [Modulator] = []
      for member in members {
        var modulator = modulators[member]
        if let target = modulator.linkTarget, let place = members.firstIndex(of: target) {
          modulator.destination = 0x8000 | UInt16(truncatingIfNeeded: place)
        }
        chain.append(modulator)
      }
      chains.append(chain)
    }
    return chains
  }

  /// Where following the links from one modulator ends; nil where it goes in a circle or astray.
  private func root(of index: Int) -> Int? {
    var place = index
    for _ in modulators.indices {
      guard let target = modulators[place].linkTarget else { return place }
      guard target < modulators.count, modulators[target].isKnown, modulators[target].isFedByLink
      else { return nil }
      place = target
    }
    return nil
  }

  /// Drops those that wait for a link and get none, until nothing changes any more. What a dropped
  /// one would have fed may be left without a feeder itself.
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
