import PeachMusicUnits

/// An envelope for pitch and filter, 0…1: a convex rise, and linear falls (SoundFont 2.04 §9.1.7).
struct ModulationEnvelope: BitwiseCopyable {
  private(set) var stage: EnvelopeStage = .delay
  private var framesInStage = 0
  private var releaseStart = 0.0
  /// May be changed at any time; what has passed stays as it was.
  var shape: EnvelopeShape { didSet { prepareStage() } }
  /// ``stageFrames`` of the present stage and shape.
  private var stageLength = 0
  /// How much it falls in a frame.
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

  /// How much it rises in a frame; of no meaning in the attack, which is no straight line.
  @inline(__always) var slope: Double {
    stage == .decay || stage == .release ? -fallPerFrame : 0
  }

  /// The frames until the next stage begins.
  @inline(__always) var framesUntilBreak: Int { max(stageLength &- framesInStage, 1) }

  /// Its value, 0…1, `frames` from now; they must not go past the next stage's beginning.
  func value(after frames: Int) -> Double {
    let passed = Double(framesInStage &+ frames)
    switch stage {
    case .delay, .finished: return 0
    case .attack: return Self.convex(passed / Double(max(shape.attackFrames, 1)))
    case .hold: return 1
    case .decay: return max(1 - passed * fallPerFrame, sustainLevel)
    case .sustain: return sustainLevel
    case .release: return max(releaseStart - passed * fallPerFrame, 0)
    }
  }

  /// Lets so many frames pass; at most ``framesUntilBreak``.
  mutating func advance(_ frames: Int) {
    framesInStage &+= frames
    if framesInStage >= stageLength {
      stage = EnvelopeStage(rawValue: min(stage.rawValue &+ 1, 6)) ?? .finished
      framesInStage = 0
      skipEmptyStages()
    }
  }

  /// The key is let go: it falls from wherever it is.
  mutating func release() {
    if stage == .release || stage == .finished { return }
    releaseStart = value(after: 0)
    stage = .release
    framesInStage = 0
    skipEmptyStages()
  }

  private mutating func skipEmptyStages() {
    while stageFrames <= 0 {
      stage = EnvelopeStage(rawValue: min(stage.rawValue &+ 1, 6)) ?? .finished
    }
    prepareStage()
  }

  /// SoundFont's convex curve, 0…1 over 96 dB (§9.5.3): 0.875 at one half.
  static func convex(_ x: Double) -> Double {
    if x <= 0 { return 0 }
    let decibels = Exponential.log2(x) / StateVariableFilter.octavesPerDecibel
    return min(max(1 + decibels * (2.0 / 96), 0), 1)
  }
}
