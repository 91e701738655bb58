/// A recording's frames, stretched as a plan says.
struct ResampledSample {
  /// What comes out, in the units of what went in.
  var frames: [Double] = []
  /// The frames that repeat.
  var loop: Range<Int>?

  /// Frames kept behind a loop (SoundFont 2.04 §7.10): what interpolation may read.
  private static var framesBehindLoop: Int { 8 }

  /// `loop` lies within `frames`, and is there where the plan is for a loop.
  init(_ frames: [Double], loop: Range<Int>?, plan: ResamplingPlan, sinc: WindowedSinc) {
    let step = 1 / plan.ratio
    func margin(_ frame: (Int) -> Double) -> [Double] { (0..<WindowedSinc.margin).map(frame) }
    guard let loop, let loopFrameCount = plan.loopFrameCount else {
      let silence = margin { _ in 0 }
      let count = Int(Double(frames.count) * plan.ratio + 0.5)
      self.frames = sinc.read(silence + frames + silence, from: 0, step: step, count: count)
      return
    }
    // What is left of a frame before the loop, half a frame at most, is taken from the beginning.
    let start = Int(Double(loop.lowerBound) * plan.ratio + 0.5)
    func around(_ place: Int) -> Double {
      frames[loop.lowerBound + ((place % loop.count) + loop.count) % loop.count]
    }
    let before =
      margin { _ in 0 } + frames[..<loop.upperBound] + margin { around($0) }
    self.frames = sinc.read(
      before, from: Double(loop.lowerBound) - Double(start) * step, step: step, count: start)
    // The loop has itself before and behind it: so it closes as its frames do.
    let own =
      margin { around($0 - WindowedSinc.margin) } + (0..<plan.turns * loop.count).map(around)
      + margin { around($0) }
    self.frames += sinc.read(own, from: 0, step: step, count: loopFrameCount)
    self.loop = start..<start + loopFrameCount
    // What follows is heard when a key is let go, or not at all.
    let rest = frames.count - loop.upperBound
    let behind =
      margin { around($0 - WindowedSinc.margin) } + frames[loop.upperBound...]
      + (0..<WindowedSinc.margin + Self.framesBehindLoop).map { around(rest + $0) }
    self.frames += sinc.read(
      behind, from: 0, step: step,
      count: max(Int(Double(rest) * plan.ratio), Self.framesBehindLoop))
  }
}
