import PeachInstrumentModel

/// One voice's filter: coefficients on their way, and what it remembers.
struct VoiceFilter: BitwiseCopyable {
  var a1: Float = 0
  var a2: Float = 0
  var a3: Float = 0
  /// 0 where the filter is heard, 1 where it is bypassed, and between where it comes in.
  var dry: Float = 0
  var a1Step: Float = 0
  var a2Step: Float = 0
  var a3Step: Float = 0
  var dryStep: Float = 0
  var firstState: Float = 0
  var secondState: Float = 0
  /// Of those that are no low-pass, which the kernels do not know.
  private(set) var damping: Float = 0
  private var dampingStep: Float = 0
  private var target = StateVariableFilter()
  /// False until it has its first coefficients.
  private(set) var hasBegun = false

  init() {}

  /// True while anything but what it remembers changes.
  @inline(__always) var isMoving: Bool {
    a1Step != 0 || a2Step != 0 || a3Step != 0 || dryStep != 0 || dry != 0
  }

  /// Begins with these coefficients; faded in where its voice already sounds.
  mutating func begin(_ filter: StateVariableFilter, isFadedIn: Bool) {
    self = VoiceFilter()
    (a1, a2, a3) = (filter.a1, filter.a2, filter.a3)
    damping = filter.damping
    dry = isFadedIn ? 1 : 0
    target = filter
    hasBegun = true
  }

  /// Ends a way: where it was gone to its end, exactly there.
  @inline(__always) mutating func settle(isAtEnd: Bool) {
    if isAtEnd {
      (a1, a2, a3) = (target.a1, target.a2, target.a3)
      damping = target.damping
      dry = 0
    }
    dampingStep = 0
    (a1Step, a2Step, a3Step, dryStep) = (0, 0, 0, 0)
    // A filter that hears nothing must not end in numbers too small to compute quickly.
    if abs(firstState) < 1e-20 { firstState = 0 }
    if abs(secondState) < 1e-20 { secondState = 0 }
  }

  /// Plans the way from where it stands.
  @inline(__always) mutating func plan(to target: StateVariableFilter, perFrame: Float) {
    self.target = target
    dryStep = -dry * perFrame
    a1Step = (target.a1 - a1) * perFrame
    a2Step = (target.a2 - a2) * perFrame
    a3Step = (target.a3 - a3) * perFrame
    dampingStep = (target.damping - damping) * perFrame
  }

  /// Filters frames in place as one of those that are no low-pass of second order.
  ///
  /// The states and numbers are the kernels' (see ``StateVariableFilter``); their band-pass and
  /// low-pass outputs, of which the others are made, are `band` and `low`. Of first order are those
  /// whose two poles are equal and whose one zero lies on them.
  mutating func process(
    _ row: UnsafeMutablePointer<Float>, count: Int, as filter: RegionFilter
  ) {
    for frame in 0..<count {
      let x = row[frame]
      let input = x - secondState
      let band = 0.5 * (a1 * firstState + a2 * input)
      let rise = a2 * firstState + a3 * input
      let low = secondState + 0.5 * rise
      firstState = 2 * band - firstState
      secondState += rise
      let heard =
        switch filter {
        case .lowPass: low
        case .gentleLowPass: low + band
        case .highPass: x - damping * band - low
        case .gentleHighPass: x - band - low
        case .bandPass: damping * band
        case .bandReject: x - damping * band
        }
      row[frame] = heard + (x - heard) * dry
      a1 += a1Step
      a2 += a2Step
      a3 += a3Step
      damping += dampingStep
      dry += dryStep
    }
  }
}
