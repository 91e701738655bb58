import PeachInstrumentModel

extension Synthesizer {
  @_noLocks @_noAllocation
  package func state(ofChannel index: Int) -> ChannelState {
    let channel = channels[index]
    var state = ChannelState()
    state.settings = channel.settings
    state.settings.channelTuningCents = Double(Float(channel.settings.channelTuningCents))
    for number in 0..<128 { state.controllers[number] = channel.controllers[number] }
    for index in 0..<12 { state.octaveTuning[index] = channel.tables.octaveTuning[index] }
    for number in 0..<Generator.tableCount {
      state.generatorOffsets[number] = channel.tables.generatorOffsets[number]
    }
    return state
  }

  /// Restores the settings of a channel and selects the installed preset of their bank and program.
  #if REALTIME_CHECKED
    @_noLocks @_noAllocation
  #endif
  package mutating func restore(_ state: ChannelState, ofChannel index: Int) {
    let channel = channels + index
    channel.pointee.settings = state.settings
    if let manager = state.settings.zoneManager,
      Int(manager) >= configuration.channelCount || Int(manager) == index
    {
      channel.pointee.settings.zoneManager = nil
    }
    // Before the controllers, because a preset may set some of them.
    selectProgram(onChannel: index)
    for number in 0..<128 { channel.pointee.controllers[number] = state.controllers[number] }
    for index in 0..<12 { channel.pointee.tables.octaveTuning[index] = state.octaveTuning[index] }
    channel.pointee.hasGeneratorOffsets = false
    channel.pointee.hasDrumKeys = false
    for number in 0..<Generator.tableCount {
      let offset = state.generatorOffsets[number]
      channel.pointee.tables.generatorOffsets[number] = offset
      if offset != 0 { channel.pointee.hasGeneratorOffsets = true }
    }
    refreshVoices(ofChannel: UInt8(truncatingIfNeeded: index))
    retuneKeys(ofChannel: UInt8(truncatingIfNeeded: index))
  }

  #if REALTIME_CHECKED
    @_noLocks @_noAllocation
  #endif
  package func systemState() -> SystemState {
    var state = SystemState()
    state.bankMode = resetBankMode.rawValue
    state.masterVolume = masterVolume
    state.masterBalance = masterBalance
    return state
  }

  /// Restores the settings and removes all tunings. Restore tunings and channels afterwards.
  #if REALTIME_CHECKED
    @_noLocks @_noAllocation
  #endif
  package mutating func restore(_ state: SystemState) {
    resetBankMode = BankMode(rawValue: state.bankMode) ?? resetBankMode
    masterVolume = state.masterVolume
    masterBalance = state.masterBalance
    updateMasterLevel()
    tunings.removeAll()
  }

  @_noLocks @_noAllocation package func tuningCount() -> Int { tunings.count }

  /// Returns the tuning at an index below ``tuningCount()``.
  @_noLocks @_noAllocation
  package func tuning(at index: Int) -> TuningState {
    var state = TuningState()
    state.name = tunings.name(at: index)
    for key in 0..<128 { state.offsets[key] = tunings.offset(at: index, key: key) }
    return state
  }

  @_noLocks @_noAllocation
  package mutating func restore(_ state: TuningState) {
    for key in 0..<128 {
      tunings.set(
        bank: UInt8(truncatingIfNeeded: state.name >> 8) & 127,
        program: UInt8(truncatingIfNeeded: state.name) & 127,
        key: UInt8(truncatingIfNeeded: key), offset: state.offsets[key])
    }
  }
}
