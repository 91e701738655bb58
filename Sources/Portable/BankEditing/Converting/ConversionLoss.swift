/// A property that the output format cannot represent, and its substitute.
package struct ConversionLoss: Hashable, Sendable, CustomStringConvertible {
  /// The property, such as `velocity curves`.
  package var what: String
  /// The substitute, such as `omitted` or `steps of at most 1 dB`.
  package var became: String
  /// The number of affected regions; 0 if the loss affects the entire bank.
  package var regionCount: Int
  /// The maximum change of the level in decibels; `nil` if it is unknown or not a level.
  package var decibels: Double?

  package init(what: String, became: String, regionCount: Int, decibels: Double? = nil) {
    self.what = what
    self.became = became
    self.regionCount = regionCount
    self.decibels = decibels
  }

  /// A line such as `equalizers: omitted, up to 6.0 dB (12 regions)`.
  package var description: String {
    let regions = regionCount == 1 ? "1 region" : "\(regionCount) regions"
    let level = decibels.map { ", up to \(Self.text(decibels: $0)) dB" } ?? ""
    return "\(what): \(became)\(level)" + (regionCount == 0 ? "" : " (\(regions))")
  }

  /// Returns a level with one decimal place.
  static func text(decibels: Double) -> String {
    let tenths = decibels.isFinite ? Int((min(max(decibels, 0), 1000) * 10).rounded()) : 0
    return "\(tenths / 10).\(tenths % 10)"
  }
}

/// The losses of a conversion, in order of their first occurrence.
struct ConversionLosses {
  private(set) var all: [ConversionLoss] = []

  /// Counts a loss of one region, or of the bank if `ofBank` is `true`. `decibels` is the change of
  /// the level, of which the maximum is reported.
  mutating func add(
    _ what: String, _ became: String, decibels: Double? = nil, ofBank: Bool = false
  ) {
    if let index = all.firstIndex(where: { $0.what == what && $0.became == became }) {
      if !ofBank { all[index].regionCount += 1 }
      if let decibels { all[index].decibels = max(all[index].decibels ?? 0, decibels) }
    } else {
      all.append(
        ConversionLoss(
          what: what, became: became, regionCount: ofBank ? 0 : 1, decibels: decibels))
    }
  }
}
