/// A loop that plays forward and backward in turn. Neither end is repeated: after the last frame,
/// the frame before it follows, so that the period of n frames is 2n − 2.
package enum AlternatingLoop {
  /// Returns the number of frames that the backward half adds: all but the first and the last one.
  package static func extraFrames(of loop: Range<Int>) -> Int { max(loop.count - 2, 0) }

  /// Returns the forward loop that plays both halves.
  package static func unrolled(_ loop: Range<Int>) -> Range<Int> {
    loop.lowerBound..<loop.upperBound + extraFrames(of: loop)
  }

  /// Returns frames with the backward half inserted after the loop; unchanged if the loop is not
  /// within the frames.
  package static func unroll(_ frames: [Float], _ loop: Range<Int>) -> [Float] {
    guard loop.lowerBound >= 0, loop.upperBound <= frames.count, loop.count > 2 else {
      return frames
    }
    let backward = frames[loop.lowerBound + 1..<loop.upperBound - 1].reversed()
    return Array(frames[..<loop.upperBound]) + backward + frames[loop.upperBound...]
  }
}
