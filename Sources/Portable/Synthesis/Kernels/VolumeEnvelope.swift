import PeachMusicUnits

/// How loud a voice is over time: it rises linearly in amplitude and falls linearly in decibels
/// (SoundFont 2.04 §9.1.7). "Time to decay" and "time to release" are for 100 dB (§8.1.3, 36, 38).
struct VolumeEnvelope: BitwiseCopyable {
  /// Where it ends: below this many centibels nothing is heard.
  static var silence: Double { 1000 }

  private(set) var stage: EnvelopeStage = .delay
  private var framesInStage = 0
  private var releaseStart = 0.0
  /// May be changed at any time; what has passed stays as it was.
  var shape: EnvelopeShape { didSet { prepareStage() } }
  /// ``stageFrames`` of the present stage and shape.
  private var stageLength = 0
  /// How many centibels it falls in a frame.
  private(set) var centibelsPerFrame = 0.0
  /// Its amplitude where it stays.
  private var sustainAmplitude = 0.0

  init(_ shape: EnvelopeShape) {
    self.shape = shape
    skipEmptyStages()
  }

  /// How long the present stage lasts from its start.
  private var stageFrames: Int {
    switch stage {
    case .delay: shape.delayFrames
    case .attack: shape.attackFrames
    case .hold: shape.holdFrames
    case .decay: Int(Double(shape.decayFrames) * min(shape.sustain, Self.silence) / Self.silence)
    case .release:
      Int(Double(shape.releaseFrames) * max(Self.silence - releaseStart, 0) / Self.silence)
    case .sustain, .finished: Int.max
    }
  }

  /// The frames until the next stage begins.
  @inline(__always) var framesUntilBreak: Int { max(stageLength &- framesInStage, 1) }

  private mutating func prepareStage() {
    stageLength = stageFrames
    switch stage {
    case .decay: centibelsPerFrame = Self.silence / Double(max(shape.decayFrames, 1))
    case .release: centibelsPerFrame = Self.silence / Double(max(shape.releaseFrames, 1))
    case .sustain:
      centibelsPerFrame = 0
      sustainAmplitude = Self.amplitude(centibels: shape.sustain)
    default: centibelsPerFrame = 0
    }
  }

  /// Its amplitude, 0…1, `frames` from now; they must not go past the next stage's beginning.
  func amplitude(after frames: Int) -> Double {
    switch stage {
    case .delay, .finished: return 0
    case .attack:
      // A note's first frame is already heard: the rise starts one frame before it.
      return min(Double(framesInStage &+ frames &+ 1) / Double(max(shape.attackFrames, 1)), 1)
    case .hold: return 1
    case .sustain: return sustainAmplitude
    case .decay, .release: return Self.amplitude(centibels: level(after: frames))
    }
  }

  /// Centibels below full in the stages that fall.
  private func level(after frames: Int) -> Double {
    let passed = Double(framesInStage &+ frames)
    switch stage {
    case .decay: return min(passed * centibelsPerFrame, shape.sustain)
    case .sustain: return shape.sustain
    case .release: return releaseStart + passed * centibelsPerFrame
    default: return 0
    }
  }

  /// Lets so many frames pass; at most ``framesUntilBreak``.
  mutating func advance(_ frames: Int) {
    framesInStage &+= frames
    if framesInStage >= stageLength { beginNextStage() }
  }

  /// The key is let go: it falls from wherever it is.
  mutating func release() {
    if stage == .release || stage == .finished { return }
    let amplitude = amplitude(after: 0)
    releaseStart = amplitude > 0 ? Self.centibels(amplitude: amplitude) : Self.silence
    stage = .release
    framesInStage = 0
    skipEmptyStages()
  }

  private mutating func beginNextStage() {
    stage = EnvelopeStage(rawValue: min(stage.rawValue &+ 1, 6)) ?? .finished
    framesInStage = 0
    skipEmptyStages()
  }

  private mutating func skipEmptyStages() {
    while stageFrames <= 0 {
      stage = EnvelopeStage(rawValue: min(stage.rawValue &+ 1, 6)) ?? .finished
    }
    if stage == .sustain && shape.sustain >= Self.silence { stage = .finished }
    prepareStage()
  }

  static func amplitude(centibels: Double) -> Double {
    Exponential.exp2(-0.1 * StateVariableFilter.octavesPerDecibel * centibels)
  }

  static func centibels(amplitude: Double) -> Double {
    -10 / StateVariableFilter.octavesPerDecibel * Exponential.log2(amplitude)
  }
}
