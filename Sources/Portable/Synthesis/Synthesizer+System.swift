/// Resets, master level, master tuning and key tunings.
extension Synthesizer {
  mutating func handleSystem(_ event: SynthesizerEvent) {
    switch event {
    case .reset(let mode): reset(to: mode)
    case .resetChannel(let channel):
      guard Int(channel) < configuration.channelCount else { return }
      resetChannel(Int(channel))
      selectPreset(nil, onChannel: Int(channel))
    case .masterVolume(let gain):
      guard gain >= 0 && gain <= 1 else { return }
      masterVolume = gain
      updateMasterLevel()
    case .masterBalance(let balance):
      guard balance >= -1 && balance <= 1 else { return }
      masterBalance = balance
      updateMasterLevel()
    case .masterTuning(let cents):
      guard cents >= -12800 && cents <= 12800 else { return }
      masterTuningCents = cents
      refreshAll()
    case .tuneKey(let bank, let program, let key, let noteNumber, let isImmediate):
      guard noteNumber > -1000 && noteNumber < 1000 else { return }
      tunings.set(
        bank: bank, program: program, key: key & 127,
        offset: Float(noteNumber - Double(key & 127)))
      if isImmediate {
        for channel in 0..<configuration.channelCount {
          retuneKeys(ofChannel: UInt8(truncatingIfNeeded: channel))
        }
      }
    case .tunePitchClass(let channel, let pitchClass, let cents, let isImmediate):
      guard Int(channel) < configuration.channelCount, pitchClass < 12,
        cents >= -1200 && cents <= 1200
      else { return }
      channels[Int(channel)].tables.octaveTuning[Int(pitchClass)] = cents
      if isImmediate { retuneKeys(ofChannel: channel) }
    case .useTuning(let channel, let bank, let program):
      guard Int(channel) < configuration.channelCount else { return }
      channels[Int(channel)].tuningBank = bank
      channels[Int(channel)].tuningProgram = program
      retuneKeys(ofChannel: channel)
    default: break
    }
  }

  /// Handles the settings of a GS or XG part.
  mutating func setPart(_ event: SynthesizerEvent) {
    switch event {
    case .drumChannel(let channel, let isOn): setDrumChannel(channel, isOn: isOn)
    case .channelTuning(let channel, let cents):
      guard Int(channel) < configuration.channelCount, cents >= -12800 && cents <= 12800 else {
        return
      }
      channels[Int(channel)].channelTuningCents = cents
      refreshVoices(ofChannel: channel)
    case .bendRange(let channel, let semitones):
      guard Int(channel) < configuration.channelCount else { return }
      channels[Int(channel)].bendRangeSemitones = min(semitones, 127)
      channels[Int(channel)].bendRangeCents = 0
      refreshZone(ofChannel: channel)
    case .keyRange(let channel, let lowest, let highest):
      guard Int(channel) < configuration.channelCount else { return }
      channels[Int(channel)].lowestKey = lowest
      channels[Int(channel)].highestKey = highest
    case .velocityResponse(let channel, let factor, let offset):
      guard Int(channel) < configuration.channelCount, factor >= 0 && factor <= 4 else { return }
      channels[Int(channel)].velocityFactor = factor
      channels[Int(channel)].velocityOffset = offset
    default: break
    }
  }

  private mutating func reset(to mode: BankMode) {
    fadeAll(channel: nil, frames: stealFadeFrames)
    bankMode = configuration.bankMode ?? mode
    finishSpans()
    output.effects?.pointee.set(ReverbSettings())
    output.effects?.pointee.set(ChorusSettings())
    masterVolume = 1
    masterBalance = 0
    updateMasterLevel()
    masterTuningCents = 0
    tunings.removeAll()
    for index in 0..<configuration.channelCount {
      resetChannel(index)
      selectProgram(onChannel: index)
    }
  }

  private mutating func resetChannel(_ index: Int) {
    channels[index].releaseAllKeys()
    channels[index].resetToPowerOn(isDrumChannel: isDefaultDrumChannel(index))
    channels[index].bank = defaultBank(ofChannel: index)
  }

  /// Whether a channel plays percussion by default: channel 10 of each 16, except in plain mode.
  func isDefaultDrumChannel(_ index: Int) -> Bool {
    bankMode != .plain && index % 16 == Self.percussionChannel
  }

  /// The bank of a channel in its power-on state.
  func defaultBank(ofChannel index: Int) -> UInt16 {
    isDefaultDrumChannel(index) ? UInt16(ProgramTable.percussionBank) : 0
  }

  private mutating func setDrumChannel(_ channel: UInt8, isOn: Bool) {
    let index = Int(channel)
    guard index < configuration.channelCount else { return }
    channels[index].isDrumChannel = isOn
    changeProgram(channel: channel, program: isOn ? 0 : channels[index].program)
  }

  /// Applies master volume and balance. Balance attenuates the opposite channel.
  func updateMasterLevel() {
    finishSpans()
    output.level.pointee.setTarget(
      left: masterVolume * min(1 - masterBalance, 1),
      right: masterVolume * min(1 + masterBalance, 1))
  }
}
