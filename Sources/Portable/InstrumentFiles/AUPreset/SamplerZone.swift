package import PeachInstrumentModel

/// A recording and the keys that play it.
package struct SamplerZone: Hashable, Sendable {
  /// The recording that Apple's sampler has within itself: a sine.
  package static var sineWaveform: Int64 { -2 }

  /// Its name in the file; may be empty.
  package var name = ""
  /// The number of its recording in ``SamplerInstrument/references``.
  package var waveform: Int64 = 0
  /// The key at which the recording sounds as it is.
  package var rootKey: UInt8 = 60
  /// The keys that play it.
  package var keys: ClosedRange<UInt8> = 0...127
  /// The velocities that play it.
  package var velocities: ClosedRange<UInt8> = 0...127
  /// The frames of the file that are played; the end is that of the file where it is nil.
  package var startFrame = 0
  package var endFrame: Int?
  /// How it repeats.
  package var looping = SampleLooping.none
  /// The frames that repeat, counted from the file's first; the end is exclusive, that of the file
  /// where it is nil.
  package var loopStart = 0
  package var loopEnd: Int?
  /// How long before its end the loop begins to turn into what leads to its beginning.
  package var loopCrossfadeSeconds = 0.0
  /// How much louder it is.
  package var gainDecibels = 0.0
  /// How much higher it is.
  package var tuneCents = 0.0
  /// −1 for left through 1 for right.
  package var pan = 0.0
  /// Whether its pitch depends on the key.
  package var followsKeys = true
  /// Notes of the same class cut each other off; 0 for none.
  package var exclusiveClass: UInt8 = 0
  /// What must be true for it to sound; nil where keys and velocities decide alone.
  package var conditions: RegionConditions?

  /// All keys, all of a file, once.
  package init() {}
}
