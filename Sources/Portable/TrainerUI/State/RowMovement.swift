/// A movement of the selected row, or of a text that is scrolled.
package enum RowMovement: Hashable, Sendable, CaseIterable {
  case up, down, pageUp, pageDown, first, last

  /// Returns the row that is selected after `row` in a list whose ends are joined.
  func row<Row: Equatable>(from row: Row, in rows: [Row]) -> Row {
    let index = rows.firstIndex(of: row) ?? 0
    switch self {
    case .up: return rows[(index + rows.count - 1) % rows.count]
    case .down: return rows[(index + 1) % rows.count]
    case .first: return rows[0]
    case .last: return rows[rows.count - 1]
    case .pageUp, .pageDown: return row
    }
  }

  /// Returns the index that follows `index` in `0...last`.
  func index(from index: Int, last: Int) -> Int {
    let next =
      switch self {
      case .up: index - 1
      case .down: index + 1
      case .pageUp: index - 10
      case .pageDown: index + 10
      case .first: 0
      case .last: last
      }
    return min(max(next, 0), last)
  }
}
