/// An error in a Scala scale or keyboard mapping, and its line.
public struct ScalaError: Error, Hashable, Sendable, CustomStringConvertible {
  /// A line of a keyboard mapping, in the file's order.
  public enum Field: String, Hashable, Sendable, BitwiseCopyable {
    /// The number of entries of the map.
    case mapSize = "the size of the map"
    /// The first key to retune.
    case firstKey = "the first key"
    /// The last key to retune.
    case lastKey = "the last key"
    /// The key of the pattern's first entry.
    case middleKey = "the middle key"
    /// The key of the reference frequency.
    case referenceKey = "the reference key"
    /// The frequency of the reference key.
    case referenceFrequency = "the reference frequency"
    /// The degree between repetitions of the pattern.
    case octaveDegree = "the degree of the octave"
    /// An entry of the map.
    case entry = "an entry of the map"
  }

  /// The kind of an error.
  public enum Reason: Hashable, Sendable {
    /// The file exceeds ``ScalaScale/largestFile``.
    case tooLarge(byteCount: Int)
    /// The file has no line for the title.
    case noTitle
    /// The number of notes is missing or invalid.
    case badNoteCount
    /// The scale has too many notes.
    case tooManyNotes
    /// The file has fewer notes than declared.
    case notesMissing(declared: Int, found: Int)
    /// Neither a ratio nor cents.
    case badPitch
    /// A ratio that is zero, negative or divides by zero.
    case meaninglessRatio
    /// A number of more than 18 digits before the point.
    case numberTooLong
    /// The file ends before this line.
    case missing(Field)
    /// The value is missing or invalid.
    case bad(Field)
    /// The reference key is not mapped to a degree.
    case referenceKeyUnmapped
  }

  /// The kind of the error.
  public let reason: Reason
  /// The line, from 1; the last line if something is missing.
  public let line: Int

  init(_ reason: Reason, line: Int) {
    self.reason = reason
    self.line = line
  }

  /// A user-facing message such as `Line 4: expected a ratio or cents.`
  public var description: String { "Line \(line): \(reason.text)." }
}

extension ScalaError.Reason {
  fileprivate var text: String {
    switch self {
    case .tooLarge(let count): "the size of \(count) bytes exceeds the limit"
    case .noTitle: "the file has no line for the title"
    case .badNoteCount: "the number of notes is missing or invalid"
    case .tooManyNotes: "the scale has too many notes"
    case .notesMissing(let declared, let found):
      "the scale has \(found) notes, but declares \(declared)"
    case .badPitch: "expected a ratio or cents"
    case .meaninglessRatio: "both numbers of a ratio must be above zero"
    case .numberTooLong: "the number has too many digits"
    case .missing(let field): "the file ends before \(field.rawValue)"
    case .bad(let field): "invalid value for \(field.rawValue)"
    case .referenceKeyUnmapped: "the reference key is not mapped"
    }
  }
}
