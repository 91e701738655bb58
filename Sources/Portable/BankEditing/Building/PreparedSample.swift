public import PeachInstrumentFiles
public import PeachMusicUnits

/// A recording prepared as a sample, with root key, loop and pitch correction.
public struct PreparedSample: Sendable {
  /// The source of a loop.
  public enum LoopSource: String, Hashable, Sendable {
    /// The file's chunks.
    case file
    /// ``LoopSearch``.
    case found
  }

  /// The name of the file.
  public var file: String
  /// The root key.
  public var root: UInt8
  /// The key declared by the recipe, the file's chunks or its name, in this order of precedence.
  public var declaredKey: UInt8?
  /// The measured pitch; `nil` without one.
  public var pitch: Frequency?
  /// The pitch correction to the nominal pitch of ``root``, in cents.
  public var correctionCents: Double
  /// The velocity layer; `nil` if the file's name has none.
  public var layer: VelocityLayer?
  /// The loop, end exclusive.
  public var loop: Range<Int>?
  /// The source of the loop; `nil` without a loop.
  public var loopSource: LoopSource?
  /// The sample rate and the cents that represent the correction.
  public var tuning: SampleTuning
  /// The sample data of each channel, one or two.
  public var channels: [SoundFontContents.Sample.Recording]
  /// User-facing warnings, without the file's name and a full stop.
  public var warnings: [String]
}
