import PeachMusicUnits

/// The volume envelope: the attack is linear in amplitude, decay and release are linear in decibels
/// (SoundFont 2.04 §9.1.7). Decay and release times are for 100 dB (§8.1.3, generators 36 and 38).
struct VolumeEnvelope: BitwiseCopyable {
  /// The attenuation at which the envelope ends, in centibels.
  static var silence: Double { 1000 }

  private(set) var stage: EnvelopeStage = .delay
  private var framesInStage = 0
  private var releaseStart = 0.0
  /// May change at any time; the elapsed time in the stage is kept.
  var shape: EnvelopeShape { didSet { prepareStage() } }
  /// The cached ``stageFrames``.
  private var stageLength = 0
  /// The decay per frame, in centibels.
  private(set) var centibelsPerFrame = 0.0
  private var sustainAmplitude = 0.0

  init(_ shape: EnvelopeShape) {
    self.shape = shape
    skipEmptyStages()
  }

  /// The duration of the present stage.
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

  /// The frames until the next stage.
  @inline(__always) var framesUntilBreakpoint: Int { max(stageLength &- framesInStage, 1) }

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

  /// Returns the amplitude, 0…1, `frames` from now, up to the next stage.
  func amplitude(after frames: Int) -> Double {
    switch stage {
    case .delay, .finished: return 0
    case .attack:
      // The first frame is audible: the attack starts one frame before it.
      return min(Double(framesInStage &+ frames &+ 1) / Double(max(shape.attackFrames, 1)), 1)
    case .hold: return 1
    case .sustain: return sustainAmplitude
    case .decay, .release: return Self.amplitude(centibels: attenuation(after: frames))
    }
  }

  /// Returns the attenuation in centibels, in decay, sustain and release.
  private func attenuation(after frames: Int) -> Double {
    let elapsed = Double(framesInStage &+ frames)
    switch stage {
    case .decay: return min(elapsed * centibelsPerFrame, shape.sustain)
    case .sustain: return shape.sustain
    case .release: return releaseStart + elapsed * centibelsPerFrame
    default: return 0
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
    let amplitude = amplitude(after: 0)
    releaseStart = amplitude > 0 ? Self.centibels(amplitude: amplitude) : Self.silence
    stage = .release
    framesInStage = 0
    skipEmptyStages()
  }

  private mutating func skipEmptyStages() {
    while stageFrames <= 0 { stage = stage.next }
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
