public import PeachInstrumentModel

/// A channel's settings as whole numbers, to be kept and put back: controllers, program, tuning,
/// modes, what data entry set. What sounds, keys that are down and replaced generators are not.
extension Synthesizer {
  /// How many numbers a channel's settings are.
  @inlinable package static var channelStateCount: Int { 160 + 12 + Generator.tableCount }

  /// Writes a channel's settings.
  #if REALTIME_CHECKED
    @_noLocks @_noAllocation
  #endif
  package func copyState(ofChannel index: Int, to state: UnsafeMutablePointer<Int32>) {
    let channel = channels[index]
    for number in 0..<128 { state[number] = Int32(channel.controllers[number]) }
    for place in 128..<Self.channelStateCount { state[place] = 0 }
    state[128] = Int32(channel.program)
    state[129] = Int32(channel.bank)
    state[130] =
      (channel.isPercussion ? 1 : 0) | (channel.isRhythmPart ? 2 : 0)
      | (channel.isMonophonic ? 4 : 0) | (channel.strikesAnew ? 8 : 0)
    state[131] = Int32(channel.pressure)
    state[132] = Int32(channel.bend)
    state[133] = Int32(channel.bendRangeSemitones)
    state[134] = Int32(channel.bendRangeCents)
    state[135] = Int32(channel.fineTuning)
    state[136] = Int32(channel.coarseTuning)
    state[137] = Int32(channel.tuningProgram)
    state[138] = Int32(channel.tuningBank)
    state[139] = Self.number(channel.modulationDepth)
    state[140] = Self.bits(Float(channel.extraTuningCents))
    state[141] = Int32(channel.lowestKey)
    state[142] = Int32(channel.highestKey)
    state[143] = Self.bits(channel.velocityFactor)
    state[144] = Int32(channel.velocityOffset)
    state[145] = Self.number(channel.zoneManager)
    state[146] = Self.number(channel.replacedCutoff)
    state[147] = Self.number(channel.replacedResonance)
    if let seconds = channel.ownGlideSeconds {
      state[148] = Self.bits(seconds)
    } else {
      state[148] = Self.bits(-1)
    }
    for pitchClass in 0..<12 {
      state[160 + pitchClass] = Self.bits(channel.tables.octaveTuning[pitchClass])
    }
    for number in 0..<Generator.tableCount {
      state[172 + number] = Self.bits(channel.tables.generatorOffsets[number])
    }
  }

  private static func number(_ value: (some BinaryInteger)?) -> Int32 {
    if let value { return Int32(truncatingIfNeeded: value) }
    return -1
  }

  /// Puts a channel's settings back, as far as they are such settings at all; its preset is the one
  /// that is installed for them.
  #if REALTIME_CHECKED
    @_noLocks @_noAllocation
  #endif
  package mutating func restoreState(ofChannel index: Int, from state: UnsafePointer<Int32>) {
    channels[index].program = Self.byte(state[128], 127)
    channels[index].bank = UInt16(truncatingIfNeeded: min(max(state[129], 0), 16383))
    // First, because a preset brings controllers of its own.
    chooseProgram(onChannel: index)
    for number in 0..<128 { channels[index].controllers[number] = Self.byte(state[number], 127) }
    channels[index].isPercussion = state[130] & 1 != 0
    channels[index].isRhythmPart = state[130] & 2 != 0
    channels[index].isMonophonic = state[130] & 4 != 0
    channels[index].strikesAnew = state[130] & 8 != 0
    channels[index].pressure = Self.byte(state[131], 127)
    channels[index].bend = Int(min(max(state[132], 0), 16383))
    channels[index].bendRangeSemitones = Self.byte(state[133], 127)
    channels[index].bendRangeCents = Self.byte(state[134], 99)
    channels[index].fineTuning = Int(min(max(state[135], 0), 16383))
    channels[index].coarseTuning = Self.byte(state[136], 127)
    channels[index].tuningProgram = Self.byte(state[137], 127)
    channels[index].tuningBank = Self.byte(state[138], 127)
    channels[index].modulationDepth =
      state[139] < 0 ? nil : UInt16(truncatingIfNeeded: min(state[139], 16383))
    channels[index].extraTuningCents = Double(Self.float(state[140], -12800, 12800))
    channels[index].lowestKey = Self.byte(state[141], 127)
    channels[index].highestKey = Self.byte(state[142], 127)
    channels[index].velocityFactor = Self.float(state[143], 0, 4)
    channels[index].velocityOffset = Int8(truncatingIfNeeded: min(max(state[144], -128), 127))
    restoreRest(index, state)
    refreshVoices(ofChannel: UInt8(truncatingIfNeeded: index))
    retuneKeys(ofChannel: UInt8(truncatingIfNeeded: index))
  }

  private mutating func restoreRest(_ index: Int, _ state: UnsafePointer<Int32>) {
    let manager = state[145]
    channels[index].zoneManager =
      manager >= 0 && Int(manager) < configuration.channelCount && Int(manager) != index
      ? UInt8(truncatingIfNeeded: manager) : nil
    channels[index].replacedCutoff = state[146] < 0 ? nil : Self.byte(state[146], 127)
    channels[index].replacedResonance = state[147] < 0 ? nil : Self.byte(state[147], 127)
    let glide = Self.float(state[148], -1, 61)
    channels[index].ownGlideSeconds = glide < 0 ? nil : glide
    for pitchClass in 0..<12 {
      channels[index].tables.octaveTuning[pitchClass] =
        Self.float(state[160 + pitchClass], -1200, 1200)
    }
    var hasOffsets = false
    for number in 0..<Generator.tableCount {
      let offset = Self.float(state[172 + number], -65536, 65536)
      channels[index].tables.generatorOffsets[number] = offset
      if offset != 0 { hasOffsets = true }
    }
    channels[index].hasGeneratorOffsets = hasOffsets
  }

  static func bits(_ value: Float) -> Int32 { Int32(bitPattern: value.bitPattern) }

  private static func byte(_ value: Int32, _ most: Int32) -> UInt8 {
    UInt8(truncatingIfNeeded: min(max(value, 0), most))
  }

  /// The number within its bounds; the least of them for what is no number.
  static func float(_ bits: Int32, _ least: Float, _ most: Float) -> Float {
    let value = Float(bitPattern: UInt32(bitPattern: bits))
    return value >= least ? min(value, most) : least
  }
}
