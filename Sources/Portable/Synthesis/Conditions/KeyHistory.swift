/// The last key-down of every key, for regions with conditions, and round-robin counters.
struct KeyHistory: BitwiseCopyable {
  struct KeyState: BitwiseCopyable {
    /// Higher is later; 0 for a key not pressed since the preset was selected.
    var order: UInt32 = 0
    var velocity: UInt8 = 0
    /// Whether the key is up and held by a pedal, so that its release regions are still to trigger.
    var isPending = false
    var frame: Int64 = 0
  }

  private struct RoundRobinCounter: BitwiseCopyable {
    var count: UInt32 = 0
    /// The serial number of the last counted note.
    var serial: UInt64 = 0
  }

  /// The number of counters, a power of two; sequences beyond it share counters.
  private static var counterCount: Int { 4096 }

  private let keyStates: UnsafeMutablePointer<KeyState>
  private let counters: UnsafeMutablePointer<RoundRobinCounter>
  private let orders: UnsafeMutablePointer<UInt32>
  private let previous: UnsafeMutablePointer<UInt8>

  init(channelCount: Int) {
    keyStates = .allocate(repeating: KeyState(), count: channelCount * 128)
    counters = .allocate(repeating: RoundRobinCounter(), count: Self.counterCount)
    orders = .allocate(repeating: 0, count: channelCount)
    previous = .allocate(repeating: 255, count: channelCount)
  }

  /// Forgets all keys and counters.
  func reset(channelCount: Int) {
    keyStates.update(repeating: KeyState(), count: channelCount * 128)
    counters.update(repeating: RoundRobinCounter(), count: Self.counterCount)
    orders.update(repeating: 0, count: channelCount)
    previous.update(repeating: 255, count: channelCount)
  }

  func deallocate() {
    keyStates.deallocate()
    counters.deallocate()
    orders.deallocate()
    previous.deallocate()
  }

  @inline(__always) func keyState(_ channel: Int, _ key: UInt8) -> UnsafeMutablePointer<KeyState> {
    keyStates + (channel &* 128 &+ Int(key & 127))
  }

  /// Returns the key pressed before the last one; 255 for none.
  @inline(__always) func previousKey(_ channel: Int) -> UInt8 { previous[channel] }

  func keyDown(_ channel: Int, key: UInt8, velocity: UInt8, frame: Int64) {
    previous[channel] = latest(channel, within: 0, 127) ?? 255
    orders[channel] &+= 1
    keyState(channel, key).pointee = KeyState(
      order: orders[channel], velocity: velocity, isPending: false, frame: frame)
  }

  /// Clears a channel's history, because its preset has changed.
  @_noLocks @_noAllocation func reset(_ channel: Int) {
    for key in 0..<128 { keyStates[channel &* 128 &+ key] = KeyState() }
    orders[channel] = 0
    previous[channel] = 255
  }

  func latest(_ channel: Int, within lowest: UInt8, _ highest: UInt8) -> UInt8? {
    var order: UInt32 = 0
    var latest: UInt8?
    var key = lowest
    while key <= highest && key < 128 {
      let candidate = keyState(channel, key).pointee.order
      if candidate > order {
        order = candidate
        latest = key
      }
      key &+= 1
    }
    return latest
  }

  /// Returns the round-robin count of a note, from 0; counts each note once.
  func roundRobinCount(_ channel: Int, index: Int, serial: UInt64) -> UInt32 {
    let counter = counters + ((index &+ channel &* 257) & (Self.counterCount &- 1))
    if counter.pointee.serial != serial {
      if counter.pointee.serial != 0 { counter.pointee.count &+= 1 }
      counter.pointee.serial = serial
    }
    return counter.pointee.count
  }
}
