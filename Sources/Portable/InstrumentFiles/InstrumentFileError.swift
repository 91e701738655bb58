/// Why a file cannot be read: which chunk, where in the file, and what is wrong with it.
public struct InstrumentFileError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What is wrong, in numbers.
  public enum Reason: Hashable, Sendable {
    /// The first bytes belong to no format that can be read.
    case unknownFormat
    /// The file ends where more bytes must follow.
    case truncated(needed: Int, available: Int)
    /// The chunk says it is longer than what surrounds it.
    case exceedsParent(size: Int, available: Int)
    /// The chunk must be there and is not.
    case missing
    /// The chunk has one size only, and not this one.
    case wrongSize(size: Int, expected: Int)
    /// The chunk is a list of records of one size, and does not hold whole ones.
    case notMultiple(size: Int, recordSize: Int)
    /// The chunk has fewer records than its terminal one.
    case tooFewRecords(count: Int, minimum: Int)
    /// The chunk has more records than any index of 16 bits can name.
    case tooManyRecords(count: Int, limit: Int)
    /// A record's index is below that of the record before it.
    case indexDecreases(record: Int, from: Int, to: Int)
    /// A record's index is beyond the table that it names.
    case indexBeyondTable(record: Int, index: Int, count: Int)
    /// Lists within lists within lists.
    case nestedTooDeep(limit: Int)
    /// A version of the format that is not known.
    case unsupportedVersion(major: Int, minor: Int)
    /// The file says for which devices it is, and this is none of them (DLS: `cdl `).
    case conditionNotMet
    /// The file is what it says and holds nothing that sounds; what else was wrong with it.
    case nothingToPlay(firstWarning: String?)
    /// The text or the numbers here are not as the format has them.
    case malformed
    /// The preset belongs to another Audio Unit, by its code.
    case otherAudioUnit(code: FourCharacterCode)
    /// No recording in the file is encoded in a way that can be read; how the first one is, as WAV
    /// files number it.
    case unsupportedEncoding(tag: UInt16, bits: UInt16, channels: UInt16)
  }

  /// The chunk concerned; for an unknown format, the file's first four bytes.
  public let chunk: FourCharacterCode
  /// Where the chunk's header is, or would be, in bytes from the file's start.
  public let offset: Int
  /// What is wrong.
  public let reason: Reason

  /// An error of these parts.
  public init(chunk: FourCharacterCode, offset: Int, reason: Reason) {
    self.chunk = chunk
    self.offset = offset
    self.reason = reason
  }

  /// A sentence for people: `chunk ‘pbag’ at byte 1234: 7 bytes are not a multiple of 4`.
  public var description: String {
    "chunk ‘\(chunk.description)’ at byte \(offset): \(reason.sentence)"
  }
}

extension InstrumentFileError.Reason {
  /// What is wrong, without where.
  package var sentence: String {
    switch self {
    case .unknownFormat: "no known instrument format starts with these bytes"
    case .truncated(let needed, let available):
      "\(needed) bytes are needed and only \(available) are left"
    case .exceedsParent(let size, let available):
      "\(size) bytes are announced and only \(available) are left"
    case .missing: "it is missing"
    case .wrongSize(let size, let expected): "\(size) bytes where \(expected) are expected"
    case .notMultiple(let size, let recordSize):
      "\(size) bytes are not a multiple of \(recordSize)"
    case .tooFewRecords(let count, let minimum):
      "\(count) records where at least \(minimum) are needed"
    case .tooManyRecords(let count, let limit): "\(count) records where \(limit) can be named"
    case .indexDecreases(let record, let from, let to):
      "the index of record \(record) falls from \(from) to \(to)"
    case .indexBeyondTable(let record, let index, let count):
      "record \(record) names entry \(index) of a table of \(count)"
    case .nestedTooDeep(let limit): "lists are nested more than \(limit) deep"
    case .unsupportedVersion(let major, let minor): "version \(major).\(minor) is not known"
    case .nothingToPlay(let warning):
      "there is nothing to play" + (warning.map { ": \($0)" } ?? "")
    case .malformed: "what is here is not as the format has it"
    case .otherAudioUnit(let code):
      "it is the preset of another Audio Unit, ‘\(code.description)’, not of Apple's sampler"
    case .conditionNotMet: "the file is for other devices, by its own condition"
    case .unsupportedEncoding(let tag, let bits, let channels):
      "\(DLSWave.encodingName(tag: tag, bits: bits, channels: channels)) is not read"
    }
  }
}
