/// A defect of a MIDI file that was tolerated.
public struct MIDIFileWarning: Hashable, Sendable, CustomStringConvertible {
  /// The kind of defect.
  public enum Reason: Hashable, Sendable {
    /// Bytes before the header, which are skipped.
    case bytesBeforeHeader(Int)
    /// The header declares a different number of tracks.
    case trackCount(declared: Int, found: Int)
    /// A file of format 0 has several tracks; they are played simultaneously.
    case severalTracksInFormat0
    /// The track has no end-of-track event.
    case endOfTrackMissing
    /// The file ends within the track; complete events are kept.
    case trackCutShort
    /// The track is longer than its declared length; it was read to its end.
    case trackLengthTooSmall
    /// The track is shorter than its declared length; the next one follows immediately.
    case trackLengthTooLarge
    /// Bytes after the track's end, which are skipped.
    case bytesAfterEndOfTrack(Int)
    /// Bytes after the last track that are not a chunk, which are skipped.
    case bytesAfterLastTrack(Int)
    /// Running status continues across a meta or System Exclusive event, which should cancel it.
    case runningStatusAcrossEvents
    /// A System Exclusive message has no F7; it ends with its bytes.
    case systemExclusiveUnfinished
    /// A meta-event of a known type has the wrong size; it is ignored.
    case malformedMetaEvent(type: UInt8)
    /// A tempo of 0 µs per quarter note, which is ignored.
    case tempoOfZero
    /// An event cannot be read; it is skipped with the bytes up to the next readable one.
    case damagedEvent(MIDIFileError.Reason, skippedBytes: Int)
    /// The damaged events of a track after the first eight.
    case furtherDamagedEvents(Int, skippedBytes: Int)
    /// System real-time messages, F8 through FE, which are skipped.
    case realTimeMessage
    /// Bytes between tracks that are not a chunk, which are skipped.
    case bytesBetweenTracks(Int)
    /// The song uses more than eight output ports, which are more than 128 channels.
    case manyPorts(Int)
    /// The song uses more than 16 output ports: the channels of the seventeenth are those of the
    /// first, and so on.
    case portsBeyondLimit(Int)
    /// The bank offset of an RMID file is not a number from 0 through 127; the default applies.
    case invalidBankOffset(Int?)
    /// A defect of the file of another format from which the song comes.
    case format(String)
    /// The warnings after the first eight of their kind, which are not listed.
    case furtherWarnings(Int)
  }

  /// The kind of defect.
  public let reason: Reason
  /// The offset of the first occurrence from the start of the file, in bytes.
  public let offset: Int
  /// The track, counted from 0; `nil` outside tracks.
  public internal(set) var track: Int?

  package init(reason: Reason, offset: Int, track: Int? = nil) {
    (self.reason, self.offset, self.track) = (reason, offset, track)
  }

  /// A user-facing message, with tracks counted from 1.
  public var description: String {
    let subject = track.map { "Track \($0 + 1)" } ?? "The file"
    return "\(subject): \(text) (byte \(offset))."
  }

  private var text: String {
    switch reason {
    case .bytesBeforeHeader(let count): "\(count) bytes before the header are skipped"
    case .trackCount(let declared, let found):
      "the header declares \(declared) tracks instead of \(found)"
    case .severalTracksInFormat0:
      "it has format 0 and several tracks, which are played simultaneously"
    case .endOfTrackMissing: "it has no end-of-track event"
    case .trackCutShort: "the file ends within it"
    case .trackLengthTooSmall: "it is longer than its declared length"
    case .trackLengthTooLarge: "it is shorter than its declared length"
    case .bytesAfterEndOfTrack(let count): "\(count) bytes after its end are skipped"
    case .bytesAfterLastTrack(let count): "\(count) bytes after the last track are skipped"
    case .runningStatusAcrossEvents:
      "running status continues across meta or System Exclusive events"
    case .systemExclusiveUnfinished: "a System Exclusive message has no end"
    case .malformedMetaEvent(let type): "a meta-event of type \(type) has the wrong size"
    case .tempoOfZero: "a tempo of 0 µs per quarter note is ignored"
    case .damagedEvent(let reason, let count): "\(reason.text), and \(count) bytes are skipped"
    case .furtherDamagedEvents(let count, let bytes):
      "\(count) more damaged events are skipped, \(bytes) bytes"
    case .realTimeMessage: "real-time messages are skipped"
    case .bytesBetweenTracks(let count): "\(count) bytes before the next track are skipped"
    case .manyPorts(let count):
      "the song has \(count) ports, \(16 * count) channels; other players have at most 128"
    case .portsBeyondLimit(let count):
      "of the \(count) ports of the song, those after the 16th share the channels of the first ones"
    case .invalidBankOffset(let value):
      "the bank offset \(value.map { "\($0) " } ?? "")is not a number of 0 to 127; "
        + "the default is used"
    case .format(let problem): problem
    case .furtherWarnings(let count): "there are \(count) more warnings of these kinds"
    }
  }
}

/// Collects the warnings about a file in bounded memory: the first of each kind, and the number of
/// the others.
struct MIDIFileWarningList {
  private static var limitPerKind: Int { 8 }

  private var listed: [MIDIFileWarning] = []
  private var counts = [Int](repeating: 0, count: 32)
  private var firstOmitted: Int?
  private var omittedCount = 0

  mutating func add(_ warning: MIDIFileWarning) {
    let kind = warning.reason.kind
    counts[kind] += 1
    if counts[kind] <= Self.limitPerKind {
      listed.append(warning)
    } else {
      firstOmitted = firstOmitted ?? warning.offset
      omittedCount += 1
    }
  }

  /// The listed warnings, and one with the number of the others.
  var all: [MIDIFileWarning] {
    guard let firstOmitted else { return listed }
    return listed + [
      MIDIFileWarning(reason: .furtherWarnings(omittedCount), offset: firstOmitted, track: nil)
    ]
  }
}

extension MIDIFileWarning.Reason {
  /// A number below 32 for each case. Associated values do not count.
  fileprivate var kind: Int {
    switch self {
    case .bytesBeforeHeader: 0
    case .trackCount: 1
    case .severalTracksInFormat0: 2
    case .endOfTrackMissing: 3
    case .trackCutShort: 4
    case .trackLengthTooSmall: 5
    case .trackLengthTooLarge: 6
    case .bytesAfterEndOfTrack: 7
    case .bytesAfterLastTrack: 8
    case .runningStatusAcrossEvents: 9
    case .systemExclusiveUnfinished: 10
    case .malformedMetaEvent: 11
    case .tempoOfZero: 12
    case .damagedEvent: 13
    case .furtherDamagedEvents: 14
    case .realTimeMessage: 15
    case .bytesBetweenTracks: 16
    case .furtherWarnings: 17
    case .manyPorts: 18
    case .portsBeyondLimit: 19
    case .invalidBankOffset: 20
    case .format: 21
    }
  }
}
