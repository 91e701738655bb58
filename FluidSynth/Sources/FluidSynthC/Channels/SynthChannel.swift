/// The state of a MIDI channel that functions return. The engine has its own.
struct SynthChannel {
  var isDrum: Bool
  /// The bank, without the offset of a font; 128 for percussion.
  var bank: Int
  var program: Int
  /// The program that stands for none (`fluid_synth_unset_program`).
  static var unsetProgram: Int { 128 }
  var preset: FontPreset?
  var fontID: Int32 = 0
  var controllers = [Int32](repeating: 0, count: 128)
  var bend: Int32 = 8192
  var bendRange: Int32 = 2
  /// The offsets of generators, by number.
  var offsets = [Float](repeating: 0, count: SynthChannel.generatorCount)
  /// The keys that note-on has started and note-off has not released.
  var heldKeys = [Bool](repeating: false, count: 128)
  var tuning: Tuning.Name?
  var legatoMode: Int32 = 0
  var portamentoMode: Int32 = 0
  var breathMode: Int32 = 0
  /// The first channel of the group of a basic channel; `nil` if the channel is disabled.
  var basicChannel: Int32? = 0
  /// The mode of the group: 1 for monophonic, plus 2 for omni off.
  var basicMode: Int32 = 0

  /// The number of generators of gen.h.
  static var generatorCount: Int { 63 }

  init(isDrum: Bool) {
    self.isDrum = isDrum
    bank = isDrum ? 128 : 0
    program = 0
    resetAllControllers()
  }

  /// Restores the controllers to the values of a new synthesizer.
  mutating func resetAllControllers() {
    for index in 0..<128 { controllers[index] = 0 }
    controllers[7] = 100
    controllers[8] = 64
    controllers[10] = 64
    for index in 70..<80 { controllers[index] = 64 }
    bendRange = 2
    resetControllers()
  }

  /// Resets controllers as controller 121 does (MIDI RP-015).
  mutating func resetControllers() {
    controllers[1] = 0
    controllers[2] = 0
    controllers[4] = 0
    controllers[11] = 127
    controllers[43] = 127
    for index in 64..<70 { controllers[index] = 0 }
    for index in 98..<102 { controllers[index] = 127 }
    controllers[84] = 255
    bend = 8192
    for index in offsets.indices { offsets[index] = 0 }
  }

  /// Restores all but the basic channel's group, without allocating: a player may reset the system
  /// while it renders.
  mutating func reset(isDrum: Bool) {
    self.isDrum = isDrum
    bank = isDrum ? 128 : 0
    program = 0
    preset = nil
    fontID = 0
    releaseKeys()
    tuning = nil
    (legatoMode, portamentoMode, breathMode, basicMode) = (0, 0, 0, 0)
    resetAllControllers()
  }

  mutating func releaseKeys() {
    for key in 0..<128 { heldKeys[key] = false }
  }
}
