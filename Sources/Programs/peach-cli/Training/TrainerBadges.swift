import PeachServices
import PeachTrainerUI

/// Provides intonation ratings: cached ones immediately, others on request.
struct TrainerBadges: Sendable {
  let library: SoundFontLibrary
  /// By tag.
  let entries: [String: LibraryEntry]
  let cache: IntonationCache
  let straightTones: StraightToneCache
  let events: TrainerEventQueue

  /// Posts the cached ratings of all sounds.
  func postCached() {
    for (tag, entry) in entries {
      if Task.isCancelled { return }
      guard let preset = library.preset(at: entry),
        let intonation = try? preset.playedIntonation(
          cache, straightTones: straightTones, measuring: false)
      else { continue }
      events.post(.badge(tag: tag, intonation.badge))
    }
  }

  /// Checks on another thread whether chords of a sound have no beats of their own, and posts the
  /// result.
  func checkSteadiness(_ tag: String, keys: ClosedRange<UInt8>) {
    guard let entry = entries[tag], let preset = library.preset(at: entry) else {
      // A sine replaces an unknown sound.
      return events.post(.steadiness(tag: tag, .steady))
    }
    Task.detached {
      do {
        let options = NoteOptions(intonation: cache, tone: .chord, straightTones: straightTones)
        events.post(.steadiness(tag: tag, try preset.steadiness(keys: keys, options: options)))
      } catch { events.post(.note("\(error)")) }
    }
  }

  /// Measures a sound on another thread and posts its rating.
  func measure(_ tag: String) {
    guard let entry = entries[tag], let preset = library.preset(at: entry) else { return }
    Task.detached {
      do {
        let intonation = try preset.playedIntonation(cache, straightTones: straightTones)
        events.post(.badge(tag: tag, intonation?.badge))
      } catch {
        events.post(.badge(tag: tag, nil))
        events.post(.note("\(error)"))
      }
    }
  }
}
