/// A note that sounds while others are played.
package struct LiveNote: BitwiseCopyable, Sendable {
  /// The number of the note-on.
  package var serial: UInt64
  package var channel: UInt8
  package var key: UInt8
  package var velocity: UInt8
  /// Whether its preset decays, as a piano or a guitar.
  package var isDecaying = false
  /// Whether it keeps the temperament.
  package var isFixed = false
  /// The deviation of its key from equal temperament.
  package var temperamentCents = 0.0
  /// The deviation from the temperament.
  package internal(set) var cents = 0.0
  package internal(set) var startFrame: Int64 = 0
  /// Whether ``cents`` have changed since the player has read them.
  package var isChanged = false

  /// The deviation to which it glides.
  var goalCents = 0.0
  var isNew = true
  /// The deviation of the last note of the key, and the weight by which it is kept.
  var linkCents = 0.0
  var linkWeight = 0.0
  /// The level among the notes that sound, and its square root.
  var level = 0.0
  var root = 0.0
  /// The index of the unknown; −1 for notes that keep their pitch.
  var unknown = -1
  /// The side on which it leaves the band around ``linkCents``: −1, 0 or 1.
  var side = 0.0

  package init(serial: UInt64, channel: UInt8, key: UInt8, velocity: UInt8) {
    (self.serial, self.channel, self.key, self.velocity) = (serial, channel, key, velocity)
  }

  var pitchClass: Int { Int(key) % 12 }
  var isGliding: Bool { goalCents != cents }
}
