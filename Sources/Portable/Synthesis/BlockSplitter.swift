/// Splits a block of stereo output at its events, so that each takes effect on its frame.
///
/// ```swift
/// var block = BlockSplitter(left: left, right: right, count: count)
/// for event in events {
///   synthesizer.render(block.nextSegment(upTo: event.frame))
///   synthesizer.handle(event.event)
/// }
/// synthesizer.render(block.nextSegment(upTo: count))
/// ```
package struct BlockSplitter: BitwiseCopyable {
  /// Consecutive frames without an event; may be empty.
  package struct Segment: BitwiseCopyable {
    package let left: UnsafeMutablePointer<Float>
    package let right: UnsafeMutablePointer<Float>
    package let count: Int
    /// Whether it ends with the block.
    package let isLast: Bool
  }

  private let left: UnsafeMutablePointer<Float>
  private let right: UnsafeMutablePointer<Float>
  package let count: Int
  /// The end of the last segment, in frames from the start of the block.
  package private(set) var offset = 0

  @_noLocks @_noAllocation package init(
    left: UnsafeMutablePointer<Float>, right: UnsafeMutablePointer<Float>, count: Int
  ) {
    self.left = left
    self.right = right
    self.count = count
  }

  /// Returns the frames from the current offset up to `end`, clamped to the block.
  @_noLocks @_noAllocation package mutating func nextSegment(upTo end: Int) -> Segment {
    let end = min(max(end, offset), count)
    defer { offset = end }
    return Segment(
      left: left + offset, right: right + offset, count: end &- offset, isLast: end == count)
  }
}
