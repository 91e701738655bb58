/// What is wrong in a MIDI file and could yet be lived with.
public struct MIDIFileWarning: Hashable, Sendable, CustomStringConvertible {
  /// What is wrong.
  public enum Reason: Hashable, Sendable {
    /// So many bytes stand before the header.
    case bytesBeforeHeader(Int)
    /// The header counts other tracks than there are.
    case trackCount(declared: Int, found: Int)
    /// A file of format 0, which has one track, has several; they are played together.
    case severalTracksInFormat0
    /// The track ends without saying so.
    case endOfTrackMissing
    /// The file ends within the track; what is complete is kept.
    case trackCutShort
    /// The track is longer than its length says; it was read to its end.
    case trackLengthTooSmall
    /// The track is shorter than its length says; the next one follows at once.
    case trackLengthTooLarge
    /// So many bytes after the track's end are left out.
    case bytesAfterEndOfTrack(Int)
    /// So many bytes after the last track are no chunk and are left out.
    case bytesAfterLastTrack(Int)
    /// Running status goes on across a meta or System Exclusive event, which ends it by the rules.
    case runningStatusAcrossEvents
    /// A System Exclusive message never ends; it is taken to end where its bytes do.
    case systemExclusiveUnfinished
    /// A meta-event of a known type has the wrong number of bytes and is not obeyed.
    case malformedMetaEvent(type: UInt8)
    /// A tempo of no time for a quarter note is not obeyed.
    case tempoOfZero
  }

  /// What is wrong.
  public let reason: Reason
  /// The place where it was first seen, from the file's start.
  public let offset: Int
  /// The track, counted from 0; nil outside tracks.
  public let track: Int?

  init(_ reason: Reason, offset: Int, track: Int? = nil) {
    self.reason = reason
    self.offset = offset
    self.track = track
  }

  /// A sentence for people, who count tracks from 1.
  public var description: String {
    if let track { return "Track \(track + 1): \(reason.text) (byte \(offset))." }
    return "The file: \(reason.text) (byte \(offset))."
  }
}

extension MIDIFileWarning.Reason {
  fileprivate var text: String {
    switch self {
    case .bytesBeforeHeader(let count): "\(count) bytes stand before its header"
    case .trackCount(let declared, let found):
      "its header counts \(declared) tracks, and there are \(found)"
    case .severalTracksInFormat0: "it is of format 0 and yet has several tracks, played together"
    case .endOfTrackMissing: "it ends without an end-of-track event"
    case .trackCutShort: "the file ends before it does"
    case .trackLengthTooSmall: "it goes on beyond the length it declares"
    case .trackLengthTooLarge: "it ends before the length it declares"
    case .bytesAfterEndOfTrack(let count): "\(count) bytes after its end are left out"
    case .bytesAfterLastTrack(let count): "\(count) bytes after its last track are left out"
    case .runningStatusAcrossEvents: "running status goes on across meta or exclusive events"
    case .systemExclusiveUnfinished: "a System Exclusive message has no end"
    case .malformedMetaEvent(let type): "a meta-event of type \(type) has the wrong size"
    case .tempoOfZero: "a tempo of no time for a quarter note is left out"
    }
  }
}
