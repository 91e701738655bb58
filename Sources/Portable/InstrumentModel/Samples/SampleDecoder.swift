/// Decoded audio in memory.
public struct DecodedAudio: Sendable {
  /// The sample rate, in hertz.
  package var sampleRate: Double
  package var channelCount: Int
  /// Interleaved values, nominally −1…1.
  package var values: [Float]

  package init(sampleRate: Double, channelCount: Int, values: [Float]) {
    self.sampleRate = sampleRate
    self.channelCount = channelCount
    self.values = values
  }

  /// The values of the first channel. Samples are mono, so other channels are not played.
  package var firstChannel: [Float] {
    if channelCount <= 1 { return values }
    return stride(from: 0, to: values.count, by: channelCount).map { values[$0] }
  }
}

/// An error of a ``SampleDecoder``.
public enum SampleCodecError: Error, Hashable, Sendable, CustomStringConvertible {
  /// This build has no decoder.
  case noDecoder
  /// The sample is WavPack, and this build has no libwavpack (the trait `WavPack`).
  case noWavPackDecoder
  /// The decoder rejects the data with this error code.
  case undecodable(code: Int)
  /// The sample exceeds the limit, which depends on the size of its data.
  case tooLong(frames: Int, limit: Int)
  /// All samples together exceed the limit, which depends on the size of the files.
  case tooManyFrames(limit: Int)

  /// The requirement of WavPack that a build does not meet, as a clause.
  package static let wavPackAdvice =
    "WavPack requires libwavpack (the trait WavPack), without which Peach was built"

  /// The message.
  public var description: String {
    switch self {
    case .noDecoder: "A sample is compressed, and this build has no decoder."
    case .noWavPackDecoder: "A sample is WavPack. \(Self.wavPackAdvice)."
    case .undecodable(let code): "A sample is damaged: it cannot be decoded (error \(code))."
    case .tooLong(let frames, let limit):
      "A sample has \(frames) frames; the limit for data of its size is \(limit)."
    case .tooManyFrames(let limit):
      "The samples have more than \(limit) frames, the limit for files of their size."
    }
  }
}

/// A function that decodes a compressed sample of at most `frameLimit` frames. Not for the audio
/// thread. Passed as a parameter, so that portable code needs no codec.
public typealias SampleDecoder =
  @Sendable (_ bytes: UnsafeRawBufferPointer, _ frameLimit: Int) throws(SampleCodecError) ->
  DecodedAudio
