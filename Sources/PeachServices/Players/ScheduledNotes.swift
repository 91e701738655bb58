/// Notes that ``ChannelPlayer/schedule(_:atFrame:)`` has scheduled, for
/// ``ChannelPlayer/cancel(_:)``. Valid for the player that returned it.
public struct ScheduledNotes: Hashable, Sendable {
  /// The batch of the engine.
  var batch: UInt64 = 0
  /// The IDs of the notes.
  var ids: [UInt64] = []
  /// The frame at which the last note ends.
  var end: Int64 = 0
}
