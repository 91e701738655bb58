import PeachFileBytes
public import PeachInstrumentModel
import PeachSampleDecoding

/// An audio file that cannot be used: which, and why.
public struct AudioFileError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The file.
  public var path: String
  /// What stands in the way.
  public var reason: SampleDecodingError

  /// `note.wav: it is no audio file that can be read`
  public var description: String {
    switch reason {
    case .noDecoder: "\(path): this build has no libsndfile to read it with"
    case .notAudio: "\(path): it is no audio file that can be read"
    case .tooLong(_, let limit): "\(path): it has more than \(limit) frames"
    }
  }
}

extension DecodedAudio {
  /// All of an audio file: WAV, AIFF, FLAC, Ogg and what else libsndfile knows, at most so many
  /// frames of it. Throws `FileError` or ``AudioFileError``; not for the audio thread.
  public init(contentsOf path: String, frameLimit: Int = 1 << 26) throws {
    let storage = try FileAccess.map(path: path)
    do throws(SampleDecodingError) {
      self = try withExtendedLifetime(storage) { () throws(SampleDecodingError) in
        try SoundFileDecoder.decode(storage.bytes, frameLimit)
      }
    } catch {
      throw AudioFileError(path: path, reason: error)
    }
  }
}
