import PeachInstrumentModel

/// One of MIDI's channels: where its controllers stand and what it plays.
struct Channel: BitwiseCopyable {
  let tables: ChannelTables
  var preset: PresetHandle?
  var program: UInt8 = 0
  /// The bank that its last program change chose from.
  var bank: UInt16 = 0
  /// Its presets come from the percussion bank, and tunings leave it alone.
  var isPercussion: Bool
  /// Percussion unless bank select says otherwise: channel 10, and what a song makes one.
  var isRhythmPart: Bool

  var pressure: UInt8 = 0
  var bend = 8192
  /// Semitones and cents that the wheel moves the pitch at its end (RPN 0).
  var bendRangeSemitones: UInt8 = 2
  var bendRangeCents: UInt8 = 0
  /// 14 bits, 8192 for none: 8192 steps are a semitone (RPN 1).
  var fineTuning = 8192
  /// Semitones, 64 for none (RPN 2).
  var coarseTuning: UInt8 = 64
  /// Which of the synthesizer's tunings it plays in (RPN 3, 4).
  var tuningProgram: UInt8 = 0
  var tuningBank: UInt8 = 0
  /// Semitones, and 128ths of one, that the modulation wheel's vibrato has at its end (RPN 5);
  /// nil until it is set, and then the file's own holds.
  var modulationDepth: UInt16?
  var parameter = ParameterSelection()
  /// Cents besides (what a song sets for a part by System Exclusive).
  var channelTuningCents = 0.0
  /// The keys that it plays at all.
  var lowestKey: UInt8 = 0
  var highestKey: UInt8 = 127
  /// What velocities are multiplied by, and what is then added.
  var velocityFactor: Float = 1
  var velocityOffset: Int8 = 0

  /// One key at a time sounds.
  var isMonophonic = false
  /// The key struck last, where a glide begins; nil before the first.
  var lastKey: UInt8?
  /// The key that controller 84 named for the next note to glide from.
  var portamentoControlKey: UInt8?
  /// The low seven bits of the next note's velocity (controller 88).
  var velocityPrefix: UInt8 = 0
  private var lastOrder: UInt32 = 0
  /// The channel that this one follows besides its own messages (MPE); nil outside a zone.
  var zoneManager: UInt8?
  /// False while every generator is as its region has it: most of the time.
  var hasGeneratorOffsets = false
  /// False while nothing stands in a generator's place.
  var hasOverrides = false
  /// Seconds that a glide takes for each semitone; nil where controllers 5 and 37 say.
  var portamentoTimeOverride: Float?
  /// Where one key at a time sounds, each has an attack of its own, even struck legato.
  var retriggersLegato = false
  /// The cutoff and resonance that replace the regions' own (AWE32's NRPN 21 and 22), 0…127.
  var replacedCutoff: UInt8?
  var replacedResonance: UInt8?

  var controllers: UnsafeMutablePointer<UInt8> { tables.controllers }
  var keyPressures: UnsafeMutablePointer<UInt8> { tables.keyPressures }

  /// A channel as it is when switched on.
  init(tables: ChannelTables, isRhythmPart: Bool) {
    self.tables = tables
    isPercussion = isRhythmPart
    self.isRhythmPart = isRhythmPart
    resetToPowerOn(isRhythmPart: isRhythmPart)
  }

  /// Everything as when switched on; keys that are down, and the preset, stay.
  mutating func resetToPowerOn(isRhythmPart: Bool) {
    for index in 0..<128 { controllers[index] = 0 }
    controllers[Int(Controller.volume)] = 100
    controllers[Int(Controller.balance)] = 64
    controllers[Int(Controller.pan)] = 64
    controllers[Int(Controller.reverbSend)] = 40
    for tone in 71..<79 { controllers[tone] = 64 }
    for index in 0..<12 { tables.octaveTuning[index] = 0 }
    isPercussion = isRhythmPart
    self.isRhythmPart = isRhythmPart
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

  /// What "reset all controllers" resets (MIDI RP-015): volume, pan, bank and program stay. The
  /// generators' offsets go (SoundFont 2.04 §9.6.3).
  mutating func resetControllers() {
    for index in 0..<128 {
      keyPressures[index] = 0
      tables.keyBends[index] = 0
    }
    for index in 0..<Generator.tableCount { tables.generatorOffsets[index] = 0 }
    hasGeneratorOffsets = false
    replacedCutoff = nil
    replacedResonance = nil
    pressure = 0
    bend = 8192
    portamentoControlKey = nil
    velocityPrefix = 0
    parameter = ParameterSelection()
    controllers[Int(Controller.modulationWheel)] = 0
    controllers[Int(Controller.expression)] = 127
    for pedal in 64..<68 { controllers[pedal] = 0 }
  }

  /// Every generator is again as its region has it, but for what is added to it.
  mutating func clearOverrides() {
    for index in 0..<Generator.tableCount { tables.overrideMixes[index] = 0 }
    hasOverrides = false
  }

  /// True while the sustain pedal is down.
  @inline(__always) var isSustained: Bool { controllers[64] >= 64 }

  /// True while the sostenuto pedal is down. (SoundFont 2.04 §9.2 has 66 and 67 the other way
  /// round; this is MIDI's.)
  @inline(__always) var isSostenuto: Bool { controllers[66] >= 64 }

  /// True while the soft pedal is down.
  @inline(__always) var isSoft: Bool { controllers[67] >= 64 }

  /// True where a key struck while another is down takes its notes over.
  @inline(__always) var playsLegato: Bool { isMonophonic || controllers[68] >= 64 }

  /// True where a note taken over from another key has no attack of its own.
  @inline(__always) var keepsAttack: Bool { !retriggersLegato || controllers[68] >= 64 }

  /// Semitones that the wheel moves the pitch at its end.
  @inline(__always) var bendRange: Float {
    Float(bendRangeSemitones) + Float(bendRangeCents) * 0.01
  }

  /// How far the wheel bends now, in cents.
  @inline(__always) var bendCents: Double {
    if bend >= 16383 { return Double(bendRange) * 100 }
    return Double(bend &- 8192) * (1.0 / 8192) * Double(bendRange) * 100
  }

  /// How far registered parameters 1 and 2, and what a song sets for the part, move the channel, in
  /// cents. Percussion stays where it is.
  @inline(__always) var tuningCents: Double {
    if isPercussion { return 0 }
    return channelTuningCents + Double(Int(coarseTuning) &- 64) * 100 + Double(fineTuning &- 8192)
      * (100.0 / 8192)
  }

  /// What registered parameter 5 multiplies the wheel's 50 cents of vibrato by.
  @inline(__always) var modulationDepthFactor: Float {
    guard let modulationDepth else { return 1 }
    return Float(modulationDepth) * (100.0 / 128 / 50)
  }

  /// Seconds that a glide takes for each semitone, by controllers 5 and 37: none at 0, and from
  /// there in equal ratios from half a millisecond to two seconds.
  var glideSecondsPerSemitone: Double {
    if let portamentoTimeOverride { return Double(portamentoTimeOverride) }
    let coarse = Int(controllers[Int(Controller.portamentoTime)])
    let time = coarse &<< 7 | Int(controllers[Int(Controller.portamentoTimeFine)])
    if time == 0 { return 0 }
    return 0.0005 * VoiceParameters.seconds(timecents: Float(time) * (14400.0 / 16383))
  }

  /// The velocity that one played counts as, at least 1; 0 stays 0.
  func velocity(of played: UInt8) -> UInt8 {
    if played == 0 || (velocityFactor == 1 && velocityOffset == 0) { return played }
    let bent = Float(played) * velocityFactor + Float(velocityOffset)
    return UInt8(min(max(bent + 0.5, 1), 127))
  }

  /// A key goes down.
  mutating func press(_ key: UInt8) {
    lastOrder &+= 1
    tables.keyOrders[Int(key)] = lastOrder
  }

  /// A key goes up.
  mutating func lift(_ key: UInt8) { tables.keyOrders[Int(key)] = 0 }

  /// All keys go up.
  mutating func releaseAllKeys() { for key in 0..<128 { tables.keyOrders[key] = 0 } }

  /// Of the keys that are down the one struck last.
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
