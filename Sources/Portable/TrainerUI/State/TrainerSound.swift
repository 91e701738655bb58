/// A sound that the user can select.
public struct TrainerSound: Hashable, Sendable {
  /// The intonation of a sound. Values are in cents.
  public enum Badge: Hashable, Sendable {
    case unknown
    case measuring
    case exact
    case within(cents: Double)
    /// The pitch of the samples varies. `within` is the error of their mean pitch, or `nil` if it
    /// is negligible.
    case wavering(cents: Double, within: Double?)
    case unpitched
  }

  /// The identifier in settings: `sine`, or `sf2:<file>:<bank>:<program>`.
  public var tag: String
  /// The name. Empty for the sine, whose name depends on the language.
  public var name: String
  /// The name of the bank.
  public var bank: String
  /// The intonation.
  public var badge: Badge

  /// Creates a sound of a bank.
  public init(tag: String, name: String, bank: String, badge: Badge = .unknown) {
    self.tag = tag
    self.name = name
    self.bank = bank
    self.badge = badge
  }

  /// The sine wave.
  public static var sine: TrainerSound {
    TrainerSound(tag: "sine", name: "", bank: "", badge: .exact)
  }
}
