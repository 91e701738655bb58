package import PeachInstrumentFiles
package import PeachInstrumentModel
import PeachIntonation
package import PeachMusicUnits

/// Prepares recordings as samples: measures their pitch, selects root keys, and finds loops. Reuses
/// tables between recordings. Use an instance on one thread at a time; not for the audio thread. A
/// recording takes about 50 ms.
package final class RecordingPreparation {
  private let estimator = PitchEstimator()
  private let settings: BuildRecipe.Settings
  private let bits: Int

  /// Creates a preparation for the recordings of a preset. `bits` is 16 or 24.
  package init(_ settings: BuildRecipe.Settings, bits: Int = 16) {
    self.settings = settings
    self.bits = bits
  }

  /// Prepares a recording.
  ///
  /// - Parameters:
  ///   - file: The name of the file, which may contain a note name and a velocity layer.
  ///   - chunks: The root key and the loop stored in the file.
  /// - Throws: `BuildingError.unusable` if the recording is silent, or has no pitch and no declared
  ///   key.
  package func prepare(
    file: String, _ audio: DecodedAudio, chunks: RecordingChunks = RecordingChunks()
  ) throws(BuildingError) -> PreparedSample {
    var warnings: [String] = []
    let name = RecordingName(file, middleC: settings.middleC)
    if name.isScale {
      throw .unusable(file: file, reason: "its name contains several notes; split the recording")
    }
    var channels = Self.channels(audio, &warnings)
    let rate = audio.sampleRate
    guard rate >= 400, rate <= 400_000, channels[0].contains(where: { abs($0) > 1e-5 }) else {
      throw .unusable(file: file, reason: "it is silent, or its sample rate is out of range")
    }
    let strongest = LoopComparison.strongestChannel(channels)
    let measured = channels[strongest].withUnsafeBufferPointer {
      estimator.measure($0, sampleRate: rate)
    }
    let decision = RootDecision(
      declared: [
        .init(source: "the recipe", key: settings.root(of: file)),
        .init(source: "its chunks", key: chunks.key), .init(source: "its name", key: name.key),
      ], measured: measured, choice: settings.rootChoice)
    guard let root = decision.root else {
      throw .unusable(
        file: file, reason: "it has no pitch, and neither its name nor its chunks declare a key")
    }
    warnings += decision.warnings

    var loop: Range<Int>?
    var source: PreparedSample.LoopSource?
    if settings.loops != .none, let stored = chunks.loop {
      if stored.upperBound <= channels[0].count, stored.count >= 8 {
        (loop, source) = (stored, .file)
        if chunks.loopDirection == .alternating {
          channels = channels.map { AlternatingLoop.unroll($0, stored) }
          loop = AlternatingLoop.unrolled(stored)
        }
      } else {
        warnings.append("the loop in its chunks is out of range")
      }
    }
    if settings.loops == .find, loop == nil, let measured,
      let found = LoopSearch(
        in: channels, sampleRate: rate, periodFrames: rate / measured.pitch.frequency.hertz)
    {
      channels = found.applied(to: channels)
      (loop, source) = (found.loop, .found)
    } else if let loop {
      channels = channels.map { Self.trimmed($0, to: loop) }
    }
    let tuned = tuning(channels[strongest], loop: loop, rate, root, chunks, &warnings)
    return PreparedSample(
      file: file, root: root, declaredKey: decision.declaredKey,
      isRootDeclared: decision.isRootDeclared, pitch: tuned.pitch,
      correctionCents: tuned.cents, layer: name.layer, loop: loop, loopSource: source,
      tuning: tuned.tuning, channels: encoded(channels, &warnings), warnings: warnings)
  }

  /// Returns the tuning that corrects the sample to the nominal pitch of its root key.
  private func tuning(
    _ frames: [Float], loop: Range<Int>?, _ rate: Double, _ root: UInt8, _ chunks: RecordingChunks,
    _ warnings: inout [String]
  ) -> (tuning: SampleTuning, cents: Double, pitch: Frequency?) {
    let nominal = FrequencyCalculation.frequency(noteNumber: Double(root))
    let tuning = SampleTuning(sampleRate: UInt32(rate + 0.5))
    let pitch = frames.withUnsafeBufferPointer {
      estimator.measure($0, loop: loop, sampleRate: rate, nominal: nominal)
    }
    var correction = chunks.key == root ? -chunks.cents : 0
    if pitch.isPitched {
      let error = pitch.frequency.interval(from: nominal).value
      if abs(error) <= 100 {
        correction = -error
      } else {
        warnings.append("measured \(Self.cents(error)) key \(root); its tuning is unchanged")
      }
    } else {
      warnings.append("it has no pitch; its tuning is unchanged")
    }
    // Corrects the rounding of a fractional sample rate.
    correction += 1200 * Exponential.log2(rate / Double(tuning.sampleRate))
    return (tuning.raised(by: correction), correction, pitch.isPitched ? pitch.frequency : nil)
  }

  /// Returns a description such as `39 cents above`.
  static func cents(_ cents: Double) -> String {
    "\(Int(abs(cents) + 0.5)) cents \(cents < 0 ? "below" : "above")"
  }
}

extension RecordingPreparation {
  /// Returns one channel, or two that differ.
  private static func channels(_ audio: DecodedAudio, _ warnings: inout [String]) -> [[Float]] {
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

  private func encoded(
    _ channels: [[Float]], _ warnings: inout [String]
  ) -> [SoundFontContents.Sample.Recording] {
    var clippedCount = 0
    let scale = bits == 24 ? 8_388_608.0 : 32_768.0
    let recordings = channels.map { frames in
      SoundFontContents.Sample.Recording(is24Bit: bits == 24, frameCount: frames.count) { index in
        var value = Double(frames[index]) * scale
        value += value < 0 ? -0.5 : 0.5
        if value >= scale + 0.5 || value <= -scale - 1 { clippedCount += 1 }
        return Int(min(max(value, -scale), scale - 1))
      }
    }
    if clippedCount > 0 {
      warnings.append("\(clippedCount) frames exceed full scale and are clipped")
    }
    return recordings
  }
}

/// A recording prepared as a sample, with root key, loop and pitch correction.
package struct PreparedSample: Sendable {
  package enum LoopSource: String, Hashable, Sendable {
    case file, found
  }

  package var file: String
  package var root: UInt8
  /// The key declared by the recipe, the file's chunks or its name, in this order of precedence.
  package var declaredKey: UInt8?
  /// Whether one of them is the root key.
  package var isRootDeclared: Bool
  package var pitch: Frequency?
  /// The pitch correction to the nominal pitch of ``root``, in cents.
  package var correctionCents: Double
  /// The velocity layer; `nil` if the file's name has none.
  package var layer: VelocityLayer?
  package var loop: Range<Int>?
  package var loopSource: LoopSource?
  /// The sample rate and the cents that represent the correction.
  package var tuning: SampleTuning
  /// The sample data of each channel, one or two.
  package var channels: [SoundFontContents.Sample.Recording]
  /// User-facing warnings, without the file's name and a full stop.
  package var warnings: [String]
}
