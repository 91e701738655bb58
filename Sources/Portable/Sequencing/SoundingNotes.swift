import PeachMIDIEvents
import PeachMusicUnits

/// Counts the notes that were started and not ended, so that a jump can end them.
struct SoundingNotes: ~Copyable {
  private let counts = FixedBuffer<UInt8>(repeating: 0, count: 16 * 128)
  private var total = 0

  @_noLocks @_noAllocation
  mutating func take(_ message: MIDIMessage) {
    guard message.startsNote || message.endsNote else { return }
    let place = Int(message.status & 0x0F) << 7 | Int(message.data1)
    if message.startsNote {
      guard counts.elements[place] < 255 else { return }
      counts.elements[place] &+= 1
      total &+= 1
    } else if counts.elements[place] > 0 {
      counts.elements[place] &-= 1
      total &-= 1
    }
  }

  /// A note-off for a note that sounds, counted off; nil when none does.
  @_noLocks @_noAllocation
  mutating func endOne() -> MIDIMessage? {
    guard total > 0 else { return nil }
    for place in 0..<counts.count where counts.elements[place] > 0 {
      counts.elements[place] &-= 1
      total &-= 1
      return .noteOff(channel: UInt8(place >> 7), note: MIDINote(clamping: place & 127))
    }
    return nil
  }
}
