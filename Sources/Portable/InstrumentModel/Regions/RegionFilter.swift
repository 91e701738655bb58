/// What a region's filter does around its cutoff (generator 8); SoundFont knows the first alone.
///
/// Those of second order have the resonance of generator 9, those of first order have none. Steeper
/// ones are Butterworth's where it is 0; it sharpens the sharpest of their sections, so that at the
/// cutoff they are as loud as one of second order.
public enum RegionFilter: UInt8, BitwiseCopyable, Sendable, CaseIterable {
  /// −12 dB per octave above it.
  case lowPass
  /// −6 dB per octave above it.
  case lowPass1Pole
  /// −12 dB per octave below it.
  case highPass
  /// −6 dB per octave below it.
  case highPass1Pole
  /// 0 dB at the cutoff, −6 dB per octave on either side far from it.
  case bandPass
  /// Nothing at the cutoff, 0 dB far from it.
  case bandReject
  /// −24 dB per octave above it.
  case lowPass4Pole
  /// −36 dB per octave above it.
  case lowPass6Pole
  /// −24 dB per octave below it.
  case highPass4Pole
  /// −36 dB per octave below it.
  case highPass6Pole

  /// True for those without a resonance.
  @inlinable public var isOnePole: Bool { self == .lowPass1Pole || self == .highPass1Pole }

  /// How many filters of second order it takes, one behind another.
  @inlinable public var sectionCount: Int {
    switch self {
    case .lowPass4Pole, .highPass4Pole: 2
    case .lowPass6Pole, .highPass6Pole: 3
    default: 1
    }
  }
}
