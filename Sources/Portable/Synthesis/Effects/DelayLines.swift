/// Delay lines of one length, each in one piece, so that a stretch of one is read in one go.
struct DelayLines: BitwiseCopyable {
  private let memory: UnsafeMutablePointer<Float>
  /// How many frames each holds: a power of two.
  let capacity: Int
  /// Where the next frame is written.
  private(set) var place = 0

  /// So many lines in a piece of an effect's memory.
  init(_ memory: inout DelayMemory, count: Int, capacity: Int) {
    self.capacity = capacity
    self.memory = memory.takeFrames(count * capacity)
  }

  /// Copies `count` frames of a line that lie `delay` frames before those to be written `ahead`
  /// frames from now.
  func read(
    _ line: Int, delay: Int, ahead: Int = 0, count: Int, to row: UnsafeMutablePointer<Float>
  ) {
    let from = memory + line &* capacity
    let start = (place &+ ahead &- delay) & (capacity &- 1)
    let first = min(count, capacity &- start)
    Self.copy(from + start, count: first, to: row)
    if first < count { Self.copy(from, count: count &- first, to: row + first) }
  }

  /// Writes `count` frames into a line, `ahead` frames from now.
  func write(_ row: UnsafePointer<Float>, to line: Int, ahead: Int = 0, count: Int) {
    let to = memory + line &* capacity
    let start = (place &+ ahead) & (capacity &- 1)
    let first = min(count, capacity &- start)
    Self.copy(row, count: first, to: to + start)
    if first < count { Self.copy(row + first, count: count &- first, to: to) }
  }

  /// So many frames have passed.
  mutating func advance(_ count: Int) { place = (place &+ count) & (capacity &- 1) }

  @inline(__always)
  private static func copy(
    _ from: UnsafePointer<Float>, count: Int, to: UnsafeMutablePointer<Float>
  ) {
    var frame = 0
    while frame &+ 4 <= count {
      FourFrames.store(FourFrames.load(from + frame), to + frame)
      frame &+= 4
    }
    while frame < count {
      to[frame] = from[frame]
      frame &+= 1
    }
  }
}
