import PeachInstrumentModel

/// The settings of a channel that a session stores: controllers, program, tuning, modes and data
/// entry. Active notes, keys that are down and generator overrides are not part of it.
package struct ChannelState: BitwiseCopyable, Sendable {
  /// The values of controllers 0 through 127.
  var controllers = InlineArray<128, UInt8>(repeating: 0)
  package var program: UInt8 = 0
  package var bank: UInt16 = 0
  var isPercussion = false
  package var isDrumChannel = false
  package var isMonophonic = false
  var retriggersLegato = false
  var pressure: UInt8 = 0
  var bend = 8192
  var bendRangeSemitones: UInt8 = 2
  var bendRangeCents: UInt8 = 0
  var fineTuning = 8192
  var coarseTuning: UInt8 = 64
  var tuningProgram: UInt8 = 0
  var tuningBank: UInt8 = 0
  var modulationDepth: UInt16?
  var channelTuningCents: Float = 0
  var lowestKey: UInt8 = 0
  var highestKey: UInt8 = 127
  var velocityFactor: Float = 1
  var velocityOffset: Int8 = 0
  var zoneManager: UInt8?
  var cutoffOverride: UInt8?
  var resonanceOverride: UInt8?
  var portamentoTimeOverride: Float?
  /// The scale tuning of each pitch class, in cents.
  var octaveTuning = InlineArray<12, Float>(repeating: 0)
  var generatorOffsets = InlineArray<64, Float>(repeating: 0)

  /// The number of words of an encoded channel.
  package static var wordCount: Int { @_noLocks @_noAllocation get { 172 + Generator.tableCount } }

  /// Creates the default settings.
  package init() {}

  /// Creates the settings encoded at `words`.
  #if REALTIME_CHECKED
    @_noLocks @_noAllocation
  #endif
  package init(words: UnsafePointer<Int32>) {
    var coder = StateCoder(decodingFrom: words)
    code(&coder)
  }

  /// Encodes the settings as ``wordCount`` words.
  #if REALTIME_CHECKED
    @_noLocks @_noAllocation
  #endif
  package func encode(to words: UnsafeMutablePointer<Int32>) {
    var copy = self
    var coder = StateCoder(encodingTo: words)
    copy.code(&coder)
  }

  /// Codes all fields.
  mutating func code(_ coder: inout StateCoder) {
    for controller in 0..<128 { coder.code(&controllers[controller]) }
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
    coder.code(&channelTuningCents, in: -12_800...12_800)
    coder.code(&lowestKey)
    coder.code(&highestKey)
    coder.code(&velocityFactor, in: 0...4)
    coder.code(&velocityOffset)
    coder.code(&zoneManager, max: 255)
    coder.code(&cutoffOverride)
    coder.code(&resonanceOverride)
    coder.code(&portamentoTimeOverride, max: 61)
    coder.skip(11)
    for pitchClass in 0..<12 { coder.code(&octaveTuning[pitchClass], in: -1200...1200) }
    for generator in 0..<Generator.tableCount {
      coder.code(&generatorOffsets[generator], in: -65_536...65_536)
    }
  }

  /// Codes the Booleans as bits of one word.
  private mutating func codeFlags(_ coder: inout StateCoder) {
    var flags: Int32 =
      (isPercussion ? 1 : 0) | (isDrumChannel ? 2 : 0) | (isMonophonic ? 4 : 0)
      | (retriggersLegato ? 8 : 0)
    coder.code(&flags)
    isPercussion = flags & 1 != 0
    isDrumChannel = flags & 2 != 0
    isMonophonic = flags & 4 != 0
    retriggersLegato = flags & 8 != 0
  }

  /// Whether controller 65 switches portamento on.
  package var isPortamentoOn: Bool {
    @_noLocks @_noAllocation get { controllers[65] >= 64 }
    set { controllers[65] = newValue ? 127 : 0 }
  }
}
