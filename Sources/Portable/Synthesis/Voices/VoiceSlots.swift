/// The use of each slot of a ``VoicePool``, in the order of allocation. Finding a slot reads eight
/// at a time. Threads that render different voices write different bytes.
struct VoiceSlots: BitwiseCopyable {
  enum Use: UInt8, BitwiseCopyable {
    case free = 0
    case used = 1
    /// Fading out; not counted as polyphony.
    case stolen = 2
  }

  private let capacity: Int
  private let uses: UnsafeMutablePointer<UInt8>

  /// Creates free slots; their number is a multiple of 64.
  init(capacity: Int) {
    self.capacity = capacity
    uses = .allocateLines(repeating: 0, count: capacity)
  }

  func deallocate() { uses.deallocate() }

  func set(_ index: Int, to use: Use) {
    uses[VoicePartition.order(ofVoice: index, capacity: capacity)] = use.rawValue
  }

  /// The number of slots in use, without stolen ones.
  var usedCount: Int {
    var count = 0
    for index in 0..<capacity / 8 {
      count &+= (word(index) & 0x0101_0101_0101_0101).nonzeroBitCount
    }
    return count
  }

  /// The first free slot in the order of allocation.
  var firstFree: Int? {
    for index in 0..<capacity / 8 {
      let uses = word(index)
      // Bit 0 of each byte: whether bits 0 and 1 are 0.
      let free = ~(uses | uses &>> 1) & 0x0101_0101_0101_0101
      if free == 0 { continue }
      let order = 8 &* index &+ free.trailingZeroBitCount / 8
      return VoicePartition.voiceIndex(order: order, capacity: capacity)
    }
    return nil
  }

  @inline(__always) private func word(_ index: Int) -> UInt64 {
    UInt64(
      littleEndian: UnsafeRawPointer(uses).load(fromByteOffset: 8 &* index, as: UInt64.self))
  }
}
