import PeachInstrumentModel

/// Data entry: applies controllers 6, 38, 96 and 97 to the selected parameter (MIDI 1.0, table
/// IIIa; MIDI CA-026 for RPN 5; SoundFont 2.04 §9.6 for generators).
extension Channel {
  /// The update that a parameter's new value requires: reevaluate the channel's voices, or update
  /// the pitch of its keys.
  enum ParameterEffect: BitwiseCopyable {
    case none
    case refresh
    case retune
    /// Set up an MPE zone that the channel manages (RPN 6).
    case zone(memberCount: UInt8)
  }

  /// Applies the MSB of data entry (controller 6). An RPN keeps its LSB.
  mutating func enter(msb value: UInt8) -> ParameterEffect {
    guard case .registered(let number) = parameter.target else {
      parameter.dataMSB = value
      return applyNRPN()
    }
    switch number {
    case 0: settings.bendRangeSemitones = value
    case 1: settings.fineTuning = Int(value) &<< 7 | settings.fineTuning & 127
    case 2: settings.coarseTuning = value
    case 3:
      settings.tuningProgram = value
      return .retune
    case 4:
      settings.tuningBank = value
      return .retune
    case 5: settings.modulationDepth = UInt16(value) &<< 7 | (settings.modulationDepth ?? 64) & 127
    case 6: return .zone(memberCount: min(value, 15))
    default: return .none
    }
    return .refresh
  }

  /// Applies the LSB of data entry (controller 38). An RPN keeps its MSB.
  mutating func enter(lsb value: UInt8) -> ParameterEffect {
    guard case .registered(let number) = parameter.target else {
      parameter.dataLSB = value
      return applyNRPN()
    }
    switch number {
    case 0: settings.bendRangeCents = min(value, 99)
    case 1: settings.fineTuning = settings.fineTuning & ~127 | Int(value)
    case 5: settings.modulationDepth = (settings.modulationDepth ?? 64) & ~127 | UInt16(value)
    default: return .none
    }
    return .refresh
  }

  /// Applies data increment or decrement, 1 or −1 (controllers 96 and 97): one step of the LSB, or
  /// of the MSB of RPN 2, 3 and 4 (MIDI RP-018).
  mutating func step(_ direction: Int) -> ParameterEffect {
    switch parameter.target {
    case .none: return .none
    case .registered(let number): return stepRPN(number, direction)
    case .generator, .soundController, .cutoff, .resonance, .drumKey:
      parameter.step(direction)
      return applyNRPN()
    }
  }

  private mutating func stepRPN(_ number: UInt16, _ direction: Int) -> ParameterEffect {
    func stepped(_ value: UInt8) -> UInt8 {
      UInt8(truncatingIfNeeded: min(max(Int(value) &+ direction, 0), 127))
    }
    switch number {
    case 0:
      // The LSB counts cents, 100 to a semitone.
      let range = Int(settings.bendRangeSemitones) &* 100 &+ Int(settings.bendRangeCents)
      let cents = min(max(range &+ direction, 0), 12799)
      settings.bendRangeSemitones = UInt8(truncatingIfNeeded: cents / 100)
      settings.bendRangeCents = UInt8(truncatingIfNeeded: cents % 100)
    case 1: settings.fineTuning = min(max(settings.fineTuning &+ direction, 0), 16383)
    case 2: settings.coarseTuning = stepped(settings.coarseTuning)
    case 3:
      settings.tuningProgram = stepped(settings.tuningProgram)
      return .retune
    case 4:
      settings.tuningBank = stepped(settings.tuningBank)
      return .retune
    case 5:
      let value = min(max(Int(settings.modulationDepth ?? 64) &+ direction, 0), 16383)
      settings.modulationDepth = UInt16(truncatingIfNeeded: value)
    default: return .none
    }
    return .refresh
  }

  private mutating func applyNRPN() -> ParameterEffect {
    switch parameter.target {
    case .none, .registered: return .none
    case .generator(let number):
      let steps = Float(parameter.value &- 8192)
      tables.generatorOffsets[Int(number)] = steps * Channel.unitsPerStep(ofGenerator: number)
      hasGeneratorOffsets = true
    case .soundController(let index):
      let controller = Controller.firstSoundController &+ index
      controllers[Int(controller)] = parameter.dataMSB
      if controller == Controller.vibratoDepth { settings.hasVibratoDepth = true }
    case .cutoff: settings.cutoffOverride = parameter.sevenBitValue
    case .resonance: settings.resonanceOverride = parameter.sevenBitValue
    case .drumKey(let number, let key):
      guard settings.isPercussion,
        let setting = Self.drumKeySetting(ofParameter: number, value: parameter.dataMSB)
      else { return .none }
      setDrumKey(key, setting)
    }
    return .refresh
  }

  /// Returns the change of a generator per step of data entry, in its unit: 2 or 4 if 14 bits would
  /// not cover its range, 0 if data entry cannot change it (§9.6.2, table).
  private static func unitsPerStep(ofGenerator number: UInt8) -> Float {
    switch number {
    case 5...8, 10, 11, 21, 23, 25...28, 30, 33...36, 38: 2
    case 22, 24: 4
    case 14, 18...20, 41...44, 49, 53...55, 59...: 0
    default: 1
    }
  }
}
