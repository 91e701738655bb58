public import PeachInstrumentFiles
public import PeachInstrumentModel
import PeachIntonation
import PeachMusicUnits

/// Makes recordings ready, one after the other: measures their pitch, decides their keys, finds
/// their loops.
///
/// Keeps its tables between them; for one thread at a time, never the audio thread. A recording
/// takes a twentieth of a second or so.
public final class RecordingPreparation {
  private let estimator = PitchEstimator()
  private let settings: BuildRecipe.Settings
  private let bits: Int

  /// For recordings of a preset; `bits` is 16 or 24.
  public init(_ settings: BuildRecipe.Settings, bits: Int = 16) {
    self.settings = settings
    self.bits = bits
  }

  /// The recording in a file of this name.
  ///
  /// Throws a sentence where it cannot be used: silent, or with neither a pitch nor a key said.
  public func prepare(
    file: String, _ audio: DecodedAudio, chunks: RecordingChunks = RecordingChunks()
  ) throws(BuildingError) -> PreparedSample {
    var warnings: [String] = []
    let name = RecordingName(file, middleC: settings.middleC)
    if name.isScale {
      throw .unusable(file: file, reason: "its name has several notes; cut it into one for each")
    }
    var channels = Self.channels(audio, &warnings)
    let rate = audio.sampleRate
    guard rate >= 400, rate <= 400_000, channels[0].contains(where: { abs($0) > 1e-5 }) else {
      throw .unusable(file: file, reason: "it is silent, or its sample rate is no sound's")
    }
    let loudest = Self.loudest(channels)
    let heard = channels[loudest].withUnsafeBufferPointer {
      estimator.measure($0, sampleRate: rate)
    }
    let decision = RootDecision(
      said: [
        .init(source: "the recipe", key: settings.root(of: file)),
        .init(source: "its chunks", key: chunks.key), .init(source: "its name", key: name.key),
      ], heard: heard, choice: settings.rootChoice)
    guard let root = decision.root else {
      throw .unusable(
        file: file, reason: "neither its name nor its chunks say a key, and it has no pitch")
    }
    warnings += decision.warnings

    var loop: Range<Int>?
    var source: PreparedSample.LoopSource?
    if settings.loops != .none, let own = chunks.loop {
      if own.upperBound <= channels[0].count, own.count >= 8 {
        (loop, source) = (own, .file)
      } else {
        warnings.append("the loop in its chunks is not within it")
      }
    }
    if settings.loops == .find, loop == nil, let heard,
      let found = LoopSearch(
        in: channels, sampleRate: rate, periodFrames: rate / heard.pitch.frequency.hertz)
    {
      channels = found.applied(to: channels)
      (loop, source) = (found.loop, .found)
    } else if let loop {
      channels = channels.map { Self.continued($0, loop) }
    }
    let tuned = tuning(channels[loudest], loop: loop, rate, root, chunks, &warnings)
    return PreparedSample(
      file: file, root: root, saidKey: decision.saidKey, pitch: tuned.pitch,
      correctionCents: tuned.cents, layer: name.layer, loop: loop, loopSource: source,
      tuning: tuned.tuning, channels: stored(channels, &warnings), warnings: warnings)
  }

  /// What brings the frames, as they are going to be played, to the pitch of their key.
  private func tuning(
    _ frames: [Float], loop: Range<Int>?, _ rate: Double, _ root: UInt8, _ chunks: RecordingChunks,
    _ warnings: inout [String]
  ) -> (tuning: SampleTuning, cents: Double, pitch: Frequency?) {
    let nominal = FrequencyCalculation.frequency(noteNumber: Double(root))
    let own = SampleTuning(sampleRate: UInt32(rate + 0.5))
    let pitch = frames.withUnsafeBufferPointer {
      estimator.measure($0, loop: loop, sampleRate: rate, nominal: nominal)
    }
    var wanted = chunks.key == root ? -chunks.cents : 0
    if pitch.isPitched {
      let error = pitch.frequency.interval(from: nominal).value
      if abs(error) <= 100 {
        wanted = -error
      } else {
        warnings.append(
          "it sounds \(Self.cents(error)) from key \(root); its tuning is left as it is")
      }
    } else {
      warnings.append("it has no pitch; its tuning is left as it is")
    }
    // A rate that is not whole counts too.
    wanted += 1200 * Exponential.log2(rate / Double(own.sampleRate))
    return (own.raised(by: wanted), wanted, pitch.isPitched ? pitch.frequency : nil)
  }

  /// `39 cents above`
  static func cents(_ cents: Double) -> String {
    let whole = Int(abs(cents) + 0.5)
    return "\(whole) cents \(cents < 0 ? "below" : "above")"
  }
}

// Channels of frames.
extension RecordingPreparation {
  /// One channel, or two that differ.
  private static func channels(
    _ audio: DecodedAudio, _ warnings: inout [String]
  ) -> [[Float]] {
    let count = max(audio.channelCount, 1)
    if count > 2 { warnings.append("it has \(count) channels; the first two are taken") }
    var channels: [[Float]] = []
    for channel in 0..<min(count, 2) {
      var frames: [Float] = []
      frames.reserveCapacity(audio.values.count / count)
      var place = channel
      while place < audio.values.count / count * count {
        frames.append(audio.values[place])
        place += count
      }
      channels.append(frames)
    }
    return channels.count == 2 && channels[0] == channels[1] ? [channels[0]] : channels
  }

  private static func loudest(_ channels: [[Float]]) -> Int {
    var best = (channel: 0, power: -1.0)
    for (index, channel) in channels.enumerated() {
      var power = 0.0
      for value in channel { power += Double(value) * Double(value) }
      if power > best.power { best = (index, power) }
    }
    return best.channel
  }

  /// What is never heard behind a loop goes, but for eight frames like those at its beginning
  /// (SoundFont 2.04 §7.10).
  private static func continued(_ frames: [Float], _ loop: Range<Int>) -> [Float] {
    Array(frames[..<loop.upperBound]) + frames[loop.lowerBound..<loop.lowerBound + 8]
  }

  private func stored(
    _ channels: [[Float]], _ warnings: inout [String]
  ) -> [SoundFontContents.Sample.Recording] {
    var clipped = 0
    let scale = bits == 24 ? 8_388_608.0 : 32_768.0
    let recordings = channels.map { frames -> SoundFontContents.Sample.Recording in
      var high: [UInt8] = []
      var low: [UInt8] = []
      high.reserveCapacity(2 * frames.count)
      for frame in frames {
        var value = Double(frame) * scale
        value += value < 0 ? -0.5 : 0.5
        if value >= scale + 0.5 || value <= -scale - 1 { clipped += 1 }
        let whole = Int(min(max(value, -scale), scale - 1))
        let top = bits == 24 ? whole >> 8 : whole
        high.append(UInt8(truncatingIfNeeded: top))
        high.append(UInt8(truncatingIfNeeded: top >> 8))
        if bits == 24 { low.append(UInt8(truncatingIfNeeded: whole)) }
      }
      let stored = StoredBytes(copying: high)
      return bits == 24
        ? .integer24(high: stored, low: StoredBytes(copying: low)) : .integer16(stored)
    }
    if clipped > 0 { warnings.append("\(clipped) frames are beyond full scale and are cut off") }
    return recordings
  }
}
