import PeachTuning

/// The scales of a unit: temperaments, by the values of ``UnitMode/scale``. A keeps the concert
/// pitch.
enum UnitScale {
  /// The first seven, whose values and names sessions and hosts know.
  private static let first: [(temperament: Temperament, name: String)] = [
    (.equal, "Equal"), (.pythagorean, "Pythagorean"), (.just5, "Just (5-limit)"),
    (.quarterCommaMeantone, "Meantone (1/4 comma)"), (.werckmeister3, "Werckmeister III"),
    (.kirnberger3, "Kirnberger III"), (.vallotti, "Vallotti"),
  ]

  /// The temperaments, in the order of the values: those that came later follow in their own order.
  static let temperaments: [Temperament] = {
    let known = first.map { $0.temperament }
    return known + Temperament.allCases.filter { !known.contains($0) }
  }()

  /// The names, in the order of the values.
  static let names: [String] = temperaments.enumerated().map { index, temperament in
    index < first.count ? first[index].name : temperament.title
  }

  /// The number of scales.
  static var count: Int { 37 }

  /// The names of the roots.
  static let rootNames = [
    "C", "C♯/D♭", "D", "D♯/E♭", "E", "F", "F♯/G♭", "G", "G♯/A♭", "A", "A♯/B♭", "B",
  ]
}

/// The deviations of all scales, allocated with a unit: nothing may be initialized on the audio
/// thread.
struct UnitScales: BitwiseCopyable {
  /// Those of the pitch classes above the root, twelve for each scale.
  private let deviations: UnsafeMutablePointer<Float>

  init() {
    let temperaments = UnitScale.temperaments
    precondition(temperaments.count == UnitScale.count, "A value for each temperament.")
    deviations = .allocate(capacity: 12 * temperaments.count)
    for (scale, temperament) in temperaments.enumerated() {
      for (pitchClass, cents) in temperament.deviations.enumerated() {
        (deviations + 12 * scale + pitchClass).initialize(to: Float(cents))
      }
    }
  }

  func deallocate() { deviations.deallocate() }

  /// Returns the deviations of the pitch classes from C on.
  @_noLocks @_noAllocation
  func cents(scale: Int, root: Int) -> InlineArray<12, Float> {
    let own = deviations + 12 &* scale
    var cents = InlineArray<12, Float>(repeating: 0)
    let reference = own[(9 &- root &+ 12) % 12]
    for pitchClass in 0..<12 {
      cents[pitchClass] = own[(pitchClass &- root &+ 12) % 12] - reference
    }
    return cents
  }
}
