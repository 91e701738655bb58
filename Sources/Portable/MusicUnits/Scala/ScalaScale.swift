/// A scale from a Scala file (`.scl`): the intervals of its degrees above the first note. Format:
/// "Scala scale file format" of the Huygens-Fokker Foundation. With a ``ScalaKeyboardMapping`` it
/// defines a ``KeyboardTuning``.
///
/// ```swift
/// let text = "! fifth.scl\nA fifth and an octave\n 2\n 3/2\n 2/1\n"
/// let scale = try ScalaScale(scl: Array(text.utf8))
/// scale.title                           // "A fifth and an octave"
/// scale.interval(ofDegree: 1).value     // 701.955000865387…
/// scale.interval(ofDegree: -1).value    // -498.044999134612…
/// ```
public struct ScalaScale: Hashable, Sendable {
  /// The maximum number of notes.
  static var largestNoteCount: Int { 4096 }
  /// The maximum size of a file in bytes; also for keyboard mappings.
  public static var largestFile: Int { 1_048_576 }

  /// The description of the scale; may be empty.
  public let title: String
  /// The intervals from degree 0 to degrees 1, 2, …; the last is the period of the scale.
  public let degrees: [Cents]

  /// Parses a file. Ignores comments, text after a pitch, empty lines, and text after the last
  /// note.
  public init(scl bytes: [UInt8]) throws(ScalaError) {
    var reader = try ScalaReader(bytes)
    guard reader.goToLine() else { throw ScalaError(.noTitle, line: max(reader.line, 1)) }
    title = reader.text()
    let count = try ScalaScale.noteCount(&reader)
    var degrees: [Cents] = []
    while degrees.count < count {
      guard reader.goToFilledLine() else {
        throw reader.error(.notesMissing(declared: count, found: degrees.count))
      }
      degrees.append(try ScalaScale.pitch(&reader))
    }
    self.degrees = degrees
  }

  /// Returns the interval from degree 0 to any degree. The scale repeats in both directions.
  public func interval(ofDegree degree: Int) -> Cents {
    guard let period = degrees.last else { return Cents(0) }
    var (repetitions, rest) = degree.quotientAndRemainder(dividingBy: degrees.count)
    if rest < 0 {
      rest += degrees.count
      repetitions -= 1
    }
    let within = rest == 0 ? 0 : degrees[rest - 1].value
    return Cents(Double(repetitions) * period.value + within)
  }

  private static func noteCount(_ reader: inout ScalaReader) throws(ScalaError) -> Int {
    guard reader.goToFilledLine(), let number = try reader.number(), let count = number.integer,
      !number.isNegative, reader.isAtBoundary
    else { throw reader.error(.badNoteCount) }
    guard count <= Int64(largestNoteCount) else { throw reader.error(.tooManyNotes) }
    return Int(count)
  }

  /// Parses cents (with a point), a ratio or an integer.
  private static func pitch(_ reader: inout ScalaReader) throws(ScalaError) -> Cents {
    guard let upper = try reader.number() else { throw reader.error(.badPitch) }
    // Rejects a decimal comma or a second point, after which digits would be ignored.
    if reader.take(UInt8(ascii: ",")) || upper.hasPoint && reader.take(UInt8(ascii: ".")) {
      throw reader.error(.badPitch)
    }
    if upper.hasPoint { return Cents(upper.sumOfParts) }
    var lower = 1.0
    reader.skipBlanks()
    if reader.take(UInt8(ascii: "/")) {
      let number = try reader.number()
      guard let number, !number.hasPoint else { throw reader.error(.badPitch) }
      lower = number.sumOfParts
      reader.skipBlanks()
      guard !reader.take(UInt8(ascii: "/")) else { throw reader.error(.badPitch) }
    }
    guard upper.sumOfParts > 0 && lower > 0 else { throw reader.error(.meaninglessRatio) }
    return Cents(1200 * Exponential.log2(upper.sumOfParts / lower))
  }
}
