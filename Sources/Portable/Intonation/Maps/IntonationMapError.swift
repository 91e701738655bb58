/// Why bytes are no intonation map to use.
public enum IntonationMapError: Error, Hashable, Sendable {
  /// They do not begin as a map does.
  case notAMap
  /// They were written by another version: measure again.
  case otherVersion(found: Int, expected: Int)
  /// They belong to a bank of other contents.
  case otherBank
  /// They end early, go on too long, or were changed.
  case damaged
  /// The entry at this place says what no measurement says.
  case impossible(entry: Int)
}
