/// Evaluates a conditional chunk (‘cdl ’): a small program on a stack, which says whether the list it
/// stands in is for this device (DLS Level 2, ‘cdl-ck’).
struct DLSCondition {
  /// More numbers than this on the stack are an error; no file needs ten.
  static var stackLimit: Int { 64 }

  private let bytes: UnsafeRawBufferPointer
  private var place = 0
  private var stack: [UInt32] = []

  init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

  /// Whether the list is to be used; nil where the program is broken: it takes more from the stack
  /// than there is, divides by zero, is cut off, or uses an operator that is not known.
  mutating func evaluate() -> Bool? {
    while place < bytes.count {
      guard let operation = bytes.uint16(at: place) else { return nil }
      place += 2
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
      guard let value = bytes.uint32(at: place) else { return false }
      place += 4
      stack.append(value)
    case 0x11, 0x12:
      guard bytes.count - place >= 16 else { return false }
      let answer = DLSQuery(bytes, at: place).answer
      place += 16
      stack.append(operation == 0x11 ? answer ?? 0 : answer == nil ? 0 : 1)
    default:
      guard let x = stack.popLast(), let y = stack.popLast(),
        let result = DLSCondition.combine(operation, x, y)
      else { return false }
      stack.append(result)
    }
    return true
  }

  /// X is what was pushed last.
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
