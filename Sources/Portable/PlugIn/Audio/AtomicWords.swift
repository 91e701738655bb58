import Synchronization

/// A fixed number of 32-bit words that several threads read and write without locks. Stores and
/// loads are wait-free; ``prefix(_:)`` allocates.
struct AtomicWords: ~Copyable, @unchecked Sendable {
  // Safe: each word is an atomic.
  private let words: UnsafeMutablePointer<Atomic<Int32>>
  let count: Int

  init(repeating word: Int32 = 0, count: Int) {
    self.count = count
    words = .allocate(capacity: count)
    for index in 0..<count { (words + index).initialize(to: Atomic(word)) }
  }

  deinit { words.deallocate() }

  func store(_ source: UnsafePointer<Int32>, count: Int, at start: Int = 0) {
    for index in 0..<count { words[start &+ index].store(source[index], ordering: .relaxed) }
  }

  func store(_ source: [Int32]) {
    for index in source.indices { words[index].store(source[index], ordering: .relaxed) }
  }

  func prefix(_ count: Int) -> [Int32] {
    (0..<min(count, self.count)).map { words[$0].load(ordering: .relaxed) }
  }

  func float(at index: Int) -> Float {
    Float(bitPattern: UInt32(bitPattern: words[index].load(ordering: .relaxed)))
  }

  func store(_ value: Float, at index: Int) {
    words[index].store(Int32(bitPattern: value.bitPattern), ordering: .relaxed)
  }
}
