import PeachInstrumentModel
import PeachMusicUnits

/// The limits within which a measured error is corrected.
package struct CorrectionRule: Hashable, Sendable {
  /// The maximum error to correct, in cents. Larger errors indicate a wrong root key.
  package var farthestCents: Double
  /// The uncertainty, in cents, up to which every error is corrected. Above it, only errors larger
  /// than their uncertainty are corrected.
  package var uncertaintyCents: Double

  package init(farthestCents: Double = 60, uncertaintyCents: Double = 5) {
    self.farthestCents = farthestCents
    self.uncertaintyCents = uncertaintyCents
  }

  /// Returns the correction of an error that includes `transposition` cents of coarse tuning.
  func correction(
    errorCents: Double, uncertaintyCents uncertainty: Double, transposition: Double
  ) -> RegionCorrection {
    var result = RegionCorrection(
      status: .tooFar, errorCents: errorCents, uncertaintyCents: uncertainty)
    // Coarse tuning may compensate a wrong root key, or transpose. The smaller error decides.
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

  /// Returns an interval modulo octaves, −600…600.
  private static func beyondOctaves(_ cents: Double) -> Double {
    guard abs(cents) < 1_000_000 else { return 600 }
    let octaves = cents / 1200
    return cents - 1200 * Double(Int(octaves + (octaves < 0 ? -0.5 : 0.5)))
  }
}
