/// Reads the lines and numbers of Scala's text files.
struct ScalaReader {
  private let bytes: [UInt8]
  /// The place of the next line's first byte.
  private var nextLine = 0
  /// The next byte of the line, and the place after its last.
  private var place = 0
  private var end = 0
  /// The number of the line, counted from 1; 0 before the first.
  private(set) var line = 0

  init(_ bytes: [UInt8]) throws(ScalaError) {
    guard bytes.count <= ScalaScale.largestFile else {
      throw ScalaError(.tooLarge(byteCount: bytes.count), line: 1)
    }
    self.bytes = bytes
    // UTF-8's byte order mark, which some editors put before everything.
    if bytes.count >= 3 && bytes[0] == 0xEF && bytes[1] == 0xBB && bytes[2] == 0xBF {
      nextLine = 3
    }
  }

  /// Goes to the next line that is no comment; false at the file's end.
  ///
  /// Lines end as on Unix, Windows or old Macintoshes.
  mutating func goToLine() -> Bool {
    while nextLine < bytes.count {
      place = nextLine
      while nextLine < bytes.count && bytes[nextLine] != 0x0A && bytes[nextLine] != 0x0D {
        nextLine += 1
      }
      end = nextLine
      let isReturn = nextLine < bytes.count && bytes[nextLine] == 0x0D
      nextLine += 1
      if isReturn && nextLine < bytes.count && bytes[nextLine] == 0x0A { nextLine += 1 }
      line += 1
      if place == end || bytes[place] != UInt8(ascii: "!") { return true }
    }
    place = end
    return false
  }

  /// As ``goToLine()``, but to the next one that has something in it before a comment.
  mutating func goToFilledLine() -> Bool {
    while goToLine() {
      skipBlanks()
      if place < end && bytes[place] != UInt8(ascii: "!") { return true }
    }
    return false
  }

  /// The line's text without blanks around it.
  func text() -> String {
    var first = place
    var last = end
    while first < last && isBlank(bytes[first]) { first += 1 }
    while last > first && isBlank(bytes[last - 1]) { last -= 1 }
    return String(fileText: Array(bytes[first..<last]))
  }

  /// Reads a number with or without sign and point; `nil` if the next character begins none.
  mutating func number() throws(ScalaError) -> DecimalNumber? {
    skipBlanks()
    guard let number = DecimalNumber(prefixOf: bytes[place..<end], allowsExponent: false) else {
      return nil
    }
    guard number.integerPart != nil else { throw ScalaError(.numberTooLong, line: line) }
    place += number.byteCount
    return number
  }

  /// Takes a character if it comes next.
  mutating func take(_ character: UInt8) -> Bool {
    guard peek() == character else { return false }
    place += 1
    return true
  }

  mutating func skipBlanks() {
    while let byte = peek(), isBlank(byte) { place += 1 }
  }

  /// Whether what was read ends here: at the line's end, a blank or a comment.
  var isAtBoundary: Bool {
    guard let byte = peek() else { return true }
    return isBlank(byte) || byte == UInt8(ascii: "!")
  }

  private func peek() -> UInt8? { place < end ? bytes[place] : nil }

  private func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
}

extension DecimalNumber {
  /// The integer part plus the fraction, each rounded: the value of a Scala file's number.
  var sumOfParts: Double {
    let magnitude = Double(integerPart ?? 0) + fraction
    return isNegative ? -magnitude : magnitude
  }
}
