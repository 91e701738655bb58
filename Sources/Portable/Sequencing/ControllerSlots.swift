import PeachMIDIEvents

/// Numbers for everything a channel remembers: 128 controllers, program, pressure and bend.
enum ControllerSlots {
  static var perChannel: Int { @_noLocks @_noAllocation get { 131 } }
  static var count: Int { @_noLocks @_noAllocation get { 16 * perChannel } }
  static var program: Int { @_noLocks @_noAllocation get { 128 } }
  static var pressure: Int { @_noLocks @_noAllocation get { 129 } }
  static var bend: Int { @_noLocks @_noAllocation get { 130 } }

  /// The slot that a message writes; nil for notes and system messages.
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

  /// True for the controllers that say which parameter is meant and what becomes of it (MIDI 1.0,
  /// Registered and Non-Registered Parameter Numbers): only all of them in order have a meaning.
  @_noLocks @_noAllocation
  static func isParameter(_ controller: Int) -> Bool {
    controller == 6 || controller == 38 || controller >= 96 && controller <= 101
  }

  /// True for all sound off and all notes off, which leave nothing behind.
  @_noLocks @_noAllocation
  static func isMomentary(_ controller: Int) -> Bool { controller == 120 || controller == 123 }

  static var resetAllControllers: Int { @_noLocks @_noAllocation get { 121 } }

  /// True for what Reset All Controllers puts back (RP-015).
  @_noLocks @_noAllocation
  static func isReset(_ place: Int) -> Bool {
    switch place {
    case 1, 11, 64...67, 98...101, 129, 130: true
    default: false
    }
  }

  /// The message that puts a slot back to how a synthesizer starts; nil where there is none.
  @_noLocks @_noAllocation
  static func initialMessage(_ slot: Int) -> MIDIMessage? {
    let channel = UInt8(slot / perChannel)
    let place = slot % perChannel
    switch place {
    case program: return .programChange(channel: channel, program: 0)
    case pressure: return .channelPressure(channel: channel, pressure: 0)
    case bend: return .pitchBend(channel: channel, value: 8_192)
    default:
      guard let value = initialValue(controller: place) else { return nil }
      return .controlChange(channel: channel, controller: UInt8(place), value: value)
    }
  }

  /// General MIDI 2, Controller Default Settings; RP-015 for the rest.
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
