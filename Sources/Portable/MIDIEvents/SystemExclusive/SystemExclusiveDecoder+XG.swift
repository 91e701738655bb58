import PeachMusicUnits

// Yamaha XG (XG specification; MU and CBX owner's manuals, MIDI data format, tables 1-1 to 1-6).
// Parameter Change: 43, 1n, 4C, three bytes of address, data. Bulk Dump: 43, 0n, 4C, two bytes of
// data size, three of address, data, checksum. n is the device.
extension SystemExclusiveDecoder {
  mutating func recognizeXG() {
    guard message[2] == 0x4C else { return }
    if message[1] & 0x70 == 0x10 && message.count >= 7 {
      readParameters(ofAddressAt: 3, to: message.count)
      format = .xg
    } else if message[1] & 0x70 == 0 && message.count >= 10 {
      let byteCount = message.fourteenBits(low: 4, high: 3)
      guard message.count == 8 &+ byteCount &+ 1 && message.addUpToZero(from: 3) else { return }
      readParameters(ofAddressAt: 5, to: message.count &- 1)
      format = .xg
    }
  }

  func xgByteCount(_ address: Int) -> Int {
    switch address {
    case 0: 4
    case 0x02 &<< 14 | 0x01 &<< 7: 2
    case 0x02 &<< 14 | 0x01 &<< 7 | 0x20: 2
    default: address & ~(0x7F &<< 7) == 0x08 &<< 14 | 0x09 ? 2 : 1
    }
  }

  func xgSetting(_ address: Int, at offset: Int) -> SystemExclusiveSetting? {
    let value = message[offset]
    let middle = UInt8(address &>> 7 & 0x7F)
    let low = UInt8(address & 0x7F)
    switch address &>> 14 {
    case 0x00: return middle == 0 ? xgSystem(low, value, at: offset) : nil
    case 0x02: return middle == 1 ? xgEffect(low, value, at: offset) : nil
    case 0x08:
      // Parts from 17 receive from a second cable.
      guard middle < 16, let setting = xgPart(low, value, at: offset) else { return nil }
      return .part(setting, number: middle)
    case 0x30...0x33:
      let set = UInt8(truncatingIfNeeded: address &>> 14) &- 0x2F
      return xgDrumKey(low, value).map { .drumKey($0, key: middle, set: set) }
    default: return nil
    }
  }

  /// Decodes 00 00: master settings.
  private func xgSystem(_ low: UInt8, _ value: UInt8, at offset: Int) -> SystemExclusiveSetting? {
    switch low {
    case 0x00:
      let tenths = message.nibbles(at: offset, count: 4)
      guard tenths <= 0x7FF else { return nil }
      return .master(.fineTuning(cents: Double(tenths &- 0x400) / 10))
    case 0x04: return .master(.volume(Values.fraction(value)))
    case 0x06: return Values.keyShift(value).map { .master(.keyShift(semitones: $0)) }
    case 0x7D: return value < 4 ? .drumReset(set: value &+ 1) : nil
    case 0x7E: return value == 0 ? .reset(.xg) : nil
    case 0x7F: return value == 0 ? .reset(.xgAllParameters) : nil
    default: return nil
    }
  }

  /// Decodes 02 01: reverb and chorus. Return levels are 0 dB at 64, 6 dB at 127 and silence at 0.
  private func xgEffect(_ low: UInt8, _ value: UInt8, at offset: Int) -> SystemExclusiveSetting? {
    switch low {
    case 0x00: return .reverb(.type(ReverbType(xg: value, variation: message[offset &+ 1])))
    case 0x02: return xgReverbSeconds(value).map { .reverb(.time(seconds: $0)) }
    case 0x0C: return .reverb(.returnGain(Double(value) / 64))
    case 0x0D: return .reverb(.pan(Values.pan(value)))
    case 0x20: return .chorus(.type(ChorusType(xg: value, variation: message[offset &+ 1])))
    case 0x2C: return .chorus(.returnGain(Double(value) / 64))
    case 0x2D: return .chorus(.pan(Values.pan(value)))
    case 0x2E: return .chorus(.sendToReverb(Double(value) / 64))
    default: return nil
    }
  }

  /// Returns the reverb time of XG's table, 0…69: in steps of 0.1 s from 0.3 s to 5 s, of 0.5 s to
  /// 10 s, of 1 s to 20 s, then 25 s and 30 s.
  private func xgReverbSeconds(_ value: UInt8) -> Double? {
    if value <= 47 { return Double(value &+ 3) / 10 }
    if value <= 57 { return Double(value &- 37) / 2 }
    if value <= 67 { return Double(value &- 47) }
    return value == 68 ? 25 : value == 69 ? 30 : nil
  }
}
