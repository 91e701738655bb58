import Synchronization

/// A note that was started and not yet released. Valid for the player that returned it.
public struct HeldNote: Hashable, Sendable {
  /// The player's ID of the note; 0 for a silent note.
  public let id: UInt64
  /// The player to which a router forwards; `nil` for a note of any other player.
  let route: Route?

  /// The destination of a routed note. The note owns it, so that a router keeps no list of notes.
  final class Route: Sendable {
    let player: any NotePlayer
    let note: HeldNote
    let isReleased = Atomic(false)

    init(player: any NotePlayer, note: HeldNote) {
      self.player = player
      self.note = note
    }
  }

  /// Creates a note with this ID.
  public init(id: UInt64) {
    self.id = id
    route = nil
  }

  /// Creates a router's note for one of another player.
  init(_ note: HeldNote, playedBy player: any NotePlayer) {
    id = note.id
    route = Route(player: player, note: note)
  }

  /// Whether both are the same note of the same player.
  public static func == (left: HeldNote, right: HeldNote) -> Bool {
    left.id == right.id && left.route === right.route
  }

  /// Hashes the ID.
  public func hash(into hasher: inout Hasher) { hasher.combine(id) }
}
