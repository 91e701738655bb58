internal import CDSPKernels

/// Where everything about a voice is so many frames after its own state, as long as its envelopes
/// stay in their stages: straight lines and triangles of time alone.
///
/// A voice that moves is planned from these numbers every 64 frames; it is not itself told of them
/// until something happens to it.
struct VoiceModulation: BitwiseCopyable {
  /// Whether nothing moves but the level, in a straight line in decibels or not at all.
  private(set) var isPureDecay = false
  /// What moves at all.
  var modulatesPitch = false
  var modulatesFilter = false

  /// The amplitude, and what a stretch of the grid leaves of it, where nothing but its fall moves
  /// anything.
  private var amplitude = 0.0
  private var decayPerBlock = 0.0
  /// What the amplitude is multiplied by for each side and each effect.
  private(set) var levels = SIMD4<Float>()

  /// None.
  init() {}

  /// The motion of a voice from its own state on, of which `passed` frames have passed; `gain` is
  /// the level of the whole. Where it does not only fall, the kernels go by `course`.
  init(
    _ voice: UnsafePointer<Voice>, passed: Int, gain: Float, hasEffects: Bool,
    tables: ModulationTables, course: UnsafeMutablePointer<peach_modulation>
  ) {
    let parameters = voice.pointee.parameters
    let isFiltered = voice.pointee.isFiltered
    let vibrato = voice.pointee.vibrato
    let modulation = voice.pointee.modulation
    var next = peach_modulation()
    // Before it begins, an oscillator moves nothing.
    let vibratoCents = vibrato.delayFrames > 0 ? 0 : parameters.vibratoToPitch
    let isSwinging = modulation.delayFrames == 0
    let swingCents = isSwinging ? parameters.modulationLFOToPitch : 0
    next.octaves = voice.pointee.restingOctaves
    next.vibrato_lfo_octaves = vibratoCents * (1.0 / 1200)
    next.mod_lfo_octaves = swingCents * (1.0 / 1200)
    next.envelope_octaves = parameters.modulationEnvelopeToPitch * (1.0 / 1200)
    (next.vibrato_lfo_phase, next.vibrato_lfo_increment) = (vibrato.phase, vibrato.phaseIncrement)
    (next.mod_lfo_phase, next.mod_lfo_increment) = (modulation.phase, modulation.phaseIncrement)
    if parameters.isMovedByEnvelope {
      next.envelope = voice.pointee.modulationEnvelope.value(after: 0)
    }
    next.envelope_step = voice.pointee.modulationEnvelope.slope
    next.damping = voice.pointee.damping
    amplitude = parameters.level * voice.pointee.volumeEnvelope.amplitude(after: 0)
    if !voice.pointee.fade.isInactive { amplitude *= voice.pointee.fade.value(after: 0) }
    let octavesPerCentibel = 0.1 * StateVariableFilter.octavesPerDecibel
    let fall = voice.pointee.volumeEnvelope.centibelsPerFrame * octavesPerCentibel
    let swingLevel = isSwinging ? parameters.modulationLFOToVolume * octavesPerCentibel : 0
    let swingCutoff = isSwinging ? parameters.modulationLFOToCutoff : 0
    let envelopeCutoff = parameters.modulationEnvelopeToCutoff
    next.amplitude = Float(amplitude)
    next.mod_lfo_amplitude_octaves = Float(swingLevel)
    next.decay_octaves = Float(fall)
    next.cutoff_cents = parameters.cutoffCents
    next.mod_lfo_cutoff_cents = swingCutoff
    next.envelope_cutoff_cents = envelopeCutoff
    var level = voice.pointee.isPolarityInverted ? -gain : gain
    if isFiltered { level *= Float(parameters.filteredLevel) }
    let sends = hasEffects ? (parameters.reverbSend, parameters.chorusSend) : (0, 0)
    levels = level * SIMD4(parameters.leftGain, parameters.rightGain, sends.0, sends.1)
    let envelopeMoves = next.envelope_step != 0
    modulatesPitch =
      next.vibrato_lfo_octaves != 0 || next.mod_lfo_octaves != 0
      || envelopeMoves && next.envelope_octaves != 0
    modulatesFilter = isFiltered && (swingCutoff != 0 || envelopeMoves && envelopeCutoff != 0)
    isPureDecay = !(modulatesPitch || modulatesFilter || swingLevel != 0 || swingCutoff != 0)
    if !isPureDecay {
      course.pointee = next
      return
    }
    decayPerBlock = tables.exp2(-fall * Double(Synthesizer.controlBlockFrames))
    amplitude *= tables.exp2(-fall * Double(passed))
  }

  /// The amplitude a stretch of the grid later, where that ``isPureDecay``. Multiplied from stretch to
  /// stretch it is off by 3·10⁻⁶ after a hundred seconds, the longest fall.
  @inline(__always) mutating func nextAmplitude() -> Float {
    amplitude *= decayPerBlock
    return Float(amplitude)
  }
}
