import PeachInstrumentModel

/// Captures and restores the settings of channels, synthesizer and tunings.
extension Synthesizer {
  /// Returns the settings of a channel.
  #if REALTIME_CHECKED
    @_noLocks @_noAllocation
  #endif
  package func state(ofChannel index: Int) -> ChannelState {
    let channel = channels[index]
    var state = ChannelState()
    for number in 0..<128 { state.controllers[number] = channel.controllers[number] }
    state.program = channel.program
    state.bank = channel.bank
    state.isPercussion = channel.isPercussion
    state.isDrumChannel = channel.isDrumChannel
    state.isMonophonic = channel.isMonophonic
    state.retriggersLegato = channel.retriggersLegato
    state.pressure = channel.pressure
    state.bend = channel.bend
    state.bendRangeSemitones = channel.bendRangeSemitones
    state.bendRangeCents = channel.bendRangeCents
    state.fineTuning = channel.fineTuning
    state.coarseTuning = channel.coarseTuning
    state.tuningProgram = channel.tuningProgram
    state.tuningBank = channel.tuningBank
    state.modulationDepth = channel.modulationDepth
    state.channelTuningCents = Float(channel.channelTuningCents)
    state.lowestKey = channel.lowestKey
    state.highestKey = channel.highestKey
    state.velocityFactor = channel.velocityFactor
    state.velocityOffset = channel.velocityOffset
    state.zoneManager = channel.zoneManager
    state.cutoffOverride = channel.cutoffOverride
    state.resonanceOverride = channel.resonanceOverride
    state.portamentoTimeOverride = channel.portamentoTimeOverride
    for pitchClass in 0..<12 {
      state.octaveTuning[pitchClass] = channel.tables.octaveTuning[pitchClass]
    }
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
    channel.pointee.program = state.program
    channel.pointee.bank = state.bank
    // Before the controllers, because a preset may set some of them.
    selectProgram(onChannel: index)
    for number in 0..<128 { channel.pointee.controllers[number] = state.controllers[number] }
    channel.pointee.isPercussion = state.isPercussion
    channel.pointee.isDrumChannel = state.isDrumChannel
    channel.pointee.isMonophonic = state.isMonophonic
    channel.pointee.retriggersLegato = state.retriggersLegato
    channel.pointee.pressure = state.pressure
    channel.pointee.bend = state.bend
    channel.pointee.bendRangeSemitones = state.bendRangeSemitones
    channel.pointee.bendRangeCents = state.bendRangeCents
    channel.pointee.fineTuning = state.fineTuning
    channel.pointee.coarseTuning = state.coarseTuning
    channel.pointee.tuningProgram = state.tuningProgram
    channel.pointee.tuningBank = state.tuningBank
    channel.pointee.modulationDepth = state.modulationDepth
    channel.pointee.channelTuningCents = Double(state.channelTuningCents)
    channel.pointee.lowestKey = state.lowestKey
    channel.pointee.highestKey = state.highestKey
    channel.pointee.velocityFactor = state.velocityFactor
    channel.pointee.velocityOffset = state.velocityOffset
    channel.pointee.zoneManager = nil
    if let manager = state.zoneManager, Int(manager) < configuration.channelCount,
      Int(manager) != index
    {
      channel.pointee.zoneManager = manager
    }
    channel.pointee.cutoffOverride = state.cutoffOverride
    channel.pointee.resonanceOverride = state.resonanceOverride
    channel.pointee.portamentoTimeOverride = state.portamentoTimeOverride
    for pitchClass in 0..<12 {
      channel.pointee.tables.octaveTuning[pitchClass] = state.octaveTuning[pitchClass]
    }
    channel.pointee.hasGeneratorOffsets = false
    for number in 0..<Generator.tableCount {
      let offset = state.generatorOffsets[number]
      channel.pointee.tables.generatorOffsets[number] = offset
      if offset != 0 { channel.pointee.hasGeneratorOffsets = true }
    }
    refreshVoices(ofChannel: UInt8(truncatingIfNeeded: index))
    retuneKeys(ofChannel: UInt8(truncatingIfNeeded: index))
  }

  /// Returns the settings of the synthesizer.
  #if REALTIME_CHECKED
    @_noLocks @_noAllocation
  #endif
  package func systemState() -> SystemState {
    var state = SystemState()
    state.bankMode = bankMode.rawValue
    state.masterVolume = masterVolume
    state.masterBalance = masterBalance
    return state
  }

  /// Restores the settings of the synthesizer and removes all tunings. Restore tunings and channels
  /// afterwards.
  #if REALTIME_CHECKED
    @_noLocks @_noAllocation
  #endif
  package mutating func restore(_ state: SystemState) {
    bankMode = configuration.bankMode ?? BankMode(rawValue: state.bankMode) ?? bankMode
    masterVolume = state.masterVolume
    masterBalance = state.masterBalance
    updateMasterLevel()
    tunings.removeAll()
  }

  /// Returns the number of tunings that were set.
  #if REALTIME_CHECKED
    @_noLocks @_noAllocation
  #endif
  package func tuningCount() -> Int { tunings.count }

  /// Returns the tuning at an index below ``tuningCount()``.
  #if REALTIME_CHECKED
    @_noLocks @_noAllocation
  #endif
  package func tuning(at index: Int) -> TuningState {
    var state = TuningState()
    state.name = tunings.name(at: index)
    for key in 0..<128 { state.offsets[key] = tunings.offset(at: index, key: key) }
    return state
  }

  /// Restores a tuning.
  #if REALTIME_CHECKED
    @_noLocks @_noAllocation
  #endif
  package mutating func restore(_ state: TuningState) {
    for key in 0..<128 {
      tunings.set(
        bank: UInt8(truncatingIfNeeded: state.name >> 8) & 127,
        program: UInt8(truncatingIfNeeded: state.name) & 127,
        key: UInt8(truncatingIfNeeded: key), offset: state.offsets[key])
    }
  }
}
