/// Four parallel chains of four all-pass filters (Schroeder 1962), which smear transients without
/// coloring the spectrum. The lengths differ, so that the outputs are nearly uncorrelated.
struct Diffuser: BitwiseCopyable {
  static var stageCount: Int { 4 }
  /// Delays without common divisors.
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
  var gain = Ramp<Float>(0.6)

  static func capacity(sampleRate: Double) -> Int {
    EffectArena.capacity(seconds: 0.0175, sampleRate: sampleRate)
  }

  static func vectors(sampleRate: Double) -> Int {
    DelayLines.vectors(count: 4 * stageCount, capacity: capacity(sampleRate: sampleRate))
  }

  /// The total delay of a chain, in frames, without feedback.
  var maxFrames: Int { 4 &* (lines.capacity &- 1) }

  init(_ memory: inout EffectArena, sampleRate: Double, kernels: EffectKernels) {
    self.kernels = kernels
    let capacity = Self.capacity(sampleRate: sampleRate)
    lines = DelayLines(&memory, count: 4 * Self.stageCount, capacity: capacity)
    lengths = memory.allocateParameters(Self.stageCount * 4)
    for stage in 0..<Self.stageCount {
      let times = Self.milliseconds(stage: stage)
      for chain in 0..<4 {
        let frames = Int(times[chain] * 0.001 * sampleRate)
        lengths[stage * 4 + chain] = Int32(min(PrimeNumber.first(from: frames), capacity - 1))
      }
    }
  }

  /// Returns the maximum coefficient: the longest all-pass decays twice as fast as the reverb.
  static func gain(seconds: Double) -> Float {
    let decibels = -60 * 2 * 0.0174 / seconds
    return min(Float(StateVariableFilter.amplitude(decibels: decibels)), 0.7)
  }

  mutating func prepareBlock() { gain.prepareBlock() }

  /// Writes four diffused copies of the input, 64 frames apart.
  mutating func process(
    _ input: UnsafePointer<Float>, to output: UnsafeMutablePointer<Float>, blockOffset: Int,
    count: Int
  ) {
    kernels.diffuse(
      input, to: output, lines: lines, lengths: lengths, count: count, blockOffset: blockOffset,
      gain: gain)
    lines.advance(count)
  }
}
