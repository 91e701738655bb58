/// A zone of an EXS24 instrument: a range of a sample with its keys and velocities.
package struct EXS24Zone: Hashable, Sendable {
  package var name: String
  /// Whether the zone plays from its start to its end, without loop or note-off.
  package var isOneShot: Bool
  /// Whether the pitch is independent of the key.
  package var isUntuned: Bool
  package var isReversed: Bool
  package var rootKey: UInt8
  /// Cents.
  package var fineTune: Int
  /// Semitones.
  package var coarseTune: Int
  /// −50 for left through 50 for right.
  package var pan: Int
  /// Decibels.
  package var volume: Int
  package var lowKey: UInt8
  package var highKey: UInt8
  package var lowVelocity: UInt8
  package var highVelocity: UInt8
  /// The first frame, and the exclusive end; an end of 0 is the file's.
  package var start: Int
  package var end: Int
  package var loopStart: Int
  /// The exclusive end of the loop.
  package var loopEnd: Int
  /// Milliseconds.
  package var loopCrossfade: Int
  package var loops: Bool
  package var loopEndsOnRelease: Bool
  /// 0 for forward, 1 for backward, 2 for alternating.
  package var loopDirection: UInt8
  /// The index of the group; −1 for none.
  package var group: Int
  /// The index of the sample; −1 for the zone's own index.
  package var sample: Int

  init(_ payload: EXS24Payload, name: String) {
    self.name = name
    let options = payload.byte(0)
    isOneShot = options & 1 != 0
    isUntuned = options & 2 != 0
    isReversed = options & 4 != 0
    rootKey = payload.byte(1)
    fineTune = payload.signed(2)
    pan = payload.signed(3)
    volume = payload.signed(4)
    lowKey = payload.byte(6)
    highKey = payload.byte(7, or: 127)
    let hasVelocities = options & 8 != 0
    lowVelocity = hasVelocities ? payload.byte(9) : 0
    highVelocity = hasVelocities ? payload.byte(10, or: 127) : 127
    start = payload.number(12, bytes: 4)
    end = payload.number(16, bytes: 4)
    loopStart = payload.number(20, bytes: 4)
    loopEnd = payload.number(24, bytes: 4)
    loopCrossfade = payload.number(28, bytes: 4)
    loops = payload.byte(33) & 1 != 0
    loopEndsOnRelease = payload.byte(33) & 4 != 0
    loopDirection = payload.byte(34)
    coarseTune = payload.signed(80)
    group = payload.signed(88, bytes: 4, or: -1)
    sample = payload.signed(92, bytes: 4, or: -1)
  }
}
