public import PeachBankEditing
import PeachBankFiles
import PeachInstrumentFiles

extension PrunedBank {
  /// Reads the SoundFont file at `path` and applies a recipe. Call on any thread but the audio
  /// thread.
  ///
  /// ```swift
  /// let recipe = try PruningRecipe(parsing: "keep 0:42 as Cello")
  /// try PrunedBank(contentsOf: "my.sf2", recipe: recipe).write(to: "cello.sf3")
  /// ```
  ///
  /// - Throws: `FileAccessError`, `BankFileError`, or ``PruningError``.
  public init(contentsOf path: String, recipe: PruningRecipe) throws {
    try self.init(SoundFont(contentsOf: path).contents(), recipe: recipe)
  }

  /// Writes the bank to a file, which appears when it is complete. Compresses the samples for a
  /// name that ends in `.sf3`, and decompresses them for `.sf2`.
  ///
  /// - Throws: `FileAccessError`, or an error with a message if a sample cannot be encoded.
  public func write(to path: String) throws { try contents.write(to: path) }
}

extension BuiltBank {
  /// Writes the bank to a file, as ``PrunedBank/write(to:)`` does.
  public func write(to path: String) throws { try contents.write(to: path) }
}

extension SoundFontContents {
  fileprivate func write(to path: String) throws {
    var contents = self
    try contents.encodeSamples(forFileNamed: path)
    try SoundFontWriter(contents).write(to: path)
  }
}
