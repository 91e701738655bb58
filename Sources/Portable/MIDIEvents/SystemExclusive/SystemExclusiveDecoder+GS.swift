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

  mutating func nextGS() -> SystemExclusiveSetting? {
    while offset < end {
      let (address, offset) = (address, offset)
      guard advance(by: gsByteCount(address)) else { return nil }
      if let setting = gsSetting(address, at: offset) { return setting }
    }
    return nil
  }

  /// Returns the size of the parameter at an address, in bytes.
  private func gsByteCount(_ address: Int) -> Int {
    if address == gsAddress(0x40, 0x00, 0x00) { return 4 }
    return address & ~(0x0F &<< 7) == gsAddress(0x40, 0x10, 0x17) ? 2 : 1
  }

  private func gsAddress(_ high: Int, _ middle: Int, _ low: Int) -> Int {
    high &<< 14 | middle &<< 7 | low
  }

  private func gsSetting(_ address: Int, at offset: Int) -> SystemExclusiveSetting? {
    let value = message[offset]
    let middle = address &>> 7 & 0x7F
    let low = UInt8(address & 0x7F)
    if address &>> 14 == 0 {
      guard middle == 0 && low == 0x7F && value <= 1 else { return nil }
      return .reset(value == 0 ? .gsSingleModule : .gsDoubleModule)
    }
    guard address &>> 14 == 0x40 else { return nil }
    switch middle {
    case 0x00: return gsMaster(low, value, at: offset)
    case 0x01: return gsEffect(low, value)
    case _ where middle >= 0x10 && middle <= 0x1F:
      guard let setting = gsPart(low, value, at: offset) else { return nil }
      return .part(setting, number: gsPart(ofBlock: middle))
    case _ where middle >= 0x20 && middle <= 0x2F:
      guard let setting = gsControl(low, value) else { return nil }
      return .part(setting, number: gsPart(ofBlock: middle))
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
    case 0x04: return .master(.volume(SystemExclusiveValues.fraction(value)))
    case 0x05:
      guard value >= 0x28 && value <= 0x58 else { return nil }
      return .master(.keyShift(semitones: SystemExclusiveValues.steps(value)))
    case 0x06:
      return .master(value == 0 ? .randomPan : .balance(SystemExclusiveValues.pan(value)))
    case 0x7F:
      return value == 0 ? .reset(.gs) : value == 0x7F ? .reset(.gsExit) : nil
    default: return nil
    }
  }

  /// Decodes 40 01: reverb and chorus.
  private func gsEffect(_ low: UInt8, _ value: UInt8) -> SystemExclusiveSetting? {
    if low < 0x38 {
      guard let setting = gsReverb(low, value) else { return nil }
      return .reverb(setting)
    }
    guard let setting = gsChorus(low, value) else { return nil }
    return .chorus(setting)
  }

  private func gsReverb(_ low: UInt8, _ value: UInt8) -> ReverbParameter? {
    switch low {
    case 0x30, 0x31:
      guard let type = ReverbType(gs: value) else { return nil }
      return low == 0x30 ? .type(type) : .character(type)
    case 0x32: return value <= 7 ? .preLowPass(value) : nil
    case 0x33: return .level(SystemExclusiveValues.fraction(value))
    case 0x34: return .relativeTime(SystemExclusiveValues.fraction(value))
    case 0x35: return .delayFeedback(SystemExclusiveValues.fraction(value))
    case 0x37: return .preDelay(seconds: Double(value) / 1000)
    default: return nil
    }
  }

  /// Decodes a chorus parameter. GS specifies no units for rate, depth and feedback; those of GM2
  /// (RP-024) for the same six choruses apply.
  private func gsChorus(_ low: UInt8, _ value: UInt8) -> ChorusParameter? {
    switch low {
    case 0x38:
      guard let type = ChorusType(gs: value) else { return nil }
      return .type(type)
    case 0x39: return value <= 7 ? .preLowPass(value) : nil
    case 0x3A: return .level(SystemExclusiveValues.fraction(value))
    case 0x3B: return .feedback(Self.chorusFeedback(value))
    case 0x3C: return .relativeDelay(SystemExclusiveValues.fraction(value))
    case 0x3D: return .rate(hertz: Self.chorusRateHertz(value))
    case 0x3E: return .depth(seconds: Self.chorusDepthSeconds(value))
    case 0x3F: return .sendToReverb(SystemExclusiveValues.fraction(value))
    default: return nil
    }
  }
}
