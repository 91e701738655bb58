import PeachMusicUnits

/// Finds a long loop of an integer number of periods in a recording. Compares the frames before the
/// start of a loop with those before its end. The number of frames determines the pitch of a loop,
/// so only lengths near integer numbers of periods are candidates. The end of the loop is
/// crossfaded with the frames before its start.
package struct LoopSearch: Sendable {
  package let loop: Range<Int>
  /// The length of the crossfade at the end of the loop, in frames.
  private let fadeFrameCount: Int
  /// The mismatch of both ends over the length of the crossfade, in decibels relative to the
  /// signal.
  package let mismatchDecibels: Double

  /// The maximum length of a loop; longer ones only enlarge the file.
  private static var maxSeconds: Double { 4 }
  /// The mismatch up to which a short crossfade suffices. Ensembles always exceed it.
  private static var shortFadeDecibels: Double { -12 }
  /// The improvement that justifies half the length, in decibels.
  private static var decibelsPerHalving: Double { 2 }

  private struct Candidate {
    var start: Int
    var count: Int
    var score: Double
  }

  /// Searches for a loop. Takes milliseconds; not for the audio thread. Returns `nil` if the tone
  /// is not sustained long enough for a loop.
  ///
  /// - Parameters:
  ///   - channels: The channels of the recording, of equal length.
  ///   - periodFrames: The period of the tone, in frames.
  package init?(in channels: [[Float]], sampleRate: Double, periodFrames: Double) {
    guard periodFrames >= 2, sampleRate > 0,
      let sustain = SustainedPart(of: channels, sampleRate: sampleRate)?.frames
    else { return nil }
    let fade = min(
      max(Int(0.03 * sampleRate), Int(4 * periodFrames)), Int(0.1 * sampleRate), sustain.count / 6)
    guard Double(sustain.count) > 12 * periodFrames, fade > Int(periodFrames), fade >= 16
    else { return nil }
    let comparison = LoopComparison(
      channels, shortWindow: fade,
      longWindow: max(min(Int(0.25 * sampleRate), sustain.count / 6), fade))
    let candidates = Self.candidates(
      comparison, sustain, periodFrames, maxCount: Int(Self.maxSeconds * sampleRate))
    let refined = candidates.map { Self.refined($0, comparison, sustain, periodFrames) }
    guard let best = refined.min(by: { $0.score < $1.score }) else { return nil }
    loop = best.start..<best.start + best.count
    mismatchDecibels = comparison.mismatch(best.start, best.count)
    fadeFrameCount = min(
      mismatchDecibels <= Self.shortFadeDecibels ? fade : Int(0.5 * sampleRate),
      min(best.start, best.count / 2))
  }

  /// Returns the 16 best of a coarse search over eight starts and up to 200 numbers of periods.
  private static func candidates(
    _ comparison: LoopComparison, _ sustain: Range<Int>, _ period: Double, maxCount: Int
  ) -> [Candidate] {
    let first = sustain.lowerBound + comparison.longWindow
    let available = sustain.upperBound - first
    var candidates: [Candidate] = []
    for startIndex in 0..<8 {
      let start = first + available * startIndex / 20
      let maxCount = min(sustain.upperBound - start, maxCount)
      let minCount = max(Int(4 * period) + 1, maxCount / 3)
      let minPeriods = Int(Double(minCount) / period) + 1
      let maxPeriods = max(Int(Double(maxCount) / period), minPeriods)
      let step = (maxPeriods - minPeriods) / 200 + 1
      for periods in stride(from: minPeriods, through: maxPeriods, by: step) {
        let count = Int(Double(periods) * period + 0.5)
        guard start + count + Int(period) <= sustain.upperBound else { continue }
        let best = best(
          near: count, distance: Int(period / 2) + 1, step: max(Int(period / 16), 1)
        ) { comparison.coarseCost(start, $0) }
        candidates.append(
          Candidate(
            start: start, count: best.count,
            score: score(best.cost, best.count, of: sustain.count)))
      }
    }
    candidates.sort { ($0.score, $0.start, $0.count) < ($1.score, $1.start, $1.count) }
    return Array(candidates.prefix(16))
  }

  /// Returns the length with the smallest cost near `count`. With a fluctuating or imprecise pitch
  /// it is not an integer number of periods.
  private static func best(
    near count: Int, distance: Int, step: Int, cost: (Int) -> Double
  ) -> (count: Int, cost: Double) {
    var best = (count: count, cost: cost(count))
    for other in stride(from: count - distance, through: count + distance, by: step) {
      let otherCost = cost(other)
      if otherCost < best.cost { best = (other, otherCost) }
    }
    return best
  }

  /// Refines the length of a candidate to one frame.
  private static func refined(
    _ candidate: Candidate, _ comparison: LoopComparison, _ sustain: Range<Int>, _ period: Double
  ) -> Candidate {
    let start = candidate.start
    let maxCount = sustain.upperBound - start
    let distance = min(Int(period / 16) + 1, maxCount - candidate.count)
    let coarse = best(near: candidate.count, distance: distance, step: 1) {
      comparison.coarseCost(start, $0)
    }
    let exact = best(near: coarse.count, distance: min(2, maxCount - coarse.count), step: 1) {
      comparison.cost(start, $0)
    }
    return Candidate(
      start: start, count: exact.count, score: score(exact.cost, exact.count, of: sustain.count))
  }

  private static func score(_ cost: Double, _ count: Int, of sustainCount: Int) -> Double {
    cost + decibelsPerHalving * Exponential.log2(Double(sustainCount) / Double(count))
  }

  /// Returns the searched channels with the crossfade, up to eight frames after the loop
  /// (SoundFont 2.04 §7.10).
  package func applied(to channels: [[Float]]) -> [[Float]] {
    let correlation = Self.correlation(channels, loop, fadeFrameCount)
    return channels.map { channel in
      var result = Array(channel[..<loop.upperBound])
      for index in 0..<fadeFrameCount {
        let t = (Double(index) + 0.5) / Double(fadeFrameCount)
        // The slope and the curvature are 0 at both ends.
        let fadeIn = t * t * t * (10 + t * (6 * t - 15))
        let fadeOut = 1 - fadeIn
        // Keeps the power constant if the signals are not fully correlated.
        let power = fadeOut * fadeOut + fadeIn * fadeIn + 2 * fadeOut * fadeIn * correlation
        let frame = loop.upperBound - fadeFrameCount + index
        let start = loop.lowerBound - fadeFrameCount + index
        let sum = fadeOut * Double(channel[frame]) + fadeIn * Double(channel[start])
        result[frame] = Float(sum / power.squareRoot())
      }
      return result + result[loop.lowerBound..<loop.lowerBound + 8]
    }
  }

  private static func correlation(
    _ channels: [[Float]], _ loop: Range<Int>, _ count: Int
  ) -> Double {
    var (product, startPower, endPower) = (0.0, 0.0, 0.0)
    for channel in channels {
      for index in 0..<count {
        let a = Double(channel[loop.lowerBound - count + index])
        let b = Double(channel[loop.upperBound - count + index])
        product += a * b
        startPower += a * a
        endPower += b * b
      }
    }
    let norm = (startPower * endPower).squareRoot()
    return norm > 0 ? min(max(product / norm, 0), 1) : 1
  }
}
