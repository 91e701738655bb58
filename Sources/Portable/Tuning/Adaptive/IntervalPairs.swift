/// All pairs of notes of a song that sound together, with their pure intervals.
struct IntervalPairs {
  /// Two notes; the key of `low` is not above that of `high`.
  struct Pair {
    var low: Int
    var high: Int
  }

  /// A pair's interval, in cents from equal temperament, and its weight.
  struct Term {
    var low: Int
    var high: Int
    var cents: Double
    var weight: Double
  }

  /// An interval of a pair in some of its chords.
  private struct Candidate {
    var cents: Double
    /// The sum of the products of duration and level.
    var amount = 0.0
    /// The sum of the weighted amounts.
    var weight = 0.0
    /// The index of the pair's next candidate; −1 for none.
    var next = -1
  }

  private(set) var pairs: [Pair] = []
  /// For each note: the index of its last pair with a note of a lower index; −1 for none.
  private var lastPairs: [Int]
  /// For each pair: the index of the pair before it of the same note; −1 for none.
  private var previousPairs: [Int] = []
  private let notes: [SongNote]
  private let slices: SongSlices
  private let chords: [ChordIntervals]
  private let chordOfSlice: [Int]

  init(_ notes: [SongNote], _ slices: SongSlices, sevenths: AdaptiveTuning.Sevenths) {
    (self.notes, self.slices) = (notes, slices)
    lastPairs = [Int](repeating: -1, count: notes.count)
    var chords: [ChordIntervals] = []
    var chordOfClasses = [Int?](repeating: nil, count: 4096)
    var chordOfSlice: [Int] = []
    for slice in slices.slices {
      let members = slices.indices[slice.range]
      let classes = members.reduce(UInt16(0)) { $0 | 1 << UInt16(notes[$1].pitchClass) }
      let chord = chordOfClasses[Int(classes)] ?? chords.count
      if chord == chords.count {
        chordOfClasses[Int(classes)] = chord
        chords.append(ChordIntervals(classes: classes, sevenths: sevenths))
      }
      chordOfSlice.append(chord)
    }
    (self.chords, self.chordOfSlice) = (chords, chordOfSlice)
    for slice in slices.slices {
      let members = slices.indices[slice.range]
      for (first, note) in members.enumerated() {
        for other in members.dropFirst(first + 1) {
          let pair = pair(note, other)
          if pairIndex(pair) < 0 {
            let newer = max(note, other)
            previousPairs.append(lastPairs[newer])
            lastPairs[newer] = pairs.count
            pairs.append(pair)
          }
        }
      }
    }
  }

  private func pair(_ note: Int, _ other: Int) -> Pair {
    notes[note].key <= notes[other].key
      ? Pair(low: note, high: other) : Pair(low: other, high: note)
  }

  /// Returns the index of a pair; −1 if there is none. The search is short, as a note has few pairs
  /// with notes of lower indices: those of its chords.
  private func pairIndex(_ pair: Pair) -> Int {
    let (older, newer) = (min(pair.low, pair.high), max(pair.low, pair.high))
    var index = lastPairs[newer]
    while index >= 0, min(pairs[index].low, pairs[index].high) != older {
      index = previousPairs[index]
    }
    return index
  }

  func chord(ofSlice slice: Int) -> ChordIntervals { chords[chordOfSlice[slice]] }

  /// Returns the interval of each pair: of those in its chords, the one with the largest weight.
  ///
  /// - Parameter cents: The cents of all notes, which choose between ambiguous intervals.
  func terms(near cents: [Double]?) -> [Term] {
    var firstCandidates = [Int](repeating: -1, count: pairs.count)
    var candidates: [Candidate] = []
    for (index, slice) in slices.slices.enumerated() {
      let chord = chord(ofSlice: index)
      let members = slices.indices[slice.range]
      let levels = members.map { notes[$0].level(at: slice.startFrame) }
      for (first, note) in members.enumerated() {
        for (second, other) in members.enumerated().dropFirst(first + 1) {
          let pair = pair(note, other)
          let number = pairIndex(pair)
          let target = target(of: pair, in: chord, cents)
          let candidate = Self.candidate(target.cents, of: number, &firstCandidates, &candidates)
          let amount = slice.seconds * (levels[first] * levels[second]).squareRoot()
          candidates[candidate].amount += amount
          candidates[candidate].weight += amount * target.weight
        }
      }
    }
    return zip(pairs, firstCandidates).compactMap { pair, first in
      Self.term(of: pair, firstCandidate: first, candidates)
    }
  }

  /// Returns the index of a pair's candidate for an interval. Adds one if there is none.
  private static func candidate(
    _ cents: Double, of pair: Int, _ firstCandidates: inout [Int], _ candidates: inout [Candidate]
  ) -> Int {
    var (index, last) = (firstCandidates[pair], -1)
    while index >= 0 {
      if abs(candidates[index].cents - cents) < 0.0005 { return index }
      (index, last) = (candidates[index].next, index)
    }
    if last < 0 {
      firstCandidates[pair] = candidates.count
    } else {
      candidates[last].next = candidates.count
    }
    candidates.append(Candidate(cents: cents))
    return candidates.count - 1
  }

  private static func term(
    of pair: Pair, firstCandidate: Int, _ candidates: [Candidate]
  ) -> Term? {
    guard firstCandidate >= 0 else { return nil }
    var best = candidates[firstCandidate]
    var index = best.next
    while index >= 0 {
      if candidates[index].weight > best.weight { best = candidates[index] }
      index = candidates[index].next
    }
    guard best.amount > 0 else { return nil }
    let overlap = 1 - TuningProblem.decay(best.amount / TuningProblem.overlapSeconds)
    return Term(
      low: pair.low, high: pair.high, cents: best.cents,
      weight: best.weight / best.amount * overlap)
  }

  /// Returns the interval of a pair in a chord, and its weight.
  func target(
    of pair: Pair, in chord: ChordIntervals, _ cents: [Double]?
  ) -> ChordIntervals.Target {
    let (low, high) = (notes[pair.low].pitchClass, notes[pair.high].pitchClass)
    let chosen = cents.flatMap {
      chord.nearestTarget(from: low, to: high, cents: $0[pair.high] - $0[pair.low])
    }
    var target = chosen ?? chord.target(from: low, to: high)
    if low != high {
      target.weight *= 1 - TuningProblem.Weights.clusterLoss * chord.clusterFraction
    }
    return target
  }
}
