import PeachInstrumentModel

/// What a channel remembers for each controller, key and generator, in memory of its own.
struct ChannelTables: BitwiseCopyable {
  /// 128 of them, 0 through 127.
  let controllers: UnsafeMutablePointer<UInt8>
  /// The pressure on each of 128 keys.
  let keyPressures: UnsafeMutablePointer<UInt8>
  /// For each key that is down, when it went down: higher for later; 0 for keys that are up.
  let keyOrders: UnsafeMutablePointer<UInt32>
  /// Cents by which each key's sounding notes are bent.
  let keyBends: UnsafeMutablePointer<Float>
  /// Cents by which each of the twelve pitch classes is moved, C first.
  let octaveTuning: UnsafeMutablePointer<Float>
  /// What is added to each generator (SoundFont 2.04 §9.6).
  let generatorOffsets: UnsafeMutablePointer<Float>
  /// What stands in place of each generator, and what share of it, 0…1, does.
  let replacements: UnsafeMutablePointer<Float>
  let overrideMixes: UnsafeMutablePointer<Float>

  private static var bytesPerChannel: Int { 256 }
  private static var floatsPerChannel: Int { 128 + 12 + 3 * Generator.tableCount }

  /// One of the tables in `memory`.
  init(_ memory: ChannelStorage, channel: Int) {
    controllers = memory.bytes + channel * Self.bytesPerChannel
    keyPressures = controllers + 128
    keyOrders = memory.orders + channel * 128
    keyBends = memory.floats + channel * Self.floatsPerChannel
    octaveTuning = keyBends + 128
    generatorOffsets = octaveTuning + 12
    replacements = generatorOffsets + Generator.tableCount
    overrideMixes = replacements + Generator.tableCount
  }

  /// The memory of all channels' tables.
  struct ChannelStorage: BitwiseCopyable {
    fileprivate let bytes: UnsafeMutablePointer<UInt8>
    fileprivate let orders: UnsafeMutablePointer<UInt32>
    fileprivate let floats: UnsafeMutablePointer<Float>

    init(channelCount: Int) {
      func zeros<Number: BitwiseCopyable & ExpressibleByIntegerLiteral>(
        _ count: Int
      ) -> UnsafeMutablePointer<Number> {
        let memory = UnsafeMutablePointer<Number>.allocate(capacity: count)
        memory.initialize(repeating: 0, count: count)
        return memory
      }
      bytes = zeros(channelCount * ChannelTables.bytesPerChannel)
      orders = zeros(channelCount * 128)
      floats = zeros(channelCount * ChannelTables.floatsPerChannel)
    }

    func deallocate() {
      bytes.deallocate()
      orders.deallocate()
      floats.deallocate()
    }
  }
}
