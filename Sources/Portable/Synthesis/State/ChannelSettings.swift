/// The settings of a channel that a session stores, apart from its tables: program, tuning, modes
/// and ranges, by default in their power-on state.
package struct ChannelSettings: BitwiseCopyable, Sendable {
  package var program: UInt8 = 0
  /// The bank of the last program change.
  package var bank: UInt16 = 0
  /// Whether the presets are from the percussion bank. Tunings do not apply.
  package var isPercussion = false
  /// Whether the channel, 10 or set by a message, plays percussion unless bank select overrides it.
  package var isDrumChannel = false
  package var isMonophonic = false
  /// Whether legato notes of a monophonic channel have an attack.
  var retriggersLegato = false
  /// Whether controller 77 has been received, which then sets the amount of recorded vibrato.
  var hasVibratoDepth = false
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
  /// The tuning set by System Exclusive, in cents. Stored in single precision.
  var channelTuningCents = 0.0
  var lowestKey: UInt8 = 0
  var highestKey: UInt8 = 127
  var velocityFactor: Float = 1
  var velocityOffset: Int8 = 0
  /// The manager channel of the MPE zone; `nil` outside a zone.
  var zoneManager: UInt8?
  /// The cutoff and resonance that override the regions' (AWE32 NRPN 21 and 22), 0…127.
  var cutoffOverride: UInt8?
  var resonanceOverride: UInt8?
  /// The portamento time in seconds per semitone; `nil` to use controllers 5 and 37.
  var portamentoTimeOverride: Float?

  @_noLocks @_noAllocation init() {}

  @_noLocks @_noAllocation mutating func code(_ coder: inout StateCoder) {
    coder.code(&program)
    coder.code(&bank, max: 16_383)
    codeFlags(&coder)
    coder.code(&pressure)
    coder.code(&bend, in: 0...16_383)
    coder.code(&bendRangeSemitones)
    coder.code(&bendRangeCents, max: 99)
    coder.code(&fineTuning, in: 0...16_383)
    coder.code(&coarseTuning)
    coder.code(&tuningProgram)
    coder.code(&tuningBank)
    coder.code(&modulationDepth, max: 16_383)
    var cents = Float(channelTuningCents)
    coder.code(&cents, in: -12_800...12_800)
    channelTuningCents = Double(cents)
    coder.code(&lowestKey)
    coder.code(&highestKey)
    coder.code(&velocityFactor, in: 0...4)
    coder.code(&velocityOffset)
    coder.code(&zoneManager, max: 255)
    coder.code(&cutoffOverride)
    coder.code(&resonanceOverride)
    coder.code(&portamentoTimeOverride, max: 61)
  }

  /// Codes the Booleans as bits of one word.
  private mutating func codeFlags(_ coder: inout StateCoder) {
    var flags: Int32 =
      (isPercussion ? 1 : 0) | (isDrumChannel ? 2 : 0) | (isMonophonic ? 4 : 0)
      | (retriggersLegato ? 8 : 0) | (hasVibratoDepth ? 16 : 0)
    coder.code(&flags)
    isPercussion = flags & 1 != 0
    isDrumChannel = flags & 2 != 0
    isMonophonic = flags & 4 != 0
    retriggersLegato = flags & 8 != 0
    hasVibratoDepth = flags & 16 != 0
  }
}
