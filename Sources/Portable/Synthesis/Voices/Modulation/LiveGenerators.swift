import PeachInstrumentModel

/// Generator offsets by the host's parameters, for all channels. Overrides belong to a channel.
struct LiveGenerators: BitwiseCopyable {
  private let offsets: UnsafeMutablePointer<Float>
  /// Whether any offset is not zero.
  private(set) var isUsed = false
  /// Whether a note-on ends earlier notes of the same key.
  var isOneVoicePerKey = false
  /// Whether voices must be evaluated again before the next frame, once for all changes.
  var areVoicesStale = false

  init() { offsets = .allocate(repeating: 0, count: Generator.tableCount) }

  func deallocate() { offsets.deallocate() }

  mutating func set(_ generator: Generator, to value: Float) {
    offsets[generator] = value
    isUsed = false
    for index in 0..<Generator.tableCount where offsets[index] != 0 { isUsed = true }
    areVoicesStale = true
  }

  func add(to values: UnsafeMutablePointer<Float>) {
    for index in 0..<Generator.tableCount { values[index] += offsets[index] }
  }

  static func applyOverrides(_ tables: ChannelTables, to values: UnsafeMutablePointer<Float>) {
    for index in 0..<Generator.tableCount {
      let mix = tables.overrideMixes[index]
      if mix >= 1 {
        values[index] = tables.overrides[index]
      } else if mix > 0 {
        values[index] += (tables.overrides[index] - values[index]) * mix
      }
    }
  }
}
