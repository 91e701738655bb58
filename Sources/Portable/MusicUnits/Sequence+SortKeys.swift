/// A key by which ``Swift/Sequence/sorted(byKey:)`` sorts.
///
/// The sorting algorithm of the standard library is compiled for each type and comparison. Elements
/// that are sorted by such keys share one compiled copy, which keeps programs for browsers small.
package struct SortKey: Comparable {
  private let first: Int64
  private let second: Int64
  fileprivate var position = 0

  /// Creates a key of an integer and a second one, which orders elements with equal first ones.
  package init(_ first: Int64, _ second: Int = 0) {
    self.first = first
    self.second = Int64(second)
  }

  package init(_ first: Int, _ second: Int = 0) { self.init(Int64(first), second) }

  /// Creates a key of a number that is not NaN. Zeros are equal.
  package init(_ number: Double, _ second: Int = 0) {
    // As integers, the bits of negative numbers are in reverse order (IEEE 754, section 3.4).
    let bits = Int64(bitPattern: (number + 0).bitPattern)
    self.init(bits < 0 ? bits ^ .max : bits, second)
  }

  package static func < (left: Self, right: Self) -> Bool {
    if left.first != right.first { return left.first < right.first }
    if left.second != right.second { return left.second < right.second }
    return left.position < right.position
  }

  @inline(never)
  fileprivate static func sort(_ keys: inout [SortKey]) { keys.sort() }
}

extension Sequence {
  /// Returns the elements sorted by their keys. Elements with equal keys keep their order.
  ///
  /// ```swift
  /// ["flute", "oboe", "tuba"].sorted(byKey: { SortKey($0.count) })  // ["oboe", "tuba", "flute"]
  /// ```
  package func sorted(byKey key: (Element) -> SortKey) -> [Element] {
    let elements = Array(self)
    var keys: [SortKey] = []
    keys.reserveCapacity(elements.count)
    for element in elements {
      var next = key(element)
      next.position = keys.count
      keys.append(next)
    }
    SortKey.sort(&keys)
    return keys.map { elements[$0.position] }
  }
}

extension Sequence where Element == Int {
  /// Returns the numbers in ascending order, by the code that sorts by keys.
  package func sortedNumbers() -> [Int] { sorted(byKey: { SortKey($0) }) }
}

extension Sequence where Element == String {
  /// Returns the texts in ascending order, as `sorted()` does, by a heap sort, whose code is a
  /// fraction of that of the standard library's.
  @inline(never)
  package func sortedTexts() -> [String] {
    var texts = Array(self)
    for root in stride(from: texts.count / 2 - 1, through: 0, by: -1) {
      Self.sift(&texts, root, count: texts.count)
    }
    for count in stride(from: texts.count - 1, to: 0, by: -1) {
      texts.swapAt(0, count)
      Self.sift(&texts, 0, count: count)
    }
    return texts
  }

  /// Moves a text down until no text below it in the heap is greater.
  private static func sift(_ texts: inout [String], _ start: Int, count: Int) {
    var root = start
    while 2 * root + 1 < count {
      var child = 2 * root + 1
      if child + 1 < count && texts[child] < texts[child + 1] { child += 1 }
      if texts[child] <= texts[root] { return }
      texts.swapAt(root, child)
      root = child
    }
  }
}
