/// Where a MIDI controller stands.
public struct ControllerSetting: Hashable, Sendable {
  /// Which controller, 0 through 127.
  public var controller: UInt8
  /// 0 through 127.
  public var value: UInt8

  /// A controller at a value.
  public init(controller: UInt8, value: UInt8) {
    self.controller = min(controller, 127)
    self.value = min(value, 127)
  }
}
