/// Delay lines of one length, each in one piece, so that a stretch of one is read in one go.
struct DelayLines: BitwiseCopyable {
  /// One line behind the other.
  let memory: UnsafeMutablePointer<Float>
  /// How many frames each holds: a power of two.
  let capacity: Int
  /// Where the next frame is written.
  private(set) var place = 0

  /// So many lines in a piece of an effect's memory.
  init(_ memory: inout DelayMemory, count: Int, capacity: Int) {
    self.capacity = capacity
    self.memory = memory.takeFrames(count * capacity)
  }

  /// Where a line has the frame `delay` frames before the one to be written `ahead` frames from now.
  @inline(__always) func start(_ line: Int, delay: Int, ahead: Int = 0) -> Int {
    line &* capacity &+ ((place &+ ahead &- delay) & (capacity &- 1))
  }

  /// How many frames follow in one piece from a place that ``start(_:delay:ahead:)`` gave.
  @inline(__always) func lengthLeft(from start: Int) -> Int {
    capacity &- (start & (capacity &- 1))
  }

  /// So many frames have passed.
  mutating func advance(_ count: Int) { place = (place &+ count) & (capacity &- 1) }
}
