/// A key of MIDI's keyboard: 60 is middle C, 69 the A that is tuned to the reference pitch.
public struct MIDINote: Hashable, Comparable, Sendable {
  /// 0 through 127.
  public let number: UInt8

  /// The key with this number; nil unless it is 0 through 127.
  @inlinable public init?(_ number: Int) {
    guard number >= 0 && number <= 127 else { return nil }
    self.number = UInt8(number)
  }

  /// The key with this number, or the nearest there is.
  @inlinable public init(clamping number: Int) { self.number = UInt8(min(max(number, 0), 127)) }

  /// Lower keys first.
  @inlinable public static func < (left: MIDINote, right: MIDINote) -> Bool {
    left.number < right.number
  }
}
