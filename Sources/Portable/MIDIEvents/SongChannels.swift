/// A set of a song's channels: 16 for each of up to 16 ports. An integer literal is a bit for each
/// channel of the first port.
///
/// ```swift
/// var muted: SongChannels = 0b1000000000  // channel 10
/// muted.insert(25)                        // channel 10 of the second port
/// muted.contains(9)                       // true
/// ```
public struct SongChannels: Hashable, Sendable, BitwiseCopyable, ExpressibleByIntegerLiteral {
  // No array: the set is part of commands to the audio thread.
  @usableFromInline var words = (UInt64(0), UInt64(0), UInt64(0), UInt64(0))

  @inlinable subscript(index: UInt8) -> UInt64 {
    @_noLocks @_noAllocation
    get { index == 0 ? words.0 : index == 1 ? words.1 : index == 2 ? words.2 : words.3 }
    set {
      switch index {
      case 0: words.0 = newValue
      case 1: words.1 = newValue
      case 2: words.2 = newValue
      default: words.3 = newValue
      }
    }
  }

  /// Creates an empty set.
  @inlinable public init() {}

  /// Creates a set of channels of the first port, a bit for each.
  public init(integerLiteral bits: UInt16) { self.init(bits) }

  /// Creates a set of channels of the first port, a bit for each.
  public init(_ bits: UInt16) { words.0 = UInt64(bits) }

  /// All channels of all ports.
  public static var all: SongChannels { ~SongChannels() }

  /// Whether the set is empty.
  public var isEmpty: Bool { words.0 | words.1 | words.2 | words.3 == 0 }

  /// Returns whether the set has a channel: that of its port, 0…15, plus 16 for each earlier port.
  #if !hasFeature(Embedded)
    @inlinable
    @_noLocks @_noAllocation
  #endif
  public func contains(_ channel: UInt8) -> Bool {
    self[channel &>> 6] &>> UInt64(channel & 63) & 1 == 1
  }

  /// Adds a channel: that of its port, 0…15, plus 16 for each earlier port.
  public mutating func insert(_ channel: UInt8) {
    self[channel &>> 6] |= 1 &<< UInt64(channel & 63)
  }

  /// Removes a channel: that of its port, 0…15, plus 16 for each earlier port.
  public mutating func remove(_ channel: UInt8) {
    self[channel &>> 6] &= ~(1 &<< UInt64(channel & 63))
  }

  /// Adds a channel, or removes it.
  package mutating func toggle(_ channel: UInt8) {
    self[channel &>> 6] ^= 1 &<< UInt64(channel & 63)
  }

  /// The channels of a port, a bit for each.
  @inlinable package func bits(ofPort port: Int) -> UInt16 {
    let word = self[UInt8(truncatingIfNeeded: port &>> 2)]
    return UInt16(truncatingIfNeeded: word &>> UInt64((port & 3) &* 16))
  }

  /// The channels, in ascending order.
  package var channels: [UInt8] { (0...255).filter { contains($0) } }

  // Inlinable: the audio thread calls them, and not every build optimizes across modules.

  /// Returns the channels of both sets.
  @inlinable
  @_noLocks @_noAllocation
  public static func & (first: SongChannels, second: SongChannels) -> SongChannels {
    var result = SongChannels()
    for index in 0..<UInt8(4) { result[index] = first[index] & second[index] }
    return result
  }

  /// Returns the channels of either set.
  @inlinable
  @_noLocks @_noAllocation
  public static func | (first: SongChannels, second: SongChannels) -> SongChannels {
    var result = SongChannels()
    for index in 0..<UInt8(4) { result[index] = first[index] | second[index] }
    return result
  }

  /// Returns the channels that are not in a set.
  @inlinable
  @_noLocks @_noAllocation
  public static prefix func ~ (channels: SongChannels) -> SongChannels {
    var result = SongChannels()
    for index in 0..<UInt8(4) { result[index] = ~channels[index] }
    return result
  }

  /// Whether two sets have the same channels.
  public static func == (first: SongChannels, second: SongChannels) -> Bool {
    first.words == second.words
  }

  /// Feeds the channels into a hasher.
  public func hash(into hasher: inout Hasher) {
    for index in 0..<UInt8(4) { hasher.combine(self[index]) }
  }
}
