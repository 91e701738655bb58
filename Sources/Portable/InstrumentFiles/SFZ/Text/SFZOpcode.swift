/// An opcode and its value in an SFZ file, with macros expanded.
public struct SFZOpcode: Hashable, Sendable {
  /// The name in lower case.
  public var name: String
  /// The value without surrounding spaces.
  public var value: String

  /// Creates an opcode.
  public init(name: String, value: String) {
    self.name = name
    self.value = value
  }
}
