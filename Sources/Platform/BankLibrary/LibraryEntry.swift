public import PeachInstrumentModel

/// A preset of the library, with the file it is in: a line of a picker (L3).
public struct LibraryEntry: Hashable, Sendable {
  /// The bank file's path.
  public var path: String
  /// The bank file's name, without its folder.
  public var file: String
  /// Whose folder it is in.
  public var origin: BankFolder.Origin
  /// The preset's place in its bank.
  public var index: Int
  /// Name and numbers.
  public var preset: Preset
  /// False for percussion and effects, which have no pitch to train with.
  public var isPitched: Bool

  /// A line of these parts.
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
