public import PeachMIDIEvents

/// Receives a Universal MIDI Packet and its time of arrival by the monotonic clock. Called on the
/// input's thread.
public typealias MIDIPacketReceiver =
  @Sendable (_ packet: UniversalMIDIPacket, _ nanoseconds: UInt64) -> Void

/// The relation of a system's MIDI timestamps to ``MIDIClock``.
struct HostTicks: Sendable {
  /// A tick has `numerator` / `denominator` nanoseconds.
  var numerator: UInt32
  var denominator: UInt32

  /// Returns the time of a stamp, from the current time in ticks and nanoseconds. A stamp of 0, and
  /// one that is later than now, are now.
  func nanoseconds(of stamp: UInt64, nowTicks: UInt64, now: UInt64) -> UInt64 {
    guard stamp > 0, stamp < nowTicks, denominator > 0 else { return now }
    let (product, overflows) = (nowTicks - stamp).multipliedReportingOverflow(by: UInt64(numerator))
    let age = overflows ? now : product / UInt64(denominator)
    return now - min(age, now)
  }
}

/// Passes the packets of CoreMIDI's event lists to a receiver.
struct EventListInput: Sendable {
  var ticks: HostTicks
  var receiver: MIDIPacketReceiver

  /// Receives the packets of a list, whose first of `count` is at `first`.
  func receive(_ first: UnsafeRawPointer, count: Int, nowTicks: UInt64, now: UInt64) {
    var list = MIDIEventPackets(first, count: count)
    while let element = list.nextPacket() {
      let time = ticks.nanoseconds(of: element.timeStamp, nowTicks: nowTicks, now: now)
      var packets = element.packets
      while let packet = packets.next() { receiver(packet, time) }
    }
  }
}
