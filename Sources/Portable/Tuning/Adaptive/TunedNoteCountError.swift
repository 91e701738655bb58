public import PeachMIDIEvents

/// A song has more notes than ``AdaptiveTuning`` tunes. `\(error)` is a message.
public struct TunedNoteCountError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The path of the MIDI file, if known.
  public var path: String?
  /// The number of notes of the song.
  public let noteCount: Int
  /// The maximum number of notes with the options.
  public let maximumNoteCount: Int
  /// Whether the limit is the lower one of held notes that glide.
  public let isGliding: Bool

  /// `song.mid: The song has 120000 notes, and adaptive tuning is limited to 100000. …`
  public var description: String {
    (path.map { "\($0): " } ?? "")
      + "The song has \(noteCount) notes, and adaptive tuning is limited to \(maximumNoteCount)"
      + (isGliding
        ? " with glides. Omit --glide, or --adaptive."
        : ". Omit --adaptive, or use a shorter song.")
  }
}

extension AdaptiveTuning {
  /// The maximum number of notes of a song. Memory and time are in proportion to the notes: up to
  /// 6 KB for each.
  public static let maximumNoteCount = 100_000
  /// The maximum number of notes of a song whose held notes glide: each part of a note in a chord
  /// counts.
  public static let maximumGlidingNoteCount = 20_000

  /// Throws if a song has more notes than these options tune.
  public func checkNoteCount(of file: MIDIFile) throws(TunedNoteCountError) {
    let limit = glideRate > 0 ? Self.maximumGlidingNoteCount : Self.maximumNoteCount
    var count = 0
    for track in file.tracks {
      for event in track.events {
        if case .message(let message) = event.content, message.startsNote { count += 1 }
      }
    }
    if count <= limit { return }
    throw TunedNoteCountError(
      noteCount: count, maximumNoteCount: limit, isGliding: glideRate > 0)
  }
}
