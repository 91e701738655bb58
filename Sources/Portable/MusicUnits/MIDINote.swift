/// A MIDI key: 60 is middle C, 69 is A4.
public struct MIDINote: Hashable, Comparable, Sendable {
  /// The number, 0 through 127.
  public let number: UInt8

  /// Creates a key. Returns `nil` if the number is outside 0…127.
  @inlinable public init?(_ number: Int) {
    guard number >= 0 && number <= 127 else { return nil }
    self.number = UInt8(number)
  }

  /// Creates a key. Clamps the number to 0…127.
  @inlinable public init(clamping number: Int) { self.number = UInt8(min(max(number, 0), 127)) }

  /// Returns whether the left key is lower.
  @inlinable public static func < (left: MIDINote, right: MIDINote) -> Bool {
    left.number < right.number
  }
}
