import PeachInstrumentModel

/// What envelopes of points do to a voice; nothing where it has none.
extension Voice {
  /// Moves by these from its beginning on.
  mutating func set(_ envelopes: VoiceEnvelopes, modulatesFilter: Bool) {
    self.envelopes = envelopes
    if modulatesFilter { filters() }
    if !envelopes.isVolume { return }
    usesFlexVolumeEnvelope = true
    // The other one is full and stays so.
    volumeEnvelope = VolumeEnvelope(
      EnvelopeShape(
        delayFrames: 0, attackFrames: 0, holdFrames: 0, decayFrames: 0, sustain: 0,
        releaseFrames: 1))
  }

  /// What the two sides are multiplied by, `frames` from now.
  @inline(__always) func sides(after frames: Int) -> (left: Float, right: Float) {
    guard let pan = envelopes?.pan(after: frames) else {
      return (parameters.leftGain, parameters.rightGain)
    }
    return VoiceParameters.sides(pan: parameters.pan + pan, balance: parameters.balance)
  }

  /// How its filter is damped, `frames` from now.
  @inline(__always) func damping(after frames: Int) -> Double {
    guard let envelopes, !filter.isOnePole else { return damping }
    let moved = envelopes.resonanceCentibels(after: frames)
    if moved == 0 { return damping }
    return StateVariableFilter.damping(
      resonanceCentibels: min(parameters.resonanceCentibels + moved, 960))
  }
}
