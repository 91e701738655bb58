/// The reason why a file cannot be read, with the chunk and its offset.
public struct InstrumentFileError: Error, Hashable, Sendable, CustomStringConvertible {
  /// A reason with its numbers.
  public enum Reason: Hashable, Sendable {
    /// The first bytes match no supported format.
    case unknownFormat
    /// A SoundFont that another program has packed; `tool` unpacks it.
    case packed(by: String, tool: String)
    /// A file of a known format that is not read; `tool` converts it.
    case notRead(format: String, tool: String)
    /// The file ends too early.
    case truncated(needed: Int, available: Int)
    /// The chunk is larger than the rest of its parent.
    case exceedsParent(size: Int, available: Int)
    /// The chunk is missing.
    case missing
    /// The chunk has another size than its format defines.
    case wrongSize(size: Int, expected: Int)
    /// The chunk's size is not a multiple of that of its records.
    case notMultiple(size: Int, recordSize: Int)
    /// The chunk has no terminal record.
    case tooFewRecords(count: Int, minimum: Int)
    /// The chunk has more records than a 16-bit index can address.
    case tooManyRecords(count: Int, limit: Int)
    /// A record's index is less than that of the previous record.
    case indexDecreases(record: Int, from: Int, to: Int)
    /// A record's index exceeds the table that it refers to.
    case indexBeyondTable(record: Int, index: Int, count: Int)
    /// Elements are nested more deeply than the limit.
    case nestedTooDeep(limit: Int)
    /// A version of the format that is not supported.
    case unsupportedVersion(major: Int, minor: Int)
    /// The file's condition (DLS `cdl `) excludes this device.
    case conditionNotMet
    /// The file has the right format, but no playable region.
    case nothingToPlay(firstWarning: String?)
    /// The syntax is invalid.
    case malformed
    /// The preset belongs to another Audio Unit, which `code` identifies.
    case otherAudioUnit(code: FourCharacterCode)
    /// No sample in the file has a supported encoding. `tag` is the WAVE format tag of the first.
    case unsupportedEncoding(tag: UInt16, bits: UInt16, channels: UInt16)
  }

  /// The chunk concerned; for an unknown format, the file's first four bytes.
  package let chunk: FourCharacterCode
  /// The actual or expected offset of the chunk's header, in bytes.
  public let offset: Int
  /// The reason.
  public let reason: Reason

  static func missing(_ chunk: FourCharacterCode, at offset: Int) -> InstrumentFileError {
    InstrumentFileError(chunk: chunk, offset: offset, reason: .missing)
  }

  /// A user-facing message, such as `chunk ‘pbag’ at byte 1234: 7 bytes are not a multiple of 4`.
  public var description: String {
    if !concernsFile { return "chunk ‘\(chunk.description)’ at byte \(offset): \(reason.message)" }
    return (reason == .unknownFormat ? "it is not a sound bank: " : "") + reason.message
  }

  /// Whether the whole file is at fault, not a chunk.
  package var concernsFile: Bool {
    switch reason {
    case .unknownFormat: offset == 0
    case .nothingToPlay, .packed, .notRead: true
    default: false
    }
  }
}

extension InstrumentFileError.Reason {
  /// The reason as a user-facing clause, without the chunk.
  package var message: String {
    switch self {
    case .unknownFormat: "the first bytes match no supported instrument format"
    case .packed(let program, let tool):
      "it is a SoundFont packed by \(program). Unpack it with \(tool)"
    case .notRead(let format, let tool):
      "it is \(format), which is not read. Convert it with \(tool)"
    case .truncated(let needed, let available):
      "\(needed) bytes are required, but only \(available) remain"
    case .exceedsParent(let size, let available):
      "its header declares \(size) bytes, but only \(available) remain"
    case .missing: "it is missing"
    case .wrongSize(let size, let expected): "it has \(size) bytes instead of \(expected)"
    case .notMultiple(let size, let recordSize): "\(size) bytes are not a multiple of \(recordSize)"
    case .tooFewRecords(let count, let minimum):
      "it has \(count) records, but needs at least \(minimum)"
    case .tooManyRecords(let count, let limit): "it has \(count) records; the limit is \(limit)"
    case .indexDecreases(let record, let from, let to):
      "the index of record \(record) decreases from \(from) to \(to)"
    case .indexBeyondTable(let record, let index, let count):
      "record \(record) refers to entry \(index) of a table of \(count)"
    case .nestedTooDeep(let limit): "lists are nested more than \(limit) deep"
    case .unsupportedVersion(let major, let minor): "version \(major).\(minor) is not supported"
    case .nothingToPlay(let warning): "there is nothing to play" + (warning.map { ": \($0)" } ?? "")
    case .malformed: "its contents do not match the format"
    case .otherAudioUnit(let code):
      "it is a preset of the Audio Unit ‘\(code.description)’, not of Apple's AUSampler"
    case .conditionNotMet: "its condition excludes this device"
    case .unsupportedEncoding(let tag, let bits, let channels):
      "\(DLSWave.encodingName(tag: tag, bits: bits, channels: channels)) is not supported"
    }
  }
}
