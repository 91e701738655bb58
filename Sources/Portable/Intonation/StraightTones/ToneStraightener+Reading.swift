import PeachMusicUnits

extension ToneStraightener {
  /// Prepares the differences that hold the partials of each channel.
  func hold(_ note: HeldNote, _ contour: PitchContour, _ segment: HeldPartials.Segment) {
    while held.count < note.channels.count { held.append(HeldPartials()) }
    for (index, channel) in note.channels.enumerated() {
      held[index].prepare(
        channel, along: contour, segment, sampleRate: note.sampleRate, with: analysisSinc,
        transforms)
    }
  }

  /// Reads a note without a loop, or with a loop that is cut anew.
  func recut(
    _ note: HeldNote, _ contour: PitchContour, _ certain: ClosedRange<Int>, from start: Int,
    into tone: inout StraightTone
  ) {
    let loop = StraightLoop(note, contour)
    guard loop != nil || note.loop == nil else { return }
    let origin = loop?.origin ?? contour.phase(atTime: 0)
    let step = loop?.step ?? meanFrequency(contour, certain, note)
    var segment = HeldPartials.Segment(start: start, smoothsLevels: smoothsLevels)
    if let loop {
      let first = Int(origin + Double(loop.frames.lowerBound) * step + 0.5)
      segment.loop = first..<first + loop.periods
    }
    hold(note, contour, segment)
    let reading = StraightReading(
      note: note, contour: contour, held: Array(held.prefix(note.channels.count)), sinc: sinc,
      origin: origin, step: step)
    let end = contour.phase(atTime: Double(note.frameCount - 1))
    let count = loop?.frames.upperBound ?? max(Int((end - origin) / step), 0)
    guard count > 0 else { return }
    tone.channels = note.channels.indices.map { channel in
      var frames = reading.frames(ofChannel: channel, count: count)
      loop?.close(&frames, sampleRate: note.sampleRate)
      return frames
    }
    onsetOfTone = (contour.phase(atTime: Double(note.onset)) - origin) / step
    endOfTone = (Double(certain.upperBound) - origin) / step
    tone.loop = loop?.frames
    tone.frequency = .hertz(step * note.sampleRate)
    tone.vibrato = VibratoTable(reading, frameCount: count, loop: tone.loop)
  }

  /// Warps the frames before a loop that is kept to the pitch of the loop, and turns their partials
  /// to the phases of the loop.
  func warp(
    _ note: HeldNote, _ contour: PitchContour, from start: Int, into tone: inout StraightTone
  ) {
    guard let loop = StraightLoop(note, contour), let own = note.loop else { return }
    let first = Int(contour.phase(atTime: Double(note.settledRound.lowerBound)))
    hold(
      note, contour,
      HeldPartials.Segment(
        start: start, end: Int(contour.phase(atTime: Double(own.lowerBound))),
        reference: first..<first + loop.periods, smoothsLevels: smoothsLevels))
    let reading = StraightReading(
      note: note, contour: contour, held: Array(held.prefix(note.channels.count)), sinc: sinc,
      origin: loop.origin, step: loop.step)
    tone.channels = note.channels.indices.map { channel in
      var frames = reading.frames(ofChannel: channel, count: loop.frames.lowerBound)
      loop.appendRound(to: &frames, of: note.channels[channel], note, contour, with: sinc)
      return frames
    }
    onsetOfTone = (contour.phase(atTime: Double(note.onset)) - loop.origin) / loop.step
    tone.loop = loop.frames
    tone.frequency = .hertz(loop.step * note.sampleRate)
    tone.vibrato = VibratoTable(reading, frameCount: loop.frames.upperBound, loop: loop.frames)
  }

  /// Returns the mean pitch of the first second where it is certain, in cycles per frame.
  private func meanFrequency(
    _ contour: PitchContour, _ certain: ClosedRange<Int>, _ note: HeldNote
  ) -> Double {
    let start = certain.lowerBound
    let second = Int(contour.phase(atTime: contour.times[start] + note.sampleRate))
    let end = min(max(second, start + 1), certain.upperBound + 1)
    return Double(end - start) / (contour.times[end] - contour.times[start])
  }
}
