public import PeachMusicUnits

/// A historical temperament: twelve notes per octave, defined by the tempering of its fifths or by
/// ratios. The raw value is the name for users.
///
/// ```swift
/// let vallotti = Temperament(rawValue: "vallotti")
/// vallotti?.title            // "Vallotti, before 1781"
/// vallotti?.deviations[4]    // -7.820000…: E, in cents from equal temperament above C
/// ```
public enum Temperament: String, CaseIterable, Hashable, Sendable {
  /// Twelve equal semitones.
  case equal
  /// Pure fifths from E♭ to G♯.
  case pythagorean
  /// Pure major thirds.
  case quarterCommaMeantone = "quarter-comma-meantone"
  /// Pure minor thirds.
  case thirdCommaMeantone = "third-comma-meantone"
  /// Major and minor thirds equally impure.
  case twoSeventhsCommaMeantone = "two-sevenths-comma-meantone"
  /// Fifths narrowed by 2/9 of the syntonic comma.
  case twoNinthsCommaMeantone = "two-ninths-comma-meantone"
  /// Fifths narrowed by 1/5 of the syntonic comma.
  case fifthCommaMeantone = "fifth-comma-meantone"
  /// Fifths narrowed by 1/6 of the syntonic comma.
  case sixthCommaMeantone = "sixth-comma-meantone"
  /// Fifths narrowed by 1/8 of the syntonic comma.
  case eighthCommaMeantone = "eighth-comma-meantone"
  /// Heinrich Schreiber, called Grammateus.
  case grammateus
  /// Bartolomé Ramos de Pareja.
  case ramis
  /// Salomon de Caus.
  case deCaus = "de-caus"
  /// Just intonation with ratios of 2, 3 and 5 above the root.
  case just5 = "just-5"
  /// Just intonation with a septimal seventh and tritone above the root.
  case just7 = "just-7"
  /// Jean-Philippe Rameau.
  case rameau1725 = "rameau-1725"
  /// Andreas Werckmeister.
  case werckmeister3, werckmeister4, werckmeister5
  /// Werckmeister's Septenarius, by string lengths.
  case werckmeister6
  /// Johann Philipp Bendeler.
  case bendeler1, bendeler2, bendeler3
  /// Johann Georg Neidhardt, for a village.
  case neidhardtVillage1732 = "neidhardt-village-1732"
  /// Johann Georg Neidhardt, for a village.
  case neidhardtVillage1724 = "neidhardt-village-1724"
  /// Johann Georg Neidhardt, for a small city.
  case neidhardtSmallCity1724 = "neidhardt-small-city-1724"
  /// Johann Georg Neidhardt, for a large city.
  case neidhardtLargeCity1724 = "neidhardt-large-city-1724"
  /// Georg Andreas Sorge.
  case sorge1744 = "sorge-1744"
  /// Francesco Antonio Vallotti.
  case vallotti
  /// Thomas Young.
  case young1, young2
  /// Johann Philipp Kirnberger.
  case kirnberger1, kirnberger2, kirnberger3
  /// Johann Heinrich Lambert.
  case lambert1774 = "lambert-1774"
  /// Herbert Anton Kellner.
  case kellner
  /// John Barnes.
  case barnes
  /// Bradley Lehman.
  case lehman

  /// The fractions of commas by which the fifths from C–G to F–C differ from 3/2; `nil` for a
  /// temperament of ratios.
  public var fifths: [TemperedFifth]? {
    guard case .fifths(let fifths) = definition else { return nil }
    return fifths
  }

  /// The ratios above C; `nil` for a temperament of fifths.
  public var ratios: [(numerator: Int, denominator: Int)]? {
    guard case .ratios(let ratios) = definition else { return nil }
    return ratios
  }

  /// The deviations of the pitch classes C, C♯, … from equal temperament above C, in cents.
  public var deviations: [Double] {
    var deviations = [Double](repeating: 0, count: 12)
    if self == .equal { return deviations }
    switch definition {
    case .ratios(let ratios):
      for (index, ratio) in ratios.enumerated() {
        let octaves = Exponential.log2(Double(ratio.numerator) / Double(ratio.denominator))
        deviations[index] = 1200 * octaves - 100 * Double(index)
      }
    case .fifths(let fifths):
      var sum = 0.0
      for (index, fifth) in fifths.dropLast().enumerated() {
        sum += TemperedFifth.pureCents - 700 + fifth.cents
        deviations[(index + 1) * 7 % 12] = sum
      }
    }
    return deviations
  }
}

/// A fifth that differs from the ratio 3/2 by fractions of commas.
public struct TemperedFifth: Hashable, Sendable {
  /// The fraction of the Pythagorean comma, 531441/524288; negative for a narrow fifth.
  public var pythagorean: CommaFraction
  /// The fraction of the syntonic comma, 81/80.
  public var syntonic: CommaFraction

  /// Creates a fifth that both commas temper.
  public init(pythagorean: CommaFraction, syntonic: CommaFraction) {
    (self.pythagorean, self.syntonic) = (pythagorean, syntonic)
  }

  /// The difference from a pure fifth, in cents.
  public var cents: Double {
    pythagorean.value * Self.pythagoreanComma + syntonic.value * Self.syntonicComma
  }

  static var pureCents: Double { 1200 * Exponential.log2(1.5) }
  private static var pythagoreanComma: Double {
    1200 * Exponential.log2(531_441.0 / 524_288)
  }
  private static var syntonicComma: Double { 1200 * Exponential.log2(81.0 / 80) }
}

/// A fraction of a comma, in lowest terms.
public struct CommaFraction: Hashable, Sendable {
  /// The numerator.
  public let numerator: Int
  /// The denominator, above 0.
  public let denominator: Int

  /// Creates a reduced fraction. `denominator` must be above 0.
  public init(_ numerator: Int, _ denominator: Int) {
    precondition(denominator > 0, "The denominator must be above zero.")
    var (divisor, rest) = (denominator, abs(numerator))
    while rest > 0 { (divisor, rest) = (rest, divisor % rest) }
    self.numerator = numerator / divisor
    self.denominator = denominator / divisor
  }

  /// The value.
  public var value: Double { Double(numerator) / Double(denominator) }
}

extension KeyboardTuning {
  /// Creates the tuning of a temperament. A4 keeps 440 Hz.
  ///
  /// - Parameter root: The pitch class from which the temperament is built, 0 for C through 11.
  ///
  /// ```swift
  /// let tuning = KeyboardTuning(.quarterCommaMeantone)
  /// tuning[MIDINote(clamping: 61)]  // 60.8631…: C♯ above C4
  /// ```
  public init(_ temperament: Temperament, root: Int = 0) {
    precondition((0..<12).contains(root), "A root is a pitch class, 0 through 11.")
    let deviations = temperament.deviations
    func deviation(_ key: Int) -> Double { deviations[(key - root + 12) % 12] }
    let reference = deviation(9)
    self.init(noteNumbers: (0..<128).map { Double($0) + (deviation($0) - reference) / 100 })
  }
}
