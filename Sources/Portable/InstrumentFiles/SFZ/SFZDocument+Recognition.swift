extension SFZDocument {
  /// Whether a file starts like SFZ: after comments, with a known header, a directive or an opcode.
  static func recognizes(_ bytes: UnsafeRawBufferPointer) -> Bool {
    // The initial comments may be long; other files are rejected without reading all of them.
    let head = UnsafeRawBufferPointer(rebasing: bytes.prefix(1 << 16))
    guard !head.prefix(256).contains(0) else { return false }
    var syntax = SFZSyntax(head)
    switch syntax.next() {
    case .header(let name): return SFZHeader(rawValue: name) != nil
    case .include, .define: return true
    case .opcode(let name, _):
      // Files meant to be included may start with an opcode.
      let text = String(decoding: name.prefix(64), as: UTF8.self)
      return SFZOpcodeRule.byName[FilePath.folded(text)] != nil
    case .stray, nil: return false
    }
  }
}
