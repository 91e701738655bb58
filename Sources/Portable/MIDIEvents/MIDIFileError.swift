/// Why bytes cannot be played as a Standard MIDI File, and where.
public struct MIDIFileError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What is wrong.
  public enum Reason: Hashable, Sendable {
    /// No `MThd` within the first ``MIDIFile/largestPreamble`` bytes, and no RMID file either.
    case notMIDI
    /// A RIFF file of the RMID kind without a `data` chunk.
    case noMIDIInRIFF
    /// The file ends within its header.
    case headerIncomplete
    /// The header says it is shorter than the six bytes it needs.
    case headerTooShort(byteCount: Int)
    /// A format other than 0, 1 and 2.
    case unknownFormat(UInt16)
    /// A division that gives a tick no length.
    case badDivision(UInt16)
    /// There is no track.
    case noTracks
    /// A variable-length number of more than four bytes.
    case numberTooLong
    /// An event goes on beyond the end of its track.
    case eventBeyondTrack
    /// A data byte where a status byte must be, as there is none to run on.
    case statusMissing(found: UInt8)
    /// A status byte that files do not have: F1 through F6, F8 through FE.
    case badStatus(UInt8)
    /// A status byte in the middle of a message.
    case dataMissing(found: UInt8)
    /// More than ``MIDIFile/largestTick`` ticks.
    case tooLong
  }

  /// What is wrong.
  public let reason: Reason
  /// The place of the byte it was seen at, from the file's start.
  public let offset: Int
  /// The track it was seen in, counted from 0; nil outside tracks.
  public let track: Int?

  init(_ reason: Reason, offset: Int, track: Int? = nil) {
    self.reason = reason
    self.offset = offset
    self.track = track
  }

  /// A sentence for people: `Track 2: an event goes on beyond the end of its track (byte 310).`
  ///
  /// People count tracks from 1.
  public var description: String {
    if let track { return "Track \(track + 1): \(reason.text) (byte \(offset))." }
    return "This MIDI file cannot be read: \(reason.text) (byte \(offset))."
  }
}

extension MIDIFileError.Reason {
  fileprivate var text: String {
    switch self {
    case .notMIDI: "it does not begin as a MIDI file does"
    case .noMIDIInRIFF: "the RIFF file around it has no data chunk"
    case .headerIncomplete: "it ends within its header"
    case .headerTooShort(let count): "its header has \(count) bytes instead of 6"
    case .unknownFormat(let format): "it is of format \(format), and only 0, 1 and 2 exist"
    case .badDivision(let division): "the division \(division) gives a tick no length"
    case .noTracks: "it has no track"
    case .numberTooLong: "a number has more than four bytes"
    case .eventBeyondTrack: "an event goes on beyond the end of its track"
    case .statusMissing(let found): "\(found) stands where an event must begin"
    case .badStatus(let status): "no event in a file begins with \(status)"
    case .dataMissing(let found): "\(found) stands in the middle of a message"
    case .tooLong: "it lasts more ticks than can be counted"
    }
  }
}
