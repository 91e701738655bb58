import PeachInstrumentModel
import PeachIntonation
import PeachMusicUnits

/// A recording to straighten: the sample of a region, or both samples of a stereo pair, which get
/// one contour. Regions that play the same recording share it, regardless of keys and velocities.
struct StraightRecording: Hashable, Sendable {
  /// The maximum length of a channel, in frames: 87 seconds at 48 kHz. Longer recordings are not
  /// straightened.
  private static let frameLimit = 1 << 22

  /// The sample of each channel, in ascending order.
  var channels: [RegionSample]
  /// The key nearest to the declared pitch, which resolves octave ambiguities.
  var key: UInt8
  /// Whether the volume envelope decays while the key is held.
  var decays: Bool
  /// Whether the levels of the partials are smoothed.
  var smoothsLevels = false

  /// The channels' frames that notes play, of equal length.
  struct Audio {
    var channels: [[Float]]
    var loop: Range<Int>?
    var sampleRate: Double
  }

  /// Reads and decodes the recording; returns `nil` if nothing plays, or if it is too long.
  func read(from bank: SoundBank) throws(SampleCodecError) -> Audio? {
    var audio = Audio(channels: [], loop: nil, sampleRate: 0)
    for channel in channels {
      let index = Int(channel.sample)
      let sample = bank.samples[index]
      if let count = sample.frameCount, count > Self.frameLimit { return nil }
      let frames = try bank.readFrames(
        ofSampleAt: index, decoder: DefaultSampleDecoder.decoder, limit: 1 << 24)
      bank.forgetBytes(ofSampleAt: index)
      guard let part = channel.frames(of: sample, frameCount: frames.count),
        part.playing.count <= Self.frameLimit
      else { return nil }
      if audio.channels.isEmpty { (audio.loop, audio.sampleRate) = (part.loop, sample.sampleRate) }
      audio.channels.append(Array(frames[part.playing]))
    }
    let count = audio.channels.map(\.count).min() ?? 0
    for index in audio.channels.indices {
      audio.channels[index].removeLast(audio.channels[index].count - count)
    }
    if let loop = audio.loop, loop.upperBound > count { audio.loop = nil }
    return count > 0 ? audio : nil
  }

  /// Removes the contour of the recording, for a preset that is straightened, or only classifies it.
  func straightened(
    in bank: SoundBank, using straightener: ToneStraightener, isClassifiedOnly: Bool
  ) throws(SampleCodecError) -> StraightTone {
    if decays { return StraightTone(verdict: .decaying) }
    guard let audio = try read(from: bank) else { return StraightTone(verdict: .unpitched) }
    if isClassifiedOnly {
      return straightener.classify(
        audio.channels, loop: audio.loop, sampleRate: audio.sampleRate, nominal: nominal)
    }
    return straightener.straighten(
      audio.channels, loop: audio.loop, sampleRate: audio.sampleRate, nominal: nominal,
      smoothsLevels: smoothsLevels, belongsToSoloist: true)
  }

  var nominal: Frequency { FrequencyCalculation.frequency(noteNumber: Double(key)) }

  /// An encoding that differs between recordings.
  var bytes: [UInt8] {
    let flags: UInt8 = (decays ? 1 : 0) + (smoothsLevels ? 2 : 0)
    var bytes = [key, flags]
    for channel in channels {
      let offsets = channel.offsets
      bytes.append(channel.loops ? 1 : 0)
      let sample = Int32(bitPattern: channel.sample)
      for number in [sample, offsets.start, offsets.end, offsets.loopStart, offsets.loopEnd] {
        withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
      }
    }
    return bytes
  }

  var hash: ContentHash { bytes.withUnsafeBytes { ContentHash(of: $0) } }
}
