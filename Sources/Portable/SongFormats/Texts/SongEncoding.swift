/// An encoding of the texts of songs.
enum SongEncoding: Hashable, Sendable, CaseIterable {
  case utf8, windows1250, windows1251, windows1252, windows1253, windows1254, shiftJIS

  /// Creates the encoding of a name, such as `Shift_JIS`, `windows-1251`, `UTF-8`, or that of a tag
  /// in lyrics, `LATIN` or `JP` (MIDI RP-026); `nil` if it is unknown.
  init?(named name: some Sequence<UInt8>) {
    let word = name.filter { 0x30...0x39 ~= $0 || 0x41...0x5A ~= $0 & 0xDF }
      .map { $0 >= 0x61 ? $0 & 0xDF : $0 }
    func isOneOf(_ names: [StaticString]) -> Bool {
      names.contains { name in
        word.count == name.utf8CodeUnitCount
          && word.indices.allSatisfy { word[$0] == name.utf8Start[$0] }
      }
    }
    if isOneOf(["UTF8"]) {
      self = .utf8
    } else if isOneOf(["JP", "SJIS", "SHIFTJIS", "MSKANJI", "CP932", "WINDOWS31J", "WINDOWS932"]) {
      self = .shiftJIS
    } else if isOneOf(["LATIN", "LATIN1", "ISO88591", "CP1252", "WINDOWS1252", "ASCII", "USASCII"])
    {
      self = .windows1252
    } else if isOneOf(["CP1250", "WINDOWS1250"]) {
      self = .windows1250
    } else if isOneOf(["CP1251", "WINDOWS1251"]) {
      self = .windows1251
    } else if isOneOf(["CP1253", "WINDOWS1253"]) {
      self = .windows1253
    } else if isOneOf(["CP1254", "WINDOWS1254", "ISO88599"]) {
      self = .windows1254
    } else {
      return nil
    }
  }

  /// Returns the characters of a text; `nil` if it is invalid.
  func decode(_ bytes: ArraySlice<UInt8>) -> [Unicode.Scalar]? {
    switch self {
    case .utf8: Self.decodeUTF8(bytes)
    case .shiftJIS: Self.decodeShiftJIS(bytes)
    case .windows1250: Self.decode(bytes, Self.table1250)
    case .windows1251: Self.decode(bytes, Self.table1251)
    case .windows1252: Self.decode(bytes, Self.table1252)
    case .windows1253: Self.decode(bytes, Self.table1253)
    case .windows1254: Self.decode(bytes, Self.table1254)
    }
  }

  private static func decodeUTF8(_ bytes: ArraySlice<UInt8>) -> [Unicode.Scalar]? {
    let text = String(decoding: bytes, as: UTF8.self)
    // Decoding replaces invalid bytes.
    return text.utf8.elementsEqual(bytes) ? Array(text.unicodeScalars) : nil
  }

  private static let table1250 = table(CodePages.windows1250)
  private static let table1251 = table(CodePages.windows1251)
  private static let table1252 = table(CodePages.windows1252)
  private static let table1253 = table(CodePages.windows1253)
  private static let table1254 = table(CodePages.windows1254)

  /// Returns the characters from 0x80 on; `nil` for unassigned ones.
  private static func table(_ text: String) -> [Unicode.Scalar?] {
    let scalars = text.unicodeScalars.map { $0 == " " ? nil : Optional($0) }
    return scalars + [Unicode.Scalar?](repeating: nil, count: max(128 - scalars.count, 0))
  }

  private static func decode(
    _ bytes: ArraySlice<UInt8>, _ table: [Unicode.Scalar?]
  ) -> [Unicode.Scalar]? {
    var scalars: [Unicode.Scalar] = []
    for byte in bytes {
      guard let scalar = byte < 0x80 ? Unicode.Scalar(byte) : table[Int(byte) - 128] else {
        return nil
      }
      scalars.append(scalar)
    }
    return scalars
  }

  /// The cells of a row of the character set.
  private static let rowCells = 94
  private static let kanji: [Unicode.Scalar?] = ShiftJISRows.texts.flatMap { row in
    let cells = row.unicodeScalars.map { $0 == " " ? nil : Optional($0) }
    return cells + [Unicode.Scalar?](repeating: nil, count: rowCells - cells.count)
  }

  private static func decodeShiftJIS(_ bytes: ArraySlice<UInt8>) -> [Unicode.Scalar]? {
    var scalars: [Unicode.Scalar] = []
    var lead: Int?
    for byte in bytes {
      if let first = lead {
        guard 0x40...0xFC ~= byte, byte != 0x7F else { return nil }
        // A lead byte has two rows.
        let row = 2 * (first - (first < 0xA0 ? 0x81 : 0xC1))
        let cell = Int(byte) - (byte < 0x7F ? 0x40 : 0x41)
        let index = row * rowCells + cell
        guard index < kanji.count, let scalar = kanji[index] else { return nil }
        scalars.append(scalar)
        lead = nil
        continue
      }
      switch byte {
      case 0..<0x80: scalars.append(Unicode.Scalar(byte))
      case 0xA1...0xDF:
        guard let scalar = Unicode.Scalar(0xFF61 + UInt32(byte) - 0xA1) else { return nil }
        scalars.append(scalar)
      case 0x81...0x9F, 0xE0...0xFC: lead = Int(byte)
      default: return nil
      }
    }
    return lead == nil ? scalars : nil
  }
}
