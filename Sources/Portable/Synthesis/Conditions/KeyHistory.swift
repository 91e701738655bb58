/// What channels remember of their keys for regions with conditions, and where sequences stand.
///
/// Everything is allocated when it is made; its owner frees it.
struct KeyHistory: BitwiseCopyable {
  /// How a key of a channel was struck last.
  struct Stroke: BitwiseCopyable {
    /// Higher for later ones; 0 for a key not struck since the preset was chosen.
    var order: UInt32 = 0
    var velocity: UInt8 = 0
    /// It went up while a pedal held it, and what sounds when it is let go is still to come.
    var isPending = false
    /// The synthesizer's frame.
    var frame = 0
  }

  /// Where a sequence stands.
  struct Turn: BitwiseCopyable {
    var count: UInt32 = 0
    /// The note it was counted for last, by its voices' age.
    var age: UInt64 = 0
  }

  /// More sequences than this share places with others.
  private static var turnCount: Int { 4096 }

  private let strokes: UnsafeMutablePointer<Stroke>
  private let turns: UnsafeMutablePointer<Turn>
  private let orders: UnsafeMutablePointer<UInt32>
  private let previous: UnsafeMutablePointer<UInt8>

  init(channelCount: Int) {
    strokes = .allocate(capacity: channelCount * 128)
    strokes.initialize(repeating: Stroke(), count: channelCount * 128)
    turns = .allocate(capacity: Self.turnCount)
    turns.initialize(repeating: Turn(), count: Self.turnCount)
    orders = .allocate(capacity: channelCount)
    orders.initialize(repeating: 0, count: channelCount)
    previous = .allocate(capacity: channelCount)
    previous.initialize(repeating: 255, count: channelCount)
  }

  func deallocate() {
    strokes.deallocate()
    turns.deallocate()
    orders.deallocate()
    previous.deallocate()
  }

  /// A key of a channel.
  @inline(__always) func stroke(_ channel: Int, _ key: UInt8) -> UnsafeMutablePointer<Stroke> {
    strokes + (channel &* 128 &+ Int(key & 127))
  }

  /// The key struck before the one struck last; 255 for none.
  @inline(__always) func previousKey(_ channel: Int) -> UInt8 { previous[channel] }

  /// A key goes down.
  func strike(_ channel: Int, key: UInt8, velocity: UInt8, frame: Int) {
    previous[channel] = latest(channel, within: 0, 127) ?? 255
    orders[channel] &+= 1
    stroke(channel, key).pointee = Stroke(
      order: orders[channel], velocity: velocity, isPending: false, frame: frame)
  }

  /// The channel has another preset: nothing was struck yet.
  func forget(_ channel: Int) {
    for key in 0..<128 { strokes[channel &* 128 &+ key] = Stroke() }
    orders[channel] = 0
    previous[channel] = 255
  }

  /// Of some keys the one struck last.
  func latest(_ channel: Int, within lowest: UInt8, _ highest: UInt8) -> UInt8? {
    var order: UInt32 = 0
    var latest: UInt8?
    var key = lowest
    while key <= highest && key < 128 {
      let own = stroke(channel, key).pointee.order
      if own > order {
        order = own
        latest = key
      }
      key &+= 1
    }
    return latest
  }

  /// The number, from 0 on, of a note in a sequence; it is counted at the first question about it.
  func turn(_ channel: Int, place: Int, age: UInt64) -> UInt32 {
    let turn = turns + ((place &+ channel &* 257) & (Self.turnCount &- 1))
    if turn.pointee.age != age {
      if turn.pointee.age != 0 { turn.pointee.count &+= 1 }
      turn.pointee.age = age
    }
    return turn.pointee.count
  }
}
