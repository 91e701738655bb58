/// The frames of a recording as a held note plays them: up to the end of the loop, and as much of
/// its repetitions as the contour requires.
struct HeldNote {
  var channels: [PaddedFrames]
  var sampleRate: Double
  /// The frames of the recording up to the end of its loop, or all.
  var frameCount: Int
  var loop: Range<Int>?
  /// Whether the loop is too short to be cut anew, or nothing precedes it. Its seam is kept.
  var keepsLoop = false
  /// The round of a kept loop from which its contour is measured: nothing but rounds surrounds it.
  var settledRound = 0..<0
  /// The first frame whose level is within 20 dB of the peak of the first second.
  var onset = 0

  /// The shortest loop that is cut anew, in seconds and in periods.
  private static let leastLoopSeconds = 0.06
  private static let leastLoopPeriods = 8.0
  private static let leastSecondsBeforeLoop = 0.02
  /// The time over which the contour of a kept loop settles, before and after a round.
  private static let settlingSeconds = 0.08

  /// - Parameters:
  ///   - buffers: Memory for the channels, at least one each.
  ///   - loop: A valid loop of at least two frames, or `nil`.
  ///   - hertz: The approximate pitch.
  init(
    _ recording: [[Float]], loop: Range<Int>?, sampleRate: Double, hertz: Double,
    buffers: [PaddedFrames]
  ) {
    self.sampleRate = sampleRate
    self.loop = loop
    var count = recording[0].count
    for frames in recording { count = min(count, frames.count) }
    frameCount = loop?.upperBound ?? count
    var extent = count
    if let loop {
      let periods = Double(loop.count) * hertz / sampleRate
      keepsLoop =
        Double(loop.count) < Self.leastLoopSeconds * sampleRate || periods < Self.leastLoopPeriods
        || Double(loop.lowerBound) < Self.leastSecondsBeforeLoop * sampleRate
      let period = sampleRate / hertz
      let tail = Int(6 * period) + 1
      // The frames after the loop continue its tone without a seam. A kept loop repeats.
      let continues = !keepsLoop && Double(count - frameCount) >= 4 * period
      if continues {
        extent = min(count, frameCount + tail)
      } else if keepsLoop {
        let settling = Int(Self.settlingSeconds * sampleRate)
        let rounds = loop.count < settling ? settling / loop.count + 1 : 0
        settledRound = frameCount + rounds * loop.count..<frameCount + (rounds + 1) * loop.count
        extent = settledRound.upperBound + tail + settling
      } else {
        extent = frameCount + min(tail, loop.count)
      }
      if !continues { count = frameCount }
    }
    channels = Array(buffers.prefix(recording.count))
    for (frames, buffer) in zip(recording, channels) {
      buffer.reset(count: extent)
      let target = buffer.frames
      for index in 0..<extent {
        var source = index
        if index >= count, let loop {
          source = loop.lowerBound + (index - loop.lowerBound) % loop.count
        }
        let value = frames[source]
        target[index] = abs(value) < 1e6 ? value : 0
      }
    }
    onset = findOnset()
  }

  /// The number of frames, including repetitions of the loop.
  var extent: Int { channels[0].count }

  /// Returns the mean power of a range of frames, the sum of all channels.
  func power(_ range: Range<Int>) -> Double {
    let range = range.clamped(to: 0..<extent)
    guard !range.isEmpty else { return 0 }
    var sum = 0.0
    for channel in channels {
      let frames = channel.frames
      for index in range {
        let value = Double(frames[index])
        sum += value * value
      }
    }
    return sum / Double(range.count)
  }

  private func findOnset() -> Int {
    let block = max(Int(0.01 * sampleRate), 16)
    let count = max(min(extent, Int(sampleRate)) / block, 1)
    let levels = (0..<count).map { power($0 * block..<($0 + 1) * block) }
    var peak = 0.0
    for level in levels { peak = max(peak, level) }
    for index in 0..<count where levels[index] > 0.01 * peak { return index * block }
    return 0
  }
}
