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
  var movesLevel = false
  var movesFilter = false
  private var swings = false
  private var isFiltered = false

  /// Octaves that the recording is raised, but for what moves it, and how far each does.
  private var octaves = 0.0
  private var vibratoOctaves = 0.0
  private var swingOctaves = 0.0
  private var envelopeOctaves = 0.0
  /// The oscillators' turns, and the modulation envelope's value, and how they move in a frame.
  private var vibratoTurn = 0.0
  private var vibratoStep = 0.0
  private var swingTurn = 0.0
  private var swingStep = 0.0
  private var envelope = 0.0
  private var envelopeStep = 0.0
  /// The amplitude; what it falls in a frame and swings, in octaves.
  private var amplitude = 0.0
  private var fall = 0.0
  /// What a stretch of the grid leaves of the amplitude, where nothing but its fall moves anything.
  private var keptPerStretch = 0.0
  private var swingLevel = 0.0
  private var cutoff: Float = 0
  private var swingCutoff: Float = 0
  private var envelopeCutoff: Float = 0
  private var damping = 0.0
  /// What the amplitude is multiplied by for each side and each effect.
  private(set) var left: Float = 0
  private(set) var right: Float = 0
  private(set) var reverb: Float = 0
  private(set) var chorus: Float = 0

  /// None.
  init() {}

  /// The motion of a voice from its own state on, of which `passed` frames have passed; `gain` is
  /// the level of the whole.
  init(_ voice: UnsafePointer<Voice>, passed: Int, gain: Float, tables: ControlTables) {
    let parameters = voice.pointee.parameters
    isFiltered = voice.pointee.isFiltered
    let vibrato = voice.pointee.vibrato
    let modulation = voice.pointee.modulation
    // Before it begins, an oscillator moves nothing.
    let vibratoCents = vibrato.delayFrames > 0 ? 0 : parameters.vibratoToPitch
    let isSwinging = modulation.delayFrames == 0
    let swingCents = isSwinging ? parameters.modulationLFOToPitch : 0
    octaves = voice.pointee.restingOctaves
    vibratoOctaves = vibratoCents * (1.0 / 1200)
    swingOctaves = swingCents * (1.0 / 1200)
    envelopeOctaves = parameters.modulationEnvelopeToPitch * (1.0 / 1200)
    vibratoTurn = vibrato.turn
    vibratoStep = vibrato.turnsPerFrame
    swingTurn = modulation.turn
    swingStep = modulation.turnsPerFrame
    envelope = parameters.isMovedByEnvelope ? voice.pointee.modulationEnvelope.value(after: 0) : 0
    envelopeStep = voice.pointee.modulationEnvelope.slope
    amplitude = parameters.level * voice.pointee.volumeEnvelope.amplitude(after: 0)
    if !voice.pointee.fade.isNone { amplitude *= voice.pointee.fade.value(after: 0) }
    let octavesPerCentibel = 0.1 * StateVariableFilter.octavesPerDecibel
    fall = voice.pointee.volumeEnvelope.centibelsPerFrame * octavesPerCentibel
    swingLevel = isSwinging ? parameters.modulationLFOToVolume * octavesPerCentibel : 0
    cutoff = parameters.cutoffCents
    swingCutoff = isSwinging ? parameters.modulationLFOToCutoff : 0
    envelopeCutoff = parameters.modulationEnvelopeToCutoff
    damping = voice.pointee.damping
    var level = voice.pointee.isInverted ? -gain : gain
    if isFiltered { level *= Float(parameters.filteredLevel) }
    left = level * parameters.leftGain
    right = level * parameters.rightGain
    reverb = level * parameters.reverbSend
    chorus = level * parameters.chorusSend
    let envelopeMoves = envelopeStep != 0
    movesPitch =
      vibratoOctaves != 0 || swingOctaves != 0 || envelopeMoves && envelopeOctaves != 0
    movesLevel = fall != 0 || swingLevel != 0
    movesFilter = isFiltered && (swingCutoff != 0 || envelopeMoves && envelopeCutoff != 0)
    swings = swingLevel != 0 || swingCutoff != 0
    if movesPitch || movesFilter || swings { return }
    onlyFalls = true
    keptPerStretch = tables.exp2(-fall * Double(Synthesizer.gridFrames))
    amplitude *= tables.exp2(-fall * Double(passed))
  }

  /// The amplitude a stretch of the grid later, where that ``onlyFalls``. Multiplied from stretch to
  /// stretch it is off by 3·10⁻⁶ after a hundred seconds, the longest fall.
  @inline(__always) mutating func nextAmplitude() -> Float {
    amplitude *= keptPerStretch
    return Float(amplitude)
  }

  /// How many octaves the recording is raised after so many frames.
  @inline(__always) func octaves(after frames: Double) -> Double {
    let vibrato = LowFrequencyOscillator.triangle(vibratoTurn + frames * vibratoStep)
    let swing = LowFrequencyOscillator.triangle(swingTurn + frames * swingStep)
    return octaves + vibrato * vibratoOctaves + swing * swingOctaves
      + (envelope + frames * envelopeStep) * envelopeOctaves
  }

  /// Where the modulation oscillator is after so many frames, as ``Voice/swing(after:)``.
  @inline(__always) func swing(after frames: Double) -> Double {
    swings ? LowFrequencyOscillator.triangle(swingTurn + frames * swingStep) : 0
  }

  /// The voice's amplitude after so many frames, when the oscillator is at `swing`.
  @inline(__always)
  func amplitude(after frames: Double, swing: Double, tables: ControlTables) -> Float {
    if !movesLevel { return Float(amplitude) }
    return Float(amplitude * tables.exp2(swingLevel * swing - fall * frames))
  }

  /// The filter after so many frames, when the oscillator is at `swing`.
  @inline(__always)
  func filter(after frames: Double, swing: Double, tables: ControlTables) -> StateVariableFilter {
    let value = Float(envelope + frames * envelopeStep)
    let cutoff = cutoff + swingCutoff * Float(swing) + envelopeCutoff * value
    return StateVariableFilter(tangent: tables.tangent(cutoffCents: cutoff), damping: damping)
  }
}
