/// Evaluates a conditional chunk (‘cdl ’): a stack program that decides whether this device uses
/// the enclosing list (DLS Level 2, ‘cdl-ck’).
struct DLSCondition {
  private static var stackLimit: Int { 64 }

  private let bytes: UnsafeRawBufferPointer
  private var position = 0
  private var stack: [UInt32] = []

  init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

  /// Returns whether to use the list, or `nil` if the program is invalid: stack underflow or
  /// overflow, division by zero, truncation or an unknown operator.
  mutating func evaluate() -> Bool? {
    while position < bytes.count {
      guard let operation = bytes.uint16(at: position) else { return nil }
      position += 2
      guard let result = step(operation) else { return nil }
      stack.append(result)
      if stack.count > Self.stackLimit { return nil }
    }
    return stack.last.map { $0 != 0 }
  }

  /// Returns the result of an operator, and removes its operands from the stack and the program.
  private mutating func step(_ operation: UInt16) -> UInt32? {
    switch operation {
    case 0x0F: return stack.popLast().map { $0 == 0 ? 1 : 0 }
    case 0x10:
      defer { position += 4 }
      return bytes.uint32(at: position)
    case 0x11, 0x12:
      guard bytes.count - position >= 16 else { return nil }
      let query = (0..<4).map { bytes.uint32(at: position + 4 * $0) ?? 0 }
      position += 16
      let answer = Self.answer(query)
      return operation == 0x11 ? answer ?? 0 : answer == nil ? 0 : 1
    default:
      guard let x = stack.popLast(), let y = stack.popLast() else { return nil }
      return Self.combine(operation, x, y)
    }
  }

  /// Applies a binary operator. `x` is the top of the stack.
  private static func combine(_ operation: UInt16, _ x: UInt32, _ y: UInt32) -> UInt32? {
    switch operation {
    case 0x01: x & y
    case 0x02: x | y
    case 0x03: x ^ y
    case 0x04: x &+ y
    case 0x05: x &- y
    case 0x06: x &* y
    case 0x07: y == 0 ? nil : x / y
    case 0x08: x != 0 && y != 0 ? 1 : 0
    case 0x09: x != 0 || y != 0 ? 1 : 0
    case 0x0A: x < y ? 1 : 0
    case 0x0B: x <= y ? 1 : 0
    case 0x0C: x > y ? 1 : 0
    case 0x0D: x >= y ? 1 : 0
    case 0x0E: x == y ? 1 : 0
    default: nil
    }
  }

  /// Returns the device's answer to a query (DLS Level 2, DLSID); `nil` if it is unknown.
  private static func answer(_ query: [UInt32]) -> UInt32? {
    if query[1...] == [0x11D1_C364, 0x0000_60A7, 0x12AC_75F8] {
      switch query[0] {
      // Built-in General MIDI, GS and XG sounds: none.
      case 0x178F_2F24, 0x178F_2F25, 0x178F_2F26: return 0
      case 0x178F_2F27: return 1  // supports Level 1
      case 0x178F_2F28: return 1 << 30  // sample memory, in bytes
      default: return nil
      }
    }
    switch query {
    case [0xF145_99E5, 0x11D2_4689, 0xAA00_A6AF, 0xB6D8_2400]: return 1  // supports Level 2
    case [0x2A91_F713, 0x11D2_A4BF, 0x6000_DFBB, 0xD8DB_3308]:
      return 44100  // output sample rate, in hertz
    default: return nil
    }
  }
}
