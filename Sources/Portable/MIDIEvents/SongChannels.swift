/// A set of a song's channels: 16 for each of up to 16 ports. An integer literal is a bit for each
/// channel of the first port.
///
/// ```swift
/// var muted: SongChannels = 0b1000000000  // channel 10
/// muted.insert(25)                        // channel 10 of the second port
/// muted.contains(9)                       // true
/// ```
public struct SongChannels: Hashable, Sendable, BitwiseCopyable, ExpressibleByIntegerLiteral {
  // Not an array: the set is part of commands to the audio thread.
  private var words: SIMD4<UInt64>

  /// Creates an empty set.
  public init() { words = .zero }

  /// Creates a set of channels of the first port, a bit for each.
  public init(integerLiteral bits: UInt16) { self.init(bits) }

  /// Creates a set of channels of the first port, a bit for each.
  public init(_ bits: UInt16) { words = SIMD4(UInt64(bits), 0, 0, 0) }

  /// All channels of all ports.
  public static var all: SongChannels { ~SongChannels() }

  /// Whether the set is empty.
  public var isEmpty: Bool { words == .zero }

  /// Returns whether the set has a channel: that of its port, 0…15, plus 16 for each earlier port.
  public func contains(_ channel: UInt8) -> Bool {
    words[Int(channel &>> 6)] &>> UInt64(channel & 63) & 1 == 1
  }

  /// Adds a channel: that of its port, 0…15, plus 16 for each earlier port.
  public mutating func insert(_ channel: UInt8) {
    words[Int(channel &>> 6)] |= 1 &<< UInt64(channel & 63)
  }

  /// Removes a channel: that of its port, 0…15, plus 16 for each earlier port.
  public mutating func remove(_ channel: UInt8) {
    words[Int(channel &>> 6)] &= ~(1 &<< UInt64(channel & 63))
  }

  /// Adds a channel, or removes it.
  package mutating func toggle(_ channel: UInt8) {
    words[Int(channel &>> 6)] ^= 1 &<< UInt64(channel & 63)
  }

  /// The channels of a port, a bit for each.
  package func bits(ofPort port: Int) -> UInt16 {
    UInt16(truncatingIfNeeded: words[port &>> 2] &>> UInt64((port & 3) &* 16))
  }

  /// The channels, in ascending order.
  package var channels: [UInt8] { (0...255).filter { contains($0) } }

  /// Returns the channels of both sets.
  public static func & (first: SongChannels, second: SongChannels) -> SongChannels {
    var result = first
    result.words &= second.words
    return result
  }

  /// Returns the channels of either set.
  public static func | (first: SongChannels, second: SongChannels) -> SongChannels {
    var result = first
    result.words |= second.words
    return result
  }

  /// Returns the channels that are not in a set.
  public static prefix func ~ (channels: SongChannels) -> SongChannels {
    var result = channels
    result.words = ~channels.words
    return result
  }
}
