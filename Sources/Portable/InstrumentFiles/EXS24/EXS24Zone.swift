/// A zone of an EXS24 instrument: which part of a sample sounds where.
package struct EXS24Zone: Hashable, Sendable {
  /// Its name.
  package var name: String
  /// Plays to its end, whether its key is held or not.
  package var isOneShot: Bool
  /// Its pitch does not depend on the key.
  package var isUntuned: Bool
  /// It is played backward.
  package var isReversed: Bool
  package var rootKey: UInt8
  /// Cents added to its pitch.
  package var fineTune: Int
  /// Semitones added to its pitch.
  package var coarseTune: Int
  /// −50 for left through 50 for right.
  package var pan: Int
  /// Decibels.
  package var volume: Int
  package var lowKey: UInt8
  package var highKey: UInt8
  package var lowVelocity: UInt8
  package var highVelocity: UInt8
  /// The first frame, and the one behind the last; 0 where it is the file's.
  package var start: Int
  package var end: Int
  package var loopStart: Int
  /// The frame behind the loop's last.
  package var loopEnd: Int
  /// Milliseconds.
  package var loopCrossfade: Int
  package var loops: Bool
  package var loopEndsOnRelease: Bool
  /// 0 forward, 1 backward, 2 to and fro.
  package var loopDirection: UInt8
  /// Which group it is in; −1 for none.
  package var group: Int
  /// Which sample it plays; −1 for the one with the zone's own number.
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
    group = payload.long(88, or: -1)
    sample = payload.long(92, or: -1)
  }
}
