/// A band of a region's equalizer: it raises or lowers what lies around a frequency, behind the filter.
///
/// (s² + s·A/Q + 1) / (s² + s/(A·Q) + 1), where A² is the gain and 1/Q = 2^(octaves/2) − 2^(−octaves/2):
/// half its gain in decibels is left at the edges.
public struct RegionBand: Hashable, BitwiseCopyable, Sendable {
  /// What of a band something may move, see ``RegionModulation/Target/band(_:_:)``.
  public enum Part: UInt8, BitwiseCopyable, Sendable {
    /// ``RegionBand/hertz``.
    case hertz
    /// ``RegionBand/octaves``.
    case octaves
    /// ``RegionBand/gainCentibels``.
    case gain
  }

  /// Its middle.
  public var hertz: Float
  /// How wide it is.
  public var octaves: Float
  /// By how many centibels it raises its middle; below zero it lowers it.
  public var gainCentibels: Float

  /// A band.
  public init(hertz: Float, octaves: Float = 1, gainCentibels: Float = 0) {
    self.hertz = hertz
    self.octaves = octaves
    self.gainCentibels = gainCentibels
  }
}
