extension String {
  /// Decodes text of unknown encoding: as UTF-8 if it is valid, otherwise as Latin-1.
  package init(fileText bytes: UnsafeRawBufferPointer) {
    self.init(decoding: bytes, as: UTF8.self)
    // Decoding replaces invalid bytes.
    guard !utf8.elementsEqual(bytes) else { return }
    self.init(UnicodeScalarView(bytes.lazy.map { Unicode.Scalar($0) }))
  }

  /// Decodes text of unknown encoding.
  package init(fileText bytes: [UInt8]) { self = bytes.withUnsafeBytes { String(fileText: $0) } }
}
