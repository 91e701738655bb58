public import PeachInstrumentModel

/// A preset of a library, for a list.
public struct LibraryEntry: Hashable, Sendable {
  /// The bank file's path.
  public var path: String
  /// The bank file's name.
  public var file: String
  /// The origin of the bank.
  public var origin: BankFolder.Origin
  /// The preset's index in its bank.
  public var index: Int
  /// The preset's name and numbers.
  public var preset: Preset
  /// Whether the keys play pitches, unlike those of percussion and effects.
  public var isPitched: Bool
}
