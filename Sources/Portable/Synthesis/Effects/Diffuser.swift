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

  private let memory: UnsafeMutablePointer<SIMD4<Float>>
  private let mask: Int
  private let lengths: UnsafeMutablePointer<Int32>
  private var place = 0
  /// The allpasses' coefficient.
  var gain = Ramp(0.6)

  static func capacity(sampleRate: Double) -> Int {
    DelayMemory.capacity(seconds: 0.0175, sampleRate: sampleRate)
  }

  /// How long a sound may stay in it before feedback, in frames.
  var longestFrames: Int { 4 &* mask }

  init(_ memory: inout DelayMemory, sampleRate: Double) {
    let capacity = Self.capacity(sampleRate: sampleRate)
    mask = capacity - 1
    self.memory = memory.takeVectors(capacity * Self.stageCount)
    lengths = memory.takeNumbers(Self.stageCount * 4)
    for stage in 0..<Self.stageCount {
      let times = Self.milliseconds(stage: stage)
      for chain in 0..<4 {
        let frames = Int(times[chain] * 0.001 * sampleRate)
        lengths[stage * 4 + chain] = Int32(min(PrimeNumber.least(from: frames), mask))
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

  /// Writes four diffused copies of each frame; `at` is the first frame's place on the grid.
  mutating func process(
    _ input: UnsafePointer<Float>, to output: UnsafeMutablePointer<SIMD4<Float>>, at: Int,
    count: Int
  ) {
    for frame in 0..<count { output[frame] = SIMD4(repeating: input[frame]) }
    for stage in 0..<Self.stageCount {
      let lengths = lengths + stage &* 4
      let line = memory + stage &* (mask &+ 1)
      let floats = UnsafeMutableRawPointer(line).assumingMemoryBound(to: Float.self)
      var done = 0
      while done < count {
        let now = (place &+ done) & mask
        let (p0, p1) = ((now &- Int(lengths[0])) & mask, (now &- Int(lengths[1])) & mask)
        let (p2, p3) = ((now &- Int(lengths[2])) & mask, (now &- Int(lengths[3])) & mask)
        // As far as none of them comes to the end of the memory.
        let furthest = max(max(max(p0, p1), max(p2, p3)), now)
        let run = min(count &- done, mask &+ 1 &- furthest)
        let x0 = floats + p0 &* 4
        let x1 = floats + (p1 &* 4 &+ 1)
        let x2 = floats + (p2 &* 4 &+ 2)
        let x3 = floats + (p3 &* 4 &+ 3)
        for frame in 0..<run {
          let index = frame &* 4
          let delayed = SIMD4(x0[index], x1[index], x2[index], x3[index])
          let gain = gain(Float(at &+ done &+ frame))
          let least = SIMD4<Float>(repeating: 1e-18)
          // Added and taken away, it swallows what is too small to compute quickly.
          let fed = (output[done &+ frame] - delayed * gain + least) - least
          line[now &+ frame] = fed
          output[done &+ frame] = fed * gain + delayed
        }
        done &+= run
      }
    }
    place = (place &+ count) & mask
  }
}
