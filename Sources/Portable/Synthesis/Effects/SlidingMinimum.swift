/// The least of the last so many numbers: a queue that drops what can never be the least again.
struct SlidingMinimum: BitwiseCopyable {
  private let values: UnsafeMutablePointer<Int32>
  private let times: UnsafeMutablePointer<Int>
  private let mask: Int
  private let window: Int
  private var first = 0
  private var end = 0
  private var time = 0

  /// A window of so many numbers; all before the first were `start`. Allocates.
  init(window: Int) {
    self.window = window
    var capacity = 64
    while capacity < window + 1 { capacity *= 2 }
    mask = capacity - 1
    values = .allocate(capacity: capacity)
    values.initialize(repeating: 0, count: capacity)
    times = .allocate(capacity: capacity)
    times.initialize(repeating: 0, count: capacity)
  }

  func deallocate() {
    values.deallocate()
    times.deallocate()
  }

  /// The least of the window now.
  @inline(__always) var least: Int32 { values[first & mask] }

  /// Takes in the same number so many times, at least once and no less than any in the window.
  mutating func next(_ value: Int32, count: Int) {
    first = 0
    end = 1
    time &+= count
    values[0] = value
    times[0] = time &- 1
  }

  /// Takes in the next number; gives the least of the window that ends with it.
  @inline(__always) mutating func next(_ value: Int32) -> Int32 {
    while end != first && values[(end &- 1) & mask] >= value { end &-= 1 }
    values[end & mask] = value
    times[end & mask] = time
    end &+= 1
    if times[first & mask] &+ window <= time { first &+= 1 }
    time &+= 1
    return values[first & mask]
  }
}
