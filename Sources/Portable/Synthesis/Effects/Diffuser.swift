/// Smears a click into noise that has every frequency as before: four chains of four allpasses side
/// by side (Schroeder 1962), each of other lengths, so that what they give has little in common.
struct Diffuser: BitwiseCopyable {
  static var stageCount: Int { 4 }
  /// Lengths in milliseconds, stage by stage; no two have a common measure.
  private static func milliseconds(stage: Int) -> SIMD4<Double> {
    switch stage {
    case 0: SIMD4(1.637, 1.951, 2.293, 2.713)
    case 1: SIMD4(3.191, 3.797, 4.447, 5.167)
    case 2: SIMD4(6.113, 7.129, 8.317, 9.613)
    default: SIMD4(11.071, 12.953, 15.013, 17.389)
    }
  }

  private var lines: DelayLines
  private let lengths: UnsafeMutablePointer<Int32>
  private let kernels: EffectKernels
  /// The allpasses' coefficient.
  var gain = Ramp(0.6)

  static func capacity(sampleRate: Double) -> Int {
    DelayMemory.capacity(seconds: 0.0175, sampleRate: sampleRate)
  }

  /// How much of an effect's memory it takes, in vectors of four.
  static func vectors(sampleRate: Double) -> Int {
    DelayLines.vectors(count: 4 * stageCount, capacity: capacity(sampleRate: sampleRate))
  }

  /// How long a sound may stay in it before feedback, in frames.
  var longestFrames: Int { 4 &* (lines.capacity &- 1) }

  init(_ memory: inout DelayMemory, sampleRate: Double, kernels: EffectKernels) {
    self.kernels = kernels
    let capacity = Self.capacity(sampleRate: sampleRate)
    lines = DelayLines(&memory, count: 4 * Self.stageCount, capacity: capacity)
    lengths = memory.takeNumbers(Self.stageCount * 4)
    for stage in 0..<Self.stageCount {
      let times = Self.milliseconds(stage: stage)
      for chain in 0..<4 {
        let frames = Int(times[chain] * 0.001 * sampleRate)
        lengths[stage * 4 + chain] = Int32(min(PrimeNumber.least(from: frames), capacity - 1))
      }
    }
  }

  /// The most it may smear under a reverb of so many seconds: its own ring, longest in the longest
  /// allpass, where g falls to g^(seconds / length), shall die away twice as fast.
  static func gain(seconds: Double) -> Float {
    let decibels = -60 * 2 * 0.0174 / seconds
    return min(Float(StateVariableFilter.amplitude(decibels: decibels)), 0.7)
  }

  mutating func plan() { gain.plan() }

  /// Writes four diffused copies of each frame, a row of 64 frames each; `at` is the first frame's
  /// place on the grid.
  mutating func process(
    _ input: UnsafePointer<Float>, to output: UnsafeMutablePointer<Float>, at: Int, count: Int
  ) {
    for chain in 0..<4 {
      let row = output + chain &* Synthesizer.gridFrames
      for frame in 0..<count { row[frame] = input[frame] }
      for stage in 0..<Self.stageCount {
        smear(row, line: stage &* 4 &+ chain, at: at, count: count)
      }
    }
    lines.advance(count)
  }

  /// One allpass.
  @inline(__always)
  private func smear(_ row: UnsafeMutablePointer<Float>, line: Int, at: Int, count: Int) {
    let length = Int(lengths[line])
    var done = 0
    while done < count {
      let from = lines.position(delay: length, ahead: done)
      let to = lines.position(delay: 0, ahead: done)
      // What is written in one go must not be read in it, and is in one piece.
      let run = min(min(count &- done, length), lines.capacity &- max(from, to))
      let (row, delayed, fed) = (row + done, lines.line(line) + from, lines.line(line) + to)
      kernels.allpass(
        row, delayed: delayed, fed: fed, count: run, at: at &+ done, gain: gain)
      done &+= run
    }
  }
}
