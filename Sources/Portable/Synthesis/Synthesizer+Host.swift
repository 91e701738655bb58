public import PeachInstrumentModel

/// Parameters of a plug-in host, which affect active notes.
extension Synthesizer {
  /// The settings of the host. Active notes follow them.
  package var hostSettings: HostSettings {
    @_noLocks @_noAllocation get { host }
  }

  /// Sets the output gain of the host, a factor, which is applied in addition to that of the
  /// configuration. Active notes follow it.
  #if REALTIME_CHECKED
    @_noLocks @_noAllocation
  #endif
  public mutating func setHostGain(_ factor: Float) {
    if host.gain == factor { return }
    var settings = host
    settings.gain = factor
    setHostSettings(settings)
  }

  #if REALTIME_CHECKED
    @_noLocks @_noAllocation
  #endif
  package mutating func setHostSettings(_ settings: HostSettings) {
    host = settings
    updateMasterLevel()
    output.effects?.pointee.addDecibels(
      reverb: settings.reverbDecibels, chorus: settings.chorusDecibels)
    refreshAll()
    for channel in 0..<configuration.channelCount {
      retuneKeys(ofChannel: UInt8(truncatingIfNeeded: channel))
    }
  }

  #if !hasFeature(Embedded)
    /// Sets the pitch of a key in the base tuning, which channels play that messages have not
    /// tuned: a note number, or NaN if notes of the key are not played.
    /// ``retuneBaseKeys(low:high:)`` applies it to active notes.
    @_noLocks @_noAllocation
    package func setBaseTuning(ofKey key: UInt8, noteNumber: Double) {
      tunings.setBase(Float(noteNumber - Double(key)), ofKey: Int(key & 127))
    }

    /// Plays the tuning of the configuration again.
    #if REALTIME_CHECKED
      @_noLocks @_noAllocation
    #endif
    package func restoreBaseTuning() {
      tunings.restoreBase()
      retuneBaseKeys(low: .max, high: .max)
    }

    /// Applies the base tuning to active notes of some keys.
    ///
    /// - Parameters:
    ///   - low: A bit for each of the keys 0 through 63.
    ///   - high: A bit for each of the keys 64 through 127.
    #if REALTIME_CHECKED
      @_noLocks @_noAllocation
    #endif
    package func retuneBaseKeys(low: UInt64, high: UInt64) {
      for channel in 0..<configuration.channelCount {
        let settings = channels[channel].settings
        if settings.isPercussion
          || tunings.contains(bank: settings.tuningBank, program: settings.tuningProgram)
        {
          continue
        }
        retuneKeys(ofChannel: UInt8(truncatingIfNeeded: channel)) { key in
          (key < 64 ? low : high) &>> UInt64(key & 63) & 1 == 1
        }
      }
    }
  #endif

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
    guard hasChannel(index), !value.isNaN else { return }
    channels[index].tables.generatorOffsets[Int(generator.rawValue)] = value
    channels[index].hasGeneratorOffsets = true
    refreshVoices(ofChannel: UInt8(truncatingIfNeeded: index))
  }

  /// Sets the level of a channel, −96 through 24 dB, which is added to that of its controllers.
  /// Active notes follow it, resets do not change it.
  #if REALTIME_CHECKED
    @_noLocks @_noAllocation
  #endif
  public mutating func setLevel(decibels: Float, ofChannel index: Int) {
    guard hasChannel(index), !decibels.isNaN else { return }
    channels[index].hostLevel = 10 * min(max(decibels, -96), 24)
    refreshVoices(ofChannel: UInt8(truncatingIfNeeded: index))
  }

  @_noLocks @_noAllocation
  package func hasOverrides(onChannel index: Int) -> Bool { channels[index].hasOverrides }
}
