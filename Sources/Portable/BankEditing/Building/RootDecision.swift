import PeachIntonation
import PeachMusicUnits

/// Which key a recording is taken for, from what is said of it and what it sounds at.
///
/// Of what is said the first that is within half a semitone of the sound counts. Where none is, the
/// sound decides, unless the recipe gives the key or wants what is said, or only the octave is
/// in doubt and the sound leaves it open.
struct RootDecision {
  /// A key, and who says it.
  struct Said {
    var source: String
    var key: UInt8?
  }

  /// The key; nil where there is nothing to find it from.
  private(set) var root: UInt8?
  /// What was said first; nil where nothing was.
  let saidKey: UInt8?
  /// Who disagrees.
  private(set) var warnings: [String] = []

  /// In cents: beyond it a name is wrong, or the recording.
  private static var tolerance: Double { 50 }
  /// By this share of all octaves asked the sound says which one it is in.
  private static var agreement: Double { 2.0 / 3 }

  init(said: [Said], heard: PitchEstimator.FreeMeasurement?, choice: BuildRecipe.Roots) {
    let keys = said.filter { $0.key != nil }
    saidKey = keys.first?.key
    guard let heard else {
      root = saidKey
      for other in keys.dropFirst() where other.key != root {
        warnings.append("\(other.source) says key \(other.key ?? 0), which is not heeded")
      }
      return
    }
    let place = FrequencyCalculation.noteNumber(frequency: heard.pitch.frequency)
    func distance(_ key: UInt8) -> Double { 100 * (place - Double(key)) }
    let nearest = UInt8(min(max(place + 0.5, 0), 127))
    let isGiven = said.first?.key != nil
    let agreeing = keys.first { abs(distance($0.key ?? 0)) <= Self.tolerance }
    if let saidKey, isGiven || choice == .said {
      root = saidKey
    } else if let agreeing {
      root = agreeing.key
    } else if let inOctave = keys.first(where: { Self.isOctave(distance($0.key ?? 0)) }),
      heard.agreement < Self.agreement
    {
      root = inOctave.key
    } else {
      root = nearest
    }
    for other in keys {
      guard let key = other.key, abs(distance(key)) > Self.tolerance else { continue }
      let heeded = key == root ? "which counts" : "taken for key \(root ?? nearest)"
      warnings.append(
        "it sounds \(RecordingPreparation.cents(distance(key))) key \(key), as \(other.source) "
          + "\(other.source == "its chunks" ? "say" : "says"); \(heeded)")
    }
  }

  private static func isOctave(_ cents: Double) -> Bool {
    let octaves = Double(Int(cents / 1200 + (cents < 0 ? -0.5 : 0.5)))
    return octaves != 0 && abs(cents - 1200 * octaves) <= tolerance
  }
}
