import PeachMusicUnits

/// A loop found in a recording that has none: long, of whole periods, and joined without a click.
///
/// The places where a loop may begin and end are compared: the frames before its first with those
/// before its end, which they follow. Nearer than a period's part, the number of frames in a loop
/// decides its pitch, so only lengths near whole numbers of periods are tried. What still differs is
/// faded: towards its end the loop turns into what leads to its beginning.
public struct LoopSearch: Sendable {
  /// The frames that repeat, end exclusive.
  public let loop: Range<Int>
  /// How far before the loop's end the fade begins.
  public let fadeFrameCount: Int
  /// How much the two ends differ over that length, in decibels relative to the sound.
  public let mismatchDecibels: Double

  /// The longest loop: more only makes a larger file.
  private static var longestSeconds: Double { 4 }
  /// What ends must be alike by for a short fade; players together are never alike.
  private static var alikeDecibels: Double { -12 }
  /// A loop of half the length must be better by so much.
  private static var decibelsPerHalving: Double { 2 }

  private struct Candidate {
    var start: Int
    var count: Int
    var score: Double
  }

  /// Searches the recording's channels, of equal length, whose tone has a period of so many frames;
  /// nil where no tone is held long enough for a loop. Takes milliseconds; not for the audio thread.
  public init?(in channels: [[Float]], sampleRate: Double, periodFrames: Double) {
    guard periodFrames >= 2, sampleRate > 0,
      let part = SustainedPart(of: channels, sampleRate: sampleRate)?.frames
    else { return nil }
    let fade = min(
      max(Int(0.03 * sampleRate), Int(4 * periodFrames)), Int(0.1 * sampleRate), part.count / 6)
    guard Double(part.count) > 12 * periodFrames, fade > Int(periodFrames), fade >= 16 else {
      return nil
    }
    let comparison = LoopComparison(
      channels, closeCount: fade,
      wideCount: max(min(Int(0.25 * sampleRate), part.count / 6), fade))
    let candidates = Self.candidates(
      comparison, part, periodFrames, longest: Int(Self.longestSeconds * sampleRate))
    var best: (candidate: Candidate, mismatch: Double)?
    for candidate in candidates {
      let refined = Self.refined(candidate, comparison, part.upperBound, periodFrames)
      let score = Self.score(
        comparison.badness(refined.start, refined.count), refined.count, of: part.count)
      if best.map({ score < $0.candidate.score }) ?? true {
        best = (
          Candidate(start: refined.start, count: refined.count, score: score),
          comparison.mismatch(refined.start, refined.count)
        )
      }
    }
    guard let best else { return nil }
    let start = best.candidate.start
    loop = start..<start + best.candidate.count
    mismatchDecibels = best.mismatch
    let most = min(start, best.candidate.count / 2)
    fadeFrameCount = min(
      best.mismatch <= Self.alikeDecibels ? fade : Int(0.5 * sampleRate), most)
  }

  /// The best of a coarse look at eight beginnings and all numbers of periods, or 200 of them.
  private static func candidates(
    _ comparison: LoopComparison, _ part: Range<Int>, _ period: Double, longest: Int
  ) -> [Candidate] {
    let first = part.lowerBound + comparison.wideCount
    let room = part.upperBound - first
    var best: [Candidate] = []
    for beginning in 0..<8 {
      let start = first + room * beginning / 20
      let most = min(part.upperBound - start, longest)
      let fewest = max(Int(4 * period) + 1, most / 3)
      let low = Int(Double(fewest) / period) + 1
      let high = max(Int(Double(most) / period), low)
      for number in stride(from: low, through: high, by: (high - low) / 200 + 1) {
        let count = Int(Double(number) * period + 0.5)
        guard start + count + Int(period) <= part.upperBound else { continue }
        let near = nearest(
          to: count, reach: Int(period / 2) + 1, step: max(Int(period / 16), 1)
        ) { comparison.coarseBadness(start, $0) }
        best.append(
          Candidate(
            start: start, count: near.count, score: score(near.badness, near.count, of: part.count)
          ))
      }
    }
    best.sort { ($0.score, $0.start, $0.count) < ($1.score, $1.start, $1.count) }
    return Array(best.prefix(16))
  }

  /// Where the pitch wavers, or is known to a cent only, a whole number of periods of one frequency
  /// is not where the sound is alike: up to half a period beside it is looked.
  private static func nearest(
    to count: Int, reach: Int, step: Int, badness: (Int) -> Double
  ) -> (count: Int, badness: Double) {
    var best = (count: count, badness: badness(count))
    for other in stride(from: count - reach, through: count + reach, by: step) {
      let found = badness(other)
      if found < best.badness { best = (other, found) }
    }
    return best
  }

  /// The same to the frame.
  private static func refined(
    _ candidate: Candidate, _ comparison: LoopComparison, _ end: Int, _ period: Double
  ) -> (start: Int, count: Int) {
    let start = candidate.start
    let most = end - start
    let near = nearest(
      to: candidate.count, reach: min(Int(period / 16) + 1, most - candidate.count), step: 1
    ) { comparison.coarseBadness(start, $0) }
    let exact = nearest(to: near.count, reach: min(2, most - near.count), step: 1) {
      comparison.badness(start, $0)
    }
    return (start, exact.count)
  }

  private static func score(_ badness: Double, _ count: Int, of whole: Int) -> Double {
    badness + decibelsPerHalving * Exponential.log2(Double(whole) / Double(count))
  }

  /// The recording with the fade in it, up to eight frames behind the loop, which continue it
  /// (SoundFont 2.04 §7.10). `channels` are those searched; every one is faded alike.
  public func applied(to channels: [[Float]]) -> [[Float]] {
    let likeness = Self.likeness(channels, loop, fadeFrameCount)
    return channels.map { channel in
      var result = Array(channel[..<loop.upperBound])
      for index in 0..<fadeFrameCount {
        let t = (Double(index) + 0.5) / Double(fadeFrameCount)
        // Its slope and curvature are 0 at both ends.
        let into = t * t * t * (10 + t * (6 * t - 15))
        let from = 1 - into
        // The sum of two sounds that are less than alike would be softer than either.
        let power = from * from + into * into + 2 * from * into * likeness
        let place = loop.upperBound - fadeFrameCount + index
        let sum =
          from * Double(channel[place])
          + into * Double(channel[loop.lowerBound - fadeFrameCount + index])
        result[place] = Float(sum / power.squareRoot())
      }
      return result + result[loop.lowerBound..<loop.lowerBound + 8]
    }
  }

  /// The correlation of what is faded into each other, 0…1.
  private static func likeness(_ channels: [[Float]], _ loop: Range<Int>, _ count: Int) -> Double {
    var product = 0.0
    var (before, end) = (0.0, 0.0)
    for channel in channels {
      for index in 0..<count {
        let a = Double(channel[loop.lowerBound - count + index])
        let b = Double(channel[loop.upperBound - count + index])
        product += a * b
        before += a * a
        end += b * b
      }
    }
    let whole = (before * end).squareRoot()
    return whole > 0 ? min(max(product / whole, 0), 1) : 1
  }
}
