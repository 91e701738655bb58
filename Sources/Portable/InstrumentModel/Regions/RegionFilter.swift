/// The filter type of a region; SoundFont has the first one only. Its resonance is generator 9,
/// initialFilterQ; first-order filters ignore it. Without resonance, filters of higher order are
/// Butterworth filters. Resonance raises the Q of their sharpest section, so that the gain at the
/// cutoff is that of a second-order filter.
public enum RegionFilter: UInt8, BitwiseCopyable, Sendable, CaseIterable {
  /// −12 dB per octave above the cutoff.
  case lowPass
  /// −6 dB per octave above the cutoff.
  case lowPass1Pole
  /// −12 dB per octave below the cutoff.
  case highPass
  /// −6 dB per octave below the cutoff.
  case highPass1Pole
  /// 0 dB at the cutoff, −6 dB per octave below and above it.
  case bandPass
  /// No output at the cutoff, 0 dB far from it.
  case bandReject
  /// −24 dB per octave above the cutoff.
  case lowPass4Pole
  /// −36 dB per octave above the cutoff.
  case lowPass6Pole
  /// −24 dB per octave below the cutoff.
  case highPass4Pole
  /// −36 dB per octave below the cutoff.
  case highPass6Pole

  /// Whether the filter is of first order, without resonance.
  @inlinable public var isOnePole: Bool { self == .lowPass1Pole || self == .highPass1Pole }

  /// The number of sections in series, each of at most second order.
  @inlinable public var sectionCount: Int {
    switch self {
    case .lowPass4Pole, .highPass4Pole: 2
    case .lowPass6Pole, .highPass6Pole: 3
    default: 1
    }
  }
}
