/// An opcode and its value in an SFZ file, with macros expanded.
package struct SFZOpcode: Hashable, Sendable {
  /// The name in lower case.
  package var name: String
  /// The value without surrounding spaces.
  package var value: String

  /// Creates an opcode.
  package init(name: String, value: String) {
    self.name = name
    self.value = value
  }
}
