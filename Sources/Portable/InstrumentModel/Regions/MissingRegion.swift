/// A region whose sample does not exist in the bank's file, so that it is no ``Region``.
package struct MissingRegion: Hashable, Sendable {
  package var keys: ClosedRange<UInt8>
  package var velocities: ClosedRange<UInt8>
  /// The sample as a subject, such as `Sample 12`. Indices count from 0.
  package var subject: String

  package init(keys: ClosedRange<UInt8>, velocities: ClosedRange<UInt8>, subject: String) {
    (self.keys, self.velocities, self.subject) = (keys, velocities, subject)
  }
}
