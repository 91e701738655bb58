/// Parses lines and numbers of Scala's text files.
struct ScalaReader {
  private let bytes: [UInt8]
  private var nextLine = 0
  /// The position in the line.
  private var position = 0
  private var end = 0
  /// The number of the line, from 1; 0 before the first.
  private(set) var line = 0

  init(_ bytes: [UInt8]) throws(ScalaError) {
    guard bytes.count <= ScalaScale.largestFile else {
      throw ScalaError(.tooLarge(byteCount: bytes.count), line: 1)
    }
    self.bytes = bytes
    // Skips UTF-8's byte order mark.
    if bytes.count >= 3 && bytes[0] == 0xEF && bytes[1] == 0xBB && bytes[2] == 0xBF { nextLine = 3 }
  }

  /// Advances to the next line that is not a comment. Returns `false` at the end of the file.
  /// Accepts the line endings LF, CRLF and CR.
  mutating func goToLine() -> Bool {
    while nextLine < bytes.count {
      position = nextLine
      while nextLine < bytes.count && bytes[nextLine] != 0x0A && bytes[nextLine] != 0x0D {
        nextLine += 1
      }
      end = nextLine
      let isReturn = nextLine < bytes.count && bytes[nextLine] == 0x0D
      nextLine += 1
      if isReturn && nextLine < bytes.count && bytes[nextLine] == 0x0A { nextLine += 1 }
      line += 1
      if position == end || bytes[position] != UInt8(ascii: "!") { return true }
    }
    position = end
    return false
  }

  /// Advances to the next line that is neither empty nor a comment.
  mutating func goToFilledLine() -> Bool {
    while goToLine() {
      skipBlanks()
      if position < end && bytes[position] != UInt8(ascii: "!") { return true }
    }
    return false
  }

  /// Returns the rest of the line without surrounding blanks.
  func text() -> String {
    var (first, last) = (position, end)
    while first < last && isBlank(bytes[first]) { first += 1 }
    while last > first && isBlank(bytes[last - 1]) { last -= 1 }
    return String(fileText: Array(bytes[first..<last]))
  }

  /// Reads a number with or without sign and point; `nil` if the next character begins none.
  mutating func number() throws(ScalaError) -> DecimalNumber? {
    skipBlanks()
    guard let number = DecimalNumber(prefixOf: bytes[position..<end], allowsExponent: false) else {
      return nil
    }
    guard number.integerPart != nil else { throw error(.numberTooLong) }
    position += number.byteCount
    return number
  }

  /// Consumes `character` if it is next.
  mutating func take(_ character: UInt8) -> Bool {
    guard peek() == character else { return false }
    position += 1
    return true
  }

  mutating func skipBlanks() {
    while let byte = peek(), isBlank(byte) { position += 1 }
  }

  func error(_ reason: ScalaError.Reason) -> ScalaError { ScalaError(reason, line: line) }

  /// Whether a token ends here: at the end of the line, a blank or a comment.
  var isAtBoundary: Bool {
    guard let byte = peek() else { return true }
    return isBlank(byte) || byte == UInt8(ascii: "!")
  }

  private func peek() -> UInt8? { position < end ? bytes[position] : nil }
  private func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
}

extension DecimalNumber {
  /// The integer part plus the fraction, each rounded: the value of a Scala file's number.
  var sumOfParts: Double {
    let magnitude = Double(integerPart ?? 0) + fraction
    return isNegative ? -magnitude : magnitude
  }
}
