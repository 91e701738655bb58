import PeachInstrumentModel

/// The modulators of a zone, or of several put together: none twice.
///
/// Modulators that are linked form a chain, which ends in the one that moves a generator. A chain
/// is one thing: it replaces a chain of the same shape as a whole, because its parts would mean
/// something else in another zone, where links count from another start.
struct ModulatorList {
  /// More modulators than this in one zone are left out.
  static var zoneLimit: Int { 128 }

  /// Modulators from a controller to a generator.
  private(set) var singles: [Modulator] = []
  /// Linked ones; the links within count from the chain's own start.
  private(set) var chains: [[Modulator]] = []

  /// No modulators.
  init() {}

  /// Modulators that are known to be sound and none twice.
  init(singles: [Modulator]) { self.singles = singles }

  /// Those of a zone that can be used; of two that are the same, the last (§7.4).
  init(zone: ArraySlice<Modulator>) {
    let all = Array(zone.prefix(ModulatorList.zoneLimit))
    var hasLinks = false
    for modulator in all where modulator.isKnown {
      if modulator.isFedByLink || modulator.linkTarget != nil {
        hasLinks = true
      } else {
        replaceOrAppend(modulator)
      }
    }
    if hasLinks {
      for chain in ModulatorLinks(all).chains { replaceOrAppend(chain) }
    }
  }

  /// How many there are.
  var count: Int { chains.reduce(singles.count) { $0 + $1.count } }

  /// Takes over another list's, which replace the same ones here (§9.5.1: a local zone's replace a
  /// global one's, an instrument's replace the default ones).
  mutating func replace(with other: ModulatorList) {
    for modulator in other.singles { replaceOrAppend(modulator) }
    for chain in other.chains { replaceOrAppend(chain) }
  }

  /// Takes over a preset's, which add to the same ones here (§9.5.1). Chains are appended: what
  /// they feed is a sum already.
  mutating func add(_ other: ModulatorList) {
    for modulator in other.singles {
      if let index = singles.firstIndex(where: { $0.identity == modulator.identity }) {
        let sum = Int32(singles[index].amount) + Int32(modulator.amount)
        singles[index].amount = Int16(clamping: sum)
      } else {
        singles.append(modulator)
      }
    }
    chains += other.chains
  }

  /// All of them, chains last, links counting from the start of this array.
  var flattened: [Modulator] {
    var all = singles
    for chain in chains {
      let start = all.count
      for var modulator in chain {
        if let target = modulator.linkTarget {
          modulator.destination = 0x8000 | UInt16(truncatingIfNeeded: start + target)
        }
        all.append(modulator)
      }
    }
    return all
  }

  private mutating func replaceOrAppend(_ modulator: Modulator) {
    if let index = singles.firstIndex(where: { $0.identity == modulator.identity }) {
      singles[index] = modulator
    } else {
      singles.append(modulator)
    }
  }

  private mutating func replaceOrAppend(_ chain: [Modulator]) {
    let same = chains.firstIndex { other in
      other.count == chain.count
        && other.indices.allSatisfy { other[$0].identity == chain[$0].identity }
    }
    if let same { chains[same] = chain } else { chains.append(chain) }
  }
}
