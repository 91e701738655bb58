/// Delay lines of one length, each in one piece, so that a stretch of one is read in one go.
struct DelayLines: BitwiseCopyable {
  /// What lies between two lines: the same place of all of them is not in the same set of a cache,
  /// which a power of two would make it be.
  private static var gap: Int { 16 }

  private let memory: UnsafeMutablePointer<Float>
  /// How many frames each holds: a power of two.
  let capacity: Int
  /// Where the next frame is written.
  private(set) var place = 0

  /// So many lines in a piece of an effect's memory.
  init(_ memory: inout DelayMemory, count: Int, capacity: Int) {
    self.capacity = capacity
    self.memory = memory.takeFrames(count * (capacity + Self.gap))
  }

  /// How much of an effect's memory so many lines take, in vectors of four.
  static func vectors(count: Int, capacity: Int) -> Int { count * (capacity + gap) / 4 }

  /// How far one line is from the next in memory.
  var stride: Int { capacity &+ Self.gap }

  /// The first frame of a line in memory.
  @inline(__always) func line(_ line: Int) -> UnsafeMutablePointer<Float> {
    memory + line &* stride
  }

  /// Where in a line the frame is that lies `delay` frames before the one to be written `ahead`
  /// frames from now.
  @inline(__always) func position(delay: Int, ahead: Int = 0) -> Int {
    (place &+ ahead &- delay) & (capacity &- 1)
  }

  /// So many frames have passed.
  mutating func advance(_ count: Int) { place = (place &+ count) & (capacity &- 1) }
}
