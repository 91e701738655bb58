/// A uniquely owned buffer of fixed size for the audio thread. Use the pointer: in debug builds the
/// performance attributes do not see into generic subscripts of another file.
@usableFromInline struct FixedBuffer<Element: BitwiseCopyable>: ~Copyable {
  /// The first of ``count`` elements.
  @usableFromInline let elements: UnsafeMutablePointer<Element>
  let count: Int

  init(repeating element: Element, count: Int) {
    elements = .allocate(capacity: max(count, 1))
    elements.initialize(repeating: element, count: count)
    self.count = count
  }

  /// Creates a buffer of `count` elements, which `initialize` writes.
  init(count: Int, _ initialize: (UnsafeMutablePointer<Element>) -> Void) {
    elements = .allocate(capacity: max(count, 1))
    self.count = count
    initialize(elements)
  }

  init(_ array: [Element]) {
    elements = .allocate(capacity: max(array.count, 1))
    count = array.count
    for index in array.indices { (elements + index).initialize(to: array[index]) }
  }

  // Inlinable, as Embedded Swift requires for noncopyable generic types.
  @inlinable deinit { elements.deallocate() }
}
