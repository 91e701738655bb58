/// The value of a MIDI controller.
package struct ControllerSetting: BitwiseCopyable, Hashable, Sendable {
  /// The controller, 0 through 127.
  package var controller: UInt8
  /// The value, 0 through 127.
  package var value: UInt8

  /// Creates a setting. Clamps both arguments to 127.
  package init(controller: UInt8, value: UInt8) {
    self.controller = min(controller, 127)
    self.value = min(value, 127)
  }
}
