/// Selects presets by numbers or by a name pattern. `0:42` selects one preset, `0:40-47` eight,
/// `128:*` all presets of a bank, and `*:0` program 0 of every bank. Any other text is a name
/// pattern such as `*cello*`: `*` matches any text, `?` one character, ignoring the case of ASCII
/// letters.
package struct PresetPattern: Hashable, Sendable, CustomStringConvertible {
  private enum Kind: Hashable, Sendable {
    case numbers(bank: UInt16?, programs: ClosedRange<UInt16>)
    case name
  }

  private let kind: Kind
  package let description: String

  /// Parses a pattern. Returns `nil` if it is empty or its numbers are out of range.
  package init?(_ text: String) {
    guard !text.isEmpty else { return nil }
    description = text
    let bytes = Array(text.utf8)
    guard let colon = bytes.firstIndex(of: 0x3A), Self.areNumbers(bytes) else {
      kind = .name
      return
    }
    let bank = Self.number(bytes[..<colon], limit: 16_383)
    guard let programs = Self.programs(bytes[(colon + 1)...]),
      bank != nil || bytes[..<colon] == [0x2A]
    else { return nil }
    kind = .numbers(bank: bank, programs: programs)
  }

  package func matches(bank number: UInt16, program: UInt16, name: String) -> Bool {
    switch kind {
    case .numbers(let bank, let programs):
      (bank == nil || bank == number) && programs.contains(program)
    case .name: Self.matches(name, description)
    }
  }

  private static func areNumbers(_ bytes: [UInt8]) -> Bool {
    let colons = bytes.count(where: { $0 == 0x3A })
    return colons == 1
      && bytes.allSatisfy { (0x30...0x3A).contains($0) || $0 == 0x2A || $0 == 0x2D }
  }

  private static func programs(_ text: ArraySlice<UInt8>) -> ClosedRange<UInt16>? {
    if text == [0x2A] { return 0...127 }
    guard let dash = text.firstIndex(of: 0x2D) else {
      return number(text, limit: 127).map { $0...$0 }
    }
    guard let low = number(text[..<dash], limit: 127),
      let high = number(text[(dash + 1)...], limit: 127), low <= high
    else { return nil }
    return low...high
  }

  /// Parses up to five decimal digits. Returns `nil` if the value exceeds `limit`.
  package static func number(_ digits: ArraySlice<UInt8>, limit: UInt16) -> UInt16? {
    guard !digits.isEmpty, digits.count <= 5 else { return nil }
    var value = 0
    for digit in digits {
      guard (0x30...0x39).contains(digit) else { return nil }
      value = 10 * value + Int(digit - 0x30)
    }
    return value <= Int(limit) ? UInt16(value) : nil
  }

  /// Returns whether a text matches a pattern. Backtracks to the last asterisk only, so that the
  /// time is bounded by the product of the lengths.
  package static func matches(_ text: String, _ pattern: String) -> Bool {
    let (text, pattern) = (Array(text.utf8), Array(pattern.utf8))
    var (textIndex, patternIndex) = (0, 0)
    var retry: (text: Int, pattern: Int)?
    while textIndex < text.count {
      let element = patternIndex < pattern.count ? pattern[patternIndex] : nil
      if element == 0x2A {
        retry = (textIndex, patternIndex + 1)
        patternIndex += 1
      } else if let element, element == 0x3F || lowercase(element) == lowercase(text[textIndex]) {
        textIndex += 1
        patternIndex += 1
      } else if let last = retry {
        retry = (last.text + 1, last.pattern)
        (textIndex, patternIndex) = (last.text + 1, last.pattern)
      } else {
        return false
      }
    }
    return pattern[patternIndex...].allSatisfy { $0 == 0x2A }
  }

  private static func lowercase(_ byte: UInt8) -> UInt8 {
    (0x41...0x5A).contains(byte) ? byte + 0x20 : byte
  }
}
