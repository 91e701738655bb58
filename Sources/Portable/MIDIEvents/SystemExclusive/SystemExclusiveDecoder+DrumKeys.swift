// Settings of single drum keys: GS 41 (SC-55mkII and SC-88 owner's manuals, Drum Setup Parameters),
// XG 3n (XG specification, Drum Setup), and Key-Based Instrument Controllers (CA-023, GM2).
extension SystemExclusiveDecoder {
  /// Decodes 41 mp rr: parameter p of key rr in drum map m, 0 or 1. The play key number is 64 for
  /// the kit's own pitch.
  func gsDrumKey(_ middle: Int, key: UInt8, _ value: UInt8) -> SystemExclusiveSetting? {
    guard middle &>> 4 < 2 else { return nil }
    let parameter: DrumKeyParameter
    switch middle & 0x0F {
    case 1: parameter = .coarseTuning(semitones: Values.steps(value))
    case 2: parameter = .level(Values.fraction(value))
    case 4 where value > 0: parameter = .pan(Values.pan(value))
    case 5: parameter = .reverbSend(Values.fraction(value))
    case 6: parameter = .chorusSend(Values.fraction(value))
    case 7 where value <= 1: parameter = .receivesNoteOff(value == 1)
    case 8 where value <= 1: parameter = .receivesNoteOn(value == 1)
    default: return nil
    }
    return .drumKey(parameter, key: key, set: UInt8(truncatingIfNeeded: middle &>> 4) &+ 1)
  }

  /// Decodes 3n rr: a parameter of a key.
  func xgDrumKey(_ low: UInt8, _ value: UInt8) -> DrumKeyParameter? {
    switch low {
    case 0x00: return .coarseTuning(semitones: Values.steps(value))
    case 0x01: return .fineTuning(cents: Double(value) - 64)
    case 0x02: return .level(Values.fraction(value))
    case 0x04: return value > 0 ? .pan(Values.pan(value)) : nil
    case 0x05: return .reverbSend(Values.fraction(value))
    case 0x06: return .chorusSend(Values.fraction(value))
    case 0x09: return value <= 1 ? .receivesNoteOff(value == 1) : nil
    case 0x0A: return value <= 1 ? .receivesNoteOn(value == 1) : nil
    default: return nil
    }
  }

  /// Recognizes 0A 01: a channel, a key, and pairs of controller and value.
  mutating func recognizeKeyControllers() {
    guard message[3] == 1 && message[4] < 16 && message.count >= 8 && message.count & 1 == 0 else {
      return
    }
    offset = 6
    end = message.count
    format = .keyControllers
  }

  mutating func nextKeyController() -> SystemExclusiveSetting? {
    while offset < end {
      let (controller, value) = (message[offset], message[offset &+ 1])
      offset &+= 2
      guard let parameter = Self.keyController(controller, value) else { continue }
      return .channelDrumKey(parameter, key: message[5], channel: message[4])
    }
    return nil
  }

  /// Volume and tunings are relative to 64.
  private static func keyController(_ controller: UInt8, _ value: UInt8) -> DrumKeyParameter? {
    switch controller {
    case 7: return .level(Double(value) / 64)
    case 10: return .pan(Values.pan(value))
    case 91: return .reverbSend(Values.fraction(value))
    case 93: return .chorusSend(Values.fraction(value))
    case 120: return .fineTuning(cents: (Double(value) - 64) * 100 / 64)
    case 121: return .coarseTuning(semitones: Values.steps(value))
    default: return nil
    }
  }
}
