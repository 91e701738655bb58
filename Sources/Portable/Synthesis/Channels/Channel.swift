import PeachInstrumentModel

/// A MIDI channel: its controllers, tuning and preset.
struct Channel: BitwiseCopyable {
  let tables: ChannelTables
  var preset: PresetHandle?
  var program: UInt8 = 0
  /// The bank of the last program change.
  var bank: UInt16 = 0
  /// Whether its presets are from the percussion bank. Tunings do not apply.
  var isPercussion: Bool
  /// Whether it plays percussion unless bank select overrides that: channel 10, or set by a
  /// message.
  var isDrumChannel: Bool

  var pressure: UInt8 = 0
  var bend = 8192
  /// The pitch bend range, in semitones and cents (RPN 0).
  var bendRangeSemitones: UInt8 = 2
  var bendRangeCents: UInt8 = 0
  /// The channel fine tuning (RPN 1), 14 bits: 8192 is 0, and 8192 steps are a semitone.
  var fineTuning = 8192
  /// The channel coarse tuning (RPN 2), in semitones; 64 is 0.
  var coarseTuning: UInt8 = 64
  /// The tuning program and tuning bank (RPN 3 and 4).
  var tuningProgram: UInt8 = 0
  var tuningBank: UInt8 = 0
  /// The modulation depth range (RPN 5), in 128ths of a semitone; `nil` for the file's own.
  var modulationDepth: UInt16?
  var parameter = ParameterSelection()
  /// The tuning set by System Exclusive, in cents.
  var channelTuningCents = 0.0
  /// The range of keys that the channel plays.
  var lowestKey: UInt8 = 0
  var highestKey: UInt8 = 127
  /// The factor and the offset that are applied to velocities.
  var velocityFactor: Float = 1
  var velocityOffset: Int8 = 0

  /// Whether the channel plays one key at a time.
  /// One key at a time sounds.
  var isMonophonic = false
  /// The key of the last note-on, where portamento starts; `nil` before the first.
  var lastKey: UInt8?
  /// The key from which the next note glides (controller 84).
  var portamentoControlKey: UInt8?
  /// The LSB of the next note's velocity (controller 88).
  var velocityPrefix: UInt8 = 0
  private var lastOrder: UInt32 = 0
  /// The manager channel of the MPE zone; `nil` outside a zone.
  var zoneManager: UInt8?
  /// Whether any generator offset is not 0.
  var hasGeneratorOffsets = false
  /// Whether any generator is overridden.
  var hasOverrides = false
  /// The portamento time in seconds per semitone; `nil` to use controllers 5 and 37.
  var portamentoTimeOverride: Float?
  /// Whether legato notes of a monophonic channel have an attack.
  var retriggersLegato = false
  /// The cutoff and resonance that override the regions' (AWE32 NRPN 21 and 22), 0…127.
  var cutoffOverride: UInt8?
  var resonanceOverride: UInt8?

  var controllers: UnsafeMutablePointer<UInt8> { tables.controllers }
  var keyPressures: UnsafeMutablePointer<UInt8> { tables.keyPressures }

  /// Creates a channel in its power-on state.
  init(tables: ChannelTables, isDrumChannel: Bool) {
    self.tables = tables
    isPercussion = isDrumChannel
    self.isDrumChannel = isDrumChannel
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
    isPercussion = isDrumChannel
    self.isDrumChannel = isDrumChannel
    program = 0
    bank = 0
    bendRangeSemitones = 2
    bendRangeCents = 0
    fineTuning = 8192
    coarseTuning = 64
    tuningProgram = 0
    tuningBank = 0
    modulationDepth = nil
    channelTuningCents = 0
    lowestKey = 0
    highestKey = 127
    velocityFactor = 1
    velocityOffset = 0
    isMonophonic = false
    retriggersLegato = false
    portamentoTimeOverride = nil
    clearOverrides()
    lastKey = nil
    zoneManager = nil
    resetControllers()
  }

  /// Resets controllers (MIDI RP-015) and generator offsets (SoundFont 2.04 §9.6.3). Volume, pan,
  /// bank and program stay.
  mutating func resetControllers() {
    for index in 0..<128 {
      keyPressures[index] = 0
      tables.keyBends[index] = 0
    }
    for index in 0..<Generator.tableCount { tables.generatorOffsets[index] = 0 }
    hasGeneratorOffsets = false
    cutoffOverride = nil
    resonanceOverride = nil
    pressure = 0
    bend = 8192
    portamentoControlKey = nil
    velocityPrefix = 0
    parameter = ParameterSelection()
    controllers[Int(Controller.modulationWheel)] = 0
    controllers[Int(Controller.expression)] = 127
    for pedal in 64..<68 { controllers[pedal] = 0 }
  }

  /// Removes all generator overrides.
  mutating func clearOverrides() {
    for index in 0..<Generator.tableCount { tables.overrideMixes[index] = 0 }
    hasOverrides = false
  }

  /// Whether the sustain pedal is down.
  @inline(__always) var isSustained: Bool { controllers[64] >= 64 }

  /// Whether the sostenuto pedal is down. SoundFont 2.04 §9.2 swaps controllers 66 and 67; these
  /// are MIDI's.
  @inline(__always) var isSostenuto: Bool { controllers[66] >= 64 }

  /// Whether the soft pedal is down.
  @inline(__always) var isSoft: Bool { controllers[67] >= 64 }

  /// Whether a key pressed while another one is down takes over its notes.
  @inline(__always) var playsLegato: Bool { isMonophonic || controllers[68] >= 64 }

  /// Whether notes taken over from another key continue without an attack.
  @inline(__always) var keepsAttack: Bool { !retriggersLegato || controllers[68] >= 64 }

  /// The pitch bend range, in semitones.
  @inline(__always) var bendRange: Float {
    Float(bendRangeSemitones) + Float(bendRangeCents) * 0.01
  }

  /// The pitch bend, in cents.
  @inline(__always) var bendCents: Double {
    if bend >= 16383 { return Double(bendRange) * 100 }
    return Double(bend &- 8192) * (1.0 / 8192) * Double(bendRange) * 100
  }

  /// The tuning by RPN 1, RPN 2 and System Exclusive, in cents; 0 for percussion.
  @inline(__always) var tuningCents: Double {
    if isPercussion { return 0 }
    return channelTuningCents + Double(Int(coarseTuning) &- 64) * 100 + Double(fineTuning &- 8192)
      * (100.0 / 8192)
  }

  /// The modulation depth relative to the default of 50 cents (RPN 5).
  @inline(__always) var modulationDepthFactor: Float {
    guard let modulationDepth else { return 1 }
    return Float(modulationDepth) * (100.0 / 128 / 50)
  }

  /// The portamento time by controllers 5 and 37, in seconds per semitone: 0 at 0, and exponential
  /// from 0.5 ms to 2 s above.
  var glideSecondsPerSemitone: Double {
    if let portamentoTimeOverride { return Double(portamentoTimeOverride) }
    let msb = Int(controllers[Int(Controller.portamentoTime)])
    let time = msb &<< 7 | Int(controllers[Int(Controller.portamentoTimeLSB)])
    if time == 0 { return 0 }
    return 0.0005 * VoiceParameters.seconds(timecents: Float(time) * (14400.0 / 16383))
  }

  /// Returns a velocity with factor and offset applied, at least 1. Returns 0 for 0.
  func effectiveVelocity(of velocity: UInt8) -> UInt8 {
    if velocity == 0 || (velocityFactor == 1 && velocityOffset == 0) { return velocity }
    let scaled = Float(velocity) * velocityFactor + Float(velocityOffset)
    return UInt8(min(max(scaled + 0.5, 1), 127))
  }

  mutating func keyDown(_ key: UInt8) {
    lastOrder &+= 1
    tables.keyOrders[Int(key)] = lastOrder
  }

  func keyUp(_ key: UInt8) { tables.keyOrders[Int(key)] = 0 }

  func releaseAllKeys() { for key in 0..<128 { tables.keyOrders[key] = 0 } }

  /// The last pressed of the keys that are down.
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
