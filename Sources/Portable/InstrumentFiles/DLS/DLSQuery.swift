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
