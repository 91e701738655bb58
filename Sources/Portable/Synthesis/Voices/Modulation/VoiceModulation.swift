internal import CDSPKernels

/// A voice's predictable modulation, as a function of the frames since the voice's own state:
/// linear envelopes and triangle LFOs, up to the next breakpoint. It updates the voice once per
/// control block. The voice itself is not advanced until an event or a breakpoint.
struct VoiceModulation: BitwiseCopyable {
  /// Whether the level is constant or decays exponentially, and nothing else changes.
  private(set) var isPureDecay = false
  private(set) var modulatesPitch = false
  private(set) var modulatesFilter = false
  /// Whether the recording's vibrato, which is not part of the closed form, modulates the pitch
  /// together with something else.
  private(set) var hasVibrato = false
  /// The unmodulated pitch, in octaves above the sample's.
  private(set) var octaves = 0.0
  /// The unmodulated playback increment, if ``hasVibrato``.
  private(set) var increment: Int64 = 0

  /// The amplitude, and its decay factor per control block, if ``isPureDecay``.
  private var amplitude = 0.0
  private var decayPerBlock = 0.0
  /// The gains of both channels and both sends, for an amplitude of 1.
  private(set) var outputGains = SIMD4<Float>()

  init() {}

  /// Creates the modulation of a voice, `elapsedFrames` after its own state. `state` receives the
  /// kernel's input, unless ``isPureDecay``.
  init(
    _ voice: UnsafePointer<Voice>, elapsedFrames: Int, gain: Float, hasEffects: Bool,
    tables: ModulationTables, state: UnsafeMutablePointer<peach_modulation>
  ) {
    let parameters = voice.pointee.parameters
    let vibratoLFO = voice.pointee.vibratoLFO
    let modLFO = voice.pointee.modulationLFO
    var next = peach_modulation()
    // A delayed LFO modulates nothing.
    let vibratoCents = vibratoLFO.delayFrames > 0 ? 0 : parameters.vibratoToPitch
    let isLFOActive = modLFO.delayFrames == 0
    octaves = voice.pointee.unmodulatedOctaves
    next.octaves = octaves
    next.vibrato_lfo_octaves = vibratoCents * (1.0 / 1200)
    next.mod_lfo_octaves = (isLFOActive ? parameters.modulationLFOToPitch : 0) * (1.0 / 1200)
    next.envelope_octaves = parameters.modulationEnvelopeToPitch * (1.0 / 1200)
    next.vibrato_lfo_phase = vibratoLFO.phase
    next.vibrato_lfo_increment = vibratoLFO.phaseIncrement
    next.mod_lfo_phase = modLFO.phase
    next.mod_lfo_increment = modLFO.phaseIncrement
    if parameters.isModulatedByEnvelope {
      next.envelope = voice.pointee.modulationEnvelope.value(after: 0)
    }
    next.envelope_step = voice.pointee.modulationEnvelope.slope
    next.damping = voice.pointee.damping
    amplitude = voice.pointee.amplitude(after: 0, modLFO: 0, tables: tables)
    let octavesPerCentibel = 0.1 * StateVariableFilter.octavesPerDecibel
    let decay = voice.pointee.volumeEnvelope.centibelsPerFrame * octavesPerCentibel
    let lfoDepth = isLFOActive ? parameters.modulationLFOToVolume * octavesPerCentibel : 0
    next.amplitude = Float(amplitude)
    next.mod_lfo_amplitude_octaves = Float(lfoDepth)
    next.decay_octaves = Float(decay)
    next.cutoff_cents = parameters.cutoffCents
    next.mod_lfo_cutoff_cents = isLFOActive ? parameters.modulationLFOToCutoff : 0
    next.envelope_cutoff_cents = parameters.modulationEnvelopeToCutoff
    outputGains =
      voice.pointee.outputLevel(gain: gain)
      * voice.pointee.outputGains(after: 0, hasEffects: hasEffects)
    let isEnvelopeRamping = next.envelope_step != 0
    hasVibrato = parameters.vibratoAmount != 0 && voice.pointee.onlyVibrato == nil
    if hasVibrato { increment = SamplePlayback.increment(ratio: tables.exp2(octaves)) }
    modulatesPitch =
      hasVibrato || next.vibrato_lfo_octaves != 0 || next.mod_lfo_octaves != 0
      || isEnvelopeRamping && next.envelope_octaves != 0
    modulatesFilter =
      voice.pointee.isFiltered
      && (next.mod_lfo_cutoff_cents != 0 || isEnvelopeRamping && next.envelope_cutoff_cents != 0)
    isPureDecay =
      !(modulatesPitch || modulatesFilter || lfoDepth != 0 || next.mod_lfo_cutoff_cents != 0)
    if !isPureDecay {
      state.pointee = next
      return
    }
    decayPerBlock = tables.exp2(-decay * Double(ControlBlock.frames))
    amplitude *= tables.exp2(-decay * Double(elapsedFrames))
  }

  /// Returns the amplitude one control block later, if ``isPureDecay``. The accumulated error is
  /// 3·10⁻⁶ after a hundred seconds, the longest decay.
  @inline(__always) mutating func nextAmplitude() -> Float {
    amplitude *= decayPerBlock
    return Float(amplitude)
  }
}
