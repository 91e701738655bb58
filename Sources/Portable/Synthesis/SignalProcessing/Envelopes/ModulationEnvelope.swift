import PeachMusicUnits

/// The modulation envelope, 0…1: a convex attack, linear decay and release (SoundFont 2.04 §9.1.7).
struct ModulationEnvelope: BitwiseCopyable {
  private(set) var stage: EnvelopeStage = .delay
  private var framesInStage = 0
  private var releaseStart = 0.0
  /// May change at any time; the elapsed time in the stage is kept.
  var shape: EnvelopeShape { didSet { prepareStage() } }
  /// The cached ``stageFrames``.
  private var stageLength = 0
  private var fallPerFrame = 0.0

  init(_ shape: EnvelopeShape) {
    self.shape = shape
    skipEmptyStages()
  }

  private var sustainLevel: Double { 1 - min(max(shape.sustain, 0), 1000) * 0.001 }

  private var stageFrames: Int {
    switch stage {
    case .delay: shape.delayFrames
    case .attack: shape.attackFrames
    case .hold: shape.holdFrames
    case .decay: Int(Double(shape.decayFrames) * (1 - sustainLevel))
    case .release: Int(Double(shape.releaseFrames) * releaseStart)
    case .sustain, .finished: Int.max
    }
  }

  private mutating func prepareStage() {
    stageLength = stageFrames
    let frames = stage == .release ? shape.releaseFrames : shape.decayFrames
    fallPerFrame = 1 / Double(max(frames, 1))
  }

  /// The change per frame. Meaningless during the attack, which is not linear.
  @inline(__always) var slope: Double {
    stage == .decay || stage == .release ? -fallPerFrame : 0
  }

  /// The frames until the next stage.
  @inline(__always) var framesUntilBreakpoint: Int { max(stageLength &- framesInStage, 1) }

  /// Returns the value, 0…1, `frames` from now, up to the next stage.
  func value(after frames: Int) -> Double {
    let elapsed = Double(framesInStage &+ frames)
    switch stage {
    case .delay, .finished: return 0
    case .attack: return Self.convex(elapsed / Double(max(shape.attackFrames, 1)))
    case .hold: return 1
    case .decay: return max(1 - elapsed * fallPerFrame, sustainLevel)
    case .sustain: return sustainLevel
    case .release: return max(releaseStart - elapsed * fallPerFrame, 0)
    }
  }

  /// Advances by `frames`, at most ``framesUntilBreakpoint``.
  mutating func advance(_ frames: Int) {
    framesInStage &+= frames
    if framesInStage < stageLength { return }
    stage = stage.next
    framesInStage = 0
    skipEmptyStages()
  }

  /// Starts the release, from the present level.
  mutating func release() {
    if stage == .release || stage == .finished { return }
    releaseStart = value(after: 0)
    stage = .release
    framesInStage = 0
    skipEmptyStages()
  }

  private mutating func skipEmptyStages() {
    while stageFrames <= 0 { stage = stage.next }
    prepareStage()
  }

  /// Returns SoundFont's convex curve, 0…1 over 96 dB (§9.5.3): about 0.875 at one half.
  static func convex(_ x: Double) -> Double {
    if x <= 0 { return 0 }
    let decibels = Exponential.log2(x) / StateVariableFilter.octavesPerDecibel
    return min(max(1 + decibels * (2.0 / 96), 0), 1)
  }
}
