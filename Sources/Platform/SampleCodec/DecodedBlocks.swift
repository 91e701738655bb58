import PeachInstrumentModel

/// Collects the blocks of a decoder up to a limit. Declared lengths are untrusted.
struct DecodedBlocks {
  private var audio: DecodedAudio
  private let limit: Int

  /// Throws if the declared length exceeds the limit, which is given in frames of two channels.
  init(
    sampleRate: Double, channelCount: Int, declaredFrames: Int64, frameLimit: Int
  ) throws(SampleCodecError) {
    guard channelCount > 0 && sampleRate > 0 else { throw .undecodable(code: 0) }
    limit = channelCount > 2 ? frameLimit / channelCount * 2 : frameLimit
    guard declaredFrames <= Int64(limit) else {
      throw .tooLong(frames: Int(clamping: declaredFrames), limit: limit)
    }
    audio = DecodedAudio(sampleRate: sampleRate, channelCount: channelCount, values: [])
    // At most a megabyte is reserved in advance.
    let reserved = Int(min(max(declaredFrames, 0), 1 << 18)) * channelCount
    audio.values.reserveCapacity(min(reserved, 1 << 18))
  }

  /// Reads all blocks.
  ///
  /// - Parameter read: Decodes up to a number of frames, interleaved, and returns their number; 0
  ///   or less at the end.
  mutating func readAll(
    _ read: (_ block: UnsafeMutablePointer<Float>, _ frameCount: Int) -> Int
  ) throws(SampleCodecError) -> DecodedAudio {
    let channelCount = audio.channelCount
    var frameCount = 0
    let blockFrames = max(1, 16_384 / channelCount)
    var block = [Float](repeating: 0, count: blockFrames * channelCount)
    while true {
      // One frame more than the limit is requested, to detect a longer file.
      let requested = min(blockFrames, limit - frameCount + 1)
      let count = block.withUnsafeMutableBufferPointer { block in
        block.baseAddress.map { read($0, requested) } ?? 0
      }
      guard count > 0 else { break }
      frameCount += count
      guard frameCount <= limit else { throw .tooLong(frames: frameCount, limit: limit) }
      for index in 0..<count * channelCount where !block[index].isFinite { block[index] = 0 }
      audio.values += block[..<(count * channelCount)]
    }
    return audio
  }
}
