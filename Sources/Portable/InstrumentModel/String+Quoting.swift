extension String {
  /// The maximum length of a name in messages, in bytes.
  package static var quotedByteLimit: Int { 120 }

  /// Creates a name for messages. Names in files may have any length, so that a long one is
  /// shortened in its middle: the end of a path is more specific than its start.
  package init(shortening name: String) {
    let bytes = name.utf8
    guard bytes.count > Self.quotedByteLimit else {
      self = name
      return
    }
    // Characters that are cut are dropped.
    let half = Self.quotedByteLimit / 2
    var head = Array(bytes.prefix(half + 1))
    while let last = head.popLast(), last & 0xC0 == 0x80 {}
    let tail = bytes.suffix(half).drop { $0 & 0xC0 == 0x80 }
    self = String(decoding: head, as: UTF8.self) + "…" + String(decoding: tail, as: UTF8.self)
  }
}

extension DefaultStringInterpolation {
  /// Appends a name of a file in quotation marks, such as `‘Oboe’`, shortened if necessary.
  package mutating func appendInterpolation(quoted name: String) {
    appendLiteral("‘")
    appendLiteral(String(shortening: name))
    appendLiteral("’")
  }

  /// Appends a name or a path of a file, shortened if necessary.
  package mutating func appendInterpolation(shortened name: String) {
    appendLiteral(String(shortening: name))
  }
}
