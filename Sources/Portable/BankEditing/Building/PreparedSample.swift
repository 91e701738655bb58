package import PeachInstrumentFiles
package import PeachMusicUnits

/// A recording prepared as a sample, with root key, loop and pitch correction.
package struct PreparedSample: Sendable {
  /// The source of a loop.
  package enum LoopSource: String, Hashable, Sendable {
    /// The file's chunks.
    case file
    /// ``LoopSearch``.
    case found
  }

  /// The name of the file.
  package var file: String
  /// The root key.
  package var root: UInt8
  /// The key declared by the recipe, the file's chunks or its name, in this order of precedence.
  package var declaredKey: UInt8?
  /// The measured pitch; `nil` without one.
  package var pitch: Frequency?
  /// The pitch correction to the nominal pitch of ``root``, in cents.
  package var correctionCents: Double
  /// The velocity layer; `nil` if the file's name has none.
  package var layer: VelocityLayer?
  /// The loop, end exclusive.
  package var loop: Range<Int>?
  /// The source of the loop; `nil` without a loop.
  package var loopSource: LoopSource?
  /// The sample rate and the cents that represent the correction.
  package var tuning: SampleTuning
  /// The sample data of each channel, one or two.
  package var channels: [SoundFontContents.Sample.Recording]
  /// User-facing warnings, without the file's name and a full stop.
  package var warnings: [String]
}
