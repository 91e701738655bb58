/// What concerns the whole synthesizer: resets, master level and tuning, tunings of keys.
extension Synthesizer {
  mutating func handleSystem(_ event: SynthesizerEvent) {
    switch event {
    case .reset(let mode): reset(to: mode)
    case .resetChannel(let channel):
      guard Int(channel) < configuration.channelCount else { return }
      resetChannel(Int(channel))
      choose(nil, onChannel: Int(channel))
    case .masterVolume(let gain):
      guard gain >= 0 && gain <= 1 else { return }
      masterVolume = gain
      moveMasterLevel()
    case .masterBalance(let balance):
      guard balance >= -1 && balance <= 1 else { return }
      masterBalance = balance
      moveMasterLevel()
    case .masterTuning(let cents):
      guard cents >= -12800 && cents <= 12800 else { return }
      masterTuningCents = cents
      refreshAll()
    case .tuneKey(let bank, let program, let key, let noteNumber, let isImmediate):
      guard noteNumber > -1000 && noteNumber < 1000 else { return }
      tunings.set(bank: bank, program: program, key: key & 127, noteNumber: noteNumber)
      if isImmediate { retuneAll() }
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

  /// What a song sets for a part.
  mutating func setPart(_ event: SynthesizerEvent) {
    switch event {
    case .drumChannel(let channel, let isOn): makeRhythmPart(channel: channel, isOn: isOn)
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
    moveMasterLevel()
    masterTuningCents = 0
    tunings.removeAll()
    for index in 0..<configuration.channelCount {
      resetChannel(index)
      chooseProgram(onChannel: index)
    }
  }

  private mutating func resetChannel(_ index: Int) {
    channels[index].releaseAllKeys()
    channels[index].resetToPowerOn(isRhythmPart: isRhythmChannel(index))
    channels[index].bank = startingBank(ofChannel: index)
  }

  /// Channel 10 of each 16 plays percussion, unless banks are plain numbers.
  func isRhythmChannel(_ index: Int) -> Bool {
    bankMode != .plain && index % 16 == Self.percussionChannel
  }

  /// The bank of a channel that nothing was sent to.
  func startingBank(ofChannel index: Int) -> UInt16 {
    isRhythmChannel(index) ? UInt16(ProgramTable.percussionBank) : 0
  }

  private mutating func makeRhythmPart(channel: UInt8, isOn: Bool) {
    let index = Int(channel)
    guard index < configuration.channelCount else { return }
    channels[index].isRhythmPart = isOn
    changeProgram(channel: channel, program: isOn ? 0 : channels[index].program)
  }

  /// Volume and balance: the side away from which it moves gets softer.
  mutating func moveMasterLevel() {
    finishSpans()
    output.level.pointee.move(
      left: masterVolume * min(1 - masterBalance, 1),
      right: masterVolume * min(1 + masterBalance, 1))
  }

  private func retuneAll() {
    for channel in 0..<configuration.channelCount {
      retuneKeys(ofChannel: UInt8(truncatingIfNeeded: channel))
    }
  }
}
