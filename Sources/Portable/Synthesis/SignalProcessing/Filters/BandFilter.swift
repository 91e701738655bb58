import PeachMusicUnits

/// A peaking equalizer band (see `RegionBand`): a state-variable filter, like
/// ``StateVariableFilter``, whose band-pass output is added to the input.
struct BandFilter: BitwiseCopyable {
  private struct Coefficients: BitwiseCopyable {
    var a1: Float = 0
    var a2: Float = 0
    var a3: Float = 0
    var bandGain: Float = 0
  }

  private var coefficients = Coefficients()
  private var target = Coefficients()
  private var step = Coefficients()
  private var framesRemaining = 0
  private var s1: Float = 0
  private var s2: Float = 0

  init(hertz: Float, octaves: Float, gainCentibels: Float, sampleRate: Double) {
    coefficients = Self.coefficients(hertz, octaves, gainCentibels, sampleRate)
    target = coefficients
  }

  mutating func setTarget(hertz: Float, octaves: Float, gainCentibels: Float, sampleRate: Double) {
    let next = Self.coefficients(hertz, octaves, gainCentibels, sampleRate)
    if next.a1 == target.a1 && next.a2 == target.a2 && next.bandGain == target.bandGain { return }
    target = next
    framesRemaining = ControlBlock.frames
    let perFrame = 1 / Float(framesRemaining)
    step.a1 = (next.a1 - coefficients.a1) * perFrame
    step.a2 = (next.a2 - coefficients.a2) * perFrame
    step.a3 = (next.a3 - coefficients.a3) * perFrame
    step.bandGain = (next.bandGain - coefficients.bandGain) * perFrame
  }

  mutating func process(_ buffer: UnsafeMutablePointer<Float>, count: Int) {
    for frame in 0..<count {
      let x = buffer[frame]
      let input = x - s2
      let band = 0.5 * (coefficients.a1 * s1 + coefficients.a2 * input)
      s2 += coefficients.a2 * s1 + coefficients.a3 * input
      s1 = 2 * band - s1
      // Flushes denormals.
      if s1 > -1e-20 && s1 < 1e-20 { s1 = 0 }
      if s2 > -1e-20 && s2 < 1e-20 { s2 = 0 }
      buffer[frame] = x + coefficients.bandGain * band
      if framesRemaining > 0 { advanceRamp() }
    }
  }

  @inline(__always) private mutating func advanceRamp() {
    framesRemaining &-= 1
    if framesRemaining == 0 {
      coefficients = target
      return
    }
    coefficients.a1 += step.a1
    coefficients.a2 += step.a2
    coefficients.a3 += step.a3
    coefficients.bandGain += step.bandGain
  }

  private static func coefficients(
    _ hertz: Float, _ octaves: Float, _ gainCentibels: Float, _ sampleRate: Double
  ) -> Coefficients {
    let frequency = hertz.clamped(1, Float(0.47 * sampleRate))
    let halfWidth = Double(octaves.clamped(0.001, 8)) * 0.5
    let gain = Double(gainCentibels.clamped(-960, 480)) * 0.1
    let amplitude = StateVariableFilter.amplitude(decibels: gain)
    // 1 / (A·Q)
    let damping =
      (Exponential.exp2(halfWidth) - Exponential.exp2(-halfWidth))
      / StateVariableFilter.amplitude(decibels: 0.5 * gain)
    let tangent = Exponential.tangent(cycles: Double(frequency) / sampleRate * 0.5)
    let filter = StateVariableFilter(tangent: tangent, damping: damping)
    return Coefficients(
      a1: filter.a1, a2: filter.a2, a3: filter.a3, bandGain: Float(damping * (amplitude - 1)))
  }
}
