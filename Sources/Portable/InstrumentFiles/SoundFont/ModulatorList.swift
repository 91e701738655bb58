import PeachInstrumentModel

/// The modulators of one or several zones, without duplicates. Linked modulators form a chain that
/// ends at a generator. A chain replaces another one of the same shape as a unit, because links are
/// relative to their zone.
struct ModulatorList {
  /// The maximum number of modulators per zone.
  static var zoneLimit: Int { 128 }

  private(set) var singles: [Modulator] = []
  /// Chains of linked modulators. Links are relative to the start of their chain.
  private(set) var chains: [[Modulator]] = []

  /// Creates a list of valid, distinct modulators.
  init(singles: [Modulator]) { self.singles = singles }

  /// Creates a list of a zone's valid modulators. Of identical ones the last is used (§7.4).
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
    if hasLinks { for chain in ModulatorLinks(all).chains { replaceOrAppend(chain) } }
  }

  var count: Int { chains.reduce(singles.count) { $0 + $1.count } }

  /// Adds another list, whose modulators replace identical ones (§9.5.1): local zones replace
  /// global ones, and instruments replace the defaults.
  mutating func replace(with other: ModulatorList) {
    for modulator in other.singles { replaceOrAppend(modulator) }
    for chain in other.chains { replaceOrAppend(chain) }
  }

  /// Adds a preset's modulators: amounts of identical ones are summed (§9.5.1). Chains are
  /// appended, because their effects are summed anyway.
  mutating func add(_ other: ModulatorList) {
    for modulator in other.singles where modulator.isAllowedInPresets {
      if let index = singles.firstIndex(where: { $0.hasSameIdentity(as: modulator) }) {
        let sum = Int32(singles[index].amount) + Int32(modulator.amount)
        singles[index].amount = Int16(clamping: sum)
      } else {
        singles.append(modulator)
      }
    }
    chains += other.chains
  }

  /// All modulators, chains last. Links are indices into this array.
  var flattened: [Modulator] {
    var all = singles
    for chain in chains {
      let start = all.count
      all += chain.map { modulator in modulator.relinked { start + $0 } }
    }
    return all
  }

  private mutating func replaceOrAppend(_ modulator: Modulator) {
    if let index = singles.firstIndex(where: { $0.hasSameIdentity(as: modulator) }) {
      singles[index] = modulator
    } else {
      singles.append(modulator)
    }
  }

  private mutating func replaceOrAppend(_ chain: [Modulator]) {
    let same = chains.firstIndex { $0.elementsEqual(chain) { $0.hasSameIdentity(as: $1) } }
    if let same { chains[same] = chain } else { chains.append(chain) }
  }
}
