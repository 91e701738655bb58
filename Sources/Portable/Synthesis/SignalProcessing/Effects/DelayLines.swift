/// Delay lines of equal length, contiguous each, so that a run of frames is read as one buffer.
struct DelayLines: BitwiseCopyable {
  /// The gap between lines, so that equal indices do not fall into the same set of the cache.
  private static var gap: Int { 16 }

  private let memory: UnsafeMutablePointer<Float>
  /// The length of a line, in frames: a power of two.
  let capacity: Int
  private(set) var writeIndex = 0

  init(_ memory: inout EffectArena, count: Int, capacity: Int) {
    self.capacity = capacity
    self.memory = memory.allocateFrames(count * (capacity + Self.gap))
  }

  /// Returns the memory needed, in vectors of four floats.
  static func vectors(count: Int, capacity: Int) -> Int { count * (capacity + gap) / 4 }

  /// The distance between two lines, in floats.
  var stride: Int { capacity &+ Self.gap }

  @inline(__always) func line(_ line: Int) -> UnsafeMutablePointer<Float> {
    memory + line &* stride
  }

  /// Returns the index of the frame `delay` frames before the one written `ahead` frames from now.
  @inline(__always) func index(delay: Int, ahead: Int = 0) -> Int {
    (writeIndex &+ ahead &- delay) & (capacity &- 1)
  }

  mutating func advance(_ count: Int) { writeIndex = (writeIndex &+ count) & (capacity &- 1) }
}
