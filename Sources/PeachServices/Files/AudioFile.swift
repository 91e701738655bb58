import PeachFileIO
import PeachInstrumentFiles
public import PeachInstrumentModel
import PeachSampleCodec

/// An audio file that cannot be decoded.
public struct AudioFileError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The path of the file.
  public var path: String
  /// The error of the decoder.
  public var reason: SampleCodecError

  /// The message.
  public var description: String {
    switch reason {
    case .noWavPackDecoder: "Cannot read \(path): \(SampleCodecError.wavPackAdvice)."
    case .noDecoder:
      "Cannot read \(path): it is neither Ogg Vorbis nor FLAC. Other formats require libsndfile "
        + "(the trait SoundFile), without which Peach was built."
    case .undecodable: "Cannot read \(path): it is not an audio file of a supported format."
    case .tooLong(_, let limit), .tooManyFrames(let limit):
      "Cannot read \(path): it has more than \(limit) frames."
    }
  }
}

extension DecodedAudio {
  /// Decodes an audio file of at most `frameLimit` frames, in the formats of ``SoundFileDecoder``.
  /// Call on any thread but the audio thread. Throws `FileAccessError` or ``AudioFileError``.
  package init(contentsOf path: String, frameLimit: Int = 1 << 26) throws {
    let storage = try FileAccess.map(path: path)
    do throws(SampleCodecError) {
      self = try withExtendedLifetime(storage) { () throws(SampleCodecError) in
        guard let mended = ChunkPadding.mended(storage.bytes) else {
          return try SoundFileDecoder.decode(storage.bytes, frameLimit)
        }
        let copy = ByteStorage(copying: mended)
        return try withExtendedLifetime(copy) { () throws(SampleCodecError) in
          try SoundFileDecoder.decode(copy.bytes, frameLimit)
        }
      }
    } catch { throw AudioFileError(path: path, reason: error) }
  }
}
