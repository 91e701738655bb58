extension IntonationMap.Fact {
  /// The difference of the first second from the loop, in cents, up to which sustained tones are
  /// corrected by their loop.
  private static let loopToleranceCents = 1.0
  /// The maximum increase of the error of a key's first second by a correction, in cents.
  private static let toleranceCents = 0.1

  /// Returns the correction, as verified by the contour of the first second.
  func correction(by rule: CorrectionRule) -> RegionCorrection {
    var result = rule.correction(
      errorCents: shared, uncertaintyCents: uncertainty, transposition: transposition)
    // Reported, but does not prevent the correction.
    result.uncertaintyCents += deviation
    guard let sounding = sharedSounding, result.status != .tooFar else { return result }
    guard let heard = sounding.medianCents else {
      result.status = .unverified
      result.cents = 0
      return result
    }
    var reference = shared
    // A loop whose partials or channels disagree is less certain than the mean.
    let isCertain = uncertainty <= max(sounding.uncertaintyCents, Self.loopToleranceCents)
    let doubt = max(uncertainty + sounding.uncertaintyCents, Self.loopToleranceCents)
    let differs = abs(heard - shared) > doubt
    if result.status == .tooUncertain || (!isDecaying && (differs || !isCertain)) {
      let other = rule.correction(
        errorCents: heard, uncertaintyCents: sounding.uncertaintyCents,
        transposition: transposition)
      if other.status != .tooFar { (result, reference) = (other, heard) }
    }
    guard result.status == .applied || result.status == .appliedAside else { return result }
    let verified = sounding.verified(
      result.cents, aside: reference + result.cents, tolerance: Self.toleranceCents)
    // No more than the tolerance is left of it.
    if abs(verified) < 1.5 * Self.toleranceCents && abs(result.cents) > 2 * Self.toleranceCents {
      result.status = .unverified
      result.cents = 0
    } else {
      result.cents = verified
    }
    result.uncertaintyCents = sounding.uncertaintyCents
    return result
  }
}
