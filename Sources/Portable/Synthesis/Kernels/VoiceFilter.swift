internal import CVoiceKernels
import PeachInstrumentModel

/// One voice's filter: coefficients on their way, and what it remembers.
typealias VoiceFilter = peach_filter

extension VoiceFilter {
  /// True while anything but what it remembers changes.
  @inline(__always) var isMoving: Bool {
    a1_step != 0 || a2_step != 0 || a3_step != 0 || dry_step != 0 || dry != 0
  }

  /// Begins with these coefficients; faded in where its voice already sounds.
  mutating func begin(_ filter: StateVariableFilter, isFadedIn: Bool) {
    self = VoiceFilter()
    (a1, a2, a3) = (filter.a1, filter.a2, filter.a3)
    (target_a1, target_a2, target_a3) = (a1, a2, a3)
    damping = filter.damping
    target_damping = damping
    dry = isFadedIn ? 1 : 0
  }

  /// Ends a way: where it was gone to its end, exactly there.
  @inline(__always) mutating func settle(isAtEnd: Bool) {
    if isAtEnd {
      (a1, a2, a3) = (target_a1, target_a2, target_a3)
      damping = target_damping
      dry = 0
    }
    damping_step = 0
    (a1_step, a2_step, a3_step, dry_step) = (0, 0, 0, 0)
    // A filter that hears nothing must not end in numbers too small to compute quickly.
    if abs(first_state) < 1e-20 { first_state = 0 }
    if abs(second_state) < 1e-20 { second_state = 0 }
  }

  /// Plans the way from where it stands.
  @inline(__always) mutating func plan(to target: StateVariableFilter, perFrame: Float) {
    (target_a1, target_a2, target_a3) = (target.a1, target.a2, target.a3)
    target_damping = target.damping
    dry_step = -dry * perFrame
    a1_step = (target.a1 - a1) * perFrame
    a2_step = (target.a2 - a2) * perFrame
    a3_step = (target.a3 - a3) * perFrame
    damping_step = (target.damping - damping) * perFrame
  }

  /// Filters frames in place as one of those that are no low-pass of second order, or as a section
  /// of it.
  ///
  /// The states and numbers are the kernels' (see ``StateVariableFilter``); their band-pass and
  /// low-pass outputs, of which the others are made, are `band` and `low`. Of first order are those
  /// whose two poles are equal and whose one zero lies on them.
  mutating func process(
    _ row: UnsafeMutablePointer<Float>, count: Int, as filter: RegionFilter
  ) {
    for frame in 0..<count {
      let x = row[frame]
      let input = x - second_state
      let band = 0.5 * (a1 * first_state + a2 * input)
      let rise = a2 * first_state + a3 * input
      let low = second_state + 0.5 * rise
      first_state = 2 * band - first_state
      second_state += rise
      let heard =
        switch filter {
        case .lowPass, .steepLowPass, .steepestLowPass: low
        case .gentleLowPass: low + band
        case .highPass, .steepHighPass, .steepestHighPass: x - damping * band - low
        case .gentleHighPass: x - band - low
        case .bandPass: damping * band
        case .bandReject: x - damping * band
        }
      row[frame] = heard + (x - heard) * dry
      a1 += a1_step
      a2 += a2_step
      a3 += a3_step
      damping += damping_step
      dry += dry_step
    }
  }
}
