/// The scales of a unit: deviations from equal temperament in cents, of the pitch classes from the
/// root on. A keeps the concert pitch.
enum UnitScale: Int, CaseIterable, BitwiseCopyable, Sendable {
  case equal = 0
  case pythagorean = 1
  case just = 2
  case meantone = 3
  case werckmeister = 4
  case kirnberger = 5
  case vallotti = 6

  /// The names, in the order of the values.
  static let names = [
    "Equal", "Pythagorean", "Just (5-limit)", "Meantone (1/4 comma)", "Werckmeister III",
    "Kirnberger III", "Vallotti",
  ]
  /// The names of the roots.
  static let rootNames = [
    "C", "C♯/D♭", "D", "D♯/E♭", "E", "F", "F♯/G♭", "G", "G♯/A♭", "A", "A♯/B♭", "B",
  ]

  /// The deviations of the pitch classes above the root.
  private var deviations: InlineArray<12, Float> {
    switch self {
    case .equal: InlineArray(repeating: 0)
    // E♭ to G♯ in pure fifths.
    case .pythagorean:
      [0, 13.685, 3.91, -5.865, 7.82, -1.955, 11.73, 1.955, 15.64, 5.865, -3.91, 9.775]
    // 16/15, 9/8, 6/5, 5/4, 4/3, 45/32, 3/2, 8/5, 5/3, 9/5, 15/8.
    case .just:
      [
        0, 11.7313, 3.91, 15.6413, -13.6863, -1.955, -9.7763, 1.955, 13.6863, -15.6413, 17.5963,
        -11.7313,
      ]
    // E♭ to G♯ in fifths that are narrowed by a quarter of the syntonic comma: thirds are pure.
    case .meantone:
      [
        0, -23.9511, -6.8432, 10.2647, -13.6863, 3.4216, -20.5295, -3.4216, -27.3726, -10.2647,
        6.8432, -17.1079,
      ]
    // C–G, G–D, D–A and B–F♯ are narrowed by a quarter of the Pythagorean comma.
    case .werckmeister:
      [0, -9.775, -7.82, -5.865, -9.775, -1.955, -11.73, -3.91, -7.82, -11.73, -3.91, -7.82]
    // C–G, G–D, D–A and A–E are narrowed by a quarter of the syntonic comma, F♯–C♯ by the schisma.
    case .kirnberger:
      [
        0, -9.775, -6.8432, -5.865, -13.6863, -1.955, -9.7763, -3.4216, -7.82, -10.2647, -3.91,
        -11.7313,
      ]
    // F–C to E–B are narrowed by a sixth of the Pythagorean comma.
    case .vallotti:
      [0, -5.865, -3.91, -1.955, -7.82, 1.955, -7.82, -1.955, -3.91, -5.865, 0, -9.775]
    }
  }

  /// Returns the deviations of the pitch classes from C on.
  @_noLocks @_noAllocation
  func cents(root: Int) -> InlineArray<12, Float> {
    let deviations = deviations
    func deviation(_ pitchClass: Int) -> Float { deviations[(pitchClass &- root &+ 12) % 12] }
    var cents = InlineArray<12, Float>(repeating: 0)
    for pitchClass in 0..<12 { cents[pitchClass] = deviation(pitchClass) - deviation(9) }
    return cents
  }
}
