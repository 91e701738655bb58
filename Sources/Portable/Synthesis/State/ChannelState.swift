import PeachInstrumentModel

/// The state of a channel that a session stores: settings, controllers, scale tuning and NRPN
/// data entry. Active notes, keys that are down and generator overrides are not part of it.
package struct ChannelState: BitwiseCopyable, Sendable {
  package var settings = ChannelSettings()
  var controllers = InlineArray<128, UInt8>(repeating: 0)
  /// The scale tuning of each pitch class, in cents.
  var octaveTuning = InlineArray<12, Float>(repeating: 0)
  /// The offset that NRPN data entry adds to each generator, in its unit; the first
  /// ``Generator/tableCount`` are used.
  var generatorOffsets = InlineArray<64, Float>(repeating: 0)

  package static var wordCount: Int { @_noLocks @_noAllocation get { 172 + Generator.tableCount } }

  @_noLocks @_noAllocation package init() {}

  @_noLocks @_noAllocation package init(words: UnsafePointer<Int32>) {
    var coder = StateCoder(decodingFrom: words)
    code(&coder)
  }

  @_noLocks @_noAllocation package func encode(to words: UnsafeMutablePointer<Int32>) {
    var copy = self
    var coder = StateCoder(encodingTo: words)
    copy.code(&coder)
  }

  private mutating func code(_ coder: inout StateCoder) {
    for controller in 0..<128 { coder.code(&controllers[controller]) }
    settings.code(&coder)
    coder.skip(11)
    for pitchClass in 0..<12 { coder.code(&octaveTuning[pitchClass], in: -1200...1200) }
    for generator in 0..<Generator.tableCount {
      coder.code(&generatorOffsets[generator], in: -65_536...65_536)
    }
  }

  /// Whether controller 65 switches portamento on.
  package var isPortamentoOn: Bool {
    @_noLocks @_noAllocation get { controllers[65] >= 64 }
    set { controllers[65] = newValue ? 127 : 0 }
  }
}
