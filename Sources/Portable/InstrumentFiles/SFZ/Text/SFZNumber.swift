import PeachMusicUnits

/// Parsers of numbers, keys and switches in SFZ files.
enum SFZNumber {
  /// Returns the number that a string starts with; `nil` without one, or beyond `Float`'s range.
  static func real(_ text: String) -> Float? {
    guard let number = DecimalNumber(prefixOf: Array(text.utf8)[...]) else { return nil }
    let value = Float(number.value)
    return value.isFinite ? value : nil
  }

  /// Returns a number as text with six decimal places, within ±10⁹.
  static func text(_ value: Float) -> String {
    let millionths = Int64((min(max(Double(value), -1e9), 1e9) * 1e6).rounded())
    let magnitude = abs(millionths)
    let digits = "\(magnitude % 1_000_000)"
    let zeros = String(repeating: "0", count: 6 - digits.utf8.count)
    return (millionths < 0 ? "-" : "") + "\(magnitude / 1_000_000).\(zeros)\(digits)"
  }

  /// Returns an integer, truncating a fraction.
  static func whole(_ text: String) -> Int? {
    real(text).map { Int(min(max($0, -2_147_483_648), 2_147_483_520)) }
  }

  /// Returns a key given by number or name: `60`, `c4`, `C#4`, `d♭4`; −1 for none. c-1 is 0.
  static func key(_ text: String) -> Int? {
    if let number = whole(text) { return min(max(number, -1000), 1000) }
    var bytes = Array(text.utf8)[...]
    guard let letter = bytes.popFirst().map({ $0 | 0x20 }), (0x61...0x67).contains(letter)
    else { return nil }
    // From A to G.
    let semitones = [9, 11, 0, 2, 4, 5, 7][Int(letter) - 0x61]
    var shift = 0
    if let accidental = bytes.first, accidental == 0x23 || accidental | 0x20 == 0x62 {
      shift = accidental == 0x23 ? 1 : -1
      bytes.removeFirst()
    } else if bytes.starts(with: "\u{266F}".utf8) || bytes.starts(with: "\u{266D}".utf8) {
      shift = bytes.dropFirst(2).first == 0xAF ? 1 : -1
      bytes.removeFirst(3)
    }
    guard let octave = whole(String(decoding: bytes, as: UTF8.self)), (-1...9).contains(octave)
    else { return nil }
    return 12 * (octave + 1) + semitones + shift
  }

  /// Whether a switch is on: `on`, or a number other than 0.
  static func isOn(_ text: String) -> Bool {
    FilePath.folded(text) == "on" || (whole(text) ?? 0) != 0
  }
}
