/// Audio in memory: what a decoder gives back.
public struct DecodedAudio: Sendable {
  /// Frames in a second.
  public var sampleRate: Double
  /// 1 for mono, 2 for stereo, …
  public var channelCount: Int
  /// Values nominally within −1…1, channel after channel within each frame.
  public var values: [Float]

  /// Audio of these parts.
  public init(sampleRate: Double, channelCount: Int, values: [Float]) {
    self.sampleRate = sampleRate
    self.channelCount = channelCount
    self.values = values
  }

  /// The values of the first channel, one a frame: what a sample of a bank plays.
  public var firstChannel: [Float] {
    if channelCount <= 1 { return values }
    var first: [Float] = []
    first.reserveCapacity(values.count / channelCount)
    for index in stride(from: 0, to: values.count, by: channelCount) { first.append(values[index]) }
    return first
  }
}

/// Why a compressed sample could not be decoded.
public enum SampleCodecError: Error, Hashable, Sendable {
  /// No decoder was handed in: this build has none.
  case noDecoder
  /// The bytes are not a file the decoder knows; its own error number.
  case notAudio(code: Int)
  /// It has more frames than allowed.
  case tooLong(frames: Int, limit: Int)
}

/// Decodes one compressed sample, at most `frameLimit` frames of it, handed in where files are
/// loaded so that portable code needs no codec. Called from any thread but the audio thread.
public typealias SampleDecoder =
  @Sendable (_ bytes: UnsafeRawBufferPointer, _ frameLimit: Int) throws(SampleCodecError) ->
  DecodedAudio
