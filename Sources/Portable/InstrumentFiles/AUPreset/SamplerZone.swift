package import PeachInstrumentModel

/// A sample with its keys and velocities.
package struct SamplerZone: Hashable, Sendable {
  /// The number of the built-in sine.
  package static var sineWaveform: Int64 { -2 }

  /// The name in the file; may be empty.
  package var name = ""
  /// The number of the sample in ``SamplerInstrument/references``.
  package var waveform: Int64 = 0
  /// The root key.
  package var rootKey: UInt8 = 60
  package var keys: ClosedRange<UInt8> = 0...127
  package var velocities: ClosedRange<UInt8> = 0...127
  /// The range of frames that plays; `nil` for the file's end.
  package var startFrame = 0
  package var endFrame: Int?
  package var looping = SampleLooping.none
  /// The loop in frames of the file; the end is exclusive, `nil` for the file's end.
  package var loopStart = 0
  package var loopEnd: Int?
  /// The crossfade at the end of the loop.
  package var loopCrossfadeSeconds = 0.0
  package var gainDecibels = 0.0
  package var tuneCents = 0.0
  /// −1 for left through 1 for right.
  package var pan = 0.0
  /// Whether the pitch depends on the key.
  package var followsKeys = true
  /// The exclusive class; 0 for none.
  package var exclusiveClass: UInt8 = 0
  /// Further conditions; `nil` for keys and velocities only.
  package var conditions: RegionConditions?

  /// Creates a zone with all keys that plays a file once.
  package init() {}
}
