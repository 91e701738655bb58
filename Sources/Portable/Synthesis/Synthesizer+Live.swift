import PeachInstrumentModel

/// What a host moves while notes sound: generators, glides, how keys share voices.
extension Synthesizer {
  mutating func setLive(_ event: SynthesizerEvent) {
    switch event {
    case .overrideGenerator(let channel, let generator, let value, let share):
      guard Int(channel) < configuration.channelCount, value == value, share >= 0 && share <= 1
      else { return }
      let index = Int(generator.rawValue)
      let tables = channels[Int(channel)].tables
      tables.replacements[index] = value
      tables.overrideMixes[index] = share
      if share > 0 { channels[Int(channel)].hasOverrides = true }
      live.areVoicesStale = true
    case .offsetGenerator(let generator, let value):
      if value == value { live.set(generator, to: value) }
    case .glideTime(let channel, let seconds):
      guard Int(channel) < configuration.channelCount, seconds >= 0 && seconds <= 61 else { return }
      channels[Int(channel)].portamentoTimeOverride = seconds
    case .strikeAnew(let channel, let isOn):
      guard Int(channel) < configuration.channelCount else { return }
      channels[Int(channel)].retriggersLegato = isOn
    case .oneVoicePerKey(let isOn): live.isOneVoicePerKey = isOn
    default: break
    }
  }

  /// Evaluates every voice again where parameters have moved since the last frame.
  mutating func refreshStale() {
    live.areVoicesStale = false
    refreshAll()
  }

  /// Puts the presets of another table in the place of those that program changes choose from; what
  /// sounds goes on. The presets must live for as long as ``soundsNote(from:below:)`` says that
  /// something sounds of what began before they were replaced.
  #if REALTIME_CHECKED
    @_noLocks @_noAllocation
  #endif
  package mutating func install(_ entries: UnsafePointer<ProgramTable.Entry>, count: Int) {
    programCount = min(count, ProgramTable.capacity)
    isSingleInstrument = count == 1
    for index in 0..<programCount { (programs + index).initialize(to: entries[index]) }
    for index in 0..<configuration.channelCount {
      choose(preset(bank: channels[index].bank, program: channels[index].program), onChannel: index)
    }
  }

  /// Puts a preset, or none, on all channels but those that play percussion, as if its bank and
  /// program had been chosen there.
  #if REALTIME_CHECKED
    @_noLocks @_noAllocation
  #endif
  package mutating func use(_ entry: ProgramTable.Entry?) {
    for index in 0..<configuration.channelCount where !channels[index].isRhythmPart {
      use(entry, onChannel: index)
    }
  }

  /// Puts a preset, or none, on a channel, as if its bank and program had been chosen there.
  #if REALTIME_CHECKED
    @_noLocks @_noAllocation
  #endif
  package mutating func use(_ entry: ProgramTable.Entry?, onChannel index: Int) {
    if let entry {
      channels[index].bank = entry.bank
      channels[index].program = entry.program
      channels[index].isPercussion = entry.bank == UInt16(ProgramTable.percussionBank)
    }
    choose(entry?.preset, onChannel: index)
  }

  /// Chooses a bank and program for a channel, whatever bank select would make of it.
  #if REALTIME_CHECKED
    @_noLocks @_noAllocation
  #endif
  package mutating func use(bank: UInt16, program: UInt8, onChannel index: Int) {
    guard index < configuration.channelCount else { return }
    channels[index].bank = bank
    channels[index].program = program
    channels[index].isPercussion = bank == UInt16(ProgramTable.percussionBank)
    choose(preset(bank: bank, program: program), onChannel: index)
  }

  /// What the next note's voices will be told apart by: more than all before it.
  #if REALTIME_CHECKED
    @_noLocks @_noAllocation
  #endif
  package func nextNoteOnSerial() -> UInt64 { nextAge }

  /// Whether a note sounds whose ``nextNoteOnSerial()`` was in a range when it began.
  #if REALTIME_CHECKED
    @_noLocks @_noAllocation
  #endif
  package func soundsNote(from first: UInt64, below end: UInt64) -> Bool {
    if first == end { return false }
    for index in 0..<pool.capacity where pool.voices[index].state != .free {
      let age = pool.voices[index].age
      if age >= first && age < end { return true }
    }
    return false
  }

  /// What tells a channel's preset from all others that live; nil where it has none.
  #if REALTIME_CHECKED
    @_noLocks @_noAllocation
  #endif
  package func presetAddress(onChannel index: Int) -> UInt? {
    guard let regions = channels[index].preset?.regions else { return nil }
    return UInt(bitPattern: regions)
  }

  /// Whether anything stands in a generator's place on a channel.
  #if REALTIME_CHECKED
    @_noLocks @_noAllocation
  #endif
  package func hasOverrides(onChannel index: Int) -> Bool { channels[index].hasOverrides }
}
