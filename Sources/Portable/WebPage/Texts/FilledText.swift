/// Returns a text with its placeholders `%1` to `%4` replaced. Other percent signs stay.
func filled(_ text: String, _ values: [String]) -> String {
  if values.isEmpty { return text }
  var bytes: [UInt8] = []
  var isPlaceholder = false
  for byte in text.utf8 {
    let index = Int(byte) - 0x31
    if isPlaceholder {
      isPlaceholder = false
      if values.indices.contains(index) {
        bytes += Array(values[index].utf8)
        continue
      }
      bytes.append(0x25)
    }
    if byte == 0x25 {
      isPlaceholder = true
    } else {
      bytes.append(byte)
    }
  }
  if isPlaceholder { bytes.append(0x25) }
  return String(decoding: bytes, as: UTF8.self)
}

/// Returns the lines of a text.
@inline(never) func textLines(_ text: String) -> [String] {
  text.utf8.split(separator: 0x0A).map { String(decoding: $0, as: UTF8.self) }
}
