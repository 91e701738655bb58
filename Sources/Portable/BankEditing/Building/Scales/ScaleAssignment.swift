import PeachMusicUnits

/// Assigns the frames of a recorded scale to ascending keys by dynamic programming: a path through
/// the notes and the gaps between them, whose pitches differ least from those measured. A key may
/// be missing, or be repeated after a gap.
struct ScaleAssignment {
  struct Note: Hashable {
    var key: Int
    /// The first and the last frame with the pitch of the key.
    var frames: ClosedRange<Int>
  }

  private(set) var notes: [Note] = []
  /// The offset of the tuning, in semitones.
  let tuning: Double

  // The unit of costs is a frame whose pitch differs by a semitone.
  private static var changeCost: Double { 6 }
  private static var missingCost: Double { 4 }
  private static var repetitionCost: Double { 2 }
  /// The cost of a frame without a pitch in a note, and of one with a pitch in a gap.
  private static var gapCost: Double { 0.5 }
  private static var maxError: Double { 1.2 }
  /// The error up to which a note is detuned.
  private static var detuning: Double { 0.6 }
  private static var minFrameCount: Int { 6 }

  /// - Parameter pitches: The pitch of each frame as a note number; `nil` for silence and noise.
  init(_ pitches: [Double?], keys: ClosedRange<Int>) {
    tuning = Self.tuning(of: pitches.compactMap { $0 })
    let path = Self.path(pitches, keys, tuning)
    var first = 0
    while first < path.count {
      var last = first
      while last + 1 < path.count, path[last + 1] == path[first] { last += 1 }
      if path[first] % 2 == 1 {
        let key = keys.lowerBound + path[first] / 2
        let tonal = (first...last).filter { index in
          pitches[index].map { abs($0 - tuning - Double(key)) < Self.maxError } ?? false
        }
        if tonal.count >= Self.minFrameCount {
          notes.append(Note(key: key, frames: tonal[0]...tonal[tonal.count - 1]))
        }
      }
      first = last + 1
    }
  }

  /// Returns the mean distance from the nearest keys, if most pitches agree.
  private static func tuning(of pitches: [Double]) -> Double {
    var (sine, cosine) = (0.0, 0.0)
    for pitch in pitches {
      let (s, c) = Exponential.sineAndCosine(cycles: pitch - Double(Int(pitch)))
      sine += s
      cosine += c
    }
    let agreement = (sine * sine + cosine * cosine).squareRoot() / Double(max(pitches.count, 1))
    return agreement > 0.35 ? PitchTrack.cycles(cosine, sine) : 0
  }

  /// Returns the state of each frame: 0 before the first note, 2n + 1 in note n, 2n + 2 after it.
  private static func path(
    _ pitches: [Double?], _ keys: ClosedRange<Int>, _ tuning: Double
  ) -> [Int] {
    let stateCount = 2 * keys.count + 1
    var costs = [Double](repeating: .greatestFiniteMagnitude / 4, count: stateCount)
    costs[0] = 0
    var former = [UInt16](repeating: 0, count: pitches.count * stateCount)
    for (frame, pitch) in pitches.enumerated() {
      let gap = pitch == nil ? 0 : gapCost
      var new = costs
      // The best state before a note, and its cost with the keys that it skips.
      var best = (cost: costs[0], state: 0)
      new[0] += gap
      for note in 0..<keys.count {
        let state = 2 * note + 1
        let base = frame * stateCount
        var entry = (cost: costs[state], state: state)
        if best.cost + changeCost < entry.cost {
          entry = (best.cost + changeCost, best.state)
        }
        let repeated = costs[state + 1] + changeCost + repetitionCost
        if repeated < entry.cost { entry = (repeated, state + 1) }
        new[state] =
          entry.cost + cost(pitch, of: Double(keys.lowerBound + note) + tuning)
        former[base + state] = UInt16(entry.state)
        let isEnd = costs[state] < costs[state + 1]
        new[state + 1] = min(costs[state], costs[state + 1]) + gap
        former[base + state + 1] = UInt16(isEnd ? state : state + 1)
        best.cost += missingCost
        if costs[state] < best.cost { best = (costs[state], state) }
        if costs[state + 1] < best.cost { best = (costs[state + 1], state + 1) }
      }
      costs = new
    }
    return traced(costs, former, frameCount: pitches.count, noteCount: keys.count)
  }

  private static func traced(
    _ costs: [Double], _ former: [UInt16], frameCount: Int, noteCount: Int
  ) -> [Int] {
    let missing = costs.indices.map { state in
      missingCost * Double(state == 0 ? noteCount : noteCount - 1 - (state - 1) / 2)
    }
    var state =
      costs.indices.min { costs[$0] + missing[$0] < costs[$1] + missing[$1] } ?? 0
    var path = [Int](repeating: 0, count: frameCount)
    for frame in stride(from: frameCount - 1, through: 0, by: -1) {
      path[frame] = state
      state = Int(former[frame * costs.count + state])
    }
    return path
  }

  /// Returns the cost of a pitch in a note. An octave above is a period that was found halved.
  private static func cost(_ pitch: Double?, of key: Double) -> Double {
    guard let pitch else { return gapCost }
    let distance = abs(pitch - key)
    let error = min(min(distance, abs(distance - 12) + 0.5), maxError)
    return error < detuning ? detuning * error : error
  }
}
