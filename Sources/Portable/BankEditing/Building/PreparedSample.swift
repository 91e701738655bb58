package import PeachInstrumentFiles
package import PeachMusicUnits

/// A recording prepared as a sample, with root key, loop and pitch correction.
package struct PreparedSample: Sendable {
  package enum LoopSource: String, Hashable, Sendable {
    case file, found
  }

  package var file: String
  package var root: UInt8
  /// The key declared by the recipe, the file's chunks or its name, in this order of precedence.
  package var declaredKey: UInt8?
  /// Whether one of them is the root key.
  package var isRootDeclared: Bool
  package var pitch: Frequency?
  /// The pitch correction to the nominal pitch of ``root``, in cents.
  package var correctionCents: Double
  /// The velocity layer; `nil` if the file's name has none.
  package var layer: VelocityLayer?
  package var loop: Range<Int>?
  package var loopSource: LoopSource?
  /// The sample rate and the cents that represent the correction.
  package var tuning: SampleTuning
  /// The sample data of each channel, one or two.
  package var channels: [SoundFontContents.Sample.Recording]
  /// The frames that were cut at the start, in seconds.
  package var trimmedSeconds = 0.0
  /// The time from the start to the attack; `nil` for silent tones.
  package var attackSeconds: Double?
  /// The gain of the sample relative to the recording, in decibels.
  package var gainDecibels = 0.0
  /// The K-weighted level of the sample with its gain, in decibels.
  package var levelDecibels: Double?
  /// The distance of the level from the one that the preset wants, in decibels.
  package var levelErrorDecibels = 0.0
  /// The lossy format of the recording, such as MP3.
  package var lossyFormat: String?
  /// The time at which the tone begins in the recording of a scale; `nil` for other recordings.
  package var scaleSeconds: Double?
  /// Decisions for the report, such as `trimmed 164 ms`.
  package var reasons: [String] = []
  /// User-facing warnings, without the file's name and a full stop.
  package var warnings: [String]
}
