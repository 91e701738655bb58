/// The choice among all sounds: what is searched for, and where the choice is.
public struct SoundPicker: Equatable, Sendable {
  /// What was typed.
  public internal(set) var filter = ""
  /// The place among the sounds found.
  public internal(set) var index = 0
  /// True where the settings are behind it, else the menu.
  public internal(set) var isFromSettings: Bool

  init(isFromSettings: Bool) { self.isFromSettings = isFromSettings }

  /// The places of those sounds whose name or bank has what was typed.
  func found(_ sounds: [TrainerSound]) -> [Int] {
    let wanted = Self.lower(filter)
    return sounds.indices.filter { index in
      let sound = sounds[index]
      let text =
        Self.lower(sound.name.isEmpty ? "sine sinus" : sound.name) + [32]
        + Self.lower(sound.bank)
      return Self.contains(text, wanted)
    }
  }

  private static func lower(_ text: String) -> [UInt8] {
    text.utf8.map { (65...90).contains($0) ? $0 | 0x20 : $0 }
  }

  private static func contains(_ text: [UInt8], _ wanted: [UInt8]) -> Bool {
    guard wanted.count <= text.count else { return false }
    return (0...(text.count - wanted.count)).contains { start in
      wanted.indices.allSatisfy { text[start + $0] == wanted[$0] }
    }
  }
}
