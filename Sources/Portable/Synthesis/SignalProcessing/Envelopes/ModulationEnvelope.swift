import PeachMusicUnits

/// The modulation envelope, 0…1: a convex attack, linear decay and release (SoundFont 2.04 §9.1.7).
struct ModulationEnvelope: StagedEnvelope {
  var stage: EnvelopeStage = .delay
  var framesInStage = 0
  private var releaseStart = 0.0
  /// May change at any time; the elapsed time in the stage is kept.
  var shape: EnvelopeShape { didSet { prepareStage() } }
  private(set) var stageLength = 0
  private var fallPerFrame = 0.0

  init(_ shape: EnvelopeShape) {
    self.shape = shape
    start(.delay)
  }

  private var sustainLevel: Double { 1 - min(max(shape.sustain, 0), 1000) * 0.001 }
  var decayStageFrames: Int { Int(Double(shape.decayFrames) * (1 - sustainLevel)) }
  var releaseStageFrames: Int { Int(Double(shape.releaseFrames) * releaseStart) }
  var endsAtSustain: Bool { false }

  mutating func prepareStage() {
    stageLength = stageFrames
    let frames = stage == .release ? shape.releaseFrames : shape.decayFrames
    fallPerFrame = 1 / Double(max(frames, 1))
  }

  /// The change per frame. Meaningless during the attack, which is not linear.
  @inline(__always) var slope: Double { stage == .decay || stage == .release ? -fallPerFrame : 0 }

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

  mutating func release() {
    if stage == .release || stage == .finished { return }
    releaseStart = value(after: 0)
    start(.release)
  }

  /// Returns SoundFont's convex curve, 0…1 over 96 dB (§9.5.3): about 0.875 at one half.
  static func convex(_ x: Double) -> Double {
    if x <= 0 { return 0 }
    let decibels = Exponential.log2(x) / StateVariableFilter.octavesPerDecibel
    return min(max(1 + decibels * (2.0 / 96), 0), 1)
  }
}
