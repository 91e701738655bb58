import PeachMusicUnits

extension [Int] {
  /// Returns the indices sorted by key; of indices with equal keys only the lowest is used.
  ///
  /// - Parameter reportDuplicate: Called for each dropped index and the one that is used instead.
  func sortedDistinct(
    by key: (Int) -> Int, reportDuplicate: (_ index: Int, _ first: Int) -> Void
  ) -> [Int] {
    var order: [Int] = []
    for index in sorted(byKey: { SortKey(key($0), $0) }) {
      if let last = order.last, key(last) == key(index) {
        reportDuplicate(index, last)
      } else {
        order.append(index)
      }
    }
    return order
  }
}
