/// How smoothly a sound goes round its loop.
///
/// A click is a step that the sound's own movement does not explain: the second difference where the
/// loop's end meets its start, less the largest one within the loop and one loop before it. For a step of
/// height h the second difference is h, so the result is the height of the step.
struct LoopDiscontinuity {
  /// A step lower than this, to the loop's peak, is not told of: −40 dB.
  static var audibleStep: Float { 0.01 }
  /// Loops shorter than this may be one period of a wave that has a step of its own in each.
  static var shortestFrames: Int { 1024 }

  /// The height of the step, to the loop's peak; 0 where there is none.
  let step: Float

  /// The join of `loop`, which must lie within `frames`; nil where nobody can tell a click from the
  /// sound.
  init?(_ frames: [Float], loop: Range<Int>) {
    guard loop.lowerBound >= 0, loop.upperBound <= frames.count, loop.count >= 4 else { return nil }
    guard loop.count >= LoopDiscontinuity.shortestFrames || loop.lowerBound >= loop.count else {
      return nil
    }
    step = frames.withUnsafeBufferPointer { values in
      let start = loop.lowerBound
      let end = loop.upperBound
      let peak = LoopDiscontinuity.peak(values, loop)
      if peak <= 0 { return 0 }
      let join = max(
        abs(values[start] - 2 * values[end - 1] + values[end - 2]),
        abs(values[start + 1] - 2 * values[start] + values[end - 1]))
      let own = LoopDiscontinuity.roughness(values, from: max(1, start - loop.count), to: end - 1)
      return max(join - own, 0) / peak
    }
  }

  /// Whether it is told of.
  var isAudible: Bool { step > LoopDiscontinuity.audibleStep }

  private static func peak(_ values: UnsafeBufferPointer<Float>, _ range: Range<Int>) -> Float {
    var peak: Float = 0
    for index in range { peak = max(peak, abs(values[index])) }
    return peak
  }

  /// The largest second difference around the frames of a range.
  private static func roughness(
    _ values: UnsafeBufferPointer<Float>, from start: Int, to end: Int
  ) -> Float {
    var largest: Float = 0
    var index = start
    while index < end {
      largest = max(largest, abs(values[index + 1] - 2 * values[index] + values[index - 1]))
      index += 1
    }
    return largest
  }
}
