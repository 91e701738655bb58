/// The settings of a host, which apply in addition to those of messages. Resets do not change them.
package struct HostSettings: BitwiseCopyable, Sendable {
  /// The output gain as a factor.
  package var gain: Float = 1
  /// Cents that are added to the pitch of all channels but percussion.
  package var tuningCents = 0.0
  /// Cents that are added to each pitch class, from C, of all channels but percussion.
  package var pitchClassCents = InlineArray<12, Float>(repeating: 0)
  /// Decibels that are added to the level of the reverb; −96 and below mute it.
  package var reverbDecibels: Float = 0
  /// Decibels that are added to the level of the chorus.
  package var chorusDecibels: Float = 0

  @_noLocks @_noAllocation package init() {}
}

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

  /// Selects a bank and program on all channels except drum channels, regardless of bank select.
  #if REALTIME_CHECKED
    @_noLocks @_noAllocation
  #endif
  package mutating func use(bank: UInt16, program: UInt8) {
    for index in 0..<configuration.channelCount where !channels[index].settings.isDrumChannel {
      use(bank: bank, program: program, onChannel: index)
    }
  }
}
