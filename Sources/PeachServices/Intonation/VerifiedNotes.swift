import PeachSynthesis
import Synchronization

/// The notes of a preset that have been verified, in memory and in a cache, with the share of its
/// changes that does not make them less in tune. Thread-safe.
final class VerifiedNotes: Sendable {
  /// The changes that are verified.
  enum Kind: UInt8, Sendable {
    /// The mean pitch of recordings.
    case corrected = 0
    /// Straight tones, and the mean pitch of others.
    case straight = 1
    /// The mean pitch of recordings, without modulation.
    case steady = 2
  }

  private let chosen: BankPreset
  private let kind: Kind
  private let cache: IntonationCache?
  private let notes: Mutex<NoteShares>

  /// - Parameter cache: Stores the notes; `nil` for a preset without corrections of its mean pitch.
  init(of chosen: BankPreset, kind: Kind, cache: IntonationCache?) {
    self.chosen = chosen
    self.kind = kind
    self.cache = cache
    notes = Mutex(cache?.verifiedNotes(of: chosen, kind) ?? NoteShares())
  }

  var shares: NoteShares { notes.withLock { $0 } }

  func add(_ found: NoteShares) {
    notes.withLock { $0.merge(found) }
    cache?.add(found, of: chosen, kind)
  }
}
