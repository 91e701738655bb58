/// An error in an AnaMark tuning file, and its line.
public struct AnaMarkError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kind of an error.
  public enum Reason: Hashable, Sendable {
    /// The file exceeds the limit of a megabyte.
    case tooLarge(byteCount: Int)
    /// Neither `[Tuning]` nor `[Exact Tuning]` has a note.
    case noNotes
    /// The file defines pitches by the formulas of `[Functional Tuning]`.
    case functionalTuning
    /// A line of a tuning section without an equals sign.
    case noAssignment
    /// The number of the note is missing or invalid.
    case badNote
    /// The value of a note is not a number; in `[Tuning]`, not an integer.
    case badCents(isInteger: Bool)
    /// The base frequency is not a number above 0.
    case badFrequency
  }

  /// The kind of the error.
  public let reason: Reason
  /// The line, from 1; the last line if something is missing.
  public let line: Int

  init(_ reason: Reason, line: Int) {
    self.reason = reason
    self.line = line
  }

  /// A user-facing message such as `Line 4: expected cents, such as 6900.`
  public var description: String { "Line \(line): \(text)." }

  private var text: String {
    switch reason {
    case .tooLarge(let count): "the size of \(count) bytes exceeds the limit"
    case .noNotes: "the file has no notes in [Tuning] or [Exact Tuning]"
    case .functionalTuning:
      "the formulas of [Functional Tuning] are not supported; save the file without them"
    case .noAssignment: "expected a name, = and a value"
    case .badNote: "expected the number of a note, such as note 69"
    case .badCents(true): "expected whole cents, such as 6900"
    case .badCents(false): "expected cents, such as 6900.5"
    case .badFrequency: "the base frequency must be above zero"
    }
  }
}
