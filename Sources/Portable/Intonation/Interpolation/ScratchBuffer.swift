/// Memory that grows and is reused between recordings. Its contents are undefined until written.
final class ScratchBuffer<Element: BitwiseCopyable> {
  private(set) var base: UnsafeMutablePointer<Element>
  private var capacity: Int

  init() {
    capacity = 64
    base = .allocate(capacity: capacity)
  }

  deinit { base.deallocate() }

  /// Returns memory for at least `count` elements. Earlier contents are lost if it grows.
  @discardableResult
  func reserve(_ count: Int) -> UnsafeMutablePointer<Element> {
    if count > capacity {
      base.deallocate()
      capacity = count + count / 4
      base = .allocate(capacity: capacity)
    }
    return base
  }

  /// Returns memory for `count` elements, all of them `value`.
  @discardableResult
  func fill(_ count: Int, with value: Element) -> UnsafeMutablePointer<Element> {
    reserve(count).update(repeating: value, count: count)
    return base
  }
}

extension UnsafeMutablePointer<Double> {
  /// Loads four elements from an address aligned for one.
  @inline(__always)
  func four(at index: Int) -> SIMD4<Double> {
    UnsafeRawPointer(self + index).loadUnaligned(as: SIMD4<Double>.self)
  }

  /// Stores four elements at an address aligned for one.
  @inline(__always)
  func store(_ four: SIMD4<Double>, at index: Int) {
    self[index] = four.x
    self[index &+ 1] = four.y
    self[index &+ 2] = four.z
    self[index &+ 3] = four.w
  }
}
