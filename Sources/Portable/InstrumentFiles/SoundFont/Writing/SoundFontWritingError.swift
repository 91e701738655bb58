/// Why contents cannot become a SoundFont file.
public enum SoundFontWritingError: Error, Hashable, Sendable, CustomStringConvertible {
  /// A table would have more records than an index of 16 bits can name.
  case tooManyRecords(chunk: FourCharacterCode, count: Int, limit: Int)
  /// The file would have more bytes than a RIFF file can say.
  case tooLarge(byteCount: Int)
  /// A zone plays an instrument or a sample that there is not, or a zone other than the first plays
  /// nothing.
  case noTarget(owner: String, zone: Int)
  /// A zone says something that has a place of its own: a range, or what it plays; or a range goes
  /// beyond 127.
  case misplacedGenerator(owner: String, zone: Int, number: Int)
  /// A sample's partner is not there, is not for another ear, or names another.
  case notPartners(sample: String)
  /// A sample's loop is not within it, its rate is zero, or its bytes are not whole frames.
  case brokenSample(sample: String)

  /// A sentence for people, without a full stop.
  public var description: String {
    switch self {
    case .tooManyRecords(let chunk, let count, let limit):
      "chunk ‘\(chunk.description)’ would have \(count) records where \(limit) can be named"
    case .tooLarge(let byteCount):
      "the file would have \(byteCount) bytes; it can have no more than 4294967295"
    case .noTarget(let owner, let zone): "zone \(zone) of \(owner) plays nothing there is"
    case .misplacedGenerator(let owner, let zone, let number):
      "generator \(number) may not be said so in zone \(zone) of \(owner)"
    case .notPartners(let sample): "sample ‘\(sample)’ is no half of the pair that it names"
    case .brokenSample(let sample):
      "sample ‘\(sample)’ has a loop, a rate or a length that none can have"
    }
  }
}
