/// A peaking band of a region's equalizer, which follows the filter:
/// (s² + s·A/Q + 1) / (s² + s/(A·Q) + 1), where A² is the gain and
/// 1/Q = 2^(octaves/2) − 2^(−octaves/2). At the edges the gain in decibels is half of the peak's.
public struct RegionBand: Hashable, BitwiseCopyable, Sendable {
  /// A parameter of a band that controllers modulate.
  public enum Part: UInt8, BitwiseCopyable, Sendable {
    /// The center frequency, in hertz.
    case hertz
    /// The bandwidth, in octaves.
    case octaves
    /// The gain at the center frequency, in centibels.
    case gain
  }

  /// The center frequency.
  public var hertz: Float
  /// The bandwidth.
  public var octaves: Float
  /// The gain at the center frequency.
  public var gainCentibels: Float

  /// Creates a band.
  public init(hertz: Float, octaves: Float = 1, gainCentibels: Float = 0) {
    self.hertz = hertz
    self.octaves = octaves
    self.gainCentibels = gainCentibels
  }
}
