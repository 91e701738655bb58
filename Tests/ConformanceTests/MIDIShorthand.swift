import PeachSynthesis

/// Shorthand for events in tests.
extension SynthesizerEvent {
  static func control(_ controller: UInt8, _ value: UInt8, channel: UInt8 = 0) -> Self {
    .controlChange(channel: channel, controller: controller, value: value)
  }

  /// Returns controllers 101 and 100, then data entry.
  static func registered(
    _ number: UInt8, coarse: UInt8? = nil, fine: UInt8? = nil, channel: UInt8 = 0
  ) -> [Self] {
    [.control(101, 0, channel: channel), .control(100, number, channel: channel)]
      + entry(coarse: coarse, fine: fine, channel: channel)
  }

  /// Returns controllers 99 and 98, the latter any number of times, then data entry.
  static func unregistered(
    _ most: UInt8, _ least: [UInt8], coarse: UInt8? = nil, fine: UInt8? = nil, channel: UInt8 = 0
  ) -> [Self] {
    [.control(99, most, channel: channel)]
      + least.map { .control(98, $0, channel: channel) }
      + entry(coarse: coarse, fine: fine, channel: channel)
  }

  /// Returns the NRPN messages that offset a generator by `steps`.
  static func generator(_ number: UInt8, steps: Int, channel: UInt8 = 0) -> [Self] {
    let value = UInt16(steps + 8192)
    return unregistered(
      120, [number], coarse: UInt8(value >> 7), fine: UInt8(value & 127), channel: channel)
  }

  private static func entry(coarse: UInt8?, fine: UInt8?, channel: UInt8) -> [Self] {
    (fine.map { [.control(38, $0, channel: channel)] } ?? [])
      + (coarse.map { [.control(6, $0, channel: channel)] } ?? [])
  }

  static func on(_ key: UInt8, _ velocity: UInt8 = 127, channel: UInt8 = 0) -> Self {
    .noteOn(channel: channel, key: key, velocity: velocity)
  }

  static func off(_ key: UInt8, channel: UInt8 = 0) -> Self {
    .noteOff(channel: channel, key: key)
  }
}

extension Array where Element == SynthesizerEvent {
  /// Returns these events at `second`, at 48 kHz.
  func at(_ second: Double) -> [TimedEvent] {
    map { TimedEvent(frame: Int((second * 48_000).rounded()), event: $0) }
  }
}
