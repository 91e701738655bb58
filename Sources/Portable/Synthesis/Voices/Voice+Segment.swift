import PeachInstrumentModel

/// The formulas for pitch, level and filter of a voice, and the frames for which they can be
/// interpolated or predicted. `frames` counts from the voice's own state, up to the next
/// breakpoint.
extension Voice {
  // MARK: Pitch

  /// Returns a note number's pitch, in cents above the sample's.
  @inline(__always) private func cents(at noteNumber: Double) -> Double {
    let root = parameters.overridingRootKey ?? region.pointee.rootKey
    return parameters.centsPerKey * (noteNumber - root)
      + region.pointee.correctionCents + parameters.tuningCents
  }

  var unmodulatedOctaves: Double { cents(at: noteNumber) * (1.0 / 1200) + sampleRateRatioOctaves }

  @inline(__always) func octaves(after frames: Int) -> Double {
    var cents = cents(at: noteNumber + glide.value(after: frames))
    if parameters.vibratoToPitch != 0 {
      cents += parameters.vibratoToPitch * vibratoLFO.value(after: frames)
    }
    if parameters.modulationLFOToPitch != 0 {
      cents += parameters.modulationLFOToPitch * modulationLFO.value(after: frames)
    }
    if parameters.modulationEnvelopeToPitch != 0 {
      cents += parameters.modulationEnvelopeToPitch * modulationEnvelope.value(after: frames)
    }
    if let flexEnvelopes { cents += flexEnvelopes.pitchCents(after: frames) }
    return cents * (1.0 / 1200) + sampleRateRatioOctaves
  }

  /// Returns the recorded vibrato in octaves, times its amount. `increment` is the unmodulated one,
  /// from which the position `frames` from now follows.
  @inline(__always)
  func vibratoOctaves(_ playback: SamplePlayback, after frames: Int, increment: Int64) -> Double {
    guard let vibrato = region.pointee.vibrato else { return 0 }
    let phase = playback.phase &+ increment &* Int64(frames)
    let amount = parameters.vibratoAmount
    return vibrato.pointee.cents(playback, at: phase, amount: amount) * (1.0 / 1200)
  }

  /// Returns the recorded vibrato, if nothing else modulates the pitch.
  @inline(__always) var onlyVibrato: UnsafePointer<RecordedVibrato>? {
    if parameters.vibratoAmount == 0 || parameters.isPitchModulated { return nil }
    if delayFrames > 0 || glide.isRamping || flexEnvelopes != nil { return nil }
    return region.pointee.vibrato
  }

  // MARK: Level

  /// Returns the modulation LFO's value, −1…1, or 0 if it modulates neither level nor filter.
  @inline(__always) func modLFOValue(after frames: Int) -> Double {
    if parameters.modulationLFOToVolume == 0 && parameters.modulationLFOToCutoff == 0 { return 0 }
    return modulationLFO.value(after: frames)
  }

  /// Returns the amplitude before master gain, filter gain and pan, for a modulation LFO's value.
  @inline(__always) func amplitude(
    after frames: Int, modLFO: Double, tables: ModulationTables
  ) -> Double {
    if delayFrames > 0 { return 0 }
    var amplitude = parameters.level * volumeEnvelope.amplitude(after: frames)
    if parameters.modulationLFOToVolume != 0 {
      amplitude *= tables.amplitude(centibels: -parameters.modulationLFOToVolume * modLFO)
    }
    if let flexEnvelopes { amplitude *= flexEnvelopes.amplitude(after: frames, tables) }
    return fade.isInactive ? amplitude : amplitude * fade.value(after: frames)
  }

  /// Returns the factor of master gain, polarity, and the filter's gain at DC.
  @inline(__always) func outputLevel(gain: Float) -> Float {
    let level = isPolarityInverted ? -gain : gain
    return isFiltered ? level * Float(parameters.filteredLevel) : level
  }

  /// Returns the gains of left, right, reverb send and chorus send. Sends are pre-pan.
  @inline(__always) func outputGains(after frames: Int, hasEffects: Bool) -> SIMD4<Float> {
    var (left, right) = (parameters.leftGain, parameters.rightGain)
    if let pan = flexEnvelopes?.pan(after: frames) {
      (left, right) = VoiceParameters.panGains(
        pan: parameters.pan + pan, balance: parameters.balance)
    }
    return hasEffects
      ? SIMD4(left, right, parameters.reverbSend, parameters.chorusSend) : SIMD4(left, right, 0, 0)
  }

  /// Returns the amplitude by which the voice to steal is selected: while it rises, its peak.
  func stealingAmplitude(after frames: Int, _ tables: ModulationTables) -> Double {
    if flexEnvelopes?.isRamping == true && state != .released { return parameters.level }
    switch volumeEnvelope.stage {
    case .delay, .attack: return parameters.level
    default: return amplitude(after: frames, modLFO: modLFOValue(after: frames), tables: tables)
    }
  }

  /// Whether a released voice has decayed below `threshold` and stays below it.
  @inline(__always) func isInaudible(peakLevel: Float, threshold: Float) -> Bool {
    state == .released && volumeEnvelope.stage == .release
      && parameters.modulationLFOToVolume == 0 && flexEnvelopes?.isRamping != true
      && peakLevel < threshold * (isFiltered ? Float(parameters.filteredLevel) : 1)
  }

  // MARK: Filter

  /// The filter's damping, 1/Q, without flex envelopes.
  @inline(__always) var damping: Double { filterType.isOnePole ? 2 : parameters.damping }

  @inline(__always) private func damping(after frames: Int) -> Double {
    guard let flexEnvelopes, !filterType.isOnePole else { return damping }
    let offset = flexEnvelopes.resonanceCentibels(after: frames)
    if offset == 0 { return damping }
    return StateVariableFilter.damping(
      resonanceCentibels: min(parameters.resonanceCentibels + offset, 960))
  }

  @inline(__always)
  func filter(
    after frames: Int, modLFO: Double, tables: ModulationTables, section: Int
  ) -> StateVariableFilter {
    var cutoff = parameters.cutoffCents
    cutoff += parameters.modulationLFOToCutoff * Float(modLFO)
    if parameters.modulationEnvelopeToCutoff != 0 {
      cutoff +=
        parameters.modulationEnvelopeToCutoff * Float(modulationEnvelope.value(after: frames))
    }
    if let flexEnvelopes { cutoff += flexEnvelopes.cutoffCents(after: frames) }
    return StateVariableFilter(
      tangent: tables.tangent(cutoffCents: cutoff),
      damping: filterType.damping(ofSection: section, damping(after: frames)))
  }

  // MARK: Length of segments

  /// The frames until the next breakpoint of an envelope or fade, or until a delayed release.
  @inline(__always) private var framesUntilBreakpoint: Int {
    let frames = min(
      min(volumeEnvelope.framesUntilBreakpoint, modulationEnvelope.framesUntilBreakpoint),
      fade.framesUntilBreakpoint)
    return min(frames, framesUntilRelease ?? Int.max)
  }

  /// The maximum decay of a linear segment, over which line and exponential differ by 0.03 dB.
  private static var maxDecayCentibels: Double { 15 }

  /// Returns the number of frames, at most `limit`, over which gain and filter may ramp linearly.
  @inline(__always) func linearFrames(limit: Int) -> Int {
    var frames = min(limit, framesUntilBreakpoint)
    if delayFrames > 0 { frames = min(frames, delayFrames) }
    if let flexEnvelopes { frames = flexEnvelopes.linearFrames(limit: frames) }
    let slope = volumeEnvelope.centibelsPerFrame
    if slope * Double(frames) > Self.maxDecayCentibels {
      frames = min(frames, max(Int(Self.maxDecayCentibels / slope), 4))
    }
    return frames
  }

  /// Returns the number of frames, from `frames` on, for which a ``VoiceModulation`` predicts the
  /// voice: up to the next breakpoint. It is 0 during attacks, ramps and steep decays, and for LFOs
  /// other than SoundFont's, flex envelopes and filters of several sections.
  @inline(__always) func predictableFrames(after frames: Int) -> Int {
    if delayFrames > 0 || glide.isRamping || fade.isRamping { return 0 }
    if rampFramesRemaining > frames || filterType.sectionCount > 1 { return 0 }
    if !vibratoLFO.isPlain || !modulationLFO.isPlain || flexEnvelopes != nil { return 0 }
    if volumeEnvelope.stage == .delay || volumeEnvelope.stage == .attack { return 0 }
    let slope = volumeEnvelope.centibelsPerFrame
    if slope * Double(ControlBlock.frames) > Self.maxDecayCentibels { return 0 }
    if parameters.isModulatedByEnvelope && modulationEnvelope.stage == .attack { return 0 }
    var end = framesUntilBreakpoint
    if vibratoLFO.delayFrames > 0 { end = min(end, vibratoLFO.delayFrames) }
    if modulationLFO.delayFrames > 0 { end = min(end, modulationLFO.delayFrames) }
    return max(end &- frames, 0)
  }

  /// Returns the number of frames, from `frames` on, for which nothing changes, or `nil`.
  @inline(__always) func steadyFrames(after frames: Int) -> Int? {
    if delayFrames > 0 || glide.isRamping || fade.isRamping { return nil }
    if rampFramesRemaining > frames || flexEnvelopes?.isRamping == true { return nil }
    switch volumeEnvelope.stage {
    case .delay, .hold, .sustain: break
    default: return nil
    }
    if parameters.isModulatedByLFO { return nil }
    if parameters.vibratoAmount != 0 && onlyVibrato == nil { return nil }
    if parameters.isModulatedByEnvelope && modulationEnvelope.stage != .sustain { return nil }
    return framesUntilBreakpoint &- frames
  }
}
