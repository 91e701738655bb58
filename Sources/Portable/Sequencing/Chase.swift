import PeachMIDIEvents

/// What must be sent before playing goes on from a place: what is in force there.
///
/// Sent are, in the file's order, those events before the place that no later one supersedes, and
/// ahead of them the initial values of what was changed after the place but not before it.
struct Chase: ~Copyable {
  /// Events to send, the last first.
  private let kept: FixedBuffer<Int32>
  private var keptCount = 0
  /// Per slot: 1 where a kept event gives the value, 2 where a reset before the place gave it.
  private let found = FixedBuffer<UInt8>(repeating: 0, count: ControllerSlots.count)
  /// Per slot: 1 where its initial value must be sent.
  private let initial = FixedBuffer<UInt8>(repeating: 0, count: ControllerSlots.count)
  private var cursor = 0

  init(eventCount: Int) { kept = FixedBuffer(repeating: 0, count: eventCount) }

  /// Finds what is in force before the event at `index`.
  ///
  /// `changed` has a 1 for each slot whose value may differ from the initial one. With
  /// `onlyChanged`, slots where it has 0 are not sent at all, those where it has 2 only if an event
  /// before gives a value; and System Exclusive is left out.
  @_noLocks @_noAllocation
  mutating func prepare(
    _ events: borrowing FixedBuffer<SequencedEvent>, before index: Int,
    changed: borrowing FixedBuffer<UInt8>, onlyChanged: Bool, bytes: borrowing FixedBuffer<UInt8>
  ) {
    keptCount = 0
    cursor = 0
    found.elements.update(repeating: 0, count: found.count)
    // Per channel: 1 for bank select MSB, 2 for LSB, which a kept program change refers to.
    var wantedMSB: UInt16 = 0
    var wantedLSB: UInt16 = 0
    var place = index
    while place > 0 {
      place &-= 1
      switch events.elements[place].content {
      case .systemExclusive:
        if !onlyChanged { keep(place) }
      case .escape(let range):
        if !onlyChanged && range.count > 0 && bytes.elements[range.offset] == 0xF0 { keep(place) }
      case .message(let message):
        guard let slot = ControllerSlots.slot(of: message) else { continue }
        if onlyChanged && changed.elements[slot] == 0 { continue }
        take(place, message, slot, onlyChanged, &wantedMSB, &wantedLSB)
      }
    }
    for slot in 0..<ControllerSlots.count {
      initial.elements[slot] = changed.elements[slot] == 1 && found.elements[slot] != 1 ? 1 : 0
    }
  }

  /// Decides about one message, seen from the place backwards.
  private mutating func take(
    _ place: Int, _ message: MIDIMessage, _ slot: Int, _ onlyChanged: Bool,
    _ wantedMSB: inout UInt16, _ wantedLSB: inout UInt16
  ) {
    let number = slot % ControllerSlots.perChannel
    let channel: UInt16 = 1 << UInt16(message.status & 0x0F)
    if ControllerSlots.isMomentary(number) { return }
    if number == ControllerSlots.resetAllControllers {
      let first = slot - number
      for other in 0..<ControllerSlots.perChannel
      where ControllerSlots.isReset(other) && found.elements[first + other] == 0 {
        found.elements[first + other] = 2
      }
      if !onlyChanged { keep(place) }
      return
    }
    if ControllerSlots.isParameter(number) {
      found.elements[slot] = 1
      keep(place)
      return
    }
    var isWanted = found.elements[slot] == 0
    if number == 0 && wantedMSB & channel != 0 {
      isWanted = true
      wantedMSB &= ~channel
    }
    if number == 32 && wantedLSB & channel != 0 {
      isWanted = true
      wantedLSB &= ~channel
    }
    guard isWanted else { return }
    found.elements[slot] = 1
    keep(place)
    if number == ControllerSlots.program {
      wantedMSB |= channel
      wantedLSB |= channel
    }
  }

  private mutating func keep(_ place: Int) {
    kept.elements[keptCount] = Int32(truncatingIfNeeded: place)
    keptCount &+= 1
  }

  /// Starts sending from the beginning.
  @_noLocks @_noAllocation
  mutating func rewind() { cursor = 0 }

  /// The next slot to put back to its initial value, or nil when all are.
  @_noLocks @_noAllocation
  mutating func nextInitialSlot() -> Int? {
    while cursor < ControllerSlots.count {
      cursor &+= 1
      if initial.elements[cursor &- 1] == 1 { return cursor &- 1 }
    }
    return nil
  }

  /// The next event to send once all slots are put back; nil when all are sent.
  @_noLocks @_noAllocation
  mutating func nextEvent() -> Int? {
    let sent = cursor &- ControllerSlots.count
    guard sent < keptCount else { return nil }
    cursor &+= 1
    return Int(kept.elements[keptCount &- 1 &- sent])
  }
}
