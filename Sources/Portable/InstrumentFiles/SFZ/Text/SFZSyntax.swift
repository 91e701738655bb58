/// A tokenizer for SFZ text: headers, opcodes and directives. A value ends at the next opcode,
/// header or end of line, so file names may contain spaces. Comments extend from `//` to the end of
/// the line, or from `/*` to `*/`.
struct SFZSyntax {
  enum Item {
    case header(String)
    case opcode(name: [UInt8], value: [UInt8])
    case include(path: [UInt8])
    case define(name: [UInt8], value: [UInt8])
    /// Any other token.
    case stray([UInt8])
  }

  private let bytes: [UInt8]
  /// The end of the last item.
  private(set) var position = 0
  /// The start of the last item.
  private(set) var itemStart = 0

  /// Creates a tokenizer of text without a byte-order mark; see ``SFZText``.
  init(_ text: [UInt8]) { bytes = text }

  /// Returns the next item, or `nil` at the end.
  mutating func next() -> Item? {
    skipSpace()
    guard position < bytes.count else { return nil }
    itemStart = position
    switch bytes[position] {
    case 0x3C: return header()
    case 0x23: return directive()
    default: return opcode()
    }
  }

  private mutating func header() -> Item {
    let start = position + 1
    let end = nameEnd(from: start, limit: 33)
    guard end < bytes.count, bytes[end] == 0x3E, end > start else {
      position += 1
      return .stray([0x3C])
    }
    position = end + 1
    let name = String(decoding: bytes[start..<end], as: UTF8.self)
    // The names of macros are case-sensitive.
    return .header(name.utf8.contains(0x24) ? name : FilePath.folded(name))
  }

  private mutating func directive() -> Item {
    if consume("#include") {
      skipBlanks()
      guard position < bytes.count, bytes[position] == 0x22 else { return .stray([]) }
      let start = position + 1
      let end = bytes[start...].firstIndex { $0 == 0x22 || Self.isLineEnd($0) } ?? bytes.count
      position = min(end + 1, bytes.count)
      return .include(path: Array(bytes[start..<end]))
    }
    if consume("#define") {
      skipBlanks()
      let name = word()
      skipBlanks()
      return .define(name: name, value: definition())
    }
    position += 1
    return .stray([0x23])
  }

  private mutating func opcode() -> Item {
    let end = nameEnd(from: position)
    guard end < bytes.count, bytes[end] == 0x3D, end > position else {
      let start = position
      let rest = bytes[max(end, position + 1)...]
      position = rest.firstIndex { Self.isSpace($0) || $0 == 0x3C } ?? bytes.count
      return .stray(Array(bytes[start..<position]))
    }
    let name = Array(bytes[position..<end])
    let first = end + 1
    // Embedded files span several lines.
    let isData =
      name.count == 10 && FilePath.folded(String(decoding: name, as: UTF8.self)) == "base64data"
    position = isData ? bytes[first...].firstIndex(of: 0x3C) ?? bytes.count : valueEnd(from: first)
    var value = bytes[first..<position].drop(while: Self.isSpace)
    while let last = value.last, Self.isSpace(last) { value.removeLast() }
    return .opcode(name: name, value: Array(value))
  }

  /// Returns the end of the name that starts at an index, after at most `limit` bytes.
  private func nameEnd(from start: Int, limit: Int = .max) -> Int {
    let name = bytes[start...].prefix(limit)
    return name.firstIndex { !Self.isNameByte($0) } ?? name.endIndex
  }

  private func valueEnd(from start: Int) -> Int {
    bytes.indices[start...].first { index in
      let byte = bytes[index]
      return Self.isLineEnd(byte) || byte == 0x3C || isComment(at: index)
        || isDirective(at: index) || (Self.isSpace(byte) && isOpcode(at: index + 1))
    } ?? bytes.count
  }

  /// Whether an opcode's name and its equals sign start at an index.
  private func isOpcode(at start: Int) -> Bool {
    let end = nameEnd(from: start, limit: 128)
    return end > start && end < bytes.count && bytes[end] == 0x3D
  }

  private func isComment(at index: Int) -> Bool {
    guard bytes[index] == 0x2F, index + 1 < bytes.count else { return false }
    return bytes[index + 1] == 0x2F || bytes[index + 1] == 0x2A
  }

  /// Whether a complete directive starts at an index: file names may contain `#` as well.
  private func isDirective(at index: Int) -> Bool {
    bytes[index] == 0x23 && (hasWord("#include", at: index) || hasWord("#define", at: index))
  }

  private func hasWord(_ word: String, at index: Int) -> Bool {
    guard bytes[index...].starts(with: word.utf8) else { return false }
    let end = index + word.utf8.count
    return end == bytes.count || Self.isSpace(bytes[end]) || bytes[end] == 0x22
  }

  private mutating func consume(_ word: String) -> Bool {
    guard hasWord(word, at: position) else { return false }
    position += word.utf8.count
    return true
  }

  /// Consumes the bytes up to the next space or comment.
  private mutating func word() -> [UInt8] {
    let start = position
    while position < bytes.count, !Self.isSpace(bytes[position]), !isComment(at: position) {
      position += 1
    }
    return Array(bytes[start..<position])
  }

  /// Consumes the value of a macro: a word, or the opcodes up to the end of the line.
  private mutating func definition() -> [UInt8] {
    guard isOpcode(at: position) else { return word() }
    let start = position
    repeat {
      position = valueEnd(from: position + 1)
    } while position < bytes.count
      && Self.isSpace(bytes[position]) && isOpcode(at: position + 1)
    var value = bytes[start..<position]
    while let last = value.last, Self.isSpace(last) { value.removeLast() }
    return Array(value)
  }

  /// Returns the index of the first opcode after a space; `nil` if there is none.
  func laterOpcode() -> Int? {
    bytes.indices.first { Self.isSpace(bytes[$0]) && isOpcode(at: $0 + 1) }.map { $0 + 1 }
  }

  /// Skips the rest of the line.
  mutating func skipLine() {
    position = bytes[position...].firstIndex(where: Self.isLineEnd) ?? bytes.count
  }

  /// Whether only blanks precede the last item in its line.
  var itemStartsLine: Bool {
    let last = bytes[..<itemStart].last { $0 != 0x20 && $0 != 0x09 && $0 != 0 }
    return last.map(Self.isLineEnd) ?? true
  }

  /// Whether the text contains an XML end tag.
  func hasEndTag(of name: String) -> Bool {
    let tag = Array("</".utf8) + Array(name.utf8)
    return bytes.indices.contains { bytes[$0] == 0x3C && bytes[$0...].starts(with: tag) }
  }

  private mutating func skipBlanks() {
    let rest = bytes[position...]
    position = rest.firstIndex { $0 != 0x20 && $0 != 0x09 } ?? bytes.count
  }

  private mutating func skipSpace() {
    while position < bytes.count {
      if Self.isSpace(bytes[position]) {
        position += 1
      } else if isComment(at: position) {
        skipComment()
      } else {
        return
      }
    }
  }

  private mutating func skipComment() {
    let rest = bytes[(position + 2)...]
    if bytes[position + 1] == 0x2A {
      let end = rest.indices.first { bytes[$0...].starts(with: "*/".utf8) }
      position = end.map { $0 + 2 } ?? bytes.count
    } else {
      position = rest.firstIndex(where: Self.isLineEnd) ?? bytes.count
    }
  }

  private static func isLineEnd(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D }
  private static func isSpace(_ byte: UInt8) -> Bool { byte <= 0x20 }

  /// Whether a byte is a letter, a digit, `_` or the `$` of macros.
  private static func isNameByte(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x5F, 0x24: true
    default: false
    }
  }
}
