/// Something that another format cannot say, and what stands for it there.
public struct ConversionLoss: Hashable, Sendable, CustomStringConvertible {
  /// What is lost: `releases`, `the curve of velocity`.
  public var what: String
  /// What became of it: `left out`, `steps of at most 1 dB`.
  public var became: String
  /// How many regions are concerned; 0 where it is the bank as a whole.
  public var regionCount: Int

  /// A loss of these parts.
  public init(what: String, became: String, regionCount: Int) {
    self.what = what
    self.became = became
    self.regionCount = regionCount
  }

  /// A line: `releases: left out (12 regions)`.
  public var description: String {
    switch regionCount {
    case 0: "\(what): \(became)"
    case 1: "\(what): \(became) (1 region)"
    default: "\(what): \(became) (\(regionCount) regions)"
    }
  }
}

/// Counts losses of each kind, in the order in which they were met first.
struct ConversionLosses {
  private(set) var all: [ConversionLoss] = []

  /// Counts one region, or with `ofBank` the bank as a whole.
  mutating func add(_ what: String, _ became: String, ofBank: Bool = false) {
    if let place = all.firstIndex(where: { $0.what == what && $0.became == became }) {
      if !ofBank { all[place].regionCount += 1 }
    } else {
      all.append(ConversionLoss(what: what, became: became, regionCount: ofBank ? 0 : 1))
    }
  }
}
