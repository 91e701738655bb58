/// Decides by several readings of a note whether a change makes it less in tune. Each of them must
/// pass, and a change must exceed the doubt about them.
enum NoteReadings {
  /// The error that needs no comparison, and the tolerance of other errors, in cents.
  private static let exactCents = 0.1
  private static let toleranceCents = 0.05
  /// The largest error of a mean, in cents. Beyond it, another key may be nearer.
  private static let reachCents = 50.0
  /// The largest variation of a tone that has a pitch, in cents.
  private static let largestVariation = 20.0
  /// The largest variation after a change of the contour, in cents.
  private static let largestChangedVariation = 10.0
  /// The largest product of the variation and the part of the power outside of the partials, for
  /// small and for large changes: noise and other tones move the pitch of windows.
  private static let largestImpurity = 2.0...5.0
  /// The least part of the power in the partials.
  private static let lowestShare = 0.6
  /// The part of the power that a steady tone may have outside of the partials, and the increase
  /// for a variation of 1 cent. Bells have more: steady tones of other pitches.
  private static let bellPower = 0.25
  private static let bellPowerPerCent = 0.05
  /// The differences of two estimators, as fractions of the variation of a contour: of the mean
  /// (and of the readings of it), of the largest error, and of a contour (rms).
  private static let meanDoubt = 0.12
  private static let spreadDoubt = 0.25
  private static let largestDoubt = 0.24
  private static let contourDoubt = 0.15
  /// The mean that a note with another contour may have in any case, in cents, with its doubt.
  private static let changedMean = 0.15
  /// The additional difference of two estimators of an inharmonic tone, in cents.
  private static let inharmonicDoubt = 0.25
  /// The least change of a mean, in cents, and as a fraction of the variation.
  private static let leastChange = 0.2
  private static let leastChangePart = 0.12
  /// The largest difference of the readings of a mean, as a fraction of its change, or of the
  /// smallest of them, whichever is larger.
  private static let largestSpread = 0.6
  private static let largestSpreadOfMean = 2.0
  /// The variation up to which the latter applies, in cents.
  private static let largestEvenVariation = 7.0
  /// The variation of a steady tone, in cents.
  private static let steadyVariation = 2.0
  /// The fractions of the largest error that a note with another contour may have, if it is steady,
  /// and if not.
  private static let largestFraction = 0.9
  private static let unevenFraction = 0.75

  /// Returns whether a note is no less in tune after a shift of its pitch, in cents.
  static func areNoWorse(_ readings: [NoteReading], shiftedBy shift: Double) -> Bool {
    let isExact = readings.allSatisfy {
      self.isExact($0, variation: $0.variation, shiftedBy: shift)
    }
    if isExact { return true }
    let (spread, variation) = (spread(of: readings), variation(of: readings))
    let isInharmonic = readings.allSatisfy { $0.isInharmonic }
    // Readings of one sign agree about the direction. Their difference limits the shift below. It
    // is that of partials only if the contour is even: those of several players vary apart.
    let isEven = variation <= largestEvenVariation
    let smallest = isEven ? readings.reduce(.infinity) { min($0, abs($1.mean)) } : 0
    guard areTones(readings, for: abs(shift)),
      canBeTold(abs(shift), variation, spread, smallestMean: smallest),
      !isInharmonic || abs(shift) >= 2 * inharmonicDoubt
    else { return false }
    // A mean may differ from the reading of it by the doubt. A shift in the wrong direction, or
    // beyond twice the error, makes it worse.
    let doubt =
      meanDoubt * variation + toleranceCents + spreadDoubt * spread
      + (isInharmonic ? inharmonicDoubt : 0)
    return readings.allSatisfy { reading in
      guard reading.mean * shift < 0, 2 * abs(reading.mean) >= abs(shift) + 2 * doubt
      else { return false }
      let margin = margin(of: reading, for: shift)
      // Estimators differ in an attack: what it was before is no excuse for what it becomes.
      guard
        reading.largestIncreased(shiftedBy: shift)
          <= reading.largest(in: NoteReading.later) - margin + toleranceCents
      else { return false }
      return reading.partsOfShift.allSatisfy { part in
        reading.largest(shiftedBy: shift, in: part)
          <= reading.largest(in: part) - margin + toleranceCents
      }
    }
  }

  /// Returns whether a note is no less in tune after a change. Each pair is the reading of the note
  /// before and after it.
  static func areNoWorse(_ pairs: [(old: NoteReading, new: NoteReading)]) -> Bool {
    let isExact = pairs.allSatisfy {
      self.isExact($0.new, variation: max($0.old.variation, $0.new.variation))
    }
    if isExact { return true }
    // A straight tone of a steady recording may differ from a shift in the attack only.
    let isShifted = pairs.allSatisfy { old, new in
      let shift = new.mean - old.mean
      return new.distance(from: old, shiftedBy: shift)
        <= toleranceCents + contourDoubt * old.variation
        && new.distance(from: old, shiftedBy: shift, withAttack: true)
          <= toleranceCents + contourDoubt * old.fullVariation
    }
    if isShifted {
      let isNoLarger = pairs.allSatisfy { old, new in
        abs(new.mean) <= abs(old.mean) + toleranceCents
          && old.partsOfShift.allSatisfy {
            new.largest(in: $0)
              <= old.largest(in: $0) - margin(of: old, for: new.mean - old.mean) + toleranceCents
          }
      }
      if !isNoLarger { return false }
      let sum = pairs.reduce(0) { $0 + $1.new.mean - $1.old.mean }
      return areNoWorse(pairs.map { $0.old }, shiftedBy: sum / Double(pairs.count))
    }
    let new = pairs.map { $0.new }
    let spread = spread(of: new)
    let doubt = new.allSatisfy { $0.isInharmonic } ? inharmonicDoubt / 2 : 0
    for (old, new) in pairs {
      let isKept = abs(new.mean - old.mean) <= exactCents
      let highest = abs(old.mean) + (isKept ? toleranceCents : -doubt)
      // The more the contour varied, the less certain is a small mean that it had.
      let doubtOfMean = meanDoubt * max(old.variation - new.variation, 0)
      let lost = abs(new.mean) <= doubtOfMean ? doubtOfMean : 0
      guard abs(new.mean) <= max(highest, exactCents),
        !isBell(new, variation: max(old.variation, new.variation)),
        abs(new.mean) + meanDoubt * new.variation + spreadDoubt * spread
          <= max(abs(old.mean) - lost, changedMean),
        max(abs(new.mean), abs(old.mean)) <= reachCents, new.share >= lowestShare,
        // A listener may begin 25 ms later, and miss an extreme of the original.
        new.largest() <= max(old.largest(in: NoteReading.parts[1]), exactCents)
      else { return false }
    }
    let variation = variation(of: new)
    let isSteady = variation <= steadyVariation
    let fraction = isSteady ? largestFraction : unevenFraction
    let isSmaller = pairs.allSatisfy { old, new in
      NoteReading.parts.allSatisfy {
        new.largest(in: $0) <= max(fraction * old.largest(in: $0) - doubt, exactCents)
      }
    }
    if !isSmaller || isSteady { return isSmaller }
    if variation > largestChangedVariation { return false }
    // The contour stays uneven, as that of several tones does: their mean must improve.
    let change = pairs.reduce(.infinity) { min($0, abs($1.old.mean) - abs($1.new.mean)) }
    return areTones(pairs.map { $0.old }, for: change) && areTones(new, for: change)
      && canBeTold(change, variation, spread)
  }

  /// Returns the least decrease of the largest error: the extremes of two measurements differ more
  /// than the means.
  private static func margin(of reading: NoteReading, for shift: Double) -> Double {
    let margin = min(largestDoubt * reading.fullVariation, 0.8 * abs(shift))
    // Weak partials determine the extremes by amplitude.
    return reading.byAmplitude ? margin / 2 : margin
  }

  /// Returns whether a change of a mean exceeds what may be due to the variation, and to the
  /// difference of the readings.
  ///
  /// - Parameter smallestMean: The smallest of the readings, if all have the same sign.
  private static func canBeTold(
    _ change: Double, _ variation: Double, _ spread: Double, smallestMean: Double = 0
  ) -> Bool {
    change >= max(leastChange, leastChangePart * variation)
      && spread <= max(largestSpread * change + exactCents, largestSpreadOfMean * smallestMean)
  }

  /// Returns whether all readings are those of a tone with a pitch near that of its key, which is
  /// certain enough for a change.
  private static func areTones(_ readings: [NoteReading], for change: Double) -> Bool {
    let impurity = min(max(largestImpurity.lowerBound, change), largestImpurity.upperBound)
    return readings.allSatisfy {
      abs($0.mean) <= reachCents && !isBell($0, variation: $0.variation)
        && $0.variation <= largestVariation
        && $0.share >= lowestShare
        && $0.variation * (1 - $0.share) <= impurity
    }
  }

  /// Returns whether a reading needs no comparison.
  ///
  /// - Parameter variation: That of the note before or after a change, whichever is larger.
  static func isExact(
    _ reading: NoteReading, variation: Double, shiftedBy shift: Double = 0
  ) -> Bool {
    abs(reading.mean + shift) <= exactCents && reading.largest(shiftedBy: shift) <= exactCents
      && !isBell(reading, variation: variation)
  }

  private static func isBell(_ reading: NoteReading, variation: Double) -> Bool {
    1 - reading.share > bellPower + bellPowerPerCent * variation
  }

  /// Returns the largest difference of the means of several readings.
  private static func spread(of readings: [NoteReading]) -> Double {
    let means = readings.map { $0.mean }
    return (means.max() ?? 0) - (means.min() ?? 0)
  }

  private static func variation(of readings: [NoteReading]) -> Double {
    readings.reduce(0) { max($0, $1.variation) }
  }
}
