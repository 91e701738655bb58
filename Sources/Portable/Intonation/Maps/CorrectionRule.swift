import PeachInstrumentModel
import PeachMusicUnits

/// When a measured error is corrected, and when it is only reported.
public struct CorrectionRule: Hashable, Sendable {
  /// Errors beyond this, in cents, are no recording's but a wrong root key's: not corrected.
  public var farthestCents: Double
  /// Up to this uncertainty, in cents, every error is corrected; beyond it only errors that are
  /// larger than their uncertainty, because then the correction still brings more than it risks.
  public var uncertaintyCents: Double

  /// A rule of these limits: 60 cents and 5 cents where nothing else is said.
  public init(farthestCents: Double = 60, uncertaintyCents: Double = 5) {
    self.farthestCents = farthestCents
    self.uncertaintyCents = uncertaintyCents
  }

  /// The correction of a region that sounds `errorCents` above its keys, of which
  /// `transposition` cents are asked for by its coarse tuning.
  func correction(
    errorCents: Double, uncertaintyCents uncertainty: Double, transposition: Double
  ) -> RegionCorrection {
    var result = RegionCorrection(
      status: .tooFar, errorCents: errorCents, uncertaintyCents: uncertainty)
    // Coarse tuning may mend a wrong root key or ask for another pitch: whichever fits.
    let plain = Self.beyondOctaves(errorCents)
    let transposed = Self.beyondOctaves(errorCents - transposition)
    let remainder = abs(transposed) < abs(plain) ? transposed : plain
    guard abs(remainder) <= farthestCents else { return result }
    guard uncertainty <= self.uncertaintyCents || uncertainty <= abs(remainder) else {
      result.status = .tooUncertain
      return result
    }
    result.status = abs(errorCents - remainder) < 1 ? .applied : .appliedAside
    result.cents = -remainder
    return result
  }

  /// What is left of an interval without its whole octaves, −600…600.
  private static func beyondOctaves(_ cents: Double) -> Double {
    guard abs(cents) < 1_000_000 else { return 600 }
    let octaves = cents / 1200
    return cents - 1200 * Double(Int(octaves + (octaves < 0 ? -0.5 : 0.5)))
  }
}
