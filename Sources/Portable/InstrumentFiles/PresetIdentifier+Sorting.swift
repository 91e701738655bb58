import PeachInstrumentModel

extension PresetIdentifier {
  /// Returns the indices of presets sorted by bank and program. Of presets with equal identifiers
  /// the first one is used.
  ///
  /// - Parameter reportDuplicate: Called for each dropped preset and the one that is used instead.
  static func sorted(
    _ indices: [Int], by identifier: (Int) -> PresetIdentifier,
    reportDuplicate: (_ index: Int, _ first: Int) -> Void
  ) -> [Int] {
    var order: [Int] = []
    for index in indices.sorted(by: { (identifier($0), $0) < (identifier($1), $1) }) {
      if let last = order.last, identifier(last) == identifier(index) {
        reportDuplicate(index, last)
      } else {
        order.append(index)
      }
    }
    return order
  }
}
