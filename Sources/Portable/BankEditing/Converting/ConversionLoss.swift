/// A property that the output format cannot represent, and its substitute.
package struct ConversionLoss: Hashable, Sendable, CustomStringConvertible {
  /// The audible change that a loss causes.
  package struct Effect: Hashable, Sendable {
    package enum Unit: Hashable, Sendable { case decibels, cents, seconds, percent, hertz }

    package var amount: Double
    package var unit: Unit

    package init(_ amount: Double, _ unit: Unit) {
      self.amount = amount.isFinite ? abs(amount) : 0
      self.unit = unit
    }
  }

  /// The property, such as `velocity curves`.
  package var what: String
  /// The substitute, such as `omitted` or `steps of at most 1 dB`.
  package var became: String
  /// The number of affected regions; 0 if the loss affects the entire bank.
  package var regionCount: Int
  /// The maximum effect; `nil` if it is unknown.
  package var effect: Effect?

  package init(what: String, became: String, regionCount: Int, effect: Effect? = nil) {
    self.what = what
    self.became = became
    self.regionCount = regionCount
    self.effect = effect
  }

  package init(what: String, became: String, regionCount: Int, decibels: Double) {
    self.init(
      what: what, became: became, regionCount: regionCount, effect: Effect(decibels, .decibels))
  }

  /// The maximum change of the level in decibels; `nil` if it is unknown or not a level.
  package var decibels: Double? { amount(in: .decibels) }

  /// Returns the effect if it has this unit.
  package func amount(in unit: Effect.Unit) -> Double? {
    effect.flatMap { $0.unit == unit ? $0.amount : nil }
  }

  /// A line such as `equalizers: omitted, up to 6.0 dB (12 regions)`.
  package var description: String {
    let regions = regionCount == 1 ? "1 region" : "\(regionCount) regions"
    let extent = effect.map { ", up to \($0.description)" } ?? ""
    return "\(what): \(became)\(extent)" + (regionCount == 0 ? "" : " (\(regions))")
  }

  /// Returns a level with one decimal place.
  static func text(decibels: Double) -> String { Effect.text(decibels, decimalPlaces: 1) }
}

extension ConversionLoss.Effect: CustomStringConvertible {
  /// A value such as `6.0 dB`, `1200 cents`, `0.250 s`, `30 %` or `880 Hz`.
  package var description: String {
    switch unit {
    case .decibels: Self.text(amount, decimalPlaces: 1) + " dB"
    case .cents: Self.text(amount, decimalPlaces: 0) + " cents"
    case .seconds: Self.text(amount, decimalPlaces: amount < 9.9995 ? 3 : 1) + " s"
    case .percent: Self.text(amount, decimalPlaces: 0) + " %"
    case .hertz: Self.text(amount, decimalPlaces: amount < 99.95 ? 1 : 0) + " Hz"
    }
  }

  /// Whether the description states more than zero.
  var isNotable: Bool {
    switch unit {
    case .decibels, .hertz: amount >= 0.05
    case .cents, .percent: amount >= 0.5
    case .seconds: amount >= 0.0005
    }
  }

  fileprivate static func text(_ value: Double, decimalPlaces: Int) -> String {
    let scale = (0..<decimalPlaces).reduce(1) { scale, _ in scale * 10 }
    let whole = value.isFinite ? Int((min(max(value, 0), 1e6) * Double(scale)).rounded()) : 0
    if decimalPlaces == 0 { return "\(whole)" }
    let digits = String(whole % scale)
    return "\(whole / scale)."
      + String(repeating: "0", count: decimalPlaces - digits.utf8.count) + digits
  }
}

/// The losses of a conversion, in order of their first occurrence.
struct ConversionLosses {
  private(set) var all: [ConversionLoss] = []

  /// Counts a loss of one region, or of the bank if `ofBank` is `true`. The maximum effect is
  /// reported, separately for each unit.
  mutating func add(
    _ what: String, _ became: String, _ effect: ConversionLoss.Effect? = nil, ofBank: Bool = false
  ) {
    let known = all.firstIndex { loss in
      let hasSameUnit = loss.effect == nil || effect == nil || loss.effect?.unit == effect?.unit
      return loss.what == what && loss.became == became && hasSameUnit
    }
    guard let index = known else {
      all.append(
        ConversionLoss(what: what, became: became, regionCount: ofBank ? 0 : 1, effect: effect))
      return
    }
    if !ofBank { all[index].regionCount += 1 }
    if let effect, effect.amount > all[index].effect?.amount ?? -1 { all[index].effect = effect }
  }

  mutating func add(
    _ what: String, _ became: String, _ amount: Double, _ unit: ConversionLoss.Effect.Unit
  ) {
    add(what, became, ConversionLoss.Effect(amount, unit))
  }
}
