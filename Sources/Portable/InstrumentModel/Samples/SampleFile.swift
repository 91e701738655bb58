/// An audio file beside a bank, in which some of its samples lie.
public struct SampleFile: Sendable {
  /// Where it was found; for what a bank holds within itself, its name there.
  public var path: String
  /// The file's bytes.
  public var storage: ByteStorage
  /// How its frames are stored, where they can be read as they are; nil where a decoder is needed.
  public var pulseCode: PCMLayout?

  /// A file of these parts.
  public init(path: String, storage: ByteStorage, pulseCode: PCMLayout? = nil) {
    self.path = path
    self.storage = storage
    self.pulseCode = pulseCode
  }

  /// One channel of the frames in `range`, −1…1; fewer where the file has fewer.
  ///
  /// `limit` bounds how many frames a decoder may give. Allocates; not for the audio thread.
  public func readFrames(
    _ range: Range<Int>, channel: Int, decoder: SampleDecoder?, limit: Int
  ) throws(SampleCodecError) -> [Float] {
    if let pulseCode {
      let frames = range.clamped(to: 0..<pulseCode.frameCount)
      if frames.count > limit { throw .tooLong(frames: frames.count, limit: limit) }
      storage.prefetch(pulseCode.byteRange(of: frames))
      return pulseCode.read(frames, channel: channel, of: storage.bytes)
    }
    return try decode(by: decoder, limit: limit).channel(channel, frames: range)
  }

  /// All frames, by a decoder, which `limit` bounds.
  package func decode(
    by decoder: SampleDecoder?, limit: Int
  ) throws(SampleCodecError) -> DecodedAudio {
    guard let decoder else { throw .noDecoder }
    storage.prefetch(0..<storage.bytes.count)
    return try decoder(storage.bytes, limit)
  }
}

extension DecodedAudio {
  /// One channel of the frames in `range`; fewer where there are fewer, none of a channel that is
  /// not there.
  public func channel(_ channel: Int, frames range: Range<Int>) -> [Float] {
    guard channel >= 0, channel < channelCount else { return [] }
    let frames = range.clamped(to: 0..<values.count / channelCount)
    if channelCount == 1 { return Array(values[frames]) }
    var result: [Float] = []
    result.reserveCapacity(frames.count)
    for frame in frames { result.append(values[frame * channelCount + channel]) }
    return result
  }
}
