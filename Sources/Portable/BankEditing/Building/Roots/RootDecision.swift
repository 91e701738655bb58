import PeachIntonation
import PeachMusicUnits

/// Selects the root key of a recording from declared keys and the measured pitch. The first
/// declared key within half a semitone of the measured pitch is used, otherwise the key nearest to
/// the pitch. There are three exceptions: the recipe declares the key, the recipe prefers declared
/// keys, or the declared key differs by octaves and the octave is uncertain.
struct RootDecision {
  struct DeclaredKey {
    var source: String
    var key: UInt8?
  }

  /// The root key; `nil` without a declared key and a measured pitch.
  private(set) var root: UInt8?
  let declaredKey: UInt8?
  /// Whether a declared key is the root key.
  private(set) var isRootDeclared = false
  private(set) var warnings: [String] = []

  /// The maximum distance of a declared key from the measured pitch, in cents.
  private static var tolerance: Double { 50 }
  /// The agreement of the estimates at which the octave is certain.
  private static var minAgreement: Double { 2.0 / 3 }

  /// Selects the root key. The first element of `declared` is the recipe's key.
  init(
    declared: [DeclaredKey], measured: PitchEstimator.FreeMeasurement?, choice: BuildRecipe.Roots
  ) {
    let keys = declared.compactMap { entry in entry.key.map { (source: entry.source, key: $0) } }
    declaredKey = keys.first?.key
    guard let measured else {
      root = declaredKey
      isRootDeclared = root != nil
      for (source, key) in keys.dropFirst() where key != root {
        warnings.append("key \(key) from \(source) is ignored")
      }
      return
    }
    let noteNumber = FrequencyCalculation.noteNumber(frequency: measured.pitch.frequency)
    func distance(_ key: UInt8) -> Double { 100 * (noteNumber - Double(key)) }
    let nearest = UInt8(min(max(noteNumber + 0.5, 0), 127))
    let isInRecipe = declared.first?.key != nil
    if let declaredKey, isInRecipe || choice == .declared {
      root = declaredKey
    } else if let agreeing = keys.first(where: { abs(distance($0.key)) <= Self.tolerance }) {
      root = agreeing.key
    } else if let inOctave = keys.first(where: { Self.isOctave(distance($0.key)) }),
      measured.agreement < Self.minAgreement
    {
      root = inOctave.key
    } else {
      root = nearest
    }
    isRootDeclared = keys.contains { $0.key == root }
    for (source, key) in keys where abs(distance(key)) > Self.tolerance {
      let result = key == root ? "which is used" : "key \(root ?? nearest) is used instead"
      let cents = RecordingPreparation.cents(distance(key))
      warnings.append("measured \(cents) key \(key) from \(source); \(result)")
    }
  }

  private static func isOctave(_ cents: Double) -> Bool {
    let octaves = Double(Int(cents / 1200 + (cents < 0 ? -0.5 : 0.5)))
    return octaves != 0 && abs(cents - 1200 * octaves) <= tolerance
  }
}
