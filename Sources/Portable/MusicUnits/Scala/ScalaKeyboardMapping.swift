/// A keyboard mapping from a Scala file (`.kbm`): the assignment of scale degrees to keys. Format:
/// Scala's help, "Keyboard mappings". With a ``ScalaScale`` it defines a ``KeyboardTuning``.
public struct ScalaKeyboardMapping: Hashable, Sendable {
  private static var largestSize: Int { 4096 }
  /// The maximum degree, up or down.
  private static var furthestDegree: Int { 1_000_000 }

  /// The retuned keys; the others keep equal temperament.
  public let retunedKeys: ClosedRange<Int>
  /// The key of the pattern's first entry.
  public let middleKey: MIDINote
  /// The key of the reference frequency.
  public let referenceKey: MIDINote
  /// The reference frequency.
  public let referenceFrequency: Frequency
  /// The degree between repetitions of the pattern; 0 for the period of the scale.
  public let octaveDegree: Int
  /// The repeating pattern of degrees from the middle key; `nil` for an unmapped key. An empty
  /// pattern is linear.
  public let pattern: [Int?]

  /// Creates a linear mapping: each key plays the next degree. By default degree 0 is middle C of
  /// equal temperament at 440 Hz. `referenceFrequency` must be playable.
  public init(
    linearFrom middleKey: MIDINote = MIDINote(clamping: 60),
    referenceKey: MIDINote = MIDINote(clamping: 60),
    referenceFrequency: Frequency = FrequencyCalculation.frequency(noteNumber: 60)
  ) {
    precondition(referenceFrequency.isPlayable, "The reference frequency must be above zero.")
    retunedKeys = 0...127
    self.middleKey = middleKey
    self.referenceKey = referenceKey
    self.referenceFrequency = referenceFrequency
    octaveDegree = 0
    pattern = []
  }

  /// Parses a file. Ignores comments, empty lines, text after a number, and extra entries. Missing
  /// entries are unmapped.
  public init(kbm bytes: [UInt8]) throws(ScalaError) {
    var reader = try ScalaReader(bytes)
    let size = try Self.whole(.mapSize, 0...Self.largestSize, &reader)
    let first = try Self.whole(.firstKey, 0...127, &reader)
    let last = try Self.whole(.lastKey, first...127, &reader)
    retunedKeys = first...last
    middleKey = MIDINote(clamping: try Self.whole(.middleKey, 0...127, &reader))
    referenceKey = MIDINote(clamping: try Self.whole(.referenceKey, 0...127, &reader))
    referenceFrequency = try Self.frequency(&reader)
    let degrees = -Self.furthestDegree...Self.furthestDegree
    octaveDegree = try Self.whole(.octaveDegree, degrees, &reader)
    var pattern: [Int?] = []
    while pattern.count < size && reader.goToFilledLine() {
      let isUnmapped = reader.take(UInt8(ascii: "x")) || reader.take(UInt8(ascii: "X"))
      pattern.append(isUnmapped ? nil : try Self.wholeInLine(.entry, degrees, &reader))
    }
    self.pattern = pattern + Array(repeating: nil, count: size - pattern.count)
    guard degree(of: referenceKey) != nil else { throw reader.error(.referenceKeyUnmapped) }
  }

  /// Returns the degree of a key and the repetitions of the pattern; `nil` if it is unmapped.
  func degree(of key: MIDINote) -> (repetitions: Int, degree: Int)? {
    let distance = Int(key.number) - Int(middleKey.number)
    guard pattern.count > 0 else { return (0, distance) }
    var (repetitions, rest) = distance.quotientAndRemainder(dividingBy: pattern.count)
    if rest < 0 {
      rest += pattern.count
      repetitions -= 1
    }
    guard let degree = pattern[rest] else { return nil }
    return (repetitions, degree)
  }

  private static func whole(
    _ field: ScalaError.Field, _ range: ClosedRange<Int>, _ reader: inout ScalaReader
  ) throws(ScalaError) -> Int {
    guard reader.goToFilledLine() else { throw reader.error(.missing(field)) }
    return try wholeInLine(field, range, &reader)
  }

  private static func wholeInLine(
    _ field: ScalaError.Field, _ range: ClosedRange<Int>, _ reader: inout ScalaReader
  ) throws(ScalaError) -> Int {
    guard let value = try reader.number()?.integer, reader.isAtBoundary,
      range.contains(Int(clamping: value))
    else { throw reader.error(.bad(field)) }
    return Int(value)
  }

  private static func frequency(_ reader: inout ScalaReader) throws(ScalaError) -> Frequency {
    guard reader.goToFilledLine() else { throw reader.error(.missing(.referenceFrequency)) }
    guard let number = try reader.number(), number.sumOfParts > 0, reader.isAtBoundary
    else { throw reader.error(.bad(.referenceFrequency)) }
    return .hertz(number.sumOfParts)
  }
}
