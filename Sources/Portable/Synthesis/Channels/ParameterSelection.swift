/// Which registered or non-registered parameter data entry is for, and what was entered so far.
struct ParameterSelection: BitwiseCopyable {
  private(set) var target: Target = .none
  /// Data entry's high and low seven bits since the parameter was chosen.
  var coarse: UInt8 = 64
  var fine: UInt8 = 0 {
    didSet { hasFine = true }
  }
  /// True once the low seven bits were entered since the parameter was chosen.
  private(set) var hasFine = false
  /// What the LSBs 100, 101 and 102 of SoundFont's parameters have added up to (§9.6.2).
  private var generatorBase = 0
  private var most: UInt8 = 127
  private var least: UInt8 = 127

  /// What data entry changes.
  enum Target: BitwiseCopyable {
    case none
    /// A registered parameter, by its 14 bits.
    case registered(UInt16)
    /// A generator, by its number (SoundFont 2.04 §9.6.2).
    case generator(UInt8)
    /// One of the tone controllers, 0 for 71 (GS and XG, MSB 1).
    case tone(UInt8)
    /// The filter's cutoff and resonance as in the AWE32 (MSB 127).
    case cutoff
    case resonance
  }

  /// 14 bits of data.
  var value: Int { Int(coarse) &<< 7 | Int(fine) }

  /// The one number that the AWE32's filter parameters take: it sends them by controller 38, others
  /// by controller 6 alone.
  var single: UInt8 { hasFine ? fine : coarse }

  /// One step up or down: a generator counts every bit, the others seven of them.
  mutating func step(_ direction: Int) {
    switch target {
    case .generator:
      let stepped = min(max(value &+ direction, 0), 16383)
      coarse = UInt8(truncatingIfNeeded: stepped &>> 7)
      fine = UInt8(truncatingIfNeeded: stepped & 127)
    case .cutoff where hasFine, .resonance where hasFine:
      fine = UInt8(truncatingIfNeeded: min(max(Int(fine) &+ direction, 0), 127))
    default:
      coarse = UInt8(truncatingIfNeeded: min(max(Int(coarse) &+ direction, 0), 127))
    }
  }

  /// Controllers 101 and 100: a registered parameter, or none (MIDI 1.0, table IIIa).
  mutating func chooseRegistered(most: UInt8? = nil, least: UInt8? = nil) {
    choose(most: most, least: least)
    let number = UInt16(self.most) &<< 7 | UInt16(self.least)
    target = number == 0x3FFF ? .none : .registered(number)
  }

  /// Controllers 99 and 98: a non-registered parameter.
  ///
  /// 120 is SoundFont's: the LSB is a generator's number, and 100, 101 and 102 first add a hundred, a
  /// thousand or ten thousand to it (§9.6.2).
  mutating func chooseUnregistered(most: UInt8? = nil, least: UInt8? = nil) {
    choose(most: most, least: least)
    target = .none
    switch self.most {
    case 120:
      if most != nil {
        generatorBase = 0
      } else {
        chooseGenerator(self.least)
      }
    case 1: chooseTone(self.least)
    case 127 where self.least == 21: target = .cutoff
    case 127 where self.least == 22: target = .resonance
    default: break
    }
  }

  private mutating func choose(most: UInt8?, least: UInt8?) {
    if let most { self.most = most }
    if let least { self.least = least }
    coarse = 64
    fine = 0
    hasFine = false
  }

  private mutating func chooseGenerator(_ least: UInt8) {
    switch least {
    case 100: generatorBase &+= 100
    case 101: generatorBase &+= 1000
    case 102: generatorBase &+= 10000
    case 103...: break
    default:
      let number = generatorBase &+ Int(least)
      generatorBase = 0
      if number < 61 { target = .generator(UInt8(truncatingIfNeeded: number)) }
    }
    // Whoever sends hundreds without end gets no generator, and no overflow either.
    generatorBase = min(generatorBase, 1_000_000)
  }

  /// GS: 8, 9 and 10 are the vibrato's rate, depth and delay, 32 and 33 cutoff and resonance, 99,
  /// 100 and 102 attack, decay and release.
  private mutating func chooseTone(_ least: UInt8) {
    switch least {
    case 8: target = .tone(5)
    case 9: target = .tone(6)
    case 10: target = .tone(7)
    case 32: target = .tone(3)
    case 33: target = .tone(0)
    case 99: target = .tone(2)
    case 100: target = .tone(4)
    case 102: target = .tone(1)
    default: break
    }
  }
}
