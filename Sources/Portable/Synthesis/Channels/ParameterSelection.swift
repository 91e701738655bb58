struct ParameterSelection: BitwiseCopyable {
  private(set) var target: Target = .none
  /// The data entry since the parameter was selected.
  var dataMSB: UInt8 = 64
  var dataLSB: UInt8 = 0 { didSet { hasLSB = true } }
  private var hasLSB = false
  /// The sum of the LSBs 100, 101 and 102 of SoundFont NRPNs (§9.6.2).
  private var generatorBase = 0
  private var numberMSB: UInt8 = 127
  private var numberLSB: UInt8 = 127

  enum Target: BitwiseCopyable {
    case none
    /// An RPN, by its 14-bit number.
    case registered(UInt16)
    /// A generator, by its number (SoundFont 2.04 §9.6.2).
    case generator(UInt8)
    /// One of the sound controllers, counted from 71 (GS and XG, MSB 1).
    case soundController(UInt8)
    /// The AWE32's filter cutoff and resonance (MSB 127).
    case cutoff
    case resonance
    /// A setting of a drum key: the MSB, 0x18 through 0x1E, and the key (GS and XG).
    case drumKey(parameter: UInt8, key: UInt8)
  }

  var value: Int { Int(dataMSB) &<< 7 | Int(dataLSB) }
  /// The value of the AWE32's filter parameters: it sends the LSB, other devices the MSB alone.
  var sevenBitValue: UInt8 { hasLSB ? dataLSB : dataMSB }

  /// Increments or decrements the value: by 1 of 14 bits for generators, of 7 bits for others.
  mutating func step(_ direction: Int) {
    switch target {
    case .generator:
      let stepped = min(max(value &+ direction, 0), 16383)
      dataMSB = UInt8(truncatingIfNeeded: stepped &>> 7)
      dataLSB = UInt8(truncatingIfNeeded: stepped & 127)
    case .cutoff where hasLSB, .resonance where hasLSB:
      dataLSB = UInt8(truncatingIfNeeded: min(max(Int(dataLSB) &+ direction, 0), 127))
    default: dataMSB = UInt8(truncatingIfNeeded: min(max(Int(dataMSB) &+ direction, 0), 127))
    }
  }

  /// Selects an RPN by controllers 101 and 100, or the null parameter (MIDI 1.0, table IIIa).
  mutating func selectRPN(msb: UInt8? = nil, lsb: UInt8? = nil) {
    setNumber(msb: msb, lsb: lsb)
    let number = UInt16(numberMSB) &<< 7 | UInt16(numberLSB)
    target = number == 0x3FFF ? .none : .registered(number)
  }

  /// Selects an NRPN by controllers 99 and 98. MSB 120 is SoundFont's: the LSB is a generator's
  /// number; LSBs of 100, 101 and 102 add 100, 1000 or 10,000 to the next one (§9.6.2).
  mutating func selectNRPN(msb: UInt8? = nil, lsb: UInt8? = nil) {
    setNumber(msb: msb, lsb: lsb)
    target = .none
    switch numberMSB {
    case 120: if msb != nil { generatorBase = 0 } else { selectGenerator(numberLSB) }
    case 1: selectSoundController(numberLSB)
    case 0x18...0x1E where numberLSB < 128:
      target = .drumKey(parameter: numberMSB, key: numberLSB)
    case 127 where numberLSB == 21: target = .cutoff
    case 127 where numberLSB == 22: target = .resonance
    default: break
    }
  }

  private mutating func setNumber(msb: UInt8?, lsb: UInt8?) {
    if let msb { numberMSB = msb }
    if let lsb { numberLSB = lsb }
    dataMSB = 64
    dataLSB = 0
    hasLSB = false
  }

  private mutating func selectGenerator(_ lsb: UInt8) {
    switch lsb {
    case 100: generatorBase &+= 100
    case 101: generatorBase &+= 1000
    case 102: generatorBase &+= 10000
    case 103...: break
    default:
      let number = generatorBase &+ Int(lsb)
      generatorBase = 0
      if number < 61 { target = .generator(UInt8(truncatingIfNeeded: number)) }
    }
    // Prevents an overflow by an endless series of hundreds.
    generatorBase = min(generatorBase, 1_000_000)
  }

  /// Selects a sound controller by its GS number: 8, 9 and 10 are vibrato rate, depth and delay, 32
  /// and 33 cutoff and resonance, 99, 100 and 102 attack, decay and release.
  private mutating func selectSoundController(_ lsb: UInt8) {
    switch lsb {
    case 8...10: target = .soundController(lsb &- 3)
    case 32: target = .soundController(3)
    case 33: target = .soundController(0)
    case 99: target = .soundController(2)
    case 100: target = .soundController(4)
    case 102: target = .soundController(1)
    default: break
    }
  }
}
