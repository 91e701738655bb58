import PeachMIDIEvents
import PeachMusicUnits

/// The active notes, which a jump ends.
struct ActiveNotes: ~Copyable {
  private let counts = FixedBuffer<UInt8>(repeating: 0, count: 16 * 128)
  private var total = 0

  @_noLocks @_noAllocation
  mutating func update(with message: MIDIMessage) {
    guard message.startsNote || message.endsNote else { return }
    let index = Int(message.status & 0x0F) << 7 | Int(message.data1)
    if message.startsNote {
      guard counts.elements[index] < 255 else { return }
      counts.elements[index] &+= 1
      total &+= 1
    } else if counts.elements[index] > 0 {
      counts.elements[index] &-= 1
      total &-= 1
    }
  }

  /// Removes an active note and returns its note-off; `nil` if no note is active.
  @_noLocks @_noAllocation
  mutating func endOne() -> MIDIMessage? {
    guard total > 0 else { return nil }
    for index in 0..<counts.count where counts.elements[index] > 0 {
      counts.elements[index] &-= 1
      total &-= 1
      return .noteOff(channel: UInt8(index >> 7), note: MIDINote(clamping: index & 127))
    }
    return nil
  }
}
