import PeachMusicUnits

/// Decodes the text of SFZ files: UTF-8, UTF-16 of both byte orders, and single-byte encodings.
enum SFZText {
  /// The number of bytes that decide on UTF-16 without a byte-order mark.
  private static var sampleBytes: Int { 512 }

  /// Returns the text without a byte-order mark, as bytes of which those below 128 are ASCII.
  /// UTF-16 becomes UTF-8; all other text is unchanged.
  static func bytes(_ file: UnsafeRawBufferPointer) -> [UInt8] {
    if file.starts(with: [0xEF, 0xBB, 0xBF] as [UInt8]) { return Array(file.dropFirst(3)) }
    if file.starts(with: [0xFF, 0xFE] as [UInt8]) { return utf8(file, from: 2, highByte: 1) }
    if file.starts(with: [0xFE, 0xFF] as [UInt8]) { return utf8(file, from: 2, highByte: 0) }
    if let highByte = highByte(file) { return utf8(file, from: 0, highByte: highByte) }
    return Array(file)
  }

  /// Returns the index of the high byte in each unit of UTF-16 without a byte-order mark; `nil` for
  /// other text. In UTF-16 most characters of SFZ have a high byte of zero, and few have a low byte
  /// of zero.
  private static func highByte(_ file: UnsafeRawBufferPointer) -> Int? {
    let sample = file.prefix(sampleBytes)
    var zeros = [0, 0]
    for (index, byte) in sample.enumerated() where byte == 0 { zeros[index & 1] += 1 }
    let majority = sample.count / 4
    if zeros[1] > majority && zeros[0] <= zeros[1] / 8 { return 1 }
    return zeros[0] > majority && zeros[1] <= zeros[0] / 8 ? 0 : nil
  }

  private static func utf8(
    _ file: UnsafeRawBufferPointer, from start: Int, highByte: Int
  ) -> [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity(file.count)
    var highSurrogate: UInt32?
    for index in stride(from: start, to: file.count - 1, by: 2) {
      let unit = UInt32(file[index + highByte]) << 8 | UInt32(file[index + 1 - highByte])
      if (0xDC00..<0xE000).contains(unit), let high = highSurrogate {
        append(0x10000 + (high - 0xD800) << 10 + (unit - 0xDC00), to: &text)
        highSurrogate = nil
        continue
      }
      if highSurrogate != nil { append(0xFFFD, to: &text) }
      highSurrogate = (0xD800..<0xDC00).contains(unit) ? unit : nil
      if highSurrogate == nil { append(unit, to: &text) }
    }
    return text
  }

  /// Appends a scalar in UTF-8; a lone surrogate as U+FFFD.
  private static func append(_ value: UInt32, to text: inout [UInt8]) {
    if value < 0x80 { return text.append(UInt8(value)) }
    let scalar = Unicode.Scalar(value) ?? "\u{FFFD}"
    for byte in UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter { text.append(byte) }
  }

  /// Decodes a value: as UTF-8 if it is valid, otherwise as Windows-1252, which contains Latin-1.
  static func string(_ bytes: [UInt8]) -> String {
    let text = String(fileText: bytes)
    if text.utf8.elementsEqual(bytes) { return text }
    var scalars = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      let isControl = (0x80..<0xA0).contains(scalar.value)
      scalars.append(isControl ? windows[Int(scalar.value) - 0x80] : scalar)
    }
    return String(scalars)
  }

  /// Returns a name in which bytes that are not UTF-8, which are characters from U+10FE80 on, are
  /// characters of Windows-1252.
  static func unescaped(_ name: String) -> String {
    guard name.utf8.contains(0xF4) else { return name }
    var scalars = String.UnicodeScalarView()
    for scalar in name.unicodeScalars {
      switch scalar.value {
      case 0x10FE80..<0x10FEA0: scalars.append(windows[Int(scalar.value) - 0x10FE80])
      case 0x10FEA0..<0x10FF00:
        scalars.append(Unicode.Scalar(UInt8(truncatingIfNeeded: scalar.value)))
      default: scalars.append(scalar)
      }
    }
    return String(scalars)
  }

  /// The characters of Windows-1252 from 0x80 to 0x9F; undefined ones as in Latin-1.
  private static let windows: [Unicode.Scalar] = [
    "\u{20AC}", "\u{81}", "\u{201A}", "\u{0192}", "\u{201E}", "\u{2026}", "\u{2020}", "\u{2021}",
    "\u{02C6}", "\u{2030}", "\u{0160}", "\u{2039}", "\u{0152}", "\u{8D}", "\u{017D}", "\u{8F}",
    "\u{90}", "\u{2018}", "\u{2019}", "\u{201C}", "\u{201D}", "\u{2022}", "\u{2013}", "\u{2014}",
    "\u{02DC}", "\u{2122}", "\u{0161}", "\u{203A}", "\u{0153}", "\u{9D}", "\u{017E}", "\u{0178}",
  ]

  /// Whether bytes have no control characters except those of text and NUL.
  static func isText(_ bytes: ArraySlice<UInt8>) -> Bool {
    // Tab to carriage return, and the end-of-file mark of DOS.
    bytes.allSatisfy { $0 >= 0x20 || $0 == 0 || (0x09...0x0D).contains($0) || $0 == 0x1A }
  }
}
