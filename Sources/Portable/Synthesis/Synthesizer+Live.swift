public import PeachInstrumentModel

/// Parameters of a plug-in host, which affect active notes.
extension Synthesizer {
  mutating func setLive(_ event: SynthesizerEvent) {
    switch event {
    case .overrideGenerator(let channel, let generator, let value, let mix):
      guard hasChannel(channel), !value.isNaN, mix >= 0 && mix <= 1 else { return }
      let index = Int(generator.rawValue)
      let tables = channels[Int(channel)].tables
      tables.overrides[index] = value
      tables.overrideMixes[index] = mix
      if mix > 0 { channels[Int(channel)].hasOverrides = true }
      live.areVoicesStale = true
    case .offsetGenerator(let generator, let value):
      if !value.isNaN { live.set(generator, to: value) }
    case .portamentoTime(let channel, let seconds):
      guard hasChannel(channel), seconds >= 0 && seconds <= 61 else { return }
      channels[Int(channel)].settings.portamentoTimeOverride = seconds
    case .legatoRetrigger(let channel, let isOn):
      guard hasChannel(channel) else { return }
      channels[Int(channel)].settings.retriggersLegato = isOn
    case .oneVoicePerKey(let isOn): live.isOneVoicePerKey = isOn
    default: break
    }
  }

  mutating func refreshStale() {
    live.areVoicesStale = false
    refreshAll()
  }

  /// Replaces the presets that program changes select; active notes continue. The old presets must
  /// live while ``soundsNote(from:below:)`` returns `true` for the notes started before the call.
  #if REALTIME_CHECKED
    @_noLocks @_noAllocation
  #endif
  package mutating func install(_ entries: UnsafePointer<ProgramTable.Entry>, count: Int) {
    programCount = min(count, ProgramTable.capacity)
    isSingleInstrument = count == 1
    for index in 0..<programCount { (programs + index).initialize(to: entries[index]) }
    for index in 0..<configuration.channelCount {
      selectPreset(requestedPreset(ofChannel: index), onChannel: index)
    }
  }

  /// Selects a preset, its bank and program, or no preset, on all channels except drum channels.
  #if REALTIME_CHECKED
    @_noLocks @_noAllocation
  #endif
  package mutating func use(_ entry: ProgramTable.Entry?) {
    for index in 0..<configuration.channelCount where !channels[index].settings.isDrumChannel {
      use(entry, onChannel: index)
    }
  }

  #if REALTIME_CHECKED
    @_noLocks @_noAllocation
  #endif
  package mutating func use(_ entry: ProgramTable.Entry?, onChannel index: Int) {
    if let entry { channels[index].request(bank: entry.bank, program: entry.program) }
    selectPreset(entry?.preset, onChannel: index)
  }

  /// Selects a preset on a channel, or none. Active notes continue. The preset must live while
  /// ``soundsNote(from:below:)`` returns `true` for its notes.
  #if REALTIME_CHECKED
    @_noLocks @_noAllocation
  #endif
  public mutating func usePreset(_ preset: PreparedPreset?, onChannel index: Int) {
    guard index < configuration.channelCount else { return }
    selectPreset(preset?.handle, onChannel: index)
  }

  /// Selects a bank and program on a channel, regardless of bank select.
  #if REALTIME_CHECKED
    @_noLocks @_noAllocation
  #endif
  public mutating func use(bank: UInt16, program: UInt8, onChannel index: Int) {
    guard index < configuration.channelCount else { return }
    channels[index].request(bank: bank, program: program)
    selectPreset(requestedPreset(ofChannel: index), onChannel: index)
  }

  /// Replaces an installed preset, also on the channels that play it. Active notes continue, and
  /// controllers and overrides are unchanged. The old preset must live as long as its notes.
  #if REALTIME_CHECKED
    @_noLocks @_noAllocation
  #endif
  package mutating func replacePreset(at index: Int, with preset: PresetHandle) {
    guard index >= 0 && index < programCount else { return }
    let address = programs[index].preset.address
    programs[index].preset = preset
    for channel in 0..<configuration.channelCount
    where channels[channel].preset?.address == address {
      channels[channel].preset = preset
    }
  }

  /// Sets the amount of recorded vibrato, 0…2, on all channels, until controller 77 is received.
  #if REALTIME_CHECKED
    @_noLocks @_noAllocation
  #endif
  package mutating func setVibratoAmount(_ amount: Float) {
    for channel in 0..<configuration.channelCount {
      channels[channel].settings.hasVibratoDepth = false
      handle(.vibratoAmount(channel: UInt8(truncatingIfNeeded: channel), amount: amount))
    }
  }

  /// Sets the offset of a generator on a channel, in its unit, as data entry of an NRPN does
  /// (SoundFont 2.04 §9.6).
  #if REALTIME_CHECKED
    @_noLocks @_noAllocation
  #endif
  public mutating func setOffset(_ value: Float, of generator: Generator, onChannel index: Int) {
    guard index < configuration.channelCount, !value.isNaN else { return }
    channels[index].tables.generatorOffsets[Int(generator.rawValue)] = value
    channels[index].hasGeneratorOffsets = true
    refreshVoices(ofChannel: UInt8(truncatingIfNeeded: index))
  }

  /// Renders `count` frames of voices, and of their effects to other buffers; without clicks and
  /// limiter.
  #if REALTIME_CHECKED
    @_noLocks @_noAllocation
  #endif
  public mutating func render(
    left: UnsafeMutablePointer<Float>, right: UnsafeMutablePointer<Float>,
    wetLeft: UnsafeMutablePointer<Float>, wetRight: UnsafeMutablePointer<Float>, count: Int
  ) {
    if live.areVoicesStale { refreshStale() }
    finishSpans()
    var done = 0
    while done < count {
      let run = min(count &- done, ControlBlock.longFramesRemaining(from: frame))
      let span = VoiceSpan(
        buses: buses, frame: frame, count: run, left: left + done, right: right + done)
      span.render(pool, partitions: 0..<VoicePartition.count)
      output.finish(span, wetLeft: wetLeft + done, wetRight: wetRight + done)
      done &+= run
      frame &+= Int64(run)
    }
  }

  /// Returns the serial number of the next note; greater than those of all notes before it.
  @_noLocks @_noAllocation public func nextNoteOnSerial() -> UInt64 { nextSerial }

  /// Whether any note with a serial number in `first..<end` is active.
  #if REALTIME_CHECKED
    @_noLocks @_noAllocation
  #endif
  public func soundsNote(from first: UInt64, below end: UInt64) -> Bool {
    if first == end { return false }
    for index in 0..<pool.capacity where pool.voices[index].state != .free {
      let serial = pool.voices[index].noteOnSerial
      if serial >= first && serial < end { return true }
    }
    return false
  }

  /// Returns the address that identifies a channel's preset; `nil` for no preset.
  #if REALTIME_CHECKED
    @_noLocks @_noAllocation
  #endif
  package func presetAddress(onChannel index: Int) -> UInt? { channels[index].preset?.address }

  @_noLocks @_noAllocation
  package func hasOverrides(onChannel index: Int) -> Bool { channels[index].hasOverrides }
}
