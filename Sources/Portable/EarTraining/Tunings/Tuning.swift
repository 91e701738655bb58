public import PeachMusicUnits

/// The frequency ratios of intervals above and below the reference note. Ratios are relative to the
/// reference, not to a tonic: in just intonation on A, a major third on C sharp would be 41 cents
/// too wide.
public enum Tuning: Hashable, Sendable {
  /// Twelve equal semitones.
  case equal
  /// Just intonation with ratios of 2, 3 and 5. Two intervals have alternatives.
  case just(minorSeventh: JustMinorSeventh = .nineFifths, tritone: JustTritone = .fortyFive)
  /// Pure fifths.
  case pythagorean
  /// Fifths a quarter of the syntonic comma narrow, so that major thirds are pure.
  case quarterCommaMeantone

  /// The just minor seventh.
  public enum JustMinorSeventh: String, Hashable, Sendable, CaseIterable {
    /// A fifth and a minor third.
    case nineFifths = "9/5"
    /// Two fourths.
    case sixteenNinths = "16/9"
    /// The seventh partial.
    case sevenFourths = "7/4"
  }

  /// The just tritone.
  public enum JustTritone: String, Hashable, Sendable, CaseIterable {
    /// A major third and a whole tone.
    case fortyFive = "45/32"
    /// Between the fifth and the seventh partial.
    case sevenFifths = "7/5"
  }

  /// Returns the frequency ratio of target to reference. Descending ratios are reciprocals.
  /// `Tuning.pythagorean.ratio(of: MusicalInterval(semitones: 7)!)` is `1.5`.
  public func ratio(of interval: MusicalInterval) -> Double {
    let upward = upwardRatio(semitones: interval.semitones.magnitude)
    return interval.semitones < 0 ? 1 / upward : upward
  }

  /// Returns the frequency of the target: f(reference) · ratio · 2^(offset/1200).
  public func target(reference: Frequency, interval: MusicalInterval, offset: Cents) -> Frequency {
    Frequency(hertz: reference.hertz * ratio(of: interval)).raised(by: offset)
  }

  private func upwardRatio(semitones: UInt) -> Double {
    let index = Int(semitones)
    switch self {
    case .equal: return Exponential.exp2(Double(index) / 12)
    case .just(let seventh, let tritone):
      let ratio = Self.justRatio(index, seventh, tritone)
      return Double(ratio.numerator) / Double(ratio.denominator)
    case .pythagorean: return Self.fifths(Self.fifthCounts[index], of: 1.5)
    case .quarterCommaMeantone:
      // Four fifths less two octaves are 5/4, which is exact here.
      if index == 4 { return 1.25 }
      return Self.fifths(Self.fifthCounts[index], of: 5.0.squareRoot().squareRoot())
    }
  }

  /// Returns the ratio of stacked fifths reduced to one octave, or 2 for `nil`.
  private static func fifths(_ count: Int?, of fifth: Double) -> Double {
    guard let count else { return 2 }
    var ratio = 1.0
    for _ in 0..<abs(count) {
      ratio = count > 0 ? ratio * fifth : ratio / fifth
      if ratio >= 2 { ratio /= 2 }
      if ratio < 1 { ratio *= 2 }
    }
    return ratio
  }

  /// The number of fifths to each semitone, from E flat to G sharp; `nil` for the octave.
  private static var fifthCounts: [Int?] { [0, -5, 2, -3, 4, -1, 6, 1, -4, 3, -2, 5, nil] }

  /// Returns the ratio of an upward interval in just intonation; `nil` in other tunings.
  func justRatio(semitones: Int) -> (numerator: Int, denominator: Int)? {
    guard case .just(let seventh, let tritone) = self, Self.just.indices.contains(semitones) else {
      return nil
    }
    return Self.justRatio(semitones, seventh, tritone)
  }

  private static func justRatio(
    _ semitones: Int, _ seventh: JustMinorSeventh, _ tritone: JustTritone
  ) -> (numerator: Int, denominator: Int) {
    if semitones == 6 && tritone == .sevenFifths { return (7, 5) }
    if semitones == 10 && seventh == .sixteenNinths { return (16, 9) }
    if semitones == 10 && seventh == .sevenFourths { return (7, 4) }
    return just[semitones]
  }

  private static var just: [(numerator: Int, denominator: Int)] {
    [
      (1, 1), (16, 15), (9, 8), (6, 5), (5, 4), (4, 3), (45, 32), (3, 2), (8, 5), (5, 3), (9, 5),
      (15, 8), (2, 1),
    ]
  }
}

extension Tuning {
  /// The name in stored trials: `equal`, `just 9/5 45/32`, `pythagorean` or `quarter-comma
  /// meantone`.
  public var name: String {
    switch self {
    case .equal: "equal"
    case .just(let seventh, let tritone): "just \(seventh.rawValue) \(tritone.rawValue)"
    case .pythagorean: "pythagorean"
    case .quarterCommaMeantone: "quarter-comma meantone"
    }
  }

  /// Creates a tuning from its ``name``, or returns `nil`.
  public init?(name: String) {
    let tuning = name == "equal" ? .equal : Self.all.first { $0.name == name }
    guard let tuning else { return nil }
    self = tuning
  }

  /// All tunings.
  public static var all: [Tuning] {
    [.equal, .pythagorean, .quarterCommaMeantone]
      + JustMinorSeventh.allCases.flatMap { seventh in
        JustTritone.allCases.map { .just(minorSeventh: seventh, tritone: $0) }
      }
  }
}
