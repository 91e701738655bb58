/// A sample at another rate, whose loop joins without a click.
struct ResampledSample {
  /// The frames, with the same scale as the input.
  var frames: [Double] = []
  var loop: Range<Int>?

  /// The frames kept after a loop for interpolation (SoundFont 2.04 §7.10).
  private static var framesAfterLoop: Int { 8 }

  /// Resamples `frames`. `loop` must lie within them, have frames, and exist if the plan has a
  /// loop.
  init(_ frames: [Double], loop: Range<Int>?, plan: ResamplingPlan, sinc: WindowedSinc) {
    let step = 1 / plan.ratio
    func margin(_ frame: (Int) -> Double) -> [Double] { (0..<WindowedSinc.margin).map(frame) }
    guard let loop, let loopFrameCount = plan.loopFrameCount else {
      let silence = margin { _ in 0 }
      let count = Int(Double(frames.count) * plan.ratio + 0.5)
      self.frames = sinc.read(silence + frames + silence, from: 0, step: step, count: count)
      return
    }
    // Aligns the loop to a frame: the start of the sample shifts by at most half a frame.
    let start = Int(Double(loop.lowerBound) * plan.ratio + 0.5)
    func looped(_ index: Int) -> Double {
      frames[loop.lowerBound + ((index % loop.count) + loop.count) % loop.count]
    }
    let attack = margin { _ in 0 } + frames[..<loop.upperBound] + margin { looped($0) }
    self.frames = sinc.read(
      attack, from: Double(loop.lowerBound) - Double(start) * step, step: step, count: start)
    // The margins continue the loop periodically, so that it joins without a click.
    let repeated =
      margin { looped($0 - WindowedSinc.margin) }
      + (0..<plan.loopRepetitions * loop.count).map(looped) + margin { looped($0) }
    self.frames += sinc.read(repeated, from: 0, step: step, count: loopFrameCount)
    self.loop = start..<start + loopFrameCount
    // The tail plays after note-off or not at all.
    let tailCount = frames.count - loop.upperBound
    let tail =
      margin { looped($0 - WindowedSinc.margin) } + frames[loop.upperBound...]
      + (0..<WindowedSinc.margin + Self.framesAfterLoop).map { looped(tailCount + $0) }
    self.frames += sinc.read(
      tail, from: 0, step: step,
      count: max(Int(Double(tailCount) * plan.ratio), Self.framesAfterLoop))
  }
}
