import PeachIntonation

/// A channel of a straight tone as the frames of a sample: with an amount of its vibrato, at the
/// pitch of a sample header, and with a loop of whole frames.
package struct StraightSample: Sendable {
  /// The frames, nominally −1…1. Those after the loop repeat its first ones.
  package private(set) var frames: [Float]
  /// The loop; `nil` without one.
  package private(set) var loop: Range<Int>?
  /// The largest magnitude of a frame.
  package private(set) var peak: Float = 0

  /// The frames kept after a loop for interpolation (SoundFont 2.04 §7.10).
  private static var framesAfterLoop: Int { 8 }

  /// Reads a channel with a windowed sinc. The mean pitch over the loop does not depend on the
  /// vibrato.
  ///
  /// - Parameters:
  ///   - amount: The amount of the recorded vibrato, 0…2.
  ///   - plan: The resampling for the pitch of the header; `nil` for none.
  init(
    _ channel: [Float], of tone: StraightTone, vibrato amount: Double, plan: ResamplingPlan?,
    sinc: WindowedSinc
  ) {
    let valid = tone.loop.flatMap {
      $0.lowerBound >= 0 && $0.upperBound <= channel.count && !$0.isEmpty ? $0 : nil
    }
    let hasVibrato = amount > 0 && !tone.vibrato.cents.isEmpty && tone.vibrato.framesPerEntry > 0
    if plan == nil && !hasVibrato {
      frames = Array(channel[..<(valid?.upperBound ?? channel.count)])
      loop = valid
      if let valid {
        for index in 0..<Self.framesAfterLoop {
          frames.append(channel[valid.lowerBound + index % valid.count])
        }
      }
    } else {
      frames = []
      let end = valid?.upperBound ?? channel.count
      let times = VibratoTimes(tone.vibrato, amount: amount, frameCount: end, loop: valid)
      let source = channel.map { Double($0) }
      if let valid {
        read(source, valid, times, plan, sinc)
      } else {
        read(source, times, plan, sinc)
      }
    }
    for frame in frames { peak = max(peak, abs(frame)) }
  }

  /// Reads a channel without a loop.
  private mutating func read(
    _ source: [Double], _ times: VibratoTimes, _ plan: ResamplingPlan?, _ sinc: WindowedSinc
  ) {
    let step = 1 / (plan?.ratio ?? 1)
    let count = Int(times[source.count] / step + 0.5)
    let silence = [Double](repeating: 0, count: WindowedSinc.margin)
    let positions = times.positions(from: 0, step: step, count: count)
    frames = sinc.read(silence + source + silence, at: positions).map { Float($0) }
  }

  /// Reads what precedes a loop, the loop as often as the plan requires, and some frames more.
  private mutating func read(
    _ source: [Double], _ old: Range<Int>, _ times: VibratoTimes, _ plan: ResamplingPlan?,
    _ sinc: WindowedSinc
  ) {
    let count = plan?.loopFrameCount ?? old.count
    let repetitions = plan?.loopRepetitions ?? 1
    let duration = times[old.upperBound] - times[old.lowerBound]
    // The loop closes exactly, with any vibrato.
    let step = Double(repetitions) * duration / Double(count)
    func looped(_ index: Int) -> Double {
      source[old.lowerBound + ((index % old.count) + old.count) % old.count]
    }
    let margin = WindowedSinc.margin
    let silence = [Double](repeating: 0, count: margin)
    // Aligns the loop to a frame: the start of the sample shifts by at most half a frame.
    let start = Int(times[old.lowerBound] / step + 0.5)
    let attack = silence + source[..<old.upperBound] + (0..<margin).map { looped($0) }
    frames = sinc.read(
      attack,
      at: times.positions(
        from: times[old.lowerBound] - Double(start) * step, step: step, count: start)
    ).map { Float($0) }
    // The margins continue the loop periodically, so that it joins without a click.
    let round = (0..<old.count + 2 * margin).map { looped($0 - margin) }
    var positions: [Double] = []
    positions.reserveCapacity(count + Self.framesAfterLoop)
    var index = 0
    var repetition = 0
    while index < count {
      // The frames of this repetition.
      let end = Double(repetition + 1) * Double(count) / Double(repetitions)
      var next = min(Int(end), count)
      if Double(next) < end && next < count { next += 1 }
      let first = Double(index) * step - Double(repetition) * duration
      positions += times.positions(
        from: times[old.lowerBound] + max(first, 0), step: step, count: next - index
      ).map { $0 - Double(old.lowerBound) }
      index = next
      repetition += 1
    }
    for after in 0..<Self.framesAfterLoop { positions.append(positions[after % count]) }
    frames += sinc.read(round, at: positions).map { Float($0) }
    loop = start..<start + count
  }
}
