import PeachInstrumentModel

/// Data entry: what controllers 6, 38, 96 and 97 do to the parameter chosen before (MIDI 1.0, table
/// IIIa; MIDI CA-026 for registered parameter 5; SoundFont 2.04 §9.6 for generators).
extension Channel {
  /// What a parameter's new value asks of the synthesizer.
  enum ParameterEffect: BitwiseCopyable {
    case nothing
    /// The channel's voices must be evaluated again.
    case refresh
    /// The channel's keys have other pitches.
    case retune
    /// The channel manages a zone of so many others (MPE, RPN 6).
    case zone(memberCount: UInt8)
  }

  /// Data entry's high seven bits (controller 6); a registered parameter keeps its low ones.
  mutating func enter(coarse value: UInt8) -> ParameterEffect {
    guard case .registered(let number) = parameter.target else {
      parameter.coarse = value
      return takeUnregistered()
    }
    switch number {
    case 0: bendRangeSemitones = value
    case 1: fineTuning = Int(value) &<< 7 | fineTuning & 127
    case 2: coarseTuning = value
    case 3:
      tuningProgram = value
      return .retune
    case 4:
      tuningBank = value
      return .retune
    case 5: modulationDepth = UInt16(value) &<< 7 | (modulationDepth ?? 64) & 127
    case 6: return .zone(memberCount: min(value, 15))
    default: return .nothing
    }
    return .refresh
  }

  /// Data entry's low seven bits (controller 38); the parameter keeps its high ones.
  mutating func enter(fine value: UInt8) -> ParameterEffect {
    guard case .registered(let number) = parameter.target else {
      parameter.fine = value
      return takeUnregistered()
    }
    switch number {
    case 0: bendRangeCents = min(value, 99)
    case 1: fineTuning = fineTuning & ~127 | Int(value)
    case 5: modulationDepth = (modulationDepth ?? 64) & ~127 | UInt16(value)
    default: return .nothing
    }
    return .refresh
  }

  /// Data increment and decrement (controllers 96 and 97), 1 or −1: one step of the low seven bits,
  /// or of the high ones for registered parameters 2, 3 and 4 (MIDI RP-018).
  mutating func step(_ direction: Int) -> ParameterEffect {
    switch parameter.target {
    case .none: return .nothing
    case .registered(let number): return stepRegistered(number, direction)
    case .generator, .tone, .cutoff, .resonance:
      parameter.step(direction)
      return takeUnregistered()
    }
  }

  private mutating func stepRegistered(_ number: UInt16, _ direction: Int) -> ParameterEffect {
    func stepped(_ value: UInt8) -> UInt8 {
      UInt8(truncatingIfNeeded: min(max(Int(value) &+ direction, 0), 127))
    }
    switch number {
    case 0:
      // The low bits count cents, of which a semitone has a hundred.
      let cents = Int(bendRangeSemitones) &* 100 &+ Int(bendRangeCents) &+ direction
      let kept = min(max(cents, 0), 12799)
      bendRangeSemitones = UInt8(truncatingIfNeeded: kept / 100)
      bendRangeCents = UInt8(truncatingIfNeeded: kept % 100)
    case 1: fineTuning = min(max(fineTuning &+ direction, 0), 16383)
    case 2: coarseTuning = stepped(coarseTuning)
    case 3:
      tuningProgram = stepped(tuningProgram)
      return .retune
    case 4:
      tuningBank = stepped(tuningBank)
      return .retune
    case 5:
      let value = min(max(Int(modulationDepth ?? 64) &+ direction, 0), 16383)
      modulationDepth = UInt16(truncatingIfNeeded: value)
    default: return .nothing
    }
    return .refresh
  }

  private mutating func takeUnregistered() -> ParameterEffect {
    switch parameter.target {
    case .none, .registered: return .nothing
    case .generator(let number):
      let steps = Float(parameter.value &- 8192)
      tables.generatorOffsets[Int(number)] = steps * Channel.unitsPerStep(ofGenerator: number)
      hasGeneratorOffsets = true
    case .tone(let place):
      controllers[Int(Controller.firstSoundController &+ place)] = parameter.coarse
    case .cutoff: replacedCutoff = parameter.single
    case .resonance: replacedResonance = parameter.single
    }
    return .refresh
  }

  /// How far one step of data entry moves a generator, in its unit: two or four units where 14 bits
  /// would not reach its whole range; 0 for those that data entry cannot move (§9.6.2, table).
  private static func unitsPerStep(ofGenerator number: UInt8) -> Float {
    switch number {
    case 5...8, 10, 11, 21, 23, 25...28, 30, 33...36, 38: 2
    case 22, 24: 4
    case 14, 18...20, 41...44, 49, 53...55, 59...: 0
    default: 1
    }
  }
}
