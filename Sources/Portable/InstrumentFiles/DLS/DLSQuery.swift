/// A query about the device, identified by 16 bytes (DLS Level 2, DLSID).
struct DLSQuery {
  private let identifier: [UInt32]

  /// Reads a query at an offset that 16 bytes follow.
  init(_ bytes: UnsafeRawBufferPointer, at offset: Int) {
    identifier = (0..<4).map { bytes.uint32(at: offset + 4 * $0) ?? 0 }
  }

  /// The device's answer; `nil` if the query is unknown.
  var answer: UInt32? {
    if identifier[1...] == [0x11D1_C364, 0x0000_60A7, 0x12AC_75F8] {
      switch identifier[0] {
      // Built-in General MIDI, GS and XG sounds: none.
      case 0x178F_2F24, 0x178F_2F25, 0x178F_2F26: return 0
      case 0x178F_2F27: return 1  // supports Level 1
      case 0x178F_2F28: return 1 << 30  // sample memory, in bytes
      default: return nil
      }
    }
    switch identifier {
    case [0xF145_99E5, 0x11D2_4689, 0xAA00_A6AF, 0xB6D8_2400]: return 1  // supports Level 2
    case [0x2A91_F713, 0x11D2_A4BF, 0x6000_DFBB, 0xD8DB_3308]:
      return 44100  // output sample rate, in hertz
    default: return nil
    }
  }
}
