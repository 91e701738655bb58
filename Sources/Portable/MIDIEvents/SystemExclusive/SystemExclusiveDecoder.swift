/// Decodes the settings of a System Exclusive message: resets (GM1, GM2, GS, XG), Device Control
/// with Global Parameter Control, the MIDI Tuning Standard, and the parameters of Roland GS and
/// Yamaha XG. Other messages, and those with a wrong size or checksum, have no settings. Device IDs
/// are ignored. Real-time safe. The bytes must not change until the last ``next()``.
///
/// ```swift
/// // GM2 Master Coarse Tuning, without F0 and F7: 42 hexadecimal is two semitones up.
/// [0x7F, 0x7F, 0x04, 0x04, 0x00, 0x42].withUnsafeBytes { bytes in
///   var decoder = SystemExclusiveDecoder(bytes)
///   decoder.next()  // .master(.keyShift(semitones: 2))
///   decoder.next()  // nil
/// }
/// ```
package struct SystemExclusiveDecoder {
  enum Format: Hashable, BitwiseCopyable {
    case none
    case reset(SystemReset)
    case deviceControl
    case globalReverb
    case globalChorus
    case tuning(TuningLayout)
    case keyControllers
    #if !hasFeature(Embedded)
      case keyBend
    #endif
    case gs
    case xg
  }

  let message: SystemExclusiveBytes
  var format = Format.none
  /// The offset of the next byte to read, and the end offset.
  var offset = 0
  var end = 0
  /// The GS or XG address of the next byte: three times seven bits.
  var address = 0
  /// The index of the next entry of a tuning.
  var entry = 0

  /// Creates a decoder for a message, without F0 and F7.
  #if REALTIME_CHECKED
    @_noLocks @_noAllocation
  #endif
  package init(_ bytes: UnsafeRawBufferPointer) {
    message = SystemExclusiveBytes(bytes)
    switch message[0] {
    case 0x7E, 0x7F: recognizeUniversal()
    case 0x41: recognizeGS()
    case 0x43: recognizeXG()
    #if !hasFeature(Embedded)
      case 0x7D: recognizeKeyBend()
    #endif
    default: break
    }
  }

  #if REALTIME_CHECKED
    @_noLocks @_noAllocation
  #endif
  package mutating func next() -> SystemExclusiveSetting? {
    switch format {
    case .none: return nil
    case .reset(let reset):
      format = .none
      return .reset(reset)
    case .deviceControl:
      format = .none
      return deviceControl()
    case .globalReverb, .globalChorus: return nextGlobalParameter()
    case .tuning(let layout): return nextTuning(layout)
    case .keyControllers: return nextKeyController()
    #if !hasFeature(Embedded)
      case .keyBend: return keyBend()
    #endif
    case .gs, .xg: return nextParameter()
    }
  }

  /// Starts reading GS or XG data at an address.
  mutating func readParameters(ofAddressAt addressOffset: Int, to end: Int) {
    offset = addressOffset &+ 3
    address =
      Int(message[addressOffset]) &<< 14 | Int(message[addressOffset &+ 1]) &<< 7
      | Int(message[addressOffset &+ 2])
    self.end = end
  }

  private mutating func nextParameter() -> SystemExclusiveSetting? {
    while offset < end {
      let (address, offset, isGS) = (address, offset, format == .gs)
      let byteCount = isGS ? gsByteCount(address) : xgByteCount(address)
      guard byteCount <= end &- offset else { return nil }
      self.offset &+= byteCount
      self.address &+= byteCount
      let setting = isGS ? gsSetting(address, at: offset) : xgSetting(address, at: offset)
      if let setting { return setting }
    }
    return nil
  }
}
