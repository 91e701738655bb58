import PeachInstrumentModel
public import PeachMIDIEvents
import PeachSequencing
import PeachSynthesis
import Synchronization

/// Parameters and state. Control thread only.
extension SamplerUnit {
  // MARK: Parameters

  /// Returns the value of a parameter; `nil` for generators without an override, whose value is the
  /// file's, and for unknown addresses.
  public func value(ofParameterAt address: UInt64) -> Float? {
    guard let index = UnitSharedState.parameterIndex(of: address) else { return nil }
    if address == UnitMode.activeVoiceCount.rawValue { return Float(activeVoiceCount) }
    let value = value(at: index)
    if !value.isNaN { return value }
    if address == UnitMode.bankMode.rawValue { return UnitMode.value(of: configuration.bankMode) }
    return index < Generator.tableCount ? nil : UnitParameter.at(address)?.defaultValue
  }

  /// Sets a parameter, clamped to its range, immediately or with a linear ramp.
  ///
  /// - Throws: ``UnitCommandError``, with nothing changed, if the parameter is unknown or
  ///   read-only, if the value is NaN, or if the command queue is full.
  public func set(
    _ value: Float, ofParameterAt address: UInt64, rampFrames: Int = 0
  ) throws(UnitCommandError) {
    guard let parameter = UnitParameter.at(address), parameter.isWritable,
      let index = UnitSharedState.parameterIndex(of: address)
    else { throw .unknownParameter(address: address) }
    guard let clamped = parameter.clamped(value) else { throw .notANumber }
    if hasRenderResources {
      try send(.parameter(address: address, value: clamped, rampFrames: max(rampFrames, 0)))
      setPending(clamped, at: index)
    } else {
      var state = self.state
      state.set(clamped, at: address)
      store(state)
    }
  }

  /// Clears the override of a generator.
  ///
  /// - Throws: ``UnitCommandError`` if the address is not a generator's or the command queue is
  ///   full.
  public func clearOverride(at address: UInt64) throws(UnitCommandError) {
    guard case .generator(let generator) = UnitParameter.at(address)?.kind,
      let index = UnitSharedState.parameterIndex(of: address)
    else { throw .unknownParameter(address: address) }
    if hasRenderResources {
      try send(.clearOverride(generator))
    } else {
      shared.pointee.values.store(.nan, at: index)
    }
    setPending(.nan, at: index)
  }

  /// Sends a MIDI message, which is handled at the start of the next block.
  ///
  /// - Throws: ``UnitCommandError`` without render resources, or if the command queue is full.
  public func send(_ message: MIDIMessage) throws(UnitCommandError) {
    try send(.message(message))
  }

  // MARK: State

  /// The current settings.
  public var state: UnitState {
    var state = unhandledState ?? publishedState
    state.bankPath = bankPath
    state.bankStack = bankStack
    return state
  }

  private var publishedState: UnitState {
    var state = UnitState()
    for parameter in UnitParameter.all where parameter.isWritable {
      guard let index = UnitSharedState.parameterIndex(of: parameter.address) else { continue }
      let value = value(at: index)
      if value.isNaN { continue }
      state.parameters.append(UnitState.Setting(address: parameter.address, value: value))
    }
    for generator in Generator.allCases {
      let offset = shared.pointee.offsets.float(at: Int(generator.rawValue))
      if offset == 0 { continue }
      state.offsets.append(UnitState.Setting(address: UInt64(generator.rawValue), value: offset))
    }
    readSettings(into: &state)
    return state
  }

  /// Reads channels, system and tunings as of one moment, if 100 attempts suffice.
  private func readSettings(into state: inout UnitState) {
    for _ in 0..<100 {
      let before = shared.pointee.stateVersion.load(ordering: .sequentiallyConsistent)
      state.channels = shared.pointee.channels.prefix(UnitSharedState.channelWordCount)
      state.system = shared.pointee.system.prefix(UnitSharedState.systemWordCount)
      let tuningCount = shared.pointee.tuningCount.load(ordering: .relaxed)
      state.tunings = shared.pointee.tunings.prefix(tuningCount * TuningState.wordCount)
      let after = shared.pointee.stateVersion.load(ordering: .sequentiallyConsistent)
      if before == after && before & 1 == 0 { break }
    }
  }

  /// Restores a state, its bank first. Parameters that the state lacks have their defaults. If the
  /// bank cannot be loaded, or if too many commands are waiting, nothing changes.
  ///
  /// Straightens the presets that the state selects, if straight tones are on.
  public func restore(_ state: UnitState) throws(UnitLoadError) {
    guard !hasRenderResources || shared.pointee.commands.room >= 2 * Self.commandReserve else {
      throw .busy
    }
    if !state.bankStack.isEmpty {
      if state.bankStack != bankStack { try load(state.bankStack, selection: nil) }
    } else if let path = state.bankPath, path != bankPath || !bankStack.isEmpty {
      try load(path, selection: nil)
    }
    apply(state)
  }

  /// Restores everything except the bank.
  func apply(_ state: UnitState) {
    guard hasRenderResources else { return store(state) }
    for generator in Generator.allCases {
      let offset = state.offsets.first { $0.address == UInt64(generator.rawValue) }
      sendReserved(.offset(generator, value: offset?.value ?? 0))
    }
    // Before the channel settings, which take precedence over what modes set there.
    let modes: [UnitMode] = [
      .portamentoRate, .oneVoicePerKey, .retrigger, .bankMode, .straightTone, .vibratoAmount,
      .inTune, .gain, .reverbLevel, .chorusLevel, .concertPitch, .scale, .scaleRoot, .purity,
      .glide, .adaptive, .smoothTone, .stretchAmount, .octaveStretch,
    ]
    for mode in modes {
      guard let value = state.value(at: mode.rawValue) ?? defaultValue(replacingThatOf: mode)
      else { continue }
      sendReserved(.parameter(address: mode.rawValue, value: value, rampFrames: 0))
    }
    // The channels have their presets; these values only decide whether later ones are changes.
    for mode in [UnitMode.presetBank, .presetProgram] {
      shared.pointee.values.store(state.value(at: mode.rawValue) ?? .nan, at: mode.parameterIndex)
    }
    if state.channels.count == UnitSharedState.channelWordCount { mail(state) }
    for generator in Generator.allCases {
      let address = UInt64(generator.rawValue)
      if let value = state.value(at: address) {
        sendReserved(.parameter(address: address, value: value, rampFrames: 0))
      } else {
        sendReserved(.clearOverride(generator))
      }
    }
    setPending(state)
    if let bank { straighten(bank, selectedBy: state) }
    updateIntonation()
  }

  /// Returns the default of a mode that has been set: a state has only what differs from the
  /// defaults. `nil` if the mode has never been set.
  private func defaultValue(replacingThatOf mode: UnitMode) -> Float? {
    if value(at: mode.parameterIndex).isNaN { return nil }
    if mode == .bankMode { return UnitMode.value(of: configuration.bankMode) }
    return UnitParameter.at(mode.rawValue)?.defaultValue
  }

  /// Passes the encoded settings to the audio thread through the mailbox.
  private func mail(_ state: UnitState) {
    // Replaces settings that have not been read; the audio thread reads them within microseconds.
    while true {
      let exchange = shared.pointee.mailboxState.compareExchange(
        expected: 1, desired: 0, ordering: .acquiringAndReleasing)
      if exchange.original != 2 { break }
    }
    // States written before system settings existed leave them unchanged.
    let system =
      state.system.count == UnitSharedState.systemWordCount
      ? state.system : shared.pointee.system.prefix(UnitSharedState.systemWordCount)
    let words = [state.channels, system, state.tunings].joined()
    for (index, word) in words.enumerated() { shared.pointee.mailbox[index] = word }
    shared.pointee.mailedTuningCount.store(
      state.tunings.count / TuningState.wordCount, ordering: .relaxed)
    shared.pointee.mailboxState.store(1, ordering: .releasing)
    sendReserved(.restoreState)
  }

  /// Stores a state while the render resources are not allocated.
  func store(_ state: UnitState) {
    clearPending()
    for index in 0..<UnitSharedState.valueCount { shared.pointee.values.store(.nan, at: index) }
    for setting in state.parameters {
      guard let index = UnitSharedState.parameterIndex(of: setting.address) else { continue }
      shared.pointee.values.store(setting.value, at: index)
    }
    for index in 0..<Generator.tableCount {
      let offset = state.offsets.first { $0.address == UInt64(index) }
      shared.pointee.offsets.store(offset?.value ?? 0, at: index)
    }
    guard state.channels.count == UnitSharedState.channelWordCount else { return }
    shared.pointee.channels.store(state.channels)
    shared.pointee.tunings.store(state.tunings)
    shared.pointee.tuningCount.store(
      state.tunings.count / TuningState.wordCount, ordering: .relaxed)
    if state.system.count == UnitSharedState.systemWordCount {
      shared.pointee.system.store(state.system)
    }
  }

  /// Publishes the settings of a unit in its power-on state.
  func setInitialState() {
    var core = SamplerUnitCore(configuration.silent, shared: UnsafePointer(shared))
    core.publishState(withModes: false)
  }

  /// Selects a preset without render resources: on one channel, or on all except drum channels.
  func storePreset(_ entry: ProgramTable.Entry?, onChannel selected: Int? = nil) {
    guard let entry else { return }
    var state = UnitState()
    state.channels = shared.pointee.channels.prefix(UnitSharedState.channelWordCount)
    state.updateChannels { index, channel in
      guard selected == index || selected == nil && !channel.settings.isDrumChannel else { return }
      channel.settings.program = entry.program
      channel.settings.bank = entry.bank
    }
    shared.pointee.channels.store(state.channels)
  }
}

extension UnitState {
  /// Returns the value of a parameter; `nil` if it is not set.
  func value(at address: UInt64) -> Float? { parameters.first { $0.address == address }?.value }

  /// Sets a parameter, and the channel settings that it implies.
  mutating func set(_ value: Float, at address: UInt64) {
    parameters.removeAll { $0.address == address }
    parameters.append(Setting(address: address, value: value))
    parameters.sort { $0.address < $1.address }
    switch UnitMode(rawValue: address) {
    case .portamento: updateChannels { _, channel in channel.isPortamentoOn = value >= 0.5 }
    case .polyphonic: updateChannels { _, channel in channel.settings.isMonophonic = value < 0.5 }
    case .bankMode:
      updateChannels { index, channel in
        if index == 9 { channel.settings.isDrumChannel = UnitMode.bankMode(value) != .plain }
      }
    case .presetBank, .presetProgram:
      setChannels(
        bank: Int(self.value(at: UnitMode.presetBank.rawValue) ?? 0),
        program: Int(self.value(at: UnitMode.presetProgram.rawValue) ?? 0))
    default: break
    }
  }

  mutating func updateChannels(_ body: (_ index: Int, _ channel: inout ChannelState) -> Void) {
    channels.withUnsafeMutableBufferPointer { words in
      guard let start = words.baseAddress else { return }
      for index in 0..<words.count / ChannelState.wordCount {
        let encoded = start + index * ChannelState.wordCount
        var channel = ChannelState(words: encoded)
        body(index, &channel)
        channel.encode(to: encoded)
      }
    }
  }
}
