// The parts of Yamaha XG (XG specification; MU and CBX owner's manuals, table Multi Part).
extension SystemExclusiveDecoder {
  /// Decodes 08 nn: a part.
  func xgPart(_ low: UInt8, _ value: UInt8, at offset: Int) -> PartSetting? {
    switch low {
    case 0x01: return .bankMSB(value)
    case 0x02: return .bankLSB(value)
    case 0x03: return .program(value)
    case 0x04: return value < 0x10 ? .receiveChannel(value) : value == 0x7F ? .receivesNothing : nil
    case 0x05: return value <= 1 ? .isMonophonic(value == 0) : nil
    case 0x07: return value == 0 ? .melodic : value <= 5 ? .rhythm(set: value &- 1) : nil
    case 0x08: return Values.keyShift(value).map { .keyShift(semitones: $0) }
    case 0x09:
      return .pitchOffset(hertz: Double(message.nibbles(at: offset, count: 2) &- 0x80) / 10)
    case 0x0B: return .level(Values.fraction(value))
    case 0x0C: return .velocityDepth(Double(value) / 64)
    case 0x0D: return .velocityOffset(Values.steps(value))
    case 0x0E: return value == 0 ? .randomPan : .pan(Values.pan(value))
    case 0x0F: return .lowestKey(value)
    case 0x10: return .highestKey(value)
    case 0x11: return .dryLevel(Values.fraction(value))
    case 0x12: return .chorusSend(Values.fraction(value))
    case 0x13: return .reverbSend(Values.fraction(value))
    case _ where low >= 0x15 && low <= 0x1C: return xgQuality(low, value)
    case _ where low >= 0x1D && low <= 0x25: return xgControl(low, value)
    case _ where low >= 0x41 && low <= 0x4C:
      return .scaleTuning(cents: Double(value) - 64, pitchClass: low &- 0x41)
    default: return nil
    }
  }

  private func xgQuality(_ low: UInt8, _ value: UInt8) -> PartSetting {
    let quality: SoundQuality =
      switch low {
      case 0x15: .vibratoRate
      case 0x16: .vibratoDepth
      case 0x17: .vibratoDelay
      case 0x18: .filterCutoff
      case 0x19: .filterResonance
      case 0x1A: .attackTime
      case 0x1B: .decayTime
      default: .releaseTime
      }
    return .quality(quality, steps: Values.steps(value))
  }

  /// Decodes 1D…1F and 23…25: the depths of modulation wheel and bend, except those without a unit.
  private func xgControl(_ low: UInt8, _ value: UInt8) -> PartSetting? {
    let source: ControlSource = low < 0x23 ? .modulation : .bend
    switch low {
    case 0x1D, 0x23:
      guard let semitones = Values.keyShift(value) else { return nil }
      if source == .bend { return .bendRange(semitones: semitones) }
      return .control(amount: Double(semitones), of: .pitch, by: source)
    case 0x1E, 0x24:  // −9600…9450 cents.
      return .control(amount: (Double(value) - 64) * 150, of: .filterCutoff, by: source)
    case 0x1F, 0x25:
      return .control(amount: Values.bipolarFraction(value), of: .amplitude, by: source)
    default: return nil
    }
  }
}
