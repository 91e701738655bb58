/// Evaluates a conditional chunk (‘cdl ’): a stack program that decides whether this device uses
/// the enclosing list (DLS Level 2, ‘cdl-ck’).
struct DLSCondition {
  /// The maximum depth of the stack.
  static var stackLimit: Int { 64 }

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
      guard step(operation), stack.count <= DLSCondition.stackLimit else { return nil }
    }
    return stack.last.map { $0 != 0 }
  }

  private mutating func step(_ operation: UInt16) -> Bool {
    switch operation {
    case 0x0F:
      guard let value = stack.popLast() else { return false }
      stack.append(value == 0 ? 1 : 0)
    case 0x10:
      guard let value = bytes.uint32(at: position) else { return false }
      position += 4
      stack.append(value)
    case 0x11, 0x12:
      guard bytes.count - position >= 16 else { return false }
      let answer = DLSQuery(bytes, at: position).answer
      position += 16
      stack.append(operation == 0x11 ? answer ?? 0 : answer == nil ? 0 : 1)
    default:
      guard let x = stack.popLast(), let y = stack.popLast(),
        let result = DLSCondition.combine(operation, x, y)
      else { return false }
      stack.append(result)
    }
    return true
  }

  /// Applies a binary operator. `x` is the top of the stack.
  private static func combine(_ operation: UInt16, _ x: UInt32, _ y: UInt32) -> UInt32? {
    switch operation {
    case 0x01: return x & y
    case 0x02: return x | y
    case 0x03: return x ^ y
    case 0x04: return x &+ y
    case 0x05: return x &- y
    case 0x06: return x &* y
    case 0x07: return y == 0 ? nil : x / y
    case 0x08: return x != 0 && y != 0 ? 1 : 0
    case 0x09: return x != 0 || y != 0 ? 1 : 0
    case 0x0A: return x < y ? 1 : 0
    case 0x0B: return x <= y ? 1 : 0
    case 0x0C: return x > y ? 1 : 0
    case 0x0D: return x >= y ? 1 : 0
    case 0x0E: return x == y ? 1 : 0
    default: return nil
    }
  }
}
