internal import CVoiceKernels

/// Where everything about a voice is so many frames after its own state, as long as its envelopes
/// stay in their stages: straight lines and triangles of time alone.
///
/// A voice that moves is planned from these numbers every 64 frames; it is not itself told of them
/// until something happens to it.
struct VoiceMotion: BitwiseCopyable {
  /// Whether nothing moves but the level, in a straight line in decibels or not at all.
  private(set) var onlyFalls = false
  /// What moves at all.
  var movesPitch = false
  var movesFilter = false

  /// The amplitude, and what a stretch of the grid leaves of it, where nothing but its fall moves
  /// anything.
  private var amplitude = 0.0
  private var keptPerStretch = 0.0
  /// What the amplitude is multiplied by for each side and each effect.
  private(set) var levels = SIMD4<Float>()

  /// None.
  init() {}

  /// The motion of a voice from its own state on, of which `passed` frames have passed; `gain` is
  /// the level of the whole. Where it does not only fall, the kernels go by `course`.
  init(
    _ voice: UnsafePointer<Voice>, passed: Int, gain: Float, hasEffects: Bool,
    tables: ControlTables, course: UnsafeMutablePointer<peach_motion>
  ) {
    let parameters = voice.pointee.parameters
    let isFiltered = voice.pointee.isFiltered
    let vibrato = voice.pointee.vibrato
    let modulation = voice.pointee.modulation
    var next = peach_motion()
    // Before it begins, an oscillator moves nothing.
    let vibratoCents = vibrato.delayFrames > 0 ? 0 : parameters.vibratoToPitch
    let isSwinging = modulation.delayFrames == 0
    let swingCents = isSwinging ? parameters.modulationLFOToPitch : 0
    next.octaves = voice.pointee.restingOctaves
    next.vibrato_octaves = vibratoCents * (1.0 / 1200)
    next.swing_octaves = swingCents * (1.0 / 1200)
    next.envelope_octaves = parameters.modulationEnvelopeToPitch * (1.0 / 1200)
    (next.vibrato_turn, next.vibrato_step) = (vibrato.turn, vibrato.turnsPerFrame)
    (next.swing_turn, next.swing_step) = (modulation.turn, modulation.turnsPerFrame)
    if parameters.isMovedByEnvelope {
      next.envelope = voice.pointee.modulationEnvelope.value(after: 0)
    }
    next.envelope_step = voice.pointee.modulationEnvelope.slope
    next.damping = voice.pointee.damping
    amplitude = parameters.level * voice.pointee.volumeEnvelope.amplitude(after: 0)
    if !voice.pointee.fade.isNone { amplitude *= voice.pointee.fade.value(after: 0) }
    let octavesPerCentibel = 0.1 * StateVariableFilter.octavesPerDecibel
    let fall = voice.pointee.volumeEnvelope.centibelsPerFrame * octavesPerCentibel
    let swingLevel = isSwinging ? parameters.modulationLFOToVolume * octavesPerCentibel : 0
    let swingCutoff = isSwinging ? parameters.modulationLFOToCutoff : 0
    let envelopeCutoff = parameters.modulationEnvelopeToCutoff
    next.floats = (
      Float(amplitude), Float(swingLevel), Float(fall), parameters.cutoffCents, swingCutoff,
      envelopeCutoff, 0, 0
    )
    var level = voice.pointee.isInverted ? -gain : gain
    if isFiltered { level *= Float(parameters.filteredLevel) }
    let sends = hasEffects ? (parameters.reverbSend, parameters.chorusSend) : (0, 0)
    levels = level * SIMD4(parameters.leftGain, parameters.rightGain, sends.0, sends.1)
    let envelopeMoves = next.envelope_step != 0
    movesPitch =
      next.vibrato_octaves != 0 || next.swing_octaves != 0
      || envelopeMoves && next.envelope_octaves != 0
    movesFilter = isFiltered && (swingCutoff != 0 || envelopeMoves && envelopeCutoff != 0)
    onlyFalls = !(movesPitch || movesFilter || swingLevel != 0 || swingCutoff != 0)
    if !onlyFalls {
      course.pointee = next
      return
    }
    keptPerStretch = tables.exp2(-fall * Double(Synthesizer.gridFrames))
    amplitude *= tables.exp2(-fall * Double(passed))
  }

  /// The amplitude a stretch of the grid later, where that ``onlyFalls``. Multiplied from stretch to
  /// stretch it is off by 3·10⁻⁶ after a hundred seconds, the longest fall.
  @inline(__always) mutating func nextAmplitude() -> Float {
    amplitude *= keptPerStretch
    return Float(amplitude)
  }
}
