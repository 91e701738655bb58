/// The minimum of a sliding window: a monotonic queue, in constant amortized time.
struct SlidingMinimum: BitwiseCopyable {
  private let values: UnsafeMutablePointer<Int32>
  private let times: UnsafeMutablePointer<Int>
  private let mask: Int
  private let window: Int
  private var head = 0
  private var tail = 0
  private var time = 0

  init(window: Int) {
    self.window = window
    var capacity = 64
    while capacity < window + 1 { capacity *= 2 }
    mask = capacity - 1
    values = .allocate(repeating: 0, count: capacity)
    times = .allocate(repeating: 0, count: capacity)
  }

  func deallocate() {
    values.deallocate()
    times.deallocate()
  }

  @inline(__always) var minimum: Int32 { values[head & mask] }

  /// Appends a value `count` times, at least once. It must not be less than any in the window.
  mutating func next(_ value: Int32, count: Int) {
    head = 0
    tail = 1
    time &+= count
    values[0] = value
    times[0] = time &- 1
  }

  /// Appends a value, and returns the minimum of the window that ends with it.
  @inline(__always) mutating func next(_ value: Int32) -> Int32 {
    while tail != head && values[(tail &- 1) & mask] >= value { tail &-= 1 }
    values[tail & mask] = value
    times[tail & mask] = time
    tail &+= 1
    if times[head & mask] &+ window <= time { head &+= 1 }
    time &+= 1
    return values[head & mask]
  }
}
