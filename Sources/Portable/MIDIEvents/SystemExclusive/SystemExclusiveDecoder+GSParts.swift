// The parts of Roland GS (SC-55mkII and SC-88 owner's manuals, Patch Part Parameters).
extension SystemExclusiveDecoder {
  /// Decodes 40 1x: a part.
  func gsPart(_ low: UInt8, _ value: UInt8, at offset: Int) -> PartSetting? {
    switch low {
    case 0x00: return .bankMSB(value)
    case 0x01: return .program(value)
    case 0x02: return value < 0x10 ? .receiveChannel(value) : value == 0x10 ? .receivesNothing : nil
    case 0x13: return value <= 1 ? .isMonophonic(value == 0) : nil
    case 0x15: return value == 0 ? .melodic : value <= 2 ? .rhythm(set: value) : nil
    case 0x16: return Values.keyShift(value).map { .keyShift(semitones: $0) }
    case 0x17:
      let tenths = message.nibbles(at: offset, count: 2)
      guard tenths >= 0x08 && tenths <= 0xF8 else { return nil }
      return .pitchOffset(hertz: Double(tenths &- 0x80) / 10)
    case 0x19: return .level(Values.fraction(value))
    case 0x1A: return .velocityDepth(Double(value) / 64)
    case 0x1B: return .velocityOffset(Values.steps(value))
    case 0x1C: return value == 0 ? .randomPan : .pan(Values.pan(value))
    case 0x1D: return .lowestKey(value)
    case 0x1E: return .highestKey(value)
    case 0x21: return .chorusSend(Values.fraction(value))
    case 0x22: return .reverbSend(Values.fraction(value))
    case _ where low >= 0x30 && low <= 0x37: return gsQuality(low, value)
    case _ where low >= 0x40 && low <= 0x4B:
      return .scaleTuning(cents: Double(value) - 64, pitchClass: low &- 0x40)
    default: return nil
    }
  }

  /// Decodes Tone Modify 1…8.
  private func gsQuality(_ low: UInt8, _ value: UInt8) -> PartSetting {
    let quality: SoundQuality =
      switch low {
      case 0x30: .vibratoRate
      case 0x31: .vibratoDepth
      case 0x32: .filterCutoff
      case 0x33: .filterResonance
      case 0x34: .attackTime
      case 0x35: .decayTime
      case 0x36: .releaseTime
      default: .vibratoDelay
      }
    return .quality(quality, steps: Values.steps(value))
  }

  /// Decodes 40 2x: the depths of six controllers, sixteen addresses each.
  func gsControl(_ low: UInt8, _ value: UInt8) -> PartSetting? {
    guard let source = ControlSource(rawValue: low &>> 4),
      let destination = ControlDestination(rawValue: low & 0x0F)
    else { return nil }
    let amount: Double
    switch destination {
    case .pitch:
      // 0…24 semitones for pitch bend, −24…24 for other controllers.
      guard value >= (source == .bend ? 0x40 : 0x28) && value <= 0x58 else { return nil }
      let semitones = Values.steps(value)
      if source == .bend { return .bendRange(semitones: semitones) }
      amount = Double(semitones)
    case .filterCutoff: amount = Values.bipolarFraction(value) * 9600
    case .amplitude: amount = Values.bipolarFraction(value)
    case .lfo1Rate, .lfo2Rate: amount = Values.bipolarFraction(value) * 10
    case .lfo1Pitch, .lfo2Pitch: amount = Values.fraction(value) * 600
    case .lfo1Filter, .lfo2Filter: amount = Values.fraction(value) * 2400
    case .lfo1Amplitude, .lfo2Amplitude: amount = Values.fraction(value)
    }
    return .control(amount: amount, of: destination, by: source)
  }
}
