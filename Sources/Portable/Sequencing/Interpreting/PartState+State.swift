package import PeachSynthesis

extension MIDIEventInterpreter {
  package static var wordCount: Int {
    @_noLocks @_noAllocation
    get { 16 * 5 + 4 + 11 + 7 }
  }

  /// Codes the settings of parts, reverb and chorus. Call ``applySettings(to:)`` after decoding.
  #if REALTIME_CHECKED
    @_noLocks @_noAllocation
  #endif
  package mutating func code(_ coder: inout StateCoder) { parts.code(&coder) }

  #if REALTIME_CHECKED
    @_noLocks @_noAllocation
  #endif
  package func applySettings(to synthesizer: inout Synthesizer) {
    synthesizer.handle(.masterTuning(cents: parts.fineTuningCents + parts.keyShift))
    synthesizer.handle(.reverb(parts.reverb))
    synthesizer.handle(.chorus(parts.chorus))
  }
}

extension PartState {
  /// Codes all fields. The effects clamp settings beyond their ranges.
  mutating func code(_ coder: inout StateCoder) {
    for number in 0..<Self.count { parts[number].code(&coder) }
    coder.code(&fineTuningCents, limit: 6400)
    coder.code(&keyShift, limit: 6400)
    Self.code(&reverb, &coder)
    Self.code(&chorus, &coder)
  }

  private static func code(_ reverb: inout ReverbSettings, _ coder: inout StateCoder) {
    var style = reverb.style.rawValue
    coder.code(&style, max: 255)
    reverb.style = ReverbSettings.Style(rawValue: style) ?? .reverb
    coder.code(&reverb.seconds)
    coder.code(&reverb.dampingHertz)
    coder.code(&reverb.preDelaySeconds)
    coder.code(&reverb.roomSizeMeters)
    coder.code(&reverb.level)
    coder.code(&reverb.diffusion)
    coder.code(&reverb.width)
    coder.code(&reverb.earlyLevel)
    coder.code(&reverb.delaySeconds)
    coder.code(&reverb.feedback)
  }

  private static func code(_ chorus: inout ChorusSettings, _ coder: inout StateCoder) {
    coder.code(&chorus.rateHertz)
    coder.code(&chorus.depthSeconds)
    coder.code(&chorus.delaySeconds)
    coder.code(&chorus.feedback)
    coder.code(&chorus.level)
    coder.code(&chorus.reverbSend)
    coder.code(&chorus.voicesPerChannel, max: 2)
  }
}

extension PartState.Part {
  fileprivate mutating func code(_ coder: inout StateCoder) {
    coder.code(&channel, max: 15)
    coder.code(&lowestKey)
    coder.code(&highestKey)
    coder.code(&velocityFactor)
    coder.code(&velocityOffset)
  }
}
