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

  /// Data entry for the registered parameter chosen by controllers 100 and 101 (MIDI 1.0, table IIIa).
  mutating func enterData(coarse: UInt8) {
    if registeredParameter == 0 { bendRange = Float(coarse) + bendRange - Float(Int(bendRange)) }
  }

  /// The same for the fine part, in cents.
  mutating func enterData(fine: UInt8) {
    if registeredParameter == 0 { bendRange = Float(Int(bendRange)) + Float(min(fine, 99)) * 0.01 }
  }
}
