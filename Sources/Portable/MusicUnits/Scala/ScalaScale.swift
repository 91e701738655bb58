/// A scale from a Scala file (`.scl`): the intervals of its degrees above the first note.
///
/// Rules: "Scala scale file format" of the Huygens-Fokker Foundation. A ``ScalaKeyboardMapping``
/// says which degrees the keys play; both make a ``KeyboardTuning``.
///
/// ```swift
/// let scale = try ScalaScale(scl: Array("! fifth.scl\nA fifth and an octave\n 2\n 3/2\n 2/1\n".utf8))
/// scale.title                           // "A fifth and an octave"
/// scale.interval(ofDegree: 1).value     // 701.955000865387…
/// scale.interval(ofDegree: -1).value    // -498.044999134612…
/// ```
public struct ScalaScale: Hashable, Sendable {
  /// The largest number of notes that is read.
  public static var largestNoteCount: Int { 4096 }
  /// The largest file that is read, in bytes; also for keyboard mappings.
  public static var largestFile: Int { 1_048_576 }

  /// The file's description of the scale, on one line; may be empty.
  public let title: String
  /// How far degrees 1, 2, … lie above degree 0; the last is where the scale repeats.
  public let degrees: [Cents]

  /// Reads the bytes of a file.
  ///
  /// Throws a ``ScalaError``. Comments, blanks, what follows a pitch, empty lines after the title
  /// and anything after the last note are left out.
  public init(scl bytes: [UInt8]) throws(ScalaError) {
    var reader = try ScalaReader(bytes)
    guard reader.goToLine() else { throw ScalaError(.noTitle, line: max(reader.line, 1)) }
    title = reader.text()
    let count = try ScalaScale.noteCount(&reader)
    var degrees: [Cents] = []
    while degrees.count < count {
      guard reader.goToFilledLine() else {
        throw ScalaError(.notesMissing(declared: count, found: degrees.count), line: reader.line)
      }
      degrees.append(try ScalaScale.pitch(&reader))
    }
    self.degrees = degrees
  }

  /// How far a degree lies above degree 0. Any degree: the scale repeats upward and downward at its
  /// last note. All degrees of a scale without notes are degree 0.
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
    else { throw ScalaError(.badNoteCount, line: reader.line) }
    guard count <= Int64(largestNoteCount) else {
      throw ScalaError(.tooManyNotes, line: reader.line)
    }
    return Int(count)
  }

  /// Cents where there is a point, else a ratio or a whole number, which is a ratio to 1.
  private static func pitch(_ reader: inout ScalaReader) throws(ScalaError) -> Cents {
    guard let upper = try reader.number() else { throw ScalaError(.badPitch, line: reader.line) }
    if upper.hasPoint {
      // A decimal comma or a second point would hide digits in what is left out.
      guard !reader.take(UInt8(ascii: ",")) && !reader.take(UInt8(ascii: ".")) else {
        throw ScalaError(.badPitch, line: reader.line)
      }
      return Cents(upper.sumOfParts)
    }
    guard !reader.take(UInt8(ascii: ",")) else { throw ScalaError(.badPitch, line: reader.line) }
    var lower = 1.0
    reader.skipBlanks()
    if reader.take(UInt8(ascii: "/")) {
      guard let number = try reader.number(), !number.hasPoint else {
        throw ScalaError(.badPitch, line: reader.line)
      }
      lower = number.sumOfParts
      reader.skipBlanks()
      guard !reader.take(UInt8(ascii: "/")) else { throw ScalaError(.badPitch, line: reader.line) }
    }
    guard upper.sumOfParts > 0 && lower > 0 else {
      throw ScalaError(.meaninglessRatio, line: reader.line)
    }
    return Cents(1200 * Exponential.log2(upper.sumOfParts / lower))
  }
}
