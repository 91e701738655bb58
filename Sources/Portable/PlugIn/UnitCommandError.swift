/// The reason for which a command to a ``SamplerUnit`` was not sent. Nothing has changed then.
public enum UnitCommandError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The audio thread has not handled the commands before it.
  case queueFull
  /// The render resources are not allocated.
  case noRenderResources
  /// The parameter does not exist, or is read-only, or has no override that can be cleared.
  case unknownParameter(address: UInt64)
  /// The value is not a number.
  case notANumber
  /// The bytes exceed a System Exclusive message of ``SamplerUnit/systemExclusiveCapacity``.
  case tooLong(byteCount: Int)
  /// There are no bytes, or an argument is outside the range of its message.
  case invalidMessage

  /// A user-facing message.
  public var description: String {
    switch self {
    case .queueFull: "Too many commands are waiting. Render the unit, then try again."
    case .noRenderResources: "The unit does not render. Allocate its render resources first."
    case .unknownParameter(let address): "The unit has no such parameter: \(address)."
    case .notANumber: "The value is not a number."
    case .tooLong(let count):
      "\(count) bytes are too many. Send at most \(SamplerUnit.systemExclusiveCapacity) at a time."
    case .invalidMessage: "The message has no bytes, or a value out of range."
    }
  }
}
