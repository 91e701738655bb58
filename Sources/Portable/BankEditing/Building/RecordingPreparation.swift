package import PeachInstrumentFiles
package import PeachInstrumentModel
import PeachIntonation
import PeachMusicUnits

/// Prepares recordings as samples: measures them, finds loops, trims onsets, and quantizes them.
/// Between these steps the preset decides (``PresetDecision``, ``LevelBalance``). Reuses tables
/// between recordings. Use an instance on one thread at a time; not for the audio thread. A
/// recording takes about 100 ms.
package final class RecordingPreparation {
  private let estimator = PitchEstimator()
  private let pitchEstimator = FreePitchEstimator()
  let settings: BuildRecipe.Settings
  private let bits: Int

  /// Creates a preparation for the recordings of a preset. `bits` is 16 or 24.
  package init(_ settings: BuildRecipe.Settings, bits: Int = 16) {
    self.settings = settings
    self.bits = bits
  }

  /// Prepares the only recording of a preset.
  ///
  /// - Throws: `BuildingError.unusable` if the recording is silent, or has no pitch and no declared
  ///   key.
  package func prepare(
    file: String, _ audio: DecodedAudio, chunks: RecordingChunks = RecordingChunks()
  ) throws(BuildingError) -> PreparedSample {
    var recordings = [try analyze(RecordingSource(file: file, audio, chunks: chunks))]
    let decision = PresetDecision(&recordings, settings)
    guard decision.unusable.isEmpty else { throw Self.withoutRoot(file) }
    var finished = [finish(recordings[0], decision)]
    Self.balance(&finished, settings)
    return encode(finished[0])
  }

  /// The error of a recording without a root key.
  package static func withoutRoot(_ file: String) -> BuildingError {
    .unusable(
      file: file, reason: "it has no pitch, and neither its name nor its chunks declare a key")
  }

  /// Measures a recording.
  ///
  /// - Throws: `BuildingError.unusable` if the recording is silent, or a scale.
  package func analyze(_ source: RecordingSource) throws(BuildingError) -> AnalyzedRecording {
    let file = source.file
    var warnings: [String] = []
    let name = RecordingName(file, middleC: settings.middleC)
    if name.isScale {
      throw .unusable(
        file: file, reason: "its name contains several notes, and the recipe skips scales")
    }
    let channels = Self.channels(source.audio, &warnings)
    let rate = source.audio.sampleRate
    guard rate >= 400, rate <= 400_000, channels[0].contains(where: { abs($0) > 1e-5 }) else {
      throw .unusable(file: file, reason: "it is silent, or its sample rate is out of range")
    }
    let strongest = channels[LoopComparison.strongestChannel(channels)]
    let declared: [RootDecision.DeclaredKey] = [
      .init(source: "the recipe", key: settings.root(of: file)),
      .init(source: "its chunks", key: source.chunks.key),
      .init(source: "its name", key: source.scaleNote?.key ?? name.key),
    ]
    // Rumble may be louder than the tone, whose onset and pitch are measured.
    let lowest = declared.compactMap { $0.key }.min().map {
      FrequencyCalculation.frequency(noteNumber: Double($0)).hertz
    }
    let heard = RumbleFilter.measured(channels, hertz: lowest, sampleRate: rate)
    let envelope = PowerEnvelope(
      power: KWeighting.power(of: heard, sampleRate: rate), sampleRate: rate)
    var recording = AnalyzedRecording(
      file: file, channels: channels, sampleRate: rate, chunks: source.chunks, seed: source.seed,
      lossyFormat: source.lossyFormat, declared: declared,
      layer: settings.layer(of: file) ?? name.layer, envelope: envelope, warnings: warnings)
    recording.scaleSeconds = source.scaleNote?.onsetSeconds
    if settings.rootChoice != .agreed || settings.tones == .single {
      recording.measured = strongest.withUnsafeBufferPointer {
        estimator.measure($0, sampleRate: rate)
      }
    }
    if settings.rootChoice == .agreed || settings.tones != .single {
      // The label may be an octave too high, or wrong.
      let tonal = RumbleFilter.measured([strongest], hertz: nil, sampleRate: rate)
      recording.pitch = pitchEstimator.measure(
        tonal[0], levels: envelope.decibels(windowSeconds: 0.03), hopFrames: envelope.hopFrames,
        sampleRate: rate)
    }
    let hertz =
      recording.pitch?.hertz
      ?? recording.firstDeclaredKey.map {
        FrequencyCalculation.frequency(noteNumber: Double($0)).hertz
      }
    recording.onset = ToneOnset(
      envelope.decibels(windowSeconds: ToneOnset.windowSeconds(hertz: hertz)),
      hopSeconds: envelope.hopSeconds)
    if let onset = recording.onset {
      recording.decay = ToneDecay(envelope, attackSeconds: onset.attackSeconds)
    }
    return recording
  }

  /// Finds the loop, trims the onset, and measures the level.
  package func finish(
    _ recording: AnalyzedRecording, _ decision: PresetDecision
  ) -> FinishedRecording {
    var finished = FinishedRecording(recording: recording, root: recording.root ?? 60)
    let rate = recording.sampleRate
    if settings.loops != .none { useStoredLoop(&finished) }
    if settings.onsets == .trim, decision.isDecaying, finished.loop == nil,
      let noise = recording.onset.flatMap({ LateNoise(recording.envelope, onset: $0) })
    {
      finished.recording.channels = finished.recording.channels.map {
        noise.cut($0, sampleRate: rate)
      }
      finished.recording.reasons.append("cut at \(noise.seconds.decimals(2)) s before a noise")
    }
    let nominal = FrequencyCalculation.frequency(noteNumber: Double(finished.root)).hertz
    if (settings.levelChoice ?? .even) == .even, finished.recording.pitch != nil,
      let filtered = RumbleFilter.applied(
        to: finished.recording.channels, hertz: nominal, sampleRate: rate)
    {
      finished.recording.channels = filtered.channels
      finished.recording.reasons.append("rumble of \(filtered.decibels.decimals(1)) dB removed")
    }
    if settings.loops == .find, finished.loop == nil { findLoop(&finished, decision) }
    if settings.onsets == .trim, let onset = recording.onset {
      trim(&finished, onset, decision)
    } else {
      finished.attackSeconds = recording.onset?.attackSeconds
    }
    if finished.loopSource == .file, let loop = finished.loop {
      finished.recording.channels = finished.recording.channels.map { Self.trimmed($0, to: loop) }
    }
    finished.isDecaying = decision.isDecaying
    finished.levelDecibels = ToneLevel.decibels(
      finished.recording.channels, loop: finished.loop, sampleRate: rate,
      isDecaying: decision.isDecaying)
    finished.peakDecibels = ToneLevel.peakDecibels(finished.recording.channels)
    return finished
  }

  /// Cuts what precedes the tone, so that the attack follows the start within the limit. The limit
  /// applies to the trimmed sample, which lacks noise and has a fade-in.
  private func trim(
    _ finished: inout FinishedRecording, _ onset: ToneOnset, _ decision: PresetDecision
  ) {
    let recording = finished.recording
    let rate = recording.sampleRate
    let limit = settings.attackSeconds ?? (decision.isDecaying ? 0.012 : 0.035)
    let hertz = FrequencyCalculation.frequency(noteNumber: Double(finished.root)).hertz
    let window = ToneOnset.windowSeconds(hertz: hertz)
    var trim = OnsetTrim(onset, limit: limit, sampleRate: rate)
    for _ in 0..<Self.trimCount {
      if let loop = finished.loop { trim.limit(to: loop.lowerBound, sampleRate: rate) }
      let first = trim.firstFrame
      finished.recording.channels = recording.channels.map { trim.applied(to: $0) }
      let loop = finished.loop.map { $0.lowerBound - first..<$0.upperBound - first }
      let played = finished.recording.channels.map {
        ToneLevel.played($0, loop: loop, count: Int(Self.playedSeconds * rate))
      }
      let envelope = PowerEnvelope(
        power: KWeighting.power(of: played, sampleRate: rate), sampleRate: rate)
      let measured = ToneOnset(
        envelope.decibels(windowSeconds: window), hopSeconds: envelope.hopSeconds)
      trim.attackSeconds = measured?.attackSeconds ?? trim.attackSeconds
      let excess = trim.attackSeconds - limit
      let isLast = finished.loop.map { first >= $0.lowerBound } ?? false
      guard excess > Self.trimTolerance, !isLast else { break }
      trim.shorten(by: excess, sampleRate: rate)
    }
    if let loop = finished.loop { trim.limit(to: loop.lowerBound, sampleRate: rate) }
    finished.recording.channels = recording.channels.map { trim.applied(to: $0) }
    finished.loop = finished.loop.map {
      $0.lowerBound - trim.firstFrame..<$0.upperBound - trim.firstFrame
    }
    finished.trimmedSeconds = Double(trim.firstFrame) / rate
    finished.attackSeconds = trim.attackSeconds
  }

  /// The number of times that a sample is trimmed.
  private static var trimCount: Int { 4 }
  private static var trimTolerance: Double { 0.0005 }
  /// The time in which a trimmed sample is measured.
  private static var playedSeconds: Double { 1.6 }

  /// Uses the loop in the chunks of the file.
  private func useStoredLoop(_ finished: inout FinishedRecording) {
    let recording = finished.recording
    guard let stored = recording.chunks.loop else { return }
    guard stored.upperBound <= recording.channels[0].count, stored.count >= 8 else {
      finished.recording.warnings.append("the loop in its chunks is out of range")
      return
    }
    (finished.loop, finished.loopSource) = (stored, .file)
    if recording.chunks.loopDirection == .alternating {
      finished.recording.channels = recording.channels.map { AlternatingLoop.unroll($0, stored) }
      finished.loop = AlternatingLoop.unrolled(stored)
    }
  }

  private func findLoop(_ finished: inout FinishedRecording, _ decision: PresetDecision) {
    let recording = finished.recording
    let rate = recording.sampleRate
    if settings.tones == .single {
      guard let measured = recording.measured,
        let found = LoopSearch(
          in: recording.channels, sampleRate: rate,
          periodFrames: rate / measured.pitch.frequency.hertz)
      else { return }
      finished.recording.channels = found.applied(to: recording.channels)
      (finished.loop, finished.loopSource) = (found.loop, .found)
      return
    }
    guard !decision.isDecaying, let onset = recording.onset else { return }
    let nominal = FrequencyCalculation.frequency(noteNumber: Double(finished.root)).hertz
    // The nominal pitch is wrong by less than a semitone, but a free pitch by octaves.
    let hertz =
      recording.pitch.flatMap { abs($0.noteNumber - Double(finished.root)) < 1 ? $0.hertz : nil }
    guard
      let found = SteadyLoopSearch(
        in: recording.channels, envelope: recording.envelope,
        attackSeconds: onset.attackSeconds, hertz: hertz ?? nominal, sampleRate: rate)
    else {
      let seconds = (recording.decay?.durationSeconds ?? 0).decimals(2)
      finished.recording.reasons.append("no loop: \(seconds) s")
      return
    }
    finished.recording.channels = LoopLevelLimit.applied(
      to: found.channels, loop: found.loop, hertz: hertz ?? nominal, sampleRate: rate)
    (finished.loop, finished.loopSource) = (found.loop, .found)
  }

  /// Sets the gains of the recordings of a preset.
  package static func balance(
    _ finished: inout [FinishedRecording], _ settings: BuildRecipe.Settings
  ) {
    guard (settings.levelChoice ?? .even) == .even else { return }
    var layers: [VelocityLayer?] = []
    let tones = finished.map { entry -> LevelBalance.Tone in
      let layer = layers.firstIndex(of: entry.recording.layer) ?? layers.count
      if layer == layers.count { layers.append(entry.recording.layer) }
      return LevelBalance.Tone(
        key: entry.root, layer: layer, level: entry.levelDecibels, peak: entry.peakDecibels)
    }
    var balance = LevelBalance(
      tones, target: settings.levelDecibels, keepsLayers: settings.dynamics == .recorded)
    for index in finished.indices {
      let reduction = PeakLimiter.limit(
        &finished[index], target: balance.targets[index], maxPeak: LevelBalance.maxPeak)
      guard let reduction else { continue }
      finished[index].recording.reasons.append("peaks limited by \(reduction.decimals(1)) dB")
    }
    balance.setGains(
      levels: finished.map { $0.levelDecibels }, peaks: finished.map { $0.peakDecibels })
    for index in finished.indices {
      finished[index].gainDecibels = balance.gains[index]
      let limited = balance.limitedDecibels[index]
      finished[index].levelErrorDecibels = -limited - balance.headroomDecibels
      if limited > 0.05 {
        finished[index].recording.reasons.append("\(limited.decimals(1)) dB too soft: its peak")
      }
      if balance.gains[index] > maxQuietGain {
        finished[index].recording.warnings.append(
          "a gain of \(balance.gains[index].decimals(1)) dB raises its noise")
      }
    }
  }

  /// The gain above which noise becomes audible, in decibels.
  private static var maxQuietGain: Double { 18 }

  /// Measures the tuning of a sample, and quantizes it.
  package func encode(_ finished: FinishedRecording) -> PreparedSample {
    let recording = finished.recording
    var warnings = recording.warnings
    let tuned = tuning(finished, &warnings)
    let quantizer = SampleQuantizer(
      bits: bits, gainDecibels: finished.gainDecibels, loop: finished.loop, seed: recording.seed)
    var clippedCount = 0
    let channels = recording.channels.enumerated().map { index, frames in
      let (samples, count) = quantizer.quantize(frames, channel: index)
      clippedCount += count
      return samples
    }
    if clippedCount > 0 {
      warnings.append("\(clippedCount) frames exceed full scale and are clipped")
    }
    var sample = PreparedSample(
      file: recording.file, root: finished.root, declaredKey: recording.declaredKey,
      isRootDeclared: recording.isRootDeclared, pitch: tuned.pitch, correctionCents: tuned.cents,
      layer: recording.layer, loop: finished.loop, loopSource: finished.loopSource,
      tuning: tuned.tuning, channels: channels, warnings: warnings)
    sample.trimmedSeconds = finished.trimmedSeconds
    sample.attackSeconds = finished.attackSeconds
    sample.gainDecibels = finished.gainDecibels
    sample.levelDecibels = finished.levelDecibels + finished.gainDecibels
    sample.levelErrorDecibels = finished.levelErrorDecibels
    sample.lossyFormat = recording.lossyFormat
    sample.scaleSeconds = recording.scaleSeconds
    sample.reasons = recording.reasons
    return sample
  }

  /// Returns the tuning that corrects the sample to the nominal pitch of its root key.
  private func tuning(
    _ finished: FinishedRecording, _ warnings: inout [String]
  ) -> (tuning: SampleTuning, cents: Double, pitch: Frequency?) {
    let (recording, root) = (finished.recording, finished.root)
    let (rate, chunks) = (recording.sampleRate, recording.chunks)
    let frames = recording.channels[recording.strongestChannel]
    let nominal = FrequencyCalculation.frequency(noteNumber: Double(root))
    let tuning = SampleTuning(sampleRate: UInt32(rate + 0.5))
    let measured = frames.withUnsafeBufferPointer {
      estimator.measure($0, loop: finished.loop, sampleRate: rate, nominal: nominal)
    }
    let isAgreed = settings.rootChoice == .agreed
    var pitch = measured.isPitched ? measured.frequency : nil
    if isAgreed, pitch == nil, recording.pitch != nil {
      pitch = PitchTrack.mean(
        frames, from: finished.attackSeconds ?? 0, hertz: nominal.hertz, sampleRate: rate
      ).map { Frequency.hertz($0) }
    }
    if settings.tones != .single, let loop = finished.loop, let known = pitch,
      let periods = LoopPeriods(frames, loop, hertz: known.hertz, sampleRate: rate),
      periods.isWhole || finished.loopSource == .found
    {
      let counted = Frequency.hertz(periods.count * rate / Double(loop.count))
      let distance = abs(counted.interval(from: known).value)
      // The loops of files are measured alike, unless vibrato makes them differ.
      let least = finished.loopSource == .file ? 0.5 : 0
      if least <= distance, distance < 60 { pitch = counted }
    }
    var correction = chunks.key == root ? -chunks.cents : 0
    if let pitch {
      let error = pitch.interval(from: nominal).value
      if abs(error) <= (isAgreed ? 150 : 100) {
        correction = -error
      } else {
        warnings.append("measured \(Self.cents(error)) key \(root); its tuning is unchanged")
      }
    } else {
      warnings.append("it has no pitch; its tuning is unchanged")
    }
    // Corrects the rounding of a fractional sample rate.
    correction += 1200 * Exponential.log2(rate / Double(tuning.sampleRate))
    return (tuning.raised(by: correction), correction, pitch)
  }

  /// Returns a description such as `39 cents above`.
  static func cents(_ cents: Double) -> String {
    "\(Int(abs(cents) + 0.5)) cents \(cents < 0 ? "below" : "above")"
  }
}

extension RecordingPreparation {
  /// Returns one channel, or two that differ.
  static func channels(_ audio: DecodedAudio, _ warnings: inout [String]) -> [[Float]] {
    let count = max(audio.channelCount, 1)
    if count > 2 { warnings.append("it has \(count) channels; only the first two are used") }
    let frameCount = audio.values.count / count
    let channels = (0..<min(count, 2)).map { channel in
      (0..<frameCount).map { audio.values[$0 * count + channel] }
    }
    return channels.count == 2 && channels[0] == channels[1] ? [channels[0]] : channels
  }

  /// Replaces the frames after a loop by the first eight of the loop (SoundFont 2.04 §7.10).
  private static func trimmed(_ frames: [Float], to loop: Range<Int>) -> [Float] {
    Array(frames[..<loop.upperBound]) + frames[loop.lowerBound..<loop.lowerBound + 8]
  }
}
