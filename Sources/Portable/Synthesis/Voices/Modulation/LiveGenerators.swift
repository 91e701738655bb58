import PeachInstrumentModel

/// What a host's parameters make of generators: what is added to each on all channels. What stands
/// in a generator's place belongs to its channel.
struct LiveGenerators: BitwiseCopyable {
  /// One for each generator.
  private let offsets: UnsafeMutablePointer<Float>
  /// False while nothing is added.
  private(set) var isUsed = false
  /// What sounds of a key ends where the same key is struck again.
  var isOneVoicePerKey = false
  /// Something has moved since voices were last evaluated: they are before the next frame, once for
  /// all that has moved meanwhile.
  var areVoicesStale = false

  init() {
    offsets = .allocate(capacity: Generator.tableCount)
    offsets.initialize(repeating: 0, count: Generator.tableCount)
  }

  func deallocate() { offsets.deallocate() }

  /// Sets what is added to a generator.
  mutating func set(_ generator: Generator, to value: Float) {
    offsets[Int(generator.rawValue)] = value
    isUsed = false
    for index in 0..<Generator.tableCount where offsets[index] != 0 { isUsed = true }
    areVoicesStale = true
  }

  /// Adds to a voice's values what is to be added.
  func add(to values: UnsafeMutablePointer<Float>) {
    for index in 0..<Generator.tableCount { values[index] += offsets[index] }
  }

  /// Puts a channel's overrides in the place of what a region says.
  static func replace(_ tables: ChannelTables, in values: UnsafeMutablePointer<Float>) {
    for index in 0..<Generator.tableCount {
      let share = tables.overrideMixes[index]
      if share >= 1 {
        values[index] = tables.overrides[index]
      } else if share > 0 {
        values[index] += (tables.overrides[index] - values[index]) * share
      }
    }
  }
}
