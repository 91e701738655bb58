import PeachMusicUnits

/// The lines of a text file, which end in LF, CRLF or CR.
struct TextLines {
  private let bytes: [UInt8]
  private var position = 0
  /// The number of the last line that was returned, from 1; 0 before the first.
  private(set) var number = 0

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    // Skips UTF-8's byte order mark.
    if bytes.count >= 3 && bytes[0] == 0xEF && bytes[1] == 0xBB && bytes[2] == 0xBF { position = 3 }
  }

  /// Returns the next line; `nil` at the end of the file.
  mutating func next() -> TextLine? {
    guard position < bytes.count else { return nil }
    let start = position
    while position < bytes.count && bytes[position] != 0x0A && bytes[position] != 0x0D {
      position += 1
    }
    let end = position
    let isReturn = position < bytes.count && bytes[position] == 0x0D
    position += 1
    if isReturn && position < bytes.count && bytes[position] == 0x0A { position += 1 }
    number += 1
    return TextLine(bytes: bytes[start..<end])
  }
}

/// The rest of a line.
struct TextLine {
  private var bytes: ArraySlice<UInt8>

  init(bytes: ArraySlice<UInt8>) { self.bytes = bytes }

  var isAtEnd: Bool { bytes.isEmpty }
  func peek() -> UInt8? { bytes.first }
  func contains(_ byte: UInt8) -> Bool { bytes.contains(byte) }

  mutating func skipBlanks() { bytes = bytes.drop { $0 == 0x20 || $0 == 0x09 } }

  /// Consumes `byte` if it is next.
  mutating func take(_ byte: UInt8) -> Bool {
    guard bytes.first == byte else { return false }
    bytes.removeFirst()
    return true
  }

  /// Consumes the text before `end`, and `end`. Returns it in lowercase, with single blanks and
  /// without those around it.
  mutating func name(before end: UInt8) -> String {
    var name: [UInt8] = []
    var isAfterBlank = true
    while let byte = bytes.first {
      bytes.removeFirst()
      if byte == end { break }
      let isBlank = byte == 0x20 || byte == 0x09
      if !(isBlank && isAfterBlank) {
        name.append(isBlank ? 0x20 : byte >= 0x41 && byte <= 0x5A ? byte | 0x20 : byte)
      }
      isAfterBlank = isBlank
    }
    if name.last == 0x20 { name.removeLast() }
    return String(decoding: name, as: UTF8.self)
  }

  /// Returns the number that the line consists of, before blanks and a comment; `nil` for any
  /// other text.
  func lastNumber() -> DecimalNumber? {
    guard let number = DecimalNumber(prefixOf: bytes) else { return nil }
    let rest = bytes.dropFirst(number.byteCount).drop { $0 == 0x20 || $0 == 0x09 }
    return rest.isEmpty || rest.first == UInt8(ascii: ";") ? number : nil
  }
}
