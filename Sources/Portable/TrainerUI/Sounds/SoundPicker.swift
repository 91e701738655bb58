import PeachMusicUnits

/// The state of the sound list: the search string and the selection.
package struct SoundPicker: Equatable, Sendable {
  package internal(set) var filter = ""
  /// The selected index among the matching sounds.
  package internal(set) var index = 0
  /// Whether the list was opened from the settings.
  package internal(set) var isFromSettings: Bool

  /// Returns the indices of the sounds whose name or bank contains the search string.
  /// A German name of an instrument finds the English ones if nothing else matches.
  func found(_ sounds: [TrainerSound]) -> [Int] {
    let found = Self.found(sounds, filter)
    guard found.isEmpty, let english = GermanInstrumentName.english(for: filter) else {
      return found
    }
    return Self.found(sounds, english)
  }

  private static func found(_ sounds: [TrainerSound], _ text: String) -> [Int] {
    let query = lower(text)
    return sounds.indices.filter { index in
      let name = sounds[index].name.isEmpty ? "sine sinus" : sounds[index].name
      return contains(lower("\(name) \(sounds[index].bank)"), query)
    }
  }

  /// The selected sound; `nil` if none matches.
  func sound(in sounds: [TrainerSound]) -> TrainerSound? {
    let found = found(sounds)
    return found.isEmpty ? nil : sounds[found[min(index, found.count - 1)]]
  }

  private static func lower(_ text: String) -> [UInt8] {
    text.utf8.map { (65...90).contains($0) ? $0 | 0x20 : $0 }
  }

  private static func contains(_ text: [UInt8], _ query: [UInt8]) -> Bool {
    guard query.count <= text.count else { return false }
    return (0...(text.count - query.count)).contains { start in
      query.indices.allSatisfy { text[start + $0] == query[$0] }
    }
  }
}
