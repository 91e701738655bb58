import PeachMusicUnits

/// Numbers and keys as SFZ files write them.
enum SFZNumber {
  /// Returns the number at the beginning of a text, without a unit that may follow; `nil` if there
  /// is none or it exceeds the range of `Float`.
  static func real(_ text: String) -> Float? {
    guard let number = DecimalNumber(prefixOf: Array(text.utf8)[...]) else { return nil }
    let value = Float(number.value)
    return value.isFinite ? value : nil
  }

  /// A whole number, of which a fraction is cut off.
  static func whole(_ text: String) -> Int? {
    real(text).map { Int(min(max($0, -2_147_483_648), 2_147_483_520)) }
  }

  /// A key by number or by name: `60`, `c4`, `C#4`, `db4`; −1 for none. c-1 is 0.
  static func key(_ text: String) -> Int? {
    if let number = whole(text) { return min(max(number, -1000), 1000) }
    var bytes = Array(text.utf8)[...]
    guard let letter = bytes.popFirst() else { return nil }
    let steps: Int
    switch letter | 0x20 {
    case 0x63: steps = 0
    case 0x64: steps = 2
    case 0x65: steps = 4
    case 0x66: steps = 5
    case 0x67: steps = 7
    case 0x61: steps = 9
    case 0x62: steps = 11
    default: return nil
    }
    var shift = 0
    if let mark = bytes.first, mark == 0x23 || mark | 0x20 == 0x62 {
      shift = mark == 0x23 ? 1 : -1
      bytes.removeFirst()
    }
    let rest = String(decoding: bytes, as: UTF8.self)
    guard let octave = whole(rest), (-1...9).contains(octave) else { return nil }
    return 12 * (octave + 1) + steps + shift
  }

  /// Whether a text means yes: `on`, or a number that is not 0.
  static func isOn(_ text: String) -> Bool {
    let folded = FilePath.folded(text)
    return folded == "on" || (whole(text) ?? 0) != 0
  }
}
