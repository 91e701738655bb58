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

/// A question that a file asks its device, by an identifier of sixteen bytes (DLS Level 2, DLSID).
struct DLSQuery {
  private let first: UInt32
  private let second: UInt32
  private let third: UInt32
  private let fourth: UInt32

  /// The question at `place`, where sixteen bytes must follow.
  init(_ bytes: UnsafeRawBufferPointer, at place: Int) {
    first = bytes.uint32(at: place) ?? 0
    second = bytes.uint32(at: place + 4) ?? 0
    third = bytes.uint32(at: place + 8) ?? 0
    fourth = bytes.uint32(at: place + 12) ?? 0
  }

  /// What this device says; nil for a question that it does not know.
  var answer: UInt32? {
    if second == 0x11D1_C364 && third == 0x0000_60A7 && fourth == 0x12AC_75F8 {
      switch first {
      // General MIDI, GS and XG sounds in the device: there are none.
      case 0x178F_2F24, 0x178F_2F25, 0x178F_2F26: return 0
      case 0x178F_2F27: return 1  // Level 1 is understood
      case 0x178F_2F28: return 1 << 30  // bytes of memory for samples
      default: return nil
      }
    }
    if first == 0xF145_99E5 && second == 0x11D2_4689 && third == 0xAA00_A6AF
      && fourth == 0xB6D8_2400
    {
      return 1  // Level 2 is understood
    }
    if first == 0x2A91_F713 && second == 0x11D2_A4BF && third == 0x6000_DFBB
      && fourth == 0xD8DB_3308
    {
      return 44100  // the rate of the output, in hertz
    }
    return nil
  }
}
