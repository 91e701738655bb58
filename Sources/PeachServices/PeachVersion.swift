/// The version of Peach.
package enum PeachVersion {
  /// The current version. Increment it when the output of a rendering changes: it is part of
  /// ``RenderRecord``.
  package static let current = "0.2.0"
}
