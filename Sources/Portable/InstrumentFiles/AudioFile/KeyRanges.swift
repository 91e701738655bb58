/// Which keys each of several recordings plays.
public enum KeyRanges {
  /// The keys of each root, nil where none is left for it: all of `keys` are shared out, the border
  /// lying midway between two roots. A key as far from both goes to the lower one.
  ///
  /// `roots` ascend, each there once. `split([60, 64], within: 48...72)` is `[48...62, 63...72]`.
  public static func split(
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
