/// Decodes the bytes of a terminal into keys: UTF-8, and xterm's control sequences (ECMA-48 §5.4).
/// An escape byte is a key, and starts every sequence. Call ``flush()`` if no byte follows it in
/// time.
package struct KeyDecoder: Sendable {
  private var pending: [UInt8] = []
  /// The maximum length of a sequence. Longer ones are discarded.
  private static var limit: Int { 32 }

  package init() {}

  /// Whether bytes are pending that begin a sequence, or are the Esc key.
  package var isEscapePending: Bool { !pending.isEmpty }

  /// Returns the keys that these bytes complete.
  package mutating func keys(_ bytes: [UInt8]) -> [TrainerKey] {
    var keys: [TrainerKey] = []
    for byte in bytes {
      // An escape cancels a sequence, as in ECMA-48 terminals.
      if byte == 0x1B && !pending.isEmpty { keys += flush() }
      // Any other byte than [ or O was typed after the Esc key.
      if pending == [0x1B] && byte != 0x5B && byte != 0x4F { keys += flush() }
      pending.append(byte)
      let decoded = Self.decode(pending)
      keys += decoded ?? []
      if decoded != nil || pending.count >= Self.limit { pending = [] }
    }
    return keys
  }

  /// Returns the Esc key if only an escape byte is pending.
  package mutating func flush() -> [TrainerKey] {
    defer { pending = [] }
    return pending == [0x1B] ? [.escape] : []
  }

  /// Returns the key that the bytes represent, no key if it is unknown, or `nil` if a sequence is
  /// incomplete.
  private static func decode(_ bytes: [UInt8]) -> [TrainerKey]? {
    switch bytes[0] {
    case 0x1B: return sequence(bytes)
    case 0x03, 0x04: return [.interrupt]
    case 0x08, 0x7F: return [.backspace]
    case 0x09: return [.tab]
    case 0x0A, 0x0D: return [.enter]
    case 0x20: return [.space]
    case 0x21...0x7E: return [.character(Unicode.Scalar(bytes[0]))]
    case 0xC2...0xF4: return character(bytes)
    default: return []
    }
  }

  /// UTF-8: the Unicode Standard, table 3-6.
  private static func character(_ bytes: [UInt8]) -> [TrainerKey]? {
    let count = bytes[0] < 0xE0 ? 2 : bytes[0] < 0xF0 ? 3 : 4
    if let last = bytes.dropFirst().last, last & 0xC0 != 0x80 { return [] }
    guard bytes.count == count else { return nil }
    var value = UInt32(bytes[0]) & (count == 2 ? 0x1F : count == 3 ? 0x0F : 0x07)
    for byte in bytes.dropFirst() { value = value << 6 | UInt32(byte & 0x3F) }
    guard value >= 0xA0, let scalar = Unicode.Scalar(value) else { return [] }
    return [.character(scalar)]
  }

  /// ESC [ parameters final, or ESC O final.
  private static func sequence(_ bytes: [UInt8]) -> [TrainerKey]? {
    guard bytes.count > 1 else { return nil }
    guard bytes[1] == 0x5B || bytes[1] == 0x4F else { return [] }
    guard bytes.count > 2, let final = bytes.last, 0x40...0x7E ~= final else { return nil }
    let parameters = numbers(bytes[2..<(bytes.count - 1)])
    // The second parameter is 1 plus the modifiers; Shift is 1.
    let isShifted = parameters.count > 1 && (parameters[1] - 1) & 1 == 1
    switch final {
    case 0x41: return [isShifted ? .fineUp : .up]
    case 0x42: return [isShifted ? .fineDown : .down]
    case 0x43: return [.right]
    case 0x44: return [.left]
    case 0x48: return [.home]
    case 0x46: return [.end]
    case 0x4D where bytes[1] == 0x4F: return [.enter]
    case 0x7E:
      switch parameters.first {
      case 1, 7: return [.home]
      case 4, 8: return [.end]
      case 5: return [.pageUp]
      case 6: return [.pageDown]
      default: return []
      }
    default: return []
    }
  }

  private static func numbers(_ bytes: ArraySlice<UInt8>) -> [Int] {
    var numbers = [0]
    for byte in bytes {
      if byte == 0x3B {
        numbers.append(0)
      } else if (0x30...0x39).contains(byte) {
        numbers[numbers.count - 1] = min(numbers[numbers.count - 1] * 10 + Int(byte) - 48, 9999)
      }
    }
    return numbers
  }
}

/// A key of the trainer.
package enum TrainerKey: Hashable, Sendable {
  case up, down, left, right
  /// The arrow keys with Shift.
  case fineUp, fineDown
  case pageUp, pageDown, home, end
  case enter, escape, space, tab, backspace
  /// Ctrl-C or Ctrl-D.
  case interrupt
  case character(Unicode.Scalar)

  /// The character, in lowercase if it is an ASCII letter.
  package var letter: Unicode.Scalar? {
    guard case .character(let scalar) = self else { return nil }
    guard ("A"..."Z").contains(scalar) else { return scalar }
    return Unicode.Scalar(scalar.value | 0x20)
  }
}
