/// Why bytes are not a Scala scale or keyboard mapping, and in which line.
public struct ScalaError: Error, Hashable, Sendable, CustomStringConvertible {
  /// A line of a keyboard mapping, in the file's order.
  public enum Field: UInt8, Hashable, Sendable, BitwiseCopyable {
    /// How many keys the pattern has.
    case mapSize
    /// The first key to retune.
    case firstKey
    /// The last key to retune.
    case lastKey
    /// The key of the pattern's first entry.
    case middleKey
    /// The key whose frequency is given.
    case referenceKey
    /// The frequency of that key.
    case referenceFrequency
    /// The degree between one pattern and the next.
    case octaveDegree
    /// An entry of the pattern.
    case entry
  }

  /// What is wrong.
  public enum Reason: Hashable, Sendable {
    /// More than ``ScalaScale/largestFile`` bytes.
    case tooLarge(byteCount: Int)
    /// There is not even a line for the title.
    case noTitle
    /// The number of notes is missing or no whole number.
    case badNoteCount
    /// More than ``ScalaScale/largestNoteCount`` notes.
    case tooManyNotes
    /// The file ends before the notes it counts do.
    case notesMissing(declared: Int, found: Int)
    /// Neither a ratio nor cents.
    case badPitch
    /// A ratio that is zero, negative or divides by zero.
    case meaninglessRatio
    /// A number of more than 18 digits before the point.
    case numberTooLong
    /// The file ends before this line.
    case missing(Field)
    /// No number, or not in this place.
    case bad(Field)
    /// The key whose frequency is given is not mapped to any degree.
    case referenceKeyUnmapped
  }

  /// What is wrong.
  public let reason: Reason
  /// The line it was seen in, counted from 1; the last one where something is missing.
  public let line: Int

  init(_ reason: Reason, line: Int) {
    self.reason = reason
    self.line = line
  }

  /// A sentence for people: `Line 4: neither a ratio nor a number of cents stands here.`
  public var description: String { "Line \(line): \(reason.text)." }
}

extension ScalaError.Reason {
  fileprivate var text: String {
    switch self {
    case .tooLarge(let count): "\(count) bytes are more than a Scala file needs"
    case .noTitle: "the file has no line for the title"
    case .badNoteCount: "the number of notes is missing"
    case .tooManyNotes: "the scale has more notes than can be read"
    case .notesMissing(let declared, let found):
      "the scale has \(found) notes instead of the \(declared) it counts"
    case .badPitch: "neither a ratio nor a number of cents stands here"
    case .meaninglessRatio: "a ratio is of numbers above zero"
    case .numberTooLong: "the number has too many digits"
    case .missing(let field): "the file ends before \(field.text)"
    case .bad(let field): "this cannot be \(field.text)"
    case .referenceKeyUnmapped: "the key whose frequency is given is not mapped"
    }
  }
}

extension ScalaError.Field {
  fileprivate var text: String {
    switch self {
    case .mapSize: "the size of the map"
    case .firstKey: "the first key"
    case .lastKey: "the last key"
    case .middleKey: "the middle key"
    case .referenceKey: "the reference key"
    case .referenceFrequency: "the reference frequency"
    case .octaveDegree: "the degree of the octave"
    case .entry: "an entry of the map"
    }
  }
}
