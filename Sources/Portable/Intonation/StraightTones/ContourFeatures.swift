import PeachMusicUnits

/// The properties of a recording that determine whether its contour can be removed.
struct ContourFeatures {
  /// The standard deviation of the pitch from 0.1 s after the onset, in cents.
  var deviationCents = 0.0
  /// The median disagreement of the partials, in cents.
  var disagreementCents = 0.0
  /// The decay before the loop in dB per second; 0 if the level falls by less than 6 dB.
  var decayDecibelsPerSecond = 0.0

  /// The segment that counts: a held note of a second, or the recording up to 3 seconds.
  private static let heldSeconds = 1.0
  private static let longestSeconds = 3.0

  init(_ contour: PitchContour, of note: HeldNote) {
    let rate = note.sampleRate
    let end = Double(note.frameCount)
    let start = Double(note.onset) + 0.1 * rate
    let stop = min(end, Self.longestSeconds * rate) - (note.loop == nil ? 0.02 * rate : 0)
    // The loop counts as often as a held note repeats it.
    let rounds = max(Self.heldSeconds * rate - end, 0) / Double(max(note.loop?.count ?? 1, 1))
    let round = note.loop.map { note.keepsLoop ? note.settledRound : $0 }
    var entries = (0..<contour.periodCount).map { period in
      let time = contour.times[period]
      var weight = time > start && time < stop ? 1.0 : 0
      if let round, time >= max(Double(round.lowerBound), start), time < Double(round.upperBound) {
        weight += rounds
      }
      return Entry(contour, period, weight: weight)
    }
    if entries.reduce(0, { $0 + $1.weight }) < 8 {
      for period in entries.indices {
        entries[period].weight =
          contour.times[period] > 0.3 * contour.times[contour.periodCount] ? 1 : 0
      }
    }
    entries.removeAll { $0.weight <= 0 }
    measure(&entries)
    decayDecibelsPerSecond = Self.decay(of: note)
  }

  /// The verdict by the rules of the design, apart from verification.
  var verdict: ToneVerdict {
    if decayDecibelsPerSecond > 8 { return .decaying }
    if disagreementCents > 8 { return .unpitched }
    if disagreementCents > 0.6 && disagreementCents > 0.3 * deviationCents {
      return .severalPlayers
    }
    return deviationCents < 0.3 ? .alreadyStraight : .straight
  }

  /// Whether the contour can be removed if the other recordings of the preset are straightened.
  /// Some recordings of one player decrease before the loop like plucked strings, or have partials
  /// that deviate like those of several players, but by less than the common contour.
  var allowsStraightening: Bool {
    switch verdict {
    case .alreadyStraight, .straight: true
    case .severalPlayers: disagreementCents < 0.6 * deviationCents
    case .decaying: disagreementCents < 0.6 || disagreementCents < 0.3 * deviationCents
    case .unpitched, .unverified: false
    }
  }

  private struct Entry {
    var weight: Double
    var cents: Double
    var disagreement: Double

    init(_ contour: PitchContour, _ period: Int, weight: Double) {
      self.weight = weight
      cents = -1200 * Exponential.log2(contour.duration(period) / contour.meanPeriod)
      disagreement = contour.disagreementCents[period]
    }
  }

  private mutating func measure(_ entries: inout [Entry]) {
    let total = entries.reduce(0) { $0 + $1.weight }
    guard total > 0 else { return }
    let mean = entries.reduce(0) { $0 + $1.weight * $1.cents } / total
    let squares = entries.reduce(0) { $0 + $1.weight * ($1.cents - mean) * ($1.cents - mean) }
    deviationCents = (squares / total).squareRoot()
    entries.sort { $0.disagreement < $1.disagreement }
    var below = 0.0
    for entry in entries {
      below += entry.weight
      disagreementCents = entry.disagreement
      if below >= total / 2 { break }
    }
  }

  /// Returns the slope of the level in dB per second from 40 ms after the onset to the loop.
  private static func decay(of note: HeldNote) -> Double {
    let rate = note.sampleRate
    let block = max(Int(0.02 * rate), 1)
    let end = min(note.frameCount, Int(longestSeconds * rate))
    let last = min(note.loop?.lowerBound ?? end, note.onset + Int(1.2 * rate)) - block
    let first = note.onset + Int(0.04 * rate)
    guard last > first, Double(note.frameCount) > 0.3 * rate || note.loop != nil else { return 0 }
    let starts = Array(stride(from: first, to: last, by: block))
    guard starts.count >= 5 else { return 0 }
    let levels = starts.map { level(note.power($0..<$0 + block)) }
    let after = note.loop ?? starts[starts.count - 1]..<starts[starts.count - 1] + block
    var early = levels[0]
    for index in 1..<5 { early = max(early, levels[index]) }
    guard early - level(note.power(after)) > 6 else { return 0 }
    // The slope of the regression line.
    let middle = Double(levels.count - 1) / 2
    var (slope, squares) = (0.0, 0.0)
    for (index, level) in levels.enumerated() {
      let distance = Double(index) - middle
      slope += distance * level
      squares += distance * distance
    }
    return -slope / squares * rate / Double(block)
  }

  private static func level(_ power: Double) -> Double {
    3.010299956639812 * Exponential.log2(power + 1e-20)
  }
}
