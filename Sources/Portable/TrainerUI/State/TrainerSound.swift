/// A sound that can be chosen.
public struct TrainerSound: Hashable, Sendable {
  /// How well in tune it is.
  public enum Badge: Hashable, Sendable {
    case unknown
    case measuring
    /// In words, as all of the program tells it.
    case measured(String)
  }

  /// As a setting stores it: `sine`, or `sf2:<file>:<bank>:<program>`.
  public var tag: String
  /// Its name; empty for the sine, which the language names.
  public var name: String
  /// The bank that it is in.
  public var bank: String
  /// How well in tune it is.
  public var badge: Badge

  /// A sound of a bank.
  public init(tag: String, name: String, bank: String, badge: Badge = .unknown) {
    self.tag = tag
    self.name = name
    self.bank = bank
    self.badge = badge
  }

  /// The sound with nothing in it but a pitch.
  public static var sine: TrainerSound {
    TrainerSound(tag: "sine", name: "", bank: "", badge: .measured("exact"))
  }
}
