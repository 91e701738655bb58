import PeachMusicUnits

/// The loop of a straight tone: whole periods in whole frames.
struct StraightLoop {
  /// The output frames of the loop.
  var frames: Range<Int>
  var periods: Int
  /// The phase of the first output frame.
  var origin: Double

  /// The phase increment per output frame.
  var step: Double { Double(periods) / Double(frames.count) }

  private static let fadeSeconds = 0.06

  /// Plans the loop of a note along its contour. Returns `nil` if the loop has less than a period.
  init?(_ note: HeldNote, _ contour: PitchContour) {
    guard let loop = note.loop else { return nil }
    let start = contour.phase(atTime: Double(loop.lowerBound))
    let first = contour.phase(atTime: 0)
    guard note.keepsLoop else {
      let advance = contour.phase(atTime: Double(loop.upperBound)) - start
      guard advance > 1 else { return nil }
      periods = Int(advance + 0.5)
      // The loop keeps its mean pitch, so that formants stay.
      let count = Int(Double(periods) * Double(loop.count) / advance + 0.5)
      let lead = (start - first) * Double(count) / Double(periods)
      let before = max(Int(lead) + (lead > Double(Int(lead)) ? 1 : 0), 0)
      frames = before..<before + count
      origin = first
      return
    }
    let round = note.settledRound
    let advance =
      contour.phase(atTime: Double(round.upperBound))
      - contour.phase(atTime: Double(round.lowerBound))
    guard advance > 0.5 else { return nil }
    periods = Int(advance + 0.5)
    let step = Double(periods) / Double(loop.count)
    let before = max(Int((start - first) / step), 0)
    frames = before..<before + loop.count
    origin = start - Double(before) * step
  }

  /// Crossfades the end of the loop into the frames before its start, which are in phase. The gain
  /// follows from the correlation of both.
  func close(_ channel: inout [Float], sampleRate: Double) {
    let count = min(Int(Self.fadeSeconds * sampleRate), frames.count / 2, frames.lowerBound)
    guard count > 0 else { return }
    let first = frames.upperBound - count
    var (product, ownPower, earlierPower) = (0.0, 0.0, 0.0)
    for index in first..<frames.upperBound {
      let (own, earlier) = (Double(channel[index]), Double(channel[index - frames.count]))
      product += own * earlier
      ownPower += own * own
      earlierPower += earlier * earlier
    }
    let correlation = max(product / max((ownPower * earlierPower).squareRoot(), 1e-30), 0)
    for index in first..<frames.upperBound {
      let share = Double(index - first) / Double(count)
      let weight = 0.5 - 0.5 * Exponential.sineAndCosine(cycles: 0.5 * share).cosine
      let rest = 1 - weight
      let power = weight * weight + rest * rest + 2 * weight * rest * correlation
      let (own, earlier) = (Double(channel[index]), Double(channel[index - frames.count]))
      channel[index] = Float((own * rest + earlier * weight) / power.squareRoot())
    }
  }

  /// Appends one round of a kept loop, at a constant phase increment with what is left of its
  /// contour closed.
  func appendRound(
    to channel: inout [Float], of source: PaddedFrames, _ note: HeldNote, _ contour: PitchContour,
    with sinc: SincInterpolator
  ) {
    let round = note.settledRound
    let start = contour.phase(atTime: Double(round.lowerBound))
    let advance = contour.phase(atTime: Double(round.upperBound)) - start
    let first = contour.time(atPhase: start)
    let length = contour.time(atPhase: start + advance) - first
    let positions = (0..<frames.count).map { index in
      let share = Double(index) / Double(frames.count)
      let time = contour.time(atPhase: start + share * advance) - first
      return Double(round.lowerBound) + (time - share * (length - Double(round.count)))
    }
    var values = [Float](repeating: 0, count: positions.count)
    values.withUnsafeMutableBufferPointer { values in
      positions.withUnsafeBufferPointer { positions in
        guard let own = positions.baseAddress, let target = values.baseAddress else { return }
        sinc.read(source, at: own, count: positions.count, into: target)
      }
    }
    channel += values
  }
}
