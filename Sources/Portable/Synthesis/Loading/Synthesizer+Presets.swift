/// The presets that a synthesizer keeps alive because its channels, programs or voices may use
/// them.
struct KeptPresets {
  var presets: [PreparedPreset] = []
  /// The count at which unused presets are looked for. It grows with the number of used ones, so
  /// that the search takes constant time per selection on average.
  var searchCount = 16
}

/// The selection of presets on a control thread.
extension Synthesizer {
  /// Selects a preset on a channel, regardless of bank and program. Active notes continue. Keeps
  /// the preset until no channel and no voice uses it.
  ///
  /// Allocates; not for the audio thread. A ``PreparedPreset`` that another thread selects belongs
  /// to a live synthesizer.
  public mutating func use(_ preset: PreparedPreset, onChannel channel: UInt8) {
    keep([preset])
    handle(.usePreset(channel: channel, preset: preset.handle))
  }

  /// Sets the presets that program changes select, and keeps them until no program, channel or
  /// voice uses them. Allocates; not for the audio thread.
  public mutating func install(_ table: ProgramTable) {
    keep(table.presets)
    programCount = min(table.count, ProgramTable.capacity)
    isSingleInstrument = table.isSingle
    for index in 0..<programCount { (programs + index).initialize(to: table.entries[index]) }
    for index in 0..<configuration.channelCount { selectProgram(onChannel: index) }
  }

  /// The number of presets that ``use(_:onChannel:)`` and ``install(_:)`` keep in memory.
  package var keptPresetCount: Int { keptPresets.presets.count }

  private mutating func keep(_ presets: [PreparedPreset]) {
    if keptPresets.presets.count >= keptPresets.searchCount {
      var used: [PreparedPreset] = []
      for preset in keptPresets.presets where isUsed(preset.handle.address) { used.append(preset) }
      keptPresets.presets = used
      keptPresets.searchCount = max(16, 2 * used.count)
    }
    for preset in presets {
      if !keptPresets.presets.contains(where: { $0 === preset }) {
        keptPresets.presets.append(preset)
      }
    }
  }

  /// Returns whether a voice, a channel or a program uses the preset with this address. The time is
  /// proportional to their number.
  #if REALTIME_CHECKED
    @_noLocks @_noAllocation
  #endif
  package func isUsed(_ address: UInt) -> Bool {
    for index in 0..<configuration.channelCount where channels[index].preset?.address == address {
      return true
    }
    for index in 0..<programCount where programs[index].preset.address == address { return true }
    for index in 0..<pool.capacity where pool.voices[index].state != .free {
      if UInt(bitPattern: pool.voices[index].presetID) == address { return true }
    }
    return false
  }
}
