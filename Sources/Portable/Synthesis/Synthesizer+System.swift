/// Resets, master level, master tuning and key tunings.
extension Synthesizer {
  mutating func handleSystem(_ event: SynthesizerEvent) {
    switch event {
    case .reset(let mode): reset(to: mode)
    case .bankMode(let mode): setBankMode(mode)
    case .resetChannel(let channel):
      guard hasChannel(channel) else { return }
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
        bank: bank, program: program, key: key & 127, offset: Float(noteNumber - Double(key & 127)))
      if isImmediate {
        for channel in 0..<configuration.channelCount
        where channels[channel].settings.tuningBank == bank
          && channels[channel].settings.tuningProgram == program
        { retuneKeys(ofChannel: UInt8(truncatingIfNeeded: channel)) { $0 == key & 127 } }
      }
    case .tunePitchClass(let channel, let pitchClass, let cents, let isImmediate):
      guard hasChannel(channel), pitchClass < 12, cents >= -1200 && cents <= 1200 else { return }
      channels[Int(channel)].tables.octaveTuning[Int(pitchClass)] = cents
      if isImmediate { retuneKeys(ofChannel: channel) { $0 % 12 == pitchClass } }
    case .useTuning(let channel, let bank, let program):
      guard hasChannel(channel) else { return }
      channels[Int(channel)].settings.tuningBank = bank
      channels[Int(channel)].settings.tuningProgram = program
      retuneKeys(ofChannel: channel)
    default: break
    }
  }

  mutating func setPart(_ event: SynthesizerEvent) {
    switch event {
    case .drumChannel(let channel, let isOn): setDrumChannel(channel, isOn: isOn)
    case .channelTuning(let channel, let cents):
      guard hasChannel(channel), cents >= -12800 && cents <= 12800 else { return }
      channels[Int(channel)].settings.channelTuningCents = cents
      refreshVoices(ofChannel: channel)
    case .bendRange(let channel, let semitones):
      guard hasChannel(channel) else { return }
      channels[Int(channel)].settings.bendRangeSemitones = min(semitones, 127)
      channels[Int(channel)].settings.bendRangeCents = 0
      refreshZone(ofChannel: channel)
    case .keyRange(let channel, let lowest, let highest):
      guard hasChannel(channel) else { return }
      channels[Int(channel)].settings.lowestKey = lowest
      channels[Int(channel)].settings.highestKey = highest
    case .velocityResponse(let channel, let factor, let offset):
      guard hasChannel(channel), factor >= 0 && factor <= 4 else { return }
      channels[Int(channel)].settings.velocityFactor = factor
      channels[Int(channel)].settings.velocityOffset = offset
    default: break
    }
  }

  private mutating func reset(to mode: BankMode) {
    fadeAll(channel: nil, frames: stealFadeFrames)
    resetBankMode = mode
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
    channels[index].settings.bank = defaultBank(ofChannel: index)
  }

  /// The interpretation of bank select.
  var bankMode: BankMode { fixedBankMode ?? resetBankMode }

  /// Fixes the bank mode, or follows resets. Presets remain until the next program change.
  private mutating func setBankMode(_ mode: BankMode?) {
    let wasPlain = bankMode == .plain
    fixedBankMode = mode
    if (bankMode == .plain) == wasPlain { return }
    for index in 0..<configuration.channelCount where index % 16 == Self.percussionChannel {
      channels[index].settings.isDrumChannel = isDefaultDrumChannel(index)
    }
  }

  /// Whether a channel plays percussion by default: channel 10 of each 16, except in plain mode.
  func isDefaultDrumChannel(_ index: Int) -> Bool {
    bankMode != .plain && index % 16 == Self.percussionChannel
  }

  func defaultBank(ofChannel index: Int) -> UInt16 {
    isDefaultDrumChannel(index) ? BankMode.percussionBank : 0
  }

  private mutating func setDrumChannel(_ channel: UInt8, isOn: Bool) {
    guard hasChannel(channel) else { return }
    channels[Int(channel)].settings.isDrumChannel = isOn
    changeProgram(channel: channel, program: isOn ? 0 : channels[Int(channel)].settings.program)
  }

  /// Applies the host's gain, master volume and balance. Balance attenuates the opposite channel.
  func updateMasterLevel() {
    finishSpans()
    output.level.pointee.setTarget(
      left: host.gain * masterVolume * min(1 - masterBalance, 1),
      right: host.gain * masterVolume * min(1 + masterBalance, 1))
  }
}
