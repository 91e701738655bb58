/// Divides the keyboard among samples by their root keys.
package enum KeyRanges {
  /// Assigns each key to the nearest of `roots`, which ascend without duplicates; the lower root
  /// wins ties. A root outside `keys` may get `nil`. For example,
  /// `split([60, 64], within: 48...72)` is `[48...62, 63...72]`.
  package static func split(
    _ roots: [UInt8], within keys: ClosedRange<UInt8>
  ) -> [ClosedRange<UInt8>?] {
    roots.indices.map { index in
      var low = Int(keys.lowerBound)
      var high = Int(keys.upperBound)
      if index > 0 { low = max(low, (Int(roots[index - 1]) + Int(roots[index])) / 2 + 1) }
      if index + 1 < roots.count {
        high = min(high, (Int(roots[index]) + Int(roots[index + 1])) / 2)
      }
      return low <= high ? UInt8(low)...UInt8(high) : nil
    }
  }
}
