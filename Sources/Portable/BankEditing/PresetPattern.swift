public import PeachInstrumentFiles

/// Which presets are meant: by their numbers, or by a pattern of their names.
///
/// `0:42` is one preset, `0:40-47` are eight, `128:*` are all of a bank, `*:0` are the first of all
/// banks. Anything else is a pattern: `*` stands for any characters, `?` for one, letters for
/// themselves whatever their case: `*cello*`.
public struct PresetPattern: Hashable, Sendable, CustomStringConvertible {
  private enum Kind: Hashable, Sendable {
    case numbers(bank: UInt16?, programs: ClosedRange<UInt16>)
    case name
  }

  private let kind: Kind
  /// The pattern as it was written.
  public let description: String

  /// The presets that this text means; nil where it is empty, or numbers that no preset has.
  public init?(_ text: String) {
    guard !text.isEmpty else { return nil }
    description = text
    let bytes = Array(text.utf8)
    guard let colon = bytes.firstIndex(of: 0x3A), Self.areNumbers(bytes) else {
      kind = .name
      return
    }
    let bank = bytes[..<colon]
    let program = bytes[(colon + 1)...]
    let bankNumber = Self.number(bank, limit: 16_383)
    guard let programs = Self.programs(program), bankNumber != nil || Array(bank) == [0x2A]
    else { return nil }
    kind = .numbers(bank: bankNumber, programs: programs)
  }

  /// Whether this is one of the presets meant.
  public func matches(_ preset: SoundFontContents.Preset) -> Bool {
    switch kind {
    case .numbers(let bank, let programs):
      (bank == nil || bank == preset.bank) && programs.contains(preset.program)
    case .name:
      Self.matches(Array(preset.name.text.utf8)[...], Array(description.utf8)[...])
    }
  }

  /// Whether a text is meant as numbers: digits, stars and a dash around one colon.
  private static func areNumbers(_ bytes: [UInt8]) -> Bool {
    var colons = 0
    for byte in bytes {
      switch byte {
      case 0x3A: colons += 1
      case 0x30...0x39, 0x2A, 0x2D: continue
      default: return false
      }
    }
    return colons == 1
  }

  private static func programs(_ text: ArraySlice<UInt8>) -> ClosedRange<UInt16>? {
    if Array(text) == [0x2A] { return 0...127 }
    guard let dash = text.firstIndex(of: 0x2D) else {
      return number(text, limit: 127).map { $0...$0 }
    }
    guard let low = number(text[..<dash], limit: 127),
      let high = number(text[(dash + 1)...], limit: 127), low <= high
    else { return nil }
    return low...high
  }

  static func number(_ digits: ArraySlice<UInt8>, limit: UInt16) -> UInt16? {
    guard !digits.isEmpty, digits.count <= 5 else { return nil }
    var value = 0
    for digit in digits {
      guard (0x30...0x39).contains(digit) else { return nil }
      value = 10 * value + Int(digit - 0x30)
    }
    return value <= Int(limit) ? UInt16(value) : nil
  }

  /// Stars are tried from the shortest on; the last one alone is ever tried again, so this takes
  /// no more steps than the product of the lengths.
  static func matches(_ text: ArraySlice<UInt8>, _ pattern: ArraySlice<UInt8>) -> Bool {
    var (place, want) = (text.startIndex, pattern.startIndex)
    var retry: (place: Int, want: Int)?
    while place < text.endIndex {
      if want < pattern.endIndex, pattern[want] == 0x2A {
        retry = (place, want + 1)
        want += 1
      } else if want < pattern.endIndex,
        pattern[want] == 0x3F || lowercase(pattern[want]) == lowercase(text[place])
      {
        place += 1
        want += 1
      } else if let last = retry {
        retry = (last.place + 1, last.want)
        (place, want) = (last.place + 1, last.want)
      } else {
        return false
      }
    }
    return pattern[want...].allSatisfy { $0 == 0x2A }
  }

  private static func lowercase(_ byte: UInt8) -> UInt8 {
    (0x41...0x5A).contains(byte) ? byte + 0x20 : byte
  }
}
