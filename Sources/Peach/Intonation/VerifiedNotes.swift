import PeachSynthesis
import Synchronization

/// The notes of a preset that have been verified, and those of them that stay as the bank has them,
/// because its corrections would make them less in tune.
struct VerifiedNotes: Hashable, Sendable {
  /// The changes that are verified.
  enum Kind: UInt8, Sendable {
    /// The mean pitch of recordings.
    case corrected = 0
    /// Straight tones, and the mean pitch of others.
    case straight = 1
  }

  var known = NoteSet()
  var unchanged = NoteSet()

  mutating func formUnion(_ other: VerifiedNotes) {
    known.formUnion(other.known)
    unchanged.formUnion(other.unchanged)
  }
}

/// The verified notes of a preset, in memory and in a cache. Thread-safe.
final class VerifiedNoteMemory: Sendable {
  private let chosen: BankPreset
  private let kind: VerifiedNotes.Kind
  private let cache: IntonationCache?
  private let notes: Mutex<VerifiedNotes>

  /// - Parameter cache: Stores the notes; `nil` for a preset without corrections of its mean pitch.
  init(of chosen: BankPreset, kind: VerifiedNotes.Kind, cache: IntonationCache?) {
    self.chosen = chosen
    self.kind = kind
    self.cache = cache
    notes = Mutex(cache?.verifiedNotes(of: chosen, kind) ?? VerifiedNotes())
  }

  var value: VerifiedNotes { notes.withLock { $0 } }

  func add(_ found: VerifiedNotes) {
    notes.withLock { $0.formUnion(found) }
    cache?.add(found, of: chosen, kind)
  }
}
