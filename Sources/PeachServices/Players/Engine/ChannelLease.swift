import PeachSynthesis

/// A channel of an engine, leased to one player for the lifetime of this object. When the lease
/// ends, notes on the channel fade out and the engine can lease the channel again.
final class ChannelLease: Sendable {
  let engine: PlaybackEngine
  let channel: UInt8

  /// Leases a channel with a preset on it, unless notes select their own. `setUp` returns further
  /// events to send to the channel.
  init(
    on engine: PlaybackEngine, playing preset: PreparedPreset?,
    setUp: (UInt8) -> [TimedEvent] = { _ in [] }
  ) throws(NotePlayerError) {
    self.engine = engine
    channel = try engine.leaseChannel(playing: preset, setUp: setUp)
  }

  deinit { engine.returnChannel(channel) }
}
