package import PeachInstrumentModel
package import PeachIntonation
package import PeachMusicUnits

/// A recording to straighten: the sample of a region, or both samples of a stereo pair, which get
/// one contour. Regions that play the same recording share it, regardless of keys and velocities.
package struct StraightRecording: Hashable, Sendable {
  /// The maximum length of a channel, in frames: 87 seconds at 48 kHz. Longer recordings are not
  /// straightened.
  private static let frameLimit = 1 << 22

  /// The sample of each channel, in ascending order.
  package var channels: [RegionSample]
  /// The key nearest to the declared pitch, which resolves octave ambiguities.
  package var key: UInt8
  /// Whether the volume envelope decays while the key is held.
  package var decays: Bool
  /// Whether the levels of the partials are smoothed.
  package var smoothsLevels: Bool
  /// Whether the preset's tones decay: then only the common glide is removed.
  package var isPlucked = false

  package init(
    channels: [RegionSample], key: UInt8, decays: Bool, smoothsLevels: Bool = false
  ) {
    self.channels = channels
    self.key = key
    self.decays = decays
    self.smoothsLevels = smoothsLevels
  }

  /// The channels' frames that notes play, of equal length.
  package struct Audio {
    package var channels: [[Float]]
    package var loop: Range<Int>?
    package var sampleRate: Double
  }

  /// Reads and decodes the recording; returns `nil` if nothing plays, or if it is too long.
  package func read(
    from bank: SoundBank, decoder: SampleDecoder?
  ) throws(SampleCodecError) -> Audio? {
    var audio = Audio(channels: [], loop: nil, sampleRate: 0)
    for channel in channels {
      let index = Int(channel.sample)
      let sample = bank.samples[index]
      if let count = sample.frameCount, count > Self.frameLimit { return nil }
      let frames = try bank.readFrames(
        ofSampleAt: index, decoder: decoder, limit: 1 << 24)
      bank.forgetBytes(ofSampleAt: index)
      guard let part = channel.frames(of: sample, frameCount: frames.count),
        part.playing.count <= Self.frameLimit
      else { return nil }
      if audio.channels.isEmpty { (audio.loop, audio.sampleRate) = (part.loop, sample.sampleRate) }
      audio.channels.append(Array(frames[part.playing]))
    }
    let count = audio.channels.map { $0.count }.min() ?? 0
    for index in audio.channels.indices {
      audio.channels[index].removeLast(audio.channels[index].count - count)
    }
    if let loop = audio.loop, loop.upperBound > count { audio.loop = nil }
    return count > 0 ? audio : nil
  }

  /// Removes the contour of the recording, for a preset that is straightened, or only classifies
  /// it.
  package func straightened(
    in bank: SoundBank, decoder: SampleDecoder?, using straightener: ToneStraightener,
    isClassifiedOnly: Bool = false
  ) throws(SampleCodecError) -> StraightTone {
    if decays && !isPlucked { return StraightTone(verdict: .decaying) }
    let audio: Audio?
    do throws(SampleCodecError) {
      audio = try read(from: bank, decoder: decoder)
    } catch {
      // Without a decoder, other builds could straighten it. Damaged samples are silent.
      if error == .noDecoder { throw error }
      audio = nil
    }
    guard let audio else { return StraightTone(verdict: .unpitched) }
    if isClassifiedOnly {
      return straightener.classify(
        audio.channels, loop: audio.loop, sampleRate: audio.sampleRate, nominal: nominal)
    }
    return straightener.straighten(
      audio.channels, loop: audio.loop, sampleRate: audio.sampleRate, nominal: nominal,
      smoothsLevels: smoothsLevels, belongsToSoloist: true, isPlucked: isPlucked)
  }

  package var nominal: Frequency { FrequencyCalculation.frequency(noteNumber: Double(key)) }

  /// An encoding that differs between recordings.
  var bytes: [UInt8] {
    let flags: UInt8 = (decays ? 1 : 0) + (smoothsLevels ? 2 : 0) + (isPlucked ? 4 : 0)
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

  package var hash: ContentHash { bytes.withUnsafeBytes { ContentHash(of: $0) } }
}
