/// What the kernels need to know of a voice until its next segment begins.
///
/// Apart from the voice itself, so that one that does as before costs nothing but these few numbers.
struct VoiceRenderState: BitwiseCopyable {
  var playback: SamplePlayback
  /// The coefficients it is read with; of no meaning to the cubic.
  var table: UnsafePointer<Float>
  /// Those it was read with until this segment, which fades them out; nil where they are the same.
  var previousTable: UnsafePointer<Float>?
  /// The stretch over which gain and filter move in straight lines, and what is left of it.
  var frames = 0
  var remaining = 0
  /// How many frames the way takes that they are on, which may be longer.
  var span = 0
  /// Frames of earlier segments that the voice itself has not been told of.
  var untold = 0
  /// For how many frames after this segment nothing will change, so that none need be planned.
  var steadyFrames = 0
  /// For how many frames after this segment the voice's ``VoiceModulation`` says where everything is.
  var predictableFrames = 0
  /// Whether nothing but the level moves, evenly, until the next multiple of the long grid.
  var isLong = false
  /// Whether the voice has a filter, or an equalizer, so that it need not be looked at itself.
  var isFiltered = false
  var hasEqualizer = false
  /// Whether its motion is made.
  var hasModulation = false
  /// How loud the voice is at the segment's end, at most: without pan and what a filter takes off.
  var loudness = Float.infinity
  /// How loud it must be to be heard, so let go: less where its recording is softer.
  var audibilityThreshold: Float = 0
  var gains = RampedGains()
  /// Whether anything goes to the effects.
  var hasSends = false
  /// False until its first gain has been set, from which all others are reached in straight lines.
  var hasGain = false
  /// False until its filter has its first coefficients.
  var hasFilter = false

  /// The plan of a voice that has not begun.
  init(_ playback: SamplePlayback, table: UnsafePointer<Float>) {
    self.playback = playback
    self.table = table
  }

  /// Frames of the present segment that have passed.
  @inline(__always) var passed: Int { frames &- remaining }

  /// Goes on as before for a whole segment, where nothing changes within it.
  @inline(__always) mutating func goOn(frames next: Int) -> Bool {
    if steadyFrames < next || playback.isFinished { return false }
    steadyFrames &-= next
    begin(frames: next)
    isLong = next == Synthesizer.longControlBlockFrames
    return true
  }

  /// Begins a segment of so many frames, all of them foreseen.
  @inline(__always) mutating func begin(frames next: Int) {
    predictableFrames &-= next
    untold &+= frames
    frames = next
    remaining = next
  }

  /// The speed, and the coefficients that suit it, for a recording raised by so many octaves, or by
  /// the factor `ratio`.
  @inline(__always)
  mutating func setPitch(octaves: Double, ratio: Double, _ tables: SincTables) {
    playback.increment = SamplePlayback.increment(ratio: ratio)
    let fitting = tables.table(octaves: octaves)
    if fitting == table { return }
    if hasGain { previousTable = table }
    table = fitting
  }

  /// Goes on from a segment's end to another amplitude.
  @inline(__always)
  mutating func goOn(
    to amplitude: Float, _ motion: UnsafePointer<VoiceModulation>, perFrame: Float
  ) {
    gains.continueRamp(to: amplitude * motion.pointee.levels, perFrame: perFrame)
    if hasSends { hasSends = !gains.sendsAreZero }
  }

  /// Ends the present segment where it stands. Returns how many frames have passed that the voice
  /// has not been told of, and how many of them lie in this segment.
  @inline(__always) mutating func end() -> (untold: Int, inSegment: Int) {
    let inSegment = passed
    let all = untold &+ inSegment
    gains.finishRamp(elapsedFrames: inSegment, rampFrames: span)
    if hasSends { hasSends = !gains.sendsAreZero }
    untold = 0
    frames = 0
    remaining = 0
    isLong = false
    steadyFrames = 0
    predictableFrames = 0
    hasModulation = false
    previousTable = nil
    return (all, inSegment)
  }
}
