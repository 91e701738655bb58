public import PeachInstrumentModel

/// The presets of channels: program changes, program tables, and presets selected directly.
extension Synthesizer {
  /// Selects a program on a channel and, if it manages an MPE zone, on its members.
  mutating func changeProgram(channel: UInt8, program: UInt8) {
    guard hasChannel(channel) else { return }
    for index in 0..<configuration.channelCount
    where index == Int(channel) || channels[index].settings.zoneManager == channel {
      let own = channels + index
      let selection = bankMode.selection(
        msb: own.pointee.controllers[Int(Controller.bankSelect)],
        lsb: own.pointee.controllers[Int(Controller.bankSelectLSB)],
        isDrumChannel: own.pointee.settings.isDrumChannel)
      own.pointee.settings.program = program
      // Another kit has its own settings (GS, XG).
      own.pointee.hasDrumKeys = false
      own.pointee.settings.bank = selection.bank
      own.pointee.settings.isPercussion = selection.isPercussion
      selectProgram(onChannel: index)
    }
  }

  /// Has a channel play the installed preset of a bank and program, whatever program is selected on
  /// it. Resets do not change it. Active notes continue.
  package mutating func setPreset(bank: UInt16, program: UInt8, ofChannel index: Int) {
    guard hasChannel(index) else { return }
    channels[index].hasHostPreset = true
    channels[index].hostBank = bank
    channels[index].hostProgram = program
    selectProgram(onChannel: index)
  }

  /// Selects the installed preset of the channel's bank and program, if any presets are installed.
  mutating func selectProgram(onChannel index: Int) {
    if programCount > 0 { selectPreset(requestedPreset(ofChannel: index), onChannel: index) }
  }

  /// Selects a channel's preset, sets the controllers it initializes, and clears the key history.
  mutating func selectPreset(_ preset: PresetHandle?, onChannel index: Int) {
    if channels[index].hasOverrides {
      channels[index].clearOverrides()
      live.areVoicesStale = true
    }
    let isNew = preset?.regions != channels[index].preset?.regions
    channels[index].preset = preset
    guard isNew, let preset else { return }
    keyHistory.reset(index)
    for number in 0..<preset.controllerCount {
      let setting = preset.controllers[number]
      channels[index].controllers[Int(setting.controller & 127)] = setting.value
    }
  }

  /// Returns the bank and program that the host has chosen for a channel, or else those last
  /// requested on it, even without such a preset.
  public func requestedPreset(onChannel channel: UInt8) -> PresetIdentifier {
    precondition(Int(channel) < configuration.channelCount, "No such channel.")
    let channel = channels[Int(channel)]
    return PresetIdentifier(bank: channel.requestedBank, program: channel.requestedProgram)
  }

  /// Returns the installed preset of a channel's bank and program, or its substitute.
  func requestedPreset(ofChannel index: Int) -> PresetHandle? {
    var match = PresetMatch(
      bank: channels[index].requestedBank, program: channels[index].requestedProgram,
      isSingle: isSingleInstrument)
    for index in 0..<programCount {
      match.consider(bank: programs[index].bank, program: programs[index].program, at: index)
    }
    guard let index = match.index else { return nil }
    return programs[index].preset
  }

  /// The installed percussion kit with the lowest program, which plays the keys that other kits
  /// lack.
  var standardKit: PresetHandle? {
    var match = PresetMatch(bank: BankMode.percussionBank, program: 0, isSingle: false)
    for index in 0..<programCount {
      match.consider(bank: programs[index].bank, program: programs[index].program, at: index)
    }
    guard let index = match.index else { return nil }
    return programs[index].preset
  }

  /// Replaces the presets that program changes select; active notes continue. The old presets must
  /// live while ``soundsNote(from:below:)`` returns `true` for the notes started before the call.
  @_noLocks @_noAllocation
  package mutating func install(_ entries: UnsafePointer<ProgramTable.Entry>, count: Int) {
    programCount = min(count, ProgramTable.Entry.maximumCount)
    isSingleInstrument = count == 1
    for index in 0..<programCount { (programs + index).initialize(to: entries[index]) }
    for index in 0..<configuration.channelCount {
      selectPreset(requestedPreset(ofChannel: index), onChannel: index)
    }
  }

  /// Selects a preset, its bank and program, or no preset, on all channels except drum channels.
  @_noLocks @_noAllocation
  package mutating func use(_ entry: ProgramTable.Entry?) {
    for index in 0..<configuration.channelCount where !channels[index].settings.isDrumChannel {
      use(entry, onChannel: index)
    }
  }

  @_noLocks @_noAllocation
  package mutating func use(_ entry: ProgramTable.Entry?, onChannel index: Int) {
    if let entry { channels[index].request(bank: entry.bank, program: entry.program) }
    selectPreset(entry?.preset, onChannel: index)
  }

  /// Selects a preset on a channel, or none, without keeping it. Active notes continue. A channel
  /// that does not exist is ignored.
  ///
  /// Unlike ``use(_:onChannel:)``, this does not allocate, so that a host that prepares its presets
  /// beforehand can select them on the audio thread. It counts the reference, without allocating.
  ///
  /// The caller keeps the preset alive until both are true; otherwise the synthesizer reads freed
  /// memory:
  /// 1. No channel plays it: on each channel where it was selected, another preset or `nil` has
  ///    been selected since, by this function or ``use(bank:program:onChannel:)``, or the
  ///    synthesizer has ended.
  /// 2. No note that began meanwhile sounds: ``soundsNote(from:below:)`` is `false` from the
  ///    ``nextNoteOnSerial()`` before its selection to the one after that of the other preset.
  public mutating func usePreset(_ preset: PreparedPreset?, onChannel index: Int) {
    guard hasChannel(index) else { return }
    selectPreset(preset?.handle, onChannel: index)
  }

  /// Selects a bank and program on a channel, regardless of bank select.
  @_noLocks @_noAllocation
  public mutating func use(bank: UInt16, program: UInt8, onChannel index: Int) {
    guard hasChannel(index) else { return }
    channels[index].request(bank: bank, program: program)
    selectPreset(requestedPreset(ofChannel: index), onChannel: index)
  }

  /// Selects a bank and program on all channels except drum channels, regardless of bank select.
  @_noLocks @_noAllocation
  package mutating func use(bank: UInt16, program: UInt8) {
    for index in 0..<configuration.channelCount where !channels[index].settings.isDrumChannel {
      use(bank: bank, program: program, onChannel: index)
    }
  }

  /// Replaces an installed preset, also on the channels that play it. Active notes continue, and
  /// controllers and overrides are unchanged. The old preset must live as long as its notes.
  @_noLocks @_noAllocation
  package mutating func replacePreset(at index: Int, with preset: PresetHandle) {
    guard index >= 0 && index < programCount else { return }
    let old = programs[index].preset.regions
    programs[index].preset = preset
    for channel in 0..<configuration.channelCount
    where channels[channel].preset?.regions == old {
      channels[channel].preset = preset
    }
  }

  /// Returns the address that identifies a channel's preset; `nil` for no preset.
  @_noLocks @_noAllocation
  package func presetAddress(onChannel index: Int) -> UInt? {
    guard let preset = channels[index].preset else { return nil }
    return UInt(bitPattern: preset.regions)
  }

  /// Returns the serial number of the next note; greater than those of all notes before it.
  @_noLocks @_noAllocation public func nextNoteOnSerial() -> UInt64 { nextSerial }

  /// Whether any note with a serial number in `first..<end` is active.
  @_noLocks @_noAllocation
  public func soundsNote(from first: UInt64, below end: UInt64) -> Bool {
    if first == end { return false }
    for index in 0..<pool.capacity where !pool.voices[index].isFree {
      let serial = pool.voices[index].noteOnSerial
      if serial >= first && serial < end { return true }
    }
    return false
  }
}
