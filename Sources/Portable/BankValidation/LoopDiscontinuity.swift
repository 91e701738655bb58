/// The discontinuity of a sample at its loop points. A click is a step that the signal's own motion
/// does not explain. It is measured as the second difference where the loop's end meets its start,
/// minus the largest one within the loop and one loop length before it. The second difference of a
/// step of height h is h.
struct LoopDiscontinuity {
  /// The largest inaudible step relative to the loop's peak: −40 dB.
  static var audibleStep: Float { 0.01 }
  /// The minimum length of a loop without preceding context: a shorter one may be one period of a
  /// wave with a step in each.
  static var shortestFrames: Int { 1024 }

  /// The height of the step relative to the loop's peak; 0 if continuous.
  let step: Float

  /// Measures a loop; `nil` if it is outside `frames` or too short to tell a click from the signal.
  init?(_ frames: [Float], loop: Range<Int>) {
    guard loop.lowerBound >= 0, loop.upperBound <= frames.count, loop.count >= 4,
      loop.count >= LoopDiscontinuity.shortestFrames || loop.lowerBound >= loop.count
    else { return nil }
    step = frames.withUnsafeBufferPointer { values in
      let (start, end) = (loop.lowerBound, loop.upperBound)
      let peak = values[loop].reduce(0) { max($0, abs($1)) }
      if peak <= 0 { return 0 }
      func secondDifference(_ first: Int, _ second: Int, _ third: Int) -> Float {
        abs(values[third] - 2 * values[second] + values[first])
      }
      let join = max(
        secondDifference(end - 2, end - 1, start), secondDifference(end - 1, start, start + 1))
      var inherent: Float = 0
      for index in max(1, start - loop.count)..<end - 1 {
        inherent = max(inherent, secondDifference(index - 1, index, index + 1))
      }
      return max(join - inherent, 0) / peak
    }
  }

  var isAudible: Bool { step > LoopDiscontinuity.audibleStep }
}
