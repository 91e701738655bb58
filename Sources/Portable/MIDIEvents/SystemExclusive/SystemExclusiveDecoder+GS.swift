import PeachMusicUnits

// Roland GS, Data Set 1 (SC-55mkII and SC-88 owner's manuals, MIDI implementation): 41, device, 42,
// 12, three bytes of address, data, checksum.
extension SystemExclusiveDecoder {
  mutating func recognizeGS() {
    guard message[2] == 0x42 && message[3] == 0x12 && message.count >= 9 else { return }
    guard message.addUpToZero(from: 4) else { return }
    readParameters(ofAddressAt: 4, to: message.count &- 1)
    format = .gs
  }

  func gsByteCount(_ address: Int) -> Int {
    if address == gsAddress(0x40, 0x00, 0x00) { return 4 }
    return address & ~(0x0F &<< 7) == gsAddress(0x40, 0x10, 0x17) ? 2 : 1
  }

  private func gsAddress(_ high: Int, _ middle: Int, _ low: Int) -> Int {
    high &<< 14 | middle &<< 7 | low
  }

  func gsSetting(_ address: Int, at offset: Int) -> SystemExclusiveSetting? {
    let value = message[offset]
    let middle = address &>> 7 & 0x7F
    let low = UInt8(address & 0x7F)
    if address &>> 14 == 0 {
      guard middle == 0 && low == 0x7F && value <= 1 else { return nil }
      return .reset(value == 0 ? .gsSingleModule : .gsDoubleModule)
    }
    if address &>> 14 == 0x41 { return gsDrumKey(middle, key: low, value) }
    guard address &>> 14 == 0x40 else { return nil }
    switch middle {
    case 0x00: return gsMaster(low, value, at: offset)
    case 0x01: return gsEffect(low, value)
    case _ where middle >= 0x10 && middle <= 0x1F:
      return gsPart(low, value, at: offset).map { .part($0, number: gsPart(ofBlock: middle)) }
    case _ where middle >= 0x20 && middle <= 0x2F:
      return gsControl(low, value).map { .part($0, number: gsPart(ofBlock: middle)) }
    default: return nil
    }
  }

  /// Returns the part of a block: 0 is part 10, 1…9 are parts 1…9, A…F are parts 11…16.
  private func gsPart(ofBlock middle: Int) -> UInt8 {
    let block = UInt8(middle & 0x0F)
    return block == 0 ? 9 : block <= 9 ? block &- 1 : block
  }

  /// Decodes 40 00: the module's master settings.
  private func gsMaster(_ low: UInt8, _ value: UInt8, at offset: Int) -> SystemExclusiveSetting? {
    switch low {
    case 0x00:
      let tenths = message.nibbles(at: offset, count: 4)
      guard tenths >= 0x18 && tenths <= 0x7E8 else { return nil }
      return .master(.fineTuning(cents: Double(tenths &- 0x400) / 10))
    case 0x04: return .master(.volume(Values.fraction(value)))
    case 0x05: return Values.keyShift(value).map { .master(.keyShift(semitones: $0)) }
    case 0x06: return .master(value == 0 ? .randomPan : .balance(Values.pan(value)))
    case 0x7F: return value == 0 ? .reset(.gs) : value == 0x7F ? .reset(.gsExit) : nil
    default: return nil
    }
  }

  /// Decodes 40 01: reverb and chorus.
  private func gsEffect(_ low: UInt8, _ value: UInt8) -> SystemExclusiveSetting? {
    low < 0x38 ? gsReverb(low, value).map { .reverb($0) } : gsChorus(low, value).map { .chorus($0) }
  }

  private func gsReverb(_ low: UInt8, _ value: UInt8) -> ReverbParameter? {
    switch low {
    case 0x30, 0x31:
      guard let type = ReverbType(gs: value) else { return nil }
      return low == 0x30 ? .type(type) : .character(type)
    case 0x32: return value <= 7 ? .preLowPass(value) : nil
    case 0x33: return .level(Values.fraction(value))
    case 0x34: return .relativeTime(Values.fraction(value))
    case 0x35: return .delayFeedback(Values.fraction(value))
    case 0x37: return .preDelay(seconds: Double(value) / 1000)
    default: return nil
    }
  }

  /// Decodes a chorus parameter. Without units in GS, those of the same choruses in GM2 apply.
  private func gsChorus(_ low: UInt8, _ value: UInt8) -> ChorusParameter? {
    switch low {
    case 0x38: return ChorusType(gs: value).map { .type($0) }
    case 0x39: return value <= 7 ? .preLowPass(value) : nil
    case 0x3A: return .level(Values.fraction(value))
    case 0x3B: return .feedback(Self.chorusFeedback(value))
    case 0x3C: return .relativeDelay(Values.fraction(value))
    case 0x3D: return .rate(hertz: Self.chorusRateHertz(value))
    case 0x3E: return .depth(seconds: Self.chorusDepthSeconds(value))
    case 0x3F: return .sendToReverb(Values.fraction(value))
    default: return nil
    }
  }
}
