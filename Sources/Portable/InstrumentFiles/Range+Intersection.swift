extension Range {
  /// Returns the intersection of both ranges, or `nil` if it is empty.
  func intersection(_ other: Range) -> Range? {
    let common = clamped(to: other)
    return common.isEmpty ? nil : common
  }
}

extension ClosedRange {
  func intersection(_ other: ClosedRange) -> ClosedRange? {
    overlaps(other) ? clamped(to: other) : nil
  }
}
