/// Memory of a fixed size with one owner: no reference counting, so it may be used on the audio
/// thread; only making it and letting it go allocate and free.
///
/// Its users go through the pointer, because in debug builds the performance attributes do not see
/// into a generic subscript of another file.
@usableFromInline struct FixedBuffer<Element: BitwiseCopyable>: ~Copyable {
  /// The first of ``count`` elements.
  @usableFromInline let elements: UnsafeMutablePointer<Element>
  let count: Int

  init(repeating element: Element, count: Int) {
    elements = .allocate(capacity: max(count, 1))
    elements.initialize(repeating: element, count: count)
    self.count = count
  }

  init(_ array: [Element]) {
    elements = .allocate(capacity: max(array.count, 1))
    count = array.count
    for index in array.indices { (elements + index).initialize(to: array[index]) }
  }

  // Inlinable, as Embedded Swift wants it for a type that is not copied.
  @inlinable deinit { elements.deallocate() }
}
