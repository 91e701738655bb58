import PeachInstrumentModel

struct Channel: BitwiseCopyable {
  let tables: ChannelTables
  var settings = ChannelSettings()
  var preset: PresetHandle?
  var parameter = ParameterSelection()
  /// The key of the last note-on, where portamento starts; `nil` before the first.
  var lastKey: UInt8?
  /// The key from which the next note glides (controller 84).
  var portamentoControlKey: UInt8?
  /// The LSB of the next note's velocity (controller 88).
  var velocityPrefix: UInt8 = 0
  /// The amount of recorded vibrato, 0…2, until controller 77 sets it.
  var baseVibratoAmount: Float = 0
  /// The level that the host adds, in centibels. Resets do not change it.
  var hostLevel: Float = 0
  /// Whether the host has chosen a bank and program, which are played instead of those of program
  /// changes. Resets do not change it.
  var hasHostPreset = false
  var hostBank: UInt16 = 0
  var hostProgram: UInt8 = 0
  private var lastOrder: UInt32 = 0
  var hasGeneratorOffsets = false
  var hasOverrides = false
  /// Whether any key of a percussion channel has settings of its own.
  var hasDrumKeys = false

  var controllers: UnsafeMutablePointer<UInt8> {
    @_noLocks @_noAllocation get { tables.controllers }
  }
  var keyPressures: UnsafeMutablePointer<UInt8> { tables.keyPressures }

  init(tables: ChannelTables, isDrumChannel: Bool) {
    self.tables = tables
    resetToPowerOn(isDrumChannel: isDrumChannel)
  }

  /// Restores the power-on state, except for the preset and the keys that are down.
  mutating func resetToPowerOn(isDrumChannel: Bool) {
    for index in 0..<128 { controllers[index] = 0 }
    controllers[Int(Controller.volume)] = 100
    controllers[Int(Controller.balance)] = 64
    controllers[Int(Controller.pan)] = 64
    controllers[Int(Controller.reverbSend)] = 40
    for controller in 71..<79 { controllers[controller] = 64 }
    for index in 0..<12 { tables.octaveTuning[index] = 0 }
    settings = ChannelSettings()
    settings.isPercussion = isDrumChannel
    settings.isDrumChannel = isDrumChannel
    clearOverrides()
    hasDrumKeys = false
    lastKey = nil
    resetControllers()
  }

  /// Resets controllers, but not volume and pan (MIDI RP-015; SoundFont 2.04 §9.6.3).
  mutating func resetControllers() {
    for index in 0..<128 {
      keyPressures[index] = 0
      tables.keyBends[index] = 0
      tables.noteTunings[index] = 0
    }
    for index in 0..<Generator.tableCount { tables.generatorOffsets[index] = 0 }
    hasGeneratorOffsets = false
    settings.cutoffOverride = nil
    settings.resonanceOverride = nil
    settings.pressure = 0
    settings.bend = 8192
    portamentoControlKey = nil
    velocityPrefix = 0
    parameter = ParameterSelection()
    controllers[Int(Controller.modulationWheel)] = 0
    controllers[Int(Controller.expression)] = 127
    for pedal in 64..<68 { controllers[pedal] = 0 }
  }

  @_noLocks @_noAllocation mutating func clearOverrides() {
    for index in 0..<Generator.tableCount { tables.overrideMixes[index] = 0 }
    hasOverrides = false
  }

  /// The bank and program that the host has chosen, or else those of the last program change.
  var requestedBank: UInt16 {
    @_noLocks @_noAllocation get { hasHostPreset ? hostBank : settings.bank }
  }
  var requestedProgram: UInt8 {
    @_noLocks @_noAllocation get { hasHostPreset ? hostProgram : settings.program }
  }

  @inline(__always) var isSustained: Bool { controllers[64] >= 64 }
  /// Whether the sostenuto pedal is down. SoundFont 2.04 §9.2 swaps controllers 66 and 67.
  @inline(__always) var isSostenuto: Bool { controllers[66] >= 64 }
  @inline(__always) var isSoft: Bool { controllers[67] >= 64 }
  /// Whether a key pressed while another one is down takes over its notes.
  @inline(__always) var playsLegato: Bool { settings.isMonophonic || controllers[68] >= 64 }
  /// Whether notes taken over from another key continue without an attack.
  @inline(__always) var keepsAttack: Bool { !settings.retriggersLegato || controllers[68] >= 64 }

  @inline(__always) var bendRange: Float {
    Float(settings.bendRangeSemitones) + Float(settings.bendRangeCents) * 0.01
  }

  @inline(__always) var bendCents: Double {
    if settings.bend >= 16383 { return Double(bendRange) * 100 }
    return Double(settings.bend &- 8192) * (1.0 / 8192) * Double(bendRange) * 100
  }

  /// The tuning by RPN 1, RPN 2 and System Exclusive, in cents; 0 for percussion.
  @inline(__always) var tuningCents: Double {
    if settings.isPercussion { return 0 }
    return settings.channelTuningCents + Double(Int(settings.coarseTuning) &- 64) * 100
      + Double(settings.fineTuning &- 8192) * (100.0 / 8192)
  }

  /// The modulation depth relative to the default of 50 cents (RPN 5).
  @inline(__always) var modulationDepthFactor: Float {
    guard let modulationDepth = settings.modulationDepth else { return 1 }
    return Float(modulationDepth) * (100.0 / 128 / 50)
  }

  /// The amount of recorded vibrato: by controller 77, once received, 0…1 up to 64 and 1…2 above.
  var vibratoAmount: Float {
    if !settings.hasVibratoDepth { return baseVibratoAmount }
    let value = Float(controllers[Int(Controller.vibratoDepth)])
    return value <= 64 ? value * (1.0 / 64) : 1 + (value - 64) * (1.0 / 63)
  }

  /// The portamento time by controllers 5 and 37: 0 at 0, and exponential from 0.5 ms to 2 s above.
  var glideSecondsPerSemitone: Double {
    if let seconds = settings.portamentoTimeOverride { return Double(seconds) }
    let msb = Int(controllers[Int(Controller.portamentoTime)])
    let time = msb &<< 7 | Int(controllers[Int(Controller.portamentoTimeLSB)])
    if time == 0 { return 0 }
    return 0.0005 * VoiceParameters.seconds(timecents: Float(time) * (14400.0 / 16383))
  }

  /// Returns a velocity with factor and offset applied, at least 1. Returns 0 for 0.
  func effectiveVelocity(of velocity: UInt8) -> UInt8 {
    let (factor, offset) = (settings.velocityFactor, settings.velocityOffset)
    if velocity == 0 || (factor == 1 && offset == 0) { return velocity }
    let scaled = Float(velocity) * factor + Float(offset)
    return UInt8(min(max(scaled + 0.5, 1), 127))
  }

  /// Sets the bank and program of the channel, regardless of bank select.
  @_noLocks @_noAllocation
  mutating func request(bank: UInt16, program: UInt8) {
    settings.bank = bank
    settings.program = program
    settings.isPercussion = bank == BankMode.percussionBank
  }

  mutating func keyDown(_ key: UInt8) {
    lastOrder &+= 1
    tables.keyOrders[Int(key)] = lastOrder
  }

  func keyUp(_ key: UInt8) { tables.keyOrders[Int(key)] = 0 }
  func releaseAllKeys() { for key in 0..<128 { tables.keyOrders[key] = 0 } }

  var latestKeyDown: UInt8? {
    var latest: UInt8?
    var order: UInt32 = 0
    for key in 0..<128 where tables.keyOrders[key] > order {
      order = tables.keyOrders[key]
      latest = UInt8(truncatingIfNeeded: key)
    }
    return latest
  }
}
