/// The gains that make the levels of a preset even: over the keys, levels follow a smooth curve,
/// whose variation is limited, or equal each other if they scatter. All layers have the same level
/// at a key, because the velocity curve makes the dynamics.
struct LevelBalance {
  struct Tone {
    var key: UInt8
    var layer: Int
    /// The K-weighted level, in decibels.
    var level: Double
    /// The peak, in decibels relative to full scale.
    var peak: Double
  }

  /// The gain of each tone, in decibels.
  private(set) var gains: [Double] = []
  /// The gain that all tones lack, in decibels, so that most peaks are below full scale.
  private(set) var headroomDecibels = 0.0
  /// The gain that each tone lacks in addition, in decibels.
  private(set) var limitedDecibels: [Double] = []
  /// The level that each tone should have, in decibels.
  private(set) var targets: [Double] = []

  /// The maximum distance of the curve from its mean, in decibels.
  private static var variation: Double { 3 }
  /// The smallest number of tones that determine a curve.
  private static var minCount: Int { 5 }
  /// The peak that all tones leave room for, in decibels relative to full scale.
  static var maxPeak: Double { -1 }
  /// The fraction of tones whose peaks all tones leave room for.
  private static var headroomFraction: Double { 0.97 }

  /// - Parameters:
  ///   - target: The level of the preset, in decibels.
  ///   - keepsLayers: Whether layers keep their level differences.
  init(_ tones: [Tone], target: Double, keepsLayers: Bool) {
    var levels: [Int: [Double]] = [:]
    for tone in tones { levels[tone.layer, default: []].append(tone.level) }
    let means = levels.mapValues { Levels.median($0) }
    // One value per key, of all layers.
    var residuals: [UInt8: [Double]] = [:]
    for tone in tones {
      residuals[tone.key, default: []].append(tone.level - (means[tone.layer] ?? 0))
    }
    let keys = residuals.keys.sorted()
    let curve = LevelCurve(
      keys: keys.map { Double($0) }, values: keys.map { Levels.median(residuals[$0] ?? []) })
    let isCurved = keys.count >= Self.minCount
    let values = residuals.keys.reduce(into: [UInt8: Double]()) { values, key in
      values[key] = isCurved ? curve.value(at: Double(key)) : 0
    }
    let shape = tones.map { values[$0.key] ?? 0 }
    let mean = shape.reduce(0, +) / Double(max(shape.count, 1))
    // A curve through scattered levels is an accident of the recordings.
    let variance = shape.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
    let scatter = zip(tones, shape).reduce(0.0) { sum, entry in
      let residual = entry.0.level - (means[entry.0.layer] ?? 0) - entry.1
      return sum + residual * residual
    }
    let certainty = variance > 0 ? max(1 - 2 * scatter / variance, 0) : 0
    let loudest = means.values.max() ?? 0
    targets = tones.indices.map { index in
      let offset = keepsLayers ? (means[tones[index].layer] ?? 0) - loudest : 0
      let deviation = certainty * (shape[index] - mean)
      return target + offset + min(max(deviation, -Self.variation), Self.variation)
    }
    setGains(levels: tones.map { $0.level }, peaks: tones.map { $0.peak })
  }

  /// Sets the gains of tones with these levels and peaks, whose targets are unchanged.
  mutating func setGains(levels: [Double], peaks: [Double]) {
    let wanted = targets.indices.map { targets[$0] - levels[$0] }
    let excess = targets.indices.map { peaks[$0] + wanted[$0] - Self.maxPeak }
    headroomDecibels = max(Levels.quantile(excess, Self.headroomFraction), 0)
    limitedDecibels = excess.map { max($0 - headroomDecibels, 0) }
    gains = targets.indices.map { wanted[$0] - headroomDecibels - limitedDecibels[$0] }
  }
}
