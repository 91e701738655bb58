extension String {
  /// Decodes text of unknown encoding: as UTF-8 if it is valid, otherwise as Latin-1.
  package init(fileText bytes: UnsafeRawBufferPointer) {
    // Fast path: a bank has thousands of names, and most are ASCII.
    if bytes.allSatisfy({ $0 < 0x80 }) {
      self.init(decoding: bytes, as: UTF8.self)
      return
    }
    var decoder = UTF8()
    var iterator = bytes.makeIterator()
    decoding: while true {
      switch decoder.decode(&iterator) {
      case .scalarValue: continue
      case .emptyInput:
        self.init(decoding: bytes, as: UTF8.self)
        return
      case .error: break decoding
      }
    }
    var utf8: [UInt8] = []
    utf8.reserveCapacity(2 * bytes.count)
    for byte in bytes {
      if byte < 0x80 {
        utf8.append(byte)
      } else {
        utf8.append(0xC0 | byte >> 6)
        utf8.append(0x80 | byte & 0x3F)
      }
    }
    self.init(decoding: utf8, as: UTF8.self)
  }

  /// Decodes text of unknown encoding.
  package init(fileText bytes: [UInt8]) {
    self = bytes.withUnsafeBytes { String(fileText: $0) }
  }
}
