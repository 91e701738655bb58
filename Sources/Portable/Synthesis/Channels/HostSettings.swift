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
