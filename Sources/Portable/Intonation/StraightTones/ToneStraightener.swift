package import PeachMusicUnits

/// Removes the pitch contour of recordings. Reuses tables between recordings. Use an instance on
/// one thread at a time, not on the audio thread.
///
/// The contour is found by pitch-synchronous analysis (``ContourFollower``). The recording is read
/// along it (``StraightReading``), its partials are held in phase (``HeldPartials``), and its loop
/// is cut anew (``StraightLoop``). A result is used only if another estimator confirms it.
package final class ToneStraightener {
  private let estimator = PitchEstimator()
  private let sinc = SincInterpolator.forAudio()
  private let analysisSinc = SincInterpolator.forAnalysis()
  private let transforms = TransformCache()
  private let follower: ContourFollower
  private var buffers: [PaddedFrames] = []
  private var held: [HeldPartials] = []
  private let verification = StraightToneVerification()
  /// The onset and the end of the certain pitch, in frames of the straight tone.
  private var (onsetOfTone, endOfTone) = (0.0, 0.0)

  /// Longer recordings, and those of a higher sample rate, remain unchanged.
  private static let maxSeconds = 60.0
  private static let sampleRates = 2_000.0...400_000
  private static let leastPeriods = 12.0
  /// The largest deviation of a recording that is straight already.
  private static let straightCents = 0.3

  package init() { follower = ContourFollower(sinc: analysisSinc, transforms: transforms) }

  /// Straightens the frames that a note plays: one channel, or the channels of a stereo pair, which
  /// get one contour. Frames after the loop are dropped. Recordings of more than 60 seconds up to
  /// the end of their loop are left alone.
  ///
  /// - Parameters:
  ///   - loop: The loop within the frames, end exclusive.
  ///   - nominal: The pitch declared by the file, which resolves octave ambiguities only.
  ///   - decays: Whether the volume envelope of the region decays while the key is held.
  package func straighten(
    _ channels: [[Float]], loop: Range<Int>?, sampleRate: Double, nominal: Frequency,
    decays: Bool = false
  ) -> StraightTone {
    process(
      channels, loop: loop, sampleRate: sampleRate, nominal: nominal, decays: decays,
      isClassifiedOnly: false)
  }

  /// Returns the verdict and the features of a recording, without frames and without verification,
  /// in half of the time of ``straighten(_:loop:sampleRate:nominal:decays:)``.
  package func classify(
    _ channels: [[Float]], loop: Range<Int>?, sampleRate: Double, nominal: Frequency,
    decays: Bool = false
  ) -> StraightTone {
    process(
      channels, loop: loop, sampleRate: sampleRate, nominal: nominal, decays: decays,
      isClassifiedOnly: true)
  }

  private func process(
    _ channels: [[Float]], loop: Range<Int>?, sampleRate: Double, nominal: Frequency, decays: Bool,
    isClassifiedOnly: Bool
  ) -> StraightTone {
    if decays { return StraightTone(verdict: .decaying) }
    let hertz = pitch(of: channels, loop: loop, sampleRate: sampleRate, nominal: nominal)
    guard let hertz, !channels.isEmpty else { return StraightTone(verdict: .unpitched) }
    var count = channels[0].count
    for channel in channels { count = min(count, channel.count) }
    let valid = loop.flatMap {
      $0.lowerBound >= 0 && $0.upperBound <= count && $0.count > 1 ? $0 : nil
    }
    let end = valid?.upperBound ?? count
    guard Self.sampleRates.contains(sampleRate), hertz < 0.4 * sampleRate,
      Double(end) <= Self.maxSeconds * sampleRate,
      valid != nil || Double(end) * hertz >= Self.leastPeriods * sampleRate
    else { return StraightTone(verdict: .unverified) }
    while buffers.count < channels.count { buffers.append(PaddedFrames()) }
    let note = HeldNote(
      channels, loop: valid, sampleRate: sampleRate, hertz: hertz, buffers: buffers)
    var tone = straighten(note, hertz: hertz, isClassifiedOnly: isClassifiedOnly)
    if isClassifiedOnly {
      tone.isClassifiedOnly = true
      return tone
    }
    verify(&tone, against: channels, note, hertz: hertz)
    return tone
  }

  /// Returns the pitch of the first channel that has one.
  private func pitch(
    of channels: [[Float]], loop: Range<Int>?, sampleRate: Double, nominal: Frequency
  ) -> Double? {
    for frames in channels {
      let found = frames.withUnsafeBufferPointer {
        estimator.measure($0, loop: loop, sampleRate: sampleRate, nominal: nominal)
      }
      if found.isPitched { return found.frequency.hertz }
    }
    return nil
  }

  /// Discards the result unless its pitch is constant, and more so than that of the recording.
  private func verify(
    _ tone: inout StraightTone, against recording: [[Float]], _ note: HeldNote, hertz: Double
  ) {
    let before = verification.largestCents(
      of: recording, loop: note.loop, sampleRate: note.sampleRate, hertz: hertz,
      onset: Double(note.onset), end: Double(note.frameCount), step: 0.1)
    tone.largestWindowCents = before ?? 0
    guard tone.replacesRecording else { return }
    let after = verification.largestCents(
      of: tone.channels, loop: tone.loop, sampleRate: note.sampleRate, hertz: tone.frequency.hertz,
      onset: onsetOfTone, end: endOfTone, step: CombEstimator.stepSeconds)
    if let after, after < StraightToneVerification.limitCents, after < before ?? .infinity {
      tone.largestWindowCents = after
      return
    }
    tone.channels = []
    tone.loop = nil
    tone.vibrato = VibratoTable()
    tone.frequency = .hertz(hertz)
    // Noise alone can make the contour of a straight recording deviate.
    let isStraight = tone.verdict == .alreadyStraight || before ?? .infinity < Self.straightCents
    tone.verdict = isStraight ? .alreadyStraight : .unverified
  }

  private func straighten(
    _ note: HeldNote, hertz: Double, isClassifiedOnly: Bool
  ) -> StraightTone {
    var contour = follower.follow(note.channels, sampleRate: note.sampleRate, hertz: hertz)
    guard contour.periodCount >= 3 else { return StraightTone(verdict: .unverified) }
    let features = ContourFeatures(contour, of: note)
    var tone = StraightTone(verdict: features.verdict)
    tone.deviationCents = features.deviationCents
    tone.disagreementCents = features.disagreementCents
    tone.recordedVibrato = RecordedVibrato(contour, of: note)
    guard tone.verdict == .straight || tone.verdict == .alreadyStraight, !isClassifiedOnly
    else { return tone }
    let certain = contour.holdUncertain(of: note)
    let onset = Int(contour.phase(atTime: Double(note.onset)))
    let start = min(max(onset, 0), certain.lowerBound)
    if note.keepsLoop {
      warp(note, contour, from: start, into: &tone)
    } else {
      hold(note, contour, HeldPartials.Segment(start: start))
      recut(note, contour, certain, into: &tone)
    }
    return tone
  }

  /// Prepares the differences that hold the partials of each channel.
  private func hold(_ note: HeldNote, _ contour: PitchContour, _ segment: HeldPartials.Segment) {
    while held.count < note.channels.count { held.append(HeldPartials()) }
    for (index, channel) in note.channels.enumerated() {
      held[index].prepare(
        channel, along: contour, segment, sampleRate: note.sampleRate, with: analysisSinc,
        transforms)
    }
  }

  /// Reads a note without a loop, or with a loop that is cut anew.
  private func recut(
    _ note: HeldNote, _ contour: PitchContour, _ certain: ClosedRange<Int>,
    into tone: inout StraightTone
  ) {
    let loop = StraightLoop(note, contour)
    guard loop != nil || note.loop == nil else { return }
    let origin = loop?.origin ?? contour.phase(atTime: 0)
    let step = loop?.step ?? meanFrequency(contour, certain, note)
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
  private func warp(
    _ note: HeldNote, _ contour: PitchContour, from start: Int, into tone: inout StraightTone
  ) {
    guard let loop = StraightLoop(note, contour), let own = note.loop else { return }
    let first = Int(contour.phase(atTime: Double(note.settledRound.lowerBound)))
    hold(
      note, contour,
      HeldPartials.Segment(
        start: start, end: Int(contour.phase(atTime: Double(own.lowerBound))),
        reference: first..<first + loop.periods))
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
