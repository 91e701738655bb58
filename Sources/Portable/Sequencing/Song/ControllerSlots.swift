import PeachMIDIEvents

/// Indices for the chased state of channels: 128 controllers, program, channel pressure and bend.
enum ControllerSlots {
  static var perChannel: Int { @_noLocks @_noAllocation get { 131 } }
  static var count: Int { @_noLocks @_noAllocation get { 16 * perChannel } }
  static var program: Int { @_noLocks @_noAllocation get { 128 } }
  static var pressure: Int { @_noLocks @_noAllocation get { 129 } }
  static var bend: Int { @_noLocks @_noAllocation get { 130 } }

  /// Returns the slot that a message sets; `nil` for notes and system messages.
  @_noLocks @_noAllocation
  static func slot(of message: MIDIMessage) -> Int? {
    guard message.isChannelMessage else { return nil }
    let channel = Int(message.status & 0x0F) * perChannel
    switch message.status & 0xF0 {
    case 0xB0: return channel + Int(message.data1)
    case 0xC0: return channel + program
    case 0xD0: return channel + pressure
    case 0xE0: return channel + bend
    default: return nil
    }
  }

  /// Returns whether a controller selects or changes an RPN or NRPN: such messages depend on each
  /// other and must be chased in full, in order.
  @_noLocks @_noAllocation
  static func isParameter(_ controller: Int) -> Bool {
    controller == 6 || controller == 38 || controller >= 96 && controller <= 101
  }

  /// Returns whether a controller has no lasting effect: All Sound Off and All Notes Off.
  @_noLocks @_noAllocation
  static func isMomentary(_ controller: Int) -> Bool { controller == 120 || controller == 123 }

  static var resetAllControllers: Int { @_noLocks @_noAllocation get { 121 } }

  /// Returns whether Reset All Controllers resets a slot of a channel (RP-015).
  @_noLocks @_noAllocation
  static func isReset(_ number: Int) -> Bool {
    switch number {
    case 1, 11, 64...67, 98...101, 129, 130: true
    default: false
    }
  }

  /// Returns the message that resets a slot to its power-on value; `nil` if no such message exists.
  @_noLocks @_noAllocation
  static func initialMessage(_ slot: Int) -> MIDIMessage? {
    let channel = UInt8(slot / perChannel)
    let number = slot % perChannel
    switch number {
    case program: return .programChange(channel: channel, program: 0)
    case pressure: return .channelPressure(channel: channel, pressure: 0)
    case bend: return .pitchBend(channel: channel, value: 8_192)
    default:
      guard let value = initialValue(controller: number) else { return nil }
      return .controlChange(channel: channel, controller: UInt8(number), value: value)
    }
  }

  /// Returns a default (General MIDI 2, Controller Default Settings; RP-015).
  private static func initialValue(controller: Int) -> UInt8? {
    switch controller {
    case 6, 38, 96, 97, 120...127: nil
    case 7: 100
    case 8, 10, 70...79: 64
    case 11, 98...101: 127
    case 91: 40
    default: 0
    }
  }
}
