/// The onset of a recorded tone, by its K-weighted level. The *attack* is the first time at 10 dB
/// below the level of the tone. The *physical onset* is the start of the rise that leads to it.
struct ToneOnset: Hashable, Sendable {
  let physicalSeconds: Double
  let attackSeconds: Double
  /// The level of the tone, in decibels: the 90th percentile of its first 600 ms.
  let levelDecibels: Double
  /// The level of the noise before the tone relative to the tone; `nil` if too little precedes it.
  let noiseDecibels: Double?

  /// Measures an envelope from ``PowerEnvelope/decibels(windowSeconds:)``. Returns `nil` if it is
  /// silent.
  init?(_ levels: [Double], hopSeconds: Double) {
    guard let peak = levels.max(), peak > PowerEnvelope.floor + 20,
      let loud = levels.firstIndex(where: { $0 >= peak - 20 })
    else { return nil }
    let count = Int(0.6 / hopSeconds)
    let level = Levels.quantile(levels[loud..<min(loud + count, levels.count)], 0.9)
    let audible = levels.firstIndex { $0 >= level - 20 } ?? loud
    let attack = levels[audible...].firstIndex { $0 >= level - 10 } ?? audible
    var noise: Double?
    if Double(audible) * hopSeconds > 0.06 {
      noise = Levels.median(levels[..<max(audible - Int(0.03 / hopSeconds), 1)])
    }
    let threshold = max(level - 40, min((noise ?? PowerEnvelope.floor) + 10, level - 24))
    // Goes back while one of the previous 8 ms exceeds the threshold.
    let gap = max(Int(0.008 / hopSeconds), 1)
    var onset = audible
    var lastLoud = audible
    while onset > 0, lastLoud - onset < gap {
      onset -= 1
      if levels[onset] >= threshold { lastLoud = onset }
    }
    physicalSeconds = Double(lastLoud) * hopSeconds
    attackSeconds = Double(attack) * hopSeconds
    levelDecibels = level
    noiseDecibels = noise.map { $0 - level }
  }

  /// Returns the length of the envelope's window for a tone: two periods, from 10 to 25 ms.
  static func windowSeconds(hertz: Double?) -> Double {
    guard let hertz, hertz > 0 else { return 0.01 }
    return min(max(2 / hertz, 0.01), 0.025)
  }
}

/// The decay of a recorded tone.
struct ToneDecay: Hashable, Sendable {
  /// The decrease of the level halfway between the attack and the last time above −20 dB, in
  /// decibels. It is 10 dB for an exponential decay at any rate.
  let decibelsHalfway: Double
  /// The time from the attack to the last time above −30 dB.
  let durationSeconds: Double

  /// The decrease above which a tone decays.
  static var maxSustainedDecibels: Double { 8 }

  init(_ envelope: PowerEnvelope, attackSeconds: Double) {
    let levels = envelope.decibels(windowSeconds: 0.03)
    let peak = levels.max() ?? 0
    let first = levels.firstIndex { $0 > peak - 10 } ?? 0
    let last = levels.lastIndex { $0 > peak - 20 } ?? 0
    let count = last - first
    if count > 8 {
      let middle = first + 45 * count / 100...first + 55 * count / 100
      let early = levels[first..<first + count / 2].max() ?? peak
      decibelsHalfway = early - Levels.median(levels[middle])
    } else {
      decibelsHalfway = 0
    }
    let end = levels.lastIndex { $0 > peak - 30 } ?? 0
    durationSeconds = max(Double(end) * envelope.hopSeconds - attackSeconds, 0)
  }
}
