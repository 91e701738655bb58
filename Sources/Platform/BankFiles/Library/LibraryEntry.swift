public import PeachInstrumentModel

/// A preset of a library, for a list (L3).
public struct LibraryEntry: Hashable, Sendable {
  /// The bank file's path.
  public var path: String
  /// The bank file's name.
  public var file: String
  /// The origin of the bank's folder.
  public var origin: BankFolder.Origin
  /// The preset's index in its bank.
  public var index: Int
  /// The preset's name and numbers.
  public var preset: Preset
  /// Whether the keys play pitches, unlike those of percussion and effects.
  public var isPitched: Bool

  /// Creates an entry.
  public init(
    path: String, file: String, origin: BankFolder.Origin, index: Int, preset: Preset,
    isPitched: Bool
  ) {
    self.path = path
    self.file = file
    self.origin = origin
    self.index = index
    self.preset = preset
    self.isPitched = isPitched
  }
}
