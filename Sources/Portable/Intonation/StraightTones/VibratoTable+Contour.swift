import PeachMusicUnits

extension VibratoTable {
  private static let entrySeconds = 0.004
  /// Slower changes are drift or scoop.
  private static let slowSeconds = 0.16
  private static let fadeSeconds = 0.05
  /// The end of a loop that leads to the pitch of its start.
  private static let seamSeconds = 0.02

  /// Creates the table of a contour. Over the loop it is periodic, and its mean is 0.
  ///
  /// - Parameters:
  ///   - reading: The reading along the contour that produced the straight tone.
  ///   - frameCount: The frames of the straight tone up to the end of its loop.
  init(_ reading: StraightReading, frameCount: Int, loop: Range<Int>?) {
    let rate = reading.note.sampleRate
    framesPerEntry = max(Int(Self.entrySeconds * rate), 1)
    let step = framesPerEntry
    let entriesPerSecond = rate / Double(step)
    let smoothing = GaussianSmoothing(deviation: Self.slowSeconds * entriesPerSecond)
    let raw = { (frame: Double) in Self.cents(reading, at: frame) }
    guard let loop else {
      // An entry more than the frames, for interpolation.
      let values = (0..<frameCount / step + 2).map { raw(Double($0 * step)) }
      let slow = smoothing.smooth(values, weights: [Double](repeating: 1, count: values.count))
      cents = (0..<values.count).map { Float(values[$0] - slow[$0]) }
      return
    }
    let seam = Int(Self.seamSeconds * entriesPerSecond)
    let ring = LoopContour(loop, step: step, seam: seam, raw)
    let before = loop.lowerBound / step + 1
    let fade = min(max(Int(Self.fadeSeconds * entriesPerSecond), 1), before)
    var lead = 0.0
    let window = min(max(Int(0.2 * entriesPerSecond), 1), before)
    let early = (0..<before).map { raw(Double($0 * step)) }
    for value in early.suffix(window) { lead += value }
    lead /= Double(window)
    // The loop, raised to what precedes it, continues the attack for the smoothing.
    let rounds = (0..<Int(4 * Self.slowSeconds * entriesPerSecond) + 1).map {
      ring.cents(at: Double((before + $0) * step)) + lead
    }
    let body = early + rounds
    let slow = smoothing.smooth(body, weights: [Double](repeating: 1, count: body.count))
    var values = (0..<before).map { index in
      let share = min(max(Double(index - (before - fade)) / Double(fade), 0), 1)
      return (body[index] - slow[index]) * (1 - share)
        + ring.cents(at: Double(index * step)) * share
    }
    let count = loop.upperBound / step + 2
    if before < count { values += (before..<count).map { ring.cents(at: Double($0 * step)) } }
    cents = values.map { Float($0) }
    removeMean(over: loop)
  }

  /// Subtracts the mean over the loop, with linear interpolation, from the entries of the loop.
  private mutating func removeMean(over loop: Range<Int>) {
    var sum = 0.0
    for frame in loop {
      let index = frame / framesPerEntry
      let share = Double(frame - index * framesPerEntry) / Double(framesPerEntry)
      let (own, next) = (Double(cents[index]), Double(cents[index + 1]))
      sum += own + share * (next - own)
    }
    let mean = Float(sum / Double(loop.count))
    for index in loop.lowerBound / framesPerEntry..<cents.count { cents[index] -= mean }
  }

  /// Returns the contour at an output frame, relative to the straight pitch.
  private static func cents(_ reading: StraightReading, at frame: Double) -> Double {
    let contour = reading.contour
    let phase = reading.origin + frame * reading.step - 0.5
    let last = contour.periodCount - 1
    let period = min(max(Int(max(phase, 0)), 0), max(last - 1, 0))
    let share = min(max(phase - Double(period), 0), 1)
    let own = 1 / contour.duration(period)
    let next = 1 / contour.duration(min(period + 1, last))
    return 1200 * Exponential.log2((own + share * (next - own)) / reading.step)
  }
}

/// The contour of a loop as a periodic function of mean 0.
private struct LoopContour {
  private var values: [Double]
  private var loop: Range<Int>

  /// Samples a contour at about every `step` frames of the loop. A vibrato is rarely at the same
  /// phase at both ends: the last `seam` values close it. A slope over the loop would change its
  /// extent.
  init(_ loop: Range<Int>, step: Int, seam: Int, _ raw: (Double) -> Double) {
    self.loop = loop
    let count = max(loop.count / step, 1)
    let spacing = Double(loop.count) / Double(count)
    values = (0..<count).map { raw(Double(loop.lowerBound) + Double($0) * spacing) }
    let jump = raw(Double(loop.upperBound)) - values[0]
    let first = count - max(min(seam, count / 2), 1)
    var sum = 0.0
    for index in 0..<count {
      if index > first {
        let share = Double(index - first) / Double(count - first)
        values[index] -=
          jump * (0.5 - 0.5 * Exponential.sineAndCosine(cycles: 0.5 * share).cosine)
      }
      sum += values[index]
    }
    for index in 0..<count { values[index] -= sum / Double(count) }
  }

  /// Returns the contour at a frame, which may lie outside the loop.
  func cents(at frame: Double) -> Double {
    let rounds = (frame - Double(loop.lowerBound)) / Double(loop.count)
    let position = (rounds - rounds.rounded(.down)) * Double(values.count)
    let index = min(Int(position), values.count - 1)
    let share = position - Double(index)
    return values[index] + share * (values[(index + 1) % values.count] - values[index])
  }
}
