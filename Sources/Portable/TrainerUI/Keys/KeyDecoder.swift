/// Keys out of the bytes that a terminal sends: UTF-8, and the sequences of ECMA-48 §5.4 that xterm and
/// its like send for keys without a letter.
///
/// A lone escape is a key of its own, and begins every sequence: ``flush()`` says that no more came.
public struct KeyDecoder: Sendable {
  private var pending: [UInt8] = []
  /// Longer sequences are dropped.
  private static var limit: Int { 32 }

  /// A decoder that has seen nothing.
  public init() {}

  /// True where what came may go on.
  public var startsOnRelease: Bool { !pending.isEmpty }

  /// The keys that are complete with these bytes.
  public mutating func keys(_ bytes: [UInt8]) -> [TrainerKey] {
    var keys: [TrainerKey] = []
    for byte in bytes {
      // An escape within a sequence breaks it off, as ECMA-48 terminals do.
      if byte == 0x1B && !pending.isEmpty { keys += flush() }
      // Nor does a letter go on with it: it was pressed after a lone escape.
      if pending == [0x1B] && byte != 0x5B && byte != 0x4F { keys += flush() }
      pending.append(byte)
      switch Self.reading(pending) {
      case .incomplete: if pending.count >= Self.limit { pending = [] }
      case .nothing: pending = []
      case .key(let key):
        keys.append(key)
        pending = []
      }
    }
    return keys
  }

  /// The key that was pressed where nothing follows: a lone escape.
  public mutating func flush() -> [TrainerKey] {
    defer { pending = [] }
    return pending == [0x1B] ? [.escape] : []
  }

  private enum Reading {
    case incomplete, nothing
    case key(TrainerKey)
  }

  private static func reading(_ bytes: [UInt8]) -> Reading {
    let first = bytes[0]
    if first == 0x1B { return sequence(bytes) }
    switch first {
    case 0x03, 0x04: return .key(.interrupt)
    case 0x08, 0x7F: return .key(.backspace)
    case 0x09: return .key(.tab)
    case 0x0A, 0x0D: return .key(.enter)
    case 0x20: return .key(.space)
    case 0x21...0x7E: return .key(.character(Unicode.Scalar(first)))
    case 0xC2...0xF4: return character(bytes)
    default: return .nothing
    }
  }

  /// UTF-8: the Unicode Standard, table 3-6.
  private static func character(_ bytes: [UInt8]) -> Reading {
    let count = bytes[0] < 0xE0 ? 2 : bytes[0] < 0xF0 ? 3 : 4
    if let last = bytes.dropFirst().last, last & 0xC0 != 0x80 { return .nothing }
    guard bytes.count == count else { return .incomplete }
    var value = UInt32(bytes[0]) & (count == 2 ? 0x1F : count == 3 ? 0x0F : 0x07)
    for byte in bytes.dropFirst() { value = value << 6 | UInt32(byte & 0x3F) }
    guard value >= 0xA0, let scalar = Unicode.Scalar(value) else { return .nothing }
    return .key(.character(scalar))
  }

  /// ESC [ parameters final, or ESC O final.
  private static func sequence(_ bytes: [UInt8]) -> Reading {
    guard bytes.count > 1 else { return .incomplete }
    guard bytes[1] == 0x5B || bytes[1] == 0x4F else { return .nothing }
    guard bytes.count > 2, let final = bytes.last else { return .incomplete }
    guard (0x40...0x7E).contains(final) else { return .incomplete }
    let parameters = numbers(bytes[2..<(bytes.count - 1)])
    // The second parameter is 1 and the sum of the keys held, Shift being 1.
    let isShifted = parameters.count > 1 && (parameters[1] - 1) & 1 == 1
    switch final {
    case 0x41: return .key(isShifted ? .fineUp : .up)
    case 0x42: return .key(isShifted ? .fineDown : .down)
    case 0x43: return .key(.right)
    case 0x44: return .key(.left)
    case 0x48: return .key(.home)
    case 0x46: return .key(.end)
    case 0x4D where bytes[1] == 0x4F: return .key(.enter)
    case 0x7E:
      switch parameters.first {
      case 1, 7: return .key(.home)
      case 4, 8: return .key(.end)
      case 5: return .key(.pageUp)
      case 6: return .key(.pageDown)
      default: return .nothing
      }
    default: return .nothing
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
