import PeachMusicUnits

extension SFZDocument {
  /// Whether a file is SFZ: it starts, after comments, with a known header, a directive or an
  /// opcode, or it has other text before such a header that starts a line.
  ///
  /// Only files whose name ends in .sfz, or that have no name, may begin with other text.
  static func recognizes(_ file: UnsafeRawBufferPointer, path: String? = nil) -> Bool {
    let isNamed = path.map { FilePath.folded($0).utf8.suffix(4).elementsEqual(".sfz".utf8) }
    // The initial text may be long; other files are rejected without reading all of them.
    let limit = isNamed == true ? 1 << 20 : 1 << 16
    let text = SFZText.bytes(UnsafeRawBufferPointer(rebasing: file.prefix(limit)))
    var syntax = SFZSyntax(text)
    let hasZeros = text.prefix(256).contains(0)
    switch syntax.next() {
    case .header(let name):
      guard SFZHeader(rawValue: name) != nil, !syntax.hasEndTag(of: name) else { break }
      return SFZText.isText(text.prefix(hasZeros ? max(256, syntax.position) : syntax.position))
    case .include, .define: return !hasZeros
    case .opcode(let name, _):
      // Files meant to be included may start with an opcode.
      let text = String(decoding: name.prefix(64), as: UTF8.self)
      if SFZOpcodeRule.byName[FilePath.folded(text)] != nil, !hasZeros { return true }
    case .stray: break
    case nil: return false
    }
    return isNamed != false && hasLaterHeader(text)
  }

  private static func isKnown(opcode name: [UInt8]) -> Bool {
    let text = String(decoding: name.prefix(64), as: UTF8.self)
    if case .unknown = SFZOpcodeName(FilePath.folded(text)) { return false }
    return true
  }

  /// Whether a line begins with a known header, followed by a known opcode or header or by a
  /// directive, and text that is not markup precedes it.
  private static func hasLaterHeader(_ text: [UInt8]) -> Bool {
    var syntax = SFZSyntax(text)
    /// The position of the header that awaits an opcode.
    var start: Int?
    while let item = syntax.next() {
      switch item {
      case .header(let name) where SFZHeader(rawValue: name) != nil:
        if let start { return isPlainText(text[..<start]) }
        if syntax.itemStartsLine { start = syntax.itemStart }
      case .header: break
      case .opcode(let name, _):
        if let start, isKnown(opcode: name) { return isPlainText(text[..<start]) }
      case .include, .define:
        if let start { return isPlainText(text[..<start]) }
      case .stray:
        start = nil
        syntax.skipLine()
      }
    }
    return false
  }

  /// Whether text is neither binary nor markup, such as XML.
  private static func isPlainText(_ text: ArraySlice<UInt8>) -> Bool {
    let isMarkup = zip(text, text.dropFirst()).contains { first, second in
      (first == 0x3C && [0x2F, 0x21, 0x3F].contains(second)) || (first == 0x2F && second == 0x3E)
    }
    return !isMarkup && SFZText.isText(text)
  }
}
