/// The state of a voice that the kernels need until its next segment starts. It is separate from
/// ``Voice``, so that a voice without modulation touches little memory.
struct VoiceRenderState: BitwiseCopyable {
  var playback: SamplePlayback
  /// The sinc coefficients; `nil` for kernels without.
  var table: UnsafePointer<Float>?
  /// The coefficients before this segment, if it crossfades from them.
  var previousTable: UnsafePointer<Float>?
  var isCrossfading = false
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
  /// The frame from which on the voice fades out, because it was stolen.
  var stolenFrame = Int64.max
  @inline(__always) var isStolen: Bool { stolenFrame != Int64.max }
  /// The recorded vibrato, if nothing else modulates the pitch: it ramps over long control blocks.
  private(set) var vibrato: UnsafePointer<RecordedVibrato>?
  private var vibratoAmount = 0.0
  /// The pitch without vibrato, in octaves above the sample's, −30 to 30.
  private var straightOctaves = 0.0
  /// The increment without vibrato, 2⁴ to 2⁴². With it, 1 to 2⁴⁶.
  private var straightIncrement = 0.0
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

  init(_ playback: SamplePlayback, table: UnsafePointer<Float>?) {
    self.playback = playback
    self.table = table
  }

  @inline(__always) var elapsedFrames: Int { frames &- remainingFrames }

  /// Starts another segment like the present one, of at most ``steadyFrames``.
  @inline(__always) mutating func repeatSegment(frames next: Int) {
    steadyFrames &-= next
    beginPredicted(frames: next)
    usesLongBlock = next == ControlBlock.longFrames
  }

  @inline(__always) mutating func beginPredicted(frames next: Int) {
    predictableFrames &-= next
    pendingFrames &+= frames
    frames = next
    remainingFrames = next
  }

  /// Sets a constant playback increment, and the coefficients for it, from a resampling ratio.
  @inline(__always) mutating func setPitch(octaves: Double, ratio: Double, _ tables: SincTables) {
    vibrato = nil
    set(increment: SamplePlayback.increment(ratio: ratio), octaves: octaves, tables)
  }

  @inline(__always)
  private mutating func set(increment: Int64, octaves: Double, _ tables: SincTables) {
    playback.set(increment: increment)
    let newTable = tables.table(octaves: octaves)
    if newTable == table { return }
    if hasGain {
      previousTable = table
      isCrossfading = true
    }
    table = newTable
  }

  /// Follows a recorded vibrato from now on. `frames` is the rest of the long control block. Its
  /// coefficients are those of the straight tone.
  mutating func follow(
    _ vibrato: UnsafePointer<RecordedVibrato>, amount: Double, octaves: Double, frames: Int,
    _ tables: SincTables, _ modulationTables: ModulationTables
  ) {
    let octaves = min(max(octaves, -30), 30)
    if vibrato != self.vibrato || amount != vibratoAmount || octaves != straightOctaves {
      self.vibrato = vibrato
      vibratoAmount = amount
      straightOctaves = octaves
      let increment = modulationTables.exp2(octaves) * 4_294_967_296
      straightIncrement = min(max(increment, 16), 4_398_046_511_104)
      let cents = vibrato.pointee.cents(playback, at: playback.phase, amount: amount)
      set(increment: self.increment(cents: cents, modulationTables), octaves: octaves, tables)
    } else if frames < ControlBlock.longFrames {
      return
    }
    let target = increment(cents: vibratoCents(after: frames), modulationTables)
    playback.ramp(to: target, frames: frames)
  }

  /// Whether another voice has the same recorded vibrato at the same position, as the two channels
  /// of a stereo sample have.
  @inline(__always) func hasVibrato(of other: UnsafePointer<VoiceRenderState>) -> Bool {
    vibrato == other.pointee.vibrato && vibratoAmount == other.pointee.vibratoAmount
      && straightIncrement == other.pointee.straightIncrement
      && playback.hasPitch(of: other.pointee.playback)
  }

  /// Returns the recorded vibrato `frames` from now.
  @inline(__always) func vibratoCents(after frames: Int) -> Double {
    guard let vibrato else { return 0 }
    return vibrato.pointee.cents(playback, at: playback.phase(after: frames), amount: vibratoAmount)
  }

  /// Returns the increment at a deviation from the straight tone's pitch.
  @inline(__always) func increment(cents: Double, _ tables: ModulationTables) -> Int64 {
    let ratio =
      abs(cents) <= 100 ? Self.smallRatio(cents) : tables.exp2(bounded: cents * (1.0 / 1200))
    return SamplePlayback.round(increment: straightIncrement * ratio)
  }

  /// Returns the frequency ratio of at most 100 cents, by the exponential series: fewer operations
  /// than `exp2`. The error is less than 10⁻⁵ cents.
  @inline(__always) private static func smallRatio(_ cents: Double) -> Double {
    let y = cents * (0.693147180559945309 / 1200)
    let square = y * y
    return (1 + y) + square * ((0.5 + y * (1.0 / 6)) + square * (1.0 / 24))
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
    isCrossfading = false
    return (all, segmentFrames)
  }
}
