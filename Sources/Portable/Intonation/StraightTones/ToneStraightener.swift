package import PeachMusicUnits

/// Removes the pitch contour of recordings. Reuses tables between recordings. Use an instance on
/// one thread at a time, not on the audio thread.
///
/// The contour is found by pitch-synchronous analysis (``ContourFollower``). The recording is read
/// along it (``StraightReading``), its partials are held in phase (``HeldPartials``), and its loop
/// is cut anew (``StraightLoop``). A result is used only if another estimator confirms it.
package final class ToneStraightener {
  let estimator = PitchEstimator()
  let sinc = SincInterpolator.forAudio()
  let analysisSinc = SincInterpolator.forAnalysis()
  let transforms = TransformCache()
  private let follower: ContourFollower
  private var buffers: [PaddedFrames] = []
  var held: [HeldPartials] = []
  let verification = StraightToneVerification()
  /// The onset and the end of the certain pitch, in frames of the straight tone.
  var (onsetOfTone, endOfTone) = (0.0, 0.0)
  /// The sample rate of the recording.
  var sampleRateOfTone = 0.0
  /// Whether the levels of the partials are smoothed.
  var smoothsLevels = false
  /// Whether recordings of other verdicts are straightened as well.
  private var belongsToSoloist = false
  /// Whether only a common glide is removed.
  private var isPlucked = false

  /// Longer recordings, and those of a higher sample rate, remain unchanged.
  private static let maxSeconds = 60.0
  private static let sampleRates = 2_000.0...400_000
  private static let leastPeriods = 12.0

  package init() { follower = ContourFollower(sinc: analysisSinc, transforms: transforms) }

  /// Straightens the frames that a note plays: one channel, or the channels of a stereo pair, which
  /// get one contour. Frames after the loop are dropped. Recordings of more than 60 seconds up to
  /// the end of their loop are left alone.
  ///
  /// - Parameters:
  ///   - loop: The loop within the frames, end exclusive.
  ///   - nominal: The pitch declared by the file, which resolves octave ambiguities only.
  ///   - decays: Whether the volume envelope of the region decays while the key is held.
  ///   - smoothsLevels: Whether the levels of the partials are smoothed over 0.12 s, so that the
  ///     tremolo that vibrato causes in them disappears, too.
  ///   - belongsToSoloist: Whether the frames are used only in a preset that the other recordings
  ///     decide to straighten. Then some recordings of other verdicts are straightened as well.
  ///   - isPlucked: Whether the frames belong to a preset whose tones decay. Then only the glide
  ///     that all partials have in common is removed, and the verdict is `decaying`.
  package func straighten(
    _ channels: [[Float]], loop: Range<Int>?, sampleRate: Double, nominal: Frequency,
    decays: Bool = false, smoothsLevels: Bool = false, belongsToSoloist: Bool = false,
    isPlucked: Bool = false
  ) -> StraightTone {
    self.smoothsLevels = smoothsLevels
    self.isPlucked = isPlucked
    self.belongsToSoloist = belongsToSoloist
    return process(
      channels, loop: loop, sampleRate: sampleRate, nominal: nominal, decays: decays,
      isClassifiedOnly: false)
  }

  /// Returns the verdict and the features of a recording, without frames and without verification,
  /// in half of the time of
  /// ``straighten(_:loop:sampleRate:nominal:decays:smoothsLevels:belongsToSoloist:isPlucked:)``.
  package func classify(
    _ channels: [[Float]], loop: Range<Int>?, sampleRate: Double, nominal: Frequency,
    decays: Bool = false
  ) -> StraightTone {
    isPlucked = false
    return process(
      channels, loop: loop, sampleRate: sampleRate, nominal: nominal, decays: decays,
      isClassifiedOnly: true)
  }

  private func process(
    _ channels: [[Float]], loop: Range<Int>?, sampleRate: Double, nominal: Frequency, decays: Bool,
    isClassifiedOnly: Bool
  ) -> StraightTone {
    if decays && !isPlucked { return StraightTone(verdict: .decaying) }
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
    var note = HeldNote(
      channels, loop: valid, sampleRate: sampleRate, hertz: hertz, buffers: buffers)
    if isPlucked { return removeGlide(note, of: channels, hertz: hertz) }
    var contour = follower.follow(note.channels, sampleRate: sampleRate, hertz: hertz)
    guard contour.periodCount >= 3 else { return StraightTone(verdict: .unverified) }
    var octave = 1.0
    if hasHalfNumbers(note, contour) {
      note = HeldNote(
        channels, loop: valid, sampleRate: sampleRate, hertz: hertz / 2, buffers: buffers)
      // The periods of a kept loop are those of the measured pitch.
      if note.keepsLoop {
        note = HeldNote(
          channels, loop: valid, sampleRate: sampleRate, hertz: hertz, buffers: buffers)
      } else {
        octave = 2
        contour = follower.follow(note.channels, sampleRate: sampleRate, hertz: hertz / 2)
        guard contour.periodCount >= 3 else { return StraightTone(verdict: .unverified) }
      }
    }
    let recorded = contour
    sampleRateOfTone = sampleRate
    var tone = straighten(note, &contour, isClassifiedOnly: isClassifiedOnly)
    if isClassifiedOnly {
      tone.isClassifiedOnly = true
      return tone
    }
    tone.frequency = .hertz(tone.frequency.hertz * octave)
    verify(&tone, against: channels, note, hertz: hertz)
    straightenAttack(
      of: &tone, original: { attackCents(of: channels, note, hertz: hertz) }
    ) { limit in
      var contour = recorded
      var other = straighten(
        note, &contour, isClassifiedOnly: false, disagreementLimitCents: limit)
      other.frequency = .hertz(other.frequency.hertz * octave)
      verify(&other, against: channels, note, hertz: hertz)
      return other
    }
    return tone
  }

  /// Whether the fundamental is an octave below the pitch that has been followed.
  private func hasHalfNumbers(_ note: HeldNote, _ contour: PitchContour) -> Bool {
    let onset = Int(contour.phase(atTime: Double(note.onset)))
    let hertz = note.sampleRate / contour.meanPeriod
    return follower.halfNumbers(
      channelCount: note.channels.count, from: min(max(onset, 0), contour.periodCount), hertz: hertz
    ).arePresent
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

  private func straighten(
    _ note: HeldNote, _ contour: inout PitchContour, isClassifiedOnly: Bool,
    disagreementLimitCents: Double = PitchContour.disagreementLimitCents
  ) -> StraightTone {
    let features = ContourFeatures(contour, of: note)
    var tone = StraightTone(verdict: features.verdict)
    tone.deviationCents = features.deviationCents
    tone.disagreementCents = features.disagreementCents
    tone.recordedVibrato = RecordedVibrato(contour, of: note)
    let isStraight = tone.verdict == .straight || tone.verdict == .alreadyStraight
    guard isStraight || (belongsToSoloist && features.allowsStraightening), !isClassifiedOnly
    else { return tone }
    let certain = contour.holdUncertain(of: note, disagreementLimitCents: disagreementLimitCents)
    let onset = Int(contour.phase(atTime: Double(note.onset)))
    let start = min(max(onset, 0), certain.lowerBound)
    if note.keepsLoop {
      warp(note, contour, from: start, into: &tone)
    } else {
      recut(note, contour, certain, from: start, into: &tone)
    }
    return tone
  }
}
