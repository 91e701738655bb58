/// Numbers at a fixed address, for inner loops. Its owner frees them.
struct FixedBuffer<Element: BitwiseCopyable>: ~Copyable {
  let start: UnsafeMutablePointer<Element>
  let count: Int

  init(repeating value: Element, count: Int) {
    start = .allocate(capacity: max(count, 1))
    start.initialize(repeating: value, count: max(count, 1))
    self.count = count
  }

  deinit { start.deallocate() }
}
