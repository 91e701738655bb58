import PeachMusicUnits

/// The volume envelope: the attack is linear in amplitude, decay and release are linear in decibels
/// (SoundFont 2.04 §9.1.7). Decay and release times are for 100 dB (§8.1.3, generators 36 and 38).
struct VolumeEnvelope: StagedEnvelope {
  /// The attenuation at which the envelope ends, in centibels.
  static var silence: Double { 1000 }

  var stage: EnvelopeStage = .delay
  var framesInStage = 0
  private var releaseStart = 0.0
  /// May change at any time; the elapsed time in the stage is kept.
  var shape: EnvelopeShape { didSet { prepareStage() } }
  private(set) var stageLength = 0
  /// The decay per frame, in centibels.
  private(set) var centibelsPerFrame = 0.0
  private var sustainAmplitude = 0.0

  init(_ shape: EnvelopeShape) {
    self.shape = shape
    start(.delay)
  }

  var decayStageFrames: Int {
    Int(Double(shape.decayFrames) * min(shape.sustain, Self.silence) / Self.silence)
  }
  var releaseStageFrames: Int {
    Int(Double(shape.releaseFrames) * max(Self.silence - releaseStart, 0) / Self.silence)
  }
  var endsAtSustain: Bool { shape.sustain >= Self.silence }

  mutating func prepareStage() {
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

  mutating func release() {
    if stage == .release || stage == .finished { return }
    let amplitude = amplitude(after: 0)
    releaseStart = amplitude > 0 ? Self.centibels(amplitude: amplitude) : Self.silence
    start(.release)
  }

  static func amplitude(centibels: Double) -> Double {
    Exponential.exp2(-0.1 * StateVariableFilter.octavesPerDecibel * centibels)
  }

  static func centibels(amplitude: Double) -> Double {
    -10 / StateVariableFilter.octavesPerDecibel * Exponential.log2(amplitude)
  }
}
