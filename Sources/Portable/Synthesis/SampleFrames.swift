import PeachInstrumentModel

/// A recording's frames as the kernels read them: single precision, silence on both sides.
///
/// Where the recording loops, the loop is written out several times, so that a kernel reads
/// neighbours straight on across the seam and turns back seldom, however short the loop.
/// Immutable; safe to read from any thread.
final class SampleFrames: @unchecked Sendable {
  // Sound: the memory is written in `init` and only read afterwards.

  /// Silence before the first and after the last frame: more than any kernel reaches.
  static let margin = 64
  /// A loop is repeated until it is at least this long.
  static let shortestLoop = 1024

  /// Frame 0.
  let frames: UnsafePointer<Float>
  /// Where playing once ends.
  let frameCount: Int
  /// The loop within the recording, end exclusive; nil where these frames play once.
  let loop: Range<Int>?
  /// Where playing turns back, and how far; 0 where it does not.
  let turningPoint: Int
  let turningLength: Int
  private let memory: UnsafeMutablePointer<Float>

  /// Frames to play once, from the first to the last.
  init(playingOnce source: UnsafeBufferPointer<Float>) {
    let total = source.count + 2 * Self.margin
    memory = .allocate(capacity: total)
    memory.initialize(repeating: 0, count: total)
    for index in 0..<source.count { memory[Self.margin + index] = source[index] }
    frames = UnsafePointer(memory + Self.margin)
    frameCount = source.count
    loop = nil
    turningPoint = source.count
    turningLength = 0
  }

  /// Frames to play up to the loop's end and around the loop for ever. The loop must lie within
  /// the source and not be empty. Its last `crossfade` frames turn, in a straight line, into those
  /// before its beginning, as far as there are as many.
  init(looping source: UnsafeBufferPointer<Float>, loop: Range<Int>, crossfade: Int = 0) {
    precondition(loop.lowerBound >= 0 && loop.upperBound <= source.count && !loop.isEmpty)
    let repeats = (Self.shortestLoop + loop.count - 1) / loop.count
    turningLength = repeats * loop.count
    // Behind the turning point, and before the place it leads back to, the loop goes on.
    turningPoint = loop.lowerBound + turningLength + Self.margin / 2
    let total = turningPoint + 2 * Self.margin
    memory = .allocate(capacity: total)
    memory.initialize(repeating: 0, count: Self.margin)
    for index in 0..<loop.upperBound { memory[Self.margin + index] = source[index] }
    let fade = min(max(crossfade, 0), loop.lowerBound, loop.count)
    for step in 0..<fade {
      let place = loop.upperBound - fade + step
      let share = (Float(step) + 0.5) / Float(fade)
      memory[Self.margin + place] += share * (source[place - loop.count] - source[place])
    }
    for index in loop.upperBound..<(total - Self.margin) {
      memory[Self.margin + index] = memory[Self.margin + index - loop.count]
    }
    frames = UnsafePointer(memory + Self.margin)
    frameCount = source.count
    self.loop = loop
  }

  deinit { memory.deallocate() }
}
