import PeachMusicUnits

// Universal System Exclusive (MIDI 1.0, table VIIa): 7E or 7F, the device, two sub-IDs, data.
extension SystemExclusiveDecoder {
  mutating func recognizeUniversal() {
    let isRealTime = message[0] == 0x7F
    switch message[2] {
    case 0x04 where isRealTime: recognizeDeviceControl()
    case 0x08: recognizeTuning(isRealTime: isRealTime)
    case 0x0A where isRealTime: recognizeKeyControllers()
    case 0x09 where !isRealTime && message.count == 4:
      switch message[3] {
      case 1: format = .reset(.generalMIDI1)
      case 2: format = .reset(.generalMIDIOff)
      case 3: format = .reset(.generalMIDI2)
      default: break
      }
    default: break
    }
  }

  private mutating func recognizeDeviceControl() {
    switch message[3] {
    case 1, 2, 3, 4: if message.count == 6 { format = .deviceControl }
    case 5: recognizeGlobalParameters()
    default: break
    }
  }

  /// Recognizes Global Parameter Control (CA-024): length of the slot path, sizes of parameter ID
  /// and value, slot path, pairs. GM2 uses paths of one slot, and one byte for ID and value.
  private mutating func recognizeGlobalParameters() {
    guard message[4] == 1 && message[5] == 1 && message[6] == 1 && message[7] == 1 else { return }
    guard message.count &- 9 >= 2 && (message.count &- 9) & 1 == 0 else { return }
    offset = 9
    end = message.count
    if message[8] == 1 { format = .globalReverb }
    if message[8] == 2 { format = .globalChorus }
  }

  /// Decodes Master Volume, Balance, Fine and Coarse Tuning (MIDI 1.0, Device Control; CA-025).
  func deviceControl() -> SystemExclusiveSetting? {
    let value = message.fourteenBits(low: 4, high: 5)
    switch message[3] {
    case 1: return .master(.volume(Double(value) / 16_383))
    case 2:
      let steps = Double(value) - 8192
      return .master(.balance(steps < 0 ? steps / 8192 : steps / 8191))
    case 3: return .master(.fineTuning(cents: Values.cents(value)))
    case 4: return .master(.keyShift(semitones: Values.steps(message[5])))
    default: return nil
    }
  }

  mutating func nextGlobalParameter() -> SystemExclusiveSetting? {
    while offset < end {
      let parameter = message[offset]
      let value = message[offset &+ 1]
      offset &+= 2
      if format == .globalReverb {
        if let setting = Self.globalReverb(parameter, value) { return .reverb(setting) }
      } else {
        if let setting = Self.globalChorus(parameter, value) { return .chorus(setting) }
      }
    }
    return nil
  }

  /// Decodes a parameter of GM2's reverb (RP-024). The time in seconds is e^((value − 40) / 40).
  private static func globalReverb(_ parameter: UInt8, _ value: UInt8) -> ReverbParameter? {
    switch parameter {
    case 0: return ReverbType(generalMIDI: value).map { .type($0) }
    case 1:
      let binaryLogarithmOfE = 1.44269504088896340736
      let exponent = (Double(value) - 40) * 0.025 * binaryLogarithmOfE
      return .time(seconds: Exponential.exp2(exponent))
    default: return nil
    }
  }

  /// Decodes a parameter of GM2's chorus (RP-024, Global Parameter Control).
  private static func globalChorus(_ parameter: UInt8, _ value: UInt8) -> ChorusParameter? {
    switch parameter {
    case 0: return ChorusType(generalMIDI: value).map { .type($0) }
    case 1: return .rate(hertz: chorusRateHertz(value))
    case 2: return .depth(seconds: chorusDepthSeconds(value))
    case 3: return .feedback(chorusFeedback(value))
    case 4: return .sendToReverb(Double(value) * 0.007_87)
    default: return nil
    }
  }

  static func chorusRateHertz(_ value: UInt8) -> Double { Double(value) * 0.122 }
  static func chorusDepthSeconds(_ value: UInt8) -> Double { (Double(value) + 1) / 3200 }
  static func chorusFeedback(_ value: UInt8) -> Double { Double(value) * 0.007_63 }
}
