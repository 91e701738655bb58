/// One of MIDI's channels: where its controllers stand and what it plays.
struct Channel: BitwiseCopyable {
  /// 128 controllers, then the pressure on each of 128 keys.
  static var tableCount: Int { 256 }

  var preset: PresetHandle?
  let controllers: UnsafeMutablePointer<UInt8>
  let keyPressures: UnsafeMutablePointer<UInt8>
  var pressure: UInt8 = 0
  var bend = 8192
  /// Semitones, cents as a fraction; set by RPN 0.
  var bendRange: Float = 2
  /// The registered parameter that data entry sets; nil after "null" or a non-registered one.
  var registeredParameter: UInt16?
  /// 14 bits, 8192 for none: 8192 steps are a semitone (RPN 1).
  private var fineTuning = 8192
  /// Semitones, 64 for none (RPN 2).
  private var coarseTuning: UInt8 = 64
  var program: UInt8 = 0
  /// Its presets come from the percussion bank.
  var isPercussion: Bool

  /// A channel at its power-up state, its tables in memory of `tableCount` bytes.
  init(tables: UnsafeMutablePointer<UInt8>, isPercussion: Bool) {
    controllers = tables
    keyPressures = tables + 128
    self.isPercussion = isPercussion
    for index in 0..<Channel.tableCount { tables[index] = 0 }
    controllers[7] = 100
    controllers[8] = 64
    resetControllers()
    controllers[10] = 64
  }

  /// What "reset all controllers" resets (MIDI RP-015): volume, pan, bank and program stay.
  mutating func resetControllers() {
    for index in 0..<128 { keyPressures[index] = 0 }
    pressure = 0
    bend = 8192
    registeredParameter = nil
    controllers[1] = 0
    controllers[11] = 127
    for pedal in 64...67 { controllers[pedal] = 0 }
  }

  /// True while the sustain pedal is down.
  @inline(__always) var isSustained: Bool { controllers[64] >= 64 }

  /// True while the sostenuto pedal is down. (SoundFont 2.04 §9.2 has 66 and 67 the other way
  /// round; this is MIDI's.)
  @inline(__always) var isSostenuto: Bool { controllers[66] >= 64 }

  /// How far registered parameters 1 and 2 move the channel, in cents. Percussion stays where it is.
  @inline(__always) var tuningCents: Double {
    if isPercussion { return 0 }
    return Double(Int(coarseTuning) &- 64) * 100 + Double(fineTuning &- 8192) * (100.0 / 8192)
  }

  /// Data entry for the registered parameter chosen by controllers 100 and 101 (MIDI 1.0, table
  /// IIIa): 0 is the wheel's range, 1 fine tuning, 2 coarse tuning.
  mutating func enterData(coarse value: UInt8) {
    switch registeredParameter {
    case 0: bendRange = Float(value) + bendRange - Float(Int(bendRange))
    case 1: fineTuning = Int(value) &<< 7 | fineTuning & 0x7F
    case 2: coarseTuning = value
    default: break
    }
  }

  /// The same for the fine part: cents of the range, the low seven bits of fine tuning.
  mutating func enterData(fine value: UInt8) {
    switch registeredParameter {
    case 0: bendRange = Float(Int(bendRange)) + Float(min(value, 99)) * 0.01
    case 1: fineTuning = fineTuning & ~0x7F | Int(value)
    default: break
    }
  }
}
