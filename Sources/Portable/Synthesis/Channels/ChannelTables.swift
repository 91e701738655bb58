import PeachInstrumentModel

/// The per-controller, per-key and per-generator state of a channel.
struct ChannelTables: BitwiseCopyable {
  let controllers: UnsafeMutablePointer<UInt8>
  let keyPressures: UnsafeMutablePointer<UInt8>
  /// The order in which keys were pressed: higher is later, 0 for keys that are up.
  let keyOrders: UnsafeMutablePointer<UInt32>
  /// The bend of each key, in cents.
  let keyBends: UnsafeMutablePointer<Float>
  /// The deviation of notes of each key that start, in cents.
  let noteTunings: UnsafeMutablePointer<Double>
  /// The scale tuning of each pitch class from C, in cents.
  let octaveTuning: UnsafeMutablePointer<Float>
  /// The offset of each generator (SoundFont 2.04 §9.6).
  let generatorOffsets: UnsafeMutablePointer<Float>
  /// The value that overrides each generator, and its override mix, 0…1.
  let overrides: UnsafeMutablePointer<Float>
  let overrideMixes: UnsafeMutablePointer<Float>
  let drumKeys: DrumKeys

  private static var bytesPerChannel: Int { 256 }
  private static var floatsPerChannel: Int {
    128 + 12 + 3 * Generator.tableCount + DrumKeys.floatCount
  }

  init(_ memory: ChannelStorage, channel: Int) {
    controllers = memory.bytes + channel * Self.bytesPerChannel
    keyPressures = controllers + 128
    keyOrders = memory.orders + channel * 128
    keyBends = memory.floats + channel * Self.floatsPerChannel
    octaveTuning = keyBends + 128
    noteTunings = memory.noteTunings + channel * 128
    generatorOffsets = octaveTuning + 12
    overrides = generatorOffsets + Generator.tableCount
    overrideMixes = overrides + Generator.tableCount
    drumKeys = DrumKeys(overrideMixes + Generator.tableCount)
  }

  struct ChannelStorage: BitwiseCopyable {
    fileprivate let bytes: UnsafeMutablePointer<UInt8>
    fileprivate let orders: UnsafeMutablePointer<UInt32>
    fileprivate let floats: UnsafeMutablePointer<Float>
    fileprivate let noteTunings: UnsafeMutablePointer<Double>

    init(channelCount: Int) {
      bytes = .allocate(repeating: 0, count: channelCount * ChannelTables.bytesPerChannel)
      orders = .allocate(repeating: 0, count: channelCount * 128)
      floats = .allocate(repeating: 0, count: channelCount * ChannelTables.floatsPerChannel)
      noteTunings = .allocate(repeating: 0, count: channelCount * 128)
    }

    func deallocate() {
      bytes.deallocate()
      orders.deallocate()
      floats.deallocate()
      noteTunings.deallocate()
    }
  }
}
