/// The reason why contents cannot be written as a SoundFont file.
package enum SoundFontWritingError: Error, Hashable, Sendable, CustomStringConvertible {
  /// A table exceeds the range of 16-bit indices.
  case tooManyRecords(chunk: FourCharacterCode, count: Int, limit: Int)
  /// The file exceeds the 32-bit size of a RIFF file.
  case tooLarge(byteCount: Int)
  /// A zone refers to a missing instrument or sample, or a zone after the first has no target.
  case noTarget(owner: String, zone: Int)
  /// A zone's settings contain a range, a target or a generator of the other level, or a range
  /// exceeds 127.
  case misplacedGenerator(owner: String, zone: Int, number: Int)
  /// A sample's partner does not exist, is not the opposite channel, or refers to another sample.
  case notPartners(sample: String)
  /// A sample's loop exceeds it, its rate is zero, or its size is invalid.
  case brokenSample(sample: String)

  /// A user-facing message without a full stop.
  package var description: String {
    switch self {
    case .tooManyRecords(let chunk, let count, let limit):
      "chunk ‘\(chunk.description)’ would have \(count) records; the limit is \(limit)"
    case .tooLarge(let byteCount):
      "the file would have \(byteCount) bytes; the limit is 4294967295"
    case .noTarget(let owner, let zone):
      "zone \(zone) of \(owner) has no valid instrument or sample"
    case .misplacedGenerator(let owner, let zone, let number):
      "generator \(number) is invalid in zone \(zone) of \(owner)"
    case .notPartners(let sample): "sample ‘\(sample)’ and its partner are not a stereo pair"
    case .brokenSample(let sample):
      "sample ‘\(sample)’ has an invalid loop, sample rate or size"
    }
  }
}
