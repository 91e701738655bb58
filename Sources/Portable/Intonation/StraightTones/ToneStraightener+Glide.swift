import PeachMusicUnits

/// Tones that decay, such as plucked strings: the common glide of their partials is removed, and
/// the frames before a loop are brought to its pitch.
extension ToneStraightener {
  /// Longer loops have their own partials, like the frames before them.
  private static let mostLoopPeriods = 40.0
  private static let longestSeconds = 4.0
  /// The windows, in seconds from the onset.
  private static let windowSeconds = (first: 0.05, last: 1.0)
  /// The fraction of the recorded deviation that may remain.
  private static let largestFraction = 0.7
  /// Smaller deviations are not removed, in cents.
  private static let leastDeviationCents = 0.15

  /// Removes the glide of a decaying note. Its recording stays unless the result is steadier.
  func removeGlide(_ note: HeldNote, of recording: [[Float]], hertz: Double) -> StraightTone {
    var tone = StraightTone(verdict: .decaying)
    let end = note.loop?.lowerBound ?? note.frameCount
    let measured = min(end, note.onset + Int(Self.longestSeconds * note.sampleRate))
    guard let series = partials(of: recording, note, until: end, hertz: hertz),
      let glide = GlideContour(
        note.channels, partials: series.members.map { $0.hertz }, onset: note.onset,
        count: measured, sampleRate: note.sampleRate)
    else { return tone }
    let original = GlideTone(
      channels: recording, loop: note.loop, hertz: hertz, isPeriodic: false,
      onset: Double(note.onset))
    guard let before = deviation(of: original, note, series.inharmonicity) else { return tone }
    tone.deviationCents = before.cents
    tone.largestWindowCents = before.largest
    guard before.cents >= Self.leastDeviationCents else { return tone }
    var base = hertz * Exponential.exp2(before.mean / 1200)
    var result = read(note, glide, hertz: base)
    guard var after = deviation(of: result, note, series.inharmonicity) else { return tone }
    if result.isPeriodic {
      // The loop has its own pitch, so the frames before it follow.
      base *= Exponential.exp2(after.meanBeforeLoop / 1200)
      result = read(note, glide, hertz: base)
      guard let again = deviation(of: result, note, series.inharmonicity) else { return tone }
      after = again
    } else {
      result.hertz *= Exponential.exp2(after.mean / 1200)
    }
    guard after.cents <= Self.largestFraction * before.cents, after.largest <= before.largest
    else { return tone }
    tone.channels = result.channels
    tone.loop = result.loop
    tone.frequency = .hertz(result.hertz)
    tone.largestWindowCents = after.largest
    return tone
  }

  private struct GlideTone {
    var channels: [[Float]]
    var loop: Range<Int>?
    var hertz: Double
    /// Whether the loop is a few whole periods, which have one pitch.
    var isPeriodic: Bool
    /// The onset, in frames.
    var onset: Double
  }

  /// Reads a note at a constant pitch, up to the end of its loop, whose frames are copied.
  private func read(_ note: HeldNote, _ glide: GlideContour, hertz: Double) -> GlideTone {
    let rate = note.sampleRate
    let contour = glide.contour(hertz: hertz, sampleRate: rate, frameCount: note.frameCount)
    let first = contour.phase(atTime: 0)
    var reading = StraightReading(
      note: note, contour: contour, held: [], sinc: sinc, origin: first, step: hertz / rate)
    var tone = GlideTone(channels: [], loop: nil, hertz: hertz, isPeriodic: false, onset: 0)
    var count = Int(
      (contour.phase(atTime: Double(note.frameCount - 1)) - first) / reading.step)
    if let loop = note.loop {
      let end = Double(loop.lowerBound)
      let periods = Double(loop.count) * hertz * (1 + glide.deviation(at: end)) / rate
      tone.isPeriodic = periods >= 0.5 && periods < Self.mostLoopPeriods
      reading.step = (tone.isPeriodic ? periods.rounded() : periods) / Double(loop.count)
      let start = contour.phase(atTime: end)
      count = max(Int((start - first) / reading.step), 0)
      reading.origin = start - Double(count) * reading.step
      tone.loop = count..<count + loop.count
      tone.hertz = reading.step * rate
    }
    tone.onset = (contour.phase(atTime: Double(note.onset)) - reading.origin) / reading.step
    tone.channels = note.channels.indices.map { channel in
      var frames = reading.frames(ofChannel: channel, count: max(count, 0))
      if let loop = note.loop {
        let source = note.channels[channel].frames
        for index in loop { frames.append(source[index]) }
      }
      return frames
    }
    return tone
  }

  /// Returns the partials of the first channel after the attack.
  private func partials(
    of recording: [[Float]], _ note: HeldNote, until end: Int, hertz: Double
  ) -> PartialSeries? {
    guard let frames = recording.first else { return nil }
    let start = note.onset + Int(0.03 * note.sampleRate)
    var series = frames.withUnsafeBufferPointer {
      estimator.series(
        of: $0, from: start, count: min(end - start, Int(0.9 * note.sampleRate)),
        sampleRate: note.sampleRate, near: hertz)
    }
    series?.members.removeAll { $0.hertz > 0.42 * note.sampleRate }
    return series
  }

  /// The pitch of 100 ms from 50 ms to 1 s after the onset, in cents from the nominal one.
  private struct Deviation {
    var mean: Double
    /// The mean of the windows before the loop; that of all if there are none.
    var meanBeforeLoop: Double
    /// The standard deviation.
    var cents: Double
    /// The largest distance from the mean.
    var largest: Double
  }

  private func deviation(
    of tone: GlideTone, _ note: HeldNote, _ inharmonicity: Double
  ) -> Deviation? {
    let rate = note.sampleRate
    let onset = tone.onset / rate
    let last = min(
      onset + Self.windowSeconds.last,
      tone.loop == nil ? Double(tone.channels[0].count) / rate : .infinity)
    let windows = verification.windows(
      of: tone.channels, loop: tone.loop, sampleRate: rate, hertz: tone.hertz,
      inharmonicity: inharmonicity, from: onset + Self.windowSeconds.first, to: last)
    let known = windows.compactMap { $0 }
    guard known.count >= 3, 2 * known.count >= windows.count else { return nil }
    let mean = known.reduce(0, +) / Double(known.count)
    let squares = known.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
    var early: [Double] = []
    if let loop = tone.loop {
      let seconds = Double(loop.lowerBound) / rate - onset - Self.windowSeconds.first
      let count = Int((seconds - CombEstimator.windowSeconds) / CombEstimator.stepSeconds) + 1
      early = windows.prefix(max(count, 0)).compactMap { $0 }
    }
    return Deviation(
      mean: mean,
      meanBeforeLoop: early.isEmpty ? mean : early.reduce(0, +) / Double(early.count),
      cents: (squares / Double(known.count)).squareRoot(),
      largest: known.reduce(0) { max($0, abs($1 - mean)) })
  }
}
