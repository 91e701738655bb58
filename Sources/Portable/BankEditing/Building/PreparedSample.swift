public import PeachInstrumentFiles
public import PeachMusicUnits

/// A recording ready to become a sample: its key found, its loop cut, its pitch put right.
public struct PreparedSample: Sendable {
  /// Where its loop is from.
  public enum LoopSource: String, Hashable, Sendable {
    /// The file's chunks.
    case file
    /// It was found.
    case found
  }

  /// The file's name.
  public var file: String
  /// The key at which it sounds as recorded.
  public var root: UInt8
  /// The key that the recipe, the file's chunks or its name say, in this order.
  public var saidKey: UInt8?
  /// What it sounds at; nil where it has no pitch.
  public var pitch: Frequency?
  /// How far it was raised to be in tune with ``root``, in cents.
  public var correctionCents: Double
  /// How hard it was struck; nil where its name does not say.
  public var layer: VelocityLayer?
  /// The frames that repeat, end exclusive.
  public var loop: Range<Int>?
  /// Where they are from; nil without a loop.
  public var loopSource: LoopSource?
  /// Frames in a second and cents, which bring it into tune.
  public var tuning: SampleTuning
  /// The frames of each channel, one or two.
  public var channels: [SoundFontContents.Sample.Recording]
  /// What a person should know, one sentence each, without the file's name.
  public var warnings: [String]
}
