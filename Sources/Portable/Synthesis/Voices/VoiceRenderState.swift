/// The state of a voice that the kernels need until its next segment starts. It is separate from
/// ``Voice``, so that a voice without modulation touches little memory.
struct VoiceRenderState: BitwiseCopyable {
  var playback: SamplePlayback
  /// The sinc coefficients; unused by the cubic kernel.
  var table: UnsafePointer<Float>
  /// The coefficients before this segment, from which it crossfades; `nil` if they are the same.
  var previousTable: UnsafePointer<Float>?
  /// The segment's length, and the part of it that is still to be rendered.
  var frames = 0
  var remainingFrames = 0
  /// The length of the gain and filter ramps, which may exceed the segment's.
  var rampFrames = 0
  /// The frames of earlier segments by which the voice itself has not been advanced yet.
  var pendingFrames = 0
  /// The frames after this segment for which nothing changes.
  var steadyFrames = 0
  /// The frames after this segment that the voice's ``VoiceModulation`` predicts.
  var predictableFrames = 0
  var usesLongBlock = false
  var isFiltered = false
  var hasEqualizer = false
  var hasModulation = false
  /// The voice's maximum level at the segment's end, before pan and the filter's gain.
  var peakLevel = Float.infinity
  /// The level below which the released voice is freed. It is higher for samples with a low peak.
  var audibilityThreshold: Float = 0
  var gains = RampedGains()
  var hasSends = false
  /// Whether the first gain has been set, from which later gains ramp.
  var hasGain = false
  var hasFilter = false

  init(_ playback: SamplePlayback, table: UnsafePointer<Float>) {
    self.playback = playback
    self.table = table
  }

  @inline(__always) var elapsedFrames: Int { frames &- remainingFrames }

  /// Starts another segment like the present one. Returns `false` if something changes within it.
  @inline(__always) mutating func continueSteady(frames next: Int) -> Bool {
    if steadyFrames < next || playback.isFinished { return false }
    steadyFrames &-= next
    beginPredicted(frames: next)
    usesLongBlock = next == ControlBlock.longFrames
    return true
  }

  @inline(__always) mutating func beginPredicted(frames next: Int) {
    predictableFrames &-= next
    pendingFrames &+= frames
    frames = next
    remainingFrames = next
  }

  /// Sets the playback increment, and the coefficients for it, from a resampling ratio.
  @inline(__always) mutating func setPitch(octaves: Double, ratio: Double, _ tables: SincTables) {
    playback.increment = SamplePlayback.increment(ratio: ratio)
    let newTable = tables.table(octaves: octaves)
    if newTable == table { return }
    if hasGain { previousTable = table }
    table = newTable
  }

  /// Ramps the gains from the end of the previous segment to a new amplitude.
  @inline(__always)
  mutating func rampGains(
    to amplitude: Float, _ modulation: UnsafePointer<VoiceModulation>, perFrame: Float
  ) {
    gains.continueRamp(to: amplitude * modulation.pointee.outputGains, perFrame: perFrame)
    if hasSends { hasSends = !gains.sendsAreZero }
  }

  /// Ends the segment, complete or not. Returns the frames by which the voice must be advanced, and
  /// the number of them that belong to this segment.
  @inline(__always) mutating func end() -> (pendingFrames: Int, segmentFrames: Int) {
    let segmentFrames = elapsedFrames
    let all = pendingFrames &+ segmentFrames
    gains.finishRamp(elapsedFrames: segmentFrames, rampFrames: rampFrames)
    if hasSends { hasSends = !gains.sendsAreZero }
    pendingFrames = 0
    frames = 0
    remainingFrames = 0
    usesLongBlock = false
    steadyFrames = 0
    predictableFrames = 0
    hasModulation = false
    previousTable = nil
    return (all, segmentFrames)
  }
}
