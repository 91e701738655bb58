/// An envelope with the stages delay, attack, hold, decay, sustain and release: its timing.
protocol StagedEnvelope: BitwiseCopyable {
  var stage: EnvelopeStage { get set }
  var framesInStage: Int { get set }
  var stageLength: Int { get }
  var shape: EnvelopeShape { get }
  /// The durations of decay, to the sustain level, and of release, from the present level.
  var decayStageFrames: Int { get }
  var releaseStageFrames: Int { get }
  /// Whether the sustain level is silence, which ends the envelope.
  var endsAtSustain: Bool { get }
  /// Caches the values of the stage, ``stageLength`` among them.
  mutating func prepareStage()
}

extension StagedEnvelope {
  @inline(__always) var framesUntilBreakpoint: Int { max(stageLength &- framesInStage, 1) }

  var stageFrames: Int {
    switch stage {
    case .delay: shape.delayFrames
    case .attack: shape.attackFrames
    case .hold: shape.holdFrames
    case .decay: decayStageFrames
    case .release: releaseStageFrames
    case .sustain, .finished: Int.max
    }
  }

  /// Advances by `frames`, at most ``framesUntilBreakpoint``.
  @inline(__always) mutating func advance(_ frames: Int) {
    // A sustain of 12 hours must not overflow 32 bits.
    if stageLength == Int.max { return }
    // Not `&+=`, whose accessor allocates in unoptimized builds.
    framesInStage = framesInStage &+ frames
    if framesInStage >= stageLength { start(stage.next) }
  }

  /// Starts a stage, or the next one that is not empty.
  mutating func start(_ next: EnvelopeStage) {
    stage = next
    framesInStage = 0
    while stageFrames <= 0 { stage = stage.next }
    if stage == .sustain && endsAtSustain { stage = .finished }
    prepareStage()
  }
}

/// The stage durations of an envelope, in frames, and its sustain level (SoundFont 2.04 §8.1.3,
/// generators 25 to 30 and 33 to 38).
struct EnvelopeShape: BitwiseCopyable {
  var delayFrames: Int
  var attackFrames: Int
  var holdFrames: Int
  /// The duration of a decay from full level to zero, regardless of the sustain level.
  var decayFrames: Int
  /// The attenuation from full level: centibels for volume, tenths of a percent for modulation.
  var sustain: Double
  /// The duration of a release from full level to zero, regardless of the level at note-off.
  var releaseFrames: Int
}

enum EnvelopeStage: UInt8, BitwiseCopyable {
  case delay, attack, hold, decay, sustain, release, finished

  var next: EnvelopeStage { EnvelopeStage(rawValue: min(rawValue &+ 1, 6)) ?? .finished }
}
