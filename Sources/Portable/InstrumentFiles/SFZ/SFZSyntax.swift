/// Takes the text of an SFZ file apart: headers, opcodes and directives, one after the other.
///
/// A value goes on to the next opcode, header or end of line, so that file names may have spaces. A
/// comment goes from `//` to the end of its line, or from `/*` to `*/`.
struct SFZSyntax {
  enum Item {
    case header(String)
    case opcode(name: [UInt8], value: [UInt8])
    case include(path: [UInt8])
    case define(name: [UInt8], value: [UInt8])
    /// Something that is none of these.
    case stray
  }

  private let bytes: [UInt8]
  private var place = 0

  init(_ text: UnsafeRawBufferPointer) {
    var bytes = Array(text)
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes.removeFirst(3) }
    self.bytes = bytes
  }

  /// The next item; nil at the end.
  mutating func next() -> Item? {
    skipSpace()
    guard place < bytes.count else { return nil }
    switch bytes[place] {
    case 0x3C: return header()
    case 0x23: return directive()
    default: return opcode()
    }
  }

  private mutating func header() -> Item {
    let start = place + 1
    var end = start
    while end < bytes.count, end - start <= 32, Self.isNameByte(bytes[end]) { end += 1 }
    guard end < bytes.count, bytes[end] == 0x3E, end > start else {
      place += 1
      return .stray
    }
    place = end + 1
    return .header(FilePath.folded(String(decoding: bytes[start..<end], as: UTF8.self)))
  }

  private mutating func directive() -> Item {
    if takeWord("#include") {
      skipBlanks()
      guard place < bytes.count, bytes[place] == 0x22 else { return .stray }
      let start = place + 1
      var end = start
      while end < bytes.count, bytes[end] != 0x22, !Self.isLineEnd(bytes[end]) { end += 1 }
      place = min(end + 1, bytes.count)
      return .include(path: Array(bytes[start..<end]))
    }
    if takeWord("#define") {
      skipBlanks()
      let name = takeWord()
      skipBlanks()
      return .define(name: name, value: takeWord())
    }
    place += 1
    return .stray
  }

  private mutating func opcode() -> Item {
    let start = place
    while place < bytes.count, Self.isNameByte(bytes[place]) { place += 1 }
    guard place < bytes.count, bytes[place] == 0x3D, place > start else {
      // A word that is nothing.
      place = max(place, start + 1)
      while place < bytes.count, !Self.isSpace(bytes[place]), bytes[place] != 0x3C { place += 1 }
      return .stray
    }
    let name = Array(bytes[start..<place])
    place += 1
    let first = place
    // A file within the file goes over many lines.
    let isData =
      name.count == 10 && FilePath.folded(String(decoding: name, as: UTF8.self)) == "base64data"
    place = isData ? bytes[first...].firstIndex(of: 0x3C) ?? bytes.count : valueEnd(from: first)
    var end = place
    while end > first, Self.isSpace(bytes[end - 1]) { end -= 1 }
    var begin = first
    while begin < end, Self.isSpace(bytes[begin]) { begin += 1 }
    return .opcode(name: name, value: Array(bytes[begin..<end]))
  }

  private func valueEnd(from start: Int) -> Int {
    var end = start
    while end < bytes.count {
      let byte = bytes[end]
      if Self.isLineEnd(byte) || byte == 0x3C || beginsComment(end) || beginsDirective(end) {
        return end
      }
      if Self.isSpace(byte) && beginsOpcode(end + 1) { return end }
      end += 1
    }
    return end
  }

  /// Whether an opcode's name and its equals sign follow.
  private func beginsOpcode(_ start: Int) -> Bool {
    var end = start
    while end < bytes.count, end - start < 128, Self.isNameByte(bytes[end]) { end += 1 }
    return end > start && end < bytes.count && bytes[end] == 0x3D
  }

  private func beginsComment(_ at: Int) -> Bool {
    guard bytes[at] == 0x2F, at + 1 < bytes.count else { return false }
    return bytes[at + 1] == 0x2F || bytes[at + 1] == 0x2A
  }

  /// A file name may have the sign too, so a whole word is asked for.
  private func beginsDirective(_ at: Int) -> Bool {
    bytes[at] == 0x23 && (holds("#include", at) || holds("#define", at))
  }

  private func holds(_ word: StaticString, _ at: Int) -> Bool {
    let count = word.utf8CodeUnitCount
    guard at + count <= bytes.count else { return false }
    for index in 0..<count where bytes[at + index] != word.utf8Start[index] { return false }
    let after = at + count
    return after == bytes.count || Self.isSpace(bytes[after]) || bytes[after] == 0x22
  }

  private mutating func takeWord(_ word: StaticString) -> Bool {
    guard holds(word, place) else { return false }
    place += word.utf8CodeUnitCount
    return true
  }

  private mutating func takeWord() -> [UInt8] {
    let start = place
    while place < bytes.count, !Self.isSpace(bytes[place]), !beginsComment(place) { place += 1 }
    return Array(bytes[start..<place])
  }

  private mutating func skipBlanks() {
    while place < bytes.count, bytes[place] == 0x20 || bytes[place] == 0x09 { place += 1 }
  }

  private mutating func skipSpace() {
    while place < bytes.count {
      if Self.isSpace(bytes[place]) {
        place += 1
      } else if beginsComment(place) {
        skipComment()
      } else {
        return
      }
    }
  }

  private mutating func skipComment() {
    let isBlock = bytes[place + 1] == 0x2A
    place += 2
    while place < bytes.count {
      if !isBlock && Self.isLineEnd(bytes[place]) { return }
      if isBlock, bytes[place] == 0x2A, place + 1 < bytes.count, bytes[place + 1] == 0x2F {
        place += 2
        return
      }
      place += 1
    }
  }

  private static func isLineEnd(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D }
  private static func isSpace(_ byte: UInt8) -> Bool { byte <= 0x20 }

  /// Letters, digits, `_` and the `$` of macros.
  private static func isNameByte(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x5F, 0x24: true
    default: false
    }
  }
}
