import PeachMIDIEvents
import PeachSequencing
import PeachSynthesis
import Synchronization

/// Settings as the audio side shows them and takes them back.
extension SamplerUnitCore {
  /// Shows the control side what has changed since the last block.
  mutating func showState() {
    link.pointee.stateVersion.wrappingAdd(1, ordering: .sequentiallyConsistent)
    for channel in 0..<UnitLink.channelCount where changedChannels & (1 &<< UInt32(channel)) != 0 {
      synthesizer.pointee.copyState(ofChannel: channel, to: scratch)
      show(
        at: link.pointee.state + channel &* Synthesizer.channelStateCount,
        count: Synthesizer.channelStateCount)
    }
    if isSystemChanged { showSystem() }
    if areTuningsChanged { showTunings() }
    link.pointee.stateVersion.wrappingAdd(1, ordering: .sequentiallyConsistent)
    changedChannels = 0
    isSystemChanged = false
    areTuningsChanged = false
  }

  /// Writes what lies in ``scratch``.
  private func show(at place: UnsafeMutablePointer<Atomic<Int32>>, count: Int) {
    for index in 0..<count { place[index].store(scratch[index], ordering: .relaxed) }
  }

  private mutating func showSystem() {
    synthesizer.pointee.copySystemState(to: scratch)
    interpreter.copyState(to: scratch + Synthesizer.systemStateCount)
    let ranges = scratch + Synthesizer.systemStateCount + SongInterpreter.stateCount
    for channel in 0..<UnitLink.channelCount {
      let semitones = packets.keyBendSemitones(ofChannel: channel)
      ranges[channel] = Int32(bitPattern: semitones.bitPattern)
    }
    show(at: link.pointee.system, count: UnitLink.systemCount)
  }

  private mutating func showTunings() {
    let count = synthesizer.pointee.tuningCount()
    for index in 0..<count {
      synthesizer.pointee.copyTuning(at: index, to: scratch)
      show(at: link.pointee.tunings + index &* UnitLink.tuningCount, count: UnitLink.tuningCount)
    }
    link.pointee.tuningsInUse.store(count, ordering: .relaxed)
  }

  /// Takes the settings that lie in the mailbox.
  mutating func restoreState() {
    let taken = link.pointee.mailboxState.compareExchange(
      expected: 1, desired: 2, ordering: .acquiringAndReleasing)
    guard taken.exchanged else { return }
    let system = UnsafePointer(link.pointee.mailbox + UnitLink.stateCount)
    synthesizer.pointee.restoreSystemState(from: system)
    let tunings = system + UnitLink.systemCount
    for index in 0..<link.pointee.mailedTuningCount.load(ordering: .relaxed) {
      synthesizer.pointee.restoreTuning(from: tunings + index &* UnitLink.tuningCount)
    }
    let song = system + Synthesizer.systemStateCount
    interpreter.restoreState(from: song, to: &synthesizer.pointee)
    let ranges = song + SongInterpreter.stateCount
    for channel in 0..<UnitLink.channelCount {
      packets.setKeyBendSemitones(
        Float(bitPattern: UInt32(bitPattern: ranges[channel])), ofChannel: channel)
      synthesizer.pointee.restoreState(
        ofChannel: channel,
        from: UnsafePointer(link.pointee.mailbox + channel &* Synthesizer.channelStateCount))
    }
    noticePreset()
    changedChannels = 0xFFFF
    isSystemChanged = true
    areTuningsChanged = true
    link.pointee.mailboxState.store(0, ordering: .releasing)
  }

  /// Notices what a message of the whole has changed.
  mutating func noticeSystem() {
    noticePreset()
    changedChannels = 0xFFFF
    isSystemChanged = true
  }
}
