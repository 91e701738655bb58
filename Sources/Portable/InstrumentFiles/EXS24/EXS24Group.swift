/// A group of zones of an EXS24 instrument: conditions and level.
package struct EXS24Group: Hashable, Sendable {
  /// The condition of a group, in addition to keys and velocities.
  package enum Choice: UInt8, Sendable {
    case none, note, roundRobin, controller, bend, channel, articulation, tempo
  }

  package var name: String
  /// Decibels.
  package var volume: Int
  /// −50 for left through 50 for right.
  package var pan: Int
  /// The polyphony; 0 for no limit.
  package var polyphony: UInt8
  package var isMuted: Bool
  /// The exclusive class; 0 for none.
  package var exclusiveClass: UInt8
  package var lowVelocity: UInt8
  package var highVelocity: UInt8
  package var lowKey: UInt8
  package var highKey: UInt8
  package var isReleaseTriggered: Bool
  /// The raw value of a ``Choice``.
  package var choice: UInt8
  package var controller: UInt8
  package var lowValue: UInt8
  package var highValue: UInt8
  /// Whether the group offsets its zones' filter or envelopes.
  package var hasOffsets: Bool

  init(_ payload: EXS24Payload, name: String) {
    self.name = name
    volume = payload.signed(0)
    pan = payload.signed(1)
    polyphony = payload.byte(2)
    isMuted = payload.byte(3) & 16 != 0
    exclusiveClass = payload.byte(4)
    lowVelocity = payload.byte(5)
    highVelocity = payload.byte(6, or: 127)
    isReleaseTriggered = payload.byte(73) != 0
    hasOffsets =
      payload.byte(41) != 0 || payload.byte(43) != 0
      || [56, 60, 64, 68].contains { payload.signed($0, bytes: 4) != 0 }
    // Older files end here: their groups have all keys.
    choice = payload.byte(84)
    controller = payload.byte(85)
    lowValue = payload.byte(86)
    highValue = payload.byte(87)
    lowKey = payload.byte(88)
    highKey = payload.byte(89, or: 127)
  }
}
