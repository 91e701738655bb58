extension SFZDocument {
  /// Whether a file begins as SFZ does: with one of its headers or directives, or an opcode, behind
  /// comments.
  static func recognizes(_ bytes: UnsafeRawBufferPointer) -> Bool {
    // Comments at the beginning may be long, and a file of anything else is passed over quickly.
    let head = UnsafeRawBufferPointer(rebasing: bytes.prefix(1 << 16))
    guard !head.prefix(256).contains(0) else { return false }
    var syntax = SFZSyntax(head)
    switch syntax.next() {
    case .header(let name): return SFZHeader(rawValue: name) != nil
    case .include, .define: return true
    case .opcode(let name, _):
      // As in files that are made to be included by others.
      let text = String(decoding: name.prefix(64), as: UTF8.self)
      return SFZOpcodeRule.byName[FilePath.folded(text)] != nil
    case .stray, nil: return false
    }
  }
}
