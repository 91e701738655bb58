/// A property that the output format cannot represent, and its substitute.
package struct ConversionLoss: Hashable, Sendable, CustomStringConvertible {
  /// The property, such as `velocity curves`.
  package var what: String
  /// The substitute, such as `omitted` or `steps of at most 1 dB`.
  package var became: String
  /// The number of affected regions; 0 if the loss affects the entire bank.
  package var regionCount: Int

  package init(what: String, became: String, regionCount: Int) {
    self.what = what
    self.became = became
    self.regionCount = regionCount
  }

  /// A line such as `flex envelopes: omitted (12 regions)`.
  package var description: String {
    let regions = regionCount == 1 ? "1 region" : "\(regionCount) regions"
    return "\(what): \(became)" + (regionCount == 0 ? "" : " (\(regions))")
  }
}

/// The losses of a conversion, in order of their first occurrence.
struct ConversionLosses {
  private(set) var all: [ConversionLoss] = []

  /// Counts a loss of one region, or of the bank if `ofBank` is `true`.
  mutating func add(_ what: String, _ became: String, ofBank: Bool = false) {
    if let index = all.firstIndex(where: { $0.what == what && $0.became == became }) {
      if !ofBank { all[index].regionCount += 1 }
    } else {
      all.append(ConversionLoss(what: what, became: became, regionCount: ofBank ? 0 : 1))
    }
  }
}
