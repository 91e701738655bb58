import Peach
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
      events.post(.badge(tag: tag, TrainerSound.Badge(intonation.badge)))
    }
  }

  /// Measures a sound on another thread and posts its rating.
  func measure(_ tag: String) {
    guard let entry = entries[tag], let preset = library.preset(at: entry) else { return }
    Task.detached {
      do {
        let badge = try preset.playedIntonation(cache, straightTones: straightTones)
          .map { TrainerSound.Badge($0.badge) }
        events.post(.badge(tag: tag, badge ?? .unknown))
      } catch {
        events.post(.badge(tag: tag, .unknown))
        events.post(.note("\(error)"))
      }
    }
  }
}

extension TrainerSound.Badge {
  /// Converts the engine's rating, which the trainer shows in its own languages.
  fileprivate init(_ badge: IntonationBadge) {
    switch badge {
    case .exact: self = .exact
    case .straight(let deviation):
      // A bound, which is shown with one decimal.
      self = .straight(deviationCents: deviation.map { max(($0 * 10).rounded(.up), 1) / 10 })
    case .varying(let mean, let variation, _, let reason):
      self = .varying(
        meanCents: mean, variationCents: variation,
        reason: reason.map { TrainerSound.VariationReason($0) })
    case .unpitched: self = .unpitched
    }
  }
}

extension TrainerSound.VariationReason {
  init(_ reason: IntonationBadge.Reason) {
    switch reason {
    case .severalPlayers: self = .severalPlayers
    case .decaying: self = .decaying
    case .noCommonContour: self = .noCommonContour
    }
  }
}
