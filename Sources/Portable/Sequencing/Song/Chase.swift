import PeachMIDIEvents

/// Event chasing: finds the events that restore the state of channels at a seek or loop target.
/// First come the initial values of slots that were changed, but not before the target. Then
/// follow, in file order, the events before the target that no later one supersedes.
struct Chase: ~Copyable {
  /// Indices of the events to send, in reverse order.
  private let chased: FixedBuffer<Int32>
  private var chasedCount = 0
  /// For each slot: 1 if a chased event sets it, 2 if a reset before the target did.
  private let found = FixedBuffer<UInt8>(repeating: 0, count: ControllerSlots.count)
  /// For each slot: 1 if its initial value must be sent.
  private let initial = FixedBuffer<UInt8>(repeating: 0, count: ControllerSlots.count)
  private var cursor = 0

  /// Reserves memory for all events that may be chased: not for notes, which most events are.
  init(_ events: borrowing FixedBuffer<SequencedEvent>) {
    var count = 0
    for index in 0..<events.count {
      switch events.elements[index].content {
      case .systemExclusive, .escape: count += 1
      case .message(let message): if ControllerSlots.slot(of: message) != nil { count += 1 }
      case .click: break
      #if !hasFeature(Embedded)
        case .glide: break
      #endif
      }
    }
    chased = FixedBuffer(repeating: 0, count: count)
  }

  /// Finds the events that are in effect before the event at `index`. `changed` is, for each slot,
  /// 1 if its value may differ from the initial one; 2 if it is chased only if an earlier event
  /// sets it. `onlyChanged` skips slots whose `changed` is 0, and System Exclusive.
  @_noLocks @_noAllocation
  mutating func prepare(
    _ events: borrowing FixedBuffer<SequencedEvent>, before index: Int,
    changed: borrowing FixedBuffer<UInt8>, onlyChanged: Bool, bytes: UnsafePointer<UInt8>,
    at offset: Int
  ) {
    chasedCount = 0
    cursor = 0
    found.elements.update(repeating: 0, count: found.count)
    // A bit for each channel whose chased program change needs its bank select.
    var pendingMSB: UInt16 = 0
    var pendingLSB: UInt16 = 0
    var index = index
    while index > 0 {
      index &-= 1
      switch events.elements[index].content {
      case .systemExclusive: if !onlyChanged { append(index) }
      case .escape(let range):
        if !onlyChanged && range.count > 0 && bytes[range.offset &- offset] == 0xF0 {
          append(index)
        }
      case .click: break
      #if !hasFeature(Embedded)
        case .glide: break
      #endif
      case .message(let message):
        guard let slot = ControllerSlots.slot(of: message) else { continue }
        if onlyChanged && changed.elements[slot] == 0 { continue }
        chase(index, message, slot, onlyChanged, &pendingMSB, &pendingLSB)
      }
    }
    for slot in 0..<ControllerSlots.count {
      initial.elements[slot] = changed.elements[slot] == 1 && found.elements[slot] != 1 ? 1 : 0
    }
  }

  /// Appends a message if no later one supersedes it; messages are visited in reverse order.
  private mutating func chase(
    _ index: Int, _ message: MIDIMessage, _ slot: Int, _ onlyChanged: Bool,
    _ pendingMSB: inout UInt16, _ pendingLSB: inout UInt16
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
      if !onlyChanged { append(index) }
      return
    }
    if ControllerSlots.isParameter(number) {
      found.elements[slot] = 1
      append(index)
      return
    }
    var isNeeded = found.elements[slot] == 0
    if number == 0 && pendingMSB & channel != 0 {
      isNeeded = true
      pendingMSB &= ~channel
    }
    if number == 32 && pendingLSB & channel != 0 {
      isNeeded = true
      pendingLSB &= ~channel
    }
    guard isNeeded else { return }
    found.elements[slot] = 1
    append(index)
    if number == ControllerSlots.program {
      pendingMSB |= channel
      pendingLSB |= channel
    }
  }

  private mutating func append(_ index: Int) {
    chased.elements[chasedCount] = Int32(truncatingIfNeeded: index)
    chasedCount &+= 1
  }

  @_noLocks @_noAllocation
  mutating func rewind() { cursor = 0 }

  /// Returns the next slot to reset to its initial value; `nil` at the end.
  @_noLocks @_noAllocation
  mutating func nextInitialSlot() -> Int? {
    while cursor < ControllerSlots.count {
      cursor &+= 1
      if initial.elements[cursor &- 1] == 1 { return cursor &- 1 }
    }
    return nil
  }

  /// Returns the index of the next event to send, once all slots are reset; `nil` at the end.
  @_noLocks @_noAllocation
  mutating func nextEvent() -> Int? {
    let sent = cursor &- ControllerSlots.count
    guard sent < chasedCount else { return nil }
    cursor &+= 1
    return Int(chased.elements[chasedCount &- 1 &- sent])
  }
}
