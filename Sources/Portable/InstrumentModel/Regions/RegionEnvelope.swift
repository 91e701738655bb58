/// An envelope of any points that moves something of a region, from its beginning on.
///
/// It goes from nothing to its first point, and from each point to the next in that one's time. While
/// the key is held it stays at the point where it sustains; let go, it leaves for the one behind that
/// from wherever it is. At the last it stays. What SFZ says with `egN_…`.
public struct RegionEnvelope: Hashable, Sendable {
  /// One of its points, and the way there.
  public struct Point: Hashable, BitwiseCopyable, Sendable {
    /// How long the way takes.
    public var seconds: Float
    /// Its level, −1…1.
    public var level: Float
    /// How the way bends: at a part x of its time (e^(shape·x) − 1) / (e^shape − 1) of it is gone. A
    /// straight line for 0; below it fast at first, above it slow.
    public var shape: Float

    /// A point.
    public init(seconds: Float = 0, level: Float = 0, shape: Float = 0) {
      self.seconds = seconds
      self.level = level
      self.shape = shape
    }
  }

  /// What of an envelope something may move, see ``RegionModulation/Target/envelope(_:_:)``.
  public enum Part: Hashable, BitwiseCopyable, Sendable {
    /// ``RegionEnvelope/pitchCents``.
    case pitch
    /// ``RegionEnvelope/cutoffCents``.
    case cutoff
    /// ``RegionEnvelope/resonanceCentibels``.
    case resonance
    /// ``RegionEnvelope/gainCentibels``.
    case gain
    /// ``RegionEnvelope/amplitude``.
    case amplitude
    /// ``RegionEnvelope/pan``.
    case pan
    /// A point's time.
    case seconds(point: UInt8)
    /// A point's level.
    case level(point: UInt8)
  }

  /// Its points in their order.
  public var points: [Point]
  /// The index of the point where it stays while the key is held; nil where it goes straight through.
  public var sustain: UInt8?
  /// Whether it is the volume envelope, in place of the generators'. Its level is the amplitude then,
  /// and the sound ends with it.
  public var isVolumeEnvelope = false
  /// Whether points that controllers move are moved while it is on its way to them, too.
  public var followsControllers = false
  /// Cents by which it raises the pitch at level 1.
  public var pitchCents: Float = 0
  /// Cents by which it raises the filter's cutoff at level 1.
  public var cutoffCents: Float = 0
  /// Centibels by which it raises the filter's resonance at level 1; the level at 0 Hz stays.
  public var resonanceCentibels: Float = 0
  /// Centibels by which it raises the level at level 1.
  public var gainCentibels: Float = 0
  /// What the amplitude is multiplied by at level 1, in proportion below; nil where it is not.
  public var amplitude: Float?
  /// By how much it moves the pan at level 1, in tenths of a percent (generator 17).
  public var pan: Float = 0

  /// An envelope that moves nothing yet.
  public init(points: [Point], sustain: UInt8? = nil) {
    self.points = points
    self.sustain = sustain
  }
}
