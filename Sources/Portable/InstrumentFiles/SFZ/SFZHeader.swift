/// The headers of SFZ files, which group what follows them.
public enum SFZHeader: String, Hashable, Sendable, CaseIterable {
  /// Where samples are, where controllers stand: about the file itself.
  case control
  /// For all regions that follow.
  case global
  /// For the groups that follow, until the next.
  case master
  /// For the regions that follow, until the next.
  case group
  /// A sample and when and how it sounds.
  case region
  /// A curve for controllers.
  case curve
  /// A sample within the file.
  case sample
  /// An effect, which is not read.
  case effect
  /// What MIDI messages are turned into, which is not read.
  case midi
}

/// An opcode with its value, as an SFZ file has it, macros put in.
public struct SFZOpcode: Hashable, Sendable {
  /// Its name in small letters.
  public var name: String
  /// Its value without spaces at its ends.
  public var value: String

  /// An opcode of this name and value.
  public init(name: String, value: String) {
    self.name = name
    self.value = value
  }
}
