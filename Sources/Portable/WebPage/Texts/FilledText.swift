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

/// Returns a text of a table, which has two lines for each: English and German.
func line(of table: String, at index: UInt8, isGerman: Bool) -> String {
  var left = 2 * Int(index) + (isGerman ? 1 : 0)
  var bytes: [UInt8] = []
  for byte in table.utf8 {
    if byte == 0x0A {
      if left == 0 { break }
      left -= 1
    } else if left == 0 {
      bytes.append(byte)
    }
  }
  return String(decoding: bytes, as: UTF8.self)
}
