/// An error that prevents reading a Standard MIDI File.
public struct MIDIFileError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kind of error.
  public enum Reason: Hashable, Sendable {
    /// Neither `MThd` within the first `MIDIFile.largestPreamble` bytes nor an RMID file.
    case notMIDI
    /// An RMID file without a `data` chunk.
    case noMIDIInRIFF
    /// The file ends within its header.
    case headerIncomplete
    /// The declared size of the header is less than six bytes.
    case headerTooShort(byteCount: Int)
    /// The format is not 0, 1 or 2.
    case unknownFormat(UInt16)
    /// The division is invalid.
    case badDivision(UInt16)
    /// The file has no track.
    case noTracks
    /// A variable-length quantity has more than four bytes.
    case numberTooLong
    /// An event extends past the end of its track.
    case eventBeyondTrack
    /// A data byte without running status, instead of a status byte.
    case statusMissing(found: UInt8)
    /// A status byte that is invalid in files: F1 through F6, F8 through FE.
    case badStatus(UInt8)
    /// A status byte instead of a data byte.
    case dataMissing(found: UInt8)
    /// More than `MIDIFile.largestTick` ticks.
    case tooLong
  }

  /// The kind of error.
  public let reason: Reason
  /// The offset from the start of the file, in bytes.
  public let offset: Int
  /// The track, counted from 0; `nil` outside tracks.
  public internal(set) var track: Int?

  /// `Track 2: an event extends past the end of its track (byte 310).` Tracks are counted from 1.
  public var description: String {
    let subject = track.map { "Track \($0 + 1)" } ?? "This MIDI file cannot be read"
    return "\(subject): \(reason.text) (byte \(offset))."
  }
}

extension MIDIFileError.Reason {
  /// The problem, as part of a message.
  var text: String {
    switch self {
    case .notMIDI: "it does not have the header of a MIDI file"
    case .noMIDIInRIFF: "the RIFF file has no data chunk"
    case .headerIncomplete: "the header is incomplete"
    case .headerTooShort(let count): "the header has \(count) bytes instead of 6"
    case .unknownFormat(let format): "the format is \(format), not 0, 1 or 2"
    case .badDivision(let division): "the division \(division) is invalid"
    case .noTracks: "the file has no track"
    case .numberTooLong: "a variable-length quantity has more than four bytes"
    case .eventBeyondTrack: "an event extends past the end of its track"
    case .statusMissing(let found): "found data byte \(found) instead of an event"
    case .badStatus(let status): "the status byte \(status) is invalid in files"
    case .dataMissing(let found): "found status byte \(found) instead of a data byte"
    case .tooLong: "the file is longer than 2^38 ticks"
    }
  }
}
