internal import CDSPKernels

/// A voice's filter: ramping coefficients and states, in the layout of the filter kernel.
typealias VoiceFilter = peach_filter

extension VoiceFilter {
  /// The output of a section. One-pole responses have two equal poles and a zero on one of them.
  enum Response: BitwiseCopyable {
    case lowPass, lowPass1Pole, highPass, highPass1Pole, bandPass, bandReject
  }

  @inline(__always) var isRamping: Bool {
    a1_step != 0 || a2_step != 0 || a3_step != 0 || bypass_step != 0 || bypass != 0
  }

  /// Resets the filter. If `isBypassed`, the next ramp crossfades from the unfiltered signal.
  mutating func reset(to filter: StateVariableFilter, isBypassed: Bool) {
    self = VoiceFilter()
    (a1, a2, a3) = (filter.a1, filter.a2, filter.a3)
    (target_a1, target_a2, target_a3) = (a1, a2, a3)
    damping = filter.damping
    target_damping = damping
    bypass = isBypassed ? 1 : 0
  }

  /// Ends the ramp: at its exact target if `isComplete`, otherwise at the current values.
  @inline(__always) mutating func finishRamp(isComplete: Bool) {
    if isComplete {
      (a1, a2, a3) = (target_a1, target_a2, target_a3)
      damping = target_damping
      bypass = 0
    }
    damping_step = 0
    (a1_step, a2_step, a3_step, bypass_step) = (0, 0, 0, 0)
    // Flushes denormals.
    if abs(s1) < 1e-20 { s1 = 0 }
    if abs(s2) < 1e-20 { s2 = 0 }
  }

  /// Starts a ramp of `1 / perFrame` frames from the current coefficients.
  @inline(__always) mutating func setTarget(to target: StateVariableFilter, perFrame: Float) {
    (target_a1, target_a2, target_a3) = (target.a1, target.a2, target.a3)
    target_damping = target.damping
    bypass_step = -bypass * perFrame
    a1_step = (target.a1 - a1) * perFrame
    a2_step = (target.a2 - a2) * perFrame
    a3_step = (target.a3 - a3) * perFrame
    damping_step = (target.damping - damping) * perFrame
  }

  mutating func process(_ buffer: UnsafeMutablePointer<Float>, count: Int, as response: Response) {
    for frame in 0..<count {
      let x = buffer[frame]
      let input = x - s2
      let band = 0.5 * (a1 * s1 + a2 * input)
      let change = a2 * s1 + a3 * input
      let low = s2 + 0.5 * change
      s1 = 2 * band - s1
      s2 += change
      let output =
        switch response {
        case .lowPass: low
        case .lowPass1Pole: low + band
        case .highPass: x - damping * band - low
        case .highPass1Pole: x - band - low
        case .bandPass: damping * band
        case .bandReject: x - damping * band
        }
      buffer[frame] = output + (x - output) * bypass
      a1 += a1_step
      a2 += a2_step
      a3 += a3_step
      damping += damping_step
      bypass += bypass_step
    }
  }
}
