/// A keyboard mapping from a Scala file (`.kbm`): which degrees of a scale the keys play, and how
/// high.
///
/// Rules: Scala's help, "Keyboard mappings". A ``ScalaScale`` and a mapping make a
/// ``KeyboardTuning``.
public struct ScalaKeyboardMapping: Hashable, Sendable {
  /// The largest pattern that is read.
  public static var largestSize: Int { 4096 }
  /// The furthest degree that is read, up or down.
  public static var furthestDegree: Int { 1_000_000 }

  /// The keys that are retuned; the others keep equal temperament.
  public let retunedKeys: ClosedRange<Int>
  /// The key that plays the pattern's first entry.
  public let middleKey: MIDINote
  /// The key whose frequency is given.
  public let referenceKey: MIDINote
  /// The frequency of that key.
  public let referenceFrequency: Frequency
  /// The degree by which the pattern rises from one repetition to the next; 0 is the degree where
  /// the scale repeats.
  public let octaveDegree: Int
  /// The degrees of the keys from the middle key on, after which they repeat; nil is a key without
  /// a degree. An empty pattern gives each key the next degree.
  public let pattern: [Int?]

  /// Each key one degree further than the one before.
  ///
  /// `referenceFrequency` must be playable. Without arguments, degree 0 is middle C where equal
  /// temperament at 440 Hz has it.
  public init(
    linearFrom middleKey: MIDINote = MIDINote(clamping: 60),
    referenceKey: MIDINote = MIDINote(clamping: 60),
    referenceFrequency: Frequency = FrequencyCalculation.frequency(noteNumber: 60)
  ) {
    precondition(referenceFrequency.isPlayable, "A reference frequency is above zero.")
    retunedKeys = 0...127
    self.middleKey = middleKey
    self.referenceKey = referenceKey
    self.referenceFrequency = referenceFrequency
    octaveDegree = 0
    pattern = []
  }

  /// Reads the bytes of a file.
  ///
  /// Throws a ``ScalaError``. Comments, blanks, empty lines, what follows a number, and entries
  /// beyond the map's size are left out; entries that are missing at the end are unmapped.
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
      if reader.take(UInt8(ascii: "x")) || reader.take(UInt8(ascii: "X")) {
        pattern.append(nil)
      } else {
        pattern.append(try Self.wholeInLine(.entry, degrees, &reader))
      }
    }
    while pattern.count < size { pattern.append(nil) }
    self.pattern = pattern
    guard degree(of: referenceKey) != nil else {
      throw ScalaError(.referenceKeyUnmapped, line: reader.line)
    }
  }

  /// The degree of a key, as a number of whole patterns and a degree within; nil if it is unmapped.
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
    guard reader.goToFilledLine() else { throw ScalaError(.missing(field), line: reader.line) }
    return try wholeInLine(field, range, &reader)
  }

  private static func wholeInLine(
    _ field: ScalaError.Field, _ range: ClosedRange<Int>, _ reader: inout ScalaReader
  ) throws(ScalaError) -> Int {
    guard let value = try reader.number()?.integer, reader.isAtBoundary else {
      throw ScalaError(.bad(field), line: reader.line)
    }
    guard value >= Int64(range.lowerBound) && value <= Int64(range.upperBound) else {
      throw ScalaError(.bad(field), line: reader.line)
    }
    return Int(value)
  }

  private static func frequency(_ reader: inout ScalaReader) throws(ScalaError) -> Frequency {
    guard reader.goToFilledLine() else {
      throw ScalaError(.missing(.referenceFrequency), line: reader.line)
    }
    guard let number = try reader.number(), number.sumOfParts > 0, reader.isAtBoundary else {
      throw ScalaError(.bad(.referenceFrequency), line: reader.line)
    }
    return .hertz(number.sumOfParts)
  }
}
