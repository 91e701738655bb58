/// A flex envelope: an envelope of arbitrary points that modulates a region (SFZ's `egN_…`). It
/// starts at 0 and passes through its points. It holds the sustain point until note-off, then
/// continues from its current level to the next point. It holds the last point.
public struct RegionEnvelope: Hashable, Sendable {
  /// A point, and the segment that leads to it.
  public struct Point: Hashable, BitwiseCopyable, Sendable {
    /// The duration of the segment.
    public var seconds: Float
    /// The level, −1…1.
    public var level: Float
    /// The curvature: the fraction x of the time covers (e^(shape·x) − 1) / (e^shape − 1) of the
    /// segment. 0 is linear, negative values are faster at first, and positive values slower.
    public var shape: Float

    /// Creates a point.
    public init(seconds: Float = 0, level: Float = 0, shape: Float = 0) {
      self.seconds = seconds
      self.level = level
      self.shape = shape
    }
  }

  /// A parameter of an envelope that controllers modulate.
  public enum Part: Hashable, BitwiseCopyable, Sendable {
    /// The pitch offset at level 1.
    case pitch
    /// The cutoff offset at level 1.
    case cutoff
    /// The resonance offset at level 1.
    case resonance
    /// The gain at level 1.
    case gain
    /// The amplitude factor at level 1.
    case amplitude
    /// The pan offset at level 1.
    case pan
    /// The duration of the segment to a point.
    case seconds(point: UInt8)
    /// The level of a point.
    case level(point: UInt8)
  }

  /// The points, in order.
  public var points: [Point]
  /// The index of the sustain point; `nil` for none.
  public var sustain: UInt8?
  /// Whether it replaces the volume envelope of the generators. The note ends with it.
  public var isVolumeEnvelope = false
  /// Whether controllers modulate the current segment, too (`egN_dynamic`).
  public var followsControllers = false
  /// The pitch offset at level 1, in cents.
  public var pitchCents: Float = 0
  /// The cutoff offset at level 1, in cents.
  public var cutoffCents: Float = 0
  /// The resonance offset at level 1, in centibels, with unchanged gain at 0 Hz.
  public var resonanceCentibels: Float = 0
  /// The gain at level 1, in centibels.
  public var gainCentibels: Float = 0
  /// The amplitude factor at level 1, proportional to the level; `nil` for none.
  public var amplitude: Float?
  /// The pan offset at level 1, in tenths of a percent (generator 17).
  public var pan: Float = 0

  /// Creates an envelope without targets.
  public init(points: [Point], sustain: UInt8? = nil) {
    self.points = points
    self.sustain = sustain
  }
}
