/// An audio file that contains external samples.
package struct SampleFile: Sendable {
  /// The path of the file, or the name of an embedded one.
  package var path: String
  package var storage: ByteStorage
  /// The layout of uncompressed frames; `nil` if a decoder is required.
  package var pcmLayout: PCMLayout?
  /// The loop of the file, if it alternates.
  package var alternatingLoop: Range<Int>?

  package init(
    path: String, storage: ByteStorage, pcmLayout: PCMLayout? = nil,
    alternatingLoop: Range<Int>? = nil
  ) {
    self.path = path
    self.storage = storage
    self.pcmLayout = pcmLayout
    self.alternatingLoop = alternatingLoop
  }

  /// Returns the frames of a segment with its alternating loop unrolled, if it has one.
  package func unrolled(_ frames: [Float], of segment: SampleFileSegment) -> [Float] {
    guard segment.unrollsLoop, let loop = alternatingLoop else { return frames }
    let start = segment.frames.lowerBound
    return AlternatingLoop.unroll(frames, loop.lowerBound - start..<loop.upperBound - start)
  }

  /// Returns a channel of the existing frames in `range`, −1…1. `limit` is the maximum number of
  /// decoded frames. Allocates; not for the audio thread.
  package func readFrames(
    _ range: Range<Int>, channel: Int, decoder: SampleDecoder?, limit: Int
  ) throws(SampleCodecError) -> [Float] {
    if let pcmLayout {
      let frames = range.clamped(to: 0..<pcmLayout.frameCount)
      if frames.count > limit { throw .tooLong(frames: frames.count, limit: limit) }
      storage.prefetch(pcmLayout.byteRange(of: frames))
      return pcmLayout.read(frames, channel: channel, of: storage.bytes)
    }
    return try decode(by: decoder, limit: limit).channel(channel, frames: range)
  }

  /// Decodes the file, up to `limit` frames.
  package func decode(
    by decoder: SampleDecoder?, limit: Int
  ) throws(SampleCodecError) -> DecodedAudio {
    guard let decoder else { throw .noDecoder }
    storage.prefetch(0..<storage.bytes.count)
    return try decoder(
      storage.bytes, FrameBudget.frames(ofBytes: storage.bytes.count, atMost: limit))
  }
}

extension DecodedAudio {
  /// Returns a channel of the existing frames in `range`; empty if the channel does not exist.
  package func channel(_ channel: Int, frames range: Range<Int>) -> [Float] {
    guard channel >= 0, channel < channelCount else { return [] }
    let frames = range.clamped(to: 0..<values.count / channelCount)
    if channelCount == 1 { return Array(values[frames]) }
    return frames.map { values[$0 * channelCount + channel] }
  }
}
