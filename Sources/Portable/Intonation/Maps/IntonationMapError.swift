/// An error in an encoded intonation map.
package enum IntonationMapError: Error, Hashable, Sendable {
  /// The bytes do not start with the signature of a map.
  case notAMap
  /// The map was written by another version; measure again.
  case otherVersion(found: Int, expected: Int)
  /// The map belongs to a bank with other contents.
  case otherBank
  /// The length or the checksum is wrong.
  case damaged
  /// The entry at this index is invalid.
  case impossible(entry: Int)
}
