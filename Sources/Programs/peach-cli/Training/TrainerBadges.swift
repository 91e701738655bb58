import Peach

/// Finds out how well sounds are in tune: at once where it was measured before, else when asked.
struct TrainerBadges: Sendable {
  let library: SoundFontLibrary
  /// By tag.
  let entries: [String: LibraryEntry]
  let cache: IntonationCache
  let inbox: TrainerInbox

  /// Tells what is known of all sounds.
  func tellStored() {
    for (tag, entry) in entries {
      if Task.isCancelled { return }
      guard let preset = preset(entry),
        let intonation = try? cache.intonation(of: preset, measuring: false)
      else { continue }
      inbox.post(.badge(tag: tag, .measured("\(intonation.badge)")))
    }
  }

  /// Measures a sound elsewhere, and tells what comes of it.
  func measure(_ tag: String) {
    guard let entry = entries[tag], let preset = preset(entry) else { return }
    Task.detached {
      do {
        let badge = try cache.intonation(of: preset).map { "\($0.badge)" }
        inbox.post(.badge(tag: tag, badge.map { .measured($0) } ?? .unknown))
      } catch {
        inbox.post(.badge(tag: tag, .unknown))
        inbox.post(.note("\(error)"))
      }
    }
  }

  private func preset(_ entry: LibraryEntry) -> BankPreset? {
    library.banks.first { $0.file.path == entry.path }.map {
      BankPreset(bank: $0.bank, index: entry.index)
    }
  }
}
