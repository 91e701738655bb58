/// Text in fixed buffers of C.
enum CText {
  /// Writes as many characters as fit, in UTF-8, and a terminating 0.
  static func write(_ text: String, to buffer: UnsafeMutableBufferPointer<CChar>) {
    var end = 0
    for scalar in text.unicodeScalars {
      let bytes = Array(String(scalar).utf8)
      guard end + bytes.count < buffer.count, scalar != "\0" else { break }
      for byte in bytes {
        buffer[end] = CChar(bitPattern: byte)
        end += 1
      }
    }
    for index in end..<buffer.count { buffer[index] = 0 }
  }
}
