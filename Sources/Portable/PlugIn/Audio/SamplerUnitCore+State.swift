import PeachMIDIEvents
import PeachSequencing
import PeachSynthesis
import Synchronization

/// Publishes and restores settings on the audio thread.
extension SamplerUnitCore {
  /// Publishes the changed settings, and the mode parameters that they imply if `withModes`.
  mutating func publishState(withModes: Bool = true) {
    shared.pointee.stateVersion.wrappingAdd(1, ordering: .sequentiallyConsistent)
    for channel in 0..<UnitSharedState.channelCount
    where changedChannels & (1 &<< UInt32(channel)) != 0 {
      let state = synthesizer.pointee.state(ofChannel: channel)
      state.encode(to: scratch)
      shared.pointee.channels.store(
        scratch, count: ChannelState.wordCount, at: channel &* ChannelState.wordCount)
      if channel == 0 && withModes { publishModes(of: state) }
    }
    if isSystemChanged { publishSystem() }
    if areTuningsChanged { publishTunings() }
    shared.pointee.stateVersion.wrappingAdd(1, ordering: .sequentiallyConsistent)
    changedChannels = 0
    isSystemChanged = false
    areTuningsChanged = false
  }

  private func publishModes(of state: ChannelState) {
    setMode(.portamento, to: state.isPortamentoOn ? 1 : 0)
    setMode(.polyphonic, to: state.settings.isMonophonic ? 0 : 1)
  }

  /// Codes the system settings: synthesizer, parts and effects, key bend ranges.
  private mutating func codeSystem(_ system: inout SystemState, _ coder: inout StateCoder) {
    system.code(&coder)
    interpreter.code(&coder)
    for channel in 0..<UnitSharedState.channelCount {
      var semitones = packets.keyBendSemitones(ofChannel: channel)
      coder.code(&semitones, in: -1...129)
      if coder.isDecoding { packets.setKeyBendSemitones(semitones, ofChannel: channel) }
    }
  }

  private mutating func publishSystem() {
    var coder = StateCoder(encodingTo: scratch)
    var system = synthesizer.pointee.systemState()
    codeSystem(&system, &coder)
    shared.pointee.system.store(scratch, count: UnitSharedState.systemWordCount)
  }

  private func publishTunings() {
    let count = synthesizer.pointee.tuningCount()
    for index in 0..<count {
      var coder = StateCoder(encodingTo: scratch)
      var tuning = synthesizer.pointee.tuning(at: index)
      tuning.code(&coder)
      shared.pointee.tunings.store(
        scratch, count: TuningState.wordCount, at: index &* TuningState.wordCount)
    }
    shared.pointee.tuningCount.store(count, ordering: .relaxed)
  }

  /// Restores the settings in the mailbox.
  mutating func restoreState() {
    let exchange = shared.pointee.mailboxState.compareExchange(
      expected: 1, desired: 2, ordering: .acquiringAndReleasing)
    guard exchange.exchanged else { return }
    let words = UnsafePointer(shared.pointee.mailbox)
    var coder = StateCoder(decodingFrom: words + UnitSharedState.channelWordCount)
    var system = SystemState()
    codeSystem(&system, &coder)
    synthesizer.pointee.restore(system)
    for _ in 0..<shared.pointee.mailedTuningCount.load(ordering: .relaxed) {
      var tuning = TuningState()
      tuning.code(&coder)
      synthesizer.pointee.restore(tuning)
    }
    interpreter.applySettings(to: &synthesizer.pointee)
    for channel in 0..<UnitSharedState.channelCount {
      synthesizer.pointee.restore(
        ChannelState(words: words + channel &* ChannelState.wordCount), ofChannel: channel)
    }
    markAllChanged()
    areTuningsChanged = true
    shared.pointee.mailboxState.store(0, ordering: .releasing)
  }

  mutating func markAllChanged() {
    noticePreset()
    changedChannels = 0xFFFF
    isSystemChanged = true
  }
}
